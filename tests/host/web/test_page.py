"""A person at the page: Chromium drags tiles to a running virtual table and plays a round with its company."""

from __future__ import annotations

import math
import re
import time
from collections.abc import Iterator
from typing import Any

import pytest
from domino_table.virtual import lore
from domino_table.web.app import create_app
from domino_table.web.feed import Feed
from domino_table.web.salon import Salon, Wishes, geometry
from host.web import chromium
from playwright.sync_api import Page, expect

PATIENCE_S = 240
ROUND_S = 900

pytestmark = chromium.needed

FOLLOW = """() => new EventSource('/events').addEventListener('state', (e) => { window.seen = JSON.parse(e.data); })"""


@pytest.fixture
def site(tmp_path: Any, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """The address of a table, four times as fast as a real one, whose people make no mistakes."""
    runtime = tmp_path / "run"
    runtime.mkdir(mode=0o700)
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(runtime))
    with Salon(Wishes(seed=8, pace=1.0, mistakes=0.0, language="en", rate=4.0)) as salon:
        app = create_app(Feed(salon.connect, salon.follow), salon.hands, geometry(salon.build))
        with chromium.served(app) as url:
            yield url


@pytest.fixture
def page(site: str) -> Iterator[Page]:
    with chromium.opened(PATIENCE_S * 1000) as opened:
        opened.goto(site)
        opened.evaluate(FOLLOW)
        yield opened


class Player:
    """The person at seat 0, who sees what the page shows."""

    def __init__(self, page: Page) -> None:
        self.page = page

    @property
    def table(self) -> dict[str, Any]:
        seen: dict[str, Any] = self.page.evaluate("window.seen ? window.seen.table : {}")
        return seen

    @property
    def rack(self) -> list[str]:
        tiles: list[str] = self.page.evaluate(
            "[...document.querySelectorAll('#rack .tile')].map((tile) => tile.dataset.tile)"
        )
        return tiles

    def screen(self, x: float, y: float) -> tuple[float, float]:
        """Where a place of the cloth, in mm, is on the screen."""
        at = self.page.evaluate(
            """([x, y]) => { const p = new DOMPoint(x, y).matrixTransform(
                 document.getElementById('board').getScreenCTM()); return [p.x, p.y]; }""",
            [x, y],
        )
        return at[0], at[1]

    def middle(self, tile: str, source: str) -> tuple[float, float] | None:
        """Where a tile is on the screen now, None if it is not there. The page redraws racks at any time."""
        at = self.page.evaluate(
            """(path) => { const box = document.querySelector(path)?.getBoundingClientRect();
                 return box && [box.x + box.width / 2, box.y + box.height / 2]; }""",
            f'{source} .tile[data-tile="{tile}"]',
        )
        return (at[0], at[1]) if at else None

    def drag(self, tile: str, x: float, y: float, source: str = "#rack") -> None:
        """Drag a tile until its rack has lost it, or got it back; a person whose tile slipped tries again."""
        lost = source == "#rack"
        for _ in range(PATIENCE_S // 3):
            at = self.middle(tile, source)
            if at:
                mouse = self.page.mouse
                mouse.move(*at)
                mouse.down()
                mouse.move(*self.screen(x, y), steps=4)
                mouse.up()
            for _ in range(60):
                self.page.wait_for_timeout(50)
                if (tile in self.rack) != lost:
                    return
        raise AssertionError(f"{tile} cannot be dragged from {source}")

    def place(self, end: dict[str, Any], tile: str) -> tuple[float, float]:
        """A free place at an end: straight on, or round a corner."""
        x, y, _ = end["pose"]
        others = [lying["pose"] for lying in self.table["cloth"] if lying["pose"][:2] != [x, y]]
        own = 14 if tile[0] == tile[2] else 28
        for bend in (0, 90, -90):
            way = math.radians(end["towards"] + bend)
            straight = math.radians(end["towards"])
            shift = (16 if end["double"] else 30) if bend == 0 else 0
            corner = 14 if bend and not end["double"] else 0
            start = (30 if end["double"] else 16) if bend else shift
            px = x + math.cos(straight) * corner + math.cos(way) * (start + own)
            py = y + math.sin(straight) * corner + math.sin(way) * (start + own)
            free = all(math.hypot(px - pose[0], py - pose[1]) > 40 for pose in others)
            if 30 < px < 770 and 30 < py < 770 and free:
                return px, py
        raise AssertionError(f"there is no room at {end}")

    def my_turn(self) -> bool:
        return self.table.get("phase") == "play" and self.table.get("turn") == 0 and bool(self.rack)

    def fitting(self) -> list[tuple[str, dict[str, Any]]]:
        return [(tile, end) for end in self.table["ends"] for tile in self.rack if str(end["value"]) in tile.split("-")]

    def opening(self) -> str:
        halves = lore.opening(tuple(map(int, tile.split("-"))) for tile in self.rack)
        return "-".join(map(str, halves))

    def play(self) -> None:
        """One act: the first tile that fits, else a pass."""
        if not self.table["ends"]:
            self.drag(self.opening(), 400, 400)
        elif self.fitting():
            tile, end = self.fitting()[0]
            self.drag(tile, *self.place(end, tile))
        else:
            self.page.locator("#press").click()

    def await_verdict(self) -> None:
        """Until the turn is over. Where the table cannot tell to which end the tile belongs, it is the first."""
        answered = None

        def judged() -> bool:
            nonlocal answered
            question = self.table.get("question")
            if question and question != answered:
                answered = question
                self.page.locator("#press").click()
            return not self.my_turn()

        wait(self.page, judged)


def wait(page: Page, true: Any) -> None:
    deadline = time.monotonic() + PATIENCE_S
    while not true():
        if time.monotonic() > deadline:
            said = page.locator("#message").inner_text()
            raise AssertionError(f"the page says: {said}; of the table it knows {page.evaluate('window.seen.table')}")
        page.wait_for_timeout(60)


def test_a_person_plays_a_round_by_dragging_tiles(page: Page) -> None:
    player = Player(page)
    results = page.locator("#log .result")
    page.locator("#seat-0 button").click()  # the board has to start first
    expect(page.locator("#mine")).to_be_visible()
    tried_wrong, plays, ended = False, 0, results.count()
    deadline = time.monotonic() + ROUND_S
    while results.count() == ended or not (tried_wrong and plays):
        assert time.monotonic() < deadline, "no round ended in which the person had played"
        page.wait_for_timeout(60)
        if not (tried_wrong and plays):  # a round that was nearly over when the person sat down is not the one
            ended = results.count()
        if not player.my_turn():
            continue
        wrong = set(player.rack) - {tile for tile, _ in player.fitting()}
        if player.table["ends"] and wrong and not tried_wrong:
            tried_wrong = True
            lay_a_wrong_tile(page, player, sorted(wrong)[0])
            continue
        before = len(player.rack)
        player.play()
        player.await_verdict()
        plays += len(player.rack) < before
    assert results.first.inner_text().startswith(("Round over", "Fish"))
    expect(page.locator("#draw")).to_be_disabled()  # all tiles are dealt to four


def lay_a_wrong_tile(page: Page, player: Player, tile: str) -> None:
    """The table says why it does not count, in the language of the page, and forgets it when it is taken back."""
    end = player.table["ends"][0]
    player.drag(tile, *player.place(end, tile))
    message = page.locator("#message.alarm")
    expect(message).to_contain_text(f"{tile} does not fit here")
    expect(message).to_contain_text("Put back into the rack")
    page.locator('button[data-language="es"]').click()
    expect(message).to_contain_text("no va aquí")
    page.locator('button[data-language="en"]').click()
    expect(page.locator(f'#board .tile.refused[data-tile="{tile}"]')).to_be_visible()
    player.drag(tile, -40, -40, source="#board")
    expect(page.locator("#message.alarm")).to_have_count(0)
    wait(page, lambda: tile in player.rack)
    written = re.compile(f"({tile}|{tile[::-1]}) does not fit here")  # the half that touches the chain comes first
    expect(page.locator("#log .foul").first).to_contain_text(written)
