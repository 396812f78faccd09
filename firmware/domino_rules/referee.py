"""The referee: the lines of a record in, verdicts and what follows from them out (record-format.md).

It keeps the record packed, judges every line as it comes, and when an arbiter corrects an earlier line or its remedy,
judges the record again from there and says what changed.
"""

from domino_rules import packed
from domino_rules.judge import Judge
from domino_rules.shelf import put_back, seldom, take
from domino_rules.tape import Tape

# What the tape keeps of a line that is not JSON, or not an object with a JSON form.
NOT_JSON = b"\xff"
NOT_LINE = b"\xfe"
_LONGEST = 60000


class Referee:
    """Referee of one record, from its ``match`` line on.

    ``feed`` and ``feed_text`` never raise, whatever they are given. One call takes the time of one verdict; a
    ``correct`` or ``rule`` line takes that of all verdicts since the line it names (since the deal, within a round).
    """

    def __init__(self) -> None:
        self.tape = Tape()
        self._judge = Judge()
        self._edits = []
        self._deal = None  # (number of the last accepted deal, the judge just before it as ``saved``)

    # --- reading ------------------------------------------------------------------------------------------------

    @property
    def n(self) -> int:
        """Number of the last line, blank ones included."""
        return len(self.tape)

    @property
    def match(self):
        """The match (domino_rules.match.Match), or None before a good ``match`` line."""
        return self._judge.match

    @property
    def phase(self) -> str:
        """The match's, or "await_match": "await_deal", "await_deal", "play", "round_over" or "match_over"."""
        return self.match.phase if self.match else "await_match"

    @property
    def turn(self) -> "int | None":
        """Seat that must act, or None."""
        return self.match.turn if self.match else None

    @seldom
    def legal_plays(self, seat: int) -> "list[tuple[int, str | None]]":
        """Single placements that the known tiles of a seat allow, as (tile number, arm or None for the first tile)."""
        return self.match.legal_plays(seat) if self.phase == "play" else []

    def can_play(self, seat: int) -> bool:
        """Whether a known tile of a seat fits an open end."""
        return self.phase == "play" and self.match.can_play(seat)

    def must_draw(self, seat: int) -> bool:
        """Whether a seat must take a tile from the bazaar now."""
        return self.phase == "play" and self.match.must_draw(seat)

    def state(self) -> "dict[str, object]":
        """Everything a display needs, see ``domino_rules.state``."""
        from domino_rules.state import state

        return state(self.n, self._judge)

    # --- feeding ------------------------------------------------------------------------------------------------

    @seldom
    def feed_text(self, text: "str | bytes") -> "list[dict[str, object]]":
        """Take one line as text (str, or bytes of UTF-8). Returns the output lines; none for a blank line."""
        try:
            if type(text) is not str:
                text = take("jsontext").decoded(text)
            if not text.strip():
                self.tape.append(b"")
                return []
            line = take("jsontext").parse(text)
        except (ValueError, TypeError):
            self.tape.append(NOT_JSON)
            return [refusal(self.n, "bad_json")]
        return self.feed(line)

    def feed(self, line: "dict[str, object]") -> "list[dict[str, object]]":
        """Take one line as a dict. Returns its verdict and the derived lines (record-format.md, Answers)."""
        data = NOT_LINE
        if type(line) is dict:
            try:
                data = packed.encode(line)
            except ValueError:
                pass
        if len(data) > _LONGEST:
            data = NOT_LINE
        before = self._snapshot(line, data)
        self.tape.append(data)
        n = self.n
        if data == NOT_LINE:
            return [refusal(n, "bad_line")]
        out = self._judge.judge(n, line, None, self._known)
        if out[0]["ok"]:
            if before is not None:
                self._deal = (n, before)
            elif line["type"] in ("correct", "rule"):
                self._judge_again(n, out)
        return out

    @seldom
    def _judge_again(self, n, out):
        """Line n, just accepted, changes what the lines before it mean; what changes with that is added to ``out``."""
        self._edits.append(n)
        self._judge, self._deal, changed = take("corrections").judge_again(
            self.tape, self._edits, self._judge, self._deal
        )
        put_back()
        out.extend(changed)

    @seldom
    def _snapshot(self, line, data):
        if data != NOT_LINE and line.get("type") == "deal" and self.phase in ("await_deal", "round_over"):
            return self._judge.saved()
        return None

    def _known(self, ref):
        return 0 < ref < self.n and self.tape.get(ref) != b""


def refusal(n, code):
    """The verdict on a line that says nothing."""
    return {"type": "verdict", "n": n, "ok": False, "code": code}
