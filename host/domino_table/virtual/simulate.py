"""Whole matches, headless: unmodified firmware on a virtual board, people at the table, truth beside the record."""

from __future__ import annotations

import hashlib
import random
import resource
import time
from collections.abc import Callable
from pathlib import Path

from domino_rules import record

from domino_table.device.bundle import bundle
from domino_table.hardware import Build, load
from domino_table.rulebook.setup import RulebookError, setups
from domino_table.virtual import field_choice, fit, flashed, lore
from domino_table.virtual.board import Board
from domino_table.virtual.course import MS, SECOND
from domino_table.virtual.faults import Plan, Site
from domino_table.virtual.flash import build_image
from domino_table.virtual.latency import Spread, SweepClock, floor
from domino_table.virtual.people import Party
from domino_table.virtual.report import Report, Settings
from domino_table.virtual.table import VirtualTable
from domino_table.virtual.tags import tile_map
from domino_table.virtual.truth import Comparison, Judged, Line, Truth, compare, missing

WAKE_UP = 4 * SECOND
"""People leave a table that was just switched on this much time before they deal."""
STALL = 240 * SECOND
"""No act of anybody for so long: table and people wait for one another."""
AFTERWARDS = 1500 * MS
"""From the last verdict to the moment when all of it is in the flash for certain."""


class SimulationFailed(RuntimeError):
    """The run cannot go on: an exception inside the firmware, a reset, or table and people waiting for each other."""


class BadSettings(ValueError):
    """Settings that contradict the build or the rules; the message says which."""


class Simulation:
    """One run of some matches on one table; ``image`` is the file for the board's flash.

    Attributes:
        progress: called every virtual second with the match (from 0) and how much people have done in it.
        report: what has come out so far.
    """

    def __init__(self, settings: Settings, image: Path) -> None:
        """Raises HardwareError, BundleError, SettingError or BadSettings."""
        self.settings, self.image = settings, image
        self.progress: Callable[[int, int], None] = lambda match, acts: None
        self.report = Report(settings)
        build = load(settings.build, seated=True)
        self._check(build)
        game: Line = {"game": settings.game, "language": "en", "players": settings.players}
        game |= {"preset": settings.preset} if settings.preset else {}
        build.data["game"] = game | ({"params": settings.params} if settings.params else {})
        try:
            self.faults = Plan(settings.faults, settings.seed, trouble=lambda: self.table.eyes.trouble)
        except ValueError as error:
            raise BadSettings(str(error)) from None
        field = field_choice.make(build, settings.seed, settings.field_kind, settings.measured)
        self.table = VirtualTable(build, settings.seed, field)
        self.world = self.table.world
        self._sweeps = SweepClock(build.loops(), lambda: self.table.frames[0])
        self.table.loop_selected = self._sweeps.selected
        tiles = [piece.tags for piece in self.world.pieces]
        files = bundle(build, tile_map(tiles)) | field.calibration(tiles)
        image.write_bytes(build_image(files))
        self.board = Board(image, self.table, seed=settings.seed)
        self.site = Site.whole(self.table, self.board, self.faults.rng)

    def _check(self, build: Build) -> None:
        """Raise BadSettings where these matches cannot be played at this table."""
        s = self.settings
        if s.game not in lore.GAMES:
            raise BadSettings(f"people cannot play {s.game} at a table yet: choose one of {', '.join(lore.GAMES)}")
        if s.rounds and s.matches > 1:
            raise BadSettings(
                "a match that stops after some rounds is followed by none: choose one match, or no rounds"
            )
        if s.params.get("set_max", 6) != 6:
            raise BadSettings("a table knows the 28 tiles of one double-six set: leave set_max at 6")
        if s.params.get("cut_needs", "both_ends") != "both_ends":
            raise BadSettings("a cut of one line looks like a tile that goes on: leave cut_needs at both_ends")
        try:
            setups(s.game, s.preset, s.params, s.players)
        except RulebookError as error:
            raise BadSettings(str(error)) from None
        rules = self._lore
        assert rules is not None
        unfit = fit.reason(build, rules, s.players)
        if unfit:
            raise BadSettings(unfit)

    @property
    def _people(self) -> int:
        return min(self.settings.players, lore.SEATED)

    @property
    def _lore(self) -> lore.Lore | None:
        s = self.settings
        return lore.lore(s.game, s.preset, s.params, s.players)

    def run(self) -> Report:
        """Play all matches. Raises SimulationFailed, or what the board raises."""
        began, cpu = time.perf_counter(), _cpu_seconds()
        try:
            with self.board:
                self.faults.prepare(self.site)
                self.board.start()
                self._let_pass(WAKE_UP)
                self.faults.begin()
                for number in range(self.settings.matches):
                    if number:
                        self.world.press("ok")
                    self._match(number)
        finally:
            report = self.report
            report.real_seconds = time.perf_counter() - began
            report.cpu_seconds = _cpu_seconds() - cpu
            report.virtual_seconds = self.board.now / SECOND
            report.sweep_ms = Spread([us / MS for us in self._sweeps.sweeps])
            records = flashed.journal(self.image.read_bytes())
            report.faults = self.faults.as_json()
            report.journal_sha256 = hashlib.sha256(b"".join(entry.raw for entry in records)).hexdigest()
        return report

    # --- one match ----------------------------------------------------------------------------------------------

    def _match(self, number: int) -> None:
        settings, world = self.settings, self.world
        truth, rules = Truth(self._match_line()), self._lore
        assert rules is not None
        party = Party(
            world,
            self.table.eyes,
            rules,
            lore.Plan(f"{settings.seed} {number}", settings.mistakes),
            random.Random(f"people {settings.seed} {number}"),
            lambda line: self._did(truth, line),
            lambda: truth.over,
            settings.pace,
            named_opening=lambda: truth.named_opening,
            most_rounds=settings.rounds,
            doubt=truth.doubt,
        )
        self.faults.nudges = lambda: party.nudges
        self.site.playing = lambda: party.expects_light
        self.site.back = lambda: self._is_back(number, party, truth)
        party.sit_down(self._people)
        try:
            self._play(number, party, truth)
        finally:
            self._let_pass(AFTERWARDS)
            self._count(number, party, truth)
        if party.disputes and not settings.keep_going:
            raise SimulationFailed("; ".join([*party.disputes, *self.report.differences[:3]]))

    def _match_line(self) -> Line:
        s = self.settings
        line: Line = {"v": 1, "type": "match", "game": s.game} | ({"preset": s.preset} if s.preset else {})
        if s.params:
            line["params"] = s.params
        return line | {"seats": [str(seat + 1) for seat in range(s.players)]}

    def _did(self, truth: Truth, line: Line) -> str | None:
        return truth.did(line, self.world.now).code

    def _is_back(self, number: int, party: Party, truth: Truth) -> None:
        """The table has been dark: of the last act it may know nothing, if it was not judged before the power went."""
        party.closing = self._announced()
        last = truth.lines[-1]
        accepted = last.code is None and last.line["type"] in ("pass", "draw", "play")
        if not accepted or not missing(truth.lines, self._recorded(number)):
            return
        if last.line["type"] == "pass" or last.line["type"] == "draw" and party.unseen:
            party.lost = last.line
        elif last.line["type"] == "play":
            party.unsure = last.line

    def _play(self, number: int, party: Party, truth: Truth) -> None:
        """Let time pass until the match is over, people and table disagree, or nobody does anything any more."""
        began = self.board.now
        while not party.finished and not party.disputes:
            self._let_pass(SECOND)
            self.progress(number, len(truth.lines))
            last = max(truth.lines[-1].at, began)
            if self.board.now - last > STALL * max(1.0, self.settings.pace):
                raise SimulationFailed(f"nobody has acted since {last / SECOND:.1f} s: {self._look(party)}")

    def _let_pass(self, us: int) -> None:
        if not self.board.run_until(self.board.now + us):
            self.faults.restore_power(self.site)
        self.world.run_until(self.board.now)
        if self.board.crashes:
            crash = self.board.crashes[0]
            raise SimulationFailed(
                f"{crash.file} ended with an exception at {crash.t / SECOND:.3f} s:\n{crash.traceback}"
            )
        if self.board.at_prompt:
            raise SimulationFailed(f"the firmware has ended at a prompt: {self.board.serial.readable[-3000:]}")
        if len(self.board.boots) > 1 + self.site.restarts:
            raise SimulationFailed(
                f"the board started again at {self.board.now / SECOND:.1f} s: {self.board.serial.readable}"
            )

    def _look(self, party: Party) -> str:
        eyes = self.table.eyes
        ends = party.layout.ends()
        racks = [[self.world.pieces[tile].name for tile in rack] for rack in self.world.racks]
        return f"turn by the rim {eyes.turn}, ends {ends}, racks {racks}, printed: {self.board.serial.readable[-1500:]}"

    # --- afterwards ---------------------------------------------------------------------------------------------

    def _count(self, number: int, party: Party, truth: Truth) -> None:
        """Read the journal, judge what it says, and add up."""
        report = self.report
        journal = flashed.journal(self.image.read_bytes())
        traces = [entry.payload.decode("utf-8", "replace") for entry in journal if entry.kind == flashed.TRACE]
        if traces:
            raise SimulationFailed("an exception inside the firmware:\n" + "\n".join(traces))
        lines = flashed.lines_of_match(journal, number, self.board.timing.boot)
        comparison = compare(truth.lines, lines)
        report.matches += truth.over
        report.rounds += sum(out["type"] == "round_end" for judged in truth.lines for out in judged.outputs)
        report.acts.update(judged.line["type"] for judged in truth.lines if judged.code is None)
        report.mistakes += party.mistakes
        report.questions += sum(judged.line["type"] == "ask" for judged in lines)
        report.nudges += party.nudges
        report.records.append("".join(f"{record.text(judged.line)}\n" for judged in lines))
        self._add_comparison(number, comparison)
        self._add_latency(party, comparison)

    def _announced(self) -> int | None:
        """The seat that has said last that its next double will lie face down: the display tells it after a start."""
        return flashed.announced(flashed.journal(self.image.read_bytes()))

    def _recorded(self, number: int) -> list[Judged]:
        """What is in the flash of a match."""
        return flashed.lines_of_match(flashed.journal(self.image.read_bytes()), number, self.board.timing.boot)

    def _add_comparison(self, number: int, comparison: Comparison) -> None:
        report = self.report
        report.fouls += comparison.fouls
        report.wrong_verdicts += comparison.wrong
        report.false_accusations += comparison.false_accusations
        report.differences += [f"match {number + 1}, {difference}" for difference in comparison.differences]

    def _add_latency(self, party: Party, comparison: Comparison) -> None:
        report, build = self.report, self.table.build
        loops, distance = build.loops(), build.data["tile"]["tag_distance"]
        for play, told in party.verdicts:
            delay = told - play.rested
            report.verdict_ms.values.append(delay / MS)
            report.floor_ratio.values.append(delay / floor(loops, play.pose, distance, play.code))
        if not self.site.restarts:  # the journal's time begins anew at each start
            report.journal_ms.values += [delay / MS for delay in comparison.delays.get("play", [])]


def _cpu_seconds() -> float:
    """Processor time of this process and of the boards it has ended: on one idle core that is the real time."""
    return sum(sum(resource.getrusage(who)[:2]) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
