"""The display in games on a cross: the four arms as they lie, closed ones marked, and the sum where fives count.

The spinner stands in the middle, small; an arm that is closed shows a multiplication sign, one that has to wait for
the spinner's two sides nothing.
"""

from table.panel.boards import Board
from table.panel.screen import CARD, GREY, GROUND, WHITE

_SMALL, _BOLD = 0, 1
_WIDTH = 100
# Where an arm's number stands on the field: x of its middle, y.
_PLACES = {"L": (18, 27), "R": (82, 27), "U": (50, 2), "D": (50, 52)}


class CrossBoard(Board):
    """The bazaar is told at the top: the cross needs the room."""

    def _title(self, number):
        stock = self._match.stock_count
        if stock:
            number = "%s \u00b7 %s" % (self._panel._texts("stock", count=stock), number)
        Board._title(self, number)

    def _gain(self, seat):
        match = self._match
        award = getattr(match, "award", None) if match.phase == "play" and seat == match.last else None
        return " +%d" % award[1] if award and award[1] else ""

    def _middle(self, texts):
        match = self._match
        playing = match.phase == "play" and match.layout.count
        if match.BOOK in ("winnings", "telefon"):
            points = match.layout.ends_sum()
            self.above(texts("sum", points=points) if playing else "", GREY if points % 5 else WHITE)
        else:
            self.above("%s +%d" % (texts("fish"), match.carry) if match.carry else "")
        self._screen.put("cross", 110, 110, _WIDTH, 78, CARD if playing else GROUND, *(self._arms() if playing else ()))

    def _arms(self):
        layout = self._match.layout
        arms, ends = layout.state()["arms"], [name for name, _ in layout.ends()]
        items = []
        for name in layout.ARMS:
            if name in arms:
                value = arms[name]["open"]
                if value < 0:
                    items.append(self._item(name, "\u00d7", GREY))
                elif name in ends:
                    items.append(self._item(name, str(value), WHITE))
        middle = "\u2013" if layout.spinner < 0 else "%d-%d" % (layout.spinner, layout.spinner)
        items.append((_SMALL, middle, GREY, None, 30))
        return items

    def _item(self, name, text, colour):
        x, y = _PLACES[name]
        return (_BOLD, text, colour, x - self._screen.fonts[_BOLD].width(text) // 2, y)
