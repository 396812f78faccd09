"""What a game is about, who plays it, and the deal."""

from __future__ import annotations

from collections.abc import Iterator

from domino_table.rulebook.sentence import Sentence, say
from domino_table.rulebook.setup import Setup


def aim(setup: Setup) -> Iterator[Sentence]:
    """The game in a sentence, and what the match is about."""
    yield say(f"aim.{setup.game}")
    if setup["target"] is not None:
        yield setup.pick("target_side", target=setup["target"])


def deal(setup: Setup) -> Iterator[Sentence]:
    """Sides, set, hands, what is left, redeal."""
    yield from _sides(setup)
    yield say("set_max", size=setup.match.tiles.size, top=setup["set_max"])
    yield say("hand.row" if setup.game == "kolbasa" else "hand.tiles", hand=setup["hand"])
    if not setup.rest:
        yield say("rest.none")
    elif "bazaar_reserve" in setup:
        yield say("rest.bazaar", rest=setup.rest)
    else:
        yield say("rest.aside", rest=setup.rest)
    if setup.get("redeal"):
        yield say("redeal", doubles=setup["redeal"]["doubles_ge"], same=setup["redeal"]["same_value_ge"])


def _sides(setup: Setup) -> Iterator[Sentence]:
    if "teams" in setup:
        yield setup.pick("teams")
    if setup.pairs:
        yield say("pairs.true")
    elif setup.match.seats == 4 and "pair_count_partner" in setup:  # they might have been pairs
        yield say("pairs.false")
