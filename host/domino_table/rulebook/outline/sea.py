"""The sea goat: one open account, the hundred, the debt and the eggs."""

from __future__ import annotations

from collections.abc import Iterator

from domino_rules.books.morskoy import TRIES

from domino_table.rulebook.outline.hands import hands
from domino_table.rulebook.sentence import Sentence, say
from domino_table.rulebook.setup import Setup


def points(setup: Setup) -> Iterator[Sentence]:
    """What a round won is worth, and to whom."""
    setup.only("round5_mode", "none")
    least = setup["sea_min"]
    yield from hands(setup)
    yield setup.pick("exit_score")
    if setup.pairs:
        yield setup.pick("pair_count_partner")
    yield say("sea.owner", least=least)
    yield setup.pick("small_win", least=least)
    yield setup.pick("rival_effect", least=least)


def special(setup: Setup) -> Iterator[Sentence]:
    """Special finishes, the hundred, fishes."""
    least = setup["sea_min"]
    yield say("sea.bald")
    yield setup.pick("bald_title_to")
    yield say("sea.six", least=least)
    yield say("sea.hundred")
    yield say("sea.svoyak", least=least)
    yield setup.pick("hundred_if_not_held")
    yield setup.pick("fish_variant", least=least)
    yield say("sea.debt", least=least, tries=TRIES)
    yield setup.pick("debt_fail", tries=TRIES)
    first, _, _ = setup.openers("11")
    yield say("sea.eggs", first=first, tries=TRIES)
    yield say("sea.otherwise")
