"""The feed: pages that join late, come back, or meet another run of the program all end with the same picture."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Callable, Iterator

import pytest
from domino_rules import packed
from domino_rules.referee import Referee
from domino_rules.view import shown
from domino_table.device.port import LinkError, PortBusy, Refused, Silent, Unplugged
from domino_table.web.feed import Event, Feed, sse
from host.web.fakes import DEAL, MATCH, PLAY, FakeLink, FakeTable


@pytest.fixture
def table() -> FakeTable:
    return FakeTable()


@pytest.fixture
def feed(table: FakeTable) -> Iterator[Feed]:
    made = Feed(lambda: FakeLink(table))
    made.start()
    yield made
    made.stop()


def until(true: Callable[[], bool]) -> None:
    deadline = time.monotonic() + 120
    while not true():
        assert time.monotonic() < deadline, "it did not come"
        time.sleep(0.01)


def picture(events: list[Event]) -> tuple[list[int], dict[str, object]]:
    """What a page knows from these events: numbers of the lines, the latest of everything else."""
    lines, latest = [], {}
    for event in events:
        if event.kind == "match":
            lines = []
        if event.kind == "line":
            lines.append(json.loads(event.data)["n"])
        else:
            latest[event.kind] = json.loads(event.data)
    return lines, latest


def lines(feed: Feed) -> list[int]:
    return picture(feed.since(None)[0])[0]


def settled(feed: Feed, table: FakeTable) -> bool:
    """Whether everything on the table has been told: the state that follows from the lines comes after them."""
    numbers, latest = picture(feed.since(None)[0])
    state = latest.get("state")
    told = json.loads(json.dumps(shown(judged(table).state(), "public")))
    return len(numbers) == len(table.records) and isinstance(state, dict) and state["game"] == told


def judged(table: FakeTable) -> Referee:
    """The referee after all lines on the table."""
    referee = Referee()
    for record in table.records:
        referee.feed(packed.decode(record.payload))
    return referee


def test_who_joins_in_mid_match_gets_the_match_its_lines_and_the_state(feed: Feed, table: FakeTable) -> None:
    table.write(MATCH, DEAL, PLAY)
    until(lambda: settled(feed, table))
    events, fresh = feed.since(None)
    numbers, latest = picture(events)
    assert fresh
    assert numbers == [1, 2, 3]
    assert latest["match"] == MATCH
    assert latest["state"]["table"] == table.snapshot
    assert latest["state"]["game"]["layout"]["first"] == "1-1"
    assert latest["link"]["connected"]


def test_before_the_deal_the_state_tells_by_its_pips_which_tile_opens(feed: Feed, table: FakeTable) -> None:
    table.write(MATCH)
    until(lambda: settled(feed, table))
    assert picture(feed.since(None)[0])[1]["state"]["first"] == [1, 1]


def test_who_comes_back_gets_what_he_missed_and_nothing_twice(feed: Feed, table: FakeTable) -> None:
    table.write(MATCH, DEAL)
    until(lambda: settled(feed, table))
    before, _ = feed.since(None)
    table.write(PLAY)
    until(lambda: settled(feed, table))
    last = f"{feed.run_id}-{before[-1].number}"
    missed, fresh = feed.since(last)
    assert not fresh
    assert {event.number for event in missed}.isdisjoint(event.number for event in before)
    assert picture(before + missed) == picture(feed.since(None)[0])


@pytest.mark.parametrize("last", ["", "nonsense", "0000-3", "-", "x-y-z", "99"])
def test_an_id_of_another_run_or_no_id_at_all_means_a_fresh_picture(feed: Feed, table: FakeTable, last: str) -> None:
    table.write(MATCH, DEAL)
    until(lambda: lines(feed) == [1, 2])
    events, fresh = feed.since(last)
    assert fresh
    assert picture(events)[0] == [1, 2]


def test_a_record_that_is_confirmed_after_its_state_still_arrives(feed: Feed, table: FakeTable) -> None:
    table.write(MATCH, DEAL)
    until(lambda: lines(feed) == [1, 2])
    version = table.version
    table.version += 1
    until(lambda: picture(feed.since(None)[0])[1]["state"]["table"] == table.snapshot)
    table.write(PLAY)
    table.version = version + 1
    until(lambda: lines(feed) == [1, 2, 3])


def test_a_new_match_replaces_the_lines_of_the_old_one(feed: Feed, table: FakeTable) -> None:
    table.write(MATCH, DEAL, PLAY)
    until(lambda: lines(feed) == [1, 2, 3])
    table.write(MATCH)
    until(lambda: lines(feed) == [1])


def test_pages_that_were_there_before_are_told_of_a_new_match_that_begins_like_the_last_one(
    feed: Feed, table: FakeTable
) -> None:
    table.write(MATCH, DEAL, PLAY)
    until(lambda: lines(feed) == [1, 2, 3])
    seen, _ = feed.since(None)
    table.write(MATCH, DEAL)
    until(lambda: lines(feed) == [1, 2])
    assert feed.since(f"{feed.run_id}-{'9' * 5000}")[1], "no number of ours"
    missed, fresh = feed.since(f"{feed.run_id}-{seen[-1].number}")
    assert not fresh
    assert [event.kind for event in missed].count("match") == 1
    assert picture(seen + missed)[0] == [1, 2]


def test_a_table_with_another_journal_is_read_from_its_beginning(feed: Feed, table: FakeTable) -> None:
    table.write(MATCH, DEAL, PLAY)
    until(lambda: lines(feed) == [1, 2, 3])
    table.wipe()
    table.write(MATCH, DEAL)
    table.faults.append(PortBusy("in use"))
    until(lambda: lines(feed) == [1, 2])


def test_a_lost_link_is_told_with_its_reason_and_found_again(feed: Feed, table: FakeTable) -> None:
    until(lambda: "state" in picture(feed.since(None)[0])[1])
    seen, _ = feed.since(None)
    table.faults.append(PortBusy("in use by another program"))
    last = f"{feed.run_id}-{seen[-1].number}"

    def links() -> list[dict[str, object]]:
        return [json.loads(event.data) for event in feed.since(last)[0] if event.kind == "link"]

    until(lambda: len(links()) == 2)
    lost, found = links()
    assert lost == {"connected": False, "code": "PortBusy", "reason": "in use by another program"}
    assert found["connected"]


def test_a_table_that_falls_silent_in_maintenance_tests_itself(feed: Feed, table: FakeTable) -> None:
    def codes() -> list[str]:
        told = [json.loads(event.data) for event in feed.since(f"{feed.run_id}-0")[0] if event.kind == "link"]
        return [link["code"] for link in told if not link["connected"]]

    table.faults.append(Silent("nothing answers"))
    until(lambda: codes() == ["Silent"])
    table.snapshot = {**table.snapshot, "phase": "maintenance"}
    table.version += 1
    until(lambda: picture(feed.since(None)[0])[1]["state"]["table"] == table.snapshot)
    table.faults.append(Unplugged("no port"))
    until(lambda: codes() == ["Silent", "Unplugged"])
    until(lambda: not table.faults)
    table.faults.append(Silent("nothing answers"))
    until(lambda: codes() == ["Silent", "Unplugged", "SelfTest"])


def test_commands_come_to_the_table_and_its_refusals_to_the_page(feed: Feed, table: FakeTable) -> None:
    table.answer = {"language": "es"}
    assert asyncio.run(feed.command("language", {"name": "es"})) == {"language": "es"}
    table.answer = Refused("nothing can be taken back")
    with pytest.raises(Refused, match="nothing can be taken back"):
        asyncio.run(feed.command("undo", {}))
    assert table.commands == [("language", {"name": "es"}), ("undo", {})]


def test_hands_are_hidden_until_the_round_is_over(feed: Feed, table: FakeTable) -> None:
    table.write(MATCH, DEAL, PLAY)
    until(lambda: settled(feed, table))
    wire = "".join(sse(event, feed.run_id) for event in feed.since(None)[0])
    assert '"1-1"' in wire
    for hand in DEAL["hands"]:
        for tile in hand:
            assert tile == "1-1" or f'"{tile}"' not in wire


def test_a_state_tells_how_old_it_is_so_that_a_new_page_shows_the_same_clock() -> None:
    wire = sse(Event(3, "state", '{"table":{"clocks":[1,2]}}', time.monotonic() - 37), "run")
    told = json.loads(wire.partition("data: ")[2])
    assert told["table"] == {"clocks": [1, 2]}
    assert told["age"] >= 37_000


def test_no_answer_whatever_is_wrong_with_it_ends_the_feed(feed: Feed, table: FakeTable) -> None:
    table.answer = UnicodeError("half a character")
    with pytest.raises(LinkError, match="half a character"):
        asyncio.run(feed.command("names", {}))
    table.answer = {"language": "es"}
    assert asyncio.run(feed.command("language", {"name": "es"})) == {"language": "es"}
