"""Are plays understood? Random rounds of all games laid as people lay them, read as the physical field lets them be.

No board and no clock: the firmware's closer look (``Focus``), localiser, chain and acts run here, on the virtual
table's field; the rules' referee tells who may play what. A reading goes wrong as in life: tags and loops differ, tags
near their threshold wake too late for the first request, two answers of a hundred are lost. Tags are calibrated to half
a dB. A play counts as wrong where the table joins it to another tile or half than it was laid at, or refuses it.

Which half of a tile lies at the open end follows from the end that it was played at, so that is never read wrong by
itself. Where loops hear both halves alike the table may still take a tile to lie the other way round, which shifts the
place of its end and shows on the page. The tile that it touches mends that, and of the first tile the second one:
counted are those mended, those left, and the first tiles that were wrong until then; by themselves those taken to lie
across. Which end of the first tile is called L follows from how it was read, and people call it as the table does.
"""

from __future__ import annotations

import os
import random
import tempfile
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any

from domino_table.rounds.setups import Setup
from domino_table.rounds.table import Disagreement, Table
from domino_table.rounds.units import all_games
from domino_table.virtual.chain import Layout
from domino_table.virtual.gestures import ANGLE_SD, PLACE_SD
from domino_table.virtual.lore import DEFAULT_PRESETS, GAMES, lore
from domino_table.virtual.rows import CUT, Sausage
from domino_table.virtual.tags import Pose, halves

from bench import _readings

PLAYS = int(os.environ.get("DOMINO_PLAYS", "3000"))
"""Plays of one run; the figure of the project is that of 100,000."""
PROCESSES = int(os.environ.get("DOMINO_PROCESSES", os.cpu_count() or 1))
"""How many of them play; all cores by default."""
SEED = 1
_SHARE = 500
_PIPS = halves()


class _Sensing:
    """What acts ask of ``table.sensing``: everything is known at once."""

    looks = 0

    def known_since(self, looks: int) -> bool:
        return True

    def coming(self) -> list[int]:
        return []

    def rack_read(self, seat: int) -> int:
        return 1 << 29

    def hurry_racks(self) -> None:
        pass

    def search(self, tile: int) -> None:
        pass


class Covered(Table):
    """A match in which every play is read from the cloth instead of from its line.

    Attributes:
        counts: plays, firsts, asked, wrong, turned, doubtful, mended, across, again, looks. told: a line for each play
            that was wrong.
    """

    def __init__(self, setup: Setup, seed: str, cloth: _readings.Cloth) -> None:
        from table.referee.begin import _kinds
        from table.referee.record import Record

        self.rng = random.Random(f"hands {seed}")
        self.cloth, self.counts, self.told = cloth, Counter[str](), list[str]()
        rules = lore(setup.game, setup.preset, setup.params, setup.seats)
        assert rules is not None
        self._lore = rules
        self._new_layout()
        self._lying: dict[int, Pose] = {}
        self.ticks = 0
        self.record = Record(lambda *news: None, lambda: self.ticks)
        self.record.begin(setup.line())
        acts, chain = _kinds(self.record.match)
        self._chain = chain(self.record.tiles)
        seats = list(range(setup.seats))
        self._acts = acts(self.record, self._chain, _Sensing(), seats, self._ask, self._judged)
        super().__init__(setup, random.Random(f"table {seed}"))

    def _new_layout(self) -> None:
        size, rules = self.cloth.area, self._lore
        self._layout: Any = (
            Sausage(self.rng, size, rules.start_double)
            if rules.rows
            else Layout(self.rng, size, rules.spinner, rules.tips_at_once, rules.spinner_only_opening)
        )

    # --- the face of a judge ------------------------------------------------------------------------------------

    @property
    def match(self) -> Any:
        return self.record.match

    def say(self, line: dict[str, Any]) -> list[dict[str, Any]]:
        """Let the firmware find out what was laid, or tell it what is no play. What follows from it."""
        kind = line["type"]
        if kind == "match":
            return []
        self.ticks += 3000
        if kind == "deal":
            self._new_layout()
            self._chain.poses = {}
            self.cloth.clear()
            if self._lore.rows:
                self._acts.dealt(self.rows)
        if kind == "play":
            return self._lay_and_look(line)
        outs: list[dict[str, Any]] = self.record.feed(dict(line))
        if not outs[0]["ok"] and outs[0]["code"] != "timeout":
            raise Disagreement([line], outs[0])
        return outs[1:]

    def _deal(self, hidden: bool, give: Any) -> Any:
        return super()._deal(False, give)

    def _row_turn(self, playing: Any) -> None:
        match, arms = self.match, self.people.arms
        tile = self.rows[self.random.randrange(2) if match.turn is None else match.turn][-1]
        can_cut = CUT in self._layout.fits(*_PIPS[tile])
        # People cut no lines that have gone around a corner.
        self.people.arms = lambda match, tile: [arm for arm in arms(match, tile) if arm != CUT or can_cut]
        try:
            super()._row_turn(playing)
        finally:
            self.people.arms = arms

    def _lay(self, playing: Any, seat: int, moves: Any) -> None:
        """One line for every tile: the table sees them one after the other."""
        for number, move in enumerate(moves):
            if number and (self.match.phase != "play" or self.match.ending):
                return
            if number and move[1] not in [name for name, _ in self.match.layout.ends()]:
                return
            self.hands[seat] &= ~(1 << move[0])
            line = {"type": "play", "seat": seat} | self._move(*move)
            self._do(playing, "play", seat, line, [move], later=number > 0)

    # --- one play -----------------------------------------------------------------------------------------------

    def _lay_and_look(self, line: dict[str, Any]) -> list[dict[str, Any]]:
        tile, end, seat = self.record.tiles.parse(line["tile"]), line.get("end", ""), line["seat"]
        low, high = _PIPS[tile]
        spot = self._layout.spot(low, high, end)
        pose = self._placed(spot)
        first = not self._layout.tiles
        self.counts["firsts"] += first
        truth = f"{high}-{low}" if (spot.pose.angle + 45) % 360 >= 180 else f"{low}-{high}"
        found = self.cloth.lay(tile, pose)
        self.counts["plays"] += 1
        self.counts["looks"] += self.cloth.looks
        while found is None:  # the table says nothing, so it is laid once more
            self.counts["again"] += 1
            pose = self._placed(spot)
            found = self.cloth.lay(tile, pose)
        if line.get("closed"):
            self._acts.closing = seat
        if self._lore.rows:
            self._acts.home[tile] = seat
        self._lying[tile] = pose
        laid = self._judge(tile, seat, found, end)
        taken = laid and (laid[0].get("end") or "")
        if taken in self._alike(end):  # which of them has which name is a convention
            self._rename(end, taken)
            end = taken
        if laid is None or taken != end:
            self.counts["wrong"] += 1
            self.told.append(self._story(line, pose, found, laid and laid[0]))
            raise _Lost
        self._layout.add(low, high, end, spot, pose, bool(line.get("closed")))
        if first and laid[0]["tile"] != truth and low != high:
            self._rename("L", "R")
        self.counts["across"] += 45 < self._off(tile) <= 135
        joined = self._chain.poses if len(self._chain.poses) == 2 else [tile]  # the second tells of the first, too
        self.counts["doubtful" if first else "turned"] += sum(self._off(other) > 135 for other in joined)
        if end == CUT:  # the sausage is set aside
            self._new_layout()
            self.cloth.clear()
        return laid[1]

    def _alike(self, end: str) -> list[str]:
        """Other ends with the tip and the value of this one."""
        mine = [tuple(other[1:]) for other in self._chain.ends if other[0] == end]
        return [name for name, *rest in self._chain.ends if tuple(rest) in mine and name != end]

    def _off(self, tile: int) -> float:
        """By how many degrees a tile lies otherwise than the table takes it to; 0 where there is nothing to tell."""
        low, high = _PIPS[tile]
        read = self._chain.poses[tile][2]
        return 0 if low == high or read < 0 else abs((self._lying[tile].angle - read + 180) % 360 - 180)

    def _rename(self, one: str, other: str) -> None:
        """People call two ends as the table does."""
        arms = self._layout.arms
        arms[one], arms[other] = arms[other], arms[one]
        arms[one].name, arms[other].name = one, other

    def _story(self, line: dict[str, Any], pose: Pose, found: Any, laid: dict[str, Any] | None) -> str:
        """One line about a play that was not understood."""
        ends = [
            f"{name}={value} {_PIPS[tip]} {_short(self._lying[tip])} read {self._chain.poses.get(tip)}"
            for name, value, tip in self._chain.ends
        ]
        meant = f"{line['tile']} at {line.get('end', '-')} {_short(pose)} read {found}"
        taken = f"{laid['tile']} at {laid.get('end', '-')}" if laid else "nothing"
        return f"{self.setup.game}: {meant} taken for {taken}; ends {'; '.join(ends)}"

    def _judge(self, tile: int, seat: int, pose: Any, end: str) -> tuple[dict[str, Any], list[dict[str, Any]]] | None:
        """Line and what followed from it; None if the table refuses the play or never judges it."""
        self._laid: tuple[dict[str, Any], list[dict[str, Any]]] | None = None
        feed = self.record.feed

        def listen(line: dict[str, Any], place: Any = None) -> Any:
            outs = feed(line, place)
            if line["type"] == "play":
                self._laid = (line, outs[1:]) if outs[0]["ok"] else None
            return outs

        self.record.feed = listen
        asked = False
        try:
            self._acts.add(self.ticks, 0, seat, tile, pose)
            for _ in range(2):
                self._acts.settle(self.ticks)
                if self._acts.question:
                    asked = True
                    choices = self._acts.question[3]
                    if end not in choices:
                        return None
                    self._acts.answer(choices.index(end))
                self.ticks += 2500  # what lies at no end is asked about after a while
        finally:
            self.record.feed = feed
            self.counts["asked"] += asked
            self.asked = asked
            self._acts.clear()
        return self._laid

    def _judged(self, act: Any, seat: int, end: str | None) -> None:
        if act.kind == 0 and self.record.laid(act.tile):
            read = self._chain.poses | {act.tile: act.pose}
            self._chain.join(act.tile, act.pose, end)
            self.counts["mended"] += sum(self._chain.poses[tile] != read[tile] for tile in read)

    def _ask(self, *news: Any) -> None:
        pass

    def _placed(self, spot: Any) -> Pose:
        """As a hand lays it: with an error, but not on top of the tile it touches."""
        rng, (dx, dy), (width, height) = self.rng, spot.way, self.cloth.area
        along, across = abs(rng.gauss(0, PLACE_SD)), rng.gauss(0, PLACE_SD)
        x, y = spot.pose.x + dx * along - dy * across, spot.pose.y + dy * along + dx * across
        angle = (spot.pose.angle + rng.gauss(0, ANGLE_SD)) % 360
        return Pose(min(max(x, 16.0), width - 16), min(max(y, 16.0), height - 16), angle)


def _short(pose: Pose) -> tuple[int, int, int]:
    return round(pose.x), round(pose.y), round(pose.angle)


class _Lost(Exception):
    """The round cannot go on: the table has another one in mind."""


def share(games: list[str], plays: int, seed: int) -> tuple[Counter[str], list[str]]:
    """Play so many plays of these games by turns, whole matches; counts and what went wrong."""
    _readings.shims()
    counts, told, match = Counter[str](), list[str](), 0
    with tempfile.TemporaryDirectory() as folder:
        while counts["plays"] < plays:
            game = games[match % len(games)]
            cloth = _readings.Cloth(Path(folder), seed * 1000 + match)
            rng = random.Random(f"match {seed} {match}")
            setup = Setup(game, DEFAULT_PRESETS.get(game), rng.choice([n for n in GAMES[game] if n <= 4]))
            table = Covered(setup, f"{seed} {match}", cloth)
            try:
                for _ in range(4):
                    if not table.over:
                        table.play_round()
            except _Lost:
                pass
            counts += table.counts
            told += [f"seed {seed} match {match}: {line}" for line in table.told]
            match += 1
    return counts, told


def run() -> list[dict[str, Any]]:
    """The figures of so many plays as DOMINO_PLAYS says (3,000), seed 1, on DOMINO_PROCESSES cores."""
    games = all_games("all")
    shares = max(1, PLAYS // _SHARE)
    counts, told = Counter[str](), list[str]()
    with ProcessPoolExecutor(PROCESSES) as pool:
        jobs = [pool.submit(share, games[k % len(games) :] + games, _SHARE, SEED + k) for k in range(shares)]
        for job in jobs:
            more, lines = job.result()
            counts += more
            told += lines
    for line in told:
        print(line)
    asked = 100 * counts["asked"] / counts["plays"]
    return [
        _figure("plays read from the cloth, all games", counts["plays"], "", None, None),
        _figure("wrong tile, end or orientation", counts["wrong"], "", "0", counts["wrong"] == 0),
        _figure("first tiles of rounds", counts["firsts"], "", None, None),
        _figure("of them the wrong way round until the next lay there", counts["doubtful"], "", None, None),
        _figure("tiles turned round after those that they touch", counts["mended"], "", None, None),
        _figure("tiles left the wrong way round", counts["turned"], "", None, None),
        _figure("tiles taken to lie across", 100 * counts["across"] / counts["plays"], "%", None, None),
        _figure("asked about", asked, "%", "<= 0.3", asked <= 0.3),
        _figure("laid again because nothing was heard", counts["again"], "", None, None),
        _figure("looks until at rest, mean", counts["looks"] / counts["plays"], "", None, None),
    ]


def _figure(name: str, value: float, unit: str, bar: str | None, ok: bool | None) -> dict[str, Any]:
    return {"name": name, "value": value, "unit": unit, "bar": bar, "ok": ok}
