"""Numbers on the command line: what is none, or too small or large, is answered with what to give."""

from __future__ import annotations

import math
from typing import Any

import click

_SHOWN = 40
"""So many characters of what was given are repeated."""
_NARROW = 100_000
"""Up to such a span the help shows the range."""


class Figure(click.ParamType[int | float]):
    """A whole number, or with ``parts`` one that may have decimals, between ``least`` and ``most``, both included."""

    def __init__(self, least: float = -math.inf, most: float = math.inf, parts: bool = False) -> None:
        self.least, self.most = least, most
        self._make: type[int] | type[float] = float if parts else int
        self.name = "number" if parts else "whole number"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int | float:
        """The number. Raises click.BadParameter, to which click adds the option's name."""
        try:
            found = self._make(value)
        except ValueError:
            found = math.nan
        if not self.least <= found <= self.most:  # not-a-number is in no range
            shown = repr(value)
            shown = shown if len(shown) <= _SHOWN else f"{shown[:_SHOWN]}…{shown[0]}"
            limits = "" if math.isinf(self.most) else f" from {self.least} to {self.most}"
            self.fail(f"{shown} will not do: give a {self.name}{limits}", param, ctx)
        return found

    def get_metavar(self, param: click.Parameter, ctx: click.Context) -> str | None:
        """What the help shows after the option."""
        return "NUMBER" if self.most - self.least > _NARROW else f"{self.least}..{self.most}"


MANY = 1_000_000_000
"""More than anybody plays or asks for."""
PLAYERS = Figure(2, 8)
SEED = Figure(0, 2**32 - 1)
PACE = Figure(0.2, 60, parts=True)
"""Seconds an action."""
SHARE = Figure(0, 0.5, parts=True)
PORT = Figure(0, 65535)
