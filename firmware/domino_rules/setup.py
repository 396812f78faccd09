"""From a ``match`` line to a match (record-format.md, Input lines)."""

from domino_rules import schema
from domino_rules.shelf import take


def open_match(line):
    """The match that a well-formed ``match`` line opens.

    Returns:
        (match, None, None), or (None, error code, a sentence).
    """
    if line["v"] != 1 or not schema.texts(line["seats"]):
        return None, "bad_line", "v must be 1, seats a list of names"
    games = take("games").GAMES
    if line["game"] not in games:
        return None, "unknown_game", "game must be one of " + ", ".join(games)
    chosen = dict(line.get("params") or {})
    if line.get("set") is not None:
        if chosen.get("set_max", line["set"]) != line["set"]:
            return None, "bad_params", "set and set_max must agree"
        chosen["set_max"] = line["set"]
    match, fault = new_match(line["game"], len(line["seats"]), line.get("preset"), chosen)
    if fault:
        return None, "bad_params", fault
    fault = match.book().start(line)
    if fault:
        return None, "bad_params", fault
    return match, None, None


def new_match(game, seats, preset, chosen, tape=None):
    """See ``domino_rules.games.new_match``."""
    module = take("presets." + game)
    if seats not in module.PLAYERS:
        return None, "the number of players must be " + take("params").listed(module.PLAYERS)
    values, fault = take("params").resolve(module.TABLE, module.PRESETS, preset, chosen)
    if not fault and hasattr(module, "adjust"):
        fault = module.adjust(values, chosen, seats)
    if not fault:
        sides = 2 if values["pairs"] else seats
        tiles = (values["set_max"] + 1) * (values["set_max"] + 2) // 2
        seated = min(seats, getattr(module, "SEATED", seats))
        if seated * values["hand"] > tiles:
            fault = "hand must be at most %d: %d players share %d tiles" % (tiles // seated, seated, tiles)
        elif sides > 2 and values.get("fish_variant") in ("loser_own", "diff", "leader_diff"):
            fault = "fish_variant %s needs two sides: 2 players, or pairs" % values["fish_variant"]
    if fault:
        return None, fault
    match = __import__("domino_rules.games." + game, None, None, ("GAME",)).GAME(seats, values, tape)
    match.book().start({})
    return match, None
