"""``domino-table simulate --level rules``."""

from __future__ import annotations

import json

from click.testing import CliRunner
from domino_table.commands.simulate import command


def test_the_command_plays_by_the_rules_alone():
    asked = ["--level", "rules", "--game", "kozel_125", "--rounds", "20", "--json"]
    done = CliRunner().invoke(command, asked)
    assert done.exit_code == 0, done.output
    assert json.loads(done.stdout)["games"]["kozel_125"]["rounds"] == 20


def test_what_needs_a_table_is_refused():
    done = CliRunner().invoke(command, ["--level", "rules", "--players", "3"])
    assert done.exit_code == 2
    assert "--players is for --level full" in done.output


def test_all_games_are_for_rules_alone():
    done = CliRunner().invoke(command, ["--game", "all"])
    assert done.exit_code == 2
    assert "--level rules plays all" in done.output


def test_a_preset_that_a_game_has_not():
    done = CliRunner().invoke(command, ["--level", "rules", "--game", "muggins", "--preset", "graa"])
    assert done.exit_code == 1
    assert "muggins has the presets muggins_hoyle" in done.output
