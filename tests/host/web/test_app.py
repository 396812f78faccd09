"""The web application: what it sends, and one sentence for everything that it does not take."""

from __future__ import annotations

import json
import re
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import domino_table.web
import pytest
from domino_table.device.port import Refused
from domino_table.device.texts import parse_texts
from domino_table.hardware import load
from domino_table.resources import firmware_dir
from domino_table.virtual import guests
from domino_table.virtual.guests import Refusal
from domino_table.web import hands
from domino_table.web.app import create_app
from domino_table.web.feed import Feed
from domino_table.web.hands import Hands
from domino_table.web.salon import geometry
from host.web.fakes import FakeLink, FakeTable
from starlette.testclient import TestClient

STATIC = Path(domino_table.web.__file__).parent / "static"


class FakeWorld:
    """Remembers what hands do; seat 1 may do nothing."""

    testing = False  # nobody plays, the table tests itself
    later = 0  # ms that the world's time goes on besides

    def __init__(self) -> None:
        self.done: list[tuple[Any, ...]] = []

    def take_seat(self, seat: int) -> None:
        self.done.append(("take", seat))

    def leave_seat(self, seat: int) -> None:
        self.done.append(("leave", seat))

    def lay(self, seat: int, tile: str, pose: tuple[float, float, float]) -> None:
        if tile == "7-9":
            raise Refusal("there is no tile '7-9'")
        if tile == "6-6":
            raise Refusal("6-6 is not yours to move now", "not_yours", tile=tile)
        self.done.append(("lay", seat, tile, pose))

    def back_to_rack(self, seat: int, tile: str) -> None:
        self.done.append(("back", seat, tile))

    def draw(self, seat: int) -> None:
        self.done.append(("draw", seat))

    def press(self, seat: int, kind: str) -> None:
        self.done.append(("press", seat, kind))

    def press_key(self, key: str, kind: str) -> None:
        self.done.append(("key", key, kind))

    def try_seat(self, seat: int, kind: str) -> None:
        self.done.append(("try", seat, kind))

    def snapshot(self, seat: int | None) -> dict[str, Any]:
        dark = {"resting": self.testing, "testing": self.testing}
        return {"cloth": [], "rack": [] if seat is None else ["2-5"], **dark, "ms": len(self.done) + self.later}

    def display_png(self) -> bytes:
        return b"\x89PNG"


@pytest.fixture
def table() -> FakeTable:
    return FakeTable()


@pytest.fixture
def world() -> FakeWorld:
    return FakeWorld()


@pytest.fixture
def client(table: FakeTable, world: FakeWorld) -> Iterator[TestClient]:
    hands = Hands(world, 2, lambda action: action(0))
    app = create_app(Feed(lambda: FakeLink(table)), hands, geometry(load("grid40")))
    with TestClient(app, base_url="http://127.0.0.1:8000") as made:
        yield made


def sit(client: TestClient, seat: int = 0) -> dict[str, str]:
    return {"X-Seat-Secret": client.post(f"/seats/{seat}/take", json={}).json()["secret"]}


def test_the_page_is_whole_without_a_network(client: TestClient) -> None:
    page = client.get("/").text
    texts = [page, *(path.read_text(encoding="utf-8") for path in STATIC.iterdir())]
    links = set(re.findall(r"https?://[^\"' )]+", "\n".join(texts)))
    assert links == {"http://www.w3.org/2000/svg"}, "the page asks other sites for something"
    for path in re.findall(r'(?:src|href)="(/static/[^"]+)"', page):
        assert client.get(path).status_code == 200


def test_every_text_is_there_in_three_languages_with_the_same_fields() -> None:
    source = (STATIC / "texts.js").read_text(encoding="utf-8")
    tables = [
        {key.strip('"'): set(re.findall(r"\{(\w+)\}", text)) for key, text in re.findall(entry, block)}
        for block in re.findall(r"const (?:RU|EN|ES) = \{(.*?)\n\};", source, re.S)
        for entry in [r'("[^"]+"|\w+): "([^"]*)"']
    ]
    assert len(tables) == 3
    assert len(tables[0]) > 60
    assert tables[0] == tables[1] == tables[2]


def codes(kind: str) -> list[str]:
    """The codes of the record format that are **Fouls** or **Errors**."""
    text = (Path(__file__).parents[3] / "docs" / "record-format.md").read_text(encoding="utf-8")
    return re.findall(r"`([a-z_]+)`", text.split(f"**{kind}**")[1].split(":", 1)[1].split("\n\n")[0])


def test_every_code_of_the_record_format_is_told_in_words_on_page_and_display() -> None:
    fouls, errors = codes("Fouls"), codes("Errors")
    assert len(fouls) == 11
    assert len(errors) == 12
    source = (STATIC / "texts.js").read_text(encoding="utf-8")
    for code in fouls + errors:
        assert len(re.findall(rf"\b{code}: \"", source)) == 3, code
    for language in ("ru", "en", "es"):
        said = parse_texts((firmware_dir() / "texts" / f"{language}.txt").read_text(encoding="utf-8"), language)
        for code in fouls:
            assert f"foul.{code}" in said, (language, code)
    for code in ("wrong_tile", "illegal_close", "too_many_tiles", "wrong_hand", "wrong_opening", "wrong_turn"):
        named = code if code == "wrong_tile" else f"{code}_tile"
        assert len(re.findall(rf"\b{named}: \"[^\"]*{{tile}}", source)) == 3, code


def test_each_breach_that_only_shows_later_is_told_by_its_own_name() -> None:
    """A needless draw was called a false pass: page and display had one sentence for all of them."""
    rules = "".join(path.read_text(encoding="utf-8") for path in (firmware_dir() / "domino_rules").rglob("*.py"))
    claimed = set(re.findall(r"take\(\"evidence\"\)\.claim\(\s*\w+,\s*\"(\w+)\"", rules))
    assert claimed == {"false_pass", "false_draw", "wrong_opening"}
    source = (STATIC / "texts.js").read_text(encoding="utf-8")
    assert sorted(re.findall(r"\blate_(\w+): ", source)) == sorted(3 * list(claimed))
    for language in ("ru", "en", "es"):
        said = parse_texts((firmware_dir() / "texts" / f"{language}.txt").read_text(encoding="utf-8"), language)
        assert {key for key in said if key.startswith("late.")} == {f"late.{code}" for code in claimed}


def test_a_seat_is_taken_with_a_secret_and_played_with_it_alone(client: TestClient, world: FakeWorld) -> None:
    secret = sit(client)
    assert client.post("/seats/0/take", json={}).status_code == 409
    lay = {"do": "lay", "tile": "2-5", "pose": [100, 200, 450]}
    for wrong in ({}, {"X-Seat-Secret": "guessed"}, {"X-Seat-Secret": b"\xe9"}):
        assert client.post("/seats/0/hand", json=lay, headers=wrong).status_code == 409
        assert client.get("/world?seat=0", headers=wrong).json()["rack"] == []
    assert client.post("/seats/0/hand", json=lay, headers=secret).status_code == 200
    assert client.get("/world?seat=0", headers=secret).json()["rack"] == ["2-5"]
    assert client.get("/world?seat=1", headers=secret).json()["rack"] == []
    assert client.post("/seats/0/leave", json={}, headers=secret).status_code == 200
    assert client.get("/world?seat=0", headers=secret).json()["rack"] == []
    assert world.done == [("take", 0), ("lay", 0, "2-5", (100.0, 200.0, 90.0)), ("leave", 0)]


def test_a_page_that_has_gone_without_a_word_loses_its_seat(
    client: TestClient, world: FakeWorld, monkeypatch: pytest.MonkeyPatch
) -> None:
    secret = sit(client)
    now = time.monotonic()
    monkeypatch.setattr(time, "monotonic", lambda: now + 100)
    assert client.get("/world?seat=0", headers=secret).json()["mine"] == 0
    monkeypatch.setattr(time, "monotonic", lambda: now + 200)
    assert client.get("/world").json()["taken"] == [0]
    monkeypatch.setattr(time, "monotonic", lambda: now + 300)
    assert client.get("/world").json()["taken"] == []
    assert world.done == [("take", 0), ("leave", 0)]


def test_a_page_that_goes_frees_its_seat_at_once_but_not_where_it_is_only_loaded_anew(
    client: TestClient, world: FakeWorld, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = time.monotonic()
    monkeypatch.setattr(time, "monotonic", lambda: now)
    secret = sit(client)
    assert client.get("/world").json()["held"] == {}
    assert client.post("/seats/0/going", json={}, headers={"X-Seat-Secret": "guessed"}).status_code == 409
    assert client.post("/seats/0/going", json={}, headers=secret).status_code == 200
    assert client.get("/world").json()["held"] == {"0": 3}
    assert client.post("/seats/0/take", json={"page": "again"}, headers=secret).json() == {
        "secret": secret["X-Seat-Secret"]
    }
    assert client.get("/world").json()["held"] == {}
    assert client.post("/seats/0/going", json={}, headers=secret).status_code == 200
    now += 4
    assert client.get("/world").json()["taken"] == []
    assert client.post("/seats/0/take", json={}, headers=secret).json()["code"] == "seat_lost"
    assert world.done == [("take", 0), ("leave", 0)]


def test_a_page_whose_connection_ends_frees_its_seat_and_one_that_is_silent_is_waited_for(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = time.monotonic()
    monkeypatch.setattr(time, "monotonic", lambda: now)
    secret = {"X-Seat-Secret": client.post("/seats/0/take", json={"page": "mine"}).json()["secret"]}
    now += 30
    assert client.get("/world").json()["held"] == {"0": 90}  # a page in the background may be so slow
    made: Any = client.app
    site = next(route.endpoint.__self__ for route in made.routes if route.path == "/world")
    site.hands.gone("another")
    assert client.get("/world").json()["held"] == {"0": 90}
    site.hands.gone("mine")
    assert client.get("/world").json()["held"] == {"0": 3}
    assert client.get("/world?seat=0", headers=secret).json()["held"] == {}


def test_of_those_who_take_one_seat_at_the_same_time_one_has_it(world: FakeWorld) -> None:
    """Requests run in several threads, and each waits for the world between its look at the seat and its secret."""
    together, slow = threading.Barrier(6), threading.Event()

    def call(action: Callable[[int], object]) -> None:
        slow.wait(0.05)  # nobody sets it
        action(0)

    taken = Hands(world, 2, call)

    def take(n: int) -> str:
        together.wait()
        try:
            return f"{taken.take(1)} is a secret"
        except Refusal as refusal:
            return refusal.code

    with ThreadPoolExecutor(6) as pool:
        answers = sorted(pool.map(take, range(6)), key=len)
    assert answers[:5] == ["seat_taken"] * 5
    secret = answers[5].removesuffix(" is a secret")
    assert taken.holds(1, secret)
    assert world.done == [("take", 1)]
    taken.leave(1, secret)
    assert taken.take(1) != secret


def test_where_the_rows_stand_face_down_nobody_sits_down_and_is_told_so(world: FakeWorld) -> None:
    nobody = Hands(world, 2, lambda action: action(0))
    nobody.resize(0)
    with pytest.raises(Refusal, match="face down"):
        nobody.take(0)


@pytest.mark.parametrize(
    "act",
    [
        {},
        {"do": "steal"},
        {"do": "lay"},
        {"do": "lay", "tile": 5, "pose": [1, 2, 3]},
        {"do": "lay", "tile": "7-9", "pose": [1, 2, 3]},
        {"do": "lay", "tile": "2-5", "pose": [1, 2]},
        {"do": "lay", "tile": "2-5", "pose": ["1", 2, 3]},
        {"do": "lay", "tile": "2-5", "pose": [1e9, 2, 3]},
        {"do": "lay", "tile": "2-5", "pose": [True, None, 3]},
        {"do": "back", "tile": None},
        {"do": "press", "press": "hard"},
    ],
)
def test_what_hands_cannot_do_is_said_in_one_sentence(
    client: TestClient, world: FakeWorld, act: dict[str, Any]
) -> None:
    answer = client.post("/seats/0/hand", json=act, headers=sit(client))
    assert answer.status_code == 409
    error = answer.json()["error"]
    assert error
    assert "\n" not in error
    assert "Traceback" not in error
    assert world.done == [("take", 0)]


def test_a_refusal_tells_the_page_its_code_and_what_it_names(client: TestClient) -> None:
    headers = sit(client)
    refused = client.post("/seats/0/take", json={})
    assert {"code": "seat_taken", "seat": 1}.items() <= refused.json().items()
    lay = {"do": "lay", "tile": "6-6", "pose": [1, 2, 3]}
    refused = client.post("/seats/0/hand", json=lay, headers=headers)
    assert refused.json() == {"error": "6-6 is not yours to move now", "code": "not_yours", "tile": "6-6"}
    assert client.post("/seats/0/hand", json=lay).json()["code"] == "seat_lost"


def test_the_page_has_words_of_its_own_for_every_code_of_a_refusal() -> None:
    raised = "".join(Path(module.__file__).read_text(encoding="utf-8") for module in (guests, hands))
    codes = set(re.findall(r"""Refusal\((?:sentence|FACE_DOWN|\s*f?"[^"]*"), "(\w+)\"""", raised))
    source = (STATIC / "texts.js").read_text(encoding="utf-8")
    assert codes == set(re.findall(r"\brefused_(\w+): ", source))


def test_not_a_number_is_no_pose(client: TestClient, world: FakeWorld) -> None:
    headers = {**sit(client), "Content-Type": "application/json"}
    body = '{"do": "lay", "tile": "2-5", "pose": [NaN, 2, 3]}'
    assert client.post("/seats/0/hand", content=body, headers=headers).status_code == 409
    assert world.done == [("take", 0)]


@pytest.mark.parametrize(
    ("content", "kind", "status"),
    [
        (b"{}", "text/plain", 415),
        (b"name=undo", "application/x-www-form-urlencoded", 415),
        (b"{", "application/json", 400),
        (b"[1]", "application/json", 400),
        (b"\xff\xfe", "application/json", 400),
        (b'{"name":"undo","arguments":5}', "application/json", 400),
        (b'{"name":"maintenance"}', "application/json", 400),
        (b'{"name":["undo"]}', "application/json", 400),
        (b'{"x":"' + b"y" * 5000 + b'"}', "application/json", 413),
    ],
)
def test_bad_bodies_are_refused_with_a_sentence(
    client: TestClient, table: FakeTable, content: bytes, kind: str, status: int
) -> None:
    answer = client.post("/command", content=content, headers={"Content-Type": kind})
    assert answer.status_code == status
    assert answer.json()["error"]
    assert table.commands == []


def test_a_command_reaches_the_table_and_a_refusal_the_page(client: TestClient, table: FakeTable) -> None:
    table.answer = {"language": "es"}
    answer = client.post("/command", json={"name": "language", "arguments": {"name": "es"}})
    assert (answer.status_code, answer.json()) == (200, {"result": {"language": "es"}})
    table.answer = Refused("that question is over")
    answer = client.post("/command", json={"name": "answer", "arguments": {"id": 1, "choice": 0}})
    assert (answer.status_code, answer.json()) == (409, {"error": "that question is over", "code": "Refused"})


def test_the_keys_under_the_display_are_everybodys(client: TestClient, world: FakeWorld) -> None:
    assert client.post("/keys", json={"key": "ok", "press": "short"}).status_code == 200
    assert client.post("/keys", json={"key": "left", "press": "long"}).status_code == 200
    assert client.post("/keys", json={"key": "seat3", "press": "knock"}).status_code == 200
    for key, press in (("seat0", "long"), ("seat4", "short"), ("ok", "knock")):
        assert client.post("/keys", json={"key": key, "press": press}).status_code == 409
    assert client.post("/keys", json={"key": ["ok"]}).status_code == 409
    assert world.done == [("key", "ok", "short"), ("key", "left", "long"), ("try", 3, "knock")]


def test_the_world_is_sent_again_only_when_it_has_changed(client: TestClient) -> None:
    version = client.get("/world").headers["X-Version"]
    assert client.get(f"/world?v={version}").status_code == 204
    client.post("/keys", json={"key": "ok", "press": "short"})
    later = client.get(f"/world?v={version}")
    assert (later.status_code, later.headers["X-World-Ms"]) == (204, "1")  # time passes, nothing is to be seen of it
    assert client.get(f"/world?v={version}&seat=²").status_code == 204
    assert client.get(f"/world?v={version}&seat=0", headers=sit(client)).status_code == 200


def test_another_site_cannot_talk_to_the_table_under_its_own_name(client: TestClient) -> None:
    assert client.get("/", headers={"Host": "evil.example"}).status_code == 400


def test_a_real_table_has_no_hands_to_move_its_tiles(table: FakeTable) -> None:
    app = create_app(Feed(lambda: FakeLink(table)), None, geometry(load("grid40")))
    with TestClient(app, base_url="http://127.0.0.1") as client:
        assert 'id="rack"' not in client.get("/").text
        for path in ("/seats/0/take", "/seats/0/hand"):
            answer = client.post(path, json={})
            assert (answer.status_code, "by hand" in json.loads(answer.text)["error"]) == (404, True)
        assert client.get("/world").status_code == 404
        assert client.get("/nothing").json()["error"]


def test_a_number_or_text_beyond_all_measure_is_a_wrong_request(client: TestClient) -> None:
    digits = "9" * 4500
    assert client.get(f"/world?seat={digits}").json() == client.get("/world").json()
    assert client.post(f"/seats/{digits}/take", json={}).status_code == 404
    headers = {"Content-Type": "application/json"}
    for body in ("[" * 4000, '{"name":"names","arguments":{"seats":["\\ud800"]}}'):
        assert client.post("/command", content=body, headers=headers).json() == {"error": "the body is not JSON"}
