"""Put the firmware on a board through mpremote: only what differs, checked by hash, switched over in one step.

New files go to /stage beside the old ones; /stage/commit is written last, then the board's boot.py moves the files. A
copy that is cut off leaves the old version working, a move that is cut off is finished at the next start.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Mapping

from domino_table.device.board_files import BoardFiles, DeployError

MPY_VERSION = 6  # of the bytecode that mpy-cross 1.29 writes (MicroPython 1.23 and newer)
BOOT = "/boot.py"
_STAGE = "/stage"
_COMMIT = f"{_STAGE}/commit"
_MOVE_TIMEOUT_S = 120  # a rename is some 50 ms of flash, and nothing is printed meanwhile


def _modules(board: BoardFiles) -> set[str]:
    """Paths of the compiled modules that the last deploy brought, by its manifest."""
    try:
        return {path for path in json.loads(board.read("/manifest.json") or b"")["files"] if path.startswith("/lib/")}
    except (ValueError, KeyError, TypeError):  # there is none yet, or it is damaged
        return set()


def deploy(board: BoardFiles, files: Mapping[str, bytes], begin: Callable[[int], Callable[[int], None]]) -> list[str]:
    """Make the board hold exactly ``files`` (path -> bytes, ``/boot.py`` among them; what is not ours stays).

    Args:
        begin: called once with the number of bytes to copy; returns the function told of each piece that went over.

    Returns:
        The paths that changed; empty when the board was up to date.
    """
    if board.mpy_version() != MPY_VERSION:
        raise DeployError("the board's MicroPython runs other bytecode: put MicroPython 1.23 or newer on it")
    present = board.hashes(sorted(files))
    wanted = {path: hashlib.sha256(data).hexdigest() for path, data in files.items()}
    changed = [path for path in sorted(files) if present[path] != wanted[path]]
    old = sorted((board.files("/lib/table", "/lib/domino_rules") | _modules(board)) - set(files))
    progress = begin(sum(len(files[path]) for path in changed))
    if not changed and not old:
        return []
    board.make_folders([_COMMIT, *changed])
    for left in sorted(board.files(_STAGE)):  # by a copy that was cut off
        board.run(f"import os; os.remove({left!r})")
    number = {path: f"{_STAGE}/{n}" for n, path in enumerate(changed)}
    board.write_all({number[path]: files[path] for path in changed}, progress)
    steps = [f"- {path}\n" for path in old]
    steps += [f"{number[path].rpartition('/')[2]} {path}\n" for path in changed if path != BOOT]
    board.write_all({f"{_COMMIT}.new": "".join(steps).encode()}, lambda _: None)
    if BOOT in changed:  # the routine that finishes a move comes before the first move
        board.run(f"import os; os.rename('{number[BOOT]}', '{BOOT}')")
    board.run(f"import os; os.rename('{_COMMIT}.new', '{_COMMIT}')")
    board.run(f"with open('{BOOT}') as file: code = file.read()\nexec(code)", _MOVE_TIMEOUT_S)
    return changed + old
