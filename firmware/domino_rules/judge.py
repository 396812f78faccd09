"""The judge: one line after another in, a verdict and what follows from it out.

It knows the match as the lines so far make it, and nothing of corrections: the referee feeds it the record as
corrected. Codes and their order of precedence are those of record-format.md, Answers.
"""

from domino_rules import schema
from domino_rules.shelf import put_back, seldom, take

FOULS = (
    "wrong_tile",
    "wrong_turn",
    "false_pass",
    "false_draw",
    "wrong_opening",
    "too_many_tiles",
    "overdraw",
    "illegal_close",
    "wrong_hand",
    "misdeal",
    "timeout",
)
_QUIET = ("ask", "answer", "note", "seal")


class Judge:
    """State of a record as judged so far.

    Attributes:
        match: the match, or None before a good ``match`` line.
        opened: that line.
        round_end, match_end: the last such lines, or None.
    """

    def __init__(self):
        self.match = self.opened = self.round_end = self.match_end = None
        self.last_t = 0

    @seldom
    def saved(self):
        """All that a judge knows between rounds, in little memory; ``corrections.restored`` makes a judge of it."""
        match = self.match
        return (
            match and (type(match), match.seats, match.params, match.kept()),
            self.opened,
            self.last_t,
            self.round_end,
            self.match_end,
        )

    def judge(self, n, line, ruled=None, known=None):
        """Judge line n.

        Args:
            ruled: the remedy an arbiter decided for this line, or None.
            known: function that tells whether there is a line of a number, for ``correct`` and ``rule``.

        Returns:
            The verdict, then the derived lines.
        """
        code, seat, detail = self._well_formed(line) or (None, line.get("seat"), None)
        if self.match:
            self.match.line = n
        if code is None:
            kind = line["type"]
            if kind == "correct" or kind == "rule":
                code, detail = self._refers(kind, line, known)
            elif kind not in _QUIET:
                code, seat, detail = self._act(kind, line, False)
            if code != "bad_line":
                self.last_t = line.get("t", self.last_t)
        verdict = {"type": "verdict", "n": n, "ok": code is None}
        if code is not None:
            verdict["code"] = code
            if detail is not None:
                verdict["detail"] = detail
        if code in FOULS or code is None and ruled and self.match:
            remedy = take("remedies").follow(self, n, line, code, seat, ruled)
            if code:
                verdict["seat"], verdict["certain"], verdict["remedy"] = seat, True, remedy
            put_back()
        elif code is not None:
            put_back()
        return [verdict] + self._derived()

    @seldom
    def _refers(self, kind, line, known):
        """(None or a code, detail) of a line about an earlier one."""
        if not known or not known(line["ref"]):
            return "no_such_line", None
        allowed = self.match and kind == "rule" and take("penalties").fault(self.match, line["remedy"])
        put_back()
        return ("bad_line", {"field": "remedy", "allowed": allowed}) if allowed else (None, None)

    def act(self, line, force):
        """Do what a line says, whatever rule is broken where ``force``. Returns None or a code."""
        return self._act(line["type"], line, force)[0]

    def _derived(self):
        match = self.match
        if match is None:
            return []
        news, match.news = match.news, []
        for line in news:
            if line["type"] == "round_end":
                self.round_end = line
            elif line["type"] == "match_end":
                self.match_end = line
        return news

    def _well_formed(self, line):
        """None, or (code, seat, detail) of a line that cannot be understood at all."""
        wrong = schema.fault(line)
        if wrong is None and line.get("t", self.last_t) < self.last_t:
            wrong = "t"
        if wrong is None:
            kind = line["type"]
            if kind == "match":
                misplaced = self.match is not None
            elif self.match is None:
                misplaced = kind not in ("correct", "rule")
            elif kind == "turn_up":
                misplaced = not hasattr(self.match, "rows")
            else:
                misplaced = kind in ("deal", "result", "lot") and self.match.phase == "play"
            if misplaced:
                wrong = "type"
        return wrong and ("bad_line", None, {"field": wrong})

    def _act(self, kind, line, force):
        """Do what a line says. Returns (code, seat, detail)."""
        match = self.match
        if kind in ("match", "deal", "result"):
            return self._of_a_round(kind, line, force)
        seat = line["seat"]
        if not 0 <= seat < match.seats:
            return "bad_seat", None, None
        code, tiles = self._tiles(kind, line)
        if code is None and match.phase == "match_over":
            code = "match_over"
        if code is None:
            code = self._seat_acts(kind, line, seat, tiles, force)
        return code, seat, None if force or code is None else take("faults").detail(match, code, seat)

    @seldom
    def _of_a_round(self, kind, line, force):
        """As ``_act`` of a line that begins the match or a round, or tells how one ended."""
        if kind == "match":
            match, code, fault = take("setup").open_match(line)
            put_back()
            if match:
                self.match, self.opened = match, line
                match.profile = line.get("profile")
            return code, None, fault and {"allowed": fault}
        if kind == "deal":
            answer = take("dealing").deal(self.match, line, force)
        else:
            answer = take("scorekeeper").result(self.match, line)
        put_back()
        return answer

    def _tiles(self, kind, line):
        """(None, tiles that the line names, as the match takes them), or (code, None)."""
        match = self.match
        if kind == "play":
            moves = line.get("moves") or [line]
            found = []
            for move in moves:
                pair = match.tiles.halves(move["tile"])
                if pair is None:
                    return "bad_tile", None
                tile = match.tiles.number(pair[0], pair[1])
                found.append((tile, move.get("end"), bool(move.get("closed")), pair[0] > pair[1]))
            return None, found
        if kind == "reveal":
            return self._revealed(match, line)
        tile = line.get("tile") if kind in ("draw", "lot", "turn_up") else None
        if tile is not None:
            tile = match.tiles.parse(tile)
            if tile is None:
                return "bad_tile", None
        return None, tile

    @seldom
    def _revealed(self, match, line):
        """(Code, mask of the tiles that are shown): -1 where one is shown twice."""
        code, mask = match.tiles.mask(line["hand"], 0)
        if code == "duplicate_tile":  # told only where a hand may be shown at all
            code, mask = None, -1
        if hasattr(match, "rows") and code is None:
            match.shown_row = [match.tiles.parse(name) for name in line["hand"]]
        return code, mask

    def _seat_acts(self, kind, line, seat, tiles, force):
        match = self.match
        if kind == "play":
            if match.exposed and not force:
                withheld = take("remedies").withheld(match, seat, tiles)
                put_back()
                if withheld:
                    return "wrong_tile"
            return match.lay(seat, tiles, force)
        if kind == "draw":
            return match.draw(seat, tiles, force)
        if kind == "pass":
            return match.pass_(seat, force)
        if kind == "reveal":
            return match.reveal(seat, tiles)
        if kind == "lot":
            return take("opening").lot(match, seat, tiles)
        if kind == "turn_up":
            return match.turn_up(seat, tiles)
        if kind == "claim":
            return match.claim(seat, line["what"])
        return "timeout"
