"""What a whole table does about breaches at its three levels, and what follows from them; real firmware, real readings.

Seat 1 is on turn after 1-1 and commits two breaches: it lays 3-5, which fits nowhere, and later passes with a tile to
play. A foul's low tone is 330 Hz (``table.panel.rarely``).
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from virtual.world.stage import FOUR, Stage

FOUL_HZ = 330


@contextmanager
def begun(folder: Path, **game: str) -> Iterator[Stage]:
    """Four people; seat 0 has opened with 1-1."""
    with Stage(folder, **game) as stage:
        stage.deal(*FOUR)
        stage.play("1-1", 400, 400, 90)
        stage.until(lambda: stage.eyes.turn == 1)
        yield stage


def alarmed(stage: Stage, since: int) -> tuple[bool, bool]:
    """Whether the rim has blinked a foul of seat 1 since then, and whether its tone has sounded."""
    tones = [hz for t, hz in stage.table.buzzer.history if t >= since]
    return stage.eyes.foul_since(1, since), FOUL_HZ in tones


def test_enforce_lights_sounds_and_waits_until_the_tile_is_taken_away(tmp_path: Path) -> None:
    with begun(tmp_path, level="enforce") as stage:
        since = stage.world.now
        stage.play("3-5", 442, 400, 180)
        stage.wait(2)
        assert alarmed(stage, since) == (True, True)
        assert stage.lines() == ["play 0 1-1", "play 1 5-3 R wrong_tile"]
        stage.wait(5)
        assert stage.eyes.turn == 1
        stage.lift("3-5")
        stage.wait(2)
        stage.rack("3-5", 1)
        stage.play("0-1", 442, 400, 180)
        stage.until(lambda: stage.eyes.turn == 2)
        assert stage.stands() == ["play 0 1-1", "play 1 0-1 R"]


@pytest.mark.parametrize(("level", "alarm"), [("signal", (True, True)), ("record", (False, False))])
def test_signal_and_record_go_on_from_what_lies_there(tmp_path: Path, level: str, alarm: tuple[bool, bool]) -> None:
    with begun(tmp_path, level=level, profile="strict") as stage:
        since = stage.world.now
        stage.play("3-5", 442, 400, 180)  # its half 5 touches 1-1: the end is a 3 now
        stage.until(lambda: stage.eyes.turn == 2)
        stage.wait(1)
        assert alarmed(stage, since) == alarm
        stage.play("0-3", 498, 400, 180)
        stage.until(lambda: stage.eyes.turn == 3)
        stage.play("1-6", 358, 400, 180)
        stage.until(lambda: stage.eyes.turn == 0)
        stage.play("3-6", 302, 400, 180)
        stage.until(lambda: stage.eyes.turn == 1)
        since = stage.world.now
        stage.press(1)  # 2-3 and 0-1 would fit
        stage.until(lambda: stage.eyes.turn == 2)
        stage.wait(1)
        assert alarmed(stage, since) == alarm
        assert stage.lines()[:2] == ["play 0 1-1", "play 1 5-3 R wrong_tile"]
        assert stage.lines()[2:] == ["play 2 0-3 R", "play 3 1-6 L", "play 0 3-6 L", "pass 1 false_pass"]
        opening, answer = stage.record()[0]
        assert (opening["profile"], opening["level"], answer[0]["ok"]) == ("stand", level, True)
        stage.press(1, "long")  # people decide otherwise: he takes his pass back
        stage.until(lambda: stage.eyes.turn == 1)


def test_opponents_choose_with_a_button_and_play_goes_on_as_they_say(tmp_path: Path) -> None:
    with begun(tmp_path, profile="newsome") as stage:
        stage.play("3-5", 442, 400, 180)
        stage.until(lambda: stage.eyes.asks(2, stage.world.now))
        stage.press(2)  # once: it may stand
        stage.until(lambda: stage.eyes.turn == 2)
        assert stage.lines() == ["play 0 1-1", "play 1 5-3 R wrong_tile", "ask", "answer", "rule"]
        (ruling, _) = stage.record()[-1]
        assert (ruling["remedy"], ruling["by"]) == ({"kind": "stand"}, "seat 2")
        stage.play("0-3", 498, 400, 180)
        stage.until(lambda: stage.eyes.turn == 3)


def test_a_profile_that_annuls_the_hand_has_it_dealt_again(tmp_path: Path) -> None:
    with begun(tmp_path, profile="brazil") as stage:
        stage.press(1)
        stage.until(lambda: stage.lines()[-1] == "pass 1 false_pass")
        (_, outs) = stage.record()[-1]
        assert [out["type"] for out in outs] == ["verdict", "penalty", "round_end"]
        for seat, hand in enumerate(FOUR):
            for name in hand.split():
                stage.rack(name, seat)
        stage.until(lambda: stage.deals() == 2, 40)
        stage.until(lambda: stage.eyes.turn == 0)
