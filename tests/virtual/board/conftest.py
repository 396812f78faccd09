"""A fixture that makes boards with tiny firmware, and stops them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from domino_table.virtual.board import Board
from domino_table.virtual.flash import build_image
from virtual.board.stub import Wires

MakeBoard = Callable[..., Board]


@pytest.fixture
def make_board(tmp_path: Path) -> Iterator[MakeBoard]:
    """``make_board(main, boot="", files={}, wires=None, **settings)``: a started board; its wires are ``.wiring``."""
    boards: list[Board] = []

    def make(
        main: str, boot: str = "", files: dict[str, bytes] | None = None, wires: Wires | None = None, **kw: Any
    ) -> Board:
        image = tmp_path / f"board{len(boards)}.img"
        content = {"/main.py": main.encode(), "/boot.py": boot.encode()}
        image.write_bytes(build_image({**content, **(files or {})}, 256 * 1024))
        board = Board(image, wires or Wires(), **kw)
        boards.append(board)
        board.start()
        return board

    yield make
    for board in boards:
        board.stop()
