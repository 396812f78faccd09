"""The radio half of the PN5180: its field, the transceive state machine and the times of a transmission."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, Protocol

from domino_table.virtual import airtime
from domino_table.virtual.chips.iso15693 import crc16
from domino_table.virtual.chips.pn5180 import registers as r
from domino_table.virtual.field import Reception

RX_WAIT_US: Final = 300
"""WaitReceive lasts this long after a transmission, then the receiver is enabled; less than t1. Estimate."""
RF_RAMP_US: Final = 20
COLLISION_AVOIDANCE_US: Final = 600
"""T_IDT and a random part of ISO/IEC 18092 before the field comes on. Estimate."""
RX_BUFFER: Final = 508
CRC_LENGTH: Final = 2
JUNK: Final = 0xA5


class Antenna(Protocol):
    """What the radio works on: :class:`domino_table.virtual.field.AirPort`, or a model of the field."""

    foreign_field: bool
    disturbed: Callable[[int], None] | None

    def rf(self, t: int, on: bool) -> None: ...

    def level(self, t: int, level: int) -> None: ...

    def agc(self) -> int: ...

    def transmit(self, start: int, end: int, frame: bytes | None) -> Reception | None: ...


class Transceiver:
    """State of the radio as a function of time.

    A transmission is worked out when it starts; what the host sees of it is a matter of comparing times. Interrupts
    that lie in the future wait in ``pending``, ordered by time.
    """

    def __init__(self, antenna: Antenna) -> None:
        self.antenna = antenna
        antenna.disturbed = self._lose_answer
        self.deaf = False
        """Fault: transmissions go out but nothing ever comes back (no 5 V for the transmitter, broken coil)."""
        self._phases: tuple[int, int, int, int] | None = None  # sent, listening, SOF, end (-1: no answer)
        self.power_on(0)

    def power_on(self, t: int) -> None:
        """Everything as after a reset; the field is off."""
        self.antenna.rf(t, False)
        self.field_on = False
        self.transmit_config = self.receive_config = r.NO_CONFIG
        self.active_error_cause = 0
        self.pending: list[tuple[int, int]] = []
        self.received = b""
        self.rx_status = 0
        self._field_at = t
        self._command = r.COMMAND_IDLE
        self._phases = None

    # The field.

    def rf_on(self, t: int, avoid: bool) -> None:
        """RF_ON. With collision avoidance a foreign field keeps it off and raises RF_ACTIVE_ERROR."""
        self.active_error_cause = 0
        if avoid and self.antenna.foreign_field:
            self.active_error_cause = r.RF_CAUSE_EXTERNAL_FIELD
            self._later(t + COLLISION_AVOIDANCE_US, r.RF_ACTIVE_ERROR_IRQ)
            return
        at = t + RF_RAMP_US + (COLLISION_AVOIDANCE_US if avoid and not self.field_on else 0)
        if not self.field_on:
            self._field_at = at
            self.antenna.rf(at, True)
        self.field_on = True
        self._later(at, r.TX_RFON_IRQ)

    def rf_off(self, t: int) -> None:
        self.antenna.rf(t, False)
        self.field_on = False
        self._later(t + RF_RAMP_US, r.TX_RFOFF_IRQ)

    # The transceive command.

    def command(self, t: int, command: int) -> None:
        """The command bits of SYSTEM_CONFIG were written. Idle ends whatever is going on."""
        if command == r.COMMAND_IDLE:
            if self.rx_status_at(t) == 0:
                self.received, self.rx_status = b"", 0
            self._phases = None
            self.pending = [(at, bits) for at, bits in self.pending if bits & ~_TRANSMISSION_IRQS]
        if command != r.COMMAND_KEEP:
            self._command = command

    def state(self, t: int) -> int:
        """TRANSCEIVE_STATE of RF_STATUS at ``t``."""
        if self._command != r.COMMAND_TRANSCEIVE:
            return r.IDLE
        if self._phases is None:
            return r.WAIT_TRANSMIT
        sent, listening, sof, end = self._phases
        if t < sent:
            return r.TRANSMITTING
        if t < listening:
            return r.WAIT_RECEIVE
        if end < 0 or t < sof:
            return r.WAIT_FOR_DATA
        return r.RECEIVING if t < end else r.WAIT_TRANSMIT

    def status(self, t: int) -> int:
        """RF_STATUS."""
        state = self.state(t)
        value = state << r.TRANSCEIVE_STATE_SHIFT | self.active_error_cause << r.RF_ACTIVE_CAUSE_SHIFT
        if self.field_on and t >= self._field_at:
            value |= r.TX_RF_ON | self.antenna.agc()
        if state == r.TRANSMITTING:
            value |= r.TX_ACTIVE
        if state in (r.WAIT_FOR_DATA, r.RECEIVING):
            value |= r.RX_ENABLE
        if state == r.RECEIVING:
            value |= r.RX_ACTIVE
        return value

    def data_at(self, t: int) -> bytes:
        """What READ_DATA finds: the last reception, or nothing while none is complete."""
        return self.received if self.rx_status_at(t) else b""

    def rx_status_at(self, t: int) -> int:
        """RX_STATUS: of the reception that is complete at ``t``; zero from a transmission to its answer."""
        if self._phases is not None and (self._phases[3] < 0 or t < self._phases[3]):
            return 0
        return self.rx_status

    def transmit(self, t: int, data: bytes, valid_bits: int, config: int, crc_tx: bool, crc_rx: bool) -> None:
        """Send from ``t`` on what TX_CONFIG allows: symbols, data, CRC. The state must be WaitTransmit."""
        start, stop = config & r.TX_START_SYMBOL, config & r.TX_STOP_SYMBOL
        body = b""
        if config & r.TX_DATA_ENABLE and data:
            body = data + crc16(data) if crc_tx else data
        periods = (airtime.REQUEST_SOF if start else 0) + (airtime.REQUEST_EOF if stop else 0)
        sent = t + airtime.us(periods + airtime.REQUEST_BYTE * len(body))
        self.received, self.rx_status = b"", 0
        reception = None
        if self.transmit_config in r.ISO15693_TX and not self.deaf:
            if start and stop:
                reception = self.antenna.transmit(t, sent, body if not valid_bits else b"")
            elif stop and not body:
                reception = self.antenna.transmit(t, sent, None)
            else:
                self.antenna.transmit(t, sent, b"")
        self._later(sent, r.TX_IRQ)
        rate_fits = reception is not None and self.receive_config == (
            r.ISO15693_RX_53 if reception.fast else r.ISO15693_RX_26
        )
        if reception is None or not rate_fits:
            self._phases = (sent, sent + RX_WAIT_US, 0, -1)
            return
        self._phases = (sent, sent + RX_WAIT_US, reception.start, reception.end)
        self._later(reception.start + airtime.us(airtime.RESPONSE_EDGE), r.RX_SOF_DET_IRQ)
        self._later(reception.end, r.RX_IRQ)
        self._receive(reception, crc_rx)

    def _lose_answer(self, t: int) -> None:
        """The antenna changed under the exchange: what was not complete by then is not heard."""
        if self._phases is not None and t < self._phases[3]:
            sent, listening, _, _ = self._phases
            self._phases = (sent, listening, 0, -1)
            self.received, self.rx_status = b"", 0
            self.pending = [(at, bits) for at, bits in self.pending if not bits & (r.RX_IRQ | r.RX_SOF_DET_IRQ)]

    def _receive(self, reception: Reception, crc_rx: bool) -> None:
        data, status = reception.data, 0
        if crc_rx and data:
            if len(data) < CRC_LENGTH or crc16(data[:-CRC_LENGTH]) != data[-CRC_LENGTH:]:
                status |= r.RX_INTEGRITY_ERROR
            data = data[:-CRC_LENGTH]
        if reception.collision >= 0:
            status |= r.RX_COLLISION | (reception.collision & 0x7F) << r.RX_COLLISION_SHIFT
        self.received = data[:RX_BUFFER]
        self.rx_status = status | len(self.received)

    def _later(self, t: int, bits: int) -> None:
        self.pending.append((t, bits))
        self.pending.sort()


_TRANSMISSION_IRQS: Final = r.TX_IRQ | r.RX_IRQ | r.RX_SOF_DET_IRQ | r.RX_SC_DET_IRQ
