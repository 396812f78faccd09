"""The figure of the heap's growth: nothing grows with the rounds, and a leak would be seen."""

from __future__ import annotations

from pathlib import Path

import pytest

from bench import rules

ROUNDS, BLOCK = 60, 32  # a block of the collector on 64 bits
LEAK = """
from domino_rules._prng import Prng as Honest

kept = []


class Prng(Honest):
    def shuffle(self, items):
        kept.append(bytes(40))
        super().shuffle(items)
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("rules")
    rules.compiled(str(path))
    return path


@pytest.mark.parametrize("game", ["kozel", "kolbasa", "muggins"])
def test_the_heap_does_not_grow_with_the_rounds(folder, game, monkeypatch):
    monkeypatch.setattr(rules, "GAMES", (game,))
    assert rules.growth(str(folder), ROUNDS)[game] < ROUNDS // 2 * BLOCK


def test_a_leak_is_seen(folder, tmp_path, monkeypatch):
    leaking = tmp_path / "leaking" / "domino_rules"
    leaking.mkdir(parents=True)
    for path in (folder / "domino_rules").iterdir():
        name = "_prng.mpy" if path.name == "prng.mpy" else path.name
        (leaking / name).symlink_to(path)
    (leaking / "prng.py").write_text(LEAK)
    monkeypatch.setattr(rules, "GAMES", ("kozel",))
    assert rules.growth(str(leaking.parent), ROUNDS)["kozel"] >= ROUNDS * 2 * BLOCK
