"""Every vector of rules.md by its id, on CPython and on MicroPython, with equal transcripts."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from domino_rules import record
from domino_rules.games import GAMES

HERE = Path(__file__).parent
CORPUS = HERE / "corpus"
FIRMWARE = HERE.parents[1] / "firmware"
MICROPYTHON = Path(sys.executable).parent / "micropython"
MODULES = sorted(path.stem for path in CORPUS.glob("vectors_*.py"))
sys.path[:0] = [str(CORPUS), str(HERE)]

import run  # noqa: E402
import wild  # noqa: E402

VECTORS = [
    pytest.param(getattr(__import__(module), name), id=name.replace("_", "-", 1))
    for module in MODULES
    for name in run.names(__import__(module))
]


@pytest.mark.parametrize("vector", VECTORS)
def test_vector(vector):
    vector()


def told(script, argument):
    """What a corpus script prints on CPython, and on MicroPython."""
    return [
        subprocess.run(
            [*command, str(CORPUS / script), argument],
            env={**os.environ, **path},
            capture_output=True,
            text=True,
            timeout=1800,
            check=True,
        ).stdout
        for command, path in (
            ([sys.executable], {"PYTHONPATH": f"{FIRMWARE}:{CORPUS}"}),
            ([str(MICROPYTHON)], {"MICROPYPATH": f"{FIRMWARE}:{CORPUS}:.frozen"}),
        )
    ]


@pytest.mark.parametrize("module", MODULES)
def test_both_interpreters_say_the_same(module):
    one, other = told("run.py", module)
    assert one.startswith("==")
    assert one == other


@pytest.mark.parametrize("game", GAMES)
def test_both_interpreters_judge_wild_records_alike(game, tmp_path):
    records = [
        [record.text(line) for _, line, _ in wild.record(seed, 100, nonsense=0.15, game=game)] for seed in range(5)
    ]
    path = tmp_path / "records"
    path.write_text("".join("\n".join(lines) + "\n\n" for lines in records), encoding="utf-8")
    one, other = told("judge.py", str(path))
    assert one.count('"type":"verdict"') > 200
    assert one == other
