"""The engine on both interpreters and the naive judge count the same legal lines; ``bench perft`` goes deeper."""

from __future__ import annotations

import pytest
from domino_rules.games import GAMES

from bench import perft


@pytest.mark.parametrize("game", GAMES)
def test_legal_lines_to_depth_four(game):
    naive, differing = perft.compare(game, 2, 4)
    assert not differing, "\n".join(differing)
    assert [len(found) for found in naive] == [4, 4]
    assert all(min(found) > 0 for found in naive)


def test_a_line_counted_otherwise_is_told(monkeypatch):
    monkeypatch.setattr(perft, "by_naive", lambda deal: [7, 7])
    _, differing = perft.compare("kozel", 1, 2)
    assert len(differing) == 2
    assert differing[0].startswith("kozel, deal 1: naive [7, 7], engine on python")
