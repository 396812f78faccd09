"""Run what is not done yet of the soak, on all cores, and print what came of all of it.

    python -m tests.soak [--only "match*"] [--matches 60] [--no-faults] [--list]

Interrupt it when you like: the next run goes on with what is left. A result counts for the sources it was made with;
``--any-source`` lets those of others count too. Exit status 1 when anything is wrong, with the commands that repeat it.
"""

from __future__ import annotations

import argparse
import fnmatch
import json
import os
import subprocess
import sys
import time
from concurrent.futures import Future, ThreadPoolExecutor, as_completed
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table

from tests.soak import steps
from tests.soak.state import ROOT, State, sources
from tests.soak.steps import Step

HANG_S = 6 * 3600
"""No step takes so long on any machine that can run the tests."""
SHOWN = ("rounds", "plays", "questions", "wrong_verdicts", "false_accusations", "virtual_seconds")


class SourcesChanged(RuntimeError):
    """Somebody has edited the sources while steps were running."""


def run(step: Step) -> dict[str, Any]:
    """One step as a row of the state. A match is well when nothing in it was wrong, whatever its exit status."""
    began = time.monotonic()
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    environment = {**os.environ, "PATH": path, **dict(step.environment)}
    row: dict[str, Any] = {"step": step.name, "command": step.text, "ok": False, "figures": {}, "why": ""}
    try:
        done = subprocess.run(
            step.words, cwd=ROOT, env=environment, capture_output=True, text=True, timeout=HANG_S, check=False
        )
    except subprocess.TimeoutExpired:
        row["why"] = f"hangs: no end after {HANG_S // 3600} hours"
    else:
        row["ok"] = done.returncode == 0
        if step.match:
            _read_match(row, done.stdout)
        if not row["ok"]:
            row["why"] = row["why"] or (done.stderr.strip() or done.stdout.strip())[-2000:]
    row["seconds"] = round(time.monotonic() - began, 1)
    return row


def _read_match(row: dict[str, Any], printed: str) -> None:
    try:
        found = json.loads(printed)
    except ValueError:
        row["ok"] = False
        return
    row["figures"] = {name: found.get(name) for name in (*SHOWN, "fouls_reported", "faults")}
    wrong = found["wrong_verdicts"] or found["false_accusations"]
    if wrong or not found["plays"]:
        row["ok"] = False
        row["why"] = "; ".join(found["differences"])[:2000]


def play(todo: list[Step], state: State, jobs: int, console: Console) -> None:
    """Run the steps: those that need one core side by side, then each of the others by itself.

    Raises SourcesChanged: what has ended since belongs to no sources at all, and is not kept.
    """

    def ended(row: dict[str, Any]) -> None:
        if sources() != state.source:
            raise SourcesChanged
        state.add(row)
        console.print(f"{'ok    ' if row['ok'] else 'FAILED'} {row['step']}  [dim]{row['seconds']:.0f} s")

    with ThreadPoolExecutor(jobs) as pool:
        waiting: list[Future[dict[str, Any]]] = [pool.submit(run, step) for step in todo if not step.alone]
        try:
            for future in as_completed(waiting):
                ended(future.result())
        except (KeyboardInterrupt, SourcesChanged):
            pool.shutdown(cancel_futures=True)
            raise
    for step in todo:
        if step.alone:
            ended(run(step))


def report(wanted: list[Step], state: State, console: Console) -> bool:
    """Print the table of all steps; whether all of them have ended well."""
    table = Table("step", "", *(name.replace("_", " ") for name in SHOWN), "seconds")
    failed = []
    for step in wanted:
        row = state.rows.get(step.text)
        if row is None:
            table.add_row(step.name, "left")
            failed.append(step)
            continue
        figures = [str(row["figures"].get(name, "")) for name in SHOWN]
        table.add_row(step.name, "ok" if row["ok"] else "FAILED", *figures, f"{row['seconds']:.0f}")
        if not row["ok"]:
            failed.append(step)
    console.print(table)
    for step in failed:
        row = state.rows.get(step.text)
        if row:
            console.print(f"{step.name}: {row['why']}", markup=False)
            console.print(f"  repeat with: {step.text}", markup=False, soft_wrap=True)
    return not failed


def main() -> None:
    """See the module."""
    parser = argparse.ArgumentParser(prog="python -m tests.soak", description=__doc__.splitlines()[0])
    parser.add_argument("--only", default="*", help="steps whose names match, as match* or mutants")
    parser.add_argument("--matches", type=int, default=steps.MATCHES)
    parser.add_argument("--no-faults", action="store_true", help="people's mistakes only")
    parser.add_argument("--jobs", type=int, default=steps.cores())
    parser.add_argument("--state", type=Path, default=ROOT / "out" / "soak.jsonl")
    parser.add_argument("--any-source", action="store_true", help="results of other sources count, too")
    parser.add_argument("--list", action="store_true", help="only print what there is and what is done")
    chosen = parser.parse_args()
    known = steps.matches(chosen.matches, "" if chosen.no_faults else steps.FAULTS) + steps.others()
    wanted = [step for step in known if fnmatch.fnmatch(step.name, chosen.only)]
    if not wanted:
        sys.exit(f"no step is called {chosen.only}: look at --list")
    state, console = State(chosen.state, sources(), chosen.any_source), Console(width=150)
    if state.left_out:
        console.print(f"The sources have changed: {state.left_out} results of others do not count, all is done anew.")
    if not chosen.list:
        try:
            play([step for step in wanted if not state.done(step.text)], state, chosen.jobs, console)
        except SourcesChanged:
            sys.exit("The sources have changed while steps were running: start again, and all is done anew.")
    sys.exit(0 if report(wanted, state, console) or chosen.list else 1)


if __name__ == "__main__":
    main()
