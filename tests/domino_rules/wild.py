"""Records at random: mostly legal play of any game, with mistakes, nonsense, corrections and unseen hands mixed in."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from domino_rules import profiles
from domino_rules.choices import moves_of
from domino_rules.games import GAMES
from domino_rules.referee import Referee
from domino_rules.tiles import tile_set

Line = dict[str, Any]
PLAYERS = {
    "kozel_pairs": [4],
    "sport": [4],
    "general_kozel": [4],
    "all_fives": [2],
    "domino_tennis": [2],
    "kolbasa": [2],
}
JUNK: list[Any] = [
    None,
    True,
    -1,
    0,
    1,
    3,
    99,
    1.5,
    "",
    "1-1",
    "7-9",
    "L",
    [],
    [7],
    ["1-1"],
    {},
    {"type": "pass"},
    "exit",
]
REMEDIES: list[Any] = [
    {"kind": "stand"},
    {"kind": "retract"},
    {"kind": "points", "points": 20, "to": "opponents"},
    {"kind": "retract", "points": 3, "to": "self"},
    {"kind": "must_play_open_tile"},
    {"kind": "annul_hand"},
    {"kind": "lose_lead", "points": 5},
    {"kind": "lose_game"},
    {"kind": "arbiter"},
    {"kind": "opponent_choice", "options": [{"kind": "stand"}, {"kind": "retract"}]},
    {"kind": "points"},
    "stand",
    7,
]
KINDS = ["match", "deal", "play", "draw", "pass", "reveal", "lot", "turn_up", "claim", "timeout", "result", "correct",
         "rule", "ask", "answer", "note", "seal", "verdict", "x"]  # fmt: skip
FIELDS = ["seat", "tile", "end", "closed", "moves", "hands", "hand", "stock", "points", "reason", "by", "fisherman",
          "ref", "to", "remedy", "what", "text", "t", "v", "game", "seats", "params", "accounts", "first", "last",
          "counts", "awards", "opener", "owner", "hundred", "debt", "eggs", "carry"]  # fmt: skip


def match_line(rng: Random, game: str) -> Line:
    """A match of a game, at times with a parameter set at random (which may be refused)."""
    players = rng.choice(PLAYERS.get(game, [2, 4] if game == "telefon" else [2, 3, 4]))
    line: Line = {"type": "match", "v": 1, "game": game, "seats": ["P"] * players}
    if rng.random() < 0.3:
        names = ["bazaar_reserve", "fish_detect", "multi_double", "lone", "opener_first", "target", "draw_mode",
                 "hand", "fish_variant", "opener_next", "end_check", "close_doubles", "start",
                 "cut_needs", "after_cut"]  # fmt: skip
        values = [0, 1, 2, 5, "immediate", "no_move", "dead", "two_ends", "all_ends", "lot", "66", "one", "none",
                  "graa", "sea", "lowest_double", "rotate", True, "double", "one_end", "end_round", None]  # fmt: skip
        line["params"] = {rng.choice(names): rng.choice(values)}
    if rng.random() < 0.5:
        line["profile"] = rng.choice([*profiles.names(), "nobody's", 7])
    return line


def deal_line(rng: Random, referee: Referee, unseen: bool) -> Line:
    """A fair deal; some hands unseen."""
    match = referee.match
    deck = list(range(match.tiles.size))
    rng.shuffle(deck)
    size = match.params["hand"]
    hands: list[Any] = [[match.tiles.name(t) for t in deck[i * size : i * size + size]] for i in range(match.seats)]
    if unseen:
        hands = [size if rng.random() < 0.7 else hand for hand in hands]
    return {"type": "deal", "hands": hands}


def mistake(rng: Random, referee: Referee) -> Line:
    """A breach as people commit them, or what an arbiter alone has seen."""
    match = referee.match
    seat = rng.randrange(match.seats)
    kind = rng.choice(["play", "play", "play", "pass", "draw", "note"])
    if kind != "play":
        return {"type": kind, "seat": seat} | ({"text": "talk"} if kind == "note" else {})
    names = match.tiles.names(match.hands[seat] or match.tiles.all & ~match.table)
    return {"type": "play", "seat": seat, "tile": rng.choice(names or ["1-1"]), "end": rng.choice(["L", "R", "U"])}


def junk(rng: Random) -> Line:
    """Something that has the look of a line, or not."""
    line: Line = {"type": rng.choice(KINDS)}
    for _ in range(rng.randrange(5)):
        line[rng.choice(FIELDS)] = rng.choice(JUNK)
    return line


def sensible(rng: Random, referee: Referee, unseen: bool) -> Line:
    """What a person at the table might do next."""
    match = referee.match
    if referee.phase in ("await_deal", "round_over"):
        return deal_line(rng, referee, unseen)
    seat = match.turn if match.turn is not None else rng.randrange(match.seats)
    names = match.tiles.names(match.tiles.all & ~match.table)
    if match.ending or rng.random() < 0.03:
        shown = [s for s in range(match.seats) if match.unseen[s]]
        seat = shown[0] if shown else seat
        hand = match.tiles.names(match.hands[seat])
        free = match.tiles.names(match.tiles.all & ~match.table & ~match.in_hands)
        return {"type": "reveal", "seat": seat, "hand": hand + free[: match.unseen[seat]]}
    if hasattr(match, "rows"):
        row = match.rows[seat]
        tile = match.tiles.name(row[-1]) if row and row[-1] is not None else rng.choice(names)
        return {
            "type": rng.choice(["play", "turn_up"]),
            "seat": seat,
            "tile": tile,
            "end": rng.choice(["L", "R", "cut"]),
        }
    plays = match.legal_plays(seat)
    if plays and rng.random() < 0.95:
        tile, arm = rng.choice(plays)
        line: Line = {"type": "play", "seat": seat, "tile": match.tiles.name(tile)}
        if arm:
            line["end"] = arm
        if match.may_close(tile) and rng.random() < 0.3:
            line["closed"] = True
        if match.compound and rng.random() < 0.3:
            joined = moves_of(match, seat)
            if joined:
                moves = [{"tile": match.tiles.name(t), "end": a} for t, a in rng.choice(joined)]
                return {"type": "play", "seat": seat, "moves": moves}
        return line
    if match.unseen[seat] and rng.random() < 0.7:
        line = {"type": "play", "seat": seat, "tile": rng.choice(names)}
        ends = match.layout.ends()
        if ends:
            line["end"] = rng.choice(ends)[0]
        return line
    if match.can_draw() and rng.random() < 0.9:
        stock = match.tiles.names(match.stock) if match.stock else []
        return {"type": "draw", "seat": seat} | ({"tile": rng.choice(stock)} if stock and not unseen else {})
    return {"type": "pass", "seat": seat}


def record(seed: int, length: int, nonsense: float = 0.1, unseen: bool | None = None, game: str | None = None,
           params: Line | None = None, profile: str | None = None
           ) -> Iterator[tuple[Referee, Line, list[Line]]]:  # fmt: skip
    """Lines of one record, each with the referee that has just judged it and the answer."""
    rng = Random(seed)
    referee = Referee()
    hidden = rng.random() < 0.4 if unseen is None else unseen
    line = match_line(rng, game or rng.choice(GAMES))
    if params is not None:
        line["params"] = params
    if profile is not None:
        line["profile"] = profile
    for _ in range(length):
        yield referee, line, referee.feed(line)
        chance = rng.random()
        if referee.match is None:
            line = match_line(rng, game or rng.choice(GAMES))
        elif chance < nonsense / 2:
            line = junk(rng)
        elif chance < nonsense * 0.7:
            other = sensible(rng, referee, hidden) if referee.phase != "match_over" else junk(rng)
            line = {"type": "correct", "ref": rng.randint(1, referee.n), "by": "x", "reason": "y",
                    "to": rng.choice([None, other])}  # fmt: skip
        elif chance < nonsense * 0.8:
            ref = referee.n if rng.random() < 0.5 else rng.randint(1, referee.n)
            line = {"type": "rule", "ref": ref, "by": "x", "remedy": rng.choice(REMEDIES)}
        elif chance < nonsense and referee.phase != "match_over":
            line = mistake(rng, referee)
        elif referee.phase == "match_over":
            return
        else:
            line = sensible(rng, referee, hidden)


def seen_tiles(line: Line, top: int) -> set[str]:
    """Tiles that a line lays open: played, revealed, turned up."""
    names: list[Any] = []
    if line.get("type") in ("play", "turn_up", "lot"):
        names = [line.get("tile")] + [move.get("tile") for move in line.get("moves") or [] if isinstance(move, dict)]
    if line.get("type") == "reveal" and isinstance(line.get("hand"), list):
        names = line["hand"]
    parsed = [tile_set(top).parse(name) for name in names if isinstance(name, str)]
    return {tile_set(top).name(tile) for tile in parsed if tile is not None}
