"""Who plays first, with which tile: in the first round and in the later ones."""

from __future__ import annotations

from collections.abc import Iterator

from domino_table.rulebook.outline import tennis
from domino_table.rulebook.sentence import Sentence, say
from domino_table.rulebook.setup import Setup

_LISTED = 7  # doubles; of a larger set only the first three and the last
_OTHERS = 3


def opening(setup: Setup) -> Iterator[Sentence]:
    """The first round, then the others."""
    if setup["opener_first"] == "server":
        yield from tennis.serve(setup)
        return
    yield from _first(setup)
    yield from _next(setup)
    # Who has the right to go for a hundred opens with any tile, whatever opens other rounds.
    free = setup["opener_next"] in ("winner", "rotate") or setup["opener_first"] == "lot" or setup.book == "morskoy"
    if free and setup.pairs and "opener_who" in setup:
        yield setup.pick("opener_who")


def _free(setup: Setup) -> bool:
    """Whether an opener who is not named by a tile chooses one: not where he turns it up."""
    return setup.game != "kolbasa"


def _order(setup: Setup, rule: str) -> dict[str, str]:
    first, doubles, others = setup.openers(rule)
    listed = ", ".join(doubles) if len(doubles) <= _LISTED else f"{', '.join(doubles[:3])} … {doubles[-1]}"
    return {"first": first, "doubles": listed, "others": ", ".join(others[:_OTHERS])}


def _first(setup: Setup) -> Iterator[Sentence]:
    rule = setup["opener_first"]
    if rule == "lot":
        yield say("opener_first.lot", free=_free(setup))
    elif not setup.rest:
        yield say("opener_first.held", first=_order(setup, rule)["first"])
    else:
        yield setup.pick("opener_first", **_order(setup, rule))


def _next(setup: Setup) -> Iterator[Sentence]:
    rule = setup["opener_next"]
    if rule == "lowest_double" and setup.rest:
        yield say("opener_next.lowest_double", **_order(setup, rule))
    elif rule == "lowest_double":
        yield say("opener_next.held", first=_order(setup, rule)["first"])
    elif rule in ("winner", "rotate"):
        yield setup.pick("opener_next", free=_free(setup))
    else:
        yield setup.pick("opener_next")
    if rule == "winner":
        yield from _after_fish(setup)


def _after_fish(setup: Setup) -> Iterator[Sentence]:
    rule = setup.get("fish_opener", "fisherman")
    named = setup["fish_variant"] == "leader_diff" or setup.get("fish_winner") == "last_mover"
    if rule == "round_winner" and named:
        yield say("fish_opener.winner_named", free=_free(setup))
        return
    yield say("fish_opener.opener_rule") if rule == "opener_rule" else say(f"fish_opener.{rule}", free=_free(setup))
    if rule == "round_winner" and setup.book != "morskoy":
        yield say(f"fish_opener_tie.{setup.get('fish_opener_tie', 'opener_rule')}")
