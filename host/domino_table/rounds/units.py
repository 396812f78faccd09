"""Shares of the work, and how all cores do them: what a share counts depends on its seed alone, not on who does it."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterable
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass, field
from multiprocessing.connection import wait
from random import Random
from typing import Any

from domino_rules.games import GAMES

from domino_table.rounds import book
from domino_table.rounds.setups import Programme
from domino_table.rounds.steer import RECIPES, steered
from domino_table.rounds.table import Table

# Rounds of one share, and rounds after which people end a match that nothing else ends.
SHARE, SESSION = 500, 40


@dataclass(frozen=True)
class Share:
    """One piece of work.

    Attributes:
        rounds: to play; number: of this share among those of the game.
        towards: the rule to deal towards, or None for fair deals.
    """

    game: str
    seed: int
    number: int = 0
    rounds: int = 0
    preset: str | None = None
    params: dict[str, Any] = field(default_factory=dict)
    towards: str | None = None


@dataclass
class Tally:
    """What shares counted: rounds, rules fired and seconds of one core, per game, and the same of steered deals."""

    rounds: Counter[str] = field(default_factory=Counter)
    fired: Counter[tuple[str, str]] = field(default_factory=Counter)
    seconds: Counter[str] = field(default_factory=Counter)
    steered_rounds: Counter[str] = field(default_factory=Counter)
    steered: Counter[tuple[str, str]] = field(default_factory=Counter)

    def add(self, other: Tally) -> None:
        """Take over what another tally counted."""
        for mine, theirs in zip(vars(self).values(), vars(other).values(), strict=True):
            mine.update(theirs)


def shares(games: Iterable[str], rounds: int, seed: int, preset: str | None, params: dict[str, Any]) -> list[Share]:
    """So many rounds of fair deals, shared evenly among the games; the first ones play one more where need be."""
    found, names = [], list(games)
    for place, game in enumerate(names):
        left = rounds // len(names) + (place < rounds % len(names))
        for number in range((left + SHARE - 1) // SHARE):
            found.append(Share(game, seed, number, min(SHARE, left - number * SHARE), preset, params))
    return found


def steering(games: Iterable[str], seed: int) -> list[Share]:
    """A share for each rule of each game that is dealt towards."""
    return [Share(game, seed, towards=name) for game in games for name in RECIPES if game in book.RULES[name].games]


def work(share: Share) -> Tally:
    """Do one share. Raises :class:`domino_table.rounds.table.Disagreement` where judge and people disagree."""
    start = time.process_time()
    tally = Tally()
    if share.towards:
        rounds, fired = steered(share.game, share.towards, share.seed)
        tally.steered_rounds[share.game] = rounds
        tally.steered.update({(share.game, name): times for name, times in fired.items()})
    else:
        _play(share, tally)
        tally.seconds[share.game] = time.process_time() - start  # type: ignore[assignment]
    return tally


def _play(share: Share, tally: Tally) -> None:
    """Matches one after another, until the rounds of a share are played."""
    random = Random(f"{share.game} {share.seed} {share.number}")
    programme = Programme(share.game, share.preset, share.params, share.number)
    session = share.rounds if share.game == "domino_tennis" else SESSION
    left = share.rounds
    while left:
        table = Table(programme.next(random), random)
        last = max(0, left - session)
        while left > last and not table.over:
            played = table.play_round()
            left -= played.redeal is None
            tally.fired.update((share.game, name) for name in book.fired(played))
    tally.rounds[share.game] += share.rounds


def run(todo: list[Share], done: Callable[[Share], None]) -> Tally:
    """Do all shares on all cores; ``done`` hears of each. Raises what ``work`` raises."""
    total = Tally()
    cores = min(len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1, len(todo))
    if cores < 2:
        for share in todo:
            total.add(work(share))
            done(share)
        return total
    with ProcessPoolExecutor(cores, multiprocessing.get_context("spawn"), _begin_work) as pool:
        doing = {pool.submit(work, share): share for share in todo}
        try:
            for future in as_completed(doing):
                total.add(future.result())
                done(doing[future])
        except BaseException:
            for worker in multiprocessing.active_children():
                worker.terminate()
            pool.shutdown(wait=False, cancel_futures=True)
            raise
    return total


def _begin_work() -> None:
    """Leave it to the parent what an interruption means, and do not outlive it, however it ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = multiprocessing.parent_process()
    assert parent is not None
    threading.Thread(target=_end_with, args=(parent.sentinel,), daemon=True).start()


def _end_with(sentinel: int) -> None:
    wait([sentinel])
    os._exit(1)


def all_games(game: str) -> list[str]:
    """The games that an answer to ``--game`` names."""
    return list(GAMES) if game == "all" else [game]
