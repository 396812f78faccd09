"""Serves a page on this machine until Ctrl-C or SIGTERM."""

from __future__ import annotations

import os
import signal
import socket
import sys
import threading
import webbrowser
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

import uvicorn
from starlette.applications import Starlette

HOST = "127.0.0.1"
_GRACE_S = 1


class AddressInUse(RuntimeError):
    """Another program listens there; the message says what to do."""


def listen(port: int, option: str = "--port") -> socket.socket:
    """A listening socket on this machine only; 0 takes any free port.

    Raises:
        AddressInUse: it says with which ``option`` the port is chosen.
    """
    listening = socket.socket()
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((HOST, port))
        listening.listen()
    except OSError as error:
        listening.close()
        raise AddressInUse(
            f"http://{HOST}:{port} cannot be used ({error.strerror}): "
            f"perhaps a table is running there already; open it, stop it, or choose another one with {option}"
        ) from None
    return listening


def address(listening: socket.socket) -> str:
    """Where a browser finds it."""
    return f"http://{HOST}:{listening.getsockname()[1]}"


class Server(uvicorn.Server):
    """Serves one application made by ``create_app``; ends its streams before it waits for them to end."""

    def __init__(self, app: Starlette) -> None:
        super().__init__(uvicorn.Config(app, log_level="warning", timeout_graceful_shutdown=_GRACE_S))
        self._hang_up = app.state.hang_up

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self._hang_up()
        await super().shutdown(sockets)


def serve(app: Starlette, listening: socket.socket, browser: bool) -> None:
    """Serve until Ctrl-C or SIGTERM; opens a browser where there is a desktop and ``browser`` is wished."""
    if browser and _desktop():
        threading.Timer(0.5, webbrowser.open, [address(listening)]).start()
    server = Server(app)

    def end(_number: int, _frame: FrameType | None) -> None:
        server.should_exit = True

    # The server takes signals for itself while it runs and hands them on when it has ended.
    before = {number: signal.signal(number, end) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        server.run(sockets=[listening])
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
        listening.close()


@contextmanager
def ending_cleanly() -> Iterator[None]:
    """Within this, SIGTERM ends the program as Ctrl-C does: everything that was opened is closed."""

    def end(_number: int, _frame: FrameType | None) -> None:
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGTERM, end)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


def _desktop() -> bool:
    """Whether a browser would be seen by anybody."""
    return sys.platform in ("darwin", "win32") or bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))
