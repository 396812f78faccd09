"""The steps of a soak: 60 whole matches over all games and builds with faults, and long comparisons of the rules."""

from __future__ import annotations

import os
import shlex
import sys
from dataclasses import dataclass
from pathlib import Path

from domino_table.hardware import load
from domino_table.virtual import fit, lore

from tests.naive import params

MATCHES = 60
BUILDS = ("grid40", "grid40_no_racks", "grid40_bazaar", "grid40_mini")
FAULTS = "mixed"
FIRST_SEED = 101
MISTAKES = 0.08
LONG = {"domino_tennis": 30, "general_kozel": 16}
"""Rounds after which a match of these games stops: a whole one has a hundred and more."""
NAIVE_ROUNDS = 2000
RULES_ROUNDS = 200_000


@dataclass(frozen=True)
class Step:
    """One command: a name for it, its words, whether it prints the figures of a simulated run, or takes all cores."""

    name: str
    words: tuple[str, ...]
    match: bool = False
    alone: bool = False
    environment: tuple[tuple[str, str], ...] = ()

    @property
    def text(self) -> str:
        """The command as one types it."""
        words = [Path(word).name if word == sys.executable else word for word in self.words]
        return " ".join([f"{name}={value}" for name, value in self.environment] + [shlex.join(words)])


def rotation(players: int) -> list[tuple[str, int]]:
    """Parameters for more people than seats."""
    return [("teams", players // 2)] if players > lore.SEATED else []


def playable() -> list[tuple[str, str, int]]:
    """Every (build, game, number of players) that can be played, such that any few of them are much unlike."""
    rounds = []
    for turn in range(max(map(len, lore.GAMES.values()))):
        for build in BUILDS:
            for game, counts in lore.GAMES.items():
                players = counts[(turn + BUILDS.index(build)) % len(counts)]
                rules = lore.lore(game, lore.DEFAULT_PRESETS.get(game), dict(rotation(players)), players)
                if rules is not None and fit.reason(load(build), rules, players) is None:
                    rounds.append((build, game, players))
    return rounds


def matches(number: int = MATCHES, faults: str = FAULTS) -> list[Step]:
    """So many matches, the power cuts and pulled cables of the faults' profile included; faults "": none."""
    chosen, steps = playable(), []
    for n in range(number):
        build, game, players = chosen[n % len(chosen)]
        words = ["domino-table", "simulate", "--build", build, "--game", game, "--players", str(players)]
        words += ["--seed", str(FIRST_SEED + n), "--mistakes", str(MISTAKES), "--json"]
        words += [word for name, value in rotation(players) for word in ("--param", f"{name}={value}")]
        words += ["--faults", faults] if faults else []
        words += ["--rounds", str(LONG[game])] if game in LONG else []
        steps.append(Step(f"match {n + 1:2}: {game}, {players} players, {build}", tuple(words), match=True))
    return steps


def others() -> list[Step]:
    """What is as long and needs no table."""
    python = sys.executable
    steps = [
        Step("power cuts", (python, "-m", "bench", "power_cuts", "--json", "out/soak-power-cuts.json"), alone=True)
    ]
    for game in sorted(params.GAMES):
        words = (python, "-m", "tests.naive.compare", "--game", game, "--rounds", str(NAIVE_ROUNDS), "--seed", "1")
        steps.append(Step(f"naive judge: {game}", words))
    words = ("domino-table", "simulate", "--level", "rules", "--game", "all", "--rounds", str(RULES_ROUNDS))
    steps.append(Step("rules", (*words, "--deals", "steered", "--json"), alone=True))
    properties = (python, "-m", "pytest", "-q", "tests/domino_rules/test_properties.py", "tests/naive/test_spoilt.py")
    steps.append(Step("properties", properties, environment=(("DOMINO_EXAMPLES", "20"),)))
    steps.append(Step("perft", (python, "-m", "bench", "perft", "--json", "out/soak-perft.json"), alone=True))
    steps.append(Step("mutants", (python, "-m", "tests.mutants"), alone=True))
    return steps


def cores() -> int:
    """How many steps may run at the same time."""
    return len(os.sched_getaffinity(0))
