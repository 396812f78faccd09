"""The games: one module each, imported only when it is on the table; ``GAME`` is its subclass of Match."""

from domino_rules.shelf import put_back, take

GAMES = (
    "all_fives",
    "block_draw",
    "domino_tennis",
    "general_kozel",
    "kolbasa",
    "kozel",
    "kozel_125",
    "kozel_pairs",
    "morskoy_kozel",
    "muggins",
    "osyol",
    "sport",
    "telefon",
)


def new_match(game, seats, preset=None, chosen=None, tape=None):
    """A match of a game.

    Args:
        game: one of ``GAMES``; seats: number of players; preset: id or None; chosen: {parameter: value};
        tape: a Tape on which the match writes itself, or None.

    Returns:
        (match, None), or (None, a sentence that says what is allowed).
    """
    answer = take("setup").new_match(game, seats, preset, chosen or {}, tape)
    put_back()
    return answer
