"""Commands of the PC: what an arbiter or the page may ask of the table (link/PROTOCOL.md, section 2.5)."""

from table.once import forget
from table.referee import amend, begin

# Lines that an arbiter may write into the record himself.
LEVELS = ("record", "signal", "enforce")
_LINES = ("correct", "rule", "reveal", "result", "timeout", "note", "claim")


def command(referee, name, arguments):
    """Do a command on a TableReferee and return its result (what JSON can hold).

    new_match: fields of the ``match`` line, those that are missing as in the match on the table; another game or preset
    has its own parameters. language: ``name``.
    level: ``name``, what is done about breaches: record, signal or enforce; to and from enforce with the next match.
    names: ``seats``, for the next match. undo: the last act. answer: ``id``, ``choice`` (index). maintenance: ``on``.
    set_clock: ``seconds`` since 2000, UTC. line: ``line``, one of the arbiter's lines.

    Raises ValueError with a text for a person.
    """
    done = _COMMANDS.get(name)
    if done is None:
        raise ValueError("unknown command: " + name)
    try:
        return done(referee, arguments)
    finally:
        forget("table.referee.amend")
        forget("table.referee.begin")


def _new_match(referee, arguments):
    line = begin.like_this_one(referee)
    if "game" in arguments or "preset" in arguments:
        line.pop("params", None)
    if "game" in arguments:
        line.pop("preset", None)
    line.update(arguments)
    line["type"], line["v"] = "match", 1
    begin.new_match(referee, line)
    return {"seats": line["seats"]}


def _language(referee, arguments):
    amend.set_language(referee, arguments.get("name"))
    return {"language": referee.language}


def _level(referee, arguments):
    name = arguments.get("name")
    if name not in LEVELS:
        raise ValueError("level must be one of " + ", ".join(LEVELS))
    line = referee.record.line
    now = ("level" in line) == (name != "enforce")
    if now and name != "enforce":
        line["level"] = name
    referee.game["level"] = name
    referee.version += 1
    return {"level": name, "now": now}


def _names(referee, arguments):
    seats = arguments.get("seats")
    if not isinstance(seats, list) or not all([isinstance(name, str) for name in seats]):
        raise ValueError("seats must be a list of names")
    referee.names = seats
    return {"seats": seats}


def _undo(referee, arguments):
    if not amend.undo(referee):
        raise ValueError("nothing can be taken back")
    return {"n": referee.record.count}


def _answer(referee, arguments):
    question = referee.acts.question
    choice = arguments.get("choice")
    if not question or arguments.get("id") != question[0]:
        raise ValueError("that question is over")
    if not isinstance(choice, int) or not 0 <= choice < len(question[3]):
        raise ValueError("choice must be the number of one of the choices")
    seat = question[3][choice] if question[2] is None else None
    referee.acts.answer(choice, seat)
    return {"id": question[0]}


def _maintenance(referee, arguments):
    amend.rest(referee, bool(arguments.get("on", True)))
    return {"phase": referee.phase}


def _set_clock(referee, arguments):
    import time

    import machine

    seconds = arguments.get("seconds")
    if not isinstance(seconds, int) or seconds < 0:
        raise ValueError("seconds must be a number")
    now = time.gmtime(seconds)
    machine.RTC().datetime((now[0], now[1], now[2], now[6], now[3], now[4], now[5], 0))
    return {"seconds": seconds}


def _line(referee, arguments):
    line = arguments.get("line")
    if not isinstance(line, dict) or line.get("type") not in _LINES:
        raise ValueError("line must be one of " + ", ".join(_LINES))
    if arguments.get("n", referee.record.count + 1) != referee.record.count + 1:
        raise ValueError("the game has gone on meanwhile: look again and repeat it")
    line.pop("t", None)
    verdict = amend.write(referee, line)
    return {"n": verdict["n"], "ok": verdict["ok"], "code": verdict.get("code")}


_COMMANDS = {
    "new_match": _new_match,
    "language": _language,
    "level": _level,
    "names": _names,
    "undo": _undo,
    "answer": _answer,
    "maintenance": _maintenance,
    "set_clock": _set_clock,
    "line": _line,
}
