"""What the page of a virtual table tells and takes besides plays: keys, what is to be taken up, links that are over."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from domino_table.device.port import Silent
from domino_table.hardware import load
from domino_table.web import hands as hands_of_pages
from domino_table.web.app import create_app
from domino_table.web.arbiter import Arbiter
from domino_table.web.feed import Feed
from domino_table.web.hands import Hands
from domino_table.web.salon import geometry
from host.web import chromium
from host.web.fakes import DEAL, MATCH, PLAY, FakeLink, FakeTable
from host.web.served import until
from host.web.test_app import FakeWorld
from playwright.sync_api import Locator, Page, expect

PATIENCE_MS = 240_000
LYING = [{"tile": "2-5", "pose": [300, 300, 0]}]

pytestmark = chromium.needed


class Shown:
    """A table without racks, its page, and a world that notes what hands do."""

    def __init__(self, table: FakeTable, world: FakeWorld, page: Page, url: str) -> None:
        self.table, self.world, self.page, self.url = table, world, page, url

    def state(self, phase: str, *lines: dict[str, Any], **state: Any) -> None:
        """The table says this of itself from now on, having written these lines."""
        self.table.snapshot = {"phase": phase, "language": "en", "turn": None, "cloth": [], **state}
        self.table.write(*lines)


@contextmanager
def another(page: Page) -> Iterator[Page]:
    """The same page once more in the same browser."""
    with page.context.expect_page() as opened:
        page.evaluate("window.open(location.href, '_blank', 'noopener'), 0")
    yield opened.value
    opened.value.close()


def top_of(element: Locator) -> int:
    """Where an element begins, in whole pixels from the top of the page."""
    expect(element).to_be_visible()
    box = element.bounding_box()
    assert box
    return round(box["y"])


@pytest.fixture(scope="module")
def shown() -> Iterator[Shown]:
    table, world = FakeTable(), FakeWorld()
    hands = Hands(world, 2, lambda action: action(0))
    feed = Feed(lambda: FakeLink(table))
    app = create_app(feed, hands, geometry(load("grid40_no_racks")), Arbiter("whistle"))
    table.write(MATCH)
    with chromium.served(app) as url, chromium.opened(PATIENCE_MS) as page:
        page.goto(url)
        yield Shown(table, world, page, url)


def test_the_keys_under_the_display_are_pressed_by_keyboard_and_named_in_the_pages_language(shown: Shown) -> None:
    page = shown.page
    shown.state("over", language="es")
    ok = page.get_by_role("button", name="Tecla OK bajo la pantalla")
    ok.focus()
    page.keyboard.press("Enter")
    page.get_by_role("button", name="Mantener <: servicio").press("Space")
    expect(page.get_by_role("group", name="Teclas bajo la pantalla de la mesa")).to_be_visible()
    until(lambda: len(shown.world.done) == 2)
    assert shown.world.done == [("key", "ok", "short"), ("key", "left", "long")]
    shown.world.testing = True
    page.get_by_role("button", name="Golpe 2").click()  # whoever tests the table tries the seats
    until(lambda: len(shown.world.done) == 3)
    assert shown.world.done[2] == ("try", 1, "knock")
    shown.world.testing = False


def test_a_hold_is_named_by_what_it_does_now_and_told_when_the_table_has_done_it(shown: Shown) -> None:
    page, notice = shown.page, shown.page.locator("#notice")
    shown.state("play", MATCH, turn=0)
    page.get_by_role("button", name="Key < under the display").hover()
    page.mouse.down()
    until(lambda: shown.world.done[-1] == ("key", "left", "long"))
    page.mouse.up()
    expect(notice).not_to_have_text("Maintenance: the game rests")
    shown.state("maintenance")
    expect(notice).to_have_text("Maintenance: the game rests")
    page.get_by_role("button", name="Hold >: language").click()
    shown.state("maintenance", language="es")
    expect(notice).to_have_text("La mesa habla español")
    page.get_by_role("button", name="Mantener <: seguir jugando").click()
    shown.state("play", language="en", turn=0)
    expect(notice).to_have_text("The game goes on")


def test_in_the_self_test_the_page_has_its_buttons_and_no_others(shown: Shown) -> None:
    page, notice = shown.page, shown.page.locator("#notice")
    shown.state("play", MATCH, turn=0)
    page.locator("#seat-0 button").click()
    expect(page.locator("#mine")).to_be_visible()
    expect(page.locator("#try-seats")).to_be_hidden()
    shown.state("maintenance")
    expect(page.locator("#message")).to_contain_text("hold < – play")
    shown.world.testing = True
    shown.table.faults += [Silent("nothing answers")] * 3
    expect(page.locator("#mine")).to_be_hidden()
    expect(page.locator("#try-seats")).to_be_visible()
    expect(page.get_by_role("button", name="Hold >: language")).to_be_disabled()
    page.get_by_role("button", name="Hold <: end the test").click()
    shown.state("play", turn=0)
    expect(notice).to_have_text("The self-test is over, the game goes on")
    shown.world.testing = False
    expect(page.locator("#mine")).to_be_visible()
    page.locator("#seat-0 button").click()


def test_without_racks_the_page_says_which_tile_opens_and_speaks_of_no_racks(shown: Shown) -> None:
    message = shown.page.locator("#message")
    shown.state("deal", MATCH)
    expect(message).to_contain_text("Who holds 1-1 opens, or else the next double")
    shown.state("deal", language="ru")
    expect(message).to_contain_text("Заходит тот, у кого 1-1")
    shown.state("deal", {**MATCH, "game": "muggins", "preset": None})
    expect(message).to_have_text("Take your tiles. Whoever opens presses the own button first")


def test_every_tile_that_must_be_taken_up_is_named_whatever_else_is_told(shown: Shown) -> None:
    message = shown.page.locator("#message")
    shown.state("play", MATCH, turn=0, cloth=LYING, refused=["2-5"])  # undone
    expect(message).to_contain_text("Take back into your hand: 2-5")
    foul = {"seat": 1, "code": "false_pass", "tile": None}
    shown.state("play", turn=0, cloth=LYING, refused=["2-5", "0-3"], foul=foul)
    expect(message).to_contain_text("pass only if you can do nothing. Take back into your hand: 2-5, 0-3")


def test_each_player_and_cause_has_a_sentence_of_its_own(shown: Shown) -> None:
    """After an undo one player's breach and another's tile were one sentence."""
    message = shown.page.locator("#message")
    answer = {"type": "play", "seat": 1, "tile": "1-2", "end": "R"}
    wrong = {"type": "play", "seat": 0, "tile": "5-6", "end": "R"}
    undo = {"type": "correct", "ref": 4, "to": None, "by": "seat 1", "reason": "undo"}
    lying = [{"tile": tile, "pose": [300 + 60 * n, 300, 0]} for n, tile in enumerate(("1-1", "1-2", "5-6"))]
    foul = {"seat": 0, "code": "wrong_tile", "tile": "5-6"}
    record = [MATCH, DEAL, PLAY, answer, wrong, undo]
    shown.state("play", *record, turn=1, cloth=lying, refused=["1-2", "5-6"], foul=foul)
    expect(message).to_have_text(
        "Ann: 5-6 does not fit here. Take back into your hand: 5-6. "
        "Bob: the play is undone. Take back into your hand: 1-2"
    )
    shown.state("play", turn=1, cloth=lying, refused=["1-2", "5-6"])
    expect(message).to_have_text(
        "Bob to play. Bob: the play is undone. Take back into your hand: 1-2. "
        "Ann: 5-6 does not fit here. Take back into your hand: 5-6"
    )


def test_which_end_is_asked_with_what_the_ends_show_and_where_they_lie(shown: Shown) -> None:
    message = shown.page.locator("#message")
    ends = [
        {"name": "L", "value": 2, "double": False, "pose": [300, 300, 0], "towards": 180},
        {"name": "R", "value": 5, "double": False, "pose": [300, 300, 0], "towards": 0},
    ]
    question = {"id": 7, "seat": 1, "choices": ["R", "L"]}
    shown.state(
        "play",
        MATCH,
        DEAL,
        PLAY,
        turn=1,
        ends=ends,
        question=question,
        cloth=[*LYING, *[{"tile": "1-1", "pose": [400, 400, 90]}]],
    )
    expect(message).to_have_text("Bob: which end for 2-5? Button: once – the 5 on the right, twice – the 2 on the left")
    for end, way in zip(ends, (270, 90), strict=True):
        end["towards"], end["pose"] = way, [300, 300, 90]
    shown.state("play", turn=1, ends=ends, question=question)
    expect(message).to_contain_text("once – the 5 below, twice – the 2 above")


def test_what_is_asked_or_wrong_about_a_tile_that_touches_nothing_is_told_with_its_name(shown: Shown) -> None:
    message = shown.page.locator("#message")
    apart = [{"tile": "1-1", "pose": [400, 400, 0]}, *LYING]
    foul = {"seat": 1, "code": "false_pass", "tile": None}
    shown.state("play", {**MATCH, "seats": ["Анна", "Zed"]}, DEAL, PLAY, turn=1, cloth=apart, foul=foul)
    expect(message).to_contain_text("2-5 touches nothing: push it to an end that it fits, or take it back")
    question: dict[str, Any] = {"id": 1, "seat": 1, "choices": ["R"]}
    shown.state("play", turn=1, cloth=apart, question=question, foul=foul)  # the question is newer than the breach
    expect(message).to_have_text("Zed: confirm 2-5 with your button, or push it to the end")
    shown.state("play", turn=0, cloth=apart, question={**question, "seat": 0, "choices": ["stands", "gone"]})
    expect(message).to_contain_text("Anna: is the tile still there?")  # her name in the page's language
    shown.state("maintenance", cloth=apart, foul=foul)
    expect(message).to_contain_text("hold < – play")
    expect(message).not_to_contain_class("alarm")
    shown.table.faults += [Silent("nothing answers")] * 2
    expect(shown.page.locator("#link")).to_have_text("Self-test running")
    expect(message).to_have_text("A self-test is running: follow the table's display, hold < to end it")


def test_a_tile_is_seen_where_it_was_dropped_before_the_table_has_found_it(shown: Shown) -> None:
    page = shown.page
    shown.state("play", MATCH, DEAL, turn=0)
    page.locator("#seat-0 button").click()
    page.locator("#rack .tile").hover()
    page.mouse.down()
    cloth = page.locator("#board .cloth").bounding_box()
    assert cloth
    page.mouse.move(cloth["x"] + cloth["width"] / 2, cloth["y"] + cloth["height"] / 2, steps=4)
    page.mouse.up()
    waiting = page.locator('#board .tile.pending[data-tile="2-5"]')
    expect(waiting).to_be_visible()
    expect(page.locator("#rack .tile")).to_have_count(0)
    shown.state("play", turn=0, cloth=[{"tile": "2-5", "pose": [400, 400, 0]}])
    expect(page.locator('#board .tile[data-tile="2-5"]:not(.pending)')).to_be_visible()
    expect(waiting).to_have_count(0)
    page.locator("#seat-0 button").click()


def test_who_passes_at_the_page_is_told_that_it_counts(shown: Shown) -> None:
    page = shown.page
    hands = [
        ["1-1", "0-1", "1-2", "1-3", "0-3", "0-4", "0-5"],
        ["0-0", "0-2", "2-3", "3-4", "4-5", "5-6", "6-6"],
        ["1-4", "1-5", "1-6", "2-2", "2-4", "2-5", "2-6"],
        ["0-6", "3-3", "3-5", "3-6", "4-4", "4-6", "5-5"],
    ]
    four = [{**MATCH, "seats": ["Ann", "Bob", "Cid", "Dot"]}, {**DEAL, "hands": hands}, PLAY]
    shown.state("play", *four, turn=1)
    page.locator("#seat-1").get_by_role("button", name="Sit down").click()
    expect(page.locator("#mine")).to_be_visible()
    shown.state("play", {"type": "pass", "seat": 1}, turn=2)
    expect(page.locator("#notice")).to_have_text("Your pass counts")
    page.locator("#seat-1").get_by_role("button", name="Stand up").click()


def test_dragging_a_tile_that_is_not_ones_own_says_why_it_stays(shown: Shown) -> None:
    page, notice = shown.page, shown.page.locator("#notice")
    shown.state("play", MATCH, turn=0, cloth=LYING)
    tile = page.locator('#board .tile[data-tile="2-5"][transform^="translate(300 300)"]')
    tile.hover()  # which waits until it has glided there
    box = tile.bounding_box()
    assert box
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.up()
    expect(notice).to_be_hidden()
    page.mouse.down()
    page.mouse.move(x + 40, y, steps=4)
    expect(notice).to_have_text("Sit down at a seat to play")
    page.mouse.up()
    page.locator("#seat-0 button").click()
    expect(page.locator("#mine")).to_be_visible()
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 40, y, steps=4)
    page.mouse.up()
    expect(notice).to_have_text("2-5 is not yours to move now")
    page.locator("#seat-0 button").click()


def test_every_seat_says_where_it_is_and_why_nobody_can_sit_there(shown: Shown) -> None:
    page = shown.page
    shown.state("play", MATCH, turn=0)
    mine, other = page.locator("#seat-0"), page.locator("#seat-1")
    expect(mine.locator(".where")).to_have_text("seat 1, below")
    expect(page.locator("#board .sides")).to_have_text("1 Ann2 Bob")
    mine.get_by_role("button", name="Sit down").click()
    expect(mine.locator(".where")).to_have_text("seat 1, below · that is you")
    other.get_by_role("button", name="Change to this seat").click()
    expect(other.locator(".where")).to_have_text("seat 2, left · that is you")
    expect(mine.get_by_role("button", name="Change to this seat")).to_be_visible()
    page.reload()
    expect(other.get_by_role("button", name="Stand up")).to_be_visible()
    with another(page) as second:
        expect(second.locator("#seat-1 .why")).to_have_text("taken on another page")
        expect(second.locator("#seat-0 button")).to_have_text("Sit down")
    page.get_by_role("button", name="Stand up").click()
    expect(other.get_by_role("button", name="Sit down")).to_be_visible()


def test_a_closed_page_says_how_long_its_seat_is_kept_and_its_browser_takes_it_back(
    shown: Shown, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hands_of_pages, "_GRACE_S", 600.0)
    monkeypatch.setattr(hands_of_pages, "_IDLE_S", 1200.0)
    page = shown.page
    with another(page) as second:
        second.locator("#seat-1").get_by_role("button", name="Sit down").click()
        expect(second.locator("#mine")).to_be_visible()
    expect(page.locator("#seat-1 .why")).to_have_text(
        re.compile(r"its page is silent, the seat is free in (10:00|9:5\d)")
    )
    for language in ("ru", "es", "en"):
        page.locator(f"[data-language={language}]").click()
        for width in (390, 1000, 1400):
            page.set_viewport_size({"width": width, "height": 900})
            assert page.evaluate("document.documentElement.scrollWidth") == width, language
            assert page.evaluate("""[...document.querySelectorAll('.seat *')].every((part) =>
                part.getBoundingClientRect().right <= part.closest('.seat').getBoundingClientRect().right)"""), language
    page.locator("#seat-1").get_by_role("button", name="Take it back").click()
    expect(page.locator("#mine")).to_be_visible()
    page.locator("#seat-1").get_by_role("button", name="Stand up").click()
    expect(page.locator("#mine")).to_be_hidden()


def test_all_that_a_seated_person_presses_is_seen_at_once(shown: Shown) -> None:
    page = shown.page
    shown.state("maintenance", MATCH, turn=None)
    page.locator("#seat-0").get_by_role("button", name="Sit down").click()
    for language in ("es", "en", "ru"):
        page.locator(f"[data-language={language}]").click()
        expect(page.locator("html")).to_have_attribute("lang", language)
        cut = page.evaluate("""[...document.querySelectorAll('#mine button, #display-frame button, .seat button')]
            .filter((button) => button.getBoundingClientRect().bottom > innerHeight)
            .map((button) => button.textContent)""")
        assert cut == [], language
    page.locator("[data-language=en]").click()
    page.locator("#seat-0").get_by_role("button", name="Stand up").click()


def test_who_sits_here_is_told_that_it_is_his_turn_and_no_message_moves_his_buttons(shown: Shown) -> None:
    page, message = shown.page, shown.page.locator("#message")
    shown.state("play", MATCH, DEAL, PLAY, turn=1)
    expect(message).to_have_text("Bob to play")
    page.locator("#seat-1").get_by_role("button", name="Sit down").click()
    expect(message).to_have_text("Your turn")
    before = top_of(page.locator("#press"))
    shown.state("play", turn=0, cloth=LYING, refused=["2-5", "0-3", "0-5", "5-6"])
    expect(message).to_contain_text("Take back into your hand: 2-5, 0-3, 0-5, 5-6")
    assert top_of(page.locator("#press")) == before
    shown.state("deal", MATCH, turn=1)
    expect(message).to_have_text("You open")
    page.locator("#seat-1").get_by_role("button", name="Stand up").click()
    expect(message).to_have_text("Bob opens")


def test_a_hold_that_undoes_nothing_is_answered(shown: Shown) -> None:
    page, notice, world = shown.page, shown.page.locator("#notice"), shown.world
    vain = re.compile("^Nothing was undone")
    shown.state("play", MATCH, DEAL, PLAY, turn=1)
    page.locator("#seat-0").get_by_role("button", name="Sit down").click()
    for undoes in (True, False):
        presses = world.done.count(("press", 0, "long"))
        page.locator("#press-long").click()
        until(lambda presses=presses: world.done.count(("press", 0, "long")) > presses)
        if undoes:
            shown.state("play", {"type": "correct", "ref": 3, "to": None, "by": "seat 0", "reason": "undo"}, turn=0)
            expect(page.locator("#log li").first).to_contain_text("Undone")
            expect(notice).not_to_have_text(vain)
        world.later += 10_000
    expect(notice).to_have_text(vain)
    page.locator("#seat-0").get_by_role("button", name="Stand up").click()


def test_a_clock_goes_on_from_when_its_state_was_new(shown: Shown) -> None:
    """A page that was just opened was behind another's by the time since the last act."""
    seen = shown.page.evaluate("""async () => {
        const { Clock } = await import("/static/clock.js");
        return [true, false].map((virtual) => {
            const element = document.createElement("span");
            const clock = new Clock(element, virtual);
            clock.running = true;
            clock.heard({ clocks: [50000, 10000], turn: 0, phase: "play" }, 37000);
            clock.tick(900000);
            return element.textContent;
        });
    }""")
    assert seen == ["1:37", "1:37"]


def test_who_sits_down_on_a_phone_sees_his_tiles(shown: Shown) -> None:
    page = shown.page
    shown.state("play", MATCH, DEAL, turn=0)
    page.set_viewport_size({"width": 390, "height": 844})
    page.locator("#seat-0").get_by_role("button", name="Sit down").click()  # which scrolls down to it
    expect(page.locator("#rack .tile")).to_be_in_viewport()
    page.locator("#seat-0").get_by_role("button", name="Stand up").click()
    page.set_viewport_size({"width": 1400, "height": 900})


def test_nothing_lies_over_the_drawn_table_of_a_phone(shown: Shown) -> None:
    page = shown.page
    shown.state("play", MATCH, DEAL, PLAY, turn=1, cloth=[{"tile": "1-1", "pose": [400, 400, 90]}])
    zoom, board = page.locator("#zoom"), page.locator("#board")
    for width, height in ((390, 844), (1000, 1000), (1400, 900)):
        page.set_viewport_size({"width": width, "height": height})
        expect(zoom).to_be_visible()
        one, other = zoom.bounding_box(), board.bounding_box()
        assert one
        assert other
        apart = one["y"] >= other["y"] + other["height"] or other["y"] >= one["y"] + one["height"]
        assert apart or one["x"] + one["width"] <= other["x"], width


def test_what_the_table_does_not_do_is_told_in_the_pages_language(shown: Shown) -> None:
    shown.state("play", language="ru")
    shown.table.answer = Silent("nothing answers on the port")
    shown.page.locator("button[data-language=ru]").click()
    expect(shown.page.locator("#notice")).to_have_text("Стол не отвечает, проверьте кабель и питание")
    shown.table.answer = {}


def test_room_for_a_line_that_was_put_in_is_no_line_of_the_log(shown: Shown) -> None:
    shown.state("play", MATCH, {"type": "note", "text": "…"}, {"type": "note", "text": "a guest has come"})
    log = shown.page.locator("#log li")
    expect(log.first).to_have_text("a guest has come")
    expect(log).to_have_count(2)


def test_an_arbiters_link_of_an_earlier_run_is_called_so_once_and_asked_no_more(shown: Shown) -> None:
    page = shown.page
    asked: list[int] = []
    page.on("response", lambda answer: asked.append(answer.status) if answer.url.endswith("/arbiter") else None)
    page.goto("about:blank")
    page.goto(f"{shown.url}/#arbiter=whisper")
    expect(page.locator("#notice")).to_have_text(
        "The arbiter's link is not valid any more: open the one that the program has printed"
    )
    for turn in (0, 1, 0):
        shown.state("play", turn=turn)
        expect(page.locator(f"#seat-{turn}")).to_contain_class("turn")
        page.wait_for_timeout(400)  # longer than a panel waits before it looks again
    assert asked == [403]
    expect(page.locator("#arbiter")).to_be_hidden()
