"""Both judges take what a hostile hand writes, say the same of it, and never raise.

``DOMINO_EXAMPLES=20`` in the environment tries twenty times as many (``make soak``).
"""

from __future__ import annotations

import os
from random import Random

import pytest

from .compare import difference, engine, report, shortest
from .generate import records
from .params import GAMES
from .setting import Manners
from .spoil import spoilt

ENGINE = engine("domino_rules.referee:Referee")
TIMES = int(os.environ.get("DOMINO_EXAMPLES", "1"))


@pytest.mark.parametrize("game", sorted(GAMES))
def test_a_spoilt_record_is_judged_alike(game: str) -> None:
    games = sorted(GAMES)
    for seed in range(4 * TIMES):
        chance = Random(f"{game} {seed}")
        manners = Manners(chance.choice([0, 0.1]), chance.choice([0, 0.1]), unseen=chance.choice([0, 0.5]), varied=0.5)
        own = next(iter(records(game, 3, chance.randrange(10**9), manners)))
        other = next(iter(records(chance.choice(games), 1, chance.randrange(10**9), manners)))
        lines = spoilt(chance, own.lines, other.lines)
        if difference(lines, ENGINE) is not None:
            pytest.fail(report(shortest(lines, ENGINE), ENGINE))
