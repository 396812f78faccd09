"""What holds for every record, legal or not."""

from __future__ import annotations

import importlib
import json
import re
import sys
from pathlib import Path

import pytest
from domino_rules import packed, record, view
from domino_rules.games import GAMES
from domino_rules.referee import Referee
from hypothesis import given, settings
from hypothesis import strategies as st

sys.path.insert(0, str(Path(__file__).parent))
import wild

seeds = st.integers(0, 2**32)


@settings(max_examples=60, deadline=None)
@given(seeds, st.sampled_from(GAMES))
def test_no_sequence_of_lines_raises_and_every_line_has_one_verdict(seed, game):
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


@settings(max_examples=40, deadline=None)
@given(seeds, st.sampled_from(GAMES), st.data())
def test_striking_a_line_gives_the_state_without_it(seed, game, data):
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


@settings(max_examples=40, deadline=None)
@given(seeds, st.sampled_from(GAMES))
def test_a_corrected_record_equals_the_corrected_lines(seed, game):
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


@settings(max_examples=60, deadline=None)
@given(seeds, st.sampled_from(GAMES), st.booleans())
def test_the_public_never_sees_a_hidden_tile(seed, game, unseen):
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


@settings(max_examples=40, deadline=None)
@given(seeds, st.sampled_from(GAMES))
def test_no_tile_is_lost(seed, game):
    """Hands, table and bazaar are the set; so are their pips."""
    for referee, _, _ in wild.record(seed, 150, nonsense=0.05, unseen=False, game=game):
        match = referee.match
        if match is None or match.phase != "play" or match.stock is None or any(match.unseen):
            continue
        parts = [*match.hands, match.stock, match.table]
        assert sum(map(match.tiles.pip_sum, parts)) == match.tiles.pip_sum(match.tiles.all)
        assert sum(parts) == match.tiles.all


@pytest.mark.parametrize("game", GAMES)
def test_text_and_bytes_bring_back_the_record(game):
    for seed in range(3):
        for _, line, _ in wild.record(seed, 100, nonsense=0.3, game=game):
            assert packed.decode(packed.encode(line)) == line
            assert json.loads(record.text(line)) == line


@pytest.mark.parametrize("game", GAMES)
def test_every_choice_that_a_game_allows_can_be_played(game):
    """Each listed value of each parameter, alone: the match opens or is refused, and a round of it raises nothing."""
    module = importlib.import_module(f"domino_rules.presets.{game}")
    for name, spec in sorted(module.TABLE.items()):
        for value in spec if isinstance(spec, tuple) else [None, {"doubles_ge": 3, "same_value_ge": 4}, 1]:
            for _ in wild.record(1, 45, nonsense=0, game=game, params={name: value}):
                pass
