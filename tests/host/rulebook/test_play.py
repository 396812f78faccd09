"""What the rules say of openings and of the bazaar is what the engine does."""

from __future__ import annotations

from random import Random

import pytest
from domino_rules.games import GAMES
from domino_table.rulebook.setup import Setup, presets, setups
from host.rulebook.variety import said

DEALS = 40
RULES = ("lowest_double", "66", "00", "23", "top_rank")
HAND_GAMES = [game for game in GAMES if game not in ("kolbasa", "domino_tennis", "muggins")]


def dealt(found: Setup, random: Random) -> list[list[str]]:
    """Deal to the set-up's match. Returns the hands and, last, the bazaar."""
    tiles = found.match.tiles
    names = [tiles.name(tile) for tile in range(tiles.size)]
    random.shuffle(names)
    size = found["hand"]
    hands = [names[seat * size : (seat + 1) * size] for seat in range(found.match.seats)]
    rest = names[size * len(hands) :]
    masks = [tiles.mask(hand, 0)[1] for hand in [*hands, rest]]
    found.match.deal(masks[:-1], [0] * len(hands), masks[-1], len(rest))
    return [*hands, rest]


@pytest.mark.parametrize("rule", RULES)
@pytest.mark.parametrize("double_order", ["1..6,0", "0..6"])
def test_the_tile_that_opens_is_the_first_held_in_the_order_told(rule: str, double_order: str) -> None:
    random = Random(rule + double_order)
    for _ in range(DEALS):
        chosen = {"opener_first": rule, "double_order": double_order, "hand": random.choice([1, 2, 5])}
        found = setups("kozel", "yard", chosen, random.choice([2, 3, 4]))[0]
        hands = dealt(found, random)[:-1]
        first, doubles, others = found.openers(rule)
        held = next(tile for tile in [first, *doubles, *others] if any(tile in hand for hand in hands))
        assert found.match.tiles.name(found.match.opening) == held
        assert held in hands[found.match.turn]


@pytest.mark.parametrize("game", HAND_GAMES)
def test_drawing_is_told_of_where_the_engine_allows_it(game: str) -> None:
    random = Random(game)
    for players in presets(game).PLAYERS:
        for hand in (3, 5, 7):
            for reserve in (0, 1, 20) if "bazaar_reserve" in presets(game).TABLE else (None,):
                chosen = {"hand": hand} | ({} if reserve is None else {"bazaar_reserve": reserve})
                chosen |= {"teams": players // 2} if game == "general_kozel" else {}
                found = setups(game, None, chosen, players)[0]
                while found.match.phase != "play":
                    dealt(found, random)
                choice = tuple(sorted(chosen.items()))
                told = {sentence.key for sentence in said(game, choice, players) or ()}
                assert ("draw_mode.until_playable" in told) == found.match.can_draw()
                assert ("bazaar_reserve.all" in told) == (reserve == 20 and 0 < found.rest <= reserve)
