"""What follows from a foul: the remedy of the profile, or an arbiter's (design.md: facts and remedies are apart).

A remedy is {"kind", and with points "points" and "to"}; the kinds are listed in record-format.md. Loaded when a breach
has happened or an arbiter has ruled, and forgotten again.
"""

from domino_rules.shelf import take

# Kinds under which what was done is taken back or stays, and nothing else happens to the round.
_PLAIN = ("retract", "points", "must_play_open_tile", "opponent_choice", "arbiter")
_ENDING = ("annul_hand", "lose_lead", "lose_game")


def follow(judge, n, line, code, seat, ruled):
    """Choose the remedy and carry it out.

    Args:
        code: foul code of the line, None for an accepted one that an arbiter has ruled on.
        ruled: the arbiter's remedy, or None.

    Returns:
        The remedy for the verdict.
    """
    match = judge.match
    remedy = ruled or choose(match, code, seat)
    kind = kind_of(remedy)
    if code is None:
        for claim in match.claims:
            if claim[0] == n:
                claim.append(True)  # what shows later is ruled on already
        seat = line.get("seat")
    if code == "timeout":
        if kind not in _PLAIN and kind not in ("stand", "annul_hand", "lose_lead"):
            _book(match).lost(seat, code)
    elif kind == "stand" and code is not None and not _stand(judge, line, code, seat):
        return {"kind": "retract"}
    if type(remedy) is dict and type(seat) is int and 0 <= seat < match.seats and match.phase != "match_over":
        remedy = _carry_out(match, line, code, seat, remedy)
    return remedy


def kind_of(remedy):
    """Kind of a remedy, which a ruling may also give as a mere text."""
    return remedy.get("kind") if type(remedy) is dict else remedy


def choose(match, code, seat):
    """The remedy of a foul code under the match's profile (an unknown profile retracts)."""
    if code == "timeout":
        return {"kind": "loss"}
    spec = None if seat is None else take("profiles").spec(match.profile, code)
    if spec is None:
        return {"kind": "retract"}
    options = [_remedy(match, code, option.split(" ")) for option in spec.split(" / ")]
    return options[0] if len(options) == 1 else {"kind": "opponent_choice", "options": options}


def _remedy(match, code, words):
    """The remedy that the words of a profile mean in this match, its points as a number."""
    kind = words[0]
    if kind == "must_play_open_tile" and (hasattr(match, "rows") or code == "wrong_hand"):
        kind = "retract"
    if len(words) == 1:
        return {"kind": kind}
    points = 0
    for amount in words[1].split("|"):
        if amount[-1] != "%":
            points = max(points, int(amount))
        elif match.params.get("target"):
            points = max(points, (match.params["target"] * int(amount[:-1]) + 50) // 100)
    penalties = take("penalties")
    if not points or not penalties.in_points(match):
        return {"kind": "arbiter"}
    return {"kind": kind, "points": points, "to": penalties.to(match, words[2])}


def _carry_out(match, line, code, seat, remedy):
    """Do what a remedy says besides letting stand. Returns the remedy as it was carried out."""
    kind = remedy.get("kind")
    if "points" not in remedy and kind not in _ENDING and kind != "must_play_open_tile":
        return remedy
    penalties = take("penalties")
    if penalties.fault(match, remedy):
        return remedy
    if "points" in remedy:
        remedy = dict(remedy)
        remedy["to"] = penalties.to(match, remedy.get("to"))
        penalties.write(match, seat, code, remedy)
    if match.phase == "match_over":
        return remedy
    if kind == "must_play_open_tile":
        penalties.expose(match, seat, line)
    elif kind == "lose_game":
        _book(match).lost(seat, "foul")
    elif kind in _ENDING:
        _book(match).annul((seat + 1) % match.seats if kind == "lose_lead" else None)
    return remedy


def _book(match):
    return take("books." + match.BOOK).BOOK(match)


def _stand(judge, line, code, seat):
    """Let what was done stand, if it can. Returns whether it does."""
    match = judge.match
    alone = line["type"] == "play" and line.get("moves") is None and not hasattr(match, "rows")
    if code == "wrong_hand" and alone:
        tile = match.tiles.parse(line["tile"])
        if line.get("closed") or not (match.stock or 0) >> tile & 1 or match.draw(seat, tile, True):
            return False  # it is not from the bazaar
    left = judge.act(line, True)
    return take("misfit").lay(match, seat, line) if left == "wrong_tile" and alone else left is None


def late(match, line):
    """Add the remedy to a ``late`` line where the profile has one that still can follow, and write its points."""
    remedy = choose(match, line["code"], line["seat"])
    if remedy["kind"] == "points":
        line["remedy"] = remedy
        take("penalties").write(match, line["seat"], line["code"], remedy)
    elif remedy["kind"] not in ("retract", "stand"):
        line["remedy"] = {"kind": "arbiter"}


def withheld(match, seat, moves):
    """Whether a play of the seat on turn leaves an open tile that fits lying (``must_play_open_tile``)."""
    due = match.exposed & match.hands[seat] & match.layout.fit
    if seat != match.turn or not due or not match.layout.count:
        return False
    gone = match.table | match.in_hands & ~match.hands[seat]
    for move in moves:
        bit = match.tiles.bit[move[0]]
        if bit & (due | gone) or not (match.unseen[seat] or match.hands[seat] & bit):
            return False  # as it should be, or wrong for another reason
    return True
