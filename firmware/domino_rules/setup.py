"""From a ``match`` line to a match (record-format.md §1, §3)."""

from domino_rules import schema
from domino_rules.games import GAMES, new_match


def open_match(line):
    """The match that a well-formed ``match`` line opens.

    Returns:
        (match, None, None), or (None, error code, a sentence).
    """
    if line["v"] != 1 or not schema.texts(line["seats"]):
        return None, "bad_line", "v must be 1, seats a list of names"
    if line["game"] not in GAMES:
        return None, "unknown_game", "game must be one of " + ", ".join(GAMES)
    chosen = dict(line.get("params") or {})
    if line.get("set") is not None:
        if chosen.get("set_max", line["set"]) != line["set"]:
            return None, "bad_params", "set and set_max must agree"
        chosen["set_max"] = line["set"]
    match, fault = new_match(line["game"], len(line["seats"]), line.get("preset"), chosen)
    if fault:
        return None, "bad_params", fault
    fault = match.start_books(line)
    if fault:
        return None, "bad_params", fault
    return match, None, None
