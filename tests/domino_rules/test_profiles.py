"""What the document says of profiles, codes and kinds is what the data and the rules have."""

from __future__ import annotations

import re
from pathlib import Path

from domino_rules import profiles
from domino_rules.judge import FOULS

TEXT = (Path(__file__).parents[2] / "docs" / "infractions.md").read_text(encoding="utf-8")


def section(title: str) -> str:
    return TEXT.partition(f"## {title}\n")[2].partition("\n## ")[0]


def cells(title: str) -> list[list[str]]:
    rows = [line for line in section(title).splitlines() if line.startswith("| ")]
    return [[cell.strip() for cell in row.strip("|").split(" | ")] for row in rows[1:]]


def test_every_profile_has_its_row_and_its_source() -> None:
    named = {name: row for row in cells("Profiles") for name in re.findall(r"`(\w+)`", row[0])}
    assert sorted(named) == sorted(profiles.names())
    assert all(row[-1].strip(" |") for row in named.values())


def test_the_points_of_the_row_are_those_of_the_data() -> None:
    for row in cells("Profiles"):
        for name in re.findall(r"`(\w+)`", row[0]):
            data = " ".join(profiles.spec(name, code) or "" for code in FOULS)
            told = " ".join(row[1:-1]).replace("20 %", "20%").replace('"50 or the hand"', "")
            assert set(re.findall(r"\d+%?", told)) == set(re.findall(r"\d+%?", data)), name


def test_every_code_and_every_kind_is_described() -> None:
    assert set(FOULS) <= set(re.findall(r"`(\w+)`", section("What is an infraction, and what the table knows of it")))
    kinds = {row[0].strip("`") for row in cells("Remedies")}
    used = {
        option.split(" ")[0]
        for name in profiles.names()
        for code in FOULS
        for option in (profiles.spec(name, code) or "retract").split(" / ")
    }
    assert used <= kinds
