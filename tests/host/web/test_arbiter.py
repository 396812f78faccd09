"""The arbiter's requests: nobody else is served, every correction is tried before it is done."""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import Any

import pytest
from domino_table.hardware import load
from domino_table.web.app import create_app
from domino_table.web.arbiter import Arbiter
from domino_table.web.feed import Feed
from domino_table.web.salon import geometry
from host.web.fakes import DEAL, MATCH, PLAY, FakeLink, FakeTable
from starlette.testclient import TestClient

HIM = {"x-arbiter": "secret"}


@pytest.fixture
def table() -> FakeTable:
    made = FakeTable()
    made.write(MATCH, DEAL, PLAY)
    made.answer = {"n": 4, "ok": True}
    return made


@pytest.fixture
def client(table: FakeTable) -> Iterator[TestClient]:
    feed = Feed(lambda: FakeLink(table))
    app = create_app(feed, None, geometry(load("grid40")), Arbiter("secret"))
    with TestClient(app, base_url="http://localhost") as client:
        deadline = time.monotonic() + 60
        while len(feed.record()) < len(table.records):
            assert time.monotonic() < deadline
            time.sleep(0.05)
        yield client


def post(client: TestClient, body: dict[str, Any], **headers: str) -> Any:
    return client.post("/arbiter", json=body, headers=headers or HIM)


def test_nobody_but_the_arbiter_sees_suggestions_or_corrects(client: TestClient, table: FakeTable) -> None:
    for headers in ({}, {"x-arbiter": ""}, {"x-arbiter": "secre"}, {"x-arbiter": "секрет".encode()}):
        assert client.get("/arbiter", headers=headers).status_code == 403
    answer = client.post("/arbiter", json={"do": "undo"})
    assert (answer.status_code, table.commands) == (403, [])
    assert "arbiter" in answer.json()["error"]


def test_a_site_without_a_token_has_no_arbiter(table: FakeTable) -> None:
    app = create_app(Feed(lambda: FakeLink(table)), None, geometry(load("grid40")))
    with TestClient(app, base_url="http://localhost") as client:
        assert client.get("/arbiter", headers={"x-arbiter": ""}).status_code == 403


def test_the_arbiter_sees_the_acts_and_what_may_have_been_missed(client: TestClient) -> None:
    seen = client.get("/arbiter", headers=HIM).json()
    assert [(act["n"], act["line"]["tile"]) for act in seen["acts"]] == [(3, "1-1")]
    assert seen["last"] == 3
    assert {line["tile"] for line in seen["suggest"][:-1]} == {"1-2", "1-6"}


def test_undo_is_tried_first_and_then_sent_with_name_and_reason(client: TestClient, table: FakeTable) -> None:
    tried = post(client, {"do": "undo", "try": True}).json()
    assert (tried["turn"], table.commands) == (0, [])
    post(client, {"do": "undo", "by": "Olya", "reason": "misread"})
    line = {"type": "correct", "ref": 3, "to": None, "by": "Olya", "reason": "misread"}
    assert table.commands == [("line", {"line": line, "n": 4})]


def test_a_missed_play_is_put_in_with_a_note_to_stand_for_it(client: TestClient, table: FakeTable) -> None:
    done = post(client, {"do": "insert", "line": {"type": "play", "seat": 1, "tile": "1-2", "end": "R"}}).json()
    assert done["turn"] == 0
    sent = [arguments["line"] for _, arguments in table.commands]
    assert [line["type"] for line in sent] == ["note", "correct"]
    assert (sent[1]["ref"], sent[1]["to"]["tile"], sent[1]["by"]) == (4, "1-2", "arbiter")


def test_a_plan_holds_for_the_record_it_was_made_for_alone(client: TestClient, table: FakeTable) -> None:
    """The table may be a line ahead of the page, or another arbiter was faster: it compares the number."""
    post(client, {"do": "insert", "line": {"type": "play", "seat": 1, "tile": "1-2", "end": "R"}})
    assert [arguments.get("n") for _, arguments in table.commands] == [4, None]


def test_name_and_reason_are_cut_to_what_a_command_holds(client: TestClient, table: FakeTable) -> None:
    post(client, {"do": "undo", "by": "\U0001f600" * 99, "reason": "\x1b[2J" + "ж" * 99})
    line = table.commands[0][1]["line"]
    assert (line["by"], line["reason"]) == ("\U0001f600" * 30, "[2J" + "ж" * 58)


def test_what_would_be_refused_is_not_sent(client: TestClient, table: FakeTable) -> None:
    refused = post(client, {"do": "insert", "line": {"type": "play", "seat": 1, "tile": "4-4", "end": "R"}})
    assert (refused.json(), table.commands) == ({"refused": "wrong_tile"}, [])


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"do": "strike", "ref": 1},
        {"do": "strike", "ref": "3"},
        {"do": "change", "ref": 3, "line": {"type": "match", "seat": 0}},
        {"do": "change", "ref": 3, "line": {"type": "play", "seat": 0, "tile": 11}},
        {"do": "insert", "line": {"type": "play"}},
        {"do": "insert", "line": {"type": "play", "seat": 1, "tile": "1-2", "end": "R" * 900}},
        {"name": "new_match", "arguments": {}},
    ],
)
def test_what_is_no_correction_is_said_in_one_sentence(client: TestClient, table: FakeTable, body: Any) -> None:
    answer = post(client, body)
    assert answer.status_code == 400
    assert answer.json()["error"]
    assert table.commands == []


def test_a_line_of_the_arbiters_own_goes_to_the_table_and_its_refusal_comes_back(
    client: TestClient, table: FakeTable
) -> None:
    rule = {"type": "rule", "ref": 3, "remedy": {"kind": "stand"}, "by": "arbiter"}
    assert post(client, {"name": "line", "arguments": {"line": rule}}).json() == {"result": {"n": 4, "ok": True}}
    table.answer = {"n": 4, "ok": False, "code": "bad_line"}
    answer = post(client, {"do": "strike", "ref": 3})
    assert (answer.status_code, "bad_line" in answer.json()["error"]) == (409, True)
