"""A turn, drawing and passing, crosses and doubles; and how a round ends."""

from __future__ import annotations

from collections.abc import Iterator

from domino_table.rulebook.sentence import Sentence, say
from domino_table.rulebook.setup import Setup


def turn(setup: Setup) -> Iterator[Sentence]:
    """What a player may and must do."""
    yield say("turn.order")
    if setup["spinner_rule"] == "none":
        yield say("spinner_rule.none")
    else:
        yield from _cross(setup)
    yield say("turn.must_dry" if setup.dry else "turn.must")
    yield from _draw(setup)
    yield setup.pick("multi_double")
    if setup["multi_double"] != "none":
        yield setup.pick("multi_double_mix")
    if setup["close_doubles"]:
        yield say("close_doubles.true")
        yield setup.pick("close_first")
        yield setup.pick("close_needs_cross")
    elif "close_first" in setup:
        yield say("close_doubles.false")


def _draw(setup: Setup) -> Iterator[Sentence]:
    if not setup.drawable:
        if setup.rest and "bazaar_reserve" in setup:
            yield say("bazaar_reserve.all", reserve=setup["bazaar_reserve"])
        yield say("pass.no_bazaar")
        return
    yield setup.pick("draw_mode")
    if setup["bazaar_reserve"] == 1:
        yield say("bazaar_reserve.last")
    elif setup["bazaar_reserve"]:
        yield say("bazaar_reserve.some", reserve=setup["bazaar_reserve"])
    yield say("pass.bazaar")


def _cross(setup: Setup) -> Iterator[Sentence]:
    only_first, rule = setup["spinner_only_opening"], setup["spinner_rule"]
    if only_first:
        yield say(f"spinner_only_opening.{rule}")
    elif rule == "first_double_played" and setup["close_doubles"]:
        yield say("spinner_rule.first_double_open")
    else:
        yield setup.pick("spinner_rule")
    if rule == "first_double_played":  # the other kind has neighbours on both sides from the start
        yield setup.pick("spinner_arms_open")
    yield say("other_doubles")


def end(setup: Setup) -> Iterator[Sentence]:
    """Exit, fish, fisherman."""
    yield say("exit.row" if setup.game == "kolbasa" else "exit.hand")
    if setup.dry and setup.game != "kolbasa":
        yield say(f"fish_detect.{setup['fish_detect']}_dry")
    else:
        yield setup.pick("fish_detect")
    if setup.game != "kolbasa":
        yield say("exit.first")
    yield setup.pick("fisherman_ignores_double")
    if setup["close_doubles"]:
        yield say("closed")
