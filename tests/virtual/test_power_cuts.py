"""Every eighth flash operation of a two-round match: the power goes, the firmware starts, the record is whole."""

from __future__ import annotations

from dataclasses import replace

import pytest
from domino_table.virtual import flashed

from bench import power_cuts
from bench.power_cuts import Cut, Played

STEP = 8


@pytest.fixture(scope="module")
def played() -> Played:
    return power_cuts.play()


@pytest.fixture(scope="module")
def honest() -> Played:
    return power_cuts.play(power_cuts.HONEST)


def test_the_match_that_is_cut_has_two_rounds_and_was_listened_to(played: Played) -> None:
    assert played.rounds == 2
    assert [head for _, head in played.heads] == sorted(head for _, head in played.heads)
    assert played.heads[-1][1] == len(played.records) > 100
    kinds = {record.kind for record in played.records}
    assert {flashed.LINE, flashed.BOOT, flashed.POSE, flashed.OUTPUT} <= kinds


def test_after_every_eighth_cut_the_table_holds_the_fold_of_a_prefix_with_all_that_was_confirmed(
    played: Played,
) -> None:
    tried = list(power_cuts.sweep(played, STEP))
    assert len(tried) == 2 * -(-len(played.operations) // STEP) >= 40
    assert [(cut, found) for cut, found in tried if found] == []


def test_a_record_lost_or_changed_would_be_found(played: Played) -> None:
    cuts = list(played.cuts(STEP))
    early, late = cuts[10], cuts[20]
    assert early[0].confirmed < late[0].confirmed
    assert "records were confirmed" in str(power_cuts.problem(late[0], early[1], played.records))
    other = list(played.records)
    other[5] = replace(other[5], raw=other[5].raw[:-1] + b"?")
    assert "there are others" in str(power_cuts.problem(Cut(late[0].number, False, 0), late[1], other))


def test_people_and_table_play_on_to_the_end_with_the_tiles_as_they_lay(honest: Played) -> None:
    """After one cut in the first round; ``python -m bench power_cuts`` does so after twenty."""
    assert power_cuts.play_on(power_cuts.chosen(honest, 20)[6]) is None
