"""What a remedy does to accounts, hands and round (record-format.md). Loaded to carry one out, and forgotten again."""

from domino_rules.shelf import take

_MOST = 9999
_POINTS_BOOKS = ("penalty", "sport", "winnings", "telefon")


def in_points(match):
    """Whether the accounts of the match are points to which a penalty may be added."""
    return match.BOOK in _POINTS_BOOKS


def to(match, wanted):
    """Who is written points: "opponents", or "self": the offender, who loses them, or is written them where they count
    against whoever has them."""
    return "self" if wanted == "self" or _against(match) else "opponents"


def _against(match):
    return match.params.get("target_side", "loses") == "loses"


def fault(match, remedy):
    """A sentence where an arbiter's remedy makes no sense in this match, else None."""
    if type(remedy) is not dict:
        return None
    points = remedy.get("points")
    if remedy.get("kind") == "points" or points is not None:
        if not in_points(match):
            return "points cannot be written in this game: its accounts are not points"
        if type(points) is not int or not 0 < points <= _MOST:
            return "points must be an integer 1..%d" % _MOST
        if remedy.get("to") not in (None, "opponents", "self"):
            return "to must be opponents or self"
    if remedy.get("kind") == "must_play_open_tile" and hasattr(match, "rows"):
        return "nobody chooses a tile in this game"
    return None


def write(match, seat, code, remedy):
    """Write the points of a remedy on the accounts and tell it as a ``penalty`` line."""
    book = take("books." + match.BOOK).BOOK(match)
    own, points = match.side_of(seat), remedy["points"]
    for side in range(match.sides):
        if remedy["to"] == "self":
            if side == own:
                book.penalty(side, points if _against(match) else -points)
        elif side != own:
            book.penalty(side, points)
    line = {"type": "penalty", "seat": seat, "points": points, "to": remedy["to"], "accounts": match.account_lines()}
    if code:
        line["code"] = code
    match.news.append(line)
    if match.phase != "play" or match.params.get("end_check") == "immediate":
        over = book.verdict_of_match()
        if over:
            book.finish(book.REASON, *over)


def expose(match, seat, line):
    """The tile of a refused play stays open on the table and must be played as soon as it fits."""
    tile = match.tiles.parse(line["tile"]) if type(line.get("tile")) is str else None
    if tile is None or match.phase != "play":
        return
    bit = match.tiles.bit[tile]
    if not match.hands[seat] & bit:
        if not match.unseen[seat] or bit & (match.table | match.in_hands | (match.stock or 0)):
            return
        if match.claims:
            take("evidence").shown(match, seat, bit)
        match.hands[seat] |= bit
        match.in_hands |= bit
        match.unseen[seat] -= 1
        if match.seen():
            match.stock = match.tiles.all & ~match.in_hands & ~match.table
    match.exposed |= bit
