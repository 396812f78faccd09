"""A command that serves a page, as a process, with the page's events open."""

from __future__ import annotations

import http.client
import os
import re
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable
from pathlib import Path

TOOL = str(Path(sys.executable).with_name("domino-table"))
PATIENCE_S = 600
"""For what happens soon unless the machine stands still."""


def until(true: Callable[[], bool]) -> None:
    deadline = time.monotonic() + PATIENCE_S
    while not true():
        assert time.monotonic() < deadline
        time.sleep(0.1)


class Served:
    """``domino-table`` with these arguments; it says where its page is in its first line, the ``banner``."""

    def __init__(self, *arguments: str | Path, **environment: str) -> None:
        self.environment = {**os.environ, "PYTHONUNBUFFERED": "1", **environment}
        self.process = subprocess.Popen(
            [TOOL, *arguments, "--no-browser"],
            env=self.environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        assert self.process.stdout
        self.banner = self.process.stdout.readline()
        found = re.search(r"http://127\.0\.0\.1:(\d+)", self.banner)
        assert found, self.banner
        self.arbiter = self.process.stdout.readline().partition("#arbiter=")[2].strip()
        assert self.process.stdout.readline().startswith("Ctrl-C stops it")
        self.url, self.port = found[0], found[1]
        self.events = self.look()

    def look(self) -> http.client.HTTPResponse:
        """Another page: its events begin with how it is now."""
        answer = urllib.request.urlopen(f"{self.url}/events", timeout=PATIENCE_S)
        assert isinstance(answer, http.client.HTTPResponse)
        return answer

    def read_until(self, text: str) -> str:
        """Read the page's events until one holds the text; its line."""
        deadline = time.monotonic() + PATIENCE_S
        while text not in (line := self.events.readline().decode()):
            assert time.monotonic() < deadline, f"no {text} on the page"
        return line

    def follows(self) -> bool:
        """Whether a page that is opened now is told that it follows the table."""
        with self.look() as events:
            for line in events:
                if b'"connected":' in line:
                    return b'"connected":true' in line
        return False

    def tool(self, *arguments: str | Path) -> subprocess.CompletedProcess[str]:
        """Another command in the same surroundings."""
        return subprocess.run([TOOL, *arguments], env=self.environment, capture_output=True, text=True)

    def stop(self, number: int) -> str:
        """Send a signal and wait for the end; what it printed after the banner."""
        self.process.send_signal(number)
        output, _ = self.process.communicate(timeout=PATIENCE_S)
        return output

    def kill(self) -> None:
        self.process.kill()
        self.process.communicate()
