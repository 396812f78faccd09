"""Both judges take what a hostile hand writes, say the same of it, and never raise.

``DOMINO_EXAMPLES=20`` in the environment tries twenty times as many (``make soak``).
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest

from .compare import difference, engine, report, shortest
from .generate import records
from .params import GAMES
from .setting import Manners
from .spoil import spoilt, spoilt_bytes

ENGINE = engine("domino_rules.referee:Referee")
ROOT = Path(__file__).parents[2]
FIRMWARE, CORPUS = ROOT / "firmware", ROOT / "tests" / "domino_rules" / "corpus"
TIMES = int(os.environ.get("DOMINO_EXAMPLES", "1"))


def records_spoilt(game: str, seed: int, rounds: int = 3, corrected: float = 0.1) -> list[object]:
    """Lines of a few rounds of a game, spoilt."""
    chance = Random(f"{game} {seed}")
    correct = chance.choice([0, corrected])
    manners = Manners(chance.choice([0, 0.1]), correct, unseen=chance.choice([0, 0.5]), varied=0.5)
    own = next(iter(records(game, rounds, chance.randrange(10**9), manners)))
    other = next(iter(records(chance.choice(sorted(GAMES)), 1, chance.randrange(10**9), manners)))
    return spoilt(chance, own.lines, other.lines)


@pytest.mark.parametrize("game", sorted(GAMES))
def test_a_spoilt_record_is_judged_alike(game: str) -> None:
    for seed in range(4 * TIMES):
        lines = records_spoilt(game, seed)
        if difference(lines, ENGINE) is not None:
            pytest.fail(report(shortest(lines, ENGINE), ENGINE))


def test_both_interpreters_take_spoilt_bytes_alike(tmp_path: Path) -> None:
    chance, path = Random(5), tmp_path / "records"
    with path.open("wb") as file:
        for game in sorted(GAMES) * TIMES:
            lines = [spoilt_bytes(chance, line) for line in records_spoilt(game, chance.randrange(10**6), 1, 0)]
            file.write(b"\n".join(lines) + b"\n\n")
    told = [
        subprocess.run(
            [*command, str(CORPUS / "judge.py"), str(path)],
            env={**os.environ, variable: f"{FIRMWARE}:{CORPUS}:.frozen"},
            capture_output=True,
            timeout=1800,
            check=True,
        ).stdout
        for command, variable in (
            ([sys.executable], "PYTHONPATH"),
            ([str(Path(sys.executable).parent / "micropython"), "-X", "heapsize=64M"], "MICROPYPATH"),
        )
    ]
    assert told[0].count(b'"type":"verdict"') > 200
    assert told[0] == told[1]
