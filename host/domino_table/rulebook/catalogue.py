"""The games in a list: who plays them, with which sets and presets, and what may be chosen."""

from __future__ import annotations

from typing import Any

from domino_rules.games import GAMES
from domino_rules.params import REDEAL

from domino_table.rulebook.grammar import LANGUAGES, words
from domino_table.rulebook.sentence import spelled
from domino_table.rulebook.setup import Setup, presets, setups, usual_preset


def catalogue() -> list[dict[str, Any]]:
    """All games as JSON objects, in the order of their ids; see ``entry``."""
    return [entry(game) for game in GAMES]


def entry(game: str) -> dict[str, Any]:
    """One game.

    Returns:
        ``game``, ``titles`` {language: name}, ``players`` and ``sets`` (highest number on a half) as lists of what is
        allowed, ``tiles`` per set, ``presets`` {id: {parameter: value that differs from the usual}}, ``usual_preset``
        (id or None), and ``parameters`` {name: {"usual", "allowed"}}.

    Raises:
        RulebookError: there is no such game.
    """
    module = presets(game)
    usual = setups(game, None, {}, None)[-1]
    sets = sorted(module.TABLE["set_max"])
    return {
        "game": game,
        "titles": {language: words(language).texts[f"game.{game}"] for language in LANGUAGES},
        "players": list(module.PLAYERS),
        "sets": sets,
        "tiles": [(top + 1) * (top + 2) // 2 for top in sets],
        "presets": {name: _differs(game, name, usual) for name in sorted(name for name in module.PRESETS if name)},
        "usual_preset": usual_preset(game),
        "parameters": {
            name: {"usual": _usual(game, name), "allowed": _allowed(spec)}
            for name, spec in sorted(module.TABLE.items())
        },
    }


def _differs(game: str, preset: str, usual: Setup) -> dict[str, Any]:
    values, others = Setup(game, preset, {}, usual.players).match.params, usual.match.params
    return {name: values[name] for name in sorted(values) if values[name] != others[name]}


def _usual(game: str, name: str) -> Any:
    """The value where nothing is chosen; by number of players where it hangs on that."""
    values = {setup.players: setup.match.params[name] for setup in setups(game, None, {}, None)}
    found = list(values.values())
    return found[0] if all(value == found[0] for value in found) else {str(key): values[key] for key in values}


def _allowed(spec: Any) -> Any:
    """The values; or {"least", "greatest", "null"} of a number; or null and what a redeal counts."""
    if spec is REDEAL:
        return {"null": True, "doubles_ge": {"least": 1}, "same_value_ge": {"least": 1}}
    if isinstance(spec, tuple):
        return list(spec)
    return {"least": spec[1], "greatest": spec[2], "null": len(spec) == 4}


def allowed_text(allowed: Any) -> str:
    """What ``entry`` says of allowed values, for people."""
    if isinstance(allowed, dict) and "least" not in allowed:
        return "null or {" + ", ".join(f'"{name}": N' for name in allowed if name != "null") + "}"
    if isinstance(allowed, dict):
        return f"{allowed['least']} to {allowed['greatest']}" + (" or null" if allowed["null"] else "")
    return ", ".join(_value_text(value) for value in allowed)


def usual_text(usual: Any) -> str:
    """A usual value for people: one, or one for each number of players."""
    if isinstance(usual, dict) and all(key.isdecimal() for key in usual):
        return ", ".join(f"{_value_text(usual[key])} ({key} players)" for key in usual)
    return _value_text(usual)


def _value_text(value: Any) -> str:
    if isinstance(value, dict):
        return "{" + ", ".join(f'"{key}": {each}' for key, each in value.items()) + "}"
    text = spelled(value)
    return f'"{text}"' if "," in text else text
