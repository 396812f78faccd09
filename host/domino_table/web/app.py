"""The web application: one page, its events, commands to the table, and the hands of a virtual table."""

from __future__ import annotations

import asyncio
import hashlib
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.trustedhost import TrustedHostMiddleware
from starlette.requests import Request
from starlette.responses import JSONResponse, Response, StreamingResponse
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles
from starlette.templating import Jinja2Templates

from domino_table.device.port import LinkError
from domino_table.rulebook.setup import RulebookError
from domino_table.rulebook.text import rules_of_match
from domino_table.virtual.guests import Refusal
from domino_table.web.arbiter import Arbiter, Desk
from domino_table.web.feed import Feed, sse
from domino_table.web.hands import Hands
from domino_table.web.trouble import TableTrouble

_HERE = Path(__file__).parent
_COMMANDS = {"new_match", "language", "names", "undo", "answer"}
_KEEP_ALIVE_S = 15
_LARGEST_BODY = 4096
_LONGEST_SEAT = 4  # digits
_NAMES = ["127.0.0.1", "localhost"]  # another name in the address is another site's trick (DNS rebinding)


class Site:
    """Handlers of one table's page. ``hands`` is None for a real table."""

    def __init__(self, feed: Feed, hands: Hands | None, build: dict[str, Any]) -> None:
        self.feed, self.hands, self.build = feed, hands, build
        self._templates = Jinja2Templates(_HERE / "templates")

    async def page(self, request: Request) -> Response:
        context = {"virtual": self.hands is not None, "build": json.dumps(self.build)}
        return self._templates.TemplateResponse(request, "table.html", context)

    async def events(self, request: Request) -> Response:
        """Server-sent events; a page that was away goes on after its ``Last-Event-ID``."""
        last = request.headers.get("last-event-id") or request.query_params.get("last")
        page = request.query_params.get("page", "")
        listener = self.feed.listen()
        missed, fresh = self.feed.since(last)

        async def stream() -> AsyncIterator[str]:
            try:
                if fresh:
                    yield "event: reset\ndata: {}\n\n"
                sent = 0
                for old in missed:
                    sent = old.number
                    yield sse(old, self.feed.run_id)
                while True:
                    try:
                        event = await asyncio.wait_for(listener.get(), _KEEP_ALIVE_S)
                    except TimeoutError:
                        yield ": still here\n\n"
                        continue
                    if event is None:
                        return
                    if event.number > sent:
                        yield sse(event, self.feed.run_id)
            finally:
                listener.close()
                if self.hands:
                    self.hands.gone(page)

        return StreamingResponse(stream(), media_type="text/event-stream", headers={"Cache-Control": "no-store"})

    async def command(self, request: Request) -> Response:
        body = await _json(request)
        name, arguments = body.get("name"), body.get("arguments", {})
        if not isinstance(name, str) or name not in _COMMANDS or not isinstance(arguments, dict):
            raise HTTPException(400, f"the command {name!r} is not one of {', '.join(sorted(_COMMANDS))}")
        try:
            return JSONResponse({"result": await self.feed.command(name, arguments)})
        except (LinkError, TimeoutError) as error:
            raise TableTrouble(error) from None

    async def rules(self, request: Request) -> Response:
        """The rules of the match on the table in plain words; see ``rulebook.text.Rules.as_json``."""
        line = self.feed.match_line()
        if line is None:
            raise HTTPException(404, "no match has begun at this table yet: its rules are here as soon as one does")
        try:
            found = rules_of_match(line, request.query_params.get("language", "en"))
        except RulebookError as error:
            raise HTTPException(400, str(error)) from None
        return JSONResponse(found.as_json(), headers={"Cache-Control": "no-store"})

    async def world(self, request: Request) -> Response:
        """What is to be seen at a virtual table; 204 when it is what the page knows already (``v``)."""
        hands = self._need_hands()
        seat, secret = request.query_params.get("seat"), request.headers.get("x-seat-secret")
        number = int(seat) if seat and seat.isdecimal() and len(seat) <= _LONGEST_SEAT else None
        seen = await run_in_threadpool(hands.snapshot, number, secret)
        now = str(seen.pop("ms", ""))  # of the world: it changes always, and is not what is to be seen
        text = json.dumps(seen, ensure_ascii=False, separators=(",", ":"))
        version = hashlib.sha256(text.encode()).hexdigest()[:16]
        headers = {"Cache-Control": "no-store", "X-Version": version, "X-World-Ms": now}
        if version == request.query_params.get("v"):
            return Response(status_code=204, headers=headers)
        return Response(text, media_type="application/json", headers=headers)

    async def display(self, request: Request) -> Response:
        png = await run_in_threadpool(self._need_hands().display_png)
        return Response(png, media_type="image/png", headers={"Cache-Control": "no-store"})

    async def seat(self, request: Request) -> Response:
        """Take, or take back, or leave a seat, or say that its page is going."""
        hands, seat, body = self._need_hands(), _seat(request), await _json(request)
        secret, act = request.headers.get("x-seat-secret", ""), request.url.path.rpartition("/")[2]
        if act == "take":
            return JSONResponse(
                {"secret": await run_in_threadpool(hands.take, seat, str(body.get("page", "")), secret)}
            )
        await run_in_threadpool({"leave": hands.leave, "going": hands.going}[act], seat, secret)
        return JSONResponse({})

    async def hand(self, request: Request) -> Response:
        """Let the hands of a seat do something."""
        hands, seat = self._need_hands(), _seat(request)
        await run_in_threadpool(hands.act, seat, request.headers.get("x-seat-secret", ""), await _json(request))
        return JSONResponse({})

    async def key(self, request: Request) -> Response:
        """Press a key of a virtual table: anybody at the table may (``Hands.press_key``)."""
        hands, body = self._need_hands(), await _json(request)
        await run_in_threadpool(hands.press_key, body.get("key"), body.get("press"))
        return JSONResponse({})

    def _need_hands(self) -> Hands:
        if self.hands is None:
            raise HTTPException(404, "this is a real table: its tiles are moved by hand")
        return self.hands


def _seat(request: Request) -> int:
    text = str(request.path_params["seat"])
    if not text.isdecimal() or len(text) > _LONGEST_SEAT:
        raise HTTPException(404, "there is no such seat")
    return int(text)


async def _json(request: Request) -> dict[str, Any]:
    """The JSON object of a request from our own page: another site's form cannot send this content type."""
    if request.headers.get("content-type", "").partition(";")[0] != "application/json":
        raise HTTPException(415, "send JSON")
    data = b""
    async for piece in request.stream():
        data += piece
        if len(data) > _LARGEST_BODY:
            raise HTTPException(413, f"at most {_LARGEST_BODY} bytes")
    try:
        body = json.loads(data)
        json.dumps(body, ensure_ascii=False).encode()  # half of a surrogate pair could not be sent to the table
    except (ValueError, RecursionError):
        raise HTTPException(400, "the body is not JSON") from None
    if not isinstance(body, dict):
        raise HTTPException(400, "the body is not a JSON object")
    return body


async def _explain(request: Request, error: Exception) -> Response:
    """Errors are JSON with one sentence, and a code and what it names where the page has words of its own for them."""
    if isinstance(error, TableTrouble):
        return JSONResponse({"error": error.detail, "code": error.code}, status_code=error.status_code)
    if isinstance(error, HTTPException):
        return JSONResponse({"error": error.detail}, status_code=error.status_code)
    assert isinstance(error, Refusal)
    return JSONResponse({"error": str(error), "code": error.code, **error.named}, status_code=409)


def create_app(feed: Feed, hands: Hands | None, build: dict[str, Any], arbiter: Arbiter | None = None) -> Starlette:
    """The application. ``build``: geometry for the drawing (area, seats, rim, bazaar). Starts and stops the feed.

    arbiter: knows who may correct; without it nobody can be the arbiter.
    """
    site = Site(feed, hands, build)
    desk = Desk(feed, arbiter or Arbiter(), _json)

    @asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        feed.start()
        yield
        await run_in_threadpool(feed.stop)

    routes = [
        Route("/", site.page),
        Route("/events", site.events),
        Route("/command", site.command, methods=["POST"]),
        Route("/arbiter", desk.look),
        Route("/arbiter", desk.act, methods=["POST"]),
        Route("/rules", site.rules),
        Route("/world", site.world),
        Route("/display.png", site.display),
        Route("/keys", site.key, methods=["POST"]),
        Route("/seats/{seat}/hand", site.hand, methods=["POST"]),
        Route("/seats/{seat}/take", site.seat, methods=["POST"]),
        Route("/seats/{seat}/leave", site.seat, methods=["POST"]),
        Route("/seats/{seat}/going", site.seat, methods=["POST"]),
        Mount("/static", StaticFiles(directory=_HERE / "static")),
    ]
    handlers: dict[Any, Any] = {HTTPException: _explain, Refusal: _explain}
    hosts = Middleware(TrustedHostMiddleware, allowed_hosts=_NAMES, www_redirect=False)
    app = Starlette(routes=routes, middleware=[hosts], lifespan=lifespan, exception_handlers=handlers)
    app.state.hang_up = feed.hang_up
    return app
