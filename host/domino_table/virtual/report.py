"""What decides a simulated run, and what came out of it."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from domino_table.virtual.latency import Spread


@dataclass(frozen=True)
class Settings:
    """What decides a run: equal settings give equal journals. ``rounds``: at most so many of each match; 0: all."""

    game: str = "kozel"
    preset: str | None = "graa"
    players: int = 4
    seed: int = 1
    matches: int = 1
    rounds: int = 0
    pace: float = 1.0
    mistakes: float = 0.05
    params: dict[str, Any] = field(default_factory=dict)
    build: str = "grid40"
    field_kind: str = "simple"
    faults: str = "none"
    measured: str | None = None
    keep_going: bool = False


@dataclass
class Report:
    """What came out of a run."""

    settings: Settings
    matches: int = 0
    rounds: int = 0
    acts: Counter[str] = field(default_factory=Counter)
    mistakes: Counter[str] = field(default_factory=Counter)
    fouls: Counter[str] = field(default_factory=Counter)
    questions: int = 0
    nudges: int = 0
    wrong_verdicts: int = 0
    false_accusations: int = 0
    differences: list[str] = field(default_factory=list)
    verdict_ms: Spread = field(default_factory=Spread)
    journal_ms: Spread = field(default_factory=Spread)
    sweep_ms: Spread = field(default_factory=Spread)
    floor_ratio: Spread = field(default_factory=Spread)
    virtual_seconds: float = 0.0
    real_seconds: float = 0.0
    cpu_seconds: float = 0.0
    journal_sha256: str = ""
    records: list[str] = field(default_factory=list)
    faults: dict[str, dict[str, int]] = field(default_factory=dict)

    def as_json(self) -> dict[str, Any]:
        """The figures as one JSON object; all but real time, processor time and ratio are the same in every run."""
        s = self.settings
        return {
            "game": s.game,
            "preset": s.preset,
            "params": s.params,
            "players": s.players,
            "build": s.build,
            "field": s.field_kind,
            "fault_profile": s.faults,
            "seed": s.seed,
            "pace": s.pace,
            "mistake_rate": s.mistakes,
            "matches": self.matches,
            "rounds": self.rounds,
            "plays": self.acts["play"],
            "passes": self.acts["pass"],
            "draws": self.acts["draw"],
            "mistakes": dict(sorted(self.mistakes.items())),
            "fouls_reported": dict(sorted(self.fouls.items())),
            "questions": self.questions,
            "asked_percent": round(100 * self.questions / self.acts["play"], 2) if self.acts["play"] else None,
            "acts_repeated": self.nudges,
            "faults": self.faults,
            "wrong_verdicts": self.wrong_verdicts,
            "false_accusations": self.false_accusations,
            "differences": self.differences,
            "sweep_ms": self.sweep_ms.summary(1),
            "verdict_ms": self.verdict_ms.summary(),
            "journalled_ms": self.journal_ms.summary(),
            "times_air_floor": self.floor_ratio.summary(2),
            "virtual_seconds": round(self.virtual_seconds, 3),
            "real_seconds": round(self.real_seconds, 3),
            "cpu_seconds": round(self.cpu_seconds, 3),
            "virtual_over_real": round(self.virtual_seconds / self.real_seconds, 2) if self.real_seconds else None,
            "journal_sha256": self.journal_sha256,
        }

    def dumps(self) -> str:
        """:meth:`as_json` as text."""
        return json.dumps(self.as_json(), indent=2)
