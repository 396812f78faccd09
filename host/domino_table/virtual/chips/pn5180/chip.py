"""The PN5180 as its host sees it: NSS, SPI, BUSY, IRQ and RESET (datasheet Rev 4.0 §11.4.1, §11.6)."""

from __future__ import annotations

from typing import Final

from domino_table.virtual.chips.pn5180 import registers as r
from domino_table.virtual.chips.pn5180.instructions import OR, REPLACE, RESPONDING, InstructionError, execute
from domino_table.virtual.chips.pn5180.transceiver import JUNK, Antenna, Transceiver

NEVER: Final = 1 << 60
READ_FRAME: Final = 0xFF
"""What the host clocks out to fetch a response; also the key of its BUSY time."""
WRITE_EEPROM: Final = 0x06
RESET_LEAST_US: Final = 10
BOOT_US: Final = 2500


class PN5180:
    """One reader chip.

    A frame lasts from NSS low to NSS high and holds one instruction, or fetches the response of the one before. BUSY
    rises with its first byte and falls some time after NSS rises; a frame that comes while BUSY is high is lost.

    Args:
        antenna: what the radio works on, e.g. :meth:`domino_table.virtual.field.Field.port`.
        eeprom: contents, 255 bytes; as delivered with firmware 4.0 when left out. It survives resets.
        busy_us: BUSY after an ordinary frame; the datasheet gives no figure, 20-60 µs is the estimate.
        eeprom_us: the same after WRITE_EEPROM, 1-5 ms.

    Attributes:
        lost_frames: frames that came while the chip could not take them.
        busy_stuck: fault: BUSY stays high from the next frame on until a reset (F2, F6).
        overread_hangs: fault: fetching more bytes than were received leaves BUSY high until a reset (F7).
        load_config_wedges: fault: LOAD_RF_CONFIG with the transceiver not idle leaves BUSY high until a reset (F9).
        boots: fault when False: the chip does not come out of reset, IDLE_IRQ never comes (F5).
        refuse_rf_on: fault: so many of the next RF_ON end in an exception (F10).
    """

    def __init__(
        self, antenna: Antenna, *, eeprom: bytearray | None = None, busy_us: int = 40, eeprom_us: int = 2500
    ) -> None:
        self.eeprom = r.default_eeprom() if eeprom is None else eeprom
        self.radio = Transceiver(antenna)
        self.tx_buffer = b""
        self.rf_configs = r.default_rf_configs()
        self.lost_frames = 0
        self.busy_stuck = self.overread_hangs = self.load_config_wedges = False
        self.boots = True
        self.refuse_rf_on = 0
        self._busy_us, self._eeprom_us = busy_us, eeprom_us
        self._registers: dict[int, int] = {}
        self._response: bytes | None = None
        self._frame, self._taken, self._accepts = bytearray(), 0, False
        self._status = self._irq_active = self._busy_from = self._busy_until = 0
        self._clear_on_read = self._asleep = self._selected = False
        self._reset_since: int | None = None
        self._power_on(0)

    # Pins.

    def reset(self, t: int, level: int) -> None:
        """RESET_N. Pulses shorter than 10 µs do nothing; the chip boots when it is released."""
        if not level and self._reset_since is None:
            self._reset_since = t
        elif level and self._reset_since is not None:
            if t - self._reset_since >= RESET_LEAST_US:
                self._power_on(t)
            self._reset_since = None

    def brown_out(self, t: int) -> None:
        """The supply dips: everything is as after power-on, and nobody has pulled RESET_N."""
        self._power_on(t)

    def select(self, t: int, level: int) -> None:
        """NSS. The instruction is carried out when NSS rises."""
        if not level and not self._selected:
            self._selected, self._frame, self._taken = True, bytearray(), 0
            self._accepts = self._awake(t) and t >= self._busy_until
        elif level and self._selected:
            self._selected = False
            if self._frame or self._taken:
                self._end_of_frame(t)

    def exchange(self, t: int, mosi: bytes) -> bytes:
        """Bytes on the bus at ``t``. Returns MISO: the response when one waits, else FF; FF when not selected."""
        count = len(mosi)
        if not self._selected or not count:
            return b"\xff" * count
        if not self._accepts:
            self._taken += count
            return b"\xff" * count
        if not self._frame and not self._taken:
            self._busy_from, self._busy_until = t, NEVER
        if self._response is None:
            self._frame += mosi
            return b"\xff" * count
        answer = self._response[self._taken : self._taken + count]
        self._taken += count
        return answer if len(answer) == count else answer + bytes((JUNK,)) * (count - len(answer))

    def busy(self, t: int) -> int:
        """Level of BUSY at ``t``, as far as is known."""
        return int(self._busy_from <= t < self._busy_until)

    def busy_levels(self, t: int) -> list[tuple[int, int]]:
        """BUSY as (time, level): now and its coming changes, as far as known."""
        levels = [(t, self.busy(t))]
        if t < self._busy_until < NEVER:
            levels.append((self._busy_until, 0))
        return levels

    def busy_after(self, opcode: int) -> int:
        """µs of BUSY after NSS rises at the end of a frame that began with ``opcode`` (FF: fetching a response)."""
        return self._eeprom_us if opcode == WRITE_EEPROM else self._busy_us

    def busy_table(self) -> dict[int, int]:
        """The opcodes whose BUSY differs from ``busy_after(0)``, for whoever foretells it."""
        return {WRITE_EEPROM: self._eeprom_us}

    @property
    def busy_foreseeable(self) -> bool:
        """False while a fault makes BUSY depart from the table."""
        hanging = self._busy_until >= NEVER and not self._selected
        return not (self.busy_stuck or self.overread_hangs or self.load_config_wedges or hanging)

    def irq_levels(self, t: int) -> list[tuple[int, int]]:
        """The IRQ pin as (time, level): now and when it will become active."""
        self._advance(t)
        enabled = self._registers[r.IRQ_ENABLE]
        if self._status & enabled:
            return [(t, self._irq_active)]
        levels = [(t, 1 - self._irq_active)]
        for at, bits in self.radio.pending:
            if bits & enabled:
                levels.append((at, self._irq_active))
                break
        return levels

    # Registers, for the instructions.

    def read_register(self, t: int, address: int) -> int:
        """Value at ``t``. Raises :class:`InstructionError` for an address that does not exist."""
        self._advance(t)
        if address == r.IRQ_STATUS:
            value = self._status
            if self._clear_on_read:
                self._status = 0
            return value
        if address == r.RX_STATUS:
            return self.radio.rx_status_at(t)
        if address == r.RF_STATUS:
            return self.radio.status(t)
        if address not in r.REGISTERS:
            raise InstructionError(r.PARAMETER_ERROR)
        return self._registers.get(address, 0)

    def write_register(self, t: int, address: int, action: int, value: int) -> None:
        """Replace, OR or AND. What is read-only stays as it is.

        Raises :class:`InstructionError` for an address that does not exist.
        """
        if address not in r.REGISTERS:
            raise InstructionError(r.PARAMETER_ERROR)
        if address in r.READ_ONLY:
            return
        if action != REPLACE:
            old = self._registers.get(address, 0)
            value = old | value if action == OR else old & value
        if address == r.IRQ_CLEAR:
            self._advance(t)
            self._status &= ~value
        elif address == r.SYSTEM_CONFIG:
            self._system_config(t, value)
        else:
            self._registers[address] = value
            if address == r.DPC_CONFIG:
                self.radio.antenna.level(t, r.drive_level(value))

    def raise_irq(self, t: int, bits: int) -> None:
        """Set interrupt bits at ``t``."""
        self._advance(t)
        self._status |= bits

    def send(self, t: int, data: bytes, valid_bits: int) -> None:
        """Start a transmission. Raises :class:`InstructionError` unless Transceive is waiting to transmit."""
        if self.radio.state(t) != r.WAIT_TRANSMIT:
            raise InstructionError(r.SEMANTIC_ERROR)
        registers = self._registers
        self.radio.transmit(
            t + self._busy_us,
            data,
            valid_bits,
            registers.get(r.TX_CONFIG, 0),
            bool(registers.get(r.CRC_TX_CONFIG, 0) & r.CRC_ENABLE),
            bool(registers.get(r.CRC_RX_CONFIG, 0) & r.CRC_ENABLE),
        )

    def load_rf_config(self, t: int, tx: int, rx: int) -> None:
        """Fill registers from the configurations; FF keeps what is there."""
        if self.load_config_wedges and self.radio.state(t) not in (r.IDLE, r.WAIT_TRANSMIT):
            self.busy_stuck = True
        if tx != r.NO_CONFIG:
            self._registers.update(self.rf_configs[tx])
            self.radio.antenna.level(t, r.drive_level(self._registers[r.DPC_CONFIG]))
            self.radio.transmit_config = tx
        if rx != r.NO_CONFIG:
            self._registers.update(self.rf_configs[rx])
            self.radio.receive_config = rx

    def leave_normal_mode(self, t: int) -> None:
        """Standby, LPCD or Autocoll: nothing is heard until a reset; events that end these modes are not modelled."""
        self.radio.rf_off(t)
        self._asleep = True

    # Inside.

    def _power_on(self, t: int) -> None:
        self._registers = dict.fromkeys((r.SYSTEM_CONFIG, r.IRQ_ENABLE, r.SYSTEM_STATUS), 0)
        self._registers.update(r.RESET_VALUES)
        self._status = 0
        self._response = None
        self._frame, self._taken, self._accepts = bytearray(), 0, False
        self._asleep = False
        self.busy_stuck = False
        self.tx_buffer = b""
        config = self.eeprom[r.IRQ_PIN_CONFIG]
        self._irq_active = config & r.IRQ_ACTIVE_HIGH
        self._clear_on_read = bool(config & r.IRQ_CLEAR_ON_READ)
        self.radio.power_on(t)
        self.radio.antenna.level(t, r.drive_level(self._registers[r.DPC_CONFIG]))
        boot = BOOT_US + (self.eeprom[r.XTAL_BOOT_TIME] | self.eeprom[r.XTAL_BOOT_TIME + 1] << 8)
        self._busy_from, self._busy_until = t, t + boot if self.boots else NEVER
        if self.boots and self.eeprom[r.IDLE_IRQ_AFTER_BOOT]:
            self.radio.pending.append((t + boot, r.IDLE_IRQ))

    def _awake(self, t: int) -> bool:
        if self._reset_since is not None and t - self._reset_since >= RESET_LEAST_US:
            return False
        return not self._asleep

    def _advance(self, t: int) -> None:
        pending = self.radio.pending
        while pending and pending[0][0] <= t:
            self._status |= pending.pop(0)[1]

    def _end_of_frame(self, t: int) -> None:
        if not self._accepts:
            self.lost_frames += 1
            return
        if self._response is not None:
            too_many = self._taken > len(self._response)
            self._response = None
            self._busy_until = t + self.busy_after(READ_FRAME)
            if too_many and self.overread_hangs:
                self.busy_stuck = True
        else:
            frame = bytes(self._frame)
            self._busy_until = t + self.busy_after(frame[0])
            self._execute(t, frame)
        if self.busy_stuck:
            self._busy_until = NEVER

    def _execute(self, t: int, frame: bytes) -> None:
        if frame[0] == READ_FRAME:
            return  # fetching where there is nothing to fetch: FF came back, nothing happens
        try:
            response = execute(self, t, frame)
        except InstructionError as error:
            self._registers[r.SYSTEM_STATUS] = error.cause
            self.raise_irq(t, r.GENERAL_ERROR_IRQ)
            return
        if frame[0] in RESPONDING:
            self._response = response

    def _system_config(self, t: int, value: int) -> None:
        if value & r.SOFT_RESET:
            self._power_on(t)
            return
        command = value & r.COMMAND_MASK
        if command == r.COMMAND_KEEP:
            value = value & ~r.COMMAND_MASK | self._registers[r.SYSTEM_CONFIG] & r.COMMAND_MASK
        self.radio.command(t, command)
        self._registers[r.SYSTEM_CONFIG] = value & ~r.START_SEND
        if value & r.START_SEND:
            self.send(t, self.tx_buffer, 0)
