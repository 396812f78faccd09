"""The PN5180's instructions 00 to 17 (datasheet Rev 4.0 §11.4.3): what each demands of its frame and what it does.

An instruction that breaks a rule raises :class:`InstructionError`; the chip turns that into the datasheet's exception.
The test bus instructions 18 and 19 are not modelled and count as unknown.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from domino_table.virtual.chips.pn5180 import registers as r

if TYPE_CHECKING:
    from domino_table.virtual.chips.pn5180.chip import PN5180

STANDBY, LPCD, AUTOCOLL = 0, 1, 2
MAX_WRITES, MAX_READS, MAX_SEND, MAX_CONFIG_ENTRIES = 42, 18, 260, 42
REPLACE, OR, AND = 1, 2, 3
AUTHENTICATION_TIMEOUT: Final = 2
WORD: Final = 4


class InstructionError(Exception):
    """An exception of the chip; ``cause`` is its bit in SYSTEM_STATUS."""

    def __init__(self, cause: int) -> None:
        super().__init__(f"cause {cause:#x}")
        self.cause = cause


def execute(chip: PN5180, t: int, frame: bytes) -> bytes:
    """Carry out one frame at ``t``. Returns the response that the next frame can fetch; empty when there is none."""
    entry = _INSTRUCTIONS.get(frame[0])
    if entry is None:
        raise InstructionError(r.SYNTAX_ERROR)
    least, most, action = entry
    payload = frame[1:]
    if not least <= len(payload) <= most:
        raise InstructionError(r.SYNTAX_ERROR)
    return action(chip, t, payload)


def _word(data: bytes, at: int) -> int:
    return int.from_bytes(data[at : at + WORD], "little")


def _write_register(chip: PN5180, t: int, p: bytes) -> bytes:
    chip.write_register(t, p[0], REPLACE, _word(p, 1))
    return b""


def _or_mask(chip: PN5180, t: int, p: bytes) -> bytes:
    chip.write_register(t, p[0], OR, _word(p, 1))
    return b""


def _and_mask(chip: PN5180, t: int, p: bytes) -> bytes:
    chip.write_register(t, p[0], AND, _word(p, 1))
    return b""


def _write_multiple(chip: PN5180, t: int, p: bytes) -> bytes:
    if len(p) % 6:
        raise InstructionError(r.SYNTAX_ERROR)
    for at in range(0, len(p), 6):  # what precedes a bad entry stays written
        if p[at + 1] not in (REPLACE, OR, AND):
            raise InstructionError(r.PARAMETER_ERROR)
        chip.write_register(t, p[at], p[at + 1], _word(p, at + 2))
    return b""


def _read_register(chip: PN5180, t: int, p: bytes) -> bytes:
    return chip.read_register(t, p[0]).to_bytes(WORD, "little")


def _read_multiple(chip: PN5180, t: int, p: bytes) -> bytes:
    return b"".join([chip.read_register(t, address).to_bytes(WORD, "little") for address in p])


def _write_eeprom(chip: PN5180, t: int, p: bytes) -> bytes:
    address, data = p[0], p[1:]
    if address < r.FIRST_WRITABLE or address + len(data) > r.EEPROM_SIZE:
        raise InstructionError(r.PARAMETER_ERROR)
    chip.eeprom[address : address + len(data)] = data
    return b""


def _read_eeprom(chip: PN5180, t: int, p: bytes) -> bytes:
    address, length = p[0], p[1]
    if address + length > r.EEPROM_SIZE or not length:
        raise InstructionError(r.PARAMETER_ERROR)
    return bytes(chip.eeprom[address : address + length])


def _write_data(chip: PN5180, t: int, p: bytes) -> bytes:
    if chip.radio.state(t) == r.TRANSMITTING:
        raise InstructionError(r.SEMANTIC_ERROR)
    chip.tx_buffer = p
    return b""


def _send_data(chip: PN5180, t: int, p: bytes) -> bytes:
    if p[0] > 7:
        raise InstructionError(r.PARAMETER_ERROR)
    chip.send(t, p[1:], p[0])
    return b""


def _read_data(chip: PN5180, t: int, p: bytes) -> bytes:
    return chip.radio.data_at(t)


def _switch_mode(chip: PN5180, t: int, p: bytes) -> bytes:
    expected = {STANDBY: 4, LPCD: 3, AUTOCOLL: 3}.get(p[0])
    if expected is None:
        raise InstructionError(r.PARAMETER_ERROR)
    if len(p) != expected:
        raise InstructionError(r.SYNTAX_ERROR)
    chip.leave_normal_mode(t)
    return b""


def _mifare_authenticate(chip: PN5180, t: int, p: bytes) -> bytes:
    if p[6] not in (0x60, 0x61):
        raise InstructionError(r.PARAMETER_ERROR)
    return bytes((AUTHENTICATION_TIMEOUT,))  # no MIFARE card lies on a domino table


def _epc_inventory(chip: PN5180, t: int, p: bytes) -> bytes:
    chip.raise_irq(t, r.IDLE_IRQ)  # nor an EPC one: the algorithm ends with an empty result
    return b""


def _epc_result_size(chip: PN5180, t: int, p: bytes) -> bytes:
    return b"\0\0"


def _epc_result(chip: PN5180, t: int, p: bytes) -> bytes:
    return b""


def _load_rf_config(chip: PN5180, t: int, p: bytes) -> bytes:
    tx, rx = p
    if tx > r.LAST_TX_CONFIG and tx != r.NO_CONFIG:
        raise InstructionError(r.PARAMETER_ERROR)
    if not r.FIRST_RX_CONFIG <= rx <= r.LAST_RX_CONFIG and rx != r.NO_CONFIG:
        raise InstructionError(r.PARAMETER_ERROR)
    chip.load_rf_config(t, tx, rx)
    return b""


def _update_rf_config(chip: PN5180, t: int, p: bytes) -> bytes:
    if len(p) % 6:
        raise InstructionError(r.SYNTAX_ERROR)
    for at in range(0, len(p), 6):
        if p[at] not in chip.rf_configs or p[at + 1] not in r.REGISTERS:
            raise InstructionError(r.PARAMETER_ERROR)
        chip.rf_configs[p[at]][p[at + 1]] = _word(p, at + 2)
    return b""


def _rf_config(chip: PN5180, number: int) -> dict[int, int]:
    if number not in chip.rf_configs:
        raise InstructionError(r.PARAMETER_ERROR)
    return chip.rf_configs[number]


def _rf_config_size(chip: PN5180, t: int, p: bytes) -> bytes:
    return bytes((len(_rf_config(chip, p[0])),))


def _retrieve_rf_config(chip: PN5180, t: int, p: bytes) -> bytes:
    entries = sorted(_rf_config(chip, p[0]).items())
    return b"".join([bytes((address,)) + value.to_bytes(WORD, "little") for address, value in entries])


def _rf_on(chip: PN5180, t: int, p: bytes) -> bytes:
    if p[0] > 3:
        raise InstructionError(r.PARAMETER_ERROR)
    if chip.refuse_rf_on > 0:
        chip.refuse_rf_on -= 1
        raise InstructionError(r.SEMANTIC_ERROR)
    chip.radio.rf_on(t, avoid=not p[0] & 1)
    return b""


def _rf_off(chip: PN5180, t: int, p: bytes) -> bytes:
    chip.radio.rf_off(t)
    return b""


_Action = Callable[["PN5180", int, bytes], bytes]
_INSTRUCTIONS: dict[int, tuple[int, int, _Action]] = {  # least and most bytes after the code
    0x00: (5, 5, _write_register),
    0x01: (5, 5, _or_mask),
    0x02: (5, 5, _and_mask),
    0x03: (6, 6 * MAX_WRITES, _write_multiple),
    0x04: (1, 1, _read_register),
    0x05: (1, MAX_READS, _read_multiple),
    0x06: (2, 256, _write_eeprom),
    0x07: (2, 2, _read_eeprom),
    0x08: (1, MAX_SEND, _write_data),
    0x09: (1, 1 + MAX_SEND, _send_data),
    0x0A: (1, 1, _read_data),
    0x0B: (1, 4, _switch_mode),
    0x0C: (12, 12, _mifare_authenticate),
    0x0D: (6, 45, _epc_inventory),
    0x0E: (1, 1, _epc_inventory),
    0x0F: (1, 1, _epc_result_size),
    0x10: (1, 1, _epc_result),
    0x11: (2, 2, _load_rf_config),
    0x12: (6, 6 * MAX_CONFIG_ENTRIES, _update_rf_config),
    0x13: (1, 1, _rf_config_size),
    0x14: (1, 1, _retrieve_rf_config),
    0x16: (1, 1, _rf_on),
    0x17: (1, 1, _rf_off),
}
RESPONDING: Final = frozenset((0x04, 0x05, 0x07, 0x0A, 0x0C, 0x0F, 0x10, 0x13, 0x14))
