"""The infractions on the page: what they cost, the arbiter's rulings with nothing but the keyboard, three languages."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest
from domino_table.hardware import load
from domino_table.web.app import create_app
from domino_table.web.arbiter import Arbiter
from domino_table.web.feed import Feed
from domino_table.web.salon import geometry
from host.web import chromium
from host.web.fakes import DEAL, PLAY, FakeLink, FakeTable
from playwright.sync_api import Page, expect

PATIENCE_MS = 240_000
MATCH = {"v": 1, "type": "match", "game": "block_draw", "seats": ["Ann", "Bob"], "profile": "cantinera",
         "params": {"opener_first": "lowest_double"}}  # fmt: skip

pytestmark = chromium.needed


class Obedient(FakeTable):
    """A table that writes the arbiter's lines, and changes its level, as it is told."""

    def __init__(self) -> None:
        super().__init__()
        self.snapshot |= {"phase": "play", "level": "enforce", "next": {"level": "enforce", "profile": "cantinera"}}

    def obey(self, name: str, arguments: dict[str, Any]) -> Any:
        if name == "level":
            self.snapshot["next"] = {**self.snapshot["next"], "level": arguments["name"]}
            self.version += 1
            return {"level": arguments["name"], "now": False}
        if arguments["line"].get("remedy") == {"kind": "points", "points": 9999, "to": "opponents"}:
            return {"n": len(self.records), "ok": False, "code": "bad_line"}
        self.write(arguments["line"])
        return {"n": len(self.records), "ok": True, "code": None}


class Link(FakeLink):
    def command(self, name: str, arguments: dict[str, Any]) -> Any:
        table = self._table
        assert isinstance(table, Obedient)
        table.commands.append((name, arguments))
        return table.obey(name, arguments)


@pytest.fixture
def desk() -> Iterator[tuple[Obedient, Page, str]]:
    """A table with two infractions: a false pass and a wrong tile, whose remedy the opponents choose."""
    table = Obedient()
    table.write(MATCH, DEAL, PLAY, {"type": "pass", "seat": 1}, {"type": "play", "seat": 1, "tile": "4-4", "end": "R"})
    arbiter = Arbiter()
    app = create_app(Feed(lambda: Link(table)), None, geometry(load("grid40")), arbiter)
    with chromium.served(app) as site, chromium.opened(PATIENCE_MS) as page:
        yield table, page, f"{site}/#arbiter={arbiter.token}"


def test_players_see_what_happened_and_decide_nothing(desk: tuple[Obedient, Page, str]) -> None:
    table, page, url = desk
    page.goto(url.partition("#")[0])
    panel = page.locator("#rulings")
    expect(panel.locator("summary")).to_have_text("Infractions (2)")
    panel.locator("summary").press("Enter")
    expect(panel.locator("li").nth(0)).to_contain_text("Bob: 4-4")
    expect(panel.locator("li .remedy").nth(0)).to_have_text(
        "→ the opponents choose: penalty, 25 to the opponents or take back, same turn (by the rules)"
    )
    expect(panel.locator("li .remedy").nth(1)).to_have_text("→ penalty, 25 to the opponents (by the rules)")
    expect(panel.locator(".profile")).to_have_text("Rules of remedies: cantinera")
    expect(panel.locator("li button")).to_have_count(0)
    expect(panel.locator("> form")).to_be_hidden()
    expect(panel.locator("#level")).to_be_disabled()
    expect(page.locator("#log")).to_contain_text("Penalty of Bob: 25 to the opponents")
    assert table.commands == []
    table.snapshot |= {"foul": {"seat": 1, "code": "wrong_tile", "tile": "4-4"},
                       "question": {"id": 1, "seat": 0, "choices": ["points", "retract"]}}  # fmt: skip
    table.version += 1
    expect(page.locator("#message")).to_have_text("Ann, choose: once – penalty, twice – take back, same turn")
    table.snapshot |= {"foul": None, "question": {"id": 2, "seat": 0, "choices": ["L", "R"]}}
    table.version += 1
    expect(page.locator("#message")).to_contain_text("which end?")


def test_the_arbiter_decides_and_withdraws_with_the_keyboard_alone(desk: tuple[Obedient, Page, str]) -> None:
    table, page, url = desk
    page.goto(url)
    panel = page.locator("#rulings")
    expect(panel.locator("summary")).to_have_text("Infractions (2)")
    panel.locator("summary").press("Enter")
    panel.locator("li").nth(1).locator("button").press("Enter")
    kind = panel.locator("li select[name=kind]")
    expect(kind).to_be_focused()
    kind.select_option("annul_hand")
    table.write({"type": "note", "text": "something happens meanwhile"})
    expect(page.locator("#log")).to_contain_text("something happens meanwhile")
    expect(kind).to_have_value("annul_hand")
    expect(kind).to_be_focused()
    page.keyboard.press("Tab")
    page.keyboard.press("ControlOrMeta+a")
    page.keyboard.type("40")
    page.keyboard.press("Enter")
    expect(panel.locator("li .remedy").nth(1)).to_have_text(
        "→ the hand does not count, 40 to the opponents (the arbiter's decision)"
    )
    assert table.commands[-1] == (
        "line",
        {"line": {"type": "rule", "ref": 4, "remedy": {"kind": "annul_hand", "points": 40, "to": "opponents"},
                  "by": "arbiter"}},
    )  # fmt: skip
    panel.locator("li").nth(1).get_by_role("button", name="Withdraw the ruling").press("Enter")
    expect(panel.locator("li .remedy").nth(1)).to_have_text("→ penalty, 25 to the opponents (by the rules)")
    assert table.commands[-1][1]["line"]["ref"] == 7
    panel.locator("li").nth(1).locator("button").press("Enter")
    page.keyboard.press("Escape")
    expect(panel.locator("li form")).to_have_count(0)


def test_what_the_table_cannot_see_is_entered_and_ruled_on(desk: tuple[Obedient, Page, str]) -> None:
    table, page, url = desk
    page.goto(url)
    panel = page.locator("#rulings")
    panel.locator("summary").press("Enter")
    panel.locator("> form select[name=seat]").select_option("0")
    panel.locator("> form select[name=what]").select_option("I10")
    panel.locator("> form input").fill("winked")
    panel.locator("> form button").press("Enter")
    expect(panel.locator("li").nth(0)).to_contain_text("Ann: signals, talk – winked")
    panel.locator("li").nth(0).locator("button").press("Enter")
    expect(panel.locator("li select[name=kind] option[value=must_play_open_tile]")).to_have_count(0)  # no tile is named
    panel.locator("li select[name=kind]").select_option("points")
    panel.locator("li input[name=points]").fill("30")
    panel.locator("li form button[type=submit]").press("Enter")
    expect(panel.locator("li .remedy").nth(0)).to_have_text("→ penalty, 30 to the opponents (the arbiter's decision)")
    note, ruling = [arguments["line"] for _, arguments in table.commands]
    assert (note["seat"], note["infraction"], ruling["ref"]) == (0, "I10", 6)


def test_a_ruling_that_the_table_refuses_is_told_why(desk: tuple[Obedient, Page, str]) -> None:
    _, page, url = desk
    page.goto(url)
    panel = page.locator("#rulings")
    panel.locator("summary").press("Enter")
    panel.locator("li").nth(1).locator("button").press("Enter")
    panel.locator("li select[name=kind]").select_option("points")
    panel.locator("li input[name=points]").fill("9999")
    panel.locator("li form button[type=submit]").press("Enter")
    expect(page.locator("#notice")).to_have_text("The table has refused it: that makes no sense in this game")


def test_the_level_is_the_arbiters_to_choose(desk: tuple[Obedient, Page, str]) -> None:
    table, page, url = desk
    page.goto(url)
    panel = page.locator("#rulings")
    panel.locator("summary").press("Enter")
    panel.locator("#level").select_option("record")
    expect(panel.locator(".later")).to_have_text("from the next match on")
    assert table.commands == [("level", {"name": "record"})]


@pytest.mark.parametrize("language", ["ru", "en", "es"])
def test_every_language_has_all_the_words(desk: tuple[Obedient, Page, str], language: str) -> None:
    _, page, url = desk
    page.goto(url)
    panel = page.locator("#rulings")
    panel.locator("summary").press("Enter")
    page.locator(f'.language[data-language="{language}"]').click()
    expect(panel.locator("li .remedy")).to_have_count(2)
    told = panel.inner_text()
    assert not re.search(r"\b[a-z]+_[a-z_]+\b", told), told  # a key without words
    missing = page.evaluate("""async () => {
        const words = await import('/static/texts-rulings.js');
        return words.missing();
    }""")
    assert missing == []


def test_a_form_that_is_open_follows_the_language(desk: tuple[Obedient, Page, str]) -> None:
    _, page, url = desk
    page.goto(url)
    page.locator('.language[data-language="en"]').click()
    panel = page.locator("#rulings")
    panel.locator("summary").press("Enter")
    panel.locator("li button").first.press("Enter")
    chosen = panel.locator("li select[name=kind] option").first
    expect(chosen).to_have_text("take back, same turn")
    page.locator('.language[data-language="es"]').click()
    expect(chosen).to_have_text("retirar, mismo turno")
