"""A game as it is set up for a match, and what the engine says of it."""

from __future__ import annotations

import importlib
from collections.abc import Mapping
from typing import Any

from domino_rules.games import GAMES

from domino_table.rulebook.sentence import Sentence, say, spelled


class RulebookError(ValueError):
    """No such game, preset or language, or an impossible set-up; the message names it and what is allowed."""


def engine(name: str) -> Any:
    """The module ``domino_rules.<name>``, whose functions have no types."""
    return importlib.import_module(f"domino_rules.{name}")


def presets(game: str) -> Any:
    """What may be chosen in a game: the module ``domino_rules.presets.<game>``.

    Raises:
        RulebookError: there is no such game.
    """
    if game not in GAMES:
        raise RulebookError(f"there is no game {game!r}: choose one of {', '.join(GAMES)}")
    return engine(f"presets.{game}")


class Setup:
    """One game with its parameters for one number of players.

    Attributes:
        game: id. players: how many are named (general_kozel: with those who wait). match: the engine's match.
        asked: names of the parameters that anybody has asked for.
        dry: whether nobody ever draws, with none of the numbers of players that are spoken of.
    """

    def __init__(self, game: str, preset: str | None, chosen: Mapping[str, Any], players: int) -> None:
        """Raises RulebookError with the engine's sentence where such a match cannot be played."""
        match, fault = engine("games").new_match(game, players, preset, dict(chosen))
        if fault:
            raise RulebookError(fault)
        self.game, self.players, self.match = game, players, match
        self.asked: set[str] = set()
        self.dry = not self.drawable
        self._book = match.book()

    def __getitem__(self, name: str) -> Any:
        """Value of a parameter."""
        self.asked.add(name)
        return self.match.params[name]

    def get(self, name: str, default: Any = None) -> Any:
        """Value of a parameter, or the default where the game does not have it."""
        self.asked.add(name)
        return self.match.params.get(name, default)

    def __contains__(self, name: str) -> bool:
        return name in self.match.params

    def pick(self, name: str, **fields: Any) -> Sentence:
        """The sentence of a parameter's value."""
        return say(f"{name}.{spelled(self[name])}", **fields)

    def only(self, name: str, value: object) -> None:
        """Make sure that a parameter has the one value for which the text is written.

        Raises:
            RulebookError: the engine has learnt another.
        """
        if self[name] != value:
            raise RulebookError(f"the rules of {self.game} have no words for {name}={spelled(self[name])}")

    # --- what the engine makes of it ------------------------------------------------------------------------------

    @property
    def book(self) -> str:
        """Name of the module that scores rounds: "penalty", "winnings", "sport", "telefon", "morskoy", …"""
        return str(self.match.BOOK)

    @property
    def fives(self) -> bool:
        """Whether ends are counted after every turn."""
        return hasattr(self.match, "ends_points")

    @property
    def title(self) -> str | None:
        """What losers are called: "kozel", "osyol", or nothing."""
        title: str | None = self.match.TITLE
        return title

    @property
    def shared_target_draws(self) -> bool:
        """Whether several sides at the target part as equals."""
        return bool(getattr(self._book, "SHARED_TARGET_DRAWS", False))

    @property
    def pairs(self) -> bool:
        return bool(self["pairs"])

    @property
    def rest(self) -> int:
        """Tiles left after the deal."""
        return int(self.match.tiles.size - self["hand"] * self.match.seats)

    @property
    def drawable(self) -> int:
        """Tiles that may be taken from the bazaar."""
        return max(0, self.rest - int(self["bazaar_reserve"])) if "bazaar_reserve" in self else 0

    @property
    def threshold(self) -> int:
        """Least points of a round that open an account; 0 where none are needed."""
        needed = self.get("open_threshold") or 0
        return int(needed) if needed > 1 else 0

    def hand_value(self, *tiles: str) -> int:
        """What a hand of these tiles counts."""
        mask = 0
        for name in tiles:
            mask |= self.match.tiles.bit[self.match.tiles.parse(name)]
        return int(self._book.hand_value(mask))

    def openers(self, rule: str) -> tuple[str, list[str], list[str]]:
        """The tile that opens if somebody holds it; all doubles, and all others, in the order in which they follow."""
        tiles = self.match.tiles
        first, *order = engine("opening").order(rule, self.get("double_order"), tiles)
        doubles = [tiles.name(tile) for tile in [first, *order] if tiles.doubles >> tile & 1]
        return tiles.name(first), doubles, [tiles.name(tile) for tile in order if not tiles.doubles >> tile & 1]


def usual_preset(game: str) -> str | None:
    """Id of the preset that holds where none is named, None where that one has no id."""
    named = presets(game).PRESETS
    for preset in sorted(name for name in named if name):
        if named[preset] == named[None]:
            return str(preset)
    return None


def setups(game: str, preset: str | None, chosen: Mapping[str, Any], players: int | None) -> list[Setup]:
    """The game for each number of players with which it can be played so.

    Args:
        players: only this number.

    Raises:
        RulebookError: it cannot be played so.
    """
    module = presets(game)
    known = sorted(name for name in module.PRESETS if name)
    if preset is not None and preset not in known:
        allowed = f"choose {engine('params').listed(known)}" if known else "this game has none, leave it out"
        raise RulebookError(f"{game} has no preset {preset!r}: {allowed}")
    if players is not None and players not in module.PLAYERS:
        numbers = engine("params").listed(module.PLAYERS)
        raise RulebookError(f"{game} cannot be played by {players}: the number of players must be {numbers}")
    found, faults = [], []
    for number in module.PLAYERS if players is None else (players,):
        try:
            found.append(Setup(game, preset, chosen, number))
        except RulebookError as error:
            faults.append(str(error))
    if not found:
        given = [game, *([f"preset {preset}"] if preset else []), *([f"{players} players"] if players else [])]
        given += [f"{name}={spelled(value)}" for name, value in chosen.items()]
        raise RulebookError(f"{', '.join(given)}: {faults[0]}")
    dry = all(setup.dry for setup in found)
    for setup in found:
        setup.dry = dry
    return found
