"""One match of simulated people: deals, turns and all, told line by line to a judge that must accept each of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

from domino_rules.corrections import restored
from domino_rules.judge import Judge
from domino_rules.opening import order

from domino_table.rounds.people import People
from domino_table.rounds.round import Line, Move, Round, Turn
from domino_table.rounds.setups import Setup

# How often a round is dealt face down, and how often somebody's clock runs out in one.
HIDDEN, TIMEOUT = 0.1, 0.01


class Disagreement(Exception):
    """The judge refused what people did by the rules: an error in one of the two. Holds the record so far."""

    def __init__(self, lines: list[Line], verdict: Line) -> None:
        super().__init__(f"line {len(lines)} was refused: {verdict.get('code')} ({lines[0]['game']})")
        self.lines = lines


class Table:
    """A match in play.

    Args:
        setup: what is agreed. random: decides everything else.
    """

    def __init__(self, setup: Setup, random: Random) -> None:
        self.setup = setup
        self.random = random
        self.judge = Judge()
        self.people = People(random, setup.game)
        self.lines: list[Line] = []
        self.hidden = False
        self.hands: list[int] = []
        self.rows: list[list[int]] = []
        self.stock: list[int] = []
        self.say(setup.line())

    @property
    def match(self) -> Any:
        """The match as the judge knows it."""
        return self.judge.match

    @property
    def over(self) -> bool:
        """Whether the match has ended."""
        return bool(self.match.phase == "match_over")

    def saved(self) -> tuple[Any, int]:
        """The match between two rounds, for ``restore``."""
        return self.judge.saved(), len(self.lines)

    def restore(self, saved: tuple[Any, int]) -> None:
        """Go back to what ``saved`` told of, as if nothing had happened since."""
        self.judge = restored(saved[0])
        del self.lines[saved[1] :]

    def say(self, line: Line) -> list[Line]:
        """Tell the judge one line. Returns what follows from it; raises Disagreement where it is refused."""
        self.lines.append(line)
        verdict: Line
        derived: list[Line]
        verdict, *derived = self.judge.judge(len(self.lines), line)
        if not verdict["ok"] and verdict["code"] != "timeout":
            raise Disagreement(self.lines, verdict)
        return derived

    # --- a round ------------------------------------------------------------------------------------------------

    def play_round(self, give: Mapping[int, Sequence[int]] | None = None) -> Round:
        """Play one round, or deal one that must be dealt again.

        Args:
            give: tiles that must be among the first ones dealt to a seat.
        """
        match, random = self.match, self.random
        opened = match.account_lines()
        lots, claims = self._lots()
        before = dict(zip(match.KEPT, match.kept(), strict=True))
        playing = Round(match, before, opened, lots, random.random() < HIDDEN, claims=claims)
        self._note(playing, self._deal(playing.hidden, give or {}))
        clock = random.randrange(2, 30) if random.random() < TIMEOUT else -1
        while match.phase == "play":
            if clock == len(playing.turns) and not match.ending:
                self._note(playing, self.say({"type": "timeout", "seat": random.randrange(match.seats)}))
            elif match.ending:
                self._note(playing, self._show())
            else:
                self._turn(playing)
        return playing

    def _note(self, playing: Round, derived: list[Line]) -> None:
        for line in derived:
            kind = line["type"]
            if kind == "round_end":
                playing.end = line
            elif kind == "match_end":
                playing.over = line
            elif kind == "redeal":
                playing.redeal = line

    def _lots(self) -> tuple[list[Line], list[Line]]:
        """Draw lots where they decide who opens; in tennis the lower pips choose who serves."""
        match, random = self.match, self.random
        tennis = match.SERVE
        if match.opener is not None or match.opener_rule != "lot" or random.random() < 0.1:
            return [], []
        lots: list[Line] = []
        pips = [0, 0]
        while pips[0] == pips[1]:
            drawn = random.sample(range(match.tiles.size), match.seats)
            for seat, tile in enumerate(drawn):
                lots.append({"type": "lot", "seat": seat, "tile": match.tiles.name(tile)})
                self.say(lots[-1])
            pips = [match.tiles.pips[tile] for tile in drawn] if tennis else [0, 1]
        if not tennis:
            return lots, []
        chooser = pips.index(min(pips))
        claim = {"type": "claim", "seat": chooser if random.random() < 0.8 else 1 - chooser, "what": "serve"}
        self.say(claim)
        return lots, [claim]

    def _deal(self, hidden: bool, give: Mapping[int, Sequence[int]]) -> list[Line]:
        match, random = self.match, self.random
        size, tiles = match.params["hand"], match.tiles
        promised = {tile for given in give.values() for tile in given}
        deck = [tile for tile in range(tiles.size) if tile not in promised]
        random.shuffle(deck)
        dealt = []
        for seat in range(match.seats):
            hand = list(give.get(seat, ()))[:size]
            while len(hand) < size:
                hand.append(deck.pop())
            dealt.append(hand)
        self.hands = [sum(1 << tile for tile in hand) for hand in dealt]
        self.rows, self.stock = dealt, deck
        shown: list[Any] = [[tiles.name(tile) for tile in hand] for hand in dealt]
        self.hidden = hidden
        if hidden:
            shown = [size if random.random() < 0.7 else hand for hand in shown]
        return self.say({"type": "deal", "hands": shown})

    def _show(self) -> list[Line]:
        """Show the first hand that is still hidden."""
        match = self.match
        seat = next(seat for seat in range(match.seats) if match.unseen[seat])
        hand = self.rows[seat] if hasattr(match, "rows") else match.tiles.members(self.hands[seat])
        return self.say({"type": "reveal", "seat": seat, "hand": [match.tiles.name(tile) for tile in hand]})

    # --- a turn -------------------------------------------------------------------------------------------------

    def _turn(self, playing: Round) -> None:
        """Let the seat on turn, or whoever opens, do one thing."""
        match, people = self.match, self.people
        if hasattr(match, "rows"):
            self._row_turn(playing)
            return
        if not match.layout.count:
            self._open(playing)
            return
        seat = match.turn
        plays = people.turn(match, self.hands[seat])
        if plays:
            self._lay(playing, seat, plays)
        elif match.can_draw():
            self._draw(playing, seat)
        else:
            self._do(playing, "pass", seat, {"type": "pass", "seat": seat}, [])

    def _open(self, playing: Round) -> None:
        match = self.match
        seat, tile = match.turn, match.opening
        if match.SERVE:
            seat = self.random.randrange(2) if seat is None else seat
            serves = self.hands[seat] & match.tiles.doubles
            if not serves and match.can_draw():
                self._draw(playing, seat)
                return
            tile = self.people.first(match, serves or self.hands[seat], seat)
        elif match.opener is None and match.opener_rule != "lot":
            held = sum(self.hands)
            wanted = order(match.opener_rule, match.params.get("double_order"), match.tiles)
            tile = next(tile for tile in wanted if held >> tile & 1)
            seat = next(seat for seat in range(match.seats) if self.hands[seat] >> tile & 1)
        else:
            seat = self.random.randrange(match.seats) if seat is None else seat
            if match.params.get("opener_who") == "either_partner" and match.params["pairs"]:
                seat = (seat + 2 * self.random.randrange(2)) % 4
            tile = self.people.first(match, self.hands[seat], seat)
        self._lay(playing, seat, [(tile, None, self.people.closes(match, tile))])

    def _lay(self, playing: Round, seat: int, moves: list[Move]) -> None:
        """Lay the tiles of one turn, as one line or one after another."""
        parts = [moves] if self.random.random() < 0.6 else [[move] for move in moves]
        for number, part in enumerate(parts):
            if number and (self.match.phase != "play" or self.match.ending):
                return
            for tile, _, _ in part:
                self.hands[seat] &= ~(1 << tile)
            told = [self._move(*move) for move in part]
            line = {"type": "play", "seat": seat} | (told[0] if len(told) == 1 else {"moves": told})
            self._do(playing, "play", seat, line, part, later=number > 0)

    def _move(self, tile: int, arm: str | None, closed: bool) -> Line:
        tiles = self.match.tiles
        name = tiles.name(tile)
        if arm is None and self.random.random() < 0.5:
            name = f"{tiles.high[tile]}-{tiles.low[tile]}"
        move: Line = {"tile": name}
        if arm is not None:
            move["end"] = arm
        if closed:
            move["closed"] = True
        return move

    def _draw(self, playing: Round, seat: int) -> None:
        tile = self.stock.pop()
        self.hands[seat] |= 1 << tile
        line = {"type": "draw", "seat": seat}
        if not self.hidden or self.random.random() < 0.3:
            line["tile"] = self.match.tiles.name(tile)
        self._do(playing, "draw", seat, line, [(tile, None, False)])

    def _row_turn(self, playing: Round) -> None:
        """Kolbasa: turn up the last tile of the row, or lay it at once where it fits."""
        match, random = self.match, self.random
        seat = random.randrange(2) if match.turn is None else match.turn
        row = self.rows[seat]
        tile = row[-1]
        arms = self.people.arms(match, tile)
        name = match.tiles.name(tile)
        if not arms or not match.turned and random.random() < 0.2:
            if not arms:
                row.pop()
                self.rows[seat if match.params["miss_goes_to"] == "own_left" else 1 - seat].insert(0, tile)
            line = {"type": "turn_up", "seat": seat, "tile": name}
            self._do(playing, "turn_up", seat, line, [(tile, None, bool(arms))])
            return
        row.pop()
        arm = random.choice(arms)
        line = {"type": "play", "seat": seat} | self._move(tile, arm, False)
        self._do(playing, "play", seat, line, [(tile, arm, False)])

    def _do(
        self, playing: Round, kind: str, seat: int, line: Line, moves: list[Move],
        later: bool = False,
    ) -> None:  # fmt: skip
        out = self.say(line)
        match = self.match
        spinner = getattr(match.layout, "spinner", -1)
        playing.turns.append(Turn(kind, seat, moves, later, match.layout.ends(), spinner, match.stock_count, out))
        self._note(playing, out)
