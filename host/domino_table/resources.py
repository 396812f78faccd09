"""Where the data that belongs to the package lies: in a wheel beside the code, in a checkout at its root."""

from __future__ import annotations

from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent
_CHECKOUT = _PACKAGE.parent.parent


class MissingResource(RuntimeError):
    """Data that should have come with the installation is not there."""


def _find(name: str, checkout_path: str) -> Path:
    for candidate in (_PACKAGE / "_data" / name, _CHECKOUT / checkout_path):
        if candidate.is_dir():
            return candidate
    raise MissingResource(
        f"the {name} folder is missing from this installation: install domino-table again, or run it from a checkout"
    )


def firmware_dir() -> Path:
    """Folder with ``boot.py``, ``main.py``, ``table`` and ``domino_rules``."""
    return _find("firmware", "firmware")


def hardware_dir() -> Path:
    """Folder with one TOML file per build."""
    return _find("hardware", "hardware")


def judge_dir() -> Path:
    """Folder that holds the independent naive judge as package ``naive``."""
    return _find("judge", "tests")
