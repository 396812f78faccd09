"""How a match begins: a new one, the one of the journal after a start, and what the cloth says about it.

Functions on a TableReferee. The module is loaded when it is needed and forgotten again (``table.once``).
"""

from domino_rules import packed
from domino_rules.shelf import put_back, take
from table.events import ALL
from table.once import forget
from table.referee.acts import PLAY, Acts
from table.referee.chain import Chain
from table.referee.record import STOCK

_HEARD = 6  # sweeps after a start in which whatever lies in a bazaar on the cloth has been heard
_FEW = 3  # tiles that are drawn in the time of a start; where more are gone nobody knows who took them


def default_match(referee):
    """The ``match`` line of the configuration's ``game``: game, preset, params, profile, and names or number."""
    game = referee.game
    seats = game.get("seats") or [str(i + 1) for i in range(game.get("players", referee.seats))]
    line = {"type": "match", "v": 1, "game": game["game"], "seats": seats}
    for name in ("preset", "params", "profile"):
        if game.get(name):
            line[name] = game[name]
    return line


def like_this_one(referee):
    """The ``match`` line for another match like the one on the table, from nought."""
    line = dict(referee.record.line or default_match(referee))
    if line.pop("level", None):  # ``stand`` was the level's, not people's wish
        line.pop("profile", None)
        if referee.game.get("profile"):
            line["profile"] = referee.game["profile"]
    for name in ("t", "accounts", "carry", "owner", "hundred", "debt", "eggs"):
        line.pop(name, None)
    if referee.names:
        line["seats"] = referee.names
    return line


def next_match(referee):
    """Begin another match like the one on the table, or the configuration's where there is none."""
    new_match(referee, like_this_one(referee))


def new_match(referee, line):
    """Begin a match with its ``match`` line (record-format.md §1). Raises ValueError if rules or table refuse it."""
    params = line.get("params")
    if line.get("set", 6) != 6 or isinstance(params, dict) and params.get("set_max", 6) != 6:
        raise ValueError("set must be 6: this table knows the 28 tiles of one double-six set")
    if line.get("game") == "kolbasa" and isinstance(params, dict) and params.get("cut_needs") == "one_end":
        raise ValueError("cut_needs must be both_ends: a cut of one line looks like a tile that goes on")
    _set_level(referee, line)
    verdict = referee.record.begin(line)
    if not verdict["ok"]:
        raise ValueError("%s %s" % (verdict["code"], verdict.get("detail", "")))
    referee.sensing.release_all()
    _set_up(referee)
    referee.update()


def _set_level(referee, line):
    """Choose what is done about breaches in the match of this line: with ``level`` they stand as they were done."""
    profile, level = line.get("profile"), referee.game.get("level", "enforce")
    known = take("profiles").names()
    put_back()
    if profile is not None and profile not in known:
        raise ValueError("profile must be one of " + ", ".join(known))
    line.pop("level", None)
    if level != "enforce":
        line["profile"], line["level"] = "stand", level
    referee.game["profile"] = profile


def resume(referee, lines, poses, notes):
    """Go on with a match: its journalled lines and {tile: pose}, which may be filled while the lines are read.

    So may notes: the last news "bazaar" and "closing" (table.referee) that were journalled, by their names.
    The cloth is compared as soon as it is known (``adopt``). Raises ValueError where there is no match line.
    """
    referee.record.resume(lines)
    if referee.record.match is None:
        raise ValueError("the record has no match line")
    _set_up(referee)
    if referee.record.line.get("level"):
        referee.game["level"] = referee.record.line["level"]
    referee.chain.poses = {tile: poses[tile] for tile in poses if referee.record.laid(tile)}
    if notes.get("bazaar"):
        referee.sensing.dealt = notes["bazaar"]
    if notes.get("closing") is not None:
        referee.acts.closing = notes["closing"]
    if hasattr(referee.record.match, "rows"):  # the record does not tell whose tiles are whose
        referee._watched = ALL
        referee.sensing.watch_racks(ALL)
    referee.phase = "resume"
    referee.tell("match", referee.record.line)
    referee.tell("phase", "resume")


def _set_up(referee):
    match = referee.record.match
    acts, chain = _kinds(match)
    chain, sensing = chain(match.tiles), referee.sensing
    referee.play_by(acts(referee.record, chain, sensing, sensing.reads, referee.tell, referee.judged), chain)


def _kinds(match):
    """Classes of acts and chain for a match; what only some games need is loaded for them alone."""
    acts, chain = Acts, Chain
    if hasattr(match, "rows"):
        from table.referee.rows import RowActs as acts
        from table.referee.rows import TwoChains as chain

        forget("table.referee.rows")
    if match.params["spinner_rule"] != "none":
        from table.referee.cross import CrossChain as chain

        forget("table.referee.cross")
    if match.compound or match.SERVE or match.params["close_doubles"]:
        from table.referee.several import SeveralActs as acts

        forget("table.referee.several")
    return acts, chain


def adopt(referee, now):
    """Compare the cloth with the record: what lies there unrecorded is played if that is legal, else only shown.

    Not before the rows of kolbasa have been read: until then the phase stays.
    """
    record, match, sensing = referee.record, referee.record.match, referee.sensing
    rows = match.phase == "play" and hasattr(match, "rows")
    if rows and None in [sensing.rack_read(seat) for seat in sensing.reads if seat < match.seats]:
        return
    playing = match.phase == "play" and not match.ending  # what lies there when hands are shown was not played
    drawn = _drawn(referee) if playing else ()
    if drawn and sensing.sweeps < _HEARD:
        return
    referee.phase = None
    if not playing:
        return
    closing = getattr(referee.acts, "closing", None)
    if closing is not None:
        referee.tell("closing", closing)
    if match.turn is not None and len(drawn) <= _FEW:
        for tile in drawn:
            referee.acts.drawn(now, match.turn, tile)
    hands = [sensing.rack(seat) for seat in range(match.seats)]
    if rows:
        referee.acts.dealt(hands)
    for tile, pose in sensing.on_cloth():
        if record.laid(tile):
            referee.chain.moved(tile, pose)
            sensing.confirm(tile)
            continue
        if rows and _of_row(referee, tile, pose, hands, now):
            continue
        seat = record.holder(tile)
        drawn = seat == STOCK and match.turn is not None and match.must_draw(match.turn)
        if (drawn or seat is None or seat == match.turn) and match.layout.fit >> tile & 1:
            referee.acts.add(now, PLAY, None, tile, pose)
        else:
            referee.refused[tile] = (seat, "stray", pose)
            referee.tell("trouble", "stray", tile)
    referee.acts.settle(now)


def _drawn(referee):
    """Tiles that have left a bazaar on the cloth since the deal, and are in no line: in the dark, or just before it.

    A draw that was refused last stays refused until its tile is back.
    """
    sensing, record, drawn = referee.sensing, referee.record, []
    gone = getattr(sensing, "dealt", 0)
    gone &= ~sensing.heap if gone else 0
    last = packed.decode(record.rules.tape.get(record.count)) if gone else None
    for tile in range(len(record.tiles.low)):
        if not gone >> tile & 1 or record.laid(tile) or record.holder(tile) is not None:
            continue
        if last["type"] == "draw" and last.get("tile") == record.tiles.name(tile) and not record.verdict["ok"]:
            referee.refused[tile] = (last["seat"], record.verdict["code"], None)
        else:
            drawn.append(tile)
    return drawn


def _of_row(referee, tile, pose, hands, now):
    """Whether an unrecorded tile on the cloth is one of kolbasa's rows: turned up before the start, perhaps unrecorded.

    It is the last one of the row that has lost one, where racks are read; else, it is believed, of who is on turn.
    """
    match, acts = referee.record.match, referee.acts
    if any([tile in row[:-1] for row in match.rows]):
        acts._shown = tile  # on its way back to the left of the row
        return True
    short = [seat for seat in range(match.seats) if len(hands[seat]) < len(match.rows[seat])]
    if not referee.sensing.reads:
        short = [match.turn]
    if len(short) != 1 or short[0] is None or not match.rows[short[0]] or match.rows[short[0]][-1] not in (None, tile):
        return False
    if referee.sensing.reads:
        acts.home[tile] = short[0]
    acts.add(now, PLAY, short[0], tile, pose)
    return True
