"""A board whose application rests, and the tools of the firmware that a PC uses then."""

from __future__ import annotations

import json
from typing import Any

from domino_table.device.board_files import BoardFiles
from domino_table.device.bundle import WORKSHOP, on_board
from domino_table.device.port import LinkError

_IMPORT = "from table.workshop import ask"


class WorkshopError(LinkError):
    """A tool cannot do its work; the message is one sentence that says what to do."""


class Workshop:
    """The tools of a board that is at its raw prompt. Raises WorkshopError, DeployError, Unplugged.

    Attributes:
        build: id of the build that the board was deployed as.
        config: its ``/config.json``.
    """

    def __init__(self, board: BoardFiles, port: str) -> None:
        self.board, self._port = board, port
        try:
            self.config: dict[str, Any] = json.loads(board.read("/config.json") or b"")
            self.build = str(self.config["build"])
        except (ValueError, KeyError, TypeError):
            self.build = ""
        if not self.build or not board.hashes([WORKSHOP])[WORKSHOP]:
            raise WorkshopError(
                f"the board on {port} has no table firmware, or an old one: "
                "run `domino-table deploy` (with --build first_loop for a first evening)"
            )
        board.run(on_board(_IMPORT))

    def ask(self, tool: str, deed: str, *arguments: Any, timeout: float = 8.0) -> Any:
        """Have a deed of a tool done (``firmware/table/workshop``) and return what it found."""
        request = json.dumps([tool, deed, *arguments])
        answer = json.loads(self.board.run(f"ask({request!r})", timeout))
        if "result" in answer:
            return answer["result"]
        if answer["error"] == "reader":
            raise WorkshopError(
                f"no PN5180 does what it is told on the board on {self._port} ({answer['detail']}): check its supplies "
                f"(5 V and 3.3 V) and its pins against `domino-table hardware {self.build} --wiring`"
            )
        raise WorkshopError(
            f"the board on {self._port} has no such {answer['error']}: "
            f"see `domino-table hardware {self.build} --wiring`"
        )
