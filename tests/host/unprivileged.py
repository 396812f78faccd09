"""The tool as a user whom permissions of files hold back: tests may run as root."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

# Without CAP_DAC_OVERRIDE and CAP_DAC_READ_SEARCH (linux/capability.h) root is held back as well, from the next
# program on (PR_CAPBSET_DROP, linux/prctl.h). Anybody else may not drop them, and has not got them.
_DROP = "import ctypes, os, sys; [ctypes.CDLL(None).prctl(24, right, 0, 0, 0) for right in (1, 2)]"
_TOOL = [sys.executable, "-c", "from domino_table.cli import main; main()"]


def tool(*arguments: str | Path, **options: object) -> subprocess.CompletedProcess[str]:
    """Run ``domino-table`` with these arguments."""
    program = [sys.executable, "-c", f"{_DROP}; os.execv(sys.argv[1], sys.argv[1:])", *_TOOL, *arguments]
    return subprocess.run(program, capture_output=True, text=True, **options)  # type: ignore[call-overload, no-any-return]
