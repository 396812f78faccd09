"""What the table does about a breach: what is shown, what must be taken away, and what the opponents choose.

Functions on a TableReferee and its parts. Loaded for a breach, and forgotten again. What follows from it by the rules
stands in the verdict (``domino_rules.remedies``); where breaches are only recorded or signalled a match is begun under
the profile ``stand`` (``begin``), so that the record goes on from what lies there.
"""

from table.referee.chain import PLAY, distance, half_centre


def judged(referee, act, seat, stands):
    """An act was refused, or stands as a breach: ``referee.record.verdict`` says what follows."""
    verdict, number = referee.record.verdict, referee.record.count
    remedy, code = verdict["remedy"], verdict["code"]
    kind = remedy.get("kind") if type(remedy) is dict else remedy
    if act.tile is not None and not stands and referee.record.match.phase == "play":
        referee.refused[act.tile] = (seat, "open" if kind == "must_play_open_tile" else code, act.pose)
    referee.show_foul(seat, code, act.tile, act.pose and act.pose[:2])
    if kind == "opponent_choice":
        _ask(referee, number, seat, remedy["options"])


def _ask(referee, number, seat, options):
    """Ask the next player of another side which remedy it shall be; the answer is a ``rule`` line."""
    match = referee.record.match
    asked = (seat + 1) % match.seats
    while match.side_of(asked) == match.side_of(seat):
        asked = (asked + 1) % match.seats

    def then(choice):
        for option in options:
            if option["kind"] == choice:
                line = {"type": "rule", "ref": number, "remedy": option, "by": "seat %d" % asked}
                referee.do("write", line)

    referee.acts.ask(None, asked, [option["kind"] for option in options], [], then)
    referee.tell("ruling", asked, options)


def lies(record, chain, ends, act, line):
    """Complete the line of a tile that may stay where it lies although it breaks a rule.

    Its end, where it lies at one; and its name with the half first that touches the chain, where that does not fit.
    """
    if act.pose is None:
        return
    chain.ends = ends
    if "end" not in line:
        legal = [name for name, value, _ in ends if record.fits(act.tile, value)]
        found, names = chain.find(act.tile, act.pose, legal)
        if found != PLAY:
            return
        line["end"] = names[0]
    for end in ends:
        if end[0] == line["end"] and not record.fits(act.tile, end[1]):
            gaps = [distance(half_centre(act.pose, half), chain.point(end)) for half in (0, 1)]
            low, high = record.tiles.low[act.tile], record.tiles.high[act.tile]
            line["tile"] = "%d-%d" % ((low, high) if gaps[0] < gaps[1] else (high, low))


def hint(record):
    """What the seat on turn may play: only the profile ``training`` shows it before it has acted."""
    match = record.match
    if match.profile != "training" or match.phase != "play" or match.turn is None:
        return None
    return sorted({record.tiles.name(tile) for tile, _ in match.legal_plays(match.turn)})
