"""Run the same random records through the naive judge and through an engine, and show the first difference.

    python -m tests.naive.compare --game kozel --rounds 2000 --seed 1

The record of the difference is made as short as dropping lines can make it, so that a person can decide by the rules
which of the two is right.
"""

from __future__ import annotations

import argparse
import importlib
import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from .generate import records
from .record import Judge
from .setting import Manners
from .state import FOULS

Feed = Callable[[Any], list[dict[str, Any]]]
SEA_FIELDS = ("owner", "hundred", "debt", "eggs")
NOT_NORMATIVE = ("detail", "remedy", "certain")


def engine(dotted: str) -> Callable[[], Feed]:
    """A maker of fresh engines from ``package.module:Class``."""
    module, name = dotted.split(":")
    maker = getattr(importlib.import_module(module), name)
    return lambda: maker().feed


def normative(line: dict[str, Any]) -> dict[str, Any] | None:
    """What the format fixes of an output line, or None when it fixes nothing."""
    if line["type"] == "state":
        return None
    kept = {k: v for k, v in line.items() if k not in NOT_NORMATIVE}
    if line["type"] in ("verdict", "rejudged") and line.get("code") not in FOULS:
        kept.pop("seat", None)
    if line["type"] == "match_end" and set(line["titles"].values()) - {"kozel", "osyol"}:
        kept.pop("titles")  # the format names one title only
    if kept.get("code") is None:
        kept.pop("code", None)
    return kept


def without_reasons(lines: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The lines without the reasons of refusals, which cannot change what follows in a match."""
    kept = [
        x
        for x in lines
        if not (x["type"] == "rejudged" and not x["ok"]) and not (x["type"] == "late" and "rederived" in x)
    ]
    return [
        {"type": "verdict", "n": x["n"], "ok": False} if x["type"] == "verdict" and not x["ok"] else x for x in kept
    ]


def fixed(out: list[dict[str, Any]], loose: bool) -> list[dict[str, Any]]:
    """The normative part of the output of one line."""
    kept = [line for line in map(normative, out) if line is not None]
    if any(line["type"] == "match_end" for line in kept):  # rights and debts end with the match
        kept = [{k: v for k, v in line.items() if k not in SEA_FIELDS} for line in kept]
    return without_reasons(kept) if loose else kept


def outputs(feed: Feed, lines: list[Any], loose: bool = False) -> list[list[dict[str, Any]]]:
    """The normative output of each line; an exception counts as an output."""
    result = []
    for line in lines:
        try:
            out = feed(json.loads(json.dumps(line)))
        except Exception as error:  # an engine must never raise: that is a difference, too
            out = [{"type": "raised", "error": repr(error)}]
        result.append(fixed(out, loose))
    return result


def difference(lines: list[Any], make: Callable[[], Feed], loose: bool = False) -> int | None:
    """The index of the first line on which the two differ; ``loose``: codes of refused lines may differ."""
    ours, theirs = outputs(Judge().feed, lines, loose), outputs(make(), lines, loose)
    return next((i for i, (a, b) in enumerate(zip(ours, theirs, strict=True)) if a != b), None)


def without(lines: list[Any], start: int, stop: int) -> list[Any]:
    """The record without some lines, the numbers in corrections kept right."""
    kept = []
    for i, line in enumerate(lines):
        if start <= i < stop:
            continue
        if isinstance(line, dict) and isinstance(line.get("ref"), int) and line["ref"] > start:
            ref = line["ref"]
            line = {**line, "ref": ref - (min(ref - 1, stop) - start) if ref - 1 >= stop else 9999}
        kept.append(line)
    return kept


def kind_of_difference(lines: list[Any], at: int, make: Callable[[], Feed], loose: bool) -> list[list[tuple[Any, ...]]]:
    """What the two say to the differing line, without the figures."""
    said = [outputs(feed, lines[: at + 1], loose)[-1] for feed in (Judge().feed, make())]
    return [[(x["type"], x.get("ok"), x.get("code"), x.get("reason")) for x in out] for out in said]


def shortest(lines: list[Any], make: Callable[[], Feed], loose: bool = False) -> list[Any]:
    """A record that still differs in the same way on its last line, without lines that can be dropped."""
    first = difference(lines, make, loose)
    assert first is not None
    lines = lines[: first + 1]
    kind = kind_of_difference(lines, first, make, loose)
    size = max(1, len(lines) // 2)
    while size:
        start = len(lines) - size - 1
        while start >= 1:
            shorter = without(lines, start, start + size)
            found = difference(shorter, make, loose)
            if found is not None and kind_of_difference(shorter, found, make, loose) == kind:
                lines = shorter[: found + 1]
            start = min(start, len(lines) - 1) - size
        size //= 2
    return lines


def report(lines: list[Any], make: Callable[[], Feed]) -> str:
    """The record, and what each of the two says to its last line."""
    ours, theirs = outputs(Judge().feed, lines)[-1], outputs(make(), lines)[-1]
    return "\n".join(
        [*map(json.dumps, lines), "-- naive", *map(json.dumps, ours), "-- engine", *map(json.dumps, theirs)]
    )


def first_difference(
    game: str, rounds: int, seed: int, make: Callable[[], Feed], manners: Manners | None = None, loose: bool = False
) -> str | None:
    """A report on the first difference in about so many rounds, or None."""
    for written in records(game, rounds, seed, manners):
        if [fixed(out, loose) for out in written.answers] != outputs(make(), written.lines, loose):
            return report(shortest(written.lines, make, loose), make)
    return None


def main() -> int:
    """Command line; exit status 1 when the two differ."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--game", required=True)
    parser.add_argument("--rounds", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--engine", default="domino_rules.referee:Referee")
    parser.add_argument("--hostile", type=float, default=Manners.hostile)
    parser.add_argument("--correct", type=float, default=Manners.correct)
    parser.add_argument("--unseen", type=float, default=Manners.unseen)
    parser.add_argument("--varied", type=float, default=Manners.varied)
    parser.add_argument("--loose", action="store_true", help="do not compare the codes of refused lines")
    args = parser.parse_args()
    sys.path.insert(0, str(Path(__file__).parents[2] / "firmware"))
    manners = Manners(args.hostile, args.correct, unseen=args.unseen, varied=args.varied)
    found = first_difference(args.game, args.rounds, args.seed, engine(args.engine), manners, args.loose)
    print(found or f"{args.game}: no difference in {args.rounds} rounds, seed {args.seed}")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
