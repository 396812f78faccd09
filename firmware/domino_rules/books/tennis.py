"""The book of domino tennis: games, sets and tie-breaks of penalty points (S3; rules.md §2.12)."""

from domino_rules.shelf import take
from domino_rules.tiles import digits

GAME_LOST, SAFE, LEAD = 50, 40, 10
GAMES, SET_LEAD = 6, 2
TIEBREAK, CARRIED = 7, 25
LONE_BLANK, LONE_SIX = 50, 75
# Pips of the k cheapest tiles: with no more in hand, the points are divided instead.
MINIMAL = (0, 0, 1, 3, 5, 8, 11, 15, 19, 23, 28, 33, 38, 44, 50, 56, 62, 69, 76, 83, 91, 99)
_SETS, _GAMES, _OVER, _UNDER, _TIE = 0, 1, 2, 3, 4


class TennisBook(take("books.book").Book):
    """Accounts are lists [sets, games, numerator, denominator, tie-break or None]."""

    def new_account(self):
        """Love."""
        return [0, 0, 0, 1, None]

    def _take(self, side, line):
        account = self.match.accounts[side]
        account[_SETS], account[_GAMES] = line.get("sets", 0), line.get("games", 0)
        points = _rational(line.get("points", 0))
        if points is None:
            return False
        account[_OVER], account[_UNDER] = points
        account[_TIE] = line.get("tiebreak")
        whole = [account[_SETS], account[_GAMES]] + ([] if account[_TIE] is None else [account[_TIE]])
        return all([type(value) is int and value >= 0 for value in whole])

    def start(self, line):
        """Take starting accounts; at six all a tie-break is on."""
        fault = super().start(line)
        if fault is None:
            self._open_tiebreak()
        return fault

    # --- a rally ------------------------------------------------------------------------------------------------

    def score(self, reason, by, fisherman, values):
        """Count a rally for the loser of an exit, for both at a fish."""
        match = self.match
        if match.server is None:
            match.server = match.opened_by
        if match.tb_first is None:
            match.tb_first = match.server
        counts = self.tile_counts() or [None, None]
        losers = [1 - by] if reason == "exit" else [0, 1]
        if match.accounts[0][_TIE] is not None:
            return self._tiebreak(reason, losers, counts, values), False
        recorded = [0, 0]
        for side in losers:
            recorded[side] = self._add(side, counts[side], values[side])
        for side in (0, 1):
            if self._game_lost(side):
                self._win_game(1 - side, counts[side] == 1 and values[side] == LONE_SIX)
                break
        return recorded, False

    def _add(self, side, count, value):
        """Write one hand; returns the change."""
        account = self.match.accounts[side]
        over, under = account[_OVER], account[_UNDER]
        if count is not None and 2 <= count < len(MINIMAL) and value == MINIMAL[count]:
            new = _lowest(over, under * count)
        else:
            new = _lowest(over + value * under, under)
        account[_OVER], account[_UNDER] = new
        over, under = _lowest(new[0] * under - over * new[1], new[1] * under)
        return over if under == 1 else "%d/%d" % (over, under)

    def _game_lost(self, side):
        own, other = self.match.accounts[side], self.match.accounts[1 - side]
        over, under = own[_OVER], own[_UNDER]
        lead = over * other[_UNDER] - other[_OVER] * under
        return over >= GAME_LOST * under and (
            other[_OVER] < SAFE * other[_UNDER] or lead >= LEAD * under * other[_UNDER]
        )

    def _tiebreak(self, reason, losers, counts, values):
        """Penalty units of a rally of the tie-break."""
        match = self.match
        units = [0, 0]
        lone = [values[s] if counts[s] == 1 and values[s] in (LONE_BLANK, LONE_SIX) else 0 for s in (0, 1)]
        lost = [side for side in losers if lone[side] == LONE_SIX]
        blanks = [side for side in losers if lone[side] == LONE_BLANK]
        if blanks and not lost:
            units[blanks[0]] = 2
        elif not lost:
            for side in losers:
                if reason == "exit" or values[side] == max(values):
                    units[side] = 1
        for side in (0, 1):
            match.accounts[side][_TIE] += units[side]
        match.rally += 1
        ties = [account[_TIE] for account in match.accounts]
        if not lost:
            lost = [s for s in (0, 1) if ties[s] >= TIEBREAK and ties[s] - ties[1 - s] >= 2]
        if lost:
            match.accounts[1 - lost[0]][_GAMES] += 1
            match.server, match.tb_first = _other(match.tb_first), None
            self._win_set(1 - lost[0], False)
        return units

    # --- games and sets -----------------------------------------------------------------------------------------

    def _win_game(self, side, carried):
        """A game is over; the serve passes, and a lone 6-6 is carried into the next normal game."""
        match = self.match
        for account in match.accounts:
            account[_OVER], account[_UNDER] = 0, 1
        match.accounts[side][_GAMES] += 1
        match.server, match.tb_first = _other(match.server), None
        games = [account[_GAMES] for account in match.accounts]
        if games[side] >= GAMES and games[side] - games[1 - side] >= SET_LEAD:
            self._win_set(side, carried)
        elif games == [GAMES, GAMES]:
            self._open_tiebreak()
        elif carried:
            match.accounts[1 - side][_OVER] = CARRIED

    def _open_tiebreak(self):
        match = self.match
        if [account[_GAMES] for account in match.accounts] == [GAMES, GAMES]:
            match.rally, match.tb_first = 0, match.server
            for account in match.accounts:
                account[_TIE] = account[_TIE] or 0

    def _win_set(self, side, carried):
        match = self.match
        for account in match.accounts:
            account[_GAMES], account[_OVER], account[_UNDER], account[_TIE] = 0, 0, 1, None
        match.accounts[side][_SETS] += 1
        if carried and not self.verdict_of_match():
            match.accounts[1 - side][_OVER] = CARRIED

    def verdict_of_match(self):
        """(winners, losers) when a player has the agreed number of sets."""
        for side in (0, 1):
            if self.match.accounts[side][_SETS] >= self.match.params["sets_to_win"]:
                return self.parties([side], False)
        return None

    def next_opener(self, reason, by, fisherman, values):
        """The server of the game; in a tie-break they serve 1, 2, 2, 2 …, or change after every rally."""
        match = self.match
        match.opener, match.opener_rule = match.server, "lot"
        if match.accounts[0][_TIE] is not None:
            turn = (match.rally + 1) // 2 if match.params["tb_serve"] == "tennis" else match.rally
            if match.tb_first is not None:
                match.opener = (match.tb_first + turn) % 2


def _other(seat):
    return None if seat is None else 1 - seat


def _lowest(over, under):
    """A fraction in lowest terms."""
    a, b = abs(over), under
    while b:
        a, b = b, a % b
    return over // a, under // a


def _rational(value):
    """(numerator, denominator) of an integer or of a text like "69/2", else None."""
    if type(value) is int:
        return value, 1
    if type(value) is not str:
        return None
    over, _, under = value.partition("/")
    if not (digits(over) and digits(under) and len(value) < 60 and int(under)):
        return None
    return _lowest(int(over), int(under))


BOOK = TennisBook
