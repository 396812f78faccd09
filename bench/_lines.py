"""Runs on MicroPython: legal lines of a game at random, one after another."""


def next_line(referee, deck, random):
    """A legal line: deal, play, draw or pass."""
    match = referee.match
    tiles = match.tiles
    if referee.phase != "play":
        random.shuffle(deck)
        size = match.params["hand"]
        names = [tiles.name(tile) for tile in deck]
        hands = [names[i * size : (i + 1) * size] for i in range(match.seats)]
        return {"type": "deal", "hands": hands, "stock": names[size * match.seats :]}
    seat = match.turn if match.turn is not None else 0
    if hasattr(match, "rows"):
        tile = match.rows[seat][-1]
        fits = match._arms(tile)
        line = {"type": "play" if fits else "turn_up", "seat": seat, "tile": tiles.name(tile)}
        if fits and fits[0]:
            line["end"] = fits[0]
        return line
    if match.turn is None:
        hand = match.hands[0] & tiles.doubles if match.SERVE else match.hands[0]
        if not hand:
            return {"type": "draw", "seat": 0, "tile": tiles.names(match.stock)[0]}
        return {"type": "play", "seat": 0, "tile": tiles.names(hand)[0]}
    plays = match.legal_plays(seat)
    if plays:
        tile, arm = plays[random.below(len(plays))]
        line = {"type": "play", "seat": seat, "tile": tiles.name(tile)}
        if arm:
            line["end"] = arm
        return line
    if match.must_draw(seat):
        return {"type": "draw", "seat": seat, "tile": tiles.names(match.stock)[0]}
    return {"type": "pass", "seat": seat}
