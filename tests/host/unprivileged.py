"""The tool as a user whom permissions of files hold back (tests may run as root), or whose disk is full."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

# Without CAP_DAC_OVERRIDE and CAP_DAC_READ_SEARCH (linux/capability.h) root is held back as well, from the next
# program on (PR_CAPBSET_DROP, linux/prctl.h). Anybody else may not drop them, and has not got them.
_DROP = "[ctypes.CDLL(None).prctl(24, right, 0, 0, 0) for right in (1, 2)]"
_LIMIT = "resource.setrlimit(resource.RLIMIT_FSIZE, ({0}, {0}))"
_TOOL = [sys.executable, "-c", "from domino_table.cli import main; main()"]


def tool(*arguments: str | Path, largest: int | None = None) -> subprocess.CompletedProcess[str]:
    """Run ``domino-table`` with these arguments. ``largest``: bytes that a file can grow to, as on a full disk."""
    first = f"import ctypes, os, resource, sys; {_DROP}"
    if largest is not None:
        first += f"; {_LIMIT.format(largest)}"
    program = [sys.executable, "-c", f"{first}; os.execv(sys.argv[1], sys.argv[1:])", *_TOOL, *arguments]
    return subprocess.run(program, capture_output=True, text=True)
