"""The games: one module each, imported only when it is on the table.

A module has ``PLAYERS`` (allowed numbers of seats), ``TABLE`` (its row of parameters), ``PRESETS`` ({id: {name:
value}}, None is the default), and ``GAME``, its subclass of Match. ``adjust(values, chosen, seats)`` is optional: it
completes defaults that hang on the number of seats, and returns a sentence where a set-up is impossible.
"""

GAMES = ("kozel",)


def load(game):
    """The module of a game; the name must be one of ``GAMES``."""
    name = "domino_rules.games." + game
    return __import__(name, None, None, ("GAME",))


def new_match(game, seats, preset=None, chosen=None, tape=None):
    """A match of a game.

    Args:
        game: one of ``GAMES``; seats: number of players; preset: id or None; chosen: {parameter: value}.

    Returns:
        (match, None), or (None, a sentence that says what is allowed).
    """
    from domino_rules.params import resolve

    module = load(game)
    if seats not in module.PLAYERS:
        return None, "seats must be one of %s" % ", ".join([str(n) for n in module.PLAYERS])
    values, fault = resolve(module.TABLE, module.PRESETS, preset, chosen or {})
    if not fault and hasattr(module, "adjust"):
        fault = module.adjust(values, chosen or {}, seats)
    if not fault:
        sides = 2 if values["pairs"] else seats
        tiles = (values["set_max"] + 1) * (values["set_max"] + 2) // 2
        if seats * values["hand"] > tiles:
            fault = "hand must leave enough tiles: %d seats share %d" % (seats, tiles)
        elif sides > 2 and values.get("fish_variant") in ("loser_own", "diff", "leader_diff"):
            fault = "fish_variant %s needs two sides" % values["fish_variant"]
    if fault:
        return None, fault
    return module.GAME(seats, values, tape), None
