"""The games that a page offers for the next match: their names, presets and numbers of players; and names of people."""

from __future__ import annotations

import json
from typing import Any

from domino_table.hardware import Build
from domino_table.rulebook.catalogue import catalogue
from domino_table.virtual import fit, lore

NAMES = {
    "ru": ["Анна", "Борис", "Вера", "Глеб", "Дина", "Егор", "Жанна", "Захар"],
    "en": ["Anna", "Boris", "Vera", "Gleb", "Dina", "Egor", "Jane", "Zachary"],
    "es": ["Ana", "Bruno", "Vera", "Gil", "Dina", "Egor", "Juana", "Zacarías"],
}
"""Of the simulated people, by the language of the table."""


def people() -> dict[str, bytes]:
    """The file from which the display of a virtual table knows its simulated people, by its path on the board."""
    return {"/texts/people.json": json.dumps(NAMES, ensure_ascii=False).encode()}


def rotation(game: str, players: int) -> dict[str, Any]:
    """Parameters that more people than seats need: teams take turns."""
    return {"teams": players // 2} if game == "general_kozel" and players > lore.SEATED else {}


def offers(build: Build) -> list[dict[str, Any]]:
    """Games that can be played at a build, as JSON objects, by their ids.

    ``game``, ``titles`` {language: name}, ``choices`` [{preset (id or None), players, params}], and ``usual_preset``.
    """
    found = []
    for game in catalogue():
        presets = [*game["presets"]] if game["usual_preset"] else [None, *game["presets"]]
        choices = [
            {"preset": preset, "players": players, "params": rotation(game["game"], players)}
            for preset in presets
            for players in game["players"]
            if playable(build, game["game"], preset, players)
        ]
        if choices:
            names = {name: game[name] for name in ("game", "titles", "usual_preset")}
            found.append({**names, "choices": choices})
    return found


def playable(build: Build, game: str, preset: str | None, players: int) -> bool:
    """Whether so many people can play a game with a preset at a build."""
    rules = lore.lore(game, preset, rotation(game, players), players)
    return rules is not None and fit.reason(build, rules, players) is None
