"""Put faults into the rules one at a time and count those that the tests notice.

    python -m tests.mutants [--every 10] [--only "domino_rules.books.*"]

mutmut 3 expects a source tree called ``src`` and replaces what it mutates, so it works on a copy under ``out/mutants``:
the rules as they are, and the tests of them that are quick and run in one process. Exit status 1 when fewer than
``BAR`` percent of the mutants were noticed; one that no test ever reaches counts as not noticed.
"""

from __future__ import annotations

import argparse
import fnmatch
import json
import re
import shutil
import subprocess
import sys
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).parents[2]
WORK = ROOT / "out" / "mutants"
BAR = 80
# Scoring and layouts whole; of the match what ends a turn, a round and a fish.
MODULES = ("books/*.py", "layout/*.py", "games/fives.py", "games/kolbasa.py", "match.py")
IN_MATCH = ("after_turn", "fisherman", "nobody_moves", "end_round", "settle", "laid", "begin_turn", "took", "pass_")
TESTS = (
    "tests/domino_rules/test_corpus.py",
    "tests/domino_rules/test_layouts.py",
    "tests/domino_rules/test_tape.py",
    "tests/naive/test_settled.py",
    "tests/naive/test_differential.py",
)
# Tests that start another interpreter: it would run the unchanged rules.
APART = "not both_interpreters"
KILLED = {1, 3, 24, 36, 152, 255, -24, -9, -11}
SURVIVED, UNREACHED = 0, {5, 33}


def prepare() -> None:
    """Copy the rules and their tests to where mutmut works."""
    shutil.rmtree(WORK, ignore_errors=True)
    unwanted = shutil.ignore_patterns("__pycache__", "*.mpy")
    shutil.copytree(ROOT / "firmware" / "domino_rules", WORK / "src" / "domino_rules", ignore=unwanted)
    for name in ("domino_rules", "naive"):
        shutil.copytree(ROOT / "tests" / name, WORK / "tests" / name, ignore=unwanted)
    chosen = "".join(f"\n    src/domino_rules/{pattern}" for pattern in MODULES)
    tests = "".join(f"\n    {test}" for test in (*TESTS, "-k", APART))
    (WORK / "setup.cfg").write_text(
        f"[mutmut]\nsource_paths = src\nonly_mutate ={chosen}\npytest_add_cli_args =\n    -p\n    no:cacheprovider\n"
        f"pytest_add_cli_args_test_selection ={tests}\n"
        "[tool:pytest]\npythonpath = src tests .\naddopts = --import-mode=importlib\n",
        encoding="utf-8",
    )


def mutmut(names: list[str], children: int) -> None:
    """Run these mutants; mutmut's own status says nothing about how many survived."""
    command = [sys.executable, "-m", "mutmut", "run", "--max-children", str(children), *names]
    subprocess.run(command, cwd=WORK, check=True)


def verdicts() -> dict[str, int | None]:
    """Exit code of the tests by mutant, None where it was not tried."""
    found: dict[str, int | None] = {}
    for path in sorted((WORK / "mutants").rglob("*.meta")):
        found.update(json.loads(path.read_text(encoding="utf-8"))["exit_code_by_key"])
    return found


def wanted(name: str, only: str) -> bool:
    """Whether a mutant is one of scoring, fish or layouts."""
    inside = re.search(r"\.match\..*ǁ(\w+)__mutmut_", name)
    return (not name.startswith("domino_rules.match.") or bool(inside and inside[1] in IN_MATCH)) and fnmatch.fnmatch(
        name, only
    )


def report(codes: dict[str, int | None]) -> int:
    """Print what happened per module; returns the exit status."""
    tried = {name: code for name, code in codes.items() if code is not None}
    killed: Counter[str] = Counter()
    total: Counter[str] = Counter()
    for name, code in tried.items():
        module = name.split(".x", 1)[0]
        total[module] += 1
        killed[module] += code in KILLED
        if code == SURVIVED or code in UNREACHED:
            print("survived" if code == SURVIVED else "unreached", name)
    for module in sorted(total):
        print(f"{module:40} {killed[module]:5} of {total[module]:5}  {100 * killed[module] // total[module]} %")
    share = 100 * killed.total() / max(1, total.total())
    print(f"{killed.total()} of {total.total()} mutants noticed: {share:.1f} % (bar: {BAR} %)")
    return 0 if share >= BAR else 1


def main() -> int:
    """Command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--every", type=int, default=1, help="try one mutant in so many")
    parser.add_argument("--only", default="*", help="names of mutants, as a pattern")
    parser.add_argument("--children", type=int, default=2, help="processes at a time")
    args = parser.parse_args()
    prepare()
    # The first run writes all mutants down, and finds out which test reaches which function.
    mutmut(["domino_rules.layout.line.xǁLineǁends__mutmut_1"], args.children)
    names = [name for name in sorted(verdicts()) if wanted(name, args.only)][:: args.every]
    mutmut(names, args.children)
    return report({name: code for name, code in verdicts().items() if name in set(names)})


if __name__ == "__main__":
    sys.exit(main())
