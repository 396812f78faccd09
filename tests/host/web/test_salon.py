"""The company of a virtual table follows the table's record: what it reads there, and when it rests and goes on."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from domino_rules.referee import Referee
from domino_table import hardware, resources
from domino_table.device.texts import pack_texts
from domino_table.virtual.board import HARD_RESET, POWER_ON, SOFT_RESET
from domino_table.virtual.recorded import Laid, Recorded
from domino_table.web import menu, salon
from domino_table.web.feed import News
from domino_table.web.standing import lying, standing
from host.web.fakes import DEAL, MATCH, PLAY
from table.panel.texts import Texts

Line = dict[str, Any]
ANSWER: Line = {"type": "play", "seat": 1, "tile": "1-2", "end": "R"}
UNDO: Line = {"type": "correct", "ref": 4, "to": None, "by": "arbiter", "reason": "-"}


def test_a_record_tells_what_lies_and_who_holds_what_with_its_corrections_done() -> None:
    found = standing([MATCH, DEAL, PLAY, ANSWER])
    assert found is not None
    assert (found.playing, found.round, found.counts) == (True, 1, (6, 6))
    assert found.laid == (Laid((1, 1)), Laid((1, 2), "R"))
    undone = standing([MATCH, DEAL, PLAY, ANSWER, UNDO])
    assert undone is not None
    assert undone.laid == (Laid((1, 1)),)
    assert (1, 2) in undone.hands[1]
    assert standing([]) is None


def test_the_display_of_a_virtual_table_knows_its_people_in_every_language(tmp_path: Path) -> None:
    source = (resources.firmware_dir() / "texts" / "en.txt").read_text(encoding="utf-8")
    files = {"/texts/en.bin": pack_texts(source, "en"), **menu.people()}
    (tmp_path / "texts").mkdir()
    for path, data in files.items():
        (tmp_path / path[1:]).write_bytes(data)
    assert Texts(str(tmp_path / "texts"), "en").people(["Борис", "Серж", "Ana"]) == {"Борис": "Boris", "Ana": "Anna"}


def test_of_a_new_round_only_its_own_tiles_lie() -> None:
    found = standing([MATCH])
    assert found == Recorded(False, 0, (), ((), ()), (0, 0))


class Company:
    """Notes what it is told to do, and whether it sees what the table has."""

    resting = testing = sees_another_line = False

    def __init__(self) -> None:
        self.told: list[str] = []

    def rest(self) -> None:
        self.resting = True
        self.told.append("rest")

    def resume(self, recorded: Recorded, closing: int | None) -> None:
        self.resting = False
        self.told.append(f"resume {len(recorded.laid)} {closing}")

    def begin(self, rules: object, players: int) -> None:
        self.told.append(f"begin {players}")

    def test(self, begins: bool) -> None:
        self.testing = begins

    def differs(self, tiles: set[tuple[int, int]]) -> bool:
        return self.sees_another_line

    def resize(self, seats: int) -> None:
        """As hands: so many seats there are."""

    def free_idle(self) -> None:
        """As hands: a page may have gone."""


class Followed(salon.Salon):
    """A salon without a board; its time is what the test says."""

    def __init__(self) -> None:
        self.company = Company()
        self.build = hardware.load("grid40")
        self.t = 0
        vars(self).update(board=self, guests=self.company, hands=self.company, _patience_us=8_000_000)
        self._awake_at = self._differs_since = None
        self._phase = ""

    def call(self, action: Any) -> None:
        action(self.t)

    def hear(self, phase: str, record: list[Line], new: int = 0, **table: Any) -> list[str]:
        """What the company was told because of this."""
        referee = Referee()
        for line in record:
            referee.feed(dict(line))
        self.company.told.clear()
        self.follow(News({"phase": phase, **table}, referee.state(), record, new))
        return self.company.told


@pytest.fixture
def followed(monkeypatch: pytest.MonkeyPatch) -> Followed:
    made = Followed()
    monkeypatch.setattr(salon.time, "monotonic", lambda: made.t / 1e6 + 1)
    return made


RECORD = [MATCH, DEAL, PLAY, ANSWER]


def test_people_press_and_knock_from_the_start_that_is_a_self_test_to_the_next(followed: Followed) -> None:
    followed.hear("play", RECORD)
    followed._reset(0, POWER_ON)
    assert not followed.company.testing
    followed.hear("maintenance", RECORD)
    followed._reset(0, HARD_RESET)
    followed.hear("maintenance", RECORD)  # asked before
    assert followed.company.testing
    followed.hear("play", RECORD)
    assert not followed.company.testing
    followed._reset(0, SOFT_RESET)  # a program on the PC has the board test itself
    assert followed.company.testing
    followed._reset(0, SOFT_RESET)
    assert not followed.company.testing


def test_a_match_is_begun_once_and_a_correction_is_followed_at_once(followed: Followed) -> None:
    assert followed.hear("clear", RECORD[:1], 1) == ["begin 2"]
    assert followed.hear("play", RECORD, 3) == []
    assert followed.hear("play", RECORD, 0) == []
    assert followed.hear("play", [*RECORD, UNDO], 1) == ["resume 1 None"]


@pytest.mark.parametrize("darkness", ["maintenance", "reset"])
def test_nobody_plays_at_a_table_that_does_not_look(followed: Followed, darkness: str) -> None:
    followed.hear("clear", RECORD, 4)
    if darkness == "maintenance":
        assert followed.hear("maintenance", RECORD) == ["rest"]
    else:
        followed._reset(0, 5)
        assert followed.company.resting
    assert followed.hear("resume", RECORD) == []
    assert followed.hear("play", RECORD) == [], "the table may be recording still what was played in the dark"
    followed.t += 2_000_000
    assert followed.hear("play", RECORD, standing={"closing": 1}) == ["resume 2 1"]
    assert not followed.company.resting


def test_people_who_see_another_line_for_long_go_by_the_record(followed: Followed) -> None:
    followed.hear("clear", RECORD, 4)
    followed.company.sees_another_line = True
    assert followed.hear("play", RECORD) == []
    followed.t += 7_000_000
    followed.company.sees_another_line = False
    assert followed.hear("play", RECORD) == []
    followed.company.sees_another_line = True
    assert followed.hear("play", RECORD) == []
    followed.t += 7_999_999
    assert followed.hear("play", RECORD) == []
    followed.t += 1
    assert followed.hear("play", RECORD) == ["resume 2 None"]


def test_the_tiles_of_a_line_are_those_of_all_its_arms() -> None:
    referee = Referee()
    assert lying(referee.feed(dict(MATCH)) and referee.state()) == set()
    for line in RECORD[1:]:
        referee.feed(dict(line))
    assert lying(referee.state()) == {(1, 1), (1, 2)}
