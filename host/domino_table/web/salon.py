"""A virtual table in real time with a company that plays for ever, ready for a page: what ``domino-table run`` runs."""

from __future__ import annotations

import fcntl
import time
from contextlib import suppress
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import IO, Any

from domino_table.device.bundle import bundle
from domino_table.device.find import virtual_ports
from domino_table.device.link import LinkClient
from domino_table.hardware import Build, load
from domino_table.rulebook.setup import RulebookError, setups
from domino_table.virtual import field_choice, fit, lore
from domino_table.virtual.board import SOFT_RESET
from domino_table.virtual.chain import Halves
from domino_table.virtual.flash import build_image
from domino_table.virtual.guests import Guests, Refusal
from domino_table.virtual.kept import Kept
from domino_table.virtual.live import LiveBoard
from domino_table.virtual.side_line import SideLine
from domino_table.virtual.table import VirtualTable
from domino_table.virtual.tags import tile_map
from domino_table.web.feed import News
from domino_table.web.hands import Hands
from domino_table.web.home import Home
from domino_table.web.menu import NAMES, offers, people, rotation
from domino_table.web.standing import lying, standing

_MOST_TABLES = 9
_LOOKING = ("clear", "deal", "play", "reveal", "over")
"""Phases in which the table sees what is done."""
_CALM_S = 2.0
"""A table that looks again has read the cloth by then, and recorded what was played in the dark."""
_PATIENCE_US = 8_000_000
"""So long what people see may differ from the record: the table waits for a tile to rest, people for its flash."""


@dataclass(frozen=True)
class Wishes:
    """What kind of table, game and company."""

    build: str = "grid40"
    game: str = "kozel"
    preset: str | None = "graa"
    players: int = 4
    params: dict[str, Any] = field(default_factory=dict)
    seed: int = 1
    pace: float = 1.5
    mistakes: float = 0.05
    language: str = "ru"
    rate: float = 1.0
    field_kind: str = field_choice.SIMPLE
    measured: str | None = None


class SalonError(RuntimeError):
    """The table cannot be set up; the message says why."""


class TooManyTables(SalonError):
    """Nothing is wrong with this one."""


class Salon:
    """One running virtual table. Use as a context manager: leaving it ends the board's process and removes its port.

    Attributes:
        build: of the table. board: the running board. guests: the company and the hands of pages.
        port: path under which other programs find the board.
    """

    def __init__(self, wishes: Wishes, kept: Kept | None = None) -> None:
        """Make and start the table, or start the one that is kept.

        Raises SalonError, HardwareError, SettingError, BundleError or KeptError.
        """
        rules, self.build = furnish(wishes)
        air = field_choice.make(self.build, wishes.seed, wishes.field_kind, wishes.measured)
        table = VirtualTable(self.build, wishes.seed, air)
        tiles = [piece.tags for piece in table.world.pieces]

        def flash() -> bytes:
            files = bundle(self.build, tile_map(tiles), wishes.language) | air.calibration(tiles)
            return build_image(files | people())

        home = self._home = Home(kept, asdict(wishes), flash, table.world)
        self.port, self._claim = _claim_port()
        self.board = LiveBoard(home.image, table, self.port, rate=wishes.rate, seed=home.board, starts=home.starts)
        seats = min(wishes.players, lore.SEATED)
        habits = f"{wishes.seed} {home.starts}" if home.starts else str(wishes.seed)  # people do not repeat themselves
        self.guests = Guests(table, rules, seats, habits, wishes.pace, wishes.mistakes, home.people)
        home.watch(self.guests)
        self.hands = Hands(self.guests, seats, self.board.call)
        self._awake_at: float | None = None  # since when the table looks again while the company rests
        self._differs_since: int | None = None
        self._phase = ""  # of the table at last, empty since it started again
        self._patience_us = int(_PATIENCE_US * max(1.0, wishes.pace))
        table.board_reset = self._reset
        self.board.start()
        self.board.run_in_background()

    def __enter__(self) -> Salon:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def connect(self) -> LinkClient:
        """The page's link, which leaves the port to other programs."""
        return LinkClient(SideLine(self.board), "the virtual table")

    def follow(self, news: News) -> None:
        """The company plays the match of the table's record, and rests while the table does not look.

        A seat whose page has gone is freed, be there another page that looks or none.
        """
        with suppress(Refusal):
            self.hands.free_idle()
        if 0 < len(news.record) <= news.new:
            self._begin(news.record[0])
        self._phase = phase = news.table["phase"]
        if self.guests.testing and phase != "maintenance":
            self.board.call(lambda t: self.guests.test(False))
        if phase == "maintenance":
            self._awake_at = None
            self.board.call(lambda t: self.guests.rest())
        elif phase not in _LOOKING:
            return
        elif self.guests.resting:
            self._awake_at = self._awake_at or time.monotonic()
            if time.monotonic() - self._awake_at >= _CALM_S:
                self._resume(news)
        elif any(line["type"] in ("correct", "rule") for line in news.record[len(news.record) - news.new :]):
            self._resume(news)
        elif news.game.get("phase") == phase == "play":
            tiles = lying(news.game)
            self.board.call(lambda t: self._compare(t, tiles, news))

    def _begin(self, line: dict[str, Any]) -> None:
        """A match has begun: the company plays it. By rules that people do not know they go on as before."""
        players = len(line["seats"])
        rules = lore.lore(line["game"], line.get("preset"), line.get("params") or {}, players)
        if rules is None or fit.reason(self.build, rules, players):
            return
        seats = min(players, lore.SEATED)
        self.hands.resize(0 if rules.rows else seats)
        self.board.call(lambda t: self.guests.begin(rules, seats))

    def _reset(self, t: int, cause: int) -> None:
        """The board starts again, or rests while a program works with it. Called in its thread.

        Out of maintenance it starts its self-test, and a program may do that, too.
        """
        self._awake_at = None
        self.guests.rest()
        self.guests.test(not self.guests.testing and (self._phase == "maintenance" or cause == SOFT_RESET))
        self._phase = ""

    def _resume(self, news: News) -> None:
        recorded = standing(news.record)
        closing = (news.table.get("standing") or {}).get("closing")
        if recorded is not None:
            self._differs_since = None
            self.board.call(lambda t: self.guests.resume(recorded, closing))

    def _compare(self, t: int, tiles: set[Halves], news: News) -> None:
        """People who for long have seen another line than the table go by its record. In the board's thread."""
        if not self.guests.differs(tiles):
            self._differs_since = None
        elif self._differs_since is None:
            self._differs_since = t
        elif t - self._differs_since >= self._patience_us:
            self._resume(news)

    def close(self) -> None:
        """Switch the board off and tidy up."""
        self.board.stop()
        self._claim.close()
        self._home.close()


def furnish(wishes: Wishes) -> tuple[lore.Lore, Build]:
    """The rules that people know, and the build with its match. Raises SalonError or HardwareError."""
    params = rotation(wishes.game, wishes.players) | wishes.params
    if params.get("set_max", 6) != 6:
        raise SalonError("a table knows the 28 tiles of one double-six set: leave set_max at 6")
    try:
        setups(wishes.game, wishes.preset, params, wishes.players)
    except RulebookError as error:
        raise SalonError(str(error)) from None
    rules = lore.lore(wishes.game, wishes.preset, params, wishes.players)
    assert rules is not None
    return rules, _build(wishes, rules, params)


def _build(wishes: Wishes, rules: lore.Lore, params: dict[str, Any]) -> Build:
    build = load(wishes.build, seated=True)
    unfit = fit.reason(build, rules, wishes.players)
    if unfit:
        raise SalonError(unfit)
    build.data["game"] = {
        "game": wishes.game,
        **({"preset": wishes.preset} if wishes.preset else {}),
        **({"params": params} if params else {}),
        "language": wishes.language,
        "players": wishes.players,
        "seats": NAMES[wishes.language][: wishes.players],
    }
    return build


def _claim_port() -> tuple[Path, IO[str]]:
    """A name for the port that no running table uses, and the lock that keeps it ours."""
    folder = virtual_ports()
    folder.parent.mkdir(mode=0o700, parents=True, exist_ok=True)  # others' eyes on it would make it no runtime folder
    folder.mkdir(mode=0o700, exist_ok=True)
    for number in range(1, _MOST_TABLES + 1):
        claim = open(folder / f".table-{number}.lock", "w")  # noqa: SIM115 - lives as long as the table
        try:
            fcntl.flock(claim, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            claim.close()
            continue
        return folder / f"table-{number}", claim
    raise TooManyTables(f"{_MOST_TABLES} virtual tables are running already: stop one of them")


def geometry(build: Build) -> dict[str, Any]:
    """What a page needs to draw a table, and what it may offer for the next match."""
    data = build.data
    return {
        "area": {"width": data["area"]["width"], "height": data["area"]["height"]},
        "rim": data.get("rim"),
        "zone": build.zone,
        "racks": bool(data.get("racks")),
        "knocks": bool(data["pins"].get("knocks")),
        "keys": "ok" in data.get("keys", {}).get("bits", {}),
        "names": NAMES,
        "games": offers(build),
        "seats": build.seats,
    }
