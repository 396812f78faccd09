"""Perft: the legal lines of fixed deals are counted by the engine on both interpreters and by the naive judge.

Ten deals a game, to depth 6; a depth is left out where the one before has more lines than anybody wants to wait for.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any

from domino_rules.games import GAMES
from domino_rules.prng import Prng
from domino_rules.referee import Referee
from domino_table.rounds.setups import Setup, bases
from naive import Judge

from bench._perft import counts

HERE = Path(__file__).parent
FIRMWARE = HERE.parent / "firmware"
MICROPYTHON = Path(sys.executable).parent / "micropython"
DEALS, DEPTH, MOST = 10, 6, 20_000
INTERPRETERS = (([sys.executable], "PYTHONPATH"), ([str(MICROPYTHON), "-X", "heapsize=2048M"], "MICROPYPATH"))


def deals(game: str, number: int, depth: int, most: int) -> list[dict[str, Any]]:
    """The first ``number`` fixed deals of a game, its presets and numbers of players in turn."""
    found = []
    for k in range(number):
        setup = bases(game)[k % len(bases(game))]
        for seed in range(1000 * k + 1, 1000 * k + 1000):
            deal = _deal(setup, seed)
            if deal:
                found.append(deal | {"depth": depth, "most": most})
                break
    return found


def _deal(setup: Setup, seed: int) -> dict[str, Any] | None:
    """A deal by its number, or None where it must be dealt again."""
    referee = Referee()
    referee.feed(setup.line())
    match = referee.match
    deck = list(range(match.tiles.size))
    Prng(seed).shuffle(deck)
    names = [match.tiles.name(tile) for tile in deck]
    size = match.params["hand"]
    hands = [names[seat * size : seat * size + size] for seat in range(match.seats)]
    line = {"type": "deal", "hands": hands}
    redealt = len(referee.feed(line)) > 1
    return None if redealt else {"match": setup.line(), "deal": line, "stock": names[match.seats * size :]}


def by_naive(deal: dict[str, Any]) -> list[int]:
    """The counts of the naive judge."""
    return counts(lambda: Judge().feed, deal)


def by_engine(wanted: list[dict[str, Any]], command: list[str], path: str) -> list[list[int]]:
    """The engine's counts on an interpreter."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "deals.jsonl")
        file.write_text("".join(json.dumps(deal) + "\n" for deal in wanted), encoding="utf-8")
        done = subprocess.run(
            [*command, str(HERE / "_perft.py"), str(file)],
            env={**os.environ, path: f"{FIRMWARE}:.frozen"},
            check=True,
            capture_output=True,
            text=True,
        )
    return [json.loads(line) for line in done.stdout.splitlines()]


def compare(game: str, number: int, depth: int, most: int = MOST) -> tuple[list[list[int]], list[str]]:
    """The naive judge's counts of a game's deals, and a sentence for each deal that somebody counts otherwise."""
    wanted = deals(game, number, depth, most)
    naive = [by_naive(deal) for deal in wanted]
    differing = []
    for command, path in INTERPRETERS:
        for k, found in enumerate(by_engine(wanted, command, path)):
            if found != naive[k]:
                name = Path(command[0]).name
                differing.append(f"{game}, deal {k + 1}: naive {naive[k]}, engine on {name} {found}: {wanted[k]}")
    return naive, differing


def _game(game: str) -> tuple[str, list[list[int]], list[str], float]:
    start = time.monotonic()
    naive, differing = compare(game, DEALS, DEPTH)
    return game, naive, differing, time.monotonic() - start


def run() -> list[dict[str, Any]]:
    """Every game, on all cores."""
    figures: list[dict[str, Any]] = []
    with ProcessPoolExecutor() as pool:
        for game, naive, differing, seconds in pool.map(_game, GAMES):
            for sentence in differing:
                print(sentence)
            short = [len(found) for found in naive if len(found) < DEPTH]
            note = f", {len(short)} deals to depth {min(short)} only" if short else ""
            name = f"perft {game}: {sum(map(sum, naive)):,} lines in {seconds:.0f} s{note}; differing deals"
            figures.append({"name": name, "value": len(differing), "unit": "", "bar": "0", "ok": not differing})
    return figures
