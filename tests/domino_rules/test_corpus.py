"""Every vector of rules.md by its id, on CPython and on MicroPython, with equal transcripts."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

HERE = Path(__file__).parent
CORPUS = HERE / "corpus"
FIRMWARE = HERE.parents[1] / "firmware"
MICROPYTHON = Path(sys.executable).parent / "micropython"
MODULES = sorted(path.stem for path in CORPUS.glob("vectors_*.py"))
sys.path.insert(0, str(CORPUS))

import run  # noqa: E402

VECTORS = [
    pytest.param(getattr(__import__(module), name), id=name.replace("_", "-", 1))
    for module in MODULES
    for name in run.names(__import__(module))
]


@pytest.mark.parametrize("vector", VECTORS)
def test_vector(vector):
    vector()


@pytest.mark.parametrize("module", MODULES)
def test_both_interpreters_say_the_same(module):
    told = [
        subprocess.run(
            [*command, str(CORPUS / "run.py"), module],
            env={**os.environ, **path},
            capture_output=True,
            text=True,
            timeout=120,
            check=True,
        ).stdout
        for command, path in (
            ([sys.executable], {"PYTHONPATH": f"{FIRMWARE}:{CORPUS}"}),
            ([str(MICROPYTHON)], {"MICROPYPATH": f"{FIRMWARE}:{CORPUS}:.frozen"}),
        )
    ]
    assert told[0].startswith("==")
    assert told[0] == told[1]
