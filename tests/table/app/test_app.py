"""The application on a virtual board: it starts, resumes, survives faults of its own, and gives the prompt back."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from domino_table.device.bundle import firmware_code, readable
from domino_table.virtual.tags import Pose

HERE = Path(__file__).parent
sys.path[:0] = [str(HERE)]

from onboard import SECOND, TableOnBoard  # noqa: E402


def test_the_first_start_begins_the_match_of_the_configuration(tmp_path: Path) -> None:
    with TableOnBoard(tmp_path) as table:
        table.wait(3)
        assert table.lines() == ["match"]
        assert table.traces() == []
        assert table.printed == ""


def test_after_a_power_cut_in_the_moment_of_the_flash_the_match_goes_on_where_it_was(tmp_path: Path) -> None:
    with TableOnBoard(tmp_path) as table:
        table.wait(3)
        table.deal()
        table.lay("1-1", 400, 400, 90)
        table.wait(2)
        table.lay("0-1", 443, 400, 180)
        laid = table.board.now
        while not table.table.eyes.accepted_since(Pose(443, 400, 180), laid):
            assert table.board.now < laid + SECOND
            table.wait(0.002)
        table.board.power_cut()
        before = table.lines()
        assert before == ["match", "deal", "play 0 1-1", "play 1 0-1 R"]
        table.board.start()
        table.wait(5)
        assert table.lines() == before
        table.lay("0-4", 500, 400, 0)
        table.wait(2)
        assert table.lines() == [*before, "play 0 0-4 R"]
        assert table.traces() == []


def test_a_tile_laid_while_the_power_was_off_is_taken_up_if_it_goes_on_legally(tmp_path: Path) -> None:
    with TableOnBoard(tmp_path) as table:
        table.wait(3)
        table.deal()
        table.lay("1-1", 400, 400, 90)
        table.wait(2)
        table.board.power_cut()
        table.lay("0-1", 443, 400, 180)
        table.board.start()
        table.wait(6)
        assert table.lines() == ["match", "deal", "play 0 1-1", "play 1 0-1 R"]


def test_a_double_announced_to_lie_face_down_closes_its_arm_although_the_power_went_before_it_was_judged(
    tmp_path: Path,
) -> None:
    with TableOnBoard(tmp_path, game="osyol") as table:
        table.wait(3)
        table.deal()
        for name, x, angle in (("1-1", 400, 90), ("0-1", 443, 180), ("0-4", 500, 0)):
            table.lay(name, x, 400, angle)
            table.wait(2)
        table.world.press("seat1", "double")
        table.wait(1)
        table.lay("4-4", 544, 400, 90)
        table.board.power_cut()
        table.board.start()
        table.wait(6)
        assert table.lines()[3:] == ["play 1 0-1 R", "play 0 0-4 R", "play 1 4-4 R closed"]


def test_a_tile_laid_while_the_power_was_off_against_the_rules_accuses_nobody(tmp_path: Path) -> None:
    with TableOnBoard(tmp_path) as table:
        table.wait(3)
        table.deal()
        table.lay("1-1", 400, 400, 90)
        table.wait(2)
        table.board.power_cut()
        table.lay("5-6", 443, 400, 180)
        table.board.start()
        table.wait(6)
        assert table.lines() == ["match", "deal", "play 0 1-1"]
        table.take("5-6", 0)
        table.wait(2)
        table.lay("0-1", 443, 400, 180)
        table.wait(2)
        assert table.lines()[-1] == "play 1 0-1 R"


def test_the_language_chosen_at_the_table_is_spoken_after_the_next_start(tmp_path: Path) -> None:
    def title(table: TableOnBoard) -> bytes:
        assert table.table.display
        return table.table.display.image(table.board.now).crop((0, 0, 160, 22)).tobytes()

    with TableOnBoard(tmp_path) as table:
        table.wait(4)
        first = title(table)
        for _ in range(2):  # from English over Spanish to Russian
            table.world.press("right", "long")
            table.wait(4)
        chosen = title(table)
        assert chosen != first
        table.board.power_cut()
        table.board.start()
        table.wait(5)
        assert title(table) == chosen


def test_ctrl_c_gives_the_prompt_with_everything_in_the_journal(tmp_path: Path) -> None:
    with TableOnBoard(tmp_path) as table:
        table.wait(3)
        table.deal()
        table.lay("1-1", 400, 400, 90)
        table.wait(1)
        table.ctrl_c()
        table.wait(1)
        assert table.board.at_prompt
        assert table.printed.endswith(">>> ")
        assert table.lines() == ["match", "deal", "play 0 1-1"]
        table.wait(60)  # the watchdog does not bite at the prompt
        table.type(b"print(6 * 7)\r")
        table.wait(1)
        assert "42" in table.printed
        assert len(table.board.boots) == 1


FAILING = """
import asyncio
import time
from .events import Feed


class Untold(Exception):
    def __repr__(self):
        raise MemoryError


class Inputs(Feed):
    def __init__(self, keys, knocks, bits):
        Feed.__init__(self)
        self.starts = 0

    def look(self):
        pass

    async def run(self):
        self.starts += 1
        with open("/fault") as file:
            fault = file.read()
        await asyncio.sleep_ms(500)
        if fault == "exception" and self.starts < 4:
            raise OSError(5)
        if fault == "untold" and self.starts == 1:
            raise Untold
        print("started", self.starts)
        while fault == "stands":
            time.sleep_ms(100)
        await asyncio.sleep_ms(1000000)
"""
"""A module in place of ``table.inputs``: its task fails as the file ``/fault`` says."""


def with_fault(fault: str) -> Callable[[dict[str, bytes]], None]:
    def change(files: dict[str, bytes]) -> None:
        files.update(firmware_code({"table/inputs.py": FAILING}))
        files["/fault"] = fault.encode()

    return change


def test_an_exception_in_a_task_is_journalled_once_with_its_trace_and_the_task_begins_again(tmp_path: Path) -> None:
    with TableOnBoard(tmp_path, with_fault("exception")) as table:
        table.wait(12)
        traces = table.traces()
        assert len(traces) == 1
        assert traces[0].startswith("inputs\nTraceback")
        assert re.search(r'File "table[.\w]*", line 1, in run\n', readable(traces[0]))
        assert "OSError: 5" in traces[0] or "OSError: [Errno 5]" in traces[0]
        assert "started 4" in table.printed
        table.deal()
        assert table.lines() == ["match", "deal"]  # the other tasks never stopped


def test_a_task_goes_on_even_where_no_memory_is_left_to_tell_of_its_failure(tmp_path: Path) -> None:
    with TableOnBoard(tmp_path, with_fault("untold")) as table:
        table.wait(12)
        assert "inputs failed, and no memory was left" in table.printed
        assert "started 2" in table.printed
        table.deal()
        assert table.lines() == ["match", "deal"]
        assert len(table.board.boots) == 1


def test_a_task_that_stands_still_for_ever_ends_in_a_reset_by_the_watchdog(tmp_path: Path) -> None:
    with TableOnBoard(tmp_path, with_fault("stands")) as table:
        table.wait(30)
        assert len(table.board.boots) == 2
        table.wait(5)
        assert table.lines() == ["match"]


@pytest.mark.parametrize(
    ("path", "data", "said"),
    [
        ("/config.json", b"{", "/config.json is not JSON"),
        ("/config.json", b'{"version": 9}', "version 1 is expected"),
        ("/config.json", None, "/config.json cannot be read"),
        ("/tiles.bin", b"12345", "tile map has a wrong length"),
        ("/lib/tpbuild.mpy", None, "no module named 'tpbuild'"),
    ],
    ids=["no-json", "version", "no-config", "tiles", "module"],
)
def test_a_board_with_wrong_files_says_so_at_the_prompt(
    tmp_path: Path, path: str, data: bytes | None, said: str
) -> None:
    def change(files: dict[str, bytes]) -> None:
        del files[path]
        if data is not None:
            files[path] = data

    with TableOnBoard(tmp_path, change) as table:
        table.wait(2)
        assert table.board.at_prompt
        assert said in table.printed
        assert "domino-table deploy" in table.printed
        assert len(table.board.boots) == 1


def wrong(**entries: object) -> bytes:
    from domino_table.hardware import firmware_config, load

    return json.dumps(firmware_config(load("grid40")) | entries).encode()


@pytest.mark.parametrize(
    ("entries", "said"),
    [
        ({"seats": 7}, "seats must be 0..4"),
        ({"racks": [0, 1, 2]}, "loops.outputs must have an entry for each of the 43 loops"),
        ({"racks": [0, 1, 2, 4]}, "racks name the seat 4"),
        ({"pins": {}}, "pins.reader_sck is missing"),
    ],
)
def test_a_configuration_that_contradicts_itself_is_named(entries: dict[str, object], said: str) -> None:
    from table.config import ConfigError, check

    with pytest.raises(ConfigError, match=said):
        check(json.loads(wrong(**entries)))


def test_a_pin_used_twice_or_out_of_range_is_named() -> None:
    from table.config import ConfigError, check

    config = json.loads(wrong())
    check(config)
    config["pins"]["buzzer"] = config["pins"]["rim_data"]
    with pytest.raises(ConfigError, match=r"pins.rim_data and pins.buzzer are both"):
        check(config)
    config["pins"]["buzzer"] = 60
    with pytest.raises(ConfigError, match=r"pins.buzzer must be a pin number"):
        check(config)
