"""Builds can be wired as written, and a build that cannot is refused with the pin's name."""

from __future__ import annotations

from decimal import Decimal
from pathlib import Path

import pytest
from click.testing import CliRunner
from domino_table import hardware, resources, wiring
from domino_table.cli import main


@pytest.mark.parametrize("name", hardware.names())
def test_every_build_can_be_wired_as_written(name: str) -> None:
    assert wiring.problems(hardware.load(name)) == []


@pytest.mark.parametrize("name", hardware.names())
def test_the_bill_sums_its_rows(name: str) -> None:
    rows, total = wiring.bill(hardware.load(name))
    assert rows
    assert total == sum(Decimal(quantity) * each for _, quantity, each, _ in rows)


def test_grid40_has_20_rows_20_columns_and_4_racks_in_id_order() -> None:
    loops = hardware.load("grid40").loops()
    assert [loop.id for loop in loops] == list(range(44))
    assert [loop.kind for loop in loops] == ["row"] * 20 + ["column"] * 20 + ["rack"] * 4


def test_neighbouring_loops_overlap_by_17_mm() -> None:
    rows = hardware.load("grid40").loops()[:20]
    assert {a.bottom - b.top for a, b in zip(rows, rows[1:], strict=False)} == {17.0}


def test_every_point_of_the_play_area_is_inside_a_row_and_a_column() -> None:
    loops = hardware.load("grid40").loops()[:40]
    for x in range(0, 801, 10):
        for y in range(0, 801, 10):
            assert {loop.kind for loop in loops if loop.covers(x, y)} == {"row", "column"}


def _edited(tmp_path: Path, old: str, new: str) -> hardware.Build:
    text = (hardware.load("grid40").path).read_text(encoding="utf-8")
    assert old in text
    path = tmp_path / "changed.toml"
    path.write_text(text.replace(old, new), encoding="utf-8")
    return hardware.load(path)


@pytest.mark.parametrize(
    ("old", "new", "complaint"),
    [
        ("grid_nss = 10", "grid_nss = 11", "already used by reader_mosi"),
        ("rim_data = 16", "rim_data = 0", "strapping pin"),
        ("rim_data = 16", "rim_data = 19", "native USB"),
        ("rim_data = 16", "rim_data = 77", "no such pin"),
        ("knocks = [1, 2, 4, 5]", "knocks = [1, 2, 4, 20]", "ADC2"),
        ("panel = 2", "panel = 1", "share one SPI bus"),
        ("chips = 7", "chips = 6", "needs output 48, the chain has 48"),
        ('board = "esp32-s3"', 'board = "esp32"', "SPI flash"),
        ('board = "esp32-s3"', 'board = "arduino"', "is not known"),
    ],
)
def test_a_build_that_cannot_be_wired_names_what_is_wrong(tmp_path: Path, old: str, new: str, complaint: str) -> None:
    assert any(complaint in problem for problem in wiring.problems(_edited(tmp_path, old, new)))


def test_an_input_only_pin_may_be_read_but_not_driven(tmp_path: Path) -> None:
    build = _edited(tmp_path, 'board = "esp32-s3"', 'board = "esp32"')
    build.data["pins"] = {"grid_busy": 34, "grid_nss": 35}
    assert wiring.problems(build) == ["grid_nss = GPIO 35: this pin is input only"]


@pytest.mark.parametrize(
    ("content", "message"),
    [(None, "no build"), ("[build", "changed.toml"), ("[build]\nid='x'\n", "section [area] is missing")],
)
def test_a_bad_build_file_is_one_clear_sentence(tmp_path: Path, content: str | None, message: str) -> None:
    path = tmp_path / "changed.toml"
    if content is not None:
        path.write_text(content, encoding="utf-8")
    result = CliRunner().invoke(main, ["hardware", str(path)])
    assert result.exit_code == 1
    assert message in result.output
    assert "Traceback" not in result.output


def test_a_build_like_another_has_its_sections_but_for_what_it_is_without() -> None:
    racks, none, bazaar = (hardware.load(name) for name in ("grid40", "grid40_no_racks", "grid40_bazaar"))
    assert none.data["grid"] == racks.data["grid"]
    assert (racks.has_racks, none.has_racks, bazaar.has_racks) == (True, False, False)
    assert "rack_nss" not in none.pins
    assert bazaar.pins == none.pins
    assert (none.zone, bazaar.zone, bazaar.play_area) == (None, (600, 0, 800, 800), (600, 800))
    assert hardware.firmware_config(bazaar)["bazaar"] == [600, 0, 800, 800]


def test_a_bazaar_in_the_middle_of_the_cloth_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "changed.toml"
    path.write_text(f"{OWN}[bazaar]\ncentre = [400, 400]\nsize = [100, 100]\n")
    with pytest.raises(hardware.HardwareError, match="right edge"):
        hardware.load(path)


def test_the_command_lists_the_builds_and_prints_one() -> None:
    runner = CliRunner()
    assert "grid40_mini" in runner.invoke(main, ["hardware"]).output
    shown = runner.invoke(main, ["hardware", "grid40"])
    assert shown.exit_code == 0
    assert "TPIC6B595" in shown.output


@pytest.mark.parametrize(("entry", "known"), [('level = "gentle"', "enforce"), ('profile = "nobody\'s"', "cantinera")])
def test_an_unknown_level_or_profile_is_refused_with_those_that_there_are(
    tmp_path: Path, entry: str, known: str
) -> None:
    with pytest.raises(hardware.HardwareError, match=known):
        _edited(tmp_path, 'preset = "graa"', f'preset = "graa"\n{entry}')


@pytest.mark.parametrize("name", ["first_loop", "nope", "nowhere.toml"])
@pytest.mark.parametrize("command", ["run", "simulate", "serve"])
def test_who_needs_seats_is_offered_builds_with_seats_only(command: str, name: str) -> None:
    result = CliRunner().invoke(main, [command, "--build", name])
    assert result.exit_code == 1
    (said,) = result.stderr.splitlines()
    offered = said.partition("choose one of ")[2].partition(", or give")[0].split(", ")
    assert offered == [build.id for build in hardware.tables()]
    assert "first_loop" not in offered
    assert CliRunner().invoke(main, ["hardware", "nope"]).stderr.count("first_loop") == 1


@pytest.mark.parametrize("name", hardware.names())
def test_a_copy_of_any_build_is_a_build(tmp_path: Path, name: str) -> None:
    text = (resources.hardware_dir() / f"{name}.toml").read_text(encoding="utf-8")
    (tmp_path / "own.toml").write_text(text, encoding="utf-8")
    assert hardware.load(tmp_path / "own.toml").data == hardware.load(name).data


HEAD = '[build]\nid = "x"\ntitle = "t"\nboard = "esp32-s3"\nlike = "grid40"\n'
OWN = HEAD + "seats = 4\n"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("build = 3\n", "the section [area] is missing"),
        (HEAD, "[build] seats is missing"),
        (HEAD + 'seats = "four"\n', "[build] seats = 'four' must be a whole number"),
        (HEAD + "seats = -1\n", "[build] seats = -1 must not be negative"),
        (HEAD + "seats = 99\n", "[build] seats = 99: a table has at most 4"),
        (OWN + "[area]\nwidth = 800\n", "[area] height is missing"),
        (OWN + "[area]\nwidth = 800\nheight = true\n", "[area] height = True must be a whole number"),
        (OWN + "[[racks]]\nseat = 0\ncentre = [1]\nsize = [1, 2]\n", "[racks][0] centre = [1] must be a pair"),
        (OWN + "racks = 3\n[[x]]\n", None),
        ("\0", "is no TOML file"),
    ],
)
def test_what_is_wrong_with_a_build_of_a_club_is_told_by_its_name(tmp_path: Path, text: str, said: str | None) -> None:
    (tmp_path / "own.toml").write_text(text)
    result = CliRunner().invoke(main, ["hardware", str(tmp_path / "own.toml"), "--check"])
    assert result.exit_code == (0 if said is None else 1)
    if said:
        assert f"{tmp_path / 'own.toml'}" in result.stderr
        assert said in result.stderr
        assert len(result.stderr.splitlines()) == 1
