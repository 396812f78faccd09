"""What the page shows of every game, from the record and the table's state as they come over the link."""

from __future__ import annotations

import random
import runpy
from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

import pytest
from domino_rules.referee import Referee
from domino_table.hardware import load
from domino_table.resources import firmware_dir
from domino_table.web.app import create_app
from domino_table.web.feed import Feed
from domino_table.web.salon import geometry
from host.players import SETTINGS, next_line
from host.web import chromium
from host.web.fakes import FakeLink, FakeTable
from playwright.sync_api import Page, expect

NAMES = ["Ann", "Bob", "Cid", "Dot", "Eve", "Fay"]
PATIENCE_MS = 240_000
standing = runpy.run_path(str(firmware_dir() / "table" / "referee" / "standing.py"))["standing"]

pytestmark = chromium.needed


class Played(FakeTable):
    """A table at which people have played some lines of a game."""

    def begin(self, game: str, count: int, **start: Any) -> None:
        players, params = SETTINGS[game]
        self.rules = Referee()
        self.put({"type": "match", "v": 1, "game": game, "seats": NAMES[:players], "params": params, **start})
        rng = random.Random(game)
        for _ in range(count):
            if self.rules.match.phase != "match_over":
                self.put(next_line(self.rules.match, rng))

    def put(self, line: dict[str, Any]) -> None:
        """A line, and the state after it."""
        assert self.rules.feed(dict(line))[0]["ok"], line
        match = self.rules.match
        told = standing(SimpleNamespace(record=SimpleNamespace(match=match, rules=self.rules), acts=None))
        ends = [
            {"name": name, "value": value, "double": False, "pose": [400, 400, 0], "towards": 0}
            for name, value in match.layout.ends()
        ]
        cloth = [{"tile": match.tiles.name(tile), "pose": [400, 400, 0]} for tile in match.tiles.members(match.table)]
        self.snapshot = {
            "phase": "play", "language": "en", "turn": match.turn, "cloth": cloth, "ends": ends, "standing": told,
        }  # fmt: skip
        self.write(line)


@pytest.fixture(scope="module")
def shown() -> Iterator[tuple[Played, Page]]:
    """A table and a page that follows it."""
    table = Played()
    table.begin("kozel", 1)
    app = create_app(Feed(lambda: FakeLink(table)), None, geometry(load("grid40")))
    with chromium.served(app) as site, chromium.opened(PATIENCE_MS) as page:
        page.goto(site)
        yield table, page


TITLES = {
    "block_draw": "Dominoes to 100", "kozel": "Kozel to 40", "kozel_pairs": "Kozel in pairs to 40",
    "morskoy_kozel": "Sea goat to 125", "sport": "Sport dominoes", "osyol": "Osyol to 101", "telefon": "Telefon to 225",
    "muggins": "Muggins to 200", "general_kozel": "General Kozel to 4", "kolbasa": "Kolbasa to 101",
    "kozel_125": "Kozel to 125", "domino_tennis": "Domino tennis to 2 sets", "all_fives": "All Fives to 100",
}  # fmt: skip


@pytest.mark.parametrize("game", sorted(SETTINGS))
def test_title_accounts_and_log_of_every_game_are_there_in_words(shown: tuple[Played, Page], game: str) -> None:
    table, page = shown
    table.begin(game, 60)
    expect(page.locator("#facts")).to_contain_text(TITLES[game])
    state = table.rules.state()
    seats = min(4, len(state["seats"]))
    for seat in range(seats):
        held = state["accounts"][table.rules.match.side_of(seat)]
        points = f"+{held['remembered']}" if held.get("opened") is False else None
        points = points or str(held.get("score", held.get("points", held.get("generals"))))
        points = points.replace("-", "−")
        expect(page.locator(f"#seat-{seat} .account")).to_contain_text(points)
    expect(page.locator("#log li").nth(0)).to_be_visible()
    said = "\n".join(page.locator("#log li").all_inner_texts()) + page.locator("aside").inner_text()
    assert "undefined" not in said
    assert "{" not in said
    assert "_" not in said, "a key without a text"


def test_a_closed_double_lies_face_down_and_its_end_has_a_sign(shown: tuple[Played, Page]) -> None:
    table, page = shown
    table.begin("osyol", 0)
    hands = [
        ["1-1", "0-2", "0-3", "0-4", "0-5", "0-6", "5-5"],
        ["1-5", "2-2", "2-3", "2-4", "2-5", "2-6", "0-0"],
        ["1-6", "3-3", "3-4", "3-5", "3-6", "0-1", "1-2"],
        ["4-4", "4-5", "4-6", "5-6", "6-6", "1-3", "1-4"],
    ]
    table.put({"type": "deal", "hands": hands, "stock": []})
    table.put({"type": "play", "seat": 0, "tile": "1-1"})
    table.put({"type": "play", "seat": 1, "tile": "1-5", "end": "U"})
    table.put({"type": "play", "seat": 2, "tile": "6-1", "end": "L"})
    table.put({"type": "play", "seat": 3, "tile": "6-6", "end": "L", "closed": True})
    expect(page.locator("#board .tile.down")).to_have_attribute("data-tile", "6-6")
    expect(page.locator("#ends")).to_have_text("Ends: × · 1 · 5 · 1")
    expect(page.locator("#board .ends text")).to_have_text(["1", "5", "1"])
    expect(page.locator("#log li").first).to_have_text("Dot: 6-6 face down")
    expect(page.locator("#log li").nth(1)).to_have_text("Cid: 1-6")


def test_the_open_ends_of_a_line_are_told_while_it_is_played(shown: tuple[Played, Page]) -> None:
    table, page = shown
    table.begin("kozel", 6)
    values = [str(value) for _, value in table.rules.match.layout.ends()]
    expect(page.locator("#ends")).to_have_text(f"Ends: {' · '.join(values)}")
    table.begin("kozel", 1)
    expect(page.locator("#ends")).to_have_text("")


def test_the_signs_are_explained_and_only_those_that_the_game_has(shown: tuple[Played, Page]) -> None:
    table, page = shown
    table.begin("kozel", 6)
    legend = page.locator("#legend")
    page.set_viewport_size({"width": 390, "height": 844})
    legend.locator("summary").click()
    expect(legend.locator("li").first).to_have_text(
        "+5 yellow with a plus: points that are remembered, the account is not open yet"
    )
    wide = legend.evaluate("""(legend) => [...legend.querySelectorAll('li span')]
        .every((words) => words.getBoundingClientRect().width > 200)""")
    assert wide, "the words have no room beside their sign"
    table.begin("muggins", 6)
    expect(legend.locator("li:visible").first).to_have_text("white light at a side and in its button: who is to play")
    legend.locator("summary").click()
    page.set_viewport_size({"width": 1400, "height": 900})


def test_fives_add_up_the_ends_and_tell_each_award(shown: tuple[Played, Page]) -> None:
    table, page = shown
    table.begin("all_fives", 0)
    hands = [["5-5", "0-1", "0-2", "0-3", "0-4", "0-6", "1-1"], ["0-5", "1-2", "1-3", "1-4", "1-5", "1-6", "2-2"]]
    rest = [f"{a}-{b}" for a in range(7) for b in range(a, 7) if f"{a}-{b}" not in hands[0] + hands[1]]
    table.put({"type": "deal", "hands": hands, "stock": rest})
    table.put({"type": "play", "seat": 0, "tile": "5-5"})
    expect(page.locator("#ends")).to_contain_text("sum 10")
    expect(page.locator("#log li.result").first).to_have_text("Ann: +10")


def test_tennis_has_a_scoreboard_with_its_server(shown: tuple[Played, Page]) -> None:
    table, page = shown
    accounts = [{"sets": 1, "games": 5, "points": "69/2"}, {"sets": 0, "games": 4, "points": 12}]
    table.begin("domino_tennis", 1, accounts=accounts)
    table.put({"type": "claim", "seat": 1, "what": "serve"})
    expect(page.locator("#tennis tr").nth(1)).to_have_text("Ann1569/2")
    expect(page.locator("#tennis tr").nth(2)).to_have_text("Bob ●0412")
    expect(page.locator("#seat-1 .badge")).to_have_text("serves")
    table.begin("muggins", 1)
    expect(page.locator("#tennis")).to_be_hidden()


def test_the_sea_goat_tells_eggs_debt_and_the_hundred(shown: tuple[Played, Page]) -> None:
    table, page = shown
    debt = {"seat": 1, "tries": 2, "stake": 31, "creditor": 0}
    accounts = [{"score": 40}, {"score": 0}, {"score": 0}]
    table.begin("morskoy_kozel", 0, accounts=accounts, hundred=2, debt=debt, eggs=23)
    expect(page.locator("#carry")).to_have_text("eggs +23")
    expect(page.locator("#seat-1 .badge")).to_have_text("debt 31")
    expect(page.locator("#seat-2 .badge")).to_have_text("for a hundred")
    expect(page.locator("#seat-0 .account.opened")).to_have_text("40")
    expect(page.locator("#seat-1 .account.shut")).to_have_text("0")


def test_waiting_teams_and_the_seats_of_those_that_play_are_named(shown: tuple[Played, Page]) -> None:
    table, page = shown
    table.begin("general_kozel", 0)
    expect(page.locator("#facts")).to_contain_text("waiting: Eve + Fay")
    expect(page.locator("#seat-3 .name")).to_have_text("Dot")
    table.rules.match.seated[1], table.rules.match.waiting[:] = 2, [1]
    table.snapshot = table.snapshot | {"standing": table.snapshot["standing"] | {"seated": [0, 2], "waiting": [1]}}
    table.version += 1
    expect(page.locator("#seat-3 .name")).to_have_text("Fay")
    expect(page.locator("#facts")).to_contain_text("waiting: Bob + Dot")


def test_a_round_that_does_not_count_is_not_called_recorded(shown: tuple[Played, Page]) -> None:
    table, page = shown
    table.begin("general_kozel", 0)
    rng = random.Random(5)
    while not (table.rules.state()["round_end"] or {}).get("void"):
        table.put(next_line(table.rules.match, rng))
    expect(page.locator("#log li.result").first).to_have_text("Fish! The round does not count")


@pytest.mark.parametrize("game", sorted(SETTINGS))
def test_nothing_is_wider_than_a_phone_in_any_language(shown: tuple[Played, Page], game: str) -> None:
    table, page = shown
    table.begin(game, 60)
    expect(page.locator("#facts")).to_contain_text(TITLES[game])
    page.set_viewport_size({"width": 390, "height": 844})
    for language in ("ru", "es", "en"):
        page.locator(f"[data-language={language}]").click()
        expect(page.locator("html")).to_have_attribute("lang", language)
        assert page.evaluate("document.documentElement.scrollWidth") == 390
        cut = page.evaluate("""[...document.querySelectorAll('.seat *')].filter((part) =>
            part.getBoundingClientRect().right > part.closest('.seat').getBoundingClientRect().right).length""")
        assert cut == 0
    page.set_viewport_size({"width": 1400, "height": 900})
