"""Where the tiles are outlives the program: every table's tiles come back to where they were, and are heard there."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest
from domino_table import hardware
from domino_table.virtual import kept_shape
from domino_table.virtual.company import Company
from domino_table.virtual.lore import lore
from domino_table.virtual.table import VirtualTable
from domino_table.virtual.tags import Pose
from domino_table.virtual.world import Place, World

BUILDS = [build.id for build in hardware.tables()]


class Heard:
    """A field that knows only which tags it has been given, and where."""

    feels_poses = True

    def __init__(self) -> None:
        self.lying: dict[int, Pose] = {}

    def put(self, t: int, tile: Any, pose: Pose) -> None:
        self.lying[tile.index] = pose

    def take(self, t: int, tile: Any) -> None:
        del self.lying[tile.index]


def world(build: str, seed: int = 1) -> tuple[World, Heard]:
    field: Any = Heard()
    return World(hardware.load(build), field, seed), field


def stirred(build: str, seed: int) -> tuple[World, Heard]:
    """A world in the middle of something."""
    made, heard = world(build)
    rng = Random(seed)
    for _ in range(120):
        tile, seat = rng.randrange(28), rng.randrange(4)
        rng.choice(
            [
                lambda tile=tile: made.lay(tile, Pose(rng.uniform(0, 400), rng.uniform(0, 400), rng.uniform(0, 360))),
                lambda tile=tile, seat=seat: made.to_rack(tile, seat),
                lambda tile=tile: made.to_bazaar(tile),
                lambda tile=tile: made.lift(tile),
            ]
        )()
    return made, heard


@pytest.mark.parametrize("build", BUILDS)
def test_every_tile_comes_back_to_where_it_was(build: str) -> None:
    for seed in range(5):
        before, heard = stirred(build, seed)
        told = json.loads(json.dumps(before.whereabouts()))
        world_json = {"tiles": told, "people": {"rows": [], "turned_up": []}}
        assert kept_shape.WORLD("", world_json) == world_json
        after, again = world(build)
        after.put_back(told)
        assert after.whereabouts() == before.whereabouts()
        assert again.lying == heard.lying
        assert [(p.place, p.pose) for p in after.pieces] == [(p.place, p.pose) for p in before.pieces]
        for tile in range(28):  # hands can take each of them from there
            after.to_bazaar(tile)


@pytest.mark.parametrize("build", BUILDS)
def test_what_is_no_world_of_this_table_moves_nothing(build: str) -> None:
    other = "grid40_bazaar" if build != "grid40_bazaar" else "grid40"
    made, _ = stirred(build, 3)
    told, before = json.dumps(made.whereabouts()), made.whereabouts()
    away = next(tile for rack in before["racks"] for tile in rack)
    spoilt = [None, [], {}, stirred(other, 1)[0].whereabouts(), {**before, "cloth": [[away, 1.0, 1.0]]}]
    spoilt += [{**before, name: value} for name in before for value in (None, 7, [99])]
    for wrong in spoilt:
        with pytest.raises(ValueError, match="world"):
            made.put_back(wrong)
        assert json.dumps(made.whereabouts()) == told


@pytest.mark.parametrize("move", ["lay", "to_rack", "to_bazaar", "lift"])
def test_whoever_keeps_the_world_hears_of_every_move(move: str) -> None:
    made, _ = world("grid40_bazaar")
    heard: list[dict[str, Any]] = []
    made.moved = lambda: heard.append(json.loads(json.dumps(made.whereabouts())))
    argument = {"lay": [Pose(100, 100)], "to_rack": [2]}.get(move, [])
    getattr(made, move)(5, *argument)
    assert heard[-1] == made.whereabouts()


def test_people_go_on_from_what_was_kept_of_them_and_touch_nothing_before() -> None:
    rules = lore("kolbasa", None, {}, 2)
    assert rules is not None
    made = Company(VirtualTable(hardware.load("grid40"), 1), rules, 2, 1, 1.0, 0.0)
    made.world.run_until(20_000_000)
    made.party.turned_up.add(3)
    memory = json.loads(json.dumps(made.memory()))
    world_json = {"tiles": made.world.whereabouts(), "people": memory}
    assert kept_shape.WORLD("", world_json) == world_json
    table = VirtualTable(hardware.load("grid40"), 1)
    table.world.put_back(made.world.whereabouts())
    again = Company(table, rules, 2, 1, 1.0, 0.0, memory)
    assert again.resting
    assert again.memory() == made.memory()
    assert any(memory["rows"])
    before = table.world.whereabouts()
    table.world.run_until(60_000_000)
    assert table.world.whereabouts() == before


def test_a_tile_that_was_in_a_hand_goes_back_to_its_rack() -> None:
    rules = lore("kozel", "graa", {}, 4)
    assert rules is not None
    table = VirtualTable(hardware.load("grid40"), 1)
    table.world.to_rack(5, 2)
    table.world.lift(5)
    again = VirtualTable(hardware.load("grid40"), 1)
    again.world.put_back(table.world.whereabouts())
    Company(again, rules, 4, 1, 1.0, 0.0, {})
    assert again.world.pieces[5].place is Place.RACK
    assert again.world.racks[2] == [5]
