"""A match that writes itself on a tape: what it wrote is the record of what was done."""

from __future__ import annotations

import pytest
from domino_rules import packed
from domino_rules.games import GAMES, new_match
from domino_rules.tape import Tape

SEATS = {"kozel_pairs": 4, "sport": 4, "general_kozel": 4}


@pytest.mark.parametrize("game", GAMES)
def test_the_tape_tells_every_action(game):
    tape = Tape()
    match, _ = new_match(game, SEATS.get(game, 2), None, {}, tape)
    if game == "kolbasa":
        match.new_rows = [list(range(14)), list(range(14, 28))]
        match.deal([sum(1 << t for t in row) for row in match.new_rows], [0, 0], 0, 0)
        match.turn = 1
    else:
        size = match.params["hand"]
        hands = [sum(1 << tile * match.seats + seat for tile in range(size)) for seat in range(match.seats)]
        match.deal(hands, [0] * match.seats, match.tiles.all & ~sum(hands), 28 - size * match.seats)
    if match.turn is None:
        match.turn = 0
    done = []
    while match.phase == "play" and len(done) < 60:
        seat = match.turn
        plays = match.legal_plays(seat)
        if plays:
            tile, arm = plays[-1]
            flip = len(done) % 2 == 1
            assert match.play(seat, tile, arm, flip=flip) is None
            a, b = match.tiles.low[tile], match.tiles.high[tile]
            line = {"type": "play", "seat": seat, "tile": f"{b}-{a}" if flip else f"{a}-{b}"}
            done.append(line | ({"end": arm} if arm else {}))
        elif match.can_draw():
            assert match.must_draw(seat)
            tile = match.tiles.members(match.stock)[0]
            assert match.draw(seat, tile) is None
            done.append({"type": "draw", "seat": seat, "tile": match.tiles.name(tile)})
        elif hasattr(match, "rows"):
            assert match.turn_up(seat, match.rows[seat][-1]) is None
        else:
            assert match.pass_(seat) is None
            done.append({"type": "pass", "seat": seat})
    assert len(done) > 5
    assert [packed.decode(tape.get(n)) for n in range(1, len(tape) + 1)] == done


def test_an_unseen_draw_is_written_without_a_tile():
    tape = Tape()
    match, _ = new_match("kozel", 2, "yard", {}, tape)
    match.deal([0, 0], [7, 7], None, 14)
    assert match.play(0, match.tiles.number(1, 1)) is None
    assert match.draw(1) is None
    assert packed.decode(tape.get(2)) == {"type": "draw", "seat": 1}
