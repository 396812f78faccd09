"""What holds for every record of every game, legal or not: each property with a handful of examples per game.

``DOMINO_EXAMPLES=20`` in the environment tries twenty times as many (``make soak``).
"""

from __future__ import annotations

import importlib
import json
import os
import re
import sys
from pathlib import Path
from random import Random

import pytest
from domino_rules import packed, record, view
from domino_rules.games import GAMES
from domino_rules.referee import Referee
from domino_rules.tiles import count
from hypothesis import given, settings
from hypothesis import strategies as st

sys.path.insert(0, str(Path(__file__).parent))
import wild

seeds = st.integers(0, 2**32)
every_game = pytest.mark.parametrize("game", GAMES)
TIMES = int(os.environ.get("DOMINO_EXAMPLES", "1"))


def examples(number: int) -> settings:
    """So many examples, or more in a soak run."""
    return settings(max_examples=number * TIMES, deadline=None)


@every_game
@examples(5)
@given(seeds)
def test_no_sequence_of_lines_raises_and_every_line_has_one_verdict(game, seed):
    for referee, line, out in wild.record(seed, 120, nonsense=0.4, game=game):
        assert [answer["type"] for answer in out].count("verdict") == 1
        assert out[0]["type"] == "verdict"
        assert out[0]["n"] == referee.n
        for answer in out:
            assert record.parse(record.text(answer)) == answer
        record.text(referee.state())
        packed.decode(packed.encode(line))


@settings(max_examples=30, deadline=None)
@given(st.lists(st.recursive(st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
                             lambda inner: st.lists(inner) | st.dictionaries(st.text() | st.integers(), inner)
                             ), max_size=8))  # fmt: skip
def test_no_value_raises(values):
    referee = Referee()
    referee.feed({"type": "match", "v": 1, "game": "kozel", "seats": ["A", "B"]})
    for value in values:
        assert referee.feed(value)[0]["ok"] is False
        referee.feed_text(str(value))


@every_game
@examples(4)
@given(seeds, st.data())
def test_striking_a_line_gives_the_state_without_it(game, seed, data):
    lines = [
        line for _, line, _ in wild.record(seed, 80, nonsense=0.1, game=game) if line["type"] not in ("correct", "rule")
    ]
    struck = data.draw(st.integers(0, len(lines) - 1))
    corrected, plain = Referee(), Referee()
    for i, line in enumerate(lines):
        corrected.feed(line)
        if i == struck:
            plain.feed_text("")
        else:
            plain.feed(line)
    corrected.feed({"type": "correct", "ref": struck + 1, "to": None, "by": "x", "reason": "y"})
    one, other = corrected.state(), plain.state()
    one["n"] = other["n"]
    assert one == other


@every_game
@examples(4)
@given(seeds)
def test_a_corrected_record_equals_the_corrected_lines(game, seed):
    """Corrections undone in turn: the state is what it was before them."""
    referee = None
    for referee, line, out in wild.record(seed, 60, nonsense=0.05, game=game):  # noqa: B007 (the last one is used)
        if line["type"] == "correct" and out[0]["ok"]:
            return
    before = referee.state()
    for ref in (2, 4, 3):
        if ref <= referee.n:
            referee.feed({"type": "correct", "ref": ref, "to": None, "by": "x", "reason": "y"})
            referee.feed({"type": "correct", "ref": referee.n, "to": None, "by": "x", "reason": "y"})
    after = referee.state()
    after["n"] = before["n"]
    assert after == before


TILE = re.compile(r"^\d+-\d+$")


def tiles_in(value):
    """All tile names anywhere in a value."""
    if isinstance(value, str):
        return {"-".join(sorted(value.split("-"), key=int))} if TILE.match(value) else set()
    if isinstance(value, dict):
        value = list(value.values())
    return set().union(*map(tiles_in, value)) if isinstance(value, list) else set()


@every_game
@examples(5)
@given(seeds, st.booleans())
def test_the_public_never_sees_a_hidden_tile(game, seed, unseen):
    shown = set()
    for referee, line, out in wild.record(seed, 120, nonsense=0, unseen=unseen, game=game):
        if referee.match is None:
            continue
        shown |= wild.seen_tiles(line, referee.match.tiles.top)
        if referee.phase == "play":
            for answer in (*out, referee.state()):
                answer = view.shown(answer, "public")
                if answer["type"] == "state":
                    answer = {k: v for k, v in answer.items() if k not in ("params", "round_end")}
                assert tiles_in(answer) <= shown
            assert tiles_in(view.shown(line, "public")) <= shown
        elif line["type"] == "deal":
            shown = set()


@every_game
@examples(3)
@given(seeds, st.sampled_from(["stand", "parish", "strict", "rocoh"]))
def test_the_public_sees_no_hidden_tile_whatever_follows_from_breaches(game, seed, profile):
    """Breaches that stand, tiles that stay open, hands that are annulled: shown is what has lain on the table."""
    rng, shown = Random(seed), set()
    for referee, line, out in wild.record(seed, 60, nonsense=0, unseen=False, game=game, profile=profile):
        if referee.match is None:
            continue
        if line["type"] == "deal":
            shown = set()
        for again in (True, False):
            shown |= wild.seen_tiles(line, referee.match.tiles.top)
            for answer in (*out, referee.state()) if referee.phase == "play" else ():
                answer = view.shown(answer, "public")
                answer = {k: v for k, v in answer.items() if k not in ("params", "round_end")}
                assert tiles_in(answer) <= shown
            if not again or referee.phase != "play" or rng.random() < 0.6:
                break
            line = wild.mistake(rng, referee)
            out = referee.feed(line)


@every_game
@examples(4)
@given(seeds, st.booleans())
def test_no_tile_is_lost(game, seed, unseen):
    """Hands, table and bazaar are the set; so are their pips. Where tiles are unseen their number is the set's."""
    for referee, _, _ in wild.record(seed, 150, nonsense=0.05, unseen=unseen, game=game):
        match = referee.match
        if match is None or match.phase != "play":
            continue
        known = sum(map(count, match.hands)) + count(match.table)
        assert known + sum(match.unseen) + match.stock_count == match.tiles.size
        if match.stock is None or any(match.unseen):
            continue
        parts = [*match.hands, match.stock, match.table]
        assert sum(map(match.tiles.pip_sum, parts)) == match.tiles.pip_sum(match.tiles.all)
        assert sum(parts) == match.tiles.all


@every_game
@examples(3)
@given(seeds)
def test_text_and_bytes_bring_back_the_record(game, seed):
    """A line is the same after its text and its bytes, and a record read back from text is judged alike."""
    again = Referee()
    for _, line, out in wild.record(seed, 100, nonsense=0.3, game=game):
        assert packed.decode(packed.encode(line)) == line
        assert json.loads(record.text(line)) == line
        assert again.feed_text(record.text(line)) == out


@every_game
@examples(3)
@given(seeds, st.data())
def test_the_public_sees_no_hidden_tile_in_a_correction(game, seed, data):
    """A line that an arbiter rewrites, and all that follows from it, shows no more than the table has shown."""
    shown, lines, referee = set(), [], None
    for referee, line, _ in wild.record(seed, 60, nonsense=0, unseen=False, game=game):
        lines.append(line)
        if referee.match is not None:
            shown |= wild.seen_tiles(line, referee.match.tiles.top)
    ref = data.draw(st.integers(1, len(lines)))
    other = data.draw(st.sampled_from([None, *lines[1:]]))
    if isinstance(other, dict):
        shown |= wild.seen_tiles(other, referee.match.tiles.top)
    fix = {"type": "correct", "ref": ref, "to": other, "by": "x", "reason": "y"}
    out = referee.feed(fix)
    for answer in (fix, *out, referee.state()):
        answer = {k: v for k, v in view.shown(answer, "public").items() if k not in ("params", "round_end")}
        assert referee.phase != "play" or tiles_in(answer) <= shown


@every_game
def test_every_choice_that_a_game_allows_can_be_played(game):
    """Each listed value of each parameter, alone: the match opens or is refused, and a round of it raises nothing."""
    module = importlib.import_module(f"domino_rules.presets.{game}")
    for name, spec in sorted(module.TABLE.items()):
        for value in spec if isinstance(spec, tuple) else [None, {"doubles_ge": 3, "same_value_ge": 4}, 1]:
            for _ in wild.record(1, 45, nonsense=0, game=game, params={name: value}):
                pass
