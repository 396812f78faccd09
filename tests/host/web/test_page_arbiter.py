"""The arbiter at the page: Chromium undoes and puts in plays of a running virtual table, with the keyboard alone."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import pytest
from domino_table.web.app import create_app
from domino_table.web.arbiter import Arbiter
from domino_table.web.corrections import Book
from domino_table.web.feed import Feed
from domino_table.web.salon import Salon, Wishes, geometry
from host.web import chromium
from playwright.sync_api import Page, expect

PATIENCE_S = 600
STILL_US = 12_000_000  # of the table's own time, however fast the machine is

pytestmark = chromium.needed


@dataclass
class Hall:
    """A running table, its page's address and the page's own view of the record."""

    salon: Salon
    feed: Feed
    url: str

    def until(self, true: Callable[[], bool]) -> None:
        deadline = time.monotonic() + PATIENCE_S
        while not true():
            assert time.monotonic() < deadline
            time.sleep(0.1)

    def hold_still(self) -> None:
        """People hold their hands still once five tiles lie."""
        self.until(lambda: len(self.stands()) >= 5)
        self.salon.board.call(lambda _: [setattr(person, "away", True) for person in self.salon.guests.party.people])
        known, since = -1, self.salon.guests.world.now
        while self.salon.guests.world.now - since < STILL_US:  # what was in somebody's hand still comes
            if known != len(self.feed.record()):
                known, since = len(self.feed.record()), self.salon.guests.world.now
            time.sleep(0.1)

    def stands(self) -> list[tuple[int, str]]:
        """(seat, tile) of the plays that count."""
        acts = [entry.line for entry in Book(self.feed.record()).acts() if entry.ok and entry.line]
        return [(line["seat"], line["tile"]) for line in acts if line["type"] == "play"]


@pytest.fixture
def hall(tmp_path: Any, monkeypatch: pytest.MonkeyPatch) -> Iterator[Hall]:
    runtime = tmp_path / "run"
    runtime.mkdir(mode=0o700)
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(runtime))
    with Salon(Wishes(seed=8, mistakes=0.0, language="ru", rate=4.0)) as salon:
        feed = Feed(salon.connect)
        app = create_app(feed, salon.hands, geometry(salon.build), Arbiter("whistle"))
        with chromium.served(app) as url:
            yield Hall(salon, feed, url)


@pytest.fixture
def page(hall: Hall) -> Iterator[Page]:
    with chromium.opened(PATIENCE_S * 1000, height=1300) as opened:
        yield opened


def test_the_arbiter_undoes_and_puts_in_again_with_two_presses_each(hall: Hall, page: Page) -> None:
    page.goto(f"{hall.url}/#arbiter=whistle")
    expect(page.locator("#arbiter")).to_be_visible()
    hall.hold_still()
    before = hall.stands()
    seat, tile = before[-1]
    undo = page.locator("#arbiter-undo")
    expect(undo).to_contain_text(tile)
    undo.press("Enter")
    expect(undo).to_contain_text("точно?")
    assert hall.stands() == before
    undo.press("Escape")
    expect(undo).not_to_contain_text("точно?")
    undo.press("Enter")
    expect(undo).to_contain_text("точно?")
    expect(page.locator("#arbiter-said")).to_contain_text("Ещё раз та же кнопка")
    undo.press("Enter")
    hall.until(lambda: hall.stands() == before[:-1])
    expect(page.locator("#arbiter-said")).to_contain_text("Исправлено")
    # The tile lies there still: of all that may have been missed it is the first.
    again = page.locator("#arbiter-suggest button").first
    expect(again).to_contain_text(tile)
    again.press("Enter")
    expect(again).to_contain_text("точно?")
    again.press("Enter")
    hall.until(lambda: hall.stands() == before)
    assert hall.feed.record()[-1]["by"] == "арбитр"
    # Any line, in another language.
    page.click("button[data-language=en]")
    expect(page.locator("#arbiter h2")).to_have_text("Arbiter")
    page.locator("#arbiter summary").press("Enter")
    line = page.locator("#arbiter-line")
    expect(line.locator("option").first).to_contain_text(tile)
    line.select_option(index=0)
    page.fill("#arbiter-reason", "misread")
    strike = page.locator("#arbiter-strike")
    strike.press("Enter")
    expect(strike).to_contain_text("sure?")
    strike.press("Enter")
    hall.until(lambda: hall.stands() == before[:-1])
    assert hall.feed.record()[-1]["reason"] == "misread"


def test_nobody_else_has_the_panel(hall: Hall, page: Page) -> None:
    page.goto(hall.url)
    expect(page.locator("#message")).not_to_be_empty()
    expect(page.locator("#arbiter")).to_be_hidden()
    page.goto("about:blank")
    page.goto(f"{hall.url}/#arbiter=whisper")
    expect(page.locator("#message")).not_to_be_empty()
    time.sleep(1)
    expect(page.locator("#arbiter")).to_be_hidden()
