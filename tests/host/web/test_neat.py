"""The chain as the page shows it: from poses located some millimetres off to tiles that touch (``static/neat.js``)."""

from __future__ import annotations

import itertools
import math
import random
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from domino_table.hardware import load
from domino_table.virtual.chain import Layout
from domino_table.virtual.tags import Pose
from domino_table.web.app import create_app
from domino_table.web.feed import Feed
from domino_table.web.salon import geometry
from host.web import chromium
from host.web.fakes import FakeLink, FakeTable

pytestmark = chromium.needed
SD, ANGLE_SD = 5.0, 3.0
"""Millimetres each way, and degrees, by which tiles are located beside where they lie."""

Poses = dict[str, list[float]]
Neat = Callable[[dict[str, Any], Poses], Poses]


@pytest.fixture(scope="module")
def neat() -> Iterator[Neat]:
    """``neat(layout, measured)`` of the page."""
    site = create_app(Feed(lambda: FakeLink(FakeTable())), None, geometry(load("grid40")))
    with chromium.served(site) as url, chromium.opened() as page:
        page.goto(url)
        code = "async ([layout, poses]) => { const { neat } = await import('/static/neat.js');"
        code += " return Object.fromEntries(neat(layout, new Map(Object.entries(poses)))); }"
        yield lambda layout, poses: page.evaluate(code, [layout, poses])


def laid(seed: int, spinner_rule: str) -> tuple[dict[str, Any], dict[str, Pose]]:
    """Twelve tiles laid by people of the virtual table: the layout as the record tells it, and where each lies."""
    rng = random.Random(seed)
    people = Layout(rng, (800.0, 800.0), spinner_rule)
    tiles = list(itertools.combinations_with_replacement(range(7), 2))
    rng.shuffle(tiles)
    poses, arms, first = dict[str, Pose](), dict[str, list[str]](), ""
    while len(poses) < 12:
        low, high = next(tile for tile in tiles if people.fits(*tile))
        tiles.remove((low, high))
        end = rng.choice(people.fits(low, high))
        inner = people.arms[end].value if end else low
        spot = people.spot(low, high, end)
        people.add(low, high, end, spot, spot.pose)
        poses[f"{low}-{high}"] = spot.pose
        if end:
            arms.setdefault(end, []).append(f"{inner}-{low + high - inner}")
        else:
            first = f"{people.arms['L'].value}-{people.arms['R'].value}"
    layout: dict[str, Any] = {"first": first, "arms": {end: {"tiles": chain} for end, chain in arms.items()}}
    if people.spinner:
        name = f"{people.spinner.tile[0]}-{people.spinner.tile[1]}"
        at = [[end, chain.index(name)] for end, chain in arms.items() if name in chain]
        layout["spinner"] = at[0] if at else [None, 0]
    return layout, poses


def measured(poses: dict[str, Pose], seed: int) -> Poses:
    """The same, each located a little beside where it lies."""
    rng = random.Random(seed)
    return {
        tile: [rng.gauss(pose.x, SD), rng.gauss(pose.y, SD), rng.gauss(pose.angle, ANGLE_SD) % 360]
        for tile, pose in poses.items()
    }


def gap(one: list[float], other: list[float]) -> float:
    """Millimetres by which the nearest squares of two tiles miss touching."""
    pairs = itertools.product(squares(one), squares(other))
    return min(abs(math.dist(*pair) - 28) for pair in pairs)


def squares(pose: list[float]) -> list[tuple[float, float]]:
    """Middles of both halves, and of the tile: a double is touched there."""
    x, y, way = pose[0], pose[1], math.radians(pose[2])
    return [(x + far * math.cos(way), y + far * math.sin(way)) for far in (-14, 0, 14)]


def neighbours(layout: dict[str, Any]) -> list[tuple[str, str]]:
    def name(tile: str) -> str:
        return "-".join(sorted(tile.split("-")))

    arm, place = layout.get("spinner") or [None, 0]
    spinner = layout["arms"][arm]["tiles"][place] if arm else layout["first"]
    pairs = []
    for end, told in layout["arms"].items():
        whole = [spinner if end in "UD" else layout["first"], *told["tiles"]]
        pairs += [(name(host), name(tile)) for host, tile in itertools.pairwise(whole)]
    return pairs


@pytest.mark.parametrize("rule", ["none", "first_double_played", "first_double_closed"])
@pytest.mark.parametrize("seed", range(6))
def test_neighbours_touch_and_no_tile_is_further_from_where_it_lies(neat: Neat, seed: int, rule: str) -> None:
    layout, poses = laid(seed, rule)
    heard = measured(poses, seed)
    shown = neat(layout, heard)
    pairs = neighbours(layout)
    assert len(pairs) == len(poses) - 1
    assert max(gap(shown[a], shown[b]) for a, b in pairs) < 2.5 < max(gap(heard[a], heard[b]) for a, b in pairs)
    off = [sum(math.dist(at[tile][:2], (pose.x, pose.y)) for tile, pose in poses.items()) for at in (shown, heard)]
    assert off[0] < off[1]
    assert {round(pose[2] - next(iter(shown.values()))[2], 3) % 90 for pose in shown.values()} <= {0.0}


def test_what_does_not_lie_as_the_record_has_it_stays_where_it_is_heard(neat: Neat) -> None:
    layout = {"first": "1-2", "arms": {"L": {"tiles": ["1-5"]}, "R": {"tiles": ["2-3", "3-3", "3-6"]}}}
    heard = {
        "1-2": [400.0, 400.0, 1.0],
        "2-3": [459.0, 402.0, 359.0],
        "3-3": [503.0, 398.0, 91.0],
        "3-6": [700.0, 200.0, 0.0],  # it belongs beside 3-3
        "1-5": [330.0, 380.0, 40.0],  # nobody lays so
        "0-4": [100.0, 100.0, 77.0],  # no tile of the chain
    }
    shown = neat(layout, heard)
    assert [shown[tile][:2] for tile in ("3-6", "1-5", "0-4")] == [heard[tile][:2] for tile in ("3-6", "1-5", "0-4")]
    assert (shown["1-5"], shown["0-4"]) == (heard["1-5"], heard["0-4"])
    assert gap(shown["1-2"], shown["2-3"]) < 1 > gap(shown["2-3"], shown["3-3"])
    assert neat({"first": None, "arms": {}}, heard) == heard
