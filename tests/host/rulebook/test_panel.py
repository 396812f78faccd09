"""The page shows the rules of the match on the table, in the language of the page."""

from __future__ import annotations

import time
from collections.abc import Iterator

import pytest
from domino_table.hardware import load
from domino_table.rulebook.text import rules, rules_of_match
from domino_table.web.app import create_app
from domino_table.web.feed import Feed
from domino_table.web.salon import geometry
from host.web import chromium
from host.web.fakes import MATCH, FakeLink, FakeTable
from playwright.sync_api import Page, expect
from starlette.applications import Starlette
from starlette.testclient import TestClient

WAIT_MS = 60_000
PAIRS = {
    "v": 1,
    "type": "match",
    "game": "osyol",
    "seats": ["A", "B", "C", "D"],
    "params": {"pairs": True, "target": 51},
}


@pytest.fixture
def table() -> FakeTable:
    return FakeTable()


@pytest.fixture
def app(table: FakeTable) -> Starlette:
    return create_app(Feed(lambda: FakeLink(table)), None, geometry(load("grid40")))


@pytest.fixture
def client(app: Starlette) -> Iterator[TestClient]:
    with TestClient(app, base_url="http://127.0.0.1") as made:
        yield made


def asked(client: TestClient, path: str, status: int) -> dict[str, object]:
    """The answer as soon as it has this status: the feed takes a moment to hear of a match."""
    deadline = time.monotonic() + 60
    while (answer := client.get(path)).status_code != status:
        assert time.monotonic() < deadline, answer.text
        time.sleep(0.05)
    found: dict[str, object] = answer.json()
    return found


def test_the_rules_are_those_of_the_match_on_the_table(client: TestClient, table: FakeTable) -> None:
    assert "no match has begun" in str(asked(client, "/rules?language=ru", 404)["error"])
    table.write(PAIRS)
    found = asked(client, "/rules?language=ru", 200)
    assert found == rules("osyol", None, PAIRS["params"], 4, "ru").as_json()  # type: ignore[arg-type]
    assert client.get("/rules").json()["language"] == "en"
    refused = client.get("/rules?language=de")
    assert (refused.status_code, "choose one of ru, en, es" in refused.json()["error"]) == (400, True)


def test_the_set_of_a_match_line_counts() -> None:
    line = {"game": "muggins", "seats": ["A", "B"], "set": 9}
    said = [each.text for section in rules_of_match(line, "en").sections for each in section.paragraphs]
    assert "The set has 55 tiles, from 0-0 to 9-9." in said


@pytest.fixture
def page(app: Starlette) -> Iterator[Page]:
    with chromium.served(app) as site, chromium.opened(width=1280, height=800) as opened:
        opened.goto(site)
        yield opened


@chromium.needed
def test_the_dialog_follows_match_and_language(page: Page, table: FakeTable) -> None:
    expect(page.locator("html")).to_have_attribute("lang", "en", timeout=WAIT_MS)  # the table's language
    page.locator("#rules-open").click()
    text = page.locator("#rules-text")
    expect(text).to_contain_text("as soon as a match begins", timeout=WAIT_MS)
    table.write(MATCH)
    expect(page.locator("#rules-title")).to_contain_text("Kozel (Goat)", timeout=WAIT_MS)
    expect(text.locator("h3").first).to_have_text("Aim", timeout=WAIT_MS)
    expect(text).to_contain_text("a 0-0 left all alone counts 10 points", timeout=WAIT_MS)
    page.keyboard.press("Escape")
    expect(text).to_be_hidden(timeout=WAIT_MS)
    page.locator('button[data-language="ru"]').click()
    page.locator("#rules-open").click()
    expect(text).to_contain_text("Проигравший\u00a0– «козёл».", timeout=WAIT_MS)
    table.write(PAIRS)
    expect(page.locator("#rules-title")).to_have_text("Осёл", timeout=WAIT_MS)
    expect(text).to_contain_text("Партия идёт до 51 очка", timeout=WAIT_MS)
    page.locator("#rules-close").click()
    expect(text).to_be_hidden(timeout=WAIT_MS)
