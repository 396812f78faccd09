"""Corrections: judge the record as it is understood now, and tell what changed (record-format.md, Corrections)."""

from domino_rules import packed
from domino_rules.judge import Judge
from domino_rules.match import copy
from domino_rules.referee import NOT_JSON, NOT_LINE, refusal


def judge_again(tape, edits, judge, deal):
    """Judge the lines before the last one as they were understood before it and as they are with it.

    Args:
        tape: the record; its last line is an accepted ``correct`` or ``rule``.
        edits: numbers of all such lines, ascending.
        judge: the judge of the record so far.
        deal: (number of the last accepted deal, the judge just before it as ``saved``), or None.

    Returns:
        (judge, deal, output lines) that hold from now on.
    """
    n = len(tape)
    old = changes_of(tape, edits[:-1], n - 1)
    new = changes_of(tape, edits, n)
    first = _first_change(old, new, n)
    if first == n:
        return judge, deal, []
    if deal and deal[0] <= first:
        first = deal[0]
        before, after = restored(deal[1]), restored(deal[1])
    else:
        first = 1
        before, after = Judge(), Judge()
    since, deal = deal, None
    out = []
    for k in range(first, n):
        was = step(tape, before, k, old)[1]
        start, now = step(tape, after, k, new)
        if start is not None:
            deal = (k, start)
        elif first > 1 and since and k == since[0]:
            # Without this deal the round before is what lies on the table, and the saved judge knows nothing of it.
            return judge_again(tape, edits, judge, None)
        _tell(k, was, now, out)
    # A line struck out is no longer there to be older than; the last one, just accepted, is.
    after.last_t = max(after.last_t, packed.decode(tape.get(n)).get("t", 0))
    return after, deal, out


def restored(saved):
    """The judge that ``Judge.saved`` told of."""
    judge = Judge()
    match, judge.opened, judge.last_t, judge.round_end, judge.match_end = saved
    if match:
        kind, seats, params, kept = match
        judge.match = kind(seats, params)
        judge.match.profile = judge.opened.get("profile")
        for name, value in zip(kind.KEPT, kept):
            setattr(judge.match, name, copy(value))
    return judge


def changes_of(tape, edits, last):
    """What the given ``correct`` and ``rule`` lines make of the lines before ``last``.

    Returns:
        ({number: replacement line or None}, {number: remedy}). The last word on a line wins, so they are taken from
        the last to the first; a replaced or struck correction counts as what it has become.
    """
    lines, remedies = {}, {}
    for n in range(last, 0, -1):
        if n in lines:
            line = lines[n]
        elif n in edits:
            line = packed.decode(tape.get(n))
        else:
            continue
        if line is None or type(line.get("ref")) is not int or not 0 < line["ref"] < n:
            continue
        ref = line["ref"]
        if line.get("type") == "correct" and "to" in line and ref not in lines and tape.get(ref) != b"":
            lines[ref] = line["to"]
        elif line.get("type") == "rule" and ref not in remedies:
            remedies[ref] = line.get("remedy")
    return lines, remedies


def step(tape, judge, n, changes):
    """Judge line n as the changes make it: (the judge before it where it is an accepted deal, output lines)."""
    lines, remedies = changes
    if n in lines:
        line = lines[n]
        if line is None:
            return None, []
    else:
        data = tape.get(n)
        if data == b"":
            return None, []
        if data in (NOT_JSON, NOT_LINE):
            return None, [refusal(n, "bad_json" if data == NOT_JSON else "bad_line")]
        line = packed.decode(data)
    start = None
    if line.get("type") == "deal" and judge.match and judge.match.phase != "play":
        start = judge.saved()
    out = judge.judge(n, line, remedies.get(n), lambda ref: 0 < ref < n and tape.get(ref) != b"")
    return start if out[0]["ok"] else None, out


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
    before = [_normative(line) for line in was[1:]]
    for line in now[1:]:
        if _normative(line) in before:
            before.remove(_normative(line))
        else:
            line = dict(line)
            line["rederived"] = n
            out.append(line)


def _normative(line):
    """A derived line without its ``detail``, which may change unreported, like that of a verdict."""
    return {name: line[name] for name in line if name != "detail"}


def _essence(out):
    """(ok, code, seat) of a judgement; a line struck out is nobody's fault."""
    if not out:
        return True, None, None
    return out[0]["ok"], out[0].get("code"), out[0].get("seat")
