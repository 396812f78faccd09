"""How people lay dominoes: doubles crosswise, tiles end to end, a bend where the cloth ends or another arm lies.

All arms bend in the same sense where they can, so that they wind around each other. What people see of the layout is
here too: the ends and their values, and the spinner of a cross. Lengths are mm, the cloth is seen from above.
"""

from __future__ import annotations

import copy
import math
import random
from dataclasses import dataclass, field

from domino_table.virtual.room import FOR_A_SPINNER, HALF, MARGIN, Room, Vector, Way, angle_of, dot, moved, turned
from domino_table.virtual.tags import Pose, tag_centres

LENGTHWISE = 0.04
"""Share of doubles that are laid lengthwise, as any other tile."""
END_BEND = 0.3
"""Share of bends made with a tile across the end of the arm instead of beside its last half."""

Halves = tuple[int, int]


@dataclass
class Arm:
    """One open end: its value, the centre of what lies open there, which way the arm grows, and its last tile."""

    name: str
    value: int
    point: Vector
    way: Vector
    crosswise: bool
    tile: Halves = (0, 0)


@dataclass(frozen=True)
class Spot:
    """Where a tile belongs, and how the arm goes on from there."""

    pose: Pose
    point: Vector
    way: Vector
    crosswise: bool


@dataclass
class Spinner:
    """The double with four arms: its centre, the way of the line through it, and which of its sides are covered."""

    tile: Halves
    centre: Vector
    way: Vector
    crosswise: bool
    covered: set[str]
    tips_open: bool = False


@dataclass
class _State:
    arms: dict[str, Arm] = field(default_factory=dict)
    tiles: list[Halves] = field(default_factory=list)
    lying: dict[Halves, tuple[Vector, Vector]] = field(default_factory=dict)
    spinner: Spinner | None = None


class Layout:
    """The line, or cross, on the cloth as people see it.

    Args:
        spinner_rule: "none", "first_double_played" or "first_double_closed"; tips_at_once: the spinner's tips are open
            before both its sides are covered; only_opening: only the first tile can become the spinner.

    Attributes:
        arms: the open ends by name; face-down doubles have none.
        tiles: all tiles in the order in which they came. spinner: of a cross.
    """

    def __init__(
        self,
        rng: random.Random,
        area: tuple[float, float] = (800.0, 800.0),
        spinner_rule: str = "none",
        tips_at_once: bool = True,
        only_opening: bool = False,
    ) -> None:
        self._rng, self._area = rng, area
        self._rule, self._tips_at_once, self._only_opening = spinner_rule, tips_at_once, only_opening
        self._state, self._before = _State(), _State()
        self._sense = rng.choice((1, -1))
        self._way: Vector = rng.choice(((1.0, 0.0), (1.0, 0.0), (0.0, 1.0)))
        self._start = (area[0] / 2 + rng.uniform(-50, 50), area[1] / 2 + rng.uniform(-50, 50))

    @property
    def arms(self) -> dict[str, Arm]:
        return self._state.arms

    @property
    def tiles(self) -> list[Halves]:
        return self._state.tiles

    @property
    def spinner(self) -> Spinner | None:
        return self._state.spinner

    def emptied(self) -> Layout:
        """As it was before its first tile: who lays that one again lays it as before."""
        empty = copy.deepcopy(self)
        empty._state, empty._before = _State(), _State()
        return empty

    def ends(self) -> list[int]:
        """Values of the open ends, none before the first tile."""
        return [arm.value for arm in self.arms.values()]

    def fits(self, low: int, high: int) -> list[str]:
        """Names of the ends at which a tile may lie; the empty name for the first tile of the round."""
        if not self.tiles:
            return [""]
        return [name for name, arm in self.arms.items() if arm.value in (low, high)]

    def asked(self, low: int, high: int, name: str) -> Pose:
        """What the lights stand for where the table asks about the end ``name`` of the tile."""
        return Pose(*self.arms[name].point)

    def spot(self, low: int, high: int, name: str) -> Spot:
        """Where the tile goes at the end ``name``, whether it fits there or not ("" = first tile)."""
        if not name:
            return self._first(low, high)
        arm = self.arms[name]
        lengthwise = low == high and self._rng.random() < LENGTHWISE
        crosswise = low == high and not lengthwise
        place = self._next(arm, crosswise)
        near, way = place.near, place.way
        half_zero_near = low == arm.value or high != arm.value
        if crosswise:
            pose = Pose(near[0], near[1], angle_of(turned(way, self._rng.choice((1, -1)))))
            return Spot(pose, near, way, True)
        far = moved(near, way, HALF)
        angle = angle_of(way if half_zero_near else turned(way, 2))
        return Spot(Pose((near[0] + far[0]) / 2, (near[1] + far[1]) / 2, angle), far, way, False)

    def add(self, low: int, high: int, name: str, spot: Spot, pose: Pose, face_down: bool = False) -> None:
        """The tile lies at ``pose``, meant for ``spot``, and counts."""
        self._before = copy.deepcopy(self._state)
        tile = (low, high)
        self.tiles.append(tile)
        self._state.lying[tile] = tag_centres(pose, HALF)
        if not name:
            self._way = spot.way
            self._open(low, high, pose)
            if low == high and self._rule == "first_double_played":
                self._spin(tile, (pose.x, pose.y), spot.way, True, set())
            return
        arm = self.arms[name]
        inner = copy.copy(arm)
        arm.value = high if low == arm.value else low
        shift = (pose.x - spot.pose.x, pose.y - spot.pose.y)
        arm.point = (spot.point[0] + shift[0] * 0.7, spot.point[1] + shift[1] * 0.7)
        arm.way, arm.crosswise, arm.tile = spot.way, spot.crosswise, tile
        self._cover(inner)
        opposite = {"L": "R", "R": "L"}.get(name, "")
        played = self._rule == "first_double_played" and low == high and not face_down
        if played and self.spinner is None and not self._only_opening:
            self._spin(tile, (pose.x, pose.y), spot.way, spot.crosswise, {opposite})
        if face_down:
            del self.arms[name]

    def take_back(self) -> None:
        """The tile that was added last does not count any more."""
        self._state = copy.deepcopy(self._before)

    def read(self, low: int, high: int, pose: Pose, end: str = "") -> tuple[str, Spot] | None:
        """Where a tile that somebody else has laid belongs: None if it fits no end.

        That is at ``end`` if it was said so, else at the nearest end that it fits.
        """
        halves = tag_centres(pose, HALF)
        if not self.tiles:
            x, y = self._along(*halves)
            way = (abs(y), abs(x)) if low == high else (abs(x), abs(y))
            return "", Spot(pose, (pose.x, pose.y), way, low == high)
        found: list[tuple[float, str, Spot]] = []
        fitting = self.fits(low, high)
        for name in [end] if end in fitting else fitting:
            arm = self.arms[name]
            inner, outer = halves if low == arm.value else halves[::-1]
            if low == high and abs(dot(self._along(inner, outer), arm.way)) < 0.5:
                inner = outer = (pose.x, pose.y)
            elif low == high and math.dist(outer, arm.point) < math.dist(inner, arm.point):
                inner, outer = outer, inner
            crosswise = inner == outer
            way = arm.way if crosswise else self._along(inner, outer)
            gap = math.dist(inner, moved(arm.point, arm.way, HALF / 2))
            found.append((gap, name, Spot(pose, outer, way, crosswise)))
        return min(found, key=lambda near: near[0])[1:] if found else None

    # --- the spinner --------------------------------------------------------------------------------------------

    def _cover(self, inner: Arm) -> None:
        """A tile has come to lie at the end ``inner``: it may complete a spinner."""
        if inner.tile[0] != inner.tile[1]:
            return
        if self.spinner is None and self._rule == "first_double_closed":
            first = inner.tile == self.tiles[0]
            sides = {arm.name for arm in self.arms.values() if arm.tile != inner.tile}
            if sides >= {"L", "R"} if first else not self._only_opening:
                one, other = self._state.lying[inner.tile]
                centre = ((one[0] + other[0]) / 2, (one[1] + other[1]) / 2)
                self._spin(inner.tile, centre, self._way if first else inner.way, inner.crosswise, {"L", "R"})
        elif self.spinner is not None and inner.tile == self.spinner.tile:
            self.spinner.covered.add(inner.name)
            self._open_tips()

    def _spin(self, tile: Halves, centre: Vector, way: Vector, crosswise: bool, covered: set[str]) -> None:
        self._state.spinner = Spinner(tile, centre, way, crosswise, covered)
        self._open_tips()

    def _open_tips(self) -> None:
        spinner = self.spinner
        assert spinner is not None
        if spinner.tips_open or not (self._tips_at_once or spinner.covered >= {"L", "R"}):
            return
        spinner.tips_open = True
        for name, way in zip("UD", sorted((turned(spinner.way, 1), turned(spinner.way, -1)), key=sum), strict=True):
            point = moved(spinner.centre, way, HALF / 2) if spinner.crosswise else spinner.centre
            self.arms[name] = Arm(name, spinner.tile[0], point, way, False, spinner.tile)

    # --- geometry -----------------------------------------------------------------------------------------------

    @staticmethod
    def _along(start: Vector, end: Vector) -> Vector:
        """The axis along which the line from ``start`` to ``end`` runs most."""
        dx, dy = end[0] - start[0], end[1] - start[1]
        return (math.copysign(1.0, dx), 0.0) if abs(dx) > abs(dy) else (0.0, math.copysign(1.0, dy))

    def _first(self, low: int, high: int) -> Spot:
        way = self._way
        if low == high:
            return Spot(Pose(*self._start, angle_of(turned(way, 1))), self._start, way, True)
        return Spot(Pose(*self._start, angle_of(turned(way, self._rng.choice((0, 2))))), self._start, way, False)

    def _open(self, low: int, high: int, pose: Pose) -> None:
        """The first tile: its left half, or upper one, is the end L (record-format.md, input lines)."""
        back, centre = turned(self._way, 2), (pose.x, pose.y)
        if low == high:
            self.arms["L"] = Arm("L", low, centre, back, True, (low, high))
            self.arms["R"] = Arm("R", low, centre, self._way, True, (low, high))
            return
        forwards = math.cos(math.radians(pose.angle - angle_of(self._way))) > 0
        left, right = (low, high) if forwards else (high, low)
        self.arms["L"] = Arm("L", left, moved(centre, back, HALF / 2), back, False, (low, high))
        self.arms["R"] = Arm("R", right, moved(centre, self._way, HALF / 2), self._way, False, (low, high))

    def _next(self, arm: Arm, crosswise: bool) -> Way:
        """How the arm goes on: straight, or around a corner where there is room."""
        straight = Way(moved(arm.point, arm.way, HALF), arm.way)
        beside = HALF * 1.5 if arm.crosswise else HALF
        bends = []
        across_end = not crosswise and not arm.crosswise and self._rng.random() < END_BEND
        for sense in (self._sense, -self._sense):
            way = turned(arm.way, sense)
            if across_end:
                bends.append(Way(straight.near, way))
            bends.append(Way(moved(arm.point, way, beside), way))
            if not across_end and not crosswise and not arm.crosswise:
                bends.append(Way(straight.near, way))
        return self._room(arm).best(arm.point, straight, bends, crosswise)

    def _room(self, arm: Arm) -> Room:
        """Everything around an arm but its own tip."""
        lying = [half for tile, halves in self._state.lying.items() if tile != arm.tile for half in halves]
        ends = [moved(other.point, other.way, HALF) for other in self.arms.values() if other.name != arm.name]
        still_needed = self._rule != "none" and self.spinner is None and not self._only_opening
        return Room(self._area, tuple(lying), tuple(ends), FOR_A_SPINNER if still_needed else MARGIN)
