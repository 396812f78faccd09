"""Measure on a board how well its tags answer on one loop, at each level of the transmitter."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from domino_table.device.bundle import PROBE, on_board
from domino_table.device.deploy import BoardFiles
from domino_table.device.port import LinkError

LEVELS = (
    "TVDD - 0.15 V",
    "TVDD - 0.25 V",
    "TVDD - 0.5 V",
    "TVDD - 1.0 V",
    "3.0 V",
    "2.75 V",
    "2.5 V",
    "2.0 V",
)
"""Transmitter supply at each level, from the strongest on (PN5180 datasheet, DPC_CONFIG)."""

_ROUND_S = 0.5  # a census of a full rack, and as much again
_OPEN_S = 8.0

_OPEN = """
import json
from table.config import load
from table.probe import Probe, attempt
probe = []
def open_probe():
    probe.append(Probe(load(), {loop}))
print(json.dumps(attempt(open_probe)))
"""


class ProbeError(LinkError):
    """Nothing can be measured; the message is one sentence that says what to do."""


@dataclass
class TagRates:
    """One tag: its UID as printed (most significant byte first), its DSFID, its share of answers at each level."""

    uid: str
    dsfid: int
    rates: list[float] = field(default_factory=lambda: [0.0] * len(LEVELS))

    @property
    def half(self) -> tuple[str, int] | None:
        """(tile, pips of the half that carries the tag) by the DSFID; None for a tag of no tile of a double-six set."""
        names = [(low, high) for low in range(7) for high in range(low, 7)]
        if self.dsfid >= 2 * len(names):
            return None
        low, high = names[self.dsfid // 2]
        return f"{low}-{high}", high if self.dsfid % 2 else low


class Probe:
    """A loop of a board that is at its raw prompt. Raises ProbeError, DeployError, Unplugged."""

    def __init__(self, board: BoardFiles, port: str, loop: int) -> None:
        self._board, self._port = board, port
        try:
            self.build = str(json.loads(board.read("/config.json") or b"")["build"])
        except (ValueError, KeyError, TypeError):
            self.build = ""
        if not self.build or not board.hashes([PROBE])[PROBE]:
            raise ProbeError(
                f"the board on {port} has no table firmware, or an old one: "
                "run `domino-table deploy` (with --build first_loop for a first evening)"
            )
        self._ask(on_board(_OPEN.format(loop=loop)), _OPEN_S)

    def measure(self, rounds: int) -> Iterator[list[TagRates]]:
        """After each level the rates so far, by UID."""
        tags: dict[str, TagRates] = {}
        for level in range(len(LEVELS)):
            code = f"print(json.dumps(attempt(probe[0].measure, {level}, {rounds})))"
            for uid, (dsfid, answers) in self._ask(code, _OPEN_S + rounds * _ROUND_S).items():
                tags.setdefault(uid, TagRates(uid, dsfid)).rates[level] = answers / rounds
            yield [tags[uid] for uid in sorted(tags)]

    def _ask(self, code: str, timeout: float) -> Any:
        answer = json.loads(self._board.run(code, timeout))
        if "result" in answer:
            return answer["result"]
        if answer["error"] == "reader":
            raise ProbeError(
                f"no PN5180 does what it is told on the board on {self._port} ({answer['detail']}): check its supplies "
                f"(5 V and 3.3 V) and its pins against `domino-table hardware {self.build} --wiring`"
            )
        raise ProbeError(
            f"the board on {self._port} has no such {answer['error']}: "
            f"see `domino-table hardware {self.build} --wiring`"
        )
