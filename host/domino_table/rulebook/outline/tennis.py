"""Domino tennis: the serve, rallies, games, sets and the tie-break."""

from __future__ import annotations

from collections.abc import Iterator

from domino_rules.books import tennis

from domino_table.rulebook.outline.hands import hands
from domino_table.rulebook.sentence import Sentence, say
from domino_table.rulebook.setup import Setup


def serve(setup: Setup) -> Iterator[Sentence]:
    """Who serves, and with what."""
    yield setup.pick("opener_first")
    yield setup.pick("opener_next")
    yield say("serve.double")
    yield say("serve.draw" if setup.drawable else "serve.any")


def points(setup: Setup) -> Iterator[Sentence]:
    """What a rally costs."""
    setup.only("round5_mode", "none")
    yield from hands(setup)
    yield setup.pick("exit_score")
    yield say("minimal", two=tennis.MINIMAL[2], three=tennis.MINIMAL[3], four=tennis.MINIMAL[4])
    yield setup.pick("fish_variant")


def games(setup: Setup) -> Iterator[Sentence]:
    """Game, set, tie-break."""
    six, blank = setup.hand_value("6-6"), setup.hand_value("0-0")
    yield say("tennis.game", lost=tennis.GAME_LOST, safe=tennis.SAFE, lead=tennis.LEAD)
    if six == tennis.LONE_SIX:
        yield say("tennis.carried", six=six, carried=tennis.CARRIED)
    yield say("tennis.set", games=tennis.GAMES, lead=tennis.SET_LEAD)
    yield say("tennis.tiebreak", to=tennis.TIEBREAK)
    yield say("tennis.tiebreak_fish")
    # The engine knows lone doubles in a tie-break by what they count.
    if six == tennis.LONE_SIX:
        yield say("tennis.lone_six")
    if tennis.LONE_BLANK in (six, blank):
        yield say("tennis.lone_double", tile="0-0" if blank == tennis.LONE_BLANK else "6-6")
    yield setup.pick("tb_serve")
    yield say("tennis.after_tiebreak")
