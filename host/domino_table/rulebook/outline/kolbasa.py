"""A turn of kolbasa: rows face down, two lines, the cut."""

from __future__ import annotations

from collections.abc import Iterator

from domino_table.rulebook.sentence import Sentence, say
from domino_table.rulebook.setup import Setup


def turn(setup: Setup) -> Iterator[Sentence]:
    """What a turned-up tile does. There is nothing to choose but the line, and the cut."""
    setup.only("spinner_rule", "none")
    setup.only("close_doubles", False)
    yield say("kolbasa.turn")
    yield setup.pick("start")
    yield say("kolbasa.lines")
    yield setup.pick("continue_on_fit")
    yield setup.pick("miss_goes_to")
    yield setup.pick("cut_needs")
    yield setup.pick("after_cut")
