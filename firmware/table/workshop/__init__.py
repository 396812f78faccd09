"""What a PC has done at the raw prompt while the application rests: tags written, loops measured, parts tested.

Nothing of this package is in memory while the table plays. The PC calls ``ask`` with a request as JSON and reads one
line of JSON; the parts stay built between two requests, until the board starts again.
"""

import json

from table.drivers.pn5180 import ReaderError

_held = []  # the Stand, once it is built


def ask(text):
    """Do ``[tool, deed, *arguments]`` and print ``{"result": ...}`` or ``{"error": word, "detail": ...}``.

    tool: a module of this package. deed: a key of its ``DEEDS``. The word is ``reader`` where a reader chip does not do
    what it is told, else the text of a ValueError.
    """
    tool, deed, *arguments = json.loads(text)
    try:
        answer = {"result": _deeds(tool)[deed](_stand(), *arguments)}
    except ReaderError as error:
        _held.clear()  # the next request begins with a reset
        answer = {"error": "reader", "detail": str(error)}
    except ValueError as error:
        answer = {"error": str(error)}
    print(json.dumps(answer))


def _deeds(tool):
    if tool == "tags":
        from table.workshop import tags as module
    elif tool == "measure":
        from table.workshop import measure as module
    elif tool == "selftest":
        from table.workshop import selftest as module
    else:
        from table.workshop import probe as module
    return module.DEEDS


def _stand():
    if not _held:
        from table.config import load
        from table.workshop.stand import Stand

        _held.append(Stand(load()))
    return _held[0]
