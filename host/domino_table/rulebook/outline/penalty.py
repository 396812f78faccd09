"""Points of the penalty family: they are written on those who keep tiles."""

from __future__ import annotations

from collections.abc import Iterator

from domino_table.rulebook.outline.hands import hands
from domino_table.rulebook.sentence import Sentence, say
from domino_table.rulebook.setup import Setup

_TIED = {"one": "most", "loser_own": "least", "diff": "least"}


def points(setup: Setup) -> Iterator[Sentence]:
    """Hands, exit, fish, carry, threshold."""
    setup.only("round5_mode", "none")
    yield from hands(setup)
    yield setup.pick("exit_score")
    if setup.pairs:
        yield setup.pick("pair_count_partner")
    yield setup.pick("fish_variant")
    if setup["fish_variant"] in _TIED:
        yield from _tie(setup)
    if setup.threshold:
        yield from _threshold(setup)
    elif "below_threshold" in setup:
        yield _no_threshold(setup["open_threshold"])


def _no_threshold(needed: int | None) -> Sentence:
    if needed == 1:
        return say("open_threshold.points", least=needed)
    return say("open_threshold.any" if needed is None else "open_threshold.zero")


def remembers(setup: Setup) -> bool:
    """Whether there are remembered points."""
    return bool(setup.threshold) and bool(setup["below_threshold"] == "remember")


def _tie(setup: Setup) -> Iterator[Sentence]:
    shared = _TIED[setup["fish_variant"]]
    rule = setup.get("fish_tie", "carry")
    yield say(f"fish_tie.{rule}_{shared}")
    if rule == "carry":
        yield say("carry")
        if setup.threshold:
            yield setup.pick("carry_opens")


def _threshold(setup: Setup) -> Iterator[Sentence]:
    yield say("open_threshold.points", least=setup.threshold)
    yield setup.pick("below_threshold", least=setup.threshold)
    if setup["fish_variant"] == "one" and remembers(setup):
        yield say("fish_one_forgets")
