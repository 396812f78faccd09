"""What the link shows of the table besides its record: where tiles lie, what is asked, whose time runs."""

from table.once import forget


def snapshot(referee, cloth, view="public"):
    """The state of a TableReferee as JSON can hold it.

    cloth: ``[(tile, pose)]`` as sensing has it. view: "public" hides the tile of a refused draw, which nobody has seen
    but its owner; "all" does not. Of hands there is nothing in it: those are derived from the record.

    ``phase``, ``language``, ``turn``, ``clocks`` (ms per seat), ``cloth`` ([{tile, pose}], tiles that count and are
    not heard included), ``last_tile``, ``ends`` ([{name, value, double, pose of the tip, towards: degrees in which the
    line goes on}]), ``refused`` (tiles to be taken back), ``level`` (what is done about breaches in this match),
    ``next`` ({level, profile} of the next one), ``playable`` (tiles of the seat on turn; under the profile
    ``training`` alone), ``foul`` ({seat, code, tile}), ``question`` ({id, seat, choices}), ``trouble``
    ({code: detail}); other games than Kozel add ``standing`` (``table.referee.standing``).
    """
    record = referee.record
    state = {"phase": referee.phase, "language": referee.language, "trouble": referee.trouble}
    if record.match is None:
        return state
    name = record.tiles.name
    last = record.last
    state["turn"] = record.turn
    state["clocks"] = record.clocks()
    lying = dict(referee.chain.poses) if referee.phase == "play" else {}
    lying.update(cloth)
    state["cloth"] = [{"tile": name(tile), "pose": list(lying[tile])} for tile in sorted(lying)]
    state["last_tile"] = name(last[3]) if last and last[1] == "play" else None
    state["ends"] = _ends(record, referee.chain)
    refused = referee.refused
    state["refused"] = [name(t) for t in refused if refused[t][1] != "open" and (refused[t][2] or view == "all")]
    state["level"] = record.line.get("level", "enforce")
    state["next"] = {"level": referee.game.get("level", "enforce"), "profile": referee.game.get("profile")}
    if record.match.profile == "training":
        from table.referee import breach

        forget("table.referee.breach")
        state["playable"] = breach.hint(record)
    state["foul"] = state["question"] = None
    if referee.foul:
        seat, code, tile, place = referee.foul
        shown = tile is not None and (place or view == "all")
        state["foul"] = {"seat": seat, "code": code, "tile": name(tile) if shown else None}
    if referee.acts.question:
        number, _, seat, choices = referee.acts.question
        state["question"] = {"id": number, "seat": seat, "choices": choices}
    if record.line["game"] != "kozel":
        from table.referee.standing import standing

        state["standing"] = standing(referee)
    return state


def _ends(record, chain):
    ends, sides = [], {}
    if record.match.params["spinner_rule"] != "none" and record.match.layout.count:
        from table.referee.standing import free_sides

        sides = free_sides(record, chain)
    for arm, value, tip in record.ends():
        pose = chain.poses.get(tip)
        if pose is not None:
            double = record.tiles.low[tip] == record.tiles.high[tip]
            towards = pose[2]
            if double:
                towards = sides[arm] if arm in sides else _double_towards(record, chain, arm, tip)
            if not double and value == record.tiles.low[tip]:
                towards += 180
            ends.append({"name": arm, "value": value, "double": double, "pose": list(pose), "towards": towards % 360})
    return ends


def _double_towards(record, chain, arm, tip):
    """A double says nothing itself: the line goes on away from the tile before it, or, alone, to its two sides."""
    state = record.match.layout.state()
    tiles = state["arms"][arm]["tiles"]
    before = None
    if len(tiles) > 1:
        before = tiles[-2]
    elif tiles:
        before = state["first"]
    x, y, angle = chain.poses[tip]
    inner = chain.poses.get(record.tiles.parse(before)) if before else None
    if inner is None:
        across = (angle + 90) % 180
        return across if arm == "R" else across + 180
    dx, dy = x - inner[0], y - inner[1]
    if abs(dx) > abs(dy):
        return 0 if dx > 0 else 180
    return 90 if dy > 0 else 270
