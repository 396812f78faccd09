"""The display in other games than Kozel: their accounts, what waits between the rounds, and who has won.

Loaded for each drawing of such a game, with what only that kind of game shows; see ``board``.
"""

from domino_rules.tiles import count
from table.once import forget
from table.panel.screen import GROUND, RED, WHITE, YELLOW

_SMALL, _BOLD = 0, 1


def board(panel, match):
    """What shows this match on the screen of a panel: a Board, or one for tennis, General Kozel or a cross."""
    kind = Board
    if match.SERVE:
        from table.panel.tennis import TennisBoard as kind

        forget("table.panel.tennis")
    elif match.params["spinner_rule"] != "none":
        from table.panel.arms import CrossBoard as kind

        forget("table.panel.arms")
    elif match.BOOK == "general":
        from table.panel.generals import GeneralBoard as kind

        forget("table.panel.generals")
    elif match.BOOK == "morskoy":
        from table.panel.sea import SeaBoard as kind

        forget("table.panel.sea")
    return kind(panel, match)


class Board:
    """Accounts and ends of a match with a line; what games do otherwise is a subclass."""

    def __init__(self, panel, match):
        self._panel = panel
        self._screen = panel._screen
        self._match = match

    def show(self, match, number):
        """Put everything but clock and message on the screen; ``number``: the round in words."""
        self._match = match
        self._title(number)
        accounts = match.account_lines() if match.accounts else None
        for seat in range(match.seats):
            side = match.side_of(seat)
            self._card(seat, side, accounts[side] if accounts else {})
        self._middle(self._panel._texts)

    def name(self, seat):
        """Who sits there."""
        return self._panel._referee.record.line["seats"][seat]

    # What subclasses change

    def _title(self, number):
        """The game and its target; the round, and of how many where that is agreed."""
        texts, params = self._panel._texts, self._match.params
        game = texts("game." + self._panel._referee.record.line["game"])
        target = params.get("target") or params.get("generals_limit")
        if target and not game.endswith(str(target)):
            game = "%s \u00b7 %s" % (game, texts("to", points=target))
        if number and params.get("rounds"):
            number = "%s / %d" % (number, params["rounds"])
        self._screen.title(game, number)

    def _points(self, side, account):
        """(text, colour) of an account."""
        if "opened" not in account:
            return str(account.get("score", 0)), WHITE
        return (str(account["score"]), RED) if account["opened"] else ("+%d" % account["remembered"], YELLOW)

    def _mark(self, seat):
        """What stands before the name of a seat."""
        return "\u2713 " if self._match.phase == "match_over" and self._match.side_of(seat) in self._sides_won() else ""

    def _gain(self, seat):
        """What stands behind the name of a seat: points that its turn has just earned, say."""
        return ""

    def _sides_won(self):
        return [self._match.side_of(seat) for seat in self._panel.won]

    def _middle(self, texts):
        """Between the cards: the carry or what else waits, the open ends, and facts in small letters."""
        match = self._match
        self.above("%s +%d" % (texts("fish"), match.carry) if match.carry else "")
        self._screen.ends(self._ends())
        facts = [texts("stock", count=match.stock_count)] if match.stock_count else []
        sausages = getattr(match.layout, "sausages", 0)
        if sausages:
            facts.append(texts("sausages", count=sausages))
        self.facts(facts)

    # Helpers

    def _card(self, seat, side, account):
        match = self._match
        tiles = match.unseen[seat] + count(match.hands[seat]) if match.phase == "play" else None
        text, colour = self._points(side, account)
        screen, gain = self._screen, self._gain(seat)
        name = self._mark(seat) + self._panel.shown(self.name(seat))
        name = screen.cut(name, 104 - screen.fonts[_SMALL].width(gain)) + gain
        screen.card(seat, name, text, colour, tiles, match.turn == seat)

    def _ends(self):
        ends = self._match.layout.ends() if self._match.phase == "play" else ()
        return " \u2013 ".join([str(value) for _, value in ends])

    def above(self, text, colour=YELLOW):
        """One line between the clock and the ends."""
        self._screen.put("carry", 110, 82, 100, 26, GROUND, (_BOLD, text, colour, None, 0))

    def facts(self, lines):
        """Up to two small lines under the ends."""
        items = [(_SMALL, self._screen.cut(line, 100), WHITE, None, 19 * i) for i, line in enumerate(lines[:2])]
        self._screen.put("facts", 110, 152, 100, 38, GROUND, *items)
