"""``domino-table serve``: the page of a table at a serial port, here the whole firmware on a virtual board."""

from __future__ import annotations

import json
import os
import pty
import signal
import subprocess
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest
from host.device.boards import HeardBoard, files_of, running, table
from host.web.served import TOOL, Served, until


@pytest.fixture
def board(tmp_path: Path) -> Iterator[HeardBoard]:
    wiring = table()
    with running(tmp_path, files_of(wiring), wiring) as board, board.link() as client:
        client.hello()
        client.close()
        yield board


@pytest.fixture
def served(board: HeardBoard) -> Iterator[Served]:
    page = Served("serve", "--port", board.port.link, "--http-port", "0")
    yield page
    page.kill()


def command(page: Served, verb: str, **arguments: str) -> dict[str, object]:
    body = json.dumps({"name": verb, "arguments": arguments}).encode()
    request = urllib.request.Request(f"{page.url}/command", body, {"Content-Type": "application/json"})
    answer: dict[str, object] = json.load(urllib.request.urlopen(request))
    return answer


def test_the_page_shows_the_table_and_commands_reach_it(board: HeardBoard, served: Served) -> None:
    assert served.banner == f"The page of {board.port.link} is at {served.url}\n"
    assert '"device"' in served.read_until('"connected":true')
    assert '"language":"ru"' in served.read_until('"table":{')
    assert command(served, "language", name="es") == {"result": {"language": "es"}}
    served.read_until('"language":"es"')
    page = urllib.request.urlopen(served.url).read().decode()
    assert 'id="rack"' not in page  # nobody at a page can move the tiles of a real table


def test_the_port_is_the_page_s_alone_until_it_ends(board: HeardBoard, served: Served) -> None:
    served.read_until('"connected":true')
    second = served.tool("sync", "--port", board.port.link)
    assert second.stderr == (
        f"Error: {board.port.link} is in use by another program: close that program (or its page) and try again\n"
    )
    assert served.stop(signal.SIGINT) == ""
    assert served.process.returncode == 0
    with board.link() as client:
        assert client.hello().boots == 1


def test_a_table_that_is_unplugged_and_plugged_in_again_is_followed_again(board: HeardBoard, served: Served) -> None:
    served.read_until('"connected":true')
    board.power_cut()
    assert '"code":"Silent"' in served.read_until('"connected":false')
    board.start()
    board.run_in_background()
    until(served.follows)
    served.read_until('"connected":true')


def test_a_port_that_is_not_there_or_a_page_that_has_no_place_is_one_sentence(served: Served, tmp_path: Path) -> None:
    for arguments, said in (
        (["--port", "/dev/ttyNOPE"], "there is no port /dev/ttyNOPE: plug the table in"),
        (["--build", "grid99"], "no build 'grid99': choose one of"),
    ):
        done = subprocess.run([TOOL, "serve", *arguments], capture_output=True, text=True)
        assert done.returncode == 1
        assert done.stderr.startswith(f"Error: {said}")
        assert len(done.stderr.splitlines()) == 1
    far, near = pty.openpty()
    done = served.tool("serve", "--port", os.ttyname(near), "--http-port", served.port)
    os.close(far)
    os.close(near)
    assert done.returncode == 1
    assert "choose another one with --http-port" in done.stderr
