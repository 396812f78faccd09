"""The referee: the lines of a record in, verdicts and what follows from them out (record-format.md).

It keeps the record packed, judges every line as it comes, and when an arbiter corrects an earlier line or its remedy,
judges the record again from there and says what changed.
"""

from domino_rules import packed, record
from domino_rules.judge import Judge
from domino_rules.tape import Tape

_NOT_JSON = b"\xff"
_NOT_LINE = b"\xfe"
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
        self._deal = None  # (number of the last accepted deal, the judge just before it)

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

    def feed_text(self, text: "str | bytes") -> "list[dict[str, object]]":
        """Take one line as text (str, or bytes of UTF-8). Returns the output lines; none for a blank line."""
        try:
            if type(text) is not str:
                text = bytes(text).decode()
            if not text.strip():
                self.tape.append(b"")
                return []
            line = record.parse(text)
        except (ValueError, TypeError):
            self.tape.append(_NOT_JSON)
            return [_verdict(self.n, "bad_json")]
        return self.feed(line)

    def feed(self, line: "dict[str, object]") -> "list[dict[str, object]]":
        """Take one line as a dict. Returns its verdict and the derived lines (record-format.md §2)."""
        data = _NOT_LINE
        if type(line) is dict:
            try:
                data = packed.encode(line)
            except ValueError:
                pass
        if len(data) > _LONGEST:
            data = _NOT_LINE
        before = self._snapshot(line, data)
        self.tape.append(data)
        n = self.n
        if data == _NOT_LINE:
            return [_verdict(n, "bad_line")]
        out = self._judge.judge(n, line, None, self._known)
        if out[0]["ok"]:
            if before is not None:
                self._deal = (n, before)
            elif line["type"] in ("correct", "rule"):
                self._edits.append(n)
                out.extend(self._judge_again(n))
        return out

    def _snapshot(self, line, data):
        if data != _NOT_LINE and line.get("type") == "deal" and self.phase in ("await_deal", "round_over"):
            return self._judge.clone()
        return None

    def _known(self, ref):
        return 0 < ref < self.n and self.tape.get(ref) != b""

    # --- corrections --------------------------------------------------------------------------------------------

    def _changes(self, edits, last):
        """What the given ``correct`` and ``rule`` lines make of the lines before ``last``.

        Returns:
            ({number: replacement line or None}, {number: remedy}). The last word on a line wins, so they are taken
            from the last to the first; a replaced or struck correction counts as what it has become.
        """
        lines, remedies = {}, {}
        for n in range(last, 0, -1):
            if n in lines:
                line = lines[n]
            elif n in edits:
                line = packed.decode(self.tape.get(n))
            else:
                continue
            if line is None or type(line.get("ref")) is not int or not 0 < line["ref"] < n:
                continue
            ref = line["ref"]
            if line.get("type") == "correct" and "to" in line and ref not in lines and self.tape.get(ref) != b"":
                lines[ref] = line["to"]
            elif line.get("type") == "rule" and ref not in remedies:
                remedies[ref] = line.get("remedy")
        return lines, remedies

    def _judge_again(self, n):
        """Judge the lines before n as they were understood and as they are now; tell the difference."""
        old = self._changes(self._edits[:-1], n - 1)
        new = self._changes(self._edits, n)
        first = _first_change(old, new, n)
        if first == n:
            return []
        if self._deal and self._deal[0] <= first:
            first = self._deal[0]
            before, after = self._deal[1].clone(), self._deal[1].clone()
        else:
            first = 1
            before, after = Judge(), Judge()
        t = self._judge.last_t
        self._deal = None
        out = []
        for k in range(first, n):
            was = self._step(before, k, old, False)
            now = self._step(after, k, new, True)
            _tell(k, was, now, out)
        after.last_t = max(t, after.last_t)
        self._judge = after
        return out

    def _step(self, judge, n, changes, keep):
        """Judge line n as the changes make it; ``keep`` remembers where the last deal was."""
        lines, remedies = changes
        if n in lines:
            line = lines[n]
            if line is None:
                return []
        else:
            data = self.tape.get(n)
            if data == b"":
                return []
            if data in (_NOT_JSON, _NOT_LINE):
                return [_verdict(n, "bad_json" if data == _NOT_JSON else "bad_line")]
            line = packed.decode(data)
        before = None
        if keep and line.get("type") == "deal" and judge.match and judge.match.phase != "play":
            before = judge.clone()
        out = judge.judge(n, line, remedies.get(n), lambda ref: 0 < ref < n and self.tape.get(ref) != b"")
        if before is not None and out[0]["ok"]:
            self._deal = (n, before)
        return out


def _verdict(n, code):
    return {"type": "verdict", "n": n, "ok": False, "code": code}


def _first_change(old, new, n):
    """Number of the first line that two sets of changes treat differently."""
    first = n
    for i in (0, 1):
        for k in list(old[i]) + list(new[i]):
            if k < first and ((k in old[i]) != (k in new[i]) or old[i][k] != new[i][k]):
                first = k
    return first


def _tell(n, was, now, out):
    """Append what changed in the judgement of line n: the verdict, then the derived lines."""
    a, b = _essence(was), _essence(now)
    if a != b:
        out.append({"type": "rejudged", "n": n, "ok": b[0], "code": b[1], "seat": b[2]})
    for i in range(1, len(now)):
        if i >= len(was) or was[i] != now[i]:
            line = dict(now[i])
            line["rederived"] = n
            out.append(line)


def _essence(out):
    """(ok, code, seat) of a judgement; a line struck out is nobody's fault."""
    if not out:
        return True, None, None
    return out[0]["ok"], out[0].get("code"), out[0].get("seat")
