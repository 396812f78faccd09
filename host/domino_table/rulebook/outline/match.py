"""How a match ends: targets, counts, titles, the clock, rating."""

from __future__ import annotations

from collections.abc import Iterator

from domino_table.rulebook.outline.penalty import remembers
from domino_table.rulebook.sentence import Sentence, say
from domino_table.rulebook.setup import Setup, engine

_BASE, _OWN = 100, 25  # an example


def match(setup: Setup) -> Iterator[Sentence]:
    """What ends the match, who has won, what they are called."""
    yield from _end(setup)
    if setup.title and setup.book == "penalty":
        yield say(f"title.{setup.title}")
    yield say("timeout")
    yield from _rating(setup)


def _end(setup: Setup) -> Iterator[Sentence]:
    if setup.book == "sport":
        yield say("rounds", rounds=setup["rounds"])
        if remembers(setup):
            yield say("rounds_remembered")
    elif setup.book == "tennis":
        yield say("sets_to_win", sets=setup["sets_to_win"])
    elif setup.book == "general":
        limit = setup["generals_limit"]
        yield say("generals_limit.none") if limit is None else say("generals_limit.some", limit=limit)
    elif setup["target"] is None:
        yield say("target.null")
    else:
        yield from _target(setup)
    if "end_check" in setup and setup.fives and setup["target"] is not None:
        yield setup.pick("end_check")


def _target(setup: Setup) -> Iterator[Sentence]:
    side = setup["target_side"]
    yield say(f"target.{side}", target=setup["target"])
    if setup.book == "penalty":
        yield say(f"several_goats.{setup['several_goats']}_{'lose' if side == 'loses' else 'win'}")
    elif setup.book == "morskoy":
        return
    elif side == "loses":
        yield say("several_goats.all_lose")
    else:
        yield say("target.draw" if setup.shared_target_draws else "target.most")


def _rating(setup: Setup) -> Iterator[Sentence]:
    if not setup["rating"]:
        return
    if setup.book == "sport":  # its matches end by count, which earns no rating
        yield say("rating.timeout_only")
    else:
        yield say("rating.true", base=_BASE, own=_OWN, earned=engine("books.penalty").rating(_BASE, _OWN))
        yield say("rating.timeout")
    if remembers(setup):
        yield setup.pick("rating_counts_remembered")
