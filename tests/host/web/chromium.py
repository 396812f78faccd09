"""A page of ours in Chromium: the application served at a free port, and a browser whose page must throw no error."""

from __future__ import annotations

import shutil
import threading
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from domino_table.web.serving import Server, address, listen
from playwright.sync_api import Page, expect, sync_playwright
from starlette.applications import Starlette

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
OPTIONS = ["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"]
needed = pytest.mark.skipif(CHROMIUM is None, reason="no Chromium: install the package chromium")


@contextmanager
def served(app: Starlette) -> Iterator[str]:
    """The address at which the application answers meanwhile."""
    with listen(0) as listening:
        server = Server(app)
        thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]})
        thread.start()
        yield address(listening)
        server.should_exit = True
        thread.join()


@contextmanager
def opened(patience_ms: int | None = None, width: int = 1400, height: int = 900) -> Iterator[Page]:
    """An empty page that waits so long for what it is asked for; by default as long as Playwright does."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=OPTIONS)
        page = browser.new_page(viewport={"width": width, "height": height})
        if patience_ms is not None:
            page.set_default_timeout(patience_ms)
            expect.set_options(timeout=patience_ms)
        faults: list[str] = []
        page.on("pageerror", lambda error: faults.append(str(error)))
        yield page
        browser.close()
        assert faults == []
