"""Options that several commands share."""

from __future__ import annotations

import json
from typing import Any

import click
from domino_rules.params import COMMON


def parameters(_context: click.Context, _option: click.Parameter, values: tuple[str, ...]) -> dict[str, Any]:
    """``name=value`` with the value as JSON where it is JSON, else as text.

    A value that is listed as text stays text, however it looks: ``opener_first=66``.
    """
    found: dict[str, Any] = {}
    for value in values:
        name, equals, text = value.partition("=")
        if not equals or not name:
            raise click.BadParameter(f"{value!r}: write name=value, as in --param target=50")
        listed = COMMON.get(name)
        try:
            found[name] = text if isinstance(listed, tuple) and text in listed else json.loads(text)
        except ValueError:
            found[name] = text
    return found


param_option = click.option(
    "--param", "params", multiple=True, callback=parameters, metavar="NAME=VALUE", help="Of the match."
)
