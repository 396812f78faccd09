"""General Kozel: Generals instead of points."""

from __future__ import annotations

from collections.abc import Iterator

from domino_table.rulebook.sentence import Sentence, say
from domino_table.rulebook.setup import Setup


def points(setup: Setup) -> Iterator[Sentence]:
    """Who becomes General, and who makes room."""
    setup.only("round5_mode", "none")
    yield setup.pick("exit_score")
    yield setup.pick("general_on")
    yield say("general_fish." + setup["fish_variant"])
    if setup["teams"] > 2:
        yield say("general_rotation")
