"""``python -m bench [--json FILE] [NAME ...]``: run the benchmarks, print one table, keep the JSON."""

from __future__ import annotations

import importlib
import json
import pkgutil
import sys
from pathlib import Path
from typing import Any

import click
from rich.console import Console
from rich.table import Table

import bench

# Too long for every day: only when named.
_LONG = ("perft",)


def _row(table: Table, figure: dict[str, Any]) -> None:
    value = figure["value"]
    text = f"{value:,.3g}" if isinstance(value, float) else str(value)
    verdict = {True: "ok", False: "MISSED", None: ""}[figure.get("ok")]
    table.add_row(figure["name"], f"{text} {figure.get('unit') or ''}".strip(), str(figure.get("bar") or ""), verdict)


@click.command()
@click.option("--json", "json_file", type=click.Path(path_type=Path), default=Path("out/bench.json"), show_default=True)
@click.argument("names", nargs=-1)
def main(json_file: Path, names: tuple[str, ...]) -> None:
    """Run the benchmarks NAMES (by default all that take minutes, not an hour). Exit status 1 when a bar is missed."""
    sys.path[:0] = ["tests", "firmware"]
    known = sorted(m.name for m in pkgutil.iter_modules(bench.__path__) if not m.name.startswith("_"))
    unknown = set(names) - set(known)
    if unknown:
        raise click.ClickException(f"no benchmark {', '.join(sorted(unknown))}: choose from {', '.join(known)}")
    console, figures = Console(width=130), []
    table = Table("figure", "value", "bar", "")
    for name in names or [name for name in known if name not in _LONG]:
        console.print(f"[dim]{name} …")
        for figure in importlib.import_module(f"bench.{name}").run():
            figures.append({"benchmark": name, **figure})
            _row(table, figure)
    console.print(table)
    json_file.parent.mkdir(parents=True, exist_ok=True)
    json_file.write_text(json.dumps(figures, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")
    console.print(f"[dim]written to {json_file}")
    if any(figure.get("ok") is False for figure in figures):
        raise SystemExit(1)


if __name__ == "__main__":
    main()
