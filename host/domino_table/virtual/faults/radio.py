"""Faults of a reader's radio half. Each has the face of the transceiver that it stands in for."""

from __future__ import annotations

from typing import Any

from domino_table.virtual.chips.pn5180 import registers as r
from domino_table.virtual.faults.shell import Shell


class Parked(Shell):
    """The transceiver hangs in WaitReceive: no transmission starts, Idle is not obeyed; only a reset helps."""

    own = ("_parked",)

    def __init__(self, inner: object) -> None:
        super().__init__(inner)
        self._parked = True

    def state(self, t: int) -> int:
        return r.WAIT_RECEIVE if self._parked else self.inner.state(t)

    def command(self, t: int, command: int) -> None:
        if not self._parked:
            self.inner.command(t, command)

    def power_on(self, t: int) -> None:
        self._parked = False
        self.inner.power_on(t)


class KeepsListening(Shell):
    """After a request without an answer the receiver goes on waiting for it: until Idle nothing later is heard.

    Unlike what the data sheet says the chip takes the next transmission without a word.
    """

    own = ("_deaf",)

    def __init__(self, inner: object) -> None:
        super().__init__(inner)
        self._deaf = False

    def state(self, t: int) -> int:
        found: int = self.inner.state(t)
        return r.WAIT_TRANSMIT if found in (r.WAIT_RECEIVE, r.WAIT_FOR_DATA) else found

    def command(self, t: int, command: int) -> None:
        if command == r.COMMAND_IDLE:
            self._deaf = False
        self.inner.command(t, command)

    def transmit(self, t: int, *what: Any) -> None:
        before, self.inner.deaf = self.inner.deaf, self._deaf or self.inner.deaf
        self.inner.transmit(t, *what)
        self.inner.deaf = before
        self._deaf = self.inner.state(t + SETTLED_US) in (r.WAIT_FOR_DATA, r.WAIT_RECEIVE)


AGC = 0x3FF
"""AGC_VALUE in RF_STATUS."""
SETTLED_US = 20_000
"""Any answer to a transmission is complete by then."""


class Deaf(Shell):
    """Requests go out, nothing comes back; ``curable``: until a reset."""

    own = ("_deaf", "_curable")

    def __init__(self, inner: object, curable: bool) -> None:
        super().__init__(inner)
        self._deaf, self._curable = True, curable

    def transmit(self, t: int, *what: Any) -> None:
        before, self.inner.deaf = self.inner.deaf, self._deaf or self.inner.deaf
        self.inner.transmit(t, *what)
        self.inner.deaf = before

    def power_on(self, t: int) -> None:
        self._deaf = self._deaf and not self._curable
        self.inner.power_on(t)


class Unpowered(Deaf):
    """The transmitter lacks its 5 V: the chip believes that its field is on, and there is none."""

    def __init__(self, inner: object) -> None:
        super().__init__(inner, curable=False)

    def status(self, t: int) -> int:
        status: int = self.inner.status(t)
        return status & ~AGC
