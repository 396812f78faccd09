"""What is seldom done with a record: taking back, the other end, hands shown, an arbiter's line, language, maintenance.

Functions on a TableReferee. The module is loaded for each call and forgotten again (``TableReferee.do``).
"""

from domino_rules import packed
from domino_rules.shelf import put_back, take
from table.referee.chain import PLAY

LANGUAGES = ("ru", "en", "es")


def undo(referee):
    """Take back what was done last. True if there was something to take back."""
    record = referee.record
    if not record.last:
        return False
    number, kind, seat, tile = record.last
    _correct(record, number, None, seat)
    referee.before = None
    if kind == "play":
        pose = referee.chain.poses.pop(tile, None)
        referee.sensing.release(tile)
        if not referee.lifted:
            referee.refused[tile] = (seat, "undone", pose)
        for other in referee.chain.poses:  # where the round was over they had been released
            referee.sensing.confirm(other)
    referee.lifted = False
    referee.tell("undone", number, seat)
    referee.update()
    return True


def changed_end(referee, tile, pose):
    """Whether the last tile was moved to the other end before anybody else acted; then that is the play."""
    ends, legal, end = referee.before
    referee.chain.ends = ends
    found, names = referee.chain.find(tile, pose, legal)
    if found != PLAY or names[0] == end or names[0] not in legal:
        return False
    record, last = referee.record, referee.record.last
    number, _, seat, _ = last
    line = {"type": "play", "seat": seat, "tile": record.tiles.name(tile), "end": names[0]}
    if packed.decode(record.rules.tape.get(number)).get("closed"):
        line["closed"] = True
    _correct(record, number, line, seat)
    record.last = last
    referee.chain.poses[tile] = pose
    referee.before = (ends, legal, names[0])
    return True


def _correct(record, number, line, seat):
    record.feed({"type": "correct", "ref": number, "to": line, "by": "seat %d" % seat, "reason": "taken back"})


def reveal(referee, seat):
    """The seat shows the rest of its hand: the tiles that lie nearest to its side of the cloth.

    What cannot be its hand, or not all of it, is no line: nobody knows what else lies there, or what is missing.
    """
    width, height = referee.area
    mask = 0
    for tile, pose in referee.sensing.on_cloth():
        gaps = (height - pose[1], pose[0], pose[1], width - pose[0])
        if not referee.record.laid(tile) and gaps[seat] == min(gaps):
            mask |= 1 << tile
    names = referee.record.tiles.names(mask)
    if hasattr(referee.record.match, "rows"):
        names = _as_row(referee.record, seat, names)
    impossible = take("faults").reveal_fault(referee.record.match, seat, mask)
    put_back()
    if not impossible:
        referee.record.feed({"type": "reveal", "seat": seat, "hand": names})


def _as_row(record, seat, names):
    """The tiles of a row from left to right, as far as they were turned up; of the rest nobody needs the order."""
    row = [None if tile is None else record.tiles.name(tile) for tile in record.match.rows[seat]]
    rest = [name for name in names if name not in row]
    row = [rest.pop(0) if name is None and rest else name for name in row]
    return [name for name in row if name is not None] + rest


def write(referee, line):
    """Take a line of the arbiter's. Returns its verdict."""
    referee.record.feed(line)
    verdict = referee.record.verdict
    referee.update()
    return verdict


def set_language(referee, name):
    """Choose the language of display and page. Raises ValueError."""
    if name not in LANGUAGES:
        raise ValueError("language must be one of " + ", ".join(LANGUAGES))
    referee.language = name
    referee.tell("language", name)


def next_language(referee):
    """Choose the next language."""
    set_language(referee, LANGUAGES[(LANGUAGES.index(referee.language) + 1) % len(LANGUAGES)])


def rest(referee, resting):
    """Maintenance: nothing that happens on the table counts until it is over."""
    referee.resting = resting
    if resting:
        referee.acts.clear()
    referee.update()
