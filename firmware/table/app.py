"""The application: connects the parts of the table and keeps their tasks alive."""

import asyncio
import gc
import io
import json
import struct
import sys
import time

import machine

from domino_rules import packed
from table import journal as records
from table.events import RECOVERED, TROUBLE
from table.journal import Journal
from table.link.server import Server
from table.once import forget, seldom
from table.referee import TableReferee

_CHECK_MS = 1000
_STUCK = 20  # checks in which a task has not moved until the watchdog is no longer fed
_WATCHDOG_MS = 20000
_AGAIN_MS = 500  # before a task that failed starts again; doubled with each failure in a row
_CALM_MS = 60000  # without a failure, after which the next counts as the first
_FEED_TIMER = 3


class App:
    """All parts of a table and their tasks.

    config: as ``table.config.load`` returns it. Building blocks for some 300 ms and raises OSError or ValueError where
    the tile map is missing or damaged.
    """

    @seldom
    def __init__(self, config):
        from table import setup

        self._traces = {}  # task: its last trace, told once
        self._failures = {}  # task: (ms it waited after its last failure, when that was)
        self._stuck = {}  # task: (last beat, checks without another)
        self._watchdog = self._posed = None  # tile and pose that were journalled with their line
        self.referee = None
        self.journal = Journal("/journal", trouble=self._journal_trouble)
        panel_bus = setup.panel_bus(config)
        self.sensing = setup.sensing(config, panel_bus)
        if config.get("bazaar"):
            from table.sensing.zone import Zone

            self.sensing = Zone(self.sensing, config["bazaar"])
        self.referee = TableReferee(config, self.sensing)
        self.sensing.subscribe(self.referee.on_event)
        self.referee.subscribe(self._write)
        inputs = setup.inputs(config, panel_bus)
        inputs.subscribe(self.referee.on_event)
        self.journal.pause_by(inputs.look)
        gc.collect()  # its buffers are large
        from table.panel.build import build as build_panel

        self.panel, self.tasks = build_panel(config, panel_bus, self.referee)
        self.tasks["sensing"] = self.sensing.run
        self.tasks["referee"] = self.referee.run
        self.tasks["inputs"] = inputs.run
        self.tasks["journal"] = self.journal.run
        self.tasks["link"] = Server(
            sys.stdin.buffer,
            sys.stdout.buffer,
            self.journal,
            machine.unique_id(),
            setup.build_id(),
            self._version,
            self._snapshot,
            self._command,
            self._stats,
            self._link_failed,
        ).run

    # What the link asks for; methods, for a lambda in ``__init__`` would keep what is read for its call

    def _version(self):
        return self.referee.version

    def _link_failed(self, error):
        self.report("link", error)

    @seldom
    def _snapshot(self):
        from table.referee.snapshot import snapshot

        try:
            return snapshot(self.referee, self.sensing.on_cloth())
        finally:
            for module in ("table.referee.snapshot", "table.referee.standing"):
                forget(module)

    @seldom
    def _command(self, name, arguments):
        from table.referee.commands import command

        try:
            return command(self.referee, name, arguments)
        finally:
            forget("table.referee.commands")

    @seldom
    def _stats(self):
        return {
            "uptime": time.ticks_ms() // 1000,
            "free": gc.mem_free(),
            "sweeps": self.sensing.sweeps,
            "sweep_ms": self.sensing.sweep_ms,
        }

    # News into the journal

    def _write(self, kind, *news):
        if kind == "line":
            _, line, outs, pose = news
            self.journal.append(records.LINE, packed.encode(line), line["type"] == "match" and outs[0]["ok"])
            for out in outs:
                if out["type"] in ("round_end", "match_end"):
                    self.journal.append(records.OUTPUT, json.dumps(out).encode())
            if pose:
                tile = self.referee.record.tiles.parse(line["tile"])
                if self.referee.record.laid(tile):
                    self._posed = tile, pose
                    self._write_pose(tile, pose)
            self.journal.confirm()  # before the rim shows it: no act that was seen to count is lost with the power
        elif kind == "moved":
            if news != self._posed:
                self._write_pose(*news)
            self._posed = None
        elif kind in ("bazaar", "closing"):
            self.journal.append(records.NOTE, json.dumps({kind: news[0]}).encode())
            self.journal.confirm()
        elif kind == "language":
            self._keep_language(*news)

    def _write_pose(self, tile, pose):
        self.journal.append(records.POSE, struct.pack("<Bhhh", tile, *pose))

    @seldom
    def _keep_language(self, name):
        """The next start speaks it too (``table.config`` reads it); where the flash is full, only until then."""
        try:
            with open("/language", "w") as file:
                file.write(name)
        except OSError:
            pass

    @seldom
    def _journal_trouble(self, code, detail):
        if self.referee is None:
            return
        if code == "journal_recovered":
            for failed in ("journal_full", "journal_error"):
                self.referee.on_event((RECOVERED, time.ticks_ms(), failed))
        else:
            self.referee.on_event((TROUBLE, time.ticks_ms(), code, detail))

    # Start

    @seldom
    def start(self):
        """Go on with the match of the journal, or begin the one of the configuration. Blocks for the replay."""
        from table.referee import begin

        poses, notes = {}, {}
        try:
            begin.resume(self.referee, self._lines(poses, notes), poses, notes)
        except ValueError:  # there is none, or what is left of it has no beginning
            begin.next_match(self.referee)
        forget("table.referee.begin")
        cause = "%d %d" % (machine.reset_cause(), self.journal.boots)
        self.journal.append(records.BOOT, cause.encode())

    @seldom
    def _lines(self, poses, notes):
        for _, kind, payload in self.journal.replay():
            if kind == records.LINE:
                notes["closing"] = None  # an act ends an announcement
                yield packed.decode(payload)
            elif kind == records.POSE:
                pose = struct.unpack("<Bhhh", payload)
                poses[pose[0]] = pose[1:]
            elif kind == records.NOTE:
                notes.update(json.loads(payload))

    # Tasks

    async def main(self):
        """Run all tasks and watch over them, for ever."""
        self.start()
        for name in sorted(self.tasks):
            asyncio.create_task(self._keep(name, self.tasks[name]))
        self._watchdog = machine.WDT(timeout=_WATCHDOG_MS)
        while True:
            await asyncio.sleep_ms(_CHECK_MS)
            try:
                if self._all_alive():
                    self._watchdog.feed()
            except MemoryError:
                pass  # where it lasts, the watchdog ends it

    async def _keep(self, name, run):
        """Run a task; whatever it raises is journalled and shown, and the task begins again."""
        while True:
            try:
                await run()
                raise RuntimeError("task ended")
            except Exception as error:
                pause = self.failed(name, error)
            await asyncio.sleep_ms(pause)

    def failed(self, name, error):
        """Tell that a task has failed; how many ms to wait before it begins again.

        Public, or the build would write it into ``_keep``, of which each task holds a frame.
        """
        try:
            self.report(name, error)
        except MemoryError:
            print(name, "failed, and no memory was left to tell why")
        now = time.ticks_ms()
        pause, failed_at = self._failures.get(name, (0, now))
        calm = not pause or time.ticks_diff(now, failed_at) > _CALM_MS
        pause = _AGAIN_MS if calm else min(pause * 2, 16 * _AGAIN_MS)
        self._failures[name] = (pause, now)
        return pause

    @seldom
    def report(self, task, error):
        """Journal an exception of a task with its trace (again only if it differs from the task's last) and show it."""
        text = io.StringIO()
        sys.print_exception(error, text)
        told = text.getvalue()  # pyright: ignore[reportAttributeAccessIssue] - the stubs of io lack it
        trace = "%s\n%s" % (task, told)
        if self._traces.get(task) != trace:
            self._traces[task] = trace
            print(trace)
            self.journal.append(records.TRACE, trace.encode()[: records.MAX_PAYLOAD])
            self.referee.on_event((TROUBLE, time.ticks_ms(), "task", task))

    def _all_alive(self):
        """Whether sensing and referee go on. A dead reader stops the sweeps, but then a reset would not help."""
        alive = True
        beats = [("referee", self.referee.steps)]
        if "grid reader" not in self.referee.trouble:
            beats.append(("sensing", self.sensing.sweeps))
        for name, beat in beats:
            last, missed = self._stuck.get(name, (None, 0))
            missed = missed + 1 if beat == last else 0
            self._stuck[name] = (beat, missed)
            alive = alive and missed < _STUCK
        return alive

    @seldom
    def close(self):
        """Leave the board to the prompt: the journal is complete, the watchdog is fed by a timer from now on."""
        self.journal.flush()
        if self._watchdog:
            machine.Timer(_FEED_TIMER).init(period=_CHECK_MS, callback=lambda timer: self._watchdog.feed())


def run():
    """Be a table until Ctrl-C, which gives the prompt back. Raises ConfigError."""
    app = start()
    if app is None:
        print("This build reads tags and referees nothing.")
        return
    try:
        asyncio.run(app.main())
    except KeyboardInterrupt:
        print("The table rests; Ctrl-D starts it again.")
    finally:
        app.close()
        asyncio.new_event_loop()


def start():
    """The application of this board, or None for a build without seats. Raises ConfigError.

    A function of its own, and public so that the build leaves it alone: :func:`run` lasts as long as the table plays,
    and would hold on to the configuration and to what has read it.
    """
    config = _config()
    if not config["seats"]:
        return None
    app = App(config)
    for module in ("table.setup", "table.buses", "table.panel.build"):
        forget(module)
    return app


@seldom
def _config():
    """The configuration; what reads and checks it, 3 KB, is forgotten before the parts are built."""
    from table.config import load

    try:
        return load()
    finally:
        forget("table.config")
