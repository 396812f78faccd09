"""The first look at a cloth: real driver and sensing on the virtual chips, in one process."""

from __future__ import annotations

import random

import pytest
from domino_table.virtual.chips import slix2
from table.events import LAID

from tests.table.sensing.first_look import look, strips
from tests.table.sensing.places import chain
from tests.virtual.faults.senses import Senses


@pytest.mark.parametrize("seed", range(1, 7))
def test_every_loop_names_all_tags_quiet_ones_too(monkeypatch: pytest.MonkeyPatch, seed: int) -> None:
    table = Senses(monkeypatch, seed)
    rng = random.Random(seed)
    for tile, x, y, angle in chain(28):
        table.lay(tile, x, y + rng.uniform(-20, 20), angle)
        for tag in table.tiles[tile].tags:
            tag.state = slix2.PERSISTENT_QUIET if rng.random() < 0.3 else tag.state
    assert look(table) == strips(table)


def test_a_foreign_tag_that_meets_the_sets_tags_makes_no_tile(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where its answer meets one of the set's the first look may take it for another tag of the set; nothing more."""
    for seed in range(1, 9):
        table = Senses(monkeypatch, seed)
        rng = random.Random(seed)
        for place in chain(8):
            table.lay(*place)
        for number in range(6):
            foreign = slix2.Tag(rng.randbytes(6) + b"\x04\xe0")
            table.field.put_tag(table.now, foreign, 60 + 60 * number, 124)
        table.run(9000)
        assert sorted(event[2] for event in table.told(LAID)) == list(range(8)), seed
        table.lies_where_it_lay()


def test_answers_that_merge_unnoticed_are_told_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    table = Senses(monkeypatch, 3)
    table.ports[0].silent_merge = True
    table.lay(4, 300, 320)
    table.lay(9, 420, 320)
    assert look(table) == strips(table)


def test_a_reader_that_fails_on_the_way_begins_anew_at_the_usual_rate(monkeypatch: pytest.MonkeyPatch) -> None:
    table = Senses(monkeypatch, 2)
    for place in chain(12):
        table.lay(*place)
    table.run(150)
    table.strike("F1", 100)
    table.run(9000)
    assert sorted(event[2] for event in table.told(LAID)) == list(range(12))
    table.lies_where_it_lay()
