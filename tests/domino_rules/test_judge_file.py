"""``judge_file``: exit status and output of the referee command (record-format.md, Command line)."""

from __future__ import annotations

import io
import json
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest
from click.testing import CliRunner
from domino_rules import record
from domino_rules.games import GAMES
from domino_table.cli import main
from domino_table.referee import judge_file

sys.path.insert(0, str(Path(__file__).parent))
import wild

MATCH = {"type": "match", "v": 1, "game": "kozel", "seats": ["A", "B"], "preset": "yard", "params": {"hand": 2}}
DEAL = {"type": "deal", "hands": [["1-1", "2-3"], ["1-2", "6-6"]]}
PLAY = {"type": "play", "seat": 0, "tile": "1-1"}
FALSE_PASS = {"type": "pass", "seat": 0}
NOT_A_TILE = {"type": "play", "seat": 0, "tile": "7-9"}


def judge(tmp_path, lines, view="all", states=False, tail=b""):
    path = tmp_path / "match.dgr"
    path.write_bytes(b"".join(record.text(line).encode() + b"\n" for line in lines) + tail)
    out = io.StringIO()
    status = judge_file(str(path), states, view, out, lambda _: None)
    return status, [json.loads(line) for line in out.getvalue().splitlines()]


@pytest.mark.parametrize(
    ("lines", "status"),
    [
        ([MATCH, DEAL, PLAY], 0),
        ([MATCH, DEAL, FALSE_PASS], 3),
        ([MATCH, DEAL, NOT_A_TILE], 4),
        ([MATCH, DEAL, FALSE_PASS, NOT_A_TILE], 4),
        ([MATCH, DEAL, FALSE_PASS, {"type": "correct", "ref": 3, "to": None, "by": "x", "reason": "y"}], 3),
        ([MATCH, {"type": "timeout", "seat": 0}], 3),
        ([], 0),
    ],
)
def test_exit_status_tells_the_worst_verdict_as_written(tmp_path, lines, status):
    assert judge(tmp_path, lines)[0] == status


def test_a_late_foul_counts(tmp_path):
    lines = [MATCH, {"type": "deal", "hands": [2, 2], "stock": 24}, PLAY, {"type": "draw", "seat": 1, "tile": "5-5"}]
    assert judge(tmp_path, lines)[0] == 0
    status, answers = judge(tmp_path, [*lines, {"type": "reveal", "seat": 1, "hand": ["1-2", "5-5", "6-6"]}])
    assert status == 3
    assert answers[-1]["type"] == "late"
    assert answers[-1]["code"] == "false_draw"


def test_a_torn_last_line_gets_no_verdict_a_whole_one_without_newline_does(tmp_path):
    assert len(judge(tmp_path, [MATCH, DEAL], tail=b'{"type":"pl')[1]) == 2
    assert len(judge(tmp_path, [MATCH, DEAL], tail=record.text(PLAY).encode())[1]) == 3


def test_blank_lines_count_and_bytes_that_are_no_text_are_an_error(tmp_path):
    _, answers = judge(tmp_path, [MATCH], tail=b"\n\n" + record.text(DEAL).encode() + b"\n\xff\xfe\n")
    assert [(answer["n"], answer.get("code")) for answer in answers] == [(1, None), (4, None), (5, "bad_json")]


def test_views_and_states(tmp_path):
    _, answers = judge(tmp_path, [MATCH, DEAL, FALSE_PASS], view="public", states=True)
    assert answers[4]["detail"] == {"playable": 2}
    assert answers[3]["hands"] == [["?", "?"], ["?", "?"]]
    _, answers = judge(tmp_path, [MATCH, DEAL, FALSE_PASS], view="0")
    assert answers[2]["detail"] == {"playable": ["1-1", "2-3"]}


def told(tmp_path, content, *words):
    """(exit status, lines of standard output, standard error) of the command on a file of these bytes."""
    path = tmp_path / "match.dgr"
    path.write_bytes(content)
    run = CliRunner().invoke(main, ["referee", str(path), *words])
    assert run.exception is None or isinstance(run.exception, SystemExit)
    return run.exit_code, run.stdout.splitlines(), run.stderr


@pytest.mark.parametrize("content", [b"", b"\n", b" \n\n  ", b"\xef\xbb\xbf"])
def test_an_empty_file_is_clean(tmp_path, content):
    status, lines, said = told(tmp_path, content)
    assert (status, lines) == (0, [])
    assert said == f"{tmp_path / 'match.dgr'}: there is nothing in it: no line, no verdict\n"


@pytest.mark.parametrize("line", [b"<p>text</p>", b"1,2,3", b'  "tiles": [', b"17", b'{"seat":1}', b"\xff\0\x1e"])
def test_a_file_of_another_kind_is_answered_line_by_line_and_said_to_be_one(tmp_path, line):
    status, lines, said = told(tmp_path, (line + b"\n") * 9)
    assert (status, len(lines)) == (4, 9)
    assert f"{tmp_path / 'match.dgr'}: none of its lines" in said
    assert len(said.splitlines()) == 1
    whole = record.text(MATCH).encode() + b"\n"
    for content in ((line + b"\n") * 20 + whole, whole + (line + b"\n") * 20):
        status, lines, said = told(tmp_path, content)
        assert (status, len(lines), said) == (4, 21, "")


@pytest.mark.parametrize(("content", "place"), [(b"<p>\n" * 9, 0), (b'{"type":"note","text":""}\n' * 9 + b'{"ty', -1)])
def test_what_is_said_stands_where_it_belongs_among_the_lines(tmp_path, content, place):
    path = tmp_path / "match.dgr"
    path.write_bytes(content)
    program = [sys.executable, "-c", "from domino_table.cli import main; main()", "referee", str(path)]
    both = subprocess.run(program, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True).stdout.splitlines()
    assert len(both) == 10
    assert [line for line in both if not line.startswith("{")] == [both[place]]


@pytest.mark.parametrize("content", [b'{"type":"match","v":1', b"\n\n{", b"\x89PNG", b"garbage", b"[1,2]\r{}\r"])
def test_a_file_without_a_whole_line_is_no_record(tmp_path, content):
    status, lines, said = told(tmp_path, content)
    assert (status, lines) == (2, [])
    assert "is no game record: no whole line in it" in said
    assert len(said.splitlines()) == 1


def test_a_torn_last_line_is_told(tmp_path):
    whole = record.text(MATCH).encode() + b"\n" + record.text(DEAL).encode() + b"\n"
    status, lines, said = told(tmp_path, whole + b'{"type":"pl')
    assert (status, len(lines)) == (0, 2)
    assert said == f"{tmp_path / 'match.dgr'}: line 3, the last, is torn and gets no verdict\n"
    assert told(tmp_path, whole)[2] == ""


def test_a_mark_of_the_byte_order_is_no_part_of_the_first_line(tmp_path):
    assert told(tmp_path, b"\xef\xbb\xbf" + record.text(MATCH).encode() + b"\r\n")[0] == 0


@pytest.mark.parametrize("view", ["\u00b2", "9" * 5000, "-1", "nobody", ""])
def test_a_view_that_is_none_is_refused(tmp_path, view):
    status, lines, said = told(tmp_path, b"", "--view", view)
    assert (status, lines) == (2, [])
    assert "choose all, public, or a seat's number" in said


@pytest.mark.parametrize("game", GAMES)
def test_spoilt_bytes_get_one_verdict_a_line_and_never_raise(tmp_path, game):
    rng = Random(game)
    whole = [record.text(line).encode() for _, line, _ in wild.record(3, 60, game=game)]
    for view in ("all", "public", "1"):
        data = bytearray(b"\n".join(whole) + b"\n")
        for _ in range(rng.choice([1, 5, 40])):
            at = rng.randrange(len(data))
            data[at : at + rng.choice([0, 1, 1, 30])] = rng.choice(
                [bytes([rng.randrange(256)]), b"", b"\n", b"\0", b'"', b"{", b"9" * 50, b"1e999", b"NaN", b"\\ud83d",
                 b"\xed\xa0\x80", bytes(data[at : at + 80])]
            )  # fmt: skip
        data += b"\n?\n"
        lines = bytes(data).split(b"\n")[:-1]
        expected = [n for n, line in enumerate(lines, 1) if line.strip()]
        status, out, said = told(tmp_path, bytes(data), "--view", view)
        verdicts = [answer for answer in map(json.loads, out) if answer["type"] == "verdict"]
        assert (status, said) == (4, "")
        assert [verdict["n"] for verdict in verdicts] == expected
        assert all(verdict["ok"] or verdict["code"] for verdict in verdicts)


def test_lines_of_a_megabyte_are_refused_like_others(tmp_path):
    long = b'{"type":"note","text":"' + b"y" * 1_000_000 + b'"}'
    status, lines, _ = told(tmp_path, b"x" * 1_000_000 + b"\n" + record.text(MATCH).encode() + b"\n" + long + b"\n")
    assert status == 4
    assert [json.loads(line).get("code") for line in lines] == ["bad_json", None, "bad_line"]


def test_a_missing_file_raises(tmp_path):
    with pytest.raises(OSError, match="nowhere"):
        judge_file(str(tmp_path / "nowhere.dgr"), False, "all", io.StringIO(), print)
