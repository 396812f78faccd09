"""What the tiles left in a hand count."""

from __future__ import annotations

from collections.abc import Iterator

from domino_table.rulebook.sentence import Sentence
from domino_table.rulebook.setup import Setup


def hands(setup: Setup) -> Iterator[Sentence]:
    """Pips, and lone doubles where they count otherwise."""
    blank, six = setup.hand_value("0-0"), setup.hand_value("6-6")
    yield setup.pick("lone", blank=blank, six=six, both=setup.hand_value("0-0", "6-6"))
