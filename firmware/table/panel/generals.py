"""The display in General Kozel: how often each team was General, and who of the waiting teams sits at the table."""

from table.panel.boards import Board
from table.panel.screen import WHITE


class GeneralBoard(Board):
    """Accounts are Generals; where teams take turns, seats 0 and 2 have one team and 1 and 3 the other."""

    def name(self, seat):
        names = self._panel._referee.record.line["seats"]
        return names[seat] if len(names) < 5 else self._pair(self._match.side_of(seat))[seat // 2]

    def teams(self, teams):
        """Names of teams, for a message."""
        pairs = [self._pair(team) for team in teams]
        return [("pair", {"name": pair[0], "other": pair[1]}) for pair in pairs]

    def _pair(self, team):
        """The two of a team: the first four names are teams 0 and 1 as they sat down, then two for each that waits."""
        names = self._panel._referee.record.line["seats"]
        return [names[team], names[team + 2]] if team < 2 else names[2 * team : 2 * team + 2]

    def _points(self, side, account):
        return str(account.get("generals", 0)), WHITE

    def _sides_won(self):
        return self._panel.won if self._match.sides > 2 else Board._sides_won(self)

    def _middle(self, texts):
        match = self._match
        self.above("")
        self._screen.ends(self._ends())
        self.facts([texts("next"), self._panel._words(self.teams(match.waiting[:1]))] if match.waiting else [])
