"""The frames and the table's end of the link, on CPython and on MicroPython."""

import sys
from pathlib import Path

import pytest

HERE = Path(__file__).parent
sys.path[:0] = [str(HERE), str(HERE.parent)]

import frame_cases  # noqa: E402
import server_cases  # noqa: E402
from both import run_cases  # noqa: E402


def names(module: object) -> list[str]:
    return [name for name in dir(module) if name.startswith("test_")]


@pytest.mark.parametrize("name", names(frame_cases))
def test_frames_on_cpython(name: str) -> None:
    getattr(frame_cases, name)()


@pytest.mark.parametrize("name", names(server_cases))
def test_server_on_cpython(name: str, tmp_path: Path) -> None:
    getattr(server_cases, name)(str(tmp_path))


@pytest.mark.parametrize("module", [frame_cases, server_cases], ids=["frames", "server"])
def test_on_micropython(module: object) -> None:
    assert run_cases(HERE / f"{module.__name__}.py") == names(module)
