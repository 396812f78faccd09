"""NXP ICODE SLIX2 (SL2S2602 datasheet Rev 4.1) as the air sees it: bytes of a request in, bytes of an answer out.

A tag has no pins and no clock of its own: :meth:`Tag.power` tells it when a field feeds it, :meth:`Tag.request` and
:meth:`Tag.next_slot` are what its receiver hears. Privacy, EAS, passwords, the counter and the originality signature
are not modelled; such commands get no answer.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from domino_table.virtual.chips.iso15693 import (
    ADDRESS_OR_ONE_SLOT_FLAG,
    EXTENSION_FLAG,
    HIGH_RATE_SINGLE,
    INVENTORY_FLAG,
    OPTION_FLAG,
    SELECT_OR_AFI_FLAG,
    SLOW_OR_DUAL_MASK,
    Answer,
    afi_matches,
    well_formed,
    with_crc,
)

OFF, READY, QUIET, PERSISTENT_QUIET, SELECTED = "off", "ready", "quiet", "persistent quiet", "selected"

INVENTORY, STAY_QUIET, SELECT, RESET_TO_READY = 0x01, 0x02, 0x25, 0x26
INVENTORY_READ, FAST_INVENTORY_READ, STAY_QUIET_PERSISTENT = 0xA0, 0xA1, 0xBC

EXTENDED_MODE: Final = 0x80  # in the mask length
EXT_EAS, EXT_UID, EXT_SKIP_DATA, EXT_QUIET, EXT_PERSISTENT = 0x01, 0x02, 0x10, 0x20, 0x40

NXP: Final = 0x04
BLOCKS: Final = 80
BLOCK_SIZE: Final = 4
IC_REFERENCE: Final = 0x01
FEATURES: Final = 0x0000357F
ERROR_UNKNOWN: Final = 0x0F
PROGRAMMING_US: Final = 5000
"""EEPROM programming before the answer to a write; ISO 15693 allows up to 20 ms. Estimate."""


class Tag:
    """One ICODE SLIX2.

    Args:
        uid: 8 bytes in the order of the air, least significant first (so the last is E0).
        dsfid: returned in every inventory answer.
        afi: application family.
        blocks: contents of the first blocks, 4 bytes each; the rest is zero.
        wake_us: from field on until it hears a request.
        persist_us: how long PERSISTENT QUIET outlives the field (datasheet: at least 2 s at room temperature).
    """

    def __init__(
        self,
        uid: bytes,
        dsfid: int = 0,
        afi: int = 0,
        blocks: tuple[bytes, ...] = (),
        *,
        wake_us: int = 500,
        persist_us: int = 5_000_000,
    ) -> None:
        if len(uid) != 8:
            raise ValueError(f"a UID has 8 bytes, not {len(uid)}")
        self.uid, self.dsfid, self.afi = uid, dsfid, afi
        self.number = int.from_bytes(uid, "little")
        self.wake_us, self.persist_us = wake_us, persist_us
        self.memory = bytearray(BLOCKS * BLOCK_SIZE)
        for index, block in enumerate(blocks):
            self.memory[index * BLOCK_SIZE : (index + 1) * BLOCK_SIZE] = block
        self.locked: set[int] = set()
        self.dsfid_locked = self.afi_locked = False
        self.state = OFF
        self.powered_at = self.unpowered_at = 0
        self.powered_by: object = None
        self.shades = 0
        """How many things shade it: as long as there is one no field feeds it enough to wake."""
        self._persistent = False
        self._waiting: tuple[int, Answer, str] | None = None  # slots still to pass, answer, state after it
        self._uid_answer = (-1, Answer(b""))

    def power(self, t: int, source: object) -> None:
        """A field appears (``source``, e.g. a loop) or goes (None) at ``t``. Times in µs.

        The timer of PERSISTENT QUIET counts the time without power (datasheet: t_persist).
        """
        if source is None:
            if self.state != OFF:
                self._persistent = self.state == PERSISTENT_QUIET
                self.state = OFF
                self.unpowered_at = t
                self._waiting = None
        elif self.state == OFF:
            kept = self._persistent and t - self.unpowered_at <= self.persist_us
            self.state = PERSISTENT_QUIET if kept else READY
            self.powered_at = t
        self.powered_by = source

    def hears(self, t: int) -> bool:
        """Whether a request that begins at ``t`` finds the tag awake."""
        return self.state != OFF and not self.shades and t >= self.powered_at + self.wake_us

    def request(self, frame: bytes) -> Answer | None:
        """A whole request with CRC. None when the tag stays silent: not meant, wrong CRC, quiet, no such answer."""
        if not well_formed(frame):
            self.broken_frame()
            return None
        return self.obey(frame[0], frame[1], frame[2:-2])

    def obey(self, flags: int, command: int, body: bytes) -> Answer | None:
        """A request whose CRC is known to be right (checked once for all tags that hear it): as :meth:`request`."""
        self._waiting = None
        if flags & EXTENSION_FLAG:
            return None
        if flags & INVENTORY_FLAG:
            answer = self._inventory(flags, command, body)
        else:
            answer = self._addressed(flags, command, body)
        if answer is not None and flags & SLOW_OR_DUAL_MASK != HIGH_RATE_SINGLE:
            return Answer(answer.data, answer.fast, answer.delay_us, readable=False)
        return answer

    def next_slot(self) -> Answer | None:
        """A bare EOF: the next slot of the round this tag takes part in, or leave to answer a write with the option."""
        if self._waiting is None:
            return None
        slots, answer, after = self._waiting
        if slots > 1:
            self._waiting = (slots - 1, answer, after)
            return None
        self._waiting, self.state = None, after
        return answer

    def broken_frame(self) -> None:
        """An SOF that no valid frame follows: it ends the round for this tag (ISO 15693-3 §8)."""
        self._waiting = None

    # Requests with the inventory flag: INVENTORY, INVENTORY READ, FAST INVENTORY READ.

    def _inventory(self, flags: int, command: int, body: bytes) -> Answer | None:
        if self.state == QUIET:
            return None
        reading = command in (INVENTORY_READ, FAST_INVENTORY_READ)
        if command != INVENTORY and not (reading and body[:1] == bytes((NXP,))):
            return None
        at = 1 if reading else 0
        if flags & SELECT_OR_AFI_FLAG:
            if len(body) <= at or not afi_matches(body[at], self.afi):
                return None
            at += 1
        if len(body) <= at:
            return None
        options = None
        bits = body[at]
        at += 1
        if reading and bits & EXTENDED_MODE:
            if len(body) <= at:
                return None
            options, bits, at = body[at], bits & 0x7F, at + 1
        one_slot = bool(flags & ADDRESS_OR_ONE_SLOT_FLAG)
        if bits > (64 if one_slot else 60) or len(body) < at + (bits + 7) // 8:
            return None
        mask = int.from_bytes(body[at : at + (bits + 7) // 8], "little")
        if not self._takes_part(flags, options) or (self.number ^ mask) & ((1 << bits) - 1):
            return None
        at += (bits + 7) // 8
        answer = self._read_answer(flags, command, options, bits, body[at:]) if reading else self._identify()
        if answer is None:
            return None
        after = self._state_after(options)
        slot = 0 if one_slot else self.number >> bits & 15
        if slot:
            self._waiting = (slot, answer, after)
            return None
        self.state = after
        return answer

    def _takes_part(self, flags: int, options: int | None) -> bool:
        if options is not None and options & EXT_EAS:
            return False  # EAS is never enabled in this model
        if options is not None and options & EXT_QUIET and options & EXT_PERSISTENT:
            return self.state == PERSISTENT_QUIET
        if self.state == PERSISTENT_QUIET:
            return bool(flags & SELECT_OR_AFI_FLAG)
        return self.state in (READY, SELECTED)

    def _state_after(self, options: int | None) -> str:
        """QUIET and PERSISTENT QUIET in the extended options (datasheet table 48)."""
        quiet, persistent = bool((options or 0) & EXT_QUIET), bool((options or 0) & EXT_PERSISTENT)
        if quiet and not persistent:
            return QUIET
        if persistent and not quiet:
            return PERSISTENT_QUIET
        return self.state

    def _identify(self) -> Answer:
        if self._uid_answer[0] != self.dsfid:
            self._uid_answer = (self.dsfid, Answer(with_crc(bytes((0, self.dsfid)) + self.uid)))
        return self._uid_answer[1]

    def _read_answer(self, flags: int, command: int, options: int | None, bits: int, tail: bytes) -> Answer | None:
        data = b"\0"
        if options is not None and options & EXT_UID:
            data += self.uid
        elif flags & OPTION_FLAG:
            known = bits + (0 if flags & ADDRESS_OR_ONE_SLOT_FLAG else 4)
            data += self.uid[8 - (64 - known + 7) // 8 :] if known < 64 else b""
        if options is None or not options & EXT_SKIP_DATA:
            if len(tail) != 2:
                return None
            first, count = tail[0], tail[1] + 1
            data += self.memory[first * BLOCK_SIZE : (first + count) * BLOCK_SIZE]
        return Answer(with_crc(data), fast=command == FAST_INVENTORY_READ)

    # Requests without the inventory flag.

    def _addressed(self, flags: int, command: int, body: bytes) -> Answer | None:
        custom = command >= 0xA0
        if custom:
            if body[:1] != bytes((NXP,)):
                return None
            body = body[1:]
        mine = False
        if flags & ADDRESS_OR_ONE_SLOT_FLAG:
            if flags & SELECT_OR_AFI_FLAG or len(body) < 8:
                return None
            mine = body[:8] == self.uid
            body = body[8:]
            if not mine:
                if command == SELECT and self.state == SELECTED:
                    self.state = READY
                return None
        elif flags & SELECT_OR_AFI_FLAG:
            if self.state != SELECTED:
                return None
        elif self.state in (QUIET, PERSISTENT_QUIET) or command in (STAY_QUIET, SELECT, STAY_QUIET_PERSISTENT):
            return None  # quiet tags follow only addressed requests (ISO 15693-3, state diagram)
        if command in (STAY_QUIET, STAY_QUIET_PERSISTENT):
            if mine:
                self.state = QUIET if command == STAY_QUIET else PERSISTENT_QUIET
            return None
        handler = _HANDLERS.get(command)
        if handler is None:
            return None
        data = handler(self, flags, body)
        if data is None:
            return Answer(with_crc(bytes((1, ERROR_UNKNOWN))))
        if command not in _WRITES:
            return Answer(with_crc(data))
        if flags & OPTION_FLAG:
            self._waiting = (1, Answer(with_crc(data)), self.state)
            return None
        return Answer(with_crc(data), delay_us=PROGRAMMING_US)

    def _select(self, flags: int, body: bytes) -> bytes | None:
        self.state = SELECTED
        return b"\0"

    def _reset_to_ready(self, flags: int, body: bytes) -> bytes | None:
        self.state = READY
        return b"\0"

    def _read_blocks(self, flags: int, body: bytes) -> bytes | None:
        if not body or body[0] >= BLOCKS:
            return None
        count = body[1] + 1 if len(body) > 1 else 1
        data = b"\0"
        for block in range(body[0], min(body[0] + count, BLOCKS)):
            if flags & OPTION_FLAG:
                data += bytes((block in self.locked,))
            data += self.memory[block * BLOCK_SIZE : (block + 1) * BLOCK_SIZE]
        return data

    def _write_block(self, flags: int, body: bytes) -> bytes | None:
        if len(body) != 1 + BLOCK_SIZE or body[0] >= BLOCKS or body[0] in self.locked:
            return None
        self.memory[body[0] * BLOCK_SIZE : (body[0] + 1) * BLOCK_SIZE] = body[1:]
        return b"\0"

    def _lock_block(self, flags: int, body: bytes) -> bytes | None:
        if len(body) != 1 or body[0] >= BLOCKS or body[0] in self.locked:
            return None
        self.locked.add(body[0])
        return b"\0"

    def _write_afi(self, flags: int, body: bytes) -> bytes | None:
        if len(body) != 1 or self.afi_locked:
            return None
        self.afi = body[0]
        return b"\0"

    def _lock_afi(self, flags: int, body: bytes) -> bytes | None:
        if self.afi_locked:
            return None
        self.afi_locked = True
        return b"\0"

    def _write_dsfid(self, flags: int, body: bytes) -> bytes | None:
        if len(body) != 1 or self.dsfid_locked:
            return None
        self.dsfid = body[0]
        return b"\0"

    def _lock_dsfid(self, flags: int, body: bytes) -> bytes | None:
        if self.dsfid_locked:
            return None
        self.dsfid_locked = True
        return b"\0"

    def _system_information(self, flags: int, body: bytes) -> bytes | None:
        return b"\0\x0f" + self.uid + bytes((self.dsfid, self.afi, BLOCKS - 1, BLOCK_SIZE - 1, IC_REFERENCE))

    def _nxp_system_information(self, flags: int, body: bytes) -> bytes | None:
        locks = self.afi_locked | self.dsfid_locked << 2
        return bytes((0, 0, 0, locks)) + FEATURES.to_bytes(4, "little")


_HANDLERS: dict[int, Callable[[Tag, int, bytes], bytes | None]] = {
    0x20: Tag._read_blocks,
    0x21: Tag._write_block,
    0x22: Tag._lock_block,
    0x23: Tag._read_blocks,
    0x25: Tag._select,
    0x26: Tag._reset_to_ready,
    0x27: Tag._write_afi,
    0x28: Tag._lock_afi,
    0x29: Tag._write_dsfid,
    0x2A: Tag._lock_dsfid,
    0x2B: Tag._system_information,
    0xAB: Tag._nxp_system_information,
}
_WRITES: Final = frozenset((0x21, 0x22, 0x27, 0x28, 0x29, 0x2A))
