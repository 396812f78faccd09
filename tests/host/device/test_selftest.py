"""The self-test, asked for by a PC and by the keys of a table without one."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from domino_table.device.selftest import complaints
from domino_table.hardware import firmware_config, load
from domino_table.virtual.field_physical import PhysicalField
from domino_table.virtual.flash import read_image
from domino_table.virtual.table import VirtualTable
from domino_table.virtual.tags import Pose

from tests.table.app.onboard import TableOnBoard

from .boards import files_of, on_flash, running, table, until

COMMAND = Path(sys.executable).with_name("domino-table")
LATER = 1 << 50
"""After everything that the display has got so far (µs)."""


def run(*arguments: str | Path) -> tuple[int, str, str]:
    done = subprocess.run(
        [COMMAND, "selftest", *arguments],
        capture_output=True,
        text=True,
        env={"COLUMNS": "160", "PATH": "/usr/bin:/bin", "HOME": str(Path.home())},
    )
    return done.returncode, done.stdout, done.stderr


def test_a_pc_hears_of_dead_loops_and_tags_and_of_a_table_that_is_well(tmp_path: Path) -> None:
    wiring = table("grid40_mini")
    for tile in range(6):
        wiring.world.lay(tile, Pose(60 + 50 * tile, 190, 90))
    with running(tmp_path, files_of(wiring), wiring) as board:
        status, said, steps = run("--port", board.port.link, "--automatic")
        assert (status, said) == (0, "All is well: 20 loops carry current, 12 tags answered.\n"), said + steps
        assert steps.splitlines()[0] == "Every loop: does it carry current?"
        board.call(lambda t: wiring.field.take_tag(t, wiring.world.pieces[3].tags.tags[1]))
        status, said, _ = run("--port", board.port.link, "--automatic", "--json")
        assert status == 1
        assert json.loads(said)["wrong"] == ["the tag of 0-3, the 3 is not heard"]
        assert json.loads(on_flash(board)["/selftest.json"])["tags"]["lost"] == [7]
        status, said, _ = run("--port", board.port.link, "--last")
        assert (status, said) == (1, "The tag of 0-3, the 3 is not heard.\n")


def test_ctrl_c_ends_the_test_at_once_and_the_table_is_a_table_again(tmp_path: Path) -> None:
    wiring = table("grid40_mini")
    with running(tmp_path, files_of(wiring), wiring) as board:
        arguments = [COMMAND, "selftest", "--port", board.port.link]
        test = subprocess.Popen(arguments, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        until(lambda: wiring.rim and min(wiring.rim) > 0)  # all lights are white: a hand is waited for
        test.send_signal(signal.SIGINT)
        _, said = test.communicate()
        assert test.returncode == 1
        assert "interrupted: the board on" in said
        assert "starts again" in said
        assert "KeyboardInterrupt" in board.text
        with board.link() as link:
            assert link.hello().protocol


def test_what_is_wrong_is_said_in_words() -> None:
    config = firmware_config(load("grid40"))
    found = {
        "loops": {"count": 44, "dead": [3, 25, 42]},
        "lights": {"good": False},
        "buttons": {"silent": ["seat2", "ok"], "stuck": ["left"]},
        "knocks": {"silent": [1]},
        "tags": {"heard": 4, "weak": [[41, 12]], "lost": [0]},
    }
    assert complaints(found, config) == [
        "loop 3 (row 3) is dead: check its switch",
        "loop 25 (column 5) is dead: check its switch",
        "loop 42 (rack of seat 2) is dead: check its switch",
        "the tag of 0-0, its first half is not heard",
        "the tag of 3-5, the 5 is weak: it answered 12 of 20 times",
        "not all lights are white",
        "the button or key left is stuck: pressed all the time",
        "the button or key seat2 was not pressed in time",
        "the button or key ok was not pressed in time",
        "no knock was heard on the pad of seat 1",
    ]
    assert complaints({"lights": {"good": None}, "tags": {"error": "no reader"}}, config) == ["tags: no reader"]
    assert complaints({"lights": {"good": None, "late": True}, "buttons": {"ended": True}}, config) == [
        "nobody said whether all lights are white",
        "the test was ended by hand: buttons not tested",
    ]


def found_on(table: TableOnBoard) -> dict[str, dict[str, object]]:
    data = read_image(table.image.read_bytes()).get("/selftest.json")
    return json.loads(data) if data else {}


def test_without_a_pc_the_keys_start_it_and_the_match_goes_on_afterwards(tmp_path: Path) -> None:
    with TableOnBoard(tmp_path) as table:
        table.wait(3)
        table.deal()
        table.lay("1-1", 400, 400, 90)
        table.wait(4)
        before = table.lines()
        assert before == ["match", "deal", "play 0 1-1"]
        table.world.press("ok")  # no maintenance, no test
        table.wait(2)
        assert found_on(table) == {}
        table.world.press("left", "long")
        table.wait(2)
        table.world.press("ok")
        table.wait(8)  # it starts again, and looks at the loops
        table.world.press("ok")  # all lights are white
        table.wait(3)
        for key in ("seat0", "seat1", "seat2", "left", "right", "ok"):  # nobody presses that of seat 3
            if key == "left":
                table.wait(16)
            table.world.press(key)
            table.wait(2)
        for seat in (0, 1, 2, 3):
            table.world.knock(seat)
            table.wait(3)
        table.world.press("ok")  # the tiles lie there
        table.wait(14)
        found = found_on(table)
        assert found["loops"] == {"count": 44, "dead": []}
        assert found["lights"] == {"good": True}
        assert found["buttons"] == {"silent": ["seat3"], "stuck": []}
        assert found["knocks"] == {"silent": []}
        assert found["tags"] == {"heard": 28, "weak": [], "lost": []}  # of thirteen tiles on racks and one on the cloth
        table.world.press("ok")  # read
        table.wait(14)
        assert table.lines() == before
        table.lay("0-1", 443, 400, 180)
        table.wait(3)
        assert table.lines() == [*before, "play 1 0-1 R"]
        assert table.traces() == []


def test_who_holds_the_key_ends_the_test_and_the_match_goes_on(tmp_path: Path) -> None:
    with TableOnBoard(tmp_path) as table:
        table.wait(3)
        table.world.press("left", "long")
        table.wait(2)
        table.world.press("ok")
        table.wait(8)
        table.world.press("ok")  # all lights are white
        table.wait(1)
        table.world.press("left")  # not yet asked for, and short
        table.wait(1)
        table.world.press("left", "long")
        table.wait(14)
        found = found_on(table)
        assert found["lights"] == {"good": True}
        assert found["buttons"] == {"ended": True}
        assert "knocks" not in found
        table.deal()  # not in maintenance, though the key was held until the table started
        table.lay("1-1", 400, 400, 90)
        table.wait(4)
        assert table.lines() == ["match", "deal", "play 0 1-1"]


def test_a_dead_loop_and_a_weak_tag_are_named_on_the_physical_field(tmp_path: Path) -> None:
    build = load("grid40_mini")
    build.data["field"] = {"spread": 0, "trim_error": 0, "misses": 0}
    field = PhysicalField(build, 1)
    wiring = VirtualTable(build, 1, field)
    field.loop_set.mux.stuck_off = frozenset({4})
    wiring.world.lay(5, Pose(200, 300, 0))
    with running(tmp_path, files_of(wiring), wiring) as board:
        status, said, _ = run("--port", board.port.link, "--automatic")
    assert (status, said) == (1, "Loop 4 (row 4) is dead: check its switch.\n")


@pytest.mark.parametrize("language", ["ru", "en", "es"])
def test_the_report_is_shown_in_the_table_s_language(tmp_path: Path, language: str) -> None:
    wiring = table()
    with running(tmp_path, files_of(wiring) | {"/language": language.encode()}, wiring) as board:
        from domino_table.device.board_files import raw_repl
        from domino_table.device.workshop import Workshop

        with raw_repl(str(board.port.link)) as files:
            workshop = Workshop(files, "the port")
            bad = {
                "loops": {"dead": [3]},
                "tags": {"lost": [], "weak": [[41, 3]], "heard": 2},
                "knocks": {"silent": [2]},
            }
            lines = workshop.ask("selftest", "tell", bad)
            good = workshop.ask("selftest", "tell", {"tags": {"heard": 56}})
            assert wiring.display is not None
            colours = wiring.display.image(LATER).getcolors()
            assert colours is not None
            assert len(colours) > 4  # something is written there
    texts = {
        "ru": ("Ряд 4 не работает", "3-5: метка половины 5 слабая", "Место 3: стук не услышан"),
        "en": ("Row 4 is dead", "3-5: the tag of the 5 is weak", "Seat 3: no knock was heard"),
        "es": ("La fila 4 no funciona", "3-5: la etiqueta del 5 es débil", "Puesto 3: no se oyó ningún golpe"),
    }
    assert tuple(lines) == texts[language]
    assert len(good) == 1
    assert "56" in good[0]
