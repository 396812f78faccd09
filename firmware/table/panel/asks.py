"""The words of a question that stands: which tile it is about, and between which places the answer chooses.

Loaded when something is asked, and forgotten again.
"""


def words(panel):
    """(key, fields) of the question that stands, for ``Panel._say``; None while opponents choose a breach's cost."""
    referee = panel._referee
    _, act, seat, choices = referee.acts.question
    if act is None:
        return None
    tiles = referee.record.tiles
    fields = {"tile": tiles.name(act.tile)}
    if seat is None:
        return "ask.who", fields
    fields["name"] = panel._name(seat)
    if "stands" in choices:
        fields["tile"] = tiles.name(referee.record.last[3])
        return "ask.instead", fields
    ends = _ends(referee, choices)
    if len(ends) < 2:
        fields["first"] = ends[0]
        return "ask.yes", fields
    if ends[0] == ends[1]:
        return "ask.end.alike", fields
    fields["first"], fields["other"] = ends[:2]
    return "ask.end", fields


def _ends(referee, choices):
    """Texts of the ends in question: by their values, by the tiles there where those are alike, or the cut."""
    known = [end for end in referee.chain.ends if end[0] in choices]
    values = [end[1] for end in known]
    texts = {"cut": ("at.cut", {})}
    for name, value, tip in known:
        alone = values.count(value) == 1
        texts[name] = "at", {"value": value if alone else referee.record.tiles.name(tip)}
    return [texts[choice] for choice in choices]
