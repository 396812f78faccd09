"""What the panel says and sounds a few times an hour; loaded for each piece of news, and forgotten again.

A function for each kind of news (``table.referee``) and for the ends of round and match, after the panel itself.
"""

from domino_rules.shelf import put_back, take
from table.once import forget

_FOUL = ((330, 150), (0, 60), (330, 250))
_QUESTION = ((880, 90), (1175, 90))
_ROUND = ((1047, 100), (1319, 100), (1568, 180))
_FISH = ((1568, 120), (1319, 120), (1047, 120), (784, 300))
_UNDONE = ((1047, 60), (660, 100))
_NOTHING = ((330, 80),)


def match(panel, line):
    """Another match: nothing of the last one is shown any more."""
    panel.won = ()
    if panel._texts:
        panel._own = panel._texts.people(line["seats"])
    if panel._screen:
        panel._screen.clear()
    if panel._signals:
        panel._signals.foul(None, None)
        panel._signals.question(None, None)


def followed(panel, outs):
    """What follows from a line, besides its verdict."""
    for out in outs:
        kind = out["type"]
        if kind in _FOLLOWING:
            _FOLLOWING[kind](panel, out)
        elif kind == "redeal":
            panel._say("phase.redeal")
        elif kind == "late":
            panel._say("late." + out["code"], True, name=panel._name(out["seat"]))


def event(panel, out):
    """Tennis: an ace, or a double fault."""
    panel._say("event." + out["what"], name=panel._name(out["seat"]))


def closing(panel, seat):
    """A seat has announced that its next double will lie face down, or the announcement is over."""
    if seat is not None:
        panel._say("closing", name=panel._name(seat))


def choice(panel, seat, tile, value, place):
    """A missed tile is being chosen with the keys; seat None: no more."""
    referee = panel._referee
    if panel._signals and not referee.acts.question:
        panel._signals.question(None if seat is None else [], [place] if place else [])
    if seat is None:
        if not referee.acts.question and referee.phase == "play":
            panel._turn(referee.record.turn)
    elif tile is None:
        panel._say("choice.none")
    else:
        name = referee.record.tiles.name(tile)
        panel._say("choice.first" if value is None else "choice", name=panel._name(seat), tile=name, value=value)


def corrected(panel, line, outs):
    """The record was corrected: what stands there now is told, and nothing that only follows from it again.

    The accounts are brought up to date; an end of the round or match that was not known before is news.
    """
    if not outs[0]["ok"]:
        return
    to = line.get("to")
    if to and "seat" in to and "tile" in to:
        panel._say("corrected", name=panel._name(to["seat"]), tile=to["tile"])
    else:
        panel._say("undone" if "to" in line and to is None else "corrected.line")
    if panel._referee.phase == "play" and panel._referee.record.match.phase != "play":
        for out in outs:
            if out["type"] in ("round_end", "match_end"):
                panel._rarely(out["type"], out)


def show(panel, seats):
    """Hands are unknown and the round is over: who must still show his."""
    if panel._signals:
        panel._signals.show(seats)
    if seats:
        panel._say("show", name=[panel._name(seat) for seat in seats])


def round_end(panel, out):
    """The round is over: who went out, or the fish and who made it."""
    if out["reason"] == "fish":
        panel._sound(_FISH)
        if panel._signals:
            panel._signals.fish()
        if out["fisherman"] is None:
            panel._say("fish.made.none")
        else:
            panel._say("fish.made", name=panel._name(out["fisherman"]))
        return
    panel._sound(_ROUND)
    if out["by"] is None:
        panel._say("closed" if out["reason"] == "closed" else "stopped")
    elif out.get("general") is None:
        panel._say("exit", name=panel._name(out["by"]))
    else:
        panel._say("exit.general", name=panel._name(out["by"]), other=panel._name(out["general"]))


def match_end(panel, out):
    """The match is over: what losers, or winners, are called now, who won, or that nobody did."""
    panel.won = out["winners"]
    titles = out["titles"]
    if titles:
        title = [titles[seat] for seat in titles][0]  # all have the same
        called = [seat for seat in out["losers"] + out["winners"] if str(seat) in titles]
        panel._say("title." + title, names=_names(panel, called))
    elif out["draw"]:
        panel._say("drawn")
    else:
        panel._say("won", names=_names(panel, out["winners"]))


def _names(panel, seats):
    names = panel._referee.record.line["seats"]
    return panel._board().teams(seats) if len(names) > 4 else [names[seat] for seat in seats]


def foul(panel, seat, code, tile, place):
    """A foul: its sound, its place on the rim, what was wrong, and what follows."""
    panel._sound(_FOUL)
    if panel._signals and seat is not None:
        panel._signals.foul(seat, place)
    _tell_foul(panel, seat, code, tile)


def _tell_foul(panel, seat, code, tile):
    record = panel._referee.record
    match = record.match
    kind = record.verdict.get("remedy", {}).get("kind", "retract")
    if seat is not None and kind not in ("retract", "loss"):
        _remedy(panel, seat, code, tile)
        return
    key = "foul." + code
    if code == "wrong_turn" and tile is not None:
        key += ".tile"
    shown = tile
    if code == "wrong_opening":
        if match.opening is None:  # another seat has a better one, or only a double opens
            key += ".other"
        else:
            shown = match.opening
    panel._say(
        key,
        True,
        name="" if seat is None else panel._name(seat),
        tile="" if shown is None else match.tiles.name(shown),
        other="" if match.turn is None else panel._name(match.turn),
        count=match.params["hand"],
    )


def _remedy(panel, seat, code, tile):
    """What was wrong in short, and what follows where it is more than taking back."""
    record = panel._referee.record
    remedy, kind = record.verdict["remedy"], record.verdict["remedy"]["kind"]
    name, tile = panel._name(seat), "" if tile is None else record.match.tiles.name(tile)
    what = "what." + code, {"tile": tile}
    if kind == "stand":
        panel._say("foul.stands", True, name=name, what=what)
        return
    points = {"points": remedy.get("points")}
    then = [("then." + kind, {"tile": tile} if kind != "points" else points)]
    if kind != "points" and "points" in remedy:
        then.append(("then.points", points))
    panel._say("foul.then", True, name=name, what=what, then=then)


def ruling(panel, seat, options):
    """The opponents choose what a breach costs: once the first, twice the other."""
    words = [_option(option) for option in options]
    panel._say("ask.remedy", name=panel._name(seat), first=words[0], other=words[1])


def _option(option):
    if "points" in option:
        return "then.points", {"points": option["points"]}
    return "choice." + option["kind"], {}


def undone(panel, n, seat):
    """The arbiter or a player took a line back: what blinked or waved for it is over, its tile is to be taken up.

    Whose hold it was sees and hears that it was taken.
    """
    panel._sound(_UNDONE)
    if panel._signals:
        panel._signals.undone()
        if seat is not None:
            panel._signals.heard(seat)
    referee = panel._referee
    takes = []
    for tile in sorted(referee.refused):
        owner, code, _ = referee.refused[tile]
        if code == "undone":
            name = referee.record.tiles.name(tile)
            takes.append(name if owner is None else ("takes", {"name": panel._name(owner), "tile": name}))
    if takes:
        panel._say("undone.lies", takes=takes)
    else:
        panel._say("undone")


def held(panel, seat):
    """A button was held where nothing can be taken back: why not, and once more what is asked or wrong now."""
    panel._sound(_NOTHING)
    referee, said = panel._referee, panel._said
    question = referee.acts.question
    then = "held.rule", {}
    if said and said[0].startswith("held"):
        then = said[2]["then"]
    elif said and (question or referee.foul or referee.phase != "play"):
        then = said[0], said[2]
    if question and question[1] and question[2] == seat:
        tile = referee.record.tiles.name(question[1].tile)
        panel._say("held.asked", tile=tile, then=then)
    else:
        panel._say("held", bool(said and said[1]), name=panel._name(seat), then=then)


def phase(panel, name):
    """What the table waits for now."""
    referee = panel._referee
    match = referee.record.match
    if name == "clear" and match.round:
        return  # the end of the round was just told
    if name == "play" and match.turn is None and not match.layout.count:
        panel._say("serve" if match.SERVE else "lot")
    if name in ("clear", "deal"):
        _await_hands(panel, referee, match)
    elif name in ("resume", "maintenance"):
        panel._say("resumed" if name == "resume" else name)


def _await_hands(panel, referee, match):
    """How many tiles each takes; where no racks tell who opens, whose press does: the one whose tile comes first."""
    key, tile = "phase.await_deal", ""
    if not referee.racks:
        key = "phase.await_hands"
        if match.opener is None and not match.SERVE:
            key = "phase.await_opener"
            if match.opener_rule != "lot":
                key = "phase.await_holder"
                order = take("opening").order
                put_back()
                tile = match.tiles.name(next(order(match.opener_rule, match.params.get("double_order"), match.tiles)))
    panel._say(key, count=match.params["hand"], tile=tile)


def trouble(panel, code, detail):
    """Part of the table fails; what has no text of its own is called a task."""
    if panel._signals:
        panel._signals.trouble(True)
    key = "trouble." + code
    if panel._texts and not panel._texts.has(key):
        key = "trouble.task"
    match = panel._referee.record.match
    panel._say(key, True, tile=match.tiles.name(detail) if code == "tile" and match else "")


def recovered(panel, code):
    """The last trouble is over."""
    if not panel._referee.trouble:
        if panel._signals:
            panel._signals.trouble(False)
        panel._say("recovered")


def language(panel, name):
    """Another language: what is shown is said again in it."""
    if panel._texts:
        panel._texts.use(name)
        panel._own = panel._texts.people(panel._referee.record.line["seats"])


def retracted(panel, seat, tile):
    """A refused tile is taken away."""
    if panel._signals:
        panel._signals.foul(None, None)
    if tile is not None:
        panel._say("retracted", tile=panel._referee.record.tiles.name(tile))
        if panel._referee.acts.question:
            _ask(panel)


def question(panel, number, seat, places):
    """Somebody is asked: at which of the places, or with seat None who laid the tile (places: the seats)."""
    panel._sound(_QUESTION)
    if panel._signals:
        panel._signals.question(places if seat is None else [seat], [] if seat is None else places)
    _ask(panel)


def _ask(panel):
    from table.panel import asks

    forget("table.panel.asks")
    words = asks.words(panel)
    if words:
        panel._say(words[0], **words[1])


def answered(panel, number):
    """The question is over: what is still wrong is told again, or whose turn it is."""
    if panel._signals:
        panel._signals.question(None, None)
    referee = panel._referee
    turn = referee.record.turn if referee.phase == "play" else None
    if turn is not None and referee.foul:
        _tell_foul(panel, *referee.foul[:3])
    elif turn is not None:
        panel._turn(turn)


_FOLLOWING = {"round_end": round_end, "match_end": match_end, "event": event}
