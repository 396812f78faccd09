"""The display in domino tennis: penalty points left, sets and games right of them, a dot before the server's name."""

from table.panel.boards import Board
from table.panel.screen import CARD, GREY, GROUND, WHITE

_SMALL, _LARGE = 0, 2
_LEFT, _WIDTH = 212, 106
_TOPS = (110, 26)


class TennisBoard(Board):
    """Only seats 0 and 1 play: the right side of the screen is theirs too."""

    def _points(self, side, account):
        return str(account.get("tiebreak", account.get("points", 0))), WHITE

    def _mark(self, seat):
        serves = self._match.server == seat and self._match.phase != "match_over"
        return "\u2022 " if serves else Board._mark(self, seat)

    def _card(self, seat, side, account):
        Board._card(self, seat, side, account)
        texts, half = self._panel._texts, _WIDTH // 2
        words = (texts("sets"), texts("games"))
        values = (account.get("sets", 0), account.get("games", 0))
        head, body = [], []
        for i in (0, 1):
            for items, font, word, colour, y in (
                (head, _SMALL, words[i], GREY, 1),
                (body, _LARGE, str(values[i]), WHITE, 8),
            ):
                x = half * i + (half - self._screen.fonts[font].width(word)) // 2
                items.append((font, word, colour, x, y))
        self._screen.put("set head%d" % seat, _LEFT, _TOPS[seat], _WIDTH, 20, GROUND, *head)
        self._screen.put("set%d" % seat, _LEFT, _TOPS[seat] + 20, _WIDTH, 58, CARD, *body)

    def _middle(self, texts):
        match = self._match
        self.above(texts("tiebreak") if "tiebreak" in match.account_lines()[0] else "", WHITE)
        self._screen.ends(self._ends())
        self.facts([texts("stock", count=match.stock_count)] if match.stock_count else [])
