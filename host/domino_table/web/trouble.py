"""What a page is told when its table cannot do something: a sentence, and a code for the page's own language."""

from __future__ import annotations

from starlette.exceptions import HTTPException

from domino_table.device.port import LinkError


class TableTrouble(HTTPException):
    """The table has not done what a page wanted.

    Attributes:
        code: kind of the trouble, as the page's events about the link have it.
    """

    def __init__(self, error: LinkError | TimeoutError) -> None:
        silent = isinstance(error, TimeoutError)
        super().__init__(409, str(error) or "the table does not answer: look at its cable")
        self.code = "Silent" if silent else type(error).__name__
