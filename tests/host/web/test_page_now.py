"""What the page shows by what goes on: the bazaar's heap, the name of the own button, no new match in a self-test."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from domino_table.device.port import Silent
from domino_table.hardware import load
from domino_table.web.app import create_app
from domino_table.web.feed import Feed
from domino_table.web.hands import Hands
from domino_table.web.salon import geometry
from host.web import chromium
from host.web.fakes import DEAL, MATCH, PLAY, FakeLink, FakeTable
from host.web.test_app import FakeWorld
from host.web.test_page_controls import Shown
from playwright.sync_api import expect

pytestmark = chromium.needed


@pytest.fixture(scope="module")
def shown() -> Iterator[Shown]:
    table, world = FakeTable(), FakeWorld()
    hands = Hands(world, 2, lambda action: action(0))
    app = create_app(Feed(lambda: FakeLink(table)), hands, geometry(load("grid40_bazaar")))
    table.write(MATCH)
    with chromium.served(app) as url, chromium.opened(240_000) as page:
        page.goto(url)
        yield Shown(table, world, page, url)


def test_the_bazaar_on_the_cloth_is_a_heap_of_as_many_backs_inside_its_zone(shown: Shown) -> None:
    backs = shown.page.locator("#board .heap .tile.down")
    shown.state("play", MATCH, DEAL, PLAY, turn=1)
    expect(backs).to_have_count(14)
    assert shown.page.evaluate("""() => {
        const zone = document.querySelector("#board .zone").getBoundingClientRect();
        const places = [...document.querySelectorAll("#board .heap .tile")].map((back) => back.getBoundingClientRect());
        return new Set(places.map(({ x, y }) => `${x} ${y}`)).size === 14 && places.every(
            (place) => place.left >= zone.left && place.right <= zone.right && place.bottom <= zone.bottom)
    }""")
    shown.state("deal", MATCH)
    expect(backs).to_have_count(0)


def test_no_match_is_begun_while_the_table_tests_itself(shown: Shown) -> None:
    begin = shown.page.locator("#menu-open")
    shown.state("play", MATCH, DEAL, turn=0)
    expect(begin).to_be_enabled()
    shown.state("maintenance")
    expect(shown.page.locator("#message")).to_contain_text("hold < – play")
    expect(begin).to_be_enabled()
    shown.table.faults += [Silent("nothing answers")] * 3
    expect(begin).to_be_disabled()
    shown.state("play", turn=0)
    expect(begin).to_be_enabled()


def test_the_own_button_is_named_by_what_it_does_now(shown: Shown) -> None:
    press = shown.page.locator("#press")
    question: dict[str, Any] = {"id": 7, "seat": 0, "choices": ["R"]}
    shown.state("play", MATCH, DEAL, PLAY, turn=1)
    shown.page.locator("#seat-0").get_by_role("button", name="Sit down").click()
    expect(press).to_have_text("Button: pass / yes")
    for asked, words in (
        ({**question}, "Button: yes"),
        ({**question, "choices": ["R", "L"]}, "Button once: the first"),
        ({**question, "seat": 1}, "Button: pass / yes"),
        ({**question, "seat": None}, "Button: the tile is mine"),
    ):
        shown.state("play", turn=0, question=asked)
        expect(press).to_have_text(words)
    shown.state("reveal")
    expect(press).to_have_text("Button: tiles shown")
    shown.state("play", {**MATCH, "game": "domino_tennis", "preset": None}, DEAL)
    expect(press).to_have_text("Button: I serve")
    shown.page.locator("#seat-0").get_by_role("button", name="Stand up").click()


def test_where_nobody_knows_who_opens_the_button_says_that_one_does(shown: Shown) -> None:
    build, game = {"racks": False}, {"game": "kozel", "opener": None}
    told = "async (seen) => (await import('/static/presses.js')).pressKey(seen)"
    waiting = {"phase": "deal", "turn": None, "question": None}
    assert shown.page.evaluate(told, {"build": build, "game": game, "own": 0, "table": waiting}) == "press_open"
    for changed in ({"build": {"racks": True}}, {"table": {**waiting, "turn": 1}}, {"game": {**game, "opener": 0}}):
        seen = {"build": build, "game": game, "own": 0, "table": waiting, **changed}
        assert shown.page.evaluate(told, seen) == "press"
