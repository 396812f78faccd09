"""``judge_file``: exit status and output of the referee command (record-format.md §4)."""

from __future__ import annotations

import io
import json

import pytest
from domino_rules import record
from domino_table.referee import judge_file

MATCH = {"type": "match", "v": 1, "game": "kozel", "seats": ["A", "B"], "preset": "yard", "params": {"hand": 2}}
DEAL = {"type": "deal", "hands": [["1-1", "2-3"], ["1-2", "6-6"]]}
PLAY = {"type": "play", "seat": 0, "tile": "1-1"}
FALSE_PASS = {"type": "pass", "seat": 0}
NOT_A_TILE = {"type": "play", "seat": 0, "tile": "7-9"}


def judge(tmp_path, lines, view="all", states=False, tail=b""):
    path = tmp_path / "match.dgr"
    path.write_bytes(b"".join(record.text(line).encode() + b"\n" for line in lines) + tail)
    out = io.StringIO()
    status = judge_file(str(path), states, view, out)
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


def test_a_missing_file_raises(tmp_path):
    with pytest.raises(OSError, match="nowhere"):
        judge_file(str(tmp_path / "nowhere.dgr"), False, "all", io.StringIO())
