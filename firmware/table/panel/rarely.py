"""What the panel says and sounds a few times an hour; loaded for each piece of news, and forgotten again.

A function for each kind of news (``table.referee``) and for the ends of round and match, after the panel itself.
"""

_FOUL = ((330, 150), (0, 60), (330, 250))
_ROUND = ((1047, 100), (1319, 100), (1568, 180))
_FISH = ((1568, 120), (1319, 120), (1047, 120), (784, 300))


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
    elif out["by"] is not None:
        panel._sound(_ROUND)
        panel._say("exit", name=panel._name(out["by"]))


def match_end(panel, out):
    """The match is over: the goats, the winners, or that nobody won."""
    goats = [seat for seat in out["losers"] if out["titles"].get(str(seat)) == "kozel"]
    if goats:
        panel._say("goat", names=", ".join([panel._name(seat) for seat in goats]))
    elif out["draw"]:
        panel._say("drawn")
    else:
        panel._say("won", names=", ".join([panel._name(seat) for seat in out["winners"]]))


def foul(panel, seat, code, tile, place):
    """A foul: its sound, its place on the rim, and what was wrong."""
    panel._sound(_FOUL)
    if panel._signals and seat is not None:
        panel._signals.foul(seat, place)
    record = panel._referee.record
    match = record.match
    key = "foul." + code
    if code == "wrong_turn" and tile is not None:
        key += ".tile"
    shown = match.opening if code == "wrong_opening" else tile
    panel._say(
        key,
        True,
        name="" if seat is None else panel._name(seat),
        tile="" if shown is None else match.tiles.name(shown),
        other="" if match.turn is None else panel._name(match.turn),
        count=match.params["hand"],
    )


def undone(panel, n, seat):
    """The arbiter or a player took a line back."""
    panel._say("undone")
    panel.refresh()


def phase(panel, name):
    """What the table waits for now."""
    match = panel._referee.record.match
    if name == "clear" and match.round:
        return  # the end of the round was just told
    if name in ("clear", "deal"):
        panel._say("phase.await_deal", count=match.params["hand"])
    elif name in ("resume", "maintenance"):
        panel._say("resumed" if name == "resume" else name)


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
        if panel._said:
            key, alarm, fields = panel._said
            panel._say(key, alarm, **fields)
        panel.refresh()
