"""What is seldom done with a record: taking back, the other end, hands shown, an arbiter's line, language, maintenance.

Functions on a TableReferee. The module is loaded for each call and forgotten again (``TableReferee.do``).
"""

from domino_rules import packed
from domino_rules.shelf import put_back, take
from table.once import forget
from table.referee import acts
from table.referee.chain import LOOSE, PLAY, distance

_THERE = 40  # mm: a tile that lies nearer to where another lay lies in its place

LANGUAGES = ("ru", "en", "es")


def hold(referee, seat):
    """A seat's button was held: undo what it did last, unless another has acted since, judged or not yet.

    What that one did in his turn would become a breach, and he must not be accused for it.
    """
    last, others = referee.record.last, len(referee.acts.waiting) - len(referee.acts.by(seat))
    question = referee.acts.question
    ruling = question and question[1] is None  # the opponents choose what a breach shall cost
    if not last or last[2] != seat or others or ruling or not undo(referee):
        referee.tell("held", seat)


def undo(referee):
    """Take back what was done last. True if there was something to take back. A question that stands is put anew."""
    record = referee.record
    if not record.last:
        return False
    referee.acts.ask_no_more()
    number, kind, seat, tile = record.last
    _correct(record, number, None, seat)
    referee.before = None
    if kind == "play":
        pose = referee.chain.poses.pop(tile, None)
        referee.sensing.release(tile)
        if not referee.lifted and tile in dict(referee.sensing.on_cloth()):
            referee.refused[tile] = (seat, "undone", pose)
        for other in referee.chain.poses:  # where the round was over they had been released
            referee.sensing.confirm(other)
    referee.lifted = False
    referee.update()
    referee.tell("undone", number, seat)  # after the news of whose turn it is, or nobody would read it
    return True


def instead(referee):
    """The tile of the last play is not heard any more, and its seat does something else: has he taken it back?

    That is certain where the other tile lies in its place, and where he draws. Else the seat is asked: short: the tile
    still lies there, unheard; twice: it was taken back.
    """
    last = referee.record.last
    waits = last and [act for act in referee.acts.by(last[2]) if act.kind in (acts.PLAY, acts.DRAW)]
    if not waits:
        return
    act, old = waits[0], referee.chain.poses.get(last[3])
    if act.kind == acts.DRAW or not old or distance(act.pose, old) < _THERE:
        undo(referee)
        return

    def then(choice):
        if choice == "taken_back":
            referee.do("undo")
        referee.lifted = False

    referee.acts.ask(act, last[2], ["stands", "taken_back"], [old[:2], act.pose[:2]], then)


def choose(referee, key):
    """A key under the display opens the choice of a missed tile, or is pressed in it."""
    if referee.choice:
        referee.choice.key(key, referee.now())
        return
    from table.referee.choose import Choice

    referee.choice = Choice(referee, referee.now())
    forget("table.referee.choose")


def judge_refused(referee):
    """A seat comes on turn of which a refused tile lies there still: where it is legal now that is the play.

    But it may just have been taken away, which is known late: what lies there is heard once more, and laid anew.
    """
    record, chain = referee.record, referee.chain
    match, chain.ends = record.match, record.ends()
    for tile in sorted(referee.refused):
        seat, code, pose = referee.refused[tile]
        if seat != match.turn or not pose or code == "undone":
            continue
        legal = [name for name, value, _ in chain.ends if record.fits(tile, value)]
        if chain.ends:
            found, names = chain.find(tile, pose, legal)
            fits = found != LOOSE and names[0] in legal
        else:
            fits = match.opening in (None, tile)
        if fits:
            referee.take_back(tile)
            referee.sensing.renew(tile)
            return


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
    referee.chain.join(tile, pose, names[0])
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
    lies = verdict["ok"] and line["type"] in ("correct", "rule") and _follow(referee)
    referee.update()
    if lies:
        referee.tell("undone", line["ref"], None)
    return verdict


def _follow(referee):
    """Another layout may stand in the record now: follow it with chain, lights and what is asked or refused.

    Whether a tile lies there that does not count any more.
    """
    record, chain = referee.record, referee.chain
    referee.before = None
    referee.lifted = False
    referee.acts.ask_no_more()
    lies = False
    for tile, pose in referee.sensing.on_cloth():
        if record.laid(tile):
            if tile in referee.refused:
                referee.take_back(tile)
            chain.moved(tile, pose)
            referee.sensing.confirm(tile)
        elif tile in chain.poses:
            referee.sensing.release(tile)
            referee.refused[tile] = (record.holder(tile), "undone", pose)
            lies = True
    chain.poses = {tile: chain.poses[tile] for tile in chain.poses if record.laid(tile)}
    _find_unheard(referee)
    if referee.foul:
        referee.tell("retracted", referee.foul[0], None)
        referee.foul = None
    return lies


def unheard(referee, tile):
    """A tile counts that nobody hears: nobody can move it to the other end, and its place follows from the others'."""
    referee.before = None
    _find_unheard(referee)
    if tile in referee.chain.poses:
        referee.tell("moved", tile, referee.chain.poses[tile])


def _find_unheard(referee):
    from table.referee import missing

    missing.fill(referee.record, referee.chain)
    forget("table.referee.missing")


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


def test(referee):
    """Start again as the table's self-test (``table.workshop.selftest``), which ends in another start. Resets.

    Called in maintenance, when all that was played has long been confirmed.
    """
    import machine

    open("/selftest", "w").close()
    machine.reset()
