"""The application: builds what the configuration names, connects it, keeps its tasks alive."""

import asyncio
import gc
import io
import json
import struct
import sys
import time

import machine
from machine import ADC, SPI, Pin

from domino_rules import packed
from table import config as configuration
from table import journal as records
from table.drivers.keys import Keys
from table.drivers.knock import Knocks
from table.drivers.loops import Loops
from table.drivers.pn5180 import Pn5180, ResetLine
from table.events import RECOVERED, TROUBLE
from table.inputs import Inputs
from table.journal import Journal
from table.link.server import Server
from table.panel.build import build as build_panel
from table.referee import TableReferee
from table.referee.commands import command
from table.referee.snapshot import snapshot
from table.sensing import Sensing
from table.sensing.tile_map import TileMap

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

    def __init__(self, config):
        self._traces = {}  # task: its last trace, told once
        self._stuck = {}  # task: (last beat, checks without another)
        self._watchdog = None
        self._listen = None  # trouble goes there once there is a referee
        self.journal = Journal("/journal", trouble=self._journal_trouble)
        pins, bus = config["pins"], config["bus"]
        panel_bus = SPI(
            bus["panel"],
            baudrate=bus["panel_hz"],
            sck=Pin(pins["panel_sck"]),
            mosi=Pin(pins["panel_mosi"]),
            miso=Pin(pins["panel_miso"]),
        )
        self.sensing = self._sensing(config, panel_bus)
        self.referee = TableReferee(config, self.sensing)
        self._listen = self.referee.on_event
        self.sensing.subscribe(self.referee.on_event)
        self.referee.subscribe(self._write)
        keys = Keys(panel_bus, Pin(pins["keys_load"], Pin.OUT, value=1)) if config.get("keys") else None
        knocks = Knocks([ADC(Pin(pin)) for pin in pins["knocks"]]) if "knocks" in pins else None
        inputs = Inputs(keys, knocks, config.get("keys"))
        inputs.subscribe(self.referee.on_event)
        self.panel, self.tasks = build_panel(config, panel_bus, self.referee)
        self.tasks["sensing"] = self.sensing.run
        self.tasks["referee"] = self.referee.run
        self.tasks["inputs"] = inputs.run
        self.tasks["journal"] = self.journal.run
        self.tasks["link"] = self._server().run
        # What must go on: the counters of two tasks. A dead reader stops the sweeps, but a reset would not help it.
        self._beats = {
            "sensing": lambda: -len(self.referee.trouble) or self.sensing.sweeps,
            "referee": lambda: self.referee.steps,
        }

    def _sensing(self, config, panel_bus):
        pins, bus = config["pins"], config["bus"]
        spi = SPI(
            bus["reader"],
            baudrate=bus["reader_hz"],
            sck=Pin(pins["reader_sck"]),
            mosi=Pin(pins["reader_mosi"]),
            miso=Pin(pins["reader_miso"]),
        )
        reset = ResetLine(Pin(pins["reader_reset"], Pin.OUT, value=1))

        def reader(name):
            nss = Pin(pins[name + "_nss"], Pin.OUT, value=1)
            irq = Pin(pins[name + "_irq"], Pin.IN) if name + "_irq" in pins else None
            return Pn5180(spi, nss, Pin(pins[name + "_busy"], Pin.IN), reset, irq, config["radio"]["tx_level"])

        latch = Pin(pins["loops_latch"], Pin.OUT, value=0)
        enable = Pin(pins["loops_enable"], Pin.OUT, value=1)
        loops = Loops(panel_bus, latch, enable, config["loops"])
        racks = reader("rack") if config["racks"] else None
        return Sensing(config, reader("grid"), racks, loops, TileMap.load("/tiles.bin"))

    def _server(self):
        try:
            with open("/manifest.json", "rb") as file:
                build = bytes.fromhex(json.load(file)["build"])
        except (OSError, ValueError, KeyError):
            build = b""
        return Server(
            sys.stdin.buffer,
            sys.stdout.buffer,
            self.journal,
            machine.unique_id(),
            build,
            lambda: self.referee.version,
            lambda: snapshot(self.referee, self.sensing.on_cloth()),
            lambda name, arguments: command(self.referee, name, arguments),
            self._stats,
            lambda error: self.report("link", error),
        )

    # News into the journal

    def _write(self, kind, *news):
        if kind == "line":
            number, line, outs, _ = news
            self.journal.append(records.LINE, packed.encode(line), line["type"] == "match" and outs[0]["ok"])
            for out in outs:
                if out["type"] in ("round_end", "match_end"):
                    self.journal.append(records.OUTPUT, json.dumps(out).encode())
        elif kind == "moved":
            tile, pose = news
            self.journal.append(records.POSE, struct.pack("<Bhhh", tile, *pose))

    def _journal_trouble(self, code, detail):
        if self._listen:
            if code == "journal_recovered":
                for failed in ("journal_full", "journal_error"):
                    self._listen((RECOVERED, time.ticks_ms(), failed))
            else:
                self._listen((TROUBLE, time.ticks_ms(), code, detail))

    # Start

    def start(self):
        """Go on with the match of the journal, or begin the one of the configuration. Blocks for the replay."""
        cause = "%d %d" % (machine.reset_cause(), self.journal.boots)
        poses = {}
        try:
            self.referee.resume(self._lines(poses), poses)
        except ValueError:  # there is none, or what is left of it has no beginning
            self.referee.new_match(self.referee.default_match())
        self.journal.append(records.BOOT, cause.encode())

    def _lines(self, poses):
        for _, kind, payload in self.journal.replay():
            if kind == records.LINE:
                yield packed.decode(payload)
            elif kind == records.POSE:
                pose = struct.unpack("<Bhhh", payload)
                poses[pose[0]] = pose[1:]

    # Tasks

    async def main(self):
        """Run all tasks and watch over them, for ever."""
        self.start()
        for name in sorted(self.tasks):
            asyncio.create_task(self._keep(name, self.tasks[name]))
        self._watchdog = machine.WDT(timeout=_WATCHDOG_MS)
        while True:
            await asyncio.sleep_ms(_CHECK_MS)
            if self._all_alive():
                self._watchdog.feed()

    async def _keep(self, name, run):
        """Run a task; whatever it raises is journalled and shown, and the task begins again."""
        pause, failed_at = _AGAIN_MS, None
        while True:
            try:
                await run()
                raise RuntimeError("task ended")
            except Exception as error:
                self.report(name, error)
            now = time.ticks_ms()
            calm = failed_at is None or time.ticks_diff(now, failed_at) > _CALM_MS
            pause = _AGAIN_MS if calm else min(pause * 2, 16 * _AGAIN_MS)
            failed_at = now
            await asyncio.sleep_ms(pause)

    def report(self, task, error):
        """Journal an exception of a task with its trace (again only if it differs from the task's last) and show it."""
        text = io.StringIO()
        sys.print_exception(error, text)
        trace = "%s\n%s" % (task, text.getvalue())
        if self._traces.get(task) != trace:
            self._traces[task] = trace
            print(trace)
            self.journal.append(records.TRACE, trace.encode()[: records.MAX_PAYLOAD])
            self.referee.on_event((TROUBLE, time.ticks_ms(), "task", task))

    def _all_alive(self):
        alive = True
        for name in self._beats:
            beat, missed = self._beats[name](), 0
            last, count = self._stuck.get(name, (None, 0))
            if beat == last and beat >= 0:
                missed = count + 1
            self._stuck[name] = (beat, missed)
            alive = alive and missed < _STUCK
        return alive

    def _stats(self):
        return {
            "uptime": time.ticks_ms() // 1000,
            "free": gc.mem_free(),
            "sweeps": self.sensing.sweeps,
            "sweep_ms": self.sensing.sweep_ms,
        }

    def close(self):
        """Leave the board to the prompt: the journal is complete, the watchdog is fed by a timer from now on."""
        self.journal.flush()
        if self._watchdog:
            machine.Timer(_FEED_TIMER).init(period=_CHECK_MS, callback=lambda timer: self._watchdog.feed())


def run():
    """Be a table until Ctrl-C, which gives the prompt back. Raises ConfigError."""
    config = configuration.load()
    if not config["seats"]:
        print("This build reads tags and referees nothing.")
        return
    app = App(config)
    gc.collect()
    try:
        asyncio.run(app.main())
    except KeyboardInterrupt:
        print("The table rests; Ctrl-D starts it again.")
    finally:
        app.close()
        asyncio.new_event_loop()
