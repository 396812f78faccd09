"""The arbiter's part of the page: who may correct, what can be corrected, and corrections on their way to the table.

Whoever has the token that the program has printed is the arbiter; the page keeps it in the address behind ``#``, which
no browser sends along. Only the arbiter is shown what may be in a hidden hand.
"""

from __future__ import annotations

import json
import secrets
from collections.abc import Awaitable, Callable
from typing import Any

from domino_rules.view import shown
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from domino_table.device.port import LinkError
from domino_table.web.corrections import Book, Line, change, insert, outcome, strike, suggest
from domino_table.web.feed import Feed
from domino_table.web.trouble import TableTrouble

_LONGEST = 120
"""Bytes of a name or reason: a command to the table holds 600."""
_LONGEST_WORD = 8
"""Characters of a tile, an end, or the type of a line."""
_FIELDS = {"type": str, "seat": int, "tile": str, "end": str, "closed": bool}
_COMMANDS = ("line", "level", "answer", "maintenance")
"""Of the table, for an arbiter only."""
_TYPES = ("play", "draw", "pass")

Body = Callable[[Request], Awaitable[dict[str, Any]]]


class Arbiter:
    """Knows who the arbiter is."""

    def __init__(self, token: str | None = None) -> None:
        self.token = token or secrets.token_urlsafe(9)

    def invitation(self, address: str) -> str:
        """Tells a person at the terminal where the arbiter's page is."""
        return f"The arbiter's page, to be kept from the players: {address}/#arbiter={self.token}"

    def is_he(self, request: Request) -> bool:
        """Whether the request bears the token."""
        return secrets.compare_digest(request.headers.get("x-arbiter", "").encode(), self.token.encode())

    def must_be(self, request: Request) -> None:
        """Raise an HTTP error for everybody else."""
        if not self.is_he(request):
            raise HTTPException(403, "only the arbiter may do that: open the address that the program has printed")


class Desk:
    """Handlers of the arbiter's requests. ``body`` reads the JSON of a request, as the application does."""

    def __init__(self, feed: Feed, arbiter: Arbiter, body: Body) -> None:
        self._feed, self._arbiter, self._body = feed, arbiter, body

    async def look(self, request: Request) -> Response:
        """What can be corrected: ``acts`` ([{n, line, ok, code}]), ``last`` (number to undo), ``suggest`` (lines)."""
        self._arbiter.must_be(request)
        book = Book(self._feed.record())
        last = book.last()
        told = {
            "acts": [
                {"n": entry.n, "line": shown(entry.line, "public"), "ok": entry.ok, "code": entry.code}
                for entry in book.acts()
                if entry.line
            ],
            "last": last.n if last else None,
            "suggest": suggest(book, self._feed.lying()),
        }
        return JSONResponse(told, headers={"Cache-Control": "no-store"})

    async def act(self, request: Request) -> Response:
        """Try or do a correction.

        Body: ``do`` ("undo", "strike", "change", "insert"), ``ref``, ``line``, ``by``, ``reason``, and ``try``: only
        tell what would change. Or ``name`` and ``arguments`` of a command to the table that only an arbiter may give.
        """
        self._arbiter.must_be(request)
        body = await self._body(request)
        if "name" in body:
            return await self._command(body["name"], body.get("arguments", {}))
        book = Book(self._feed.record())
        if not book.lines:
            raise HTTPException(409, "there is no match whose record could be corrected")
        steps = _plan(book, body)
        result = outcome(book, steps)
        if result.code:
            return JSONResponse({"refused": result.code})
        told = {
            "changes": [
                {"n": entry.n, "ok": entry.ok, "code": entry.code, "type": entry.line and entry.line["type"]}
                for entry in result.changes
            ],
            "accounts": result.accounts,
            "turn": result.turn,
        }
        if not body.get("try"):
            by, reason = _text(body, "by", "arbiter"), _text(body, "reason", "-")
            for step in steps:
                if step["type"] == "correct":
                    step.update(by=by, reason=reason)
            await self._send(steps, len(book.lines) + 1)
        return JSONResponse(told)

    async def _command(self, name: Any, arguments: Any) -> Response:
        if name not in _COMMANDS or not isinstance(arguments, dict):
            raise HTTPException(400, f"the command {name!r} is not one of {', '.join(_COMMANDS)}")
        return JSONResponse({"result": await self._ask(name, arguments)})

    async def _ask(self, name: str, arguments: dict[str, Any]) -> Any:
        try:
            return await self._feed.command(name, arguments)
        except (LinkError, TimeoutError) as error:
            raise TableTrouble(error) from None

    async def _send(self, lines: list[Line], n: int) -> None:
        """Send a plan made for a record whose next line is ``n``: the table refuses it where the game has gone on."""
        for place, line in enumerate(lines):
            answer = await self._ask("line", {"line": line, "n": n} if place == 0 else {"line": line})
            if not answer.get("ok"):
                raise HTTPException(409, f"the table has refused the line ({answer.get('code')})")


def _plan(book: Book, body: dict[str, Any]) -> list[Line]:
    deed = body.get("do")
    if deed == "undo":
        last = book.last()
        if last is None:
            raise HTTPException(409, "nothing has been done yet that could be taken back")
        return strike(last.n)
    if deed == "insert":
        before = None if body.get("ref") is None else _ref(book, body)
        return insert(book, _line(body), before)
    if deed == "strike":
        return strike(_ref(book, body))
    if deed == "change":
        return change(_ref(book, body), _line(body))
    raise HTTPException(400, "do must be undo, strike, change or insert")


def _ref(book: Book, body: dict[str, Any]) -> int:
    ref: int = _need(body, "ref", int)
    if ref not in [entry.n for entry in book.acts()]:
        raise HTTPException(400, f"line {ref} is none that can be corrected")
    return ref


def _line(body: dict[str, Any]) -> Line:
    line: Line = _need(body, "line", dict)
    for name, value in line.items():
        known = name in _FIELDS and isinstance(value, _FIELDS[name])
        if not known or isinstance(value, str) and len(value) > _LONGEST_WORD:
            raise HTTPException(400, f"a line is a play, draw or pass with seat, tile and end; not {json.dumps(line)}")
    if line.get("type") not in _TYPES or "seat" not in line:
        raise HTTPException(400, "a line needs its type (play, draw or pass) and its seat")
    return line


def _need(body: dict[str, Any], name: str, kind: type) -> Any:
    value = body.get(name)
    if not isinstance(value, kind) or isinstance(value, bool):
        raise HTTPException(400, f"{name} is missing or no {kind.__name__}")
    return value


def _text(body: dict[str, Any], name: str, default: str) -> str:
    value = body.get(name)
    text = "".join(letter for letter in value if letter.isprintable()).strip() if isinstance(value, str) else ""
    return text.encode()[:_LONGEST].decode(errors="ignore") or default
