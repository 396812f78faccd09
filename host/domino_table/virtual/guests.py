"""People at a page who sit down at the virtual table: their hands, what they see, and the company that plays with them.

Everything here runs in the thread of the board. Tiles are named as printed ("2-5"), poses are (x, y, angle) in mm and
degrees. What a guest may not do raises Refusal.
"""

from __future__ import annotations

from typing import Any

from domino_table.virtual.attention import LINGER_US
from domino_table.virtual.company import Company
from domino_table.virtual.course import MS, Behaviour, Until
from domino_table.virtual.tags import Pose
from domino_table.virtual.world import Piece, Place

CARRY_US = 250 * MS
"""From the page's drop to the tile on the cloth, in the rack or out of the bazaar."""

FACE_DOWN = "the rows of kolbasa stand face down, which a page cannot show: its company plays alone"

Lying = tuple[float, float, float]


class Refusal(ValueError):
    """Hands at a page cannot do that: a sentence that says why.

    Attributes:
        code: what the page calls it in its own language ("": what only a faulty page asks for); named: what it names.
    """

    def __init__(self, sentence: str, code: str = "", **named: str | int) -> None:
        super().__init__(sentence)
        self.code, self.named = code, named


class Guests(Company):
    """The company at one table, of which any seat may be taken by a guest."""

    def __init__(self, *company: Any, **more: Any) -> None:
        """Arguments as for a company."""
        self._said: dict[int, frozenset[int]] = {}  # seat of a guest -> lights of the place that the button has chosen
        self._closing: set[int] = set()  # seats that have announced to lay their next double face down
        super().__init__(*company, **more)

    def _forget(self) -> None:
        self._said.clear()
        self._closing.clear()

    def _go_on(self) -> None:
        for tile in self._laid:
            pose = self.world.pieces[tile].pose
            if pose is not None:
                self.world.live(self._watch(self.world.pieces[tile], pose))

    # --- seats --------------------------------------------------------------------------------------------------

    def take_seat(self, seat: int) -> None:
        """The simulated person of this seat makes room; not in kolbasa, where nobody may see his own row."""
        if self.party.lore.rows:
            raise Refusal(FACE_DOWN, "face_down")
        self._person(seat).away = True

    def leave_seat(self, seat: int) -> None:
        """The simulated person comes back, and takes up what the guest has left on the cloth."""
        person = self._person(seat)
        carried = [tile for tile in self._laid if self.world.pieces[tile].place is Place.HAND]
        for tile in self._movable(seat) + [tile for tile in carried if self._laid[tile] == seat]:
            self.world.to_rack(tile, seat)
            del self._laid[tile]
        person.away = False
        self.world.look()

    def _person(self, seat: int) -> Any:
        if not 0 <= seat < self._players:
            raise Refusal(f"nobody plays at seat {seat + 1} in this match", "no_seat", seat=seat + 1)
        return self.party.people[seat]

    # --- hands --------------------------------------------------------------------------------------------------

    def lay(self, seat: int, tile: str, pose: Lying) -> None:
        """Lay a tile of the own rack, or move an own tile that does not count yet."""
        piece = self._own(seat, tile)
        width, height = self.party.area
        place = Pose(min(max(pose[0], 16.0), width - 16), min(max(pose[1], 16.0), height - 16), pose[2] % 360)
        self.world.lift(piece.index)
        self._laid[piece.index] = seat

        def down() -> None:
            if piece.place is Place.HAND:
                self.world.lay(piece.index, place)
                self.world.live(self._watch(piece, place))

        self.world.at(self.world.now + CARRY_US, down)

    def back_to_rack(self, seat: int, tile: str) -> None:
        """Take an own tile from the cloth."""
        piece = self._own(seat, tile)
        self.world.lift(piece.index)
        self.world.at(self.world.now + CARRY_US, lambda: self._stand(piece, seat))

    def draw(self, seat: int) -> None:
        """Take a tile from the bazaar into the rack."""
        bazaar = self.world.bazaar()
        if not bazaar:
            raise Refusal("the bazaar is empty", "bazaar_empty")
        piece = self.world.pieces[self.party.rng.choice(bazaar)]
        self.world.lift(piece.index)
        self.world.at(self.world.now + CARRY_US, lambda: self._stand(piece, seat))
        if self.party.draws_by_button:
            self.world.press(f"seat{seat}")

    def press(self, seat: int, kind: str) -> None:
        """Press the seat's button, "short", "double" or "long", or "knock" twice on its pad.

        Twice, where the game has that, the next double will lie face down; long takes back what the seat did last.
        Where the table asks for the hand, all of it is laid out first.
        """
        if kind == "short" and seat in self.table.eyes.shows:
            if self.world.racks[seat]:
                self.world.live(self._person(seat).show_hand())
            return
        if kind == "knock":
            self.world.knock(seat)
            return
        self.world.press(f"seat{seat}", kind)
        if self.table.eyes.asks(seat, self.world.now):
            question = self.table.eyes.questions[seat]
            self._said[seat] = question.second if kind == "double" else question.first
        elif kind == "double" and self.party.lore.closing:
            self._closing ^= {seat}
        layout = self.party.layout
        if kind == "long" and layout.tiles:
            last = next(piece for piece in self.world.pieces if (piece.low, piece.high) == layout.tiles[-1])
            if self._laid.get(last.index) == seat:
                layout.take_back()

    def press_key(self, key: str, kind: str) -> None:
        """Press a key under the display: "left", "right" or "ok", short or long."""
        self.world.press(key, kind)

    def try_seat(self, seat: int, kind: str) -> None:
        """Press a seat's button ("short") or "knock" on its pad while nobody plays: whoever tests the table may."""
        if not self.resting:
            raise Refusal("people play: seats are tried in maintenance and in the self-test only", "people_play")
        if kind == "knock":
            self.world.knock(seat)
        else:
            self.world.press(f"seat{seat}")

    def _own(self, seat: int, tile: str) -> Piece:
        """The piece of that name if this seat may move it."""
        piece = next((piece for piece in self.world.pieces if tile in (piece.name, piece.name[::-1])), None)
        if piece is None:
            raise Refusal(f"there is no tile {tile!r}")
        if piece.index not in self.world.racks[seat] and piece.index not in self._movable(seat):
            raise Refusal(f"{tile} is not yours to move now", "not_yours", tile=tile)
        return piece

    def _movable(self, seat: int) -> list[int]:
        """Tiles on the cloth that this seat has laid and that do not count."""
        counted = set(self.party.layout.tiles)
        pieces = self.world.pieces
        return [
            tile
            for tile in self.world.cloth()
            if self._laid.get(tile) == seat and (pieces[tile].low, pieces[tile].high) not in counted
        ]

    def _watch(self, piece: Piece, pose: Pose) -> Behaviour:
        """See whether the table accepts a guest's tile; then it belongs to the layout that all see.

        That may take as long as the guest thinks about a question; a refused tile counts only when it is laid again.
        """
        began, eyes, layout, seat = self.world.now, self.table.eyes, self.party.layout, self._laid[piece.index]
        patient_until = began + (LINGER_US if eyes.foul_at(seat, began, pose) else 0)
        self._said.pop(seat, None)
        yield Until(
            lambda: (
                piece.pose != pose
                or layout is not self.party.layout
                or eyes.accepted_since(pose, began)
                or eyes.foul_since(seat, patient_until, pose)
            )
        )
        if piece.pose != pose or layout is not self.party.layout or not eyes.accepted_since(pose, began):
            return
        read = layout.read(piece.low, piece.high, pose, self._end_said(seat))
        face_down = piece.double and seat in self._closing
        self._closing.clear()
        if read is not None:
            layout.add(piece.low, piece.high, *read, pose, face_down)

    def _end_said(self, seat: int) -> str:
        """The end that the seat's button chose when the table asked; empty if it did not, or asked of one place."""
        lit, arms, eyes = self._said.pop(seat, None), self.party.layout.arms, self.table.eyes
        found = {name: eyes.nearness(Pose(*arm.point), lit) for name, arm in arms.items()} if lit else {}
        return max(found, key=found.__getitem__) if len(set(found.values())) > 1 else ""

    # --- what is to be seen -------------------------------------------------------------------------------------

    def snapshot(self, seat: int | None) -> dict[str, Any]:
        """What anybody sees around the table, and the person at ``seat`` in the own rack, as JSON.

        ``cloth``: tiles with their poses; ``counts``: tiles in each rack; ``bazaar``: how many tiles; ``leds``: colours
        of the rim and the lamps; ``display``: changes with the picture; ``rack`` and ``movable``: names of own tiles;
        ``resting``: nobody plays, the seats may be tried; ``testing``: the table may be testing itself;
        ``face_down``: nobody may sit down (``take_seat``); ``ms``: the world's time.
        """
        world, pieces, rim = self.world, self.world.pieces, self.table.rim
        lying = [(pieces[tile].name, pieces[tile].pose) for tile in world.cloth()]
        return {
            "cloth": [
                {"tile": name, "pose": [round(pose.x, 1), round(pose.y, 1), round(pose.angle, 1)]}
                for name, pose in lying
                if pose is not None
            ],
            "counts": [len(rack) for rack in world.racks[: self._players]],
            "bazaar": len(world.bazaar()),
            "leds": [[rim[i + 1], rim[i], rim[i + 2]] for i in range(0, len(rim) - 2, 3)],
            "display": str(self.table.drawn),
            "resting": self.resting,
            "testing": self.testing,
            "face_down": bool(self.party.lore.rows),
            "ms": world.now // MS,
            "rack": [] if seat is None else [pieces[tile].name for tile in world.racks[seat]],
            "movable": [] if seat is None else [pieces[tile].name for tile in self._movable(seat)],
        }

    def display_png(self) -> bytes:
        """The display's picture as a PNG file. Raises Refusal where the build has no display."""
        if self.table.display is None:
            raise Refusal("this build has no display")
        return self.table.display.png(self.world.now)
