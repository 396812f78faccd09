"""The menu of games: what it offers at which build, and a match that is begun with it and played by the company."""

from __future__ import annotations

import json
from typing import Any

import pytest
from domino_table import hardware
from domino_table.virtual import lore
from domino_table.virtual.guests import Guests
from domino_table.virtual.table import VirtualTable
from domino_table.web.menu import offers
from host.web import chromium
from host.web.test_page import page as page
from host.web.test_page import site as site
from playwright.sync_api import Page, expect

pytestmark = chromium.needed


def games(build: str) -> dict[str, list[dict[str, Any]]]:
    return {offer["game"]: offer["choices"] for offer in offers(hardware.load(build))}


def test_a_large_table_offers_every_game_and_a_small_one_those_of_one_line() -> None:
    large, mini = games("grid40"), games("grid40_mini")
    assert {"kozel", "muggins", "kolbasa"} <= set(large)
    assert {"kozel", "block_draw"} <= set(mini) < set(large)
    assert {"muggins", "kolbasa"}.isdisjoint(mini)
    assert {"preset": None, "players": 6, "params": {"teams": 3}} in large["general_kozel"]
    assert json.loads(json.dumps(offers(hardware.load("grid40"))))


def test_the_company_follows_to_a_game_in_which_nobody_may_sit_down_and_back() -> None:
    kozel, kolbasa = lore.lore("kozel", "graa", {}, 4), lore.lore("kolbasa", None, {}, 2)
    assert kozel
    assert kolbasa
    guests = Guests(VirtualTable(hardware.load("grid40"), 1), kozel, 4, 1, 1.0, 0.0)
    guests.take_seat(3)
    guests.begin(kolbasa, 2)
    assert [person.away for person in guests.party.people] == [False, False]
    with pytest.raises(ValueError, match="face down"):
        guests.take_seat(0)
    guests.begin(kozel, 3)
    guests.take_seat(0)
    with pytest.raises(ValueError, match="nobody plays"):
        guests.take_seat(3)
    with pytest.raises(ValueError, match="people play"):
        guests.try_seat(3, "knock")
    guests.rest()
    guests.try_seat(3, "knock")


def test_another_game_is_begun_by_keyboard_and_played(page: Page) -> None:
    expect(page.locator("#menu-open")).to_be_visible()
    page.locator("#menu-open").focus()
    page.keyboard.press("Enter")
    page.locator("button.language[data-language=ru]").evaluate("button => button.click()")
    expect(page.locator("#menu-title")).to_have_text("Новая партия")
    assert page.locator("#menu-preset").input_value() == "graa"
    page.locator("#menu-game").focus()
    page.keyboard.press("End")
    expect(page.locator("#menu-game")).to_have_value("telefon")
    page.select_option("#menu-players", "2")
    page.fill("#menu-names", "Зоя, Игорь")
    page.locator("#menu-begin").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#menu")).not_to_be_visible()
    expect(page.locator("#seat-0 .name")).to_have_text("Зоя")
    expect(page.locator("#seat-2")).to_be_empty()
    page.wait_for_function("window.seen.game.game === 'telefon' && window.seen.game.layout?.first")
    expect(page.locator("#draw")).to_be_enabled()  # a bazaar
