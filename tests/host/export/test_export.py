"""Exports: what a spreadsheet, a program and a replay get, and what stays hidden."""

from __future__ import annotations

import csv
import io
import json
import os
import subprocess
import sys
from datetime import datetime
from pathlib import Path
from typing import Any

import openpyxl
import pytest
from click.testing import CliRunner, Result
from domino_table.club.store import Store
from domino_table.commands.export import command
from domino_table.device.sync import sync
from domino_table.export.files import ExportError, write_atomically
from domino_table.export.texts import released
from host.unprivileged import tool

from tests.host.club.games import Player, Table, played

FOUR = ["=Аня", "Боря", "Вера; Гена", "Дима"]


@pytest.fixture
def db(tmp_path: Path) -> Path:
    """Two matches, the second one still on in a round after the first, with a foul in the first."""
    player = Player(5, FOUR)
    player.play(lines=4)
    player.feed({"type": "pass", "seat": (player.referee.turn + 1) % 4})
    table = Table(tmp_path / "flash")
    table.write(player.play())
    table.write(unfinished())
    with Store(str(tmp_path / "club.sqlite")) as store:
        sync(table, store)
    return tmp_path / "club.sqlite"


def unfinished() -> list[dict[str, Any]]:
    """A match of two, some lines into its second round, with a draw in it."""
    for seed in range(100):
        player = Player(seed, ["Боря", "Яна"])
        while sum(line["type"] == "deal" for line in player.lines) < 2:
            player.act()
        while player.lines[-1]["type"] in ("deal", "play"):
            player.act()
        if player.lines[-1]["type"] == "draw":
            return player.lines
    raise AssertionError


def export(db: Path, *arguments: str) -> Result:
    return CliRunner().invoke(command, ["--db", str(db), *arguments])


def rows(result: Result, delimiter: str = ",") -> list[dict[str, str]]:
    assert result.exit_code == 0, result.output
    text = result.stdout_bytes.decode("utf-8-sig")
    return list(csv.DictReader(io.StringIO(text), delimiter=delimiter))


def test_csv_has_a_byte_order_mark_and_a_row_per_seat(db: Path) -> None:
    result = export(db, "--format", "csv")
    assert result.stdout_bytes.startswith(b"\xef\xbb\xbf")
    found = rows(result)
    assert [row["player"] for row in found] == ["'=Аня", "Боря", "Вера; Гена", "Дима", "Боря", "Яна"]
    assert {row["outcome"] for row in found[:4]} == {"won", "lost"}
    assert [row["match"] for row in found] == ["1"] * 4 + ["2"] * 2


def test_csv_with_semicolons_for_russian_and_spanish_excel(db: Path) -> None:
    found = rows(export(db, "--format", "csv", "--delimiter", ";"), ";")
    assert found[2]["player"] == "Вера; Гена"


def test_each_sheet_can_be_a_csv(db: Path) -> None:
    matches = rows(export(db, "--format", "csv", "--sheet", "matches"))
    rounds = rows(export(db, "--format", "csv", "--sheet", "rounds"))
    players = rows(export(db, "--format", "csv", "--sheet", "players"))
    fouls = rows(export(db, "--format", "csv", "--sheet", "fouls"))
    assert [row["ended"] for row in matches] == ["yes", "no"]
    assert len(rounds) == sum(int(row["rounds"]) for row in matches)
    assert rounds[-1]["score_3"] == ""
    assert {row["player"]: row["matches"] for row in players}["Боря"] == "2"
    assert [(row["line"], row["code"]) for row in fouls] == [("5", "wrong_turn")]


def test_one_match_can_be_chosen_and_an_unknown_one_is_named(db: Path) -> None:
    assert {row["match"] for row in rows(export(db, "--format", "csv", "--match", "2"))} == {"2"}
    result = export(db, "--format", "csv", "--match", "7")
    assert result.exit_code == 1
    assert "there is no match 7: matches are numbered 1 to 2" in result.output


def test_json_nests_rounds_and_fouls_in_their_match(db: Path) -> None:
    document = json.loads(export(db, "--format", "json").stdout)
    first, second = document["matches"]
    assert document["version"] == 1
    assert first["seats"][0]["name"] == "=Аня"
    assert first["rounds"][-1]["accounts"] == first["accounts"]
    assert [foul["code"] for foul in first["fouls"]] == ["wrong_turn"]
    assert [player["player"] for player in document["players"]] == sorted([*FOUR, "Яна"])
    assert len(second["rounds"]) == 1


def test_xlsx_has_typed_columns_and_a_sheet_per_kind(db: Path, tmp_path: Path) -> None:
    result = export(db, "--format", "xlsx", "--output", str(tmp_path / "a.xlsx"))
    assert result.exit_code == 0, result.output
    book = openpyxl.load_workbook(tmp_path / "a.xlsx")
    assert book.sheetnames == ["Results", "Matches", "Rounds", "Players", "Fouls"]
    matches = list(book["Matches"].values)
    row = dict(zip(matches[0], matches[1], strict=True))
    assert row["date"] == datetime(2026, 11, 30)
    assert isinstance(row["stored"], datetime)
    assert row["ended"] is True
    assert isinstance(row["seconds"], int)
    results = list(book["Results"].values)
    assert results[1][results[0].index("player")] == "=Аня"
    assert book["Results"].cell(2, 7).data_type == "s"


def test_xlsx_and_dgr_say_what_they_need(db: Path) -> None:
    assert "give -o FILE.xlsx" in export(db, "--format", "xlsx").output
    assert "give --match NUMBER" in export(db, "--format", "dgr").output


def test_a_finished_match_comes_out_as_it_was_journalled(db: Path) -> None:
    text = export(db, "--format", "dgr", "--match", "1").stdout
    lines = [json.loads(line) for line in text.splitlines()]
    player = Player(5, FOUR)
    player.play(lines=4)
    player.feed({"type": "pass", "seat": (player.referee.turn + 1) % 4})
    assert lines == player.play()


def test_hands_of_a_round_that_is_on_do_not_come_out(db: Path, tmp_path: Path) -> None:
    text = export(db, "--format", "dgr", "--match", "2").stdout
    lines = [json.loads(line) for line in text.splitlines()]
    first, second = (line for line in lines if line["type"] == "deal")
    assert isinstance(first["hands"][0], list)
    assert second["hands"] == [7, 7]
    assert second["stock"] == 14
    assert lines[-1]["type"] == "draw"
    assert "tile" not in lines[-1]
    (tmp_path / "2.dgr").write_text(text, encoding="utf-8")
    referee = [Path(sys.executable).with_name("domino-table"), "referee", tmp_path / "2.dgr"]
    assert subprocess.run(referee, check=False, capture_output=True).returncode == 0


def test_a_correction_does_not_give_a_hidden_hand_away() -> None:
    lines = [*unfinished()]
    deal = max(n for n, line in enumerate(lines, 1) if line["type"] == "deal")
    lines.append({"type": "correct", "ref": deal, "to": lines[deal - 1], "by": "arbiter", "reason": "hand"})
    assert released(lines)[-1]["to"]["hands"] == [7, 7]


def test_everything_of_a_finished_match_is_released() -> None:
    lines = played(1, ["Аня", "Боря"])
    assert released(lines) == lines


def test_a_file_is_written_whole_or_not_at_all(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    target = tmp_path / "a.csv"
    write_atomically(target, b"old")

    def fails(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", fails)
    with pytest.raises(ExportError, match="cannot be written .No space left on device.: choose another file"):
        write_atomically(target, b"new and longer")
    assert target.read_bytes() == b"old"
    assert list(tmp_path.iterdir()) == [target]


def test_a_folder_that_is_not_there_is_an_error(db: Path, tmp_path: Path) -> None:
    result = export(db, "--format", "csv", "--output", str(tmp_path / "no" / "a.csv"))
    assert result.exit_code == 1
    assert "cannot be written" in result.output


def test_without_a_database_it_says_to_sync(tmp_path: Path) -> None:
    result = export(tmp_path / "none.sqlite", "--format", "csv")
    assert result.exit_code == 1
    assert "run `domino-table sync` first" in result.output


def test_a_device_is_written_to_and_not_replaced(db: Path, tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    assert export(db, "--format", "csv", "--output", str(pipe)).exit_code == 0
    assert os.read(reader, 1 << 16).startswith(b"\xef\xbb\xbfmatch,")
    os.close(reader)
    assert pipe.is_fifo()


def test_a_number_or_name_that_can_be_none_is_refused(db: Path) -> None:
    assert "give a whole number from 1 to" in export(db, "--format", "csv", "--match", "9" * 30).output
    assert "needs the name of a file" in export(db, "--format", "csv", "--output", "").output


def test_a_database_on_a_disk_that_takes_nothing_is_read(db: Path, tmp_path: Path) -> None:
    written = export(db, "--format", "json").stdout
    folder = tmp_path / "50% wal #1"
    folder.mkdir()
    db.rename(folder / "club.sqlite").chmod(0o444)
    folder.chmod(0o555)
    for name in (folder / "club.sqlite", f"sqlite:///{folder}/club.sqlite"):
        for largest in (None, 0):
            done = tool("export", "--format", "json", "--db", name, largest=largest)
            assert (done.stdout, done.stderr) == (written, "")
    refused = tool("export", "--format", "csv", "--db", folder / "club.sqlite", "--output", folder / "results.csv")
    folder.chmod(0o755)
    assert refused.stderr.endswith("results.csv cannot be written (Permission denied): choose another file with -o\n")
    assert [each.name for each in folder.iterdir()] == ["club.sqlite"]


@pytest.mark.parametrize("form", ["csv", "json", "xlsx", "dgr"])
def test_on_a_full_disk_the_old_file_stays(db: Path, tmp_path: Path, form: str) -> None:
    (tmp_path / "results").write_text("old")
    before = {*tmp_path.iterdir()}
    asked = ["--format", form, "--output", tmp_path / "results", *(["--match", "1"] if form == "dgr" else [])]
    done = tool("export", "--db", db, *asked, largest=200)
    assert done.returncode == 1
    assert done.stderr == f"Error: {tmp_path}/results cannot be written (File too large): choose another file with -o\n"
    assert (tmp_path / "results").read_text() == "old"
    assert {path for path in tmp_path.iterdir() if ".sqlite-" not in path.name} == before


def test_a_number_that_is_not_there_is_told_from_those_that_are(tmp_path: Path) -> None:
    table = Table(tmp_path / "flash")
    said = []
    for seats in (None, ["Аня", "Боря"], ["Вера", "Дима"]):
        if seats:
            table.write(played(1, seats, lines=3))
        with Store(str(tmp_path / "club.sqlite")) as store:
            sync(table, store)
        said.append(export(tmp_path / "club.sqlite", "--format", "csv", "--match", "9", "--match", "8").output)
    endings = ["there are no matches yet", "the only one is number 1", "matches are numbered 1 to 2"]
    assert said == [f"Error: there is no match 8, 9: {ending}\n" for ending in endings]
