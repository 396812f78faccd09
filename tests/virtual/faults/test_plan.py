"""Profiles, chance and bookkeeping of the faults of a run; shells around parts."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest
from click.testing import CliRunner
from domino_table.cli import main
from domino_table.virtual.faults import CATALOGUE, PROFILES, Plan, chosen
from domino_table.virtual.faults.shell import Shell, Socket
from domino_table.virtual.report import Settings
from domino_table.virtual.simulate import BadSettings, Simulation

from tests.virtual.faults.senses import Senses

DOCS = Path(__file__).parents[3] / "docs" / "faults.md"


def test_profiles_name_faults_of_the_catalogue_and_mixed_has_them_all_but_little_memory() -> None:
    assert all(set(names) <= set(CATALOGUE) for names in PROFILES.values())
    assert set(PROFILES["mixed"]) == set(CATALOGUE) - {"F30"}
    assert chosen("none") == ()
    assert [fault.id for fault in chosen("F9, F14")] == ["F9", "F14"]


def test_the_documentation_tells_of_all_33_faults_and_names_those_of_the_catalogue() -> None:
    rows = [line for line in DOCS.read_text(encoding="utf-8").splitlines() if line.startswith("| ")]
    ids = [row.split("|")[1].strip() for row in rows]
    assert [name for name in ids if name[0] == "F"] == [f"F{n}" for n in range(1, 34)]
    for fault in CATALOGUE.values():
        (row,) = [row for row in rows if row.split("|")[1].strip() == fault.id]
        assert "not here" not in row
    missing = {f"F{n}" for n in range(1, 34)} - set(CATALOGUE)
    for row in rows:
        if row.split("|")[1].strip() in missing:
            assert "not here" in row


def test_every_test_that_the_documentation_names_exists() -> None:
    here = "\n".join(path.read_text(encoding="utf-8") for path in Path(__file__).parents[2].rglob("*.py"))
    named = [word.strip("`") for word in DOCS.read_text(encoding="utf-8").split() if word.startswith("`test_")]
    assert len(named) >= 30
    for name in named:
        assert f"def {name}(" in here, name


def struck(table: Senses, seed: int) -> list[tuple[int, str, int, int]]:
    plan = Plan("F2,F13,F22", seed)
    plan.prepare(table.site)
    plan.begin()
    table.run(60_000)
    assert sum(plan.struck.values()) == len(plan.history) > 5
    return [(at // 1000, *what) for at, *what in plan.history]


def test_the_same_seed_strikes_at_the_same_times_and_another_at_others(monkeypatch: pytest.MonkeyPatch) -> None:
    first, again, other = (struck(Senses(monkeypatch), seed) for seed in (1, 1, 2))
    assert first == again != other


def test_people_and_tiles_do_the_same_whatever_the_faults_draw(tmp_path: Path) -> None:
    drawn = []
    for faults in ("none", "mixed"):
        simulation = Simulation(Settings(seed=5, faults=faults), tmp_path / "board.img")
        drawn.append((simulation.world.rng.random(), [piece.tags.tags[0].uid for piece in simulation.world.pieces]))
    assert drawn[0] == drawn[1]


def test_an_unknown_fault_is_named_with_what_there_is(tmp_path: Path) -> None:
    with pytest.raises(BadSettings, match="no fault 'F99'.*mixed"):
        Simulation(Settings(faults="F2,F99"), tmp_path / "board.img")


def test_a_fault_that_the_table_cannot_have_is_no_unknown_one() -> None:
    with pytest.raises(ValueError, match="F12 is a fault that this table cannot have"):
        chosen("F2,F12")


def test_what_struck_is_told_and_repeated_by_the_printed_command(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("domino_table.virtual.simulate.STALL", 1)  # the first wait is one too many
    run = CliRunner().invoke(main, ["simulate", "--players", "2", "--seed", "4", "--faults", "F2,F9", "--json"])
    assert run.exit_code == 1
    assert "--faults F2,F9" in run.output.replace("'", "")
    assert json.loads(run.stdout)["fault_profile"] == "F2,F9"


class Part:
    level = 1

    def say(self) -> str:
        return "part"


class Louder(Shell):
    own = ("times",)

    def __init__(self, inner: object) -> None:
        super().__init__(inner)
        self.times = 2

    def say(self) -> str:
        said: str = self.inner.say()
        return said + "!" * self.times


def test_shells_pass_on_what_is_not_their_own_and_come_off_in_any_order() -> None:
    parts = [Part()]
    socket = Socket.entry(parts, 0)
    one, two = socket.cover(Louder), socket.cover(Louder)
    parts[0].level = 7
    assert (parts[0].say(), parts[0].level, one.times) == ("part!!!!", 7, 2)
    socket.uncover(one)
    assert parts[0].say() == "part!!"
    socket.uncover(two)
    socket.uncover(one)
    assert (type(parts[0]), parts[0].level) == (Part, 7)


def test_chance_of_the_faults_is_their_own() -> None:
    random.seed(3)
    before = random.getstate()
    Plan("mixed", 1).rng.random()
    assert random.getstate() == before
