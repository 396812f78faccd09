"""Runs on CPython and on MicroPython: count the legal lines of deals, depth by depth.

``_perft.py FILE`` reads one JSON object a line (``match``, ``deal``, ``stock`` in the order of drawing, ``depth``,
``most``) and prints the counts of each as JSON. What is legal is what the judge accepts: every line that might be is
tried by every seat, whoever's turn it is, so a line accepted wrongly counts as much as one refused wrongly.
"""

import json
import sys

ENDS = ("L", "R")
MORE_ENDS = {
    "osyol": ("L", "R", "U", "D"),
    "telefon": ("L", "R", "U", "D"),
    "muggins": ("L", "R", "U", "D"),
    "all_fives": ("L", "R", "U", "D"),
    "kolbasa": ("L", "R", "cut", "cutL", "cutR"),
}


def counts(make, deal):
    """Numbers of distinct legal lines of one deal by their length.

    Args:
        make: makes a function that takes a record line and returns the judge's answers.
        deal: what to count, see above; no depth is tried after one with more than ``most`` lines.
    """
    found = []
    frontier = [[]]
    while len(found) < deal["depth"] and len(frontier) <= deal["most"]:
        longer = []
        for played in frontier:
            feed = _after(make, deal, played)
            for line in candidates(deal, played):
                if feed(line)[0]["ok"]:
                    longer.append(played + [line])
                    feed = _after(make, deal, played)
        found.append(len(longer))
        frontier = longer
    return found


def _after(make, deal, played):
    feed = make()
    for line in [deal["match"], deal["deal"]] + played:
        if not feed(line)[0]["ok"]:
            raise ValueError("a line that was legal is not: " + json.dumps(line))
    return feed


def candidates(deal, played):
    """Lines that anybody might try after those played: any own tile anywhere, two doubles at once, a draw, a pass."""
    hands, drawn, laid = _hands(deal, played)
    game = deal["match"]["game"]
    ends = MORE_ENDS.get(game, ENDS) if laid else (None,)
    found = []
    for seat in range(len(hands)):
        moves = []
        for tile in hands[seat]:
            for end in ends:
                for closed in (False, True) if game == "osyol" and tile[0] == tile[2] else (False,):
                    moves.append(_move(tile, end, closed))
        for move in moves:
            found.append(_with({"type": "play", "seat": seat}, move))
        if laid and game != "kolbasa":
            _two(found, seat, [move for move in moves if move["tile"][0] == move["tile"][2]])
        if game == "kolbasa":
            for tile in hands[seat]:
                found.append({"type": "turn_up", "seat": seat, "tile": tile})
        if drawn < len(deal["stock"]):
            found.append({"type": "draw", "seat": seat, "tile": deal["stock"][drawn]})
        found.append({"type": "pass", "seat": seat})
    return found


def _two(found, seat, doubles):
    """Two doubles in one line, in either order."""
    for one in doubles:
        for other in doubles:
            if one["tile"] != other["tile"] and one["end"] != other["end"]:
                found.append({"type": "play", "seat": seat, "moves": [one, other]})


def _move(tile, end, closed):
    move = {"tile": tile}
    if end:
        move["end"] = end
    if closed:
        move["closed"] = True
    return move


def _with(line, more):
    line.update(more)
    return line


def _hands(deal, played):
    """(tiles of each seat, tiles drawn so far, whether anything lies on the table)."""
    hands = [list(hand) for hand in deal["deal"]["hands"]]
    drawn, laid = 0, False
    for line in played:
        if line["type"] == "draw":
            hands[line["seat"]].append(line["tile"])
            drawn += 1
        elif line["type"] == "play":
            for move in line.get("moves") or [line]:
                hands[line["seat"]].remove(move["tile"])
            laid = True
    return hands, drawn, laid


def main(path):
    """Count with the engine."""
    from domino_rules import shelf
    from domino_rules.referee import Referee

    shelf._KEEP = True  # nothing here is short of memory, and loading modules anew for each line takes hours
    with open(path) as lines:
        for line in lines:
            print(json.dumps(counts(lambda: Referee().feed, json.loads(line))))


if __name__ == "__main__":
    main(sys.argv[1])
