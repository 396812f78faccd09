"""The soak goes on where it stopped, believes no exit status alone, and leaves out no game and no build."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import pytest
from domino_table.virtual import lore

from soak import __main__ as soak
from soak import steps
from soak.state import State, sources
from soak.steps import Step

GOOD = {"rounds": 3, "plays": 60, "questions": 0, "wrong_verdicts": 0, "false_accusations": 0, "differences": []}


def printing(figures: dict[str, Any], status: int = 0) -> Step:
    code = f"import sys; print({json.dumps(json.dumps(figures))}); sys.exit({status})"
    return Step("match", (sys.executable, "-c", code), match=True)


def test_what_has_ended_well_is_not_done_again_and_what_has_not_is(tmp_path: Path) -> None:
    file = tmp_path / "out" / "soak.jsonl"
    first = State(file, "a")
    first.add({"command": "good", "ok": True})
    first.add({"command": "bad", "ok": False})
    with file.open("a") as torn:
        torn.write('{"command": "half", "ok": tr')
    again = State(file, "a")
    assert [again.done(name) for name in ("good", "bad", "half")] == [True, False, False]
    again.add({"command": "bad", "ok": True})
    assert State(file, "a").done("bad")


def test_results_of_other_sources_count_only_where_that_is_wished(tmp_path: Path) -> None:
    file = tmp_path / "soak.jsonl"
    State(file, "a").add({"command": "good", "ok": True})
    assert not State(file, "b").done("good")
    assert [State(file, name).left_out for name in ("a", "b")] == [0, 1]
    assert State(file, "b", others_count=True).done("good")
    assert sources() == sources()


@pytest.mark.parametrize(
    ("figures", "status", "ok"),
    [
        (GOOD, 0, True),
        (GOOD, 1, False),
        (GOOD | {"wrong_verdicts": 1}, 0, False),
        (GOOD | {"false_accusations": 1}, 0, False),
        (GOOD | {"plays": 0}, 0, False),
    ],
)
def test_a_match_is_well_only_if_nothing_in_it_was_wrong(figures: dict[str, Any], status: int, ok: bool) -> None:
    row = soak.run(printing(figures, status))
    assert (row["ok"], row["figures"]["plays"]) == (ok, figures["plays"])


def test_a_step_that_hangs_or_prints_no_figures_has_failed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(soak, "HANG_S", 0.2)
    hanging = soak.run(Step("match", (sys.executable, "-c", "import time; time.sleep(600)"), match=True))
    assert (hanging["ok"], hanging["why"][:5]) == (False, "hangs")
    monkeypatch.undo()
    silent = soak.run(Step("match", (sys.executable, "-c", "import sys; sys.exit('the table burns')"), match=True))
    assert (silent["ok"], silent["why"]) == (False, "the table burns")


def test_what_ends_after_the_sources_have_changed_is_not_kept(tmp_path: Path) -> None:
    file = tmp_path / "soak.jsonl"
    with pytest.raises(soak.SourcesChanged):
        soak.play([printing(GOOD)], State(file, "of yesterday"), 1, soak.Console())
    assert not file.exists()


def test_sixty_matches_leave_out_no_game_and_no_build() -> None:
    words = [step.words for step in steps.matches()]
    assert len(words) == len(set(words)) == 60
    for option, wanted in (("--game", set(lore.GAMES)), ("--build", set(steps.BUILDS))):
        assert {command[command.index(option) + 1] for command in words} == wanted
    assert all("--faults" in command for command in words)


def test_the_command_that_repeats_a_failure_is_printed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    good, bad = printing(GOOD), printing(GOOD | {"wrong_verdicts": 2, "differences": ["line 7"]})
    state, console = State(tmp_path / "soak.jsonl", sources()), soak.Console(width=200)
    soak.play([good, bad], state, 2, console)
    assert not soak.report([good, bad], state, console)
    printed = capsys.readouterr().out
    assert "line 7" in printed
    assert f"repeat with: {bad.text}" in printed.replace("\n", "")
    assert soak.report([good], state, console)
