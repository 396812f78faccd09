"""The people at one table: what they all know, and what they do together: deal, end a round, clear the cloth."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Generator, Iterable
from dataclasses import dataclass, field
from typing import Any

from domino_table.virtual.attention import FLICKER_US, Played
from domino_table.virtual.chain import Layout
from domino_table.virtual.course import MS, SECOND, Behaviour, Step, Until
from domino_table.virtual.eyes import Eyes
from domino_table.virtual.fit import is_small
from domino_table.virtual.lore import Halves, Lore, Plan, opening
from domino_table.virtual.person import Person
from domino_table.virtual.rows import Sausage
from domino_table.virtual.track import Track
from domino_table.virtual.world import Place, World

REDEAL_US = 5 * SECOND
"""People who must deal again leave the hands standing so long that the table can see them."""
LOT_US = 6 * SECOND
"""Nobody's light lit for so long after the deal: a lot must decide who opens."""
LOT_AGAIN_US = 3 * LOT_US
"""The same where the round before may tell who opens: people wait for a table that is slow to see the deal."""
LIGHT_US = 60 * SECOND
"""So long people wait for a light where the rules say that somebody opens."""
OVER_US = 900 * MS
"""Nobody's light lit for so long: the round is over."""
ASKED_US = 600 * MS
"""Lamps without their sides for so long ask for hands: a foul blinks twice a second, its side is dark in between."""


@dataclass
class Party:
    """Everybody at one table for one match.

    Args:
        did: hears each act as a record line at the moment it is complete; the code of the foul that it is, or None.
        over: whether the match has been decided (people keep the score themselves).
        named_opening: whether by the score a certain tile must open the next round, though it is not the first.
        doubt: hears of a breach whose verdict nobody saw because the table went dark.
        most_rounds: after so many rounds people stop; 0: when the match is over.
        pace: seconds an action.
        patient: whether people go on after a dispute, and try something else.

    Attributes:
        mistakes: committed so far, by kind.
        verdicts: each play with the time in µs when the rim first said something about it: verdict or question.
        answers, nudges: questions answered; acts done again because the table said nothing.
        laying: the seat that has laid one of several tiles and has the next in hand: everybody waits.
        lot: the seat that won the lot for the opening, until it has acted.
        playing, showing: a round is being played; its last hands are being shown.
        closing: the seat that shall lay its next double face down, as the display told when the table was last dark.
        lost: the last act as a record line if the table went dark before it had written it down, until it is done
            again. People see on the display what the table knows.
        unsure: the last act as a record line if it is a play that such a table had not written down: it lies there,
            but the table may ask about it once more.
        begun: the table has accepted something in this round.
        turned_up: tiles of rows that everybody has seen.
        swept: whose each tile of the last hands was, from the end of a round until the next deal.
        unseen: the table has no racks: it does not know the hands, and is shown them when the round is over.
        draws_by_button: nothing but the button tells the table of a drawn tile.
        disputes: acts in which table and people disagree. Nobody acts any more when there is one, unless patient.
        finished: the match is over and the last hands are down.
    """

    world: World
    eyes: Eyes
    lore: Lore
    plan: Plan
    rng: random.Random
    did: Callable[[dict[str, Any]], str | None]
    over: Callable[[], bool]
    pace: float = 1.0
    patient: bool = False
    named_opening: Callable[[], bool] = lambda: False
    most_rounds: int = 0
    doubt: Callable[[dict[str, Any]], None] = lambda line: None
    layout: Layout = field(init=False)
    people: list[Person] = field(default_factory=list)
    mistakes: Counter[str] = field(default_factory=Counter)
    verdicts: list[tuple[Played, int]] = field(default_factory=list)
    answers: int = 0
    nudges: int = 0
    disputes: list[str] = field(default_factory=list)
    first_round: bool = True
    rounds: int = 0
    playing: bool = False
    showing: bool = False
    laying: int | None = None
    lot: int | None = None
    closing: int | None = None
    lost: dict[str, Any] | None = None
    unsure: dict[str, Any] | None = None
    begun: bool = False
    turned_up: set[int] = field(default_factory=set)
    swept: dict[int, int] = field(default_factory=dict)
    finished: bool = False
    _lit: bool = False
    _stops: list[Callable[[], None]] = field(default_factory=list)

    def __post_init__(self) -> None:
        build = self.world.build
        self.area = (float(build.play_area[0]), float(build.play_area[1]))
        self.unseen = not build.has_racks
        self.draws_by_button = self.unseen and not build.zone
        self._lot_us = 3 * LOT_US if build.zone else LOT_US  # many tiles on the cloth take long to be read
        self.layout = self._new_layout()

    def _new_layout(self) -> Layout:
        lore = self.lore
        if lore.rows:
            return Sausage(self.rng, self.area, lore.start_double)
        if is_small(self.world.build):
            return Track(self.rng, self.area)
        return Layout(self.rng, self.area, lore.spinner, lore.tips_at_once, lore.spinner_only_opening)

    def begin_again(self) -> None:
        """What lies on the cloth does not matter any more: the next tile is a first one."""
        self.layout = self._new_layout()

    def sit_down(self, seats: int, midway: bool = False) -> None:
        """Let people play the first ``seats`` seats, from now on; ``midway``: in a round that has begun."""
        self.people = [Person(self, seat) for seat in range(seats)]
        behaviours = [*(person.live() for person in self.people), self._company(midway)]
        self._stops = [self.world.live(behaviour) for behaviour in behaviours]

    def get_up(self) -> None:
        """Everybody leaves the table as it is; what is in a hand goes to the bazaar."""
        for stop in self._stops:
            stop()
        self.playing = False
        for piece in self.world.pieces:
            if piece.place is Place.HAND:
                self.world.to_bazaar(piece.index)

    @property
    def stuck(self) -> bool:
        """Whether a dispute has stopped everybody."""
        return bool(self.disputes) and not self.patient

    @property
    def out(self) -> bool:
        """Whether somebody has laid his last tile: then nobody acts, whatever a light seems to say."""
        return not (self.patient or self.lore.rows) and not all(self._racks)

    @property
    def expects_light(self) -> bool:
        """Whether people know that somebody is on turn, or must show his hand: before the first tile nobody may be."""
        return self.playing and self.begun or self.showing

    def us(self, share: float) -> int:
        """About this share of one action, in µs, as people vary."""
        return int(share * self.pace * SECOND * self.rng.uniform(0.75, 1.25))

    def halves(self, tile: int) -> Halves:
        """Pips of a tile by its index."""
        piece = self.world.pieces[tile]
        return piece.low, piece.high

    @property
    def _racks(self) -> list[list[int]]:
        return [self.world.racks[person.seat] for person in self.people]

    def _company(self, midway: bool) -> Behaviour:
        while True:
            again = False if midway else (yield from self._deal_anew())
            midway = False
            if again:
                yield REDEAL_US
                continue
            self.playing, self._lit, self.lot = True, False, None
            if self.lore.lots or self.unseen:
                yield from self._agree_on_opener()
            while not self._round_is_over(OVER_US):
                yield Until(lambda: self._round_is_over(0) or bool(self.eyes.shows), reaction=OVER_US)
                if self.eyes.shows and self.world.now - self.eyes.shows_since >= ASKED_US:
                    self.playing, self.showing = False, True
                    yield from self._show_hands()
                    break
            self._remember_hands()
            self.playing = self.showing = self.first_round = False
            if not self.unseen:
                self._show_rows()
            self.rounds += 1
            if self.over() or self.rounds == self.most_rounds:
                self.finished = True
                return

    def _deal_anew(self) -> Generator[Step, bool, bool]:
        """Clear the cloth and deal; whether the hands are such that everybody must deal again."""
        yield from self._clear()
        yield from self._deal()
        again = any(self.lore.deals_again(map(self.halves, rack)) for rack in self._racks)
        if not (again and self.unseen):  # a table that cannot see hands never hears of such a deal
            self._did_deal()
        return again

    def _show_rows(self) -> None:
        """What was never turned up is turned up when the round is over."""
        for person in self.people:
            if any(tile not in self.turned_up for tile in person.row):
                hand = [self.world.pieces[tile].name for tile in person.row]
                self.did({"type": "reveal", "seat": person.seat, "hand": hand})

    def _agree_on_opener(self) -> Behaviour:
        """Where no light says who opens people look for the tile that must, or let a lot decide away from the table."""
        again = LOT_AGAIN_US if self.lore.lots else LIGHT_US
        nobody_knows = self.lore.lots and self.first_round or self.opens_by_tile
        lit = yield Until(lambda: self.eyes.turn is not None, timeout=self._lot_us if nobody_knows else again)
        if lit or self.layout.tiles:
            return
        ready = [person for person in self.people if not person.away] or self.people
        self.lot = self.rng.choice(ready).seat
        if self.opens_by_tile:
            best = self.best_opening(tile for rack in self._racks for tile in rack)
            self.lot = next(person.seat for person in self.people if best in person.hand)
        self.world.look()

    @property
    def opens_by_tile(self) -> bool:
        """Whether a rule wants a certain tile as the first of this round."""
        rules = self.lore
        return bool(rules.every_round or self.named_opening() or self.first_round and not rules.lots)

    def best_opening(self, tiles: Iterable[int]) -> int:
        """The one of these tiles that opens before all others."""
        found = {self.halves(tile): tile for tile in tiles}
        return found[opening(found, self.lore.rule, self.lore.double_order)]

    def _show_hands(self) -> Behaviour:
        """The line is taken away; then one after the other lays the rest of the hand before himself and presses."""
        self._remember_hands()
        for tile in self.world.cloth():
            self.world.to_bazaar(tile)
        yield self.us(1)
        while waiting := self._asked_for_hands() or (yield FLICKER_US) and self._asked_for_hands():
            for person in waiting:
                if person.away:
                    yield Until(lambda seat=person.seat: seat not in self.eyes.shows)  # type: ignore[misc]
                    continue
                yield from person.show_hand()
                if self.stuck:
                    return

    def _remember_hands(self) -> None:
        self.swept |= {tile: person.seat for person in self.people for tile in [*person.hand, *person.shown]}

    def _asked_for_hands(self) -> list[Person]:
        return [person for person in self.people if person.seat in self.eyes.shows]

    def _round_is_over(self, us: int) -> bool:
        """Whether somebody's light has been lit and something done since the deal, and for ``us`` nobody's is lit."""
        eyes, now = self.eyes, self.world.now
        self._lit = self._lit or eyes.turn is not None
        dark = eyes.turn is None and not eyes.shows and now - max(eyes.turn_since, eyes.shows_since) >= us
        return self._lit and self.begun and dark and not eyes.anybody_asked(now)

    def _deal(self) -> Behaviour:
        """Everybody takes tiles from the mixed bazaar, all at the same time."""
        tiles = self.world.bazaar()
        self.rng.shuffle(tiles)
        self.layout = self._new_layout()
        yield self.us(1)
        for _ in range(self.lore.hand):
            for person in self.people:
                self.world.to_rack(tiles.pop(), person.seat)
                yield self.us(0.08)
            yield self.us(0.2)
        self.turned_up.clear()
        self.swept.clear()
        self.begun = False
        for person in self.people:
            person.row = person.hand if self.lore.rows else []
            person.shown = []

    def _did_deal(self) -> None:
        self.unsure = None
        hands = [[self.world.pieces[tile].name for tile in rack] for rack in self._racks]
        counts = self.lore.rows or self.unseen
        self.did({"type": "deal", "hands": [len(hand) for hand in hands] if counts else hands})

    def _clear(self) -> Behaviour:
        """Everything goes back to the bazaar and is mixed."""
        tiles = self.world.cloth() + [tile for rack in self.world.racks for tile in rack]
        for count, tile in enumerate(tiles):
            self.world.to_bazaar(tile)
            if count % 3 == 2:
                yield self.us(0.25)
        yield self.us(1)
