"""Points of the winnings family: the winner of a round records, in some games after every turn."""

from __future__ import annotations

from collections.abc import Iterator

from domino_table.rulebook.outline.hands import hands
from domino_table.rulebook.sentence import Sentence, say
from domino_table.rulebook.setup import Setup, engine

_WRITEOFF = 13  # an example


def points(setup: Setup) -> Iterator[Sentence]:
    """Ends, hands, exit, fish, rounding."""
    if setup.fives:
        yield say("fives")
        yield say("fives_cross")
        yield setup.pick("opening_tile_scores")
    yield from hands(setup)
    yield from _exit(setup)
    yield from _fish(setup)
    if _rounded(setup):
        yield setup.pick("round5_mode", **_examples(setup["round5_mode"]))
    falls = "writeoff_floor5" in setup["exit_score"] or setup["fish_variant"] in ("writeoff_all", "leader_diff")
    if "allow_negative" in setup and falls:
        yield setup.pick("allow_negative")


def _round5(points: int, mode: str) -> int:
    return int(engine("books.winnings").round5(points, mode))


def _examples(mode: str) -> dict[str, int]:
    return {f"of{number}": _round5(number, mode) for number in (11, 12, 13, 14, 16)}


def _exit(setup: Setup) -> Iterator[Sentence]:
    rule = setup["exit_score"]
    if rule == "winner_fixed":
        yield say("exit_score.winner_fixed", points=setup.get("exit_points", 10))
    elif rule == "writeoff_floor5":
        yield say("exit_score.writeoff_floor5", example=_WRITEOFF, written=_round5(_WRITEOFF, "down"))
    else:
        rounded = rule == "winner_sum_r5" and setup["round5_mode"] != "none"
        yield say("exit_score.winner_sum_r5" if rounded else "exit_score.winner_sum")
        if setup.pairs:
            yield setup.pick("pair_count_partner")


def _fish(setup: Setup) -> Iterator[Sentence]:
    variant = setup["fish_variant"]
    if variant == "leader_diff":
        yield say("fish_variant.leader_diff")
        if "blocked_round5" in setup and setup["round5_mode"] != "none":
            yield setup.pick("blocked_round5")
    elif variant != "lowest_diff":
        yield setup.pick("fish_variant")
    elif setup.get("fish_winner") == "last_mover":
        yield say("fish_winner.last_mover")
    else:
        yield say("fish_variant.lowest_diff" if setup["round5_mode"] == "none" else "fish_variant.lowest_diff_r5")
        yield say(f"fish_tie.{setup.get('fish_tie', 'void')}_least")


def _rounded(setup: Setup) -> bool:
    if setup["round5_mode"] == "none":
        return False
    variant = setup["fish_variant"]
    fish = variant == "lowest_diff" and setup.get("fish_winner") != "last_mover"
    blocked = variant == "leader_diff" and bool(setup.get("blocked_round5"))
    return fish or blocked or setup["exit_score"] == "winner_sum_r5"
