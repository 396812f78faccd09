"""A table that never errs: it is told what people do, judges it by the naive judge and lights the rim as documented."""

from __future__ import annotations

import random
from typing import Any

from domino_table.hardware import load
from domino_table.virtual import lore
from domino_table.virtual.course import MS
from domino_table.virtual.eyes import Eyes
from domino_table.virtual.field import Field
from domino_table.virtual.people import Party
from domino_table.virtual.tags import Pose
from domino_table.virtual.truth import Truth
from domino_table.virtual.world import World
from naive import Judge

THINKING = 350 * MS
WHITE, BLUE, ORANGE = (64, 64, 64), (0, 28, 44), (57, 39, 0)


def cross(pose: tuple[float, float]) -> list[int]:
    column, row = min(int(pose[0] / 40), 19), min(int(pose[1] / 40), 19)
    return [19 - column, 39 - row, 40 + column, 60 + row]


def middle(seat: int) -> range:
    return range(20 * seat + 8, 20 * seat + 12)


class PerfectTable:
    """Judges, lights the rim, and asks at which end a tile lies whenever it fits both."""

    def __init__(
        self,
        seats: int = 4,
        seed: int = 1,
        mistakes: float = 0.0,
        asks: bool = False,
        preset: str | None = "graa",
        game: str = "kozel",
        params: dict[str, Any] | None = None,
        rounds: int = 0,
        pace: float = 1.0,
    ) -> None:
        build = load("grid40")
        self.world = World(build, Field(build.loops()), seed)
        self.eyes = Eyes(build.data["rim"], (800, 800))
        self.match: dict[str, Any] = {"v": 1, "type": "match", "game": game, "seats": ["?"] * seats}
        self.match |= {"preset": preset} if preset else {}
        self.match |= {"params": params} if params else {}
        rules = lore.lore(game, preset, params or {}, seats)
        assert rules is not None
        self.judge = Judge()
        self.truth = Truth(self.match, self.judge)
        self.asks = asks
        self.questions = self.right_answers = 0
        self._asked: dict[str, Any] | None = None
        self._layers: dict[str, dict[int, tuple[int, int, int]]] = {}
        self.party = Party(
            self.world,
            self.eyes,
            rules,
            lore.Plan(str(seed), mistakes),
            random.Random(seed),
            self._did,
            lambda: self.truth.over,
            pace,
            named_opening=lambda: self.truth.named_opening,
            most_rounds=rounds,
        )
        self.party.sit_down(min(seats, lore.SEATED))

    def run(self, seconds: float) -> None:
        """Let time pass until the match is over or somebody disagrees, at most this long."""
        end = self.world.now + int(seconds * 1e6)
        while not (self.party.finished or self.party.disputes) and self.world.now < end:
            self.world.run_until(self.world.now + 50 * MS)
            self._listen()

    # What people do

    def _did(self, line: dict[str, Any]) -> None:
        name = line.get("tile")
        place = None
        if line["type"] == "reveal":  # of a round that is over: nothing to be thought about
            self.truth.did(line)
            return
        if line["type"] in ("play", "turn_up"):
            piece = next(p for p in self.world.pieces if p.name in (name, name[::-1]))
            assert piece.pose is not None, "a play is told when the tile lies"
            place = (piece.pose.x, piece.pose.y)
            values = {arm.value for arm in self.party.layout.arms.values()}
            if self.asks and len(values) == 2 and values == {piece.low, piece.high}:
                self.world.at(self.world.now + THINKING, lambda: self._ask(line, place))
                return
        self.world.at(self.world.now + THINKING, lambda: self._judge(line, place))

    def _judge(self, line: dict[str, Any], place: tuple[float, float] | None) -> None:
        judged = self.truth.did(line)
        if judged.code:
            self._foul(line["seat"], place)
        elif line["type"] in ("play", "turn_up"):
            assert place is not None
            self._blink("accepted", dict.fromkeys(cross(place), BLUE), [0, 400])
        elif line["type"] == "draw":
            self._blink("drawn", dict.fromkeys(middle(line["seat"]), BLUE), [0, 400])
        self._turn()

    def _turn(self) -> None:
        current = self.judge.match.round
        seat = current.turn if current and current.stop is None else None
        if current and current.stop is None and seat is None and current.opening.kind == "rule":
            hands = [[self.party.halves(t) for t in self.world.racks[p.seat]] for p in self.party.people]
            rules = self.party.lore
            best = lore.opening([tile for hand in hands for tile in hand], rules.rule, rules.double_order)
            seat = next(i for i, hand in enumerate(hands) if best in hand)
        lights = {} if seat is None else dict.fromkeys([*middle(seat), 80 + seat], WHITE)
        self._light("turn", lights)

    # Questions

    def _ask(self, line: dict[str, Any], place: tuple[float, float] | None) -> None:
        self.questions += 1
        self._asked = {"line": line, "place": place, "since": self.world.now, "down": 0}
        seat = line["seat"]
        places = [arm.point for arm in self.party.layout.arms.values()]
        on = dict.fromkeys(cross(places[0]), ORANGE) | {80 + seat: ORANGE}
        off = dict.fromkeys(cross(places[1]), ORANGE) | {80 + seat: (0, 0, 0)}

        def blink(first: bool) -> None:
            if self._asked:
                self._light("question", on if first else off)
                self.world.at(self.world.now + 500 * MS, lambda: blink(not first))

        blink(True)

    def _listen(self) -> None:
        """Count the presses of the seat that was asked; a second within half a second makes a double one."""
        asked = self._asked
        if not asked:
            return
        pressed = self.world.pressed(f"seat{asked['line']['seat']}")
        if pressed and not asked.get("was"):
            asked["down"] += 1
            asked["at"] = self.world.now
        asked["was"] = pressed
        if asked["down"] and self.world.now - asked["at"] > 500 * MS:
            self._asked = None
            self._light("question", {})
            chosen = list(self.party.layout.arms)[asked["down"] - 1]
            self.right_answers += chosen == asked["line"]["end"]
            self._judge(asked["line"], asked["place"])

    # Lights

    def _foul(self, seat: int, place: tuple[float, float] | None) -> None:
        lights = [*middle(seat), *(cross(place) if place else [])]
        on = dict.fromkeys(lights, ORANGE)
        self._blink("foul", on, [0, 150, 300, 450, 1000, 1150, 1300, 1450], dict.fromkeys(lights, (0, 0, 0)))

    def _blink(
        self, name: str, on: dict[int, Any], times: list[int], off: dict[int, tuple[int, int, int]] | None = None
    ) -> None:
        for number, ms in enumerate(times):
            lights = (off or {}) if number % 2 else on
            if number == len(times) - 1:
                lights = {}
            self.world.at(self.world.now + ms * MS, lambda lights=lights: self._light(name, lights))

    def _light(self, name: str, lights: dict[int, tuple[int, int, int]]) -> None:
        self._layers[name] = lights
        chain = [(0, 0, 0)] * 84
        for layer in ("turn", "drawn", "accepted", "question", "foul"):
            for light, colour in self._layers.get(layer, {}).items():
                chain[light] = colour
        self.eyes.show(self.world.now, bytes(v for r, g, b in chain for v in (g, r, b)))
        self.world.look()


def tile_pose(table: PerfectTable, tile: int) -> Pose:
    pose = table.world.pieces[tile].pose
    assert pose is not None
    return pose
