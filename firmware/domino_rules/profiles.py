"""Profiles of remedies as data: what follows from a breach in whose house (docs/infractions.md names the sources).

Read when a breach has happened, and forgotten again.
"""

# A line without a space names a profile, the lines after it say what follows from a code: kind of remedy, points ("30",
# "20%" of the target, "30|20%" the larger of both), and who gains: "opponents", or "self" for an offender who loses
# them. "/" stands between what the opponents choose from. A code that is not listed is taken back.
_PROFILES = """
house
training
stand
wrong_tile stand
wrong_turn stand
false_pass stand
false_draw stand
wrong_opening stand
too_many_tiles stand
overdraw stand
illegal_close stand
wrong_hand stand
misdeal stand
strict
wrong_tile must_play_open_tile 10 opponents
wrong_turn points 25 opponents
false_pass lose_lead 30|20% opponents
false_draw points 30|20% opponents
wrong_opening must_play_open_tile 10 opponents
too_many_tiles points 10 opponents
overdraw points 50 opponents
illegal_close points 10 opponents
wrong_hand points 50 opponents
rocoh
false_pass lose_lead 30|20% opponents
false_draw points 30|20% opponents
overdraw points 100 opponents
misdeal points 100 opponents
cantinera
false_pass points 25 opponents
wrong_tile points 25 opponents / retract
wrong_turn points 25 opponents
brazil
false_pass annul_hand 50 opponents
wrong_tile points 10 opponents
brazil_game
false_pass lose_game
dominican
false_pass points 30 opponents
nydl
trademark
fed
parish
wrong_tile must_play_open_tile
newsome
wrong_tile stand / retract
false_draw arbiter
wcd
overdraw points 50 opponents
misdeal points 50 opponents
false_draw arbiter
"""


def spec(profile, code):
    """What a profile says of a code, None where it says nothing or there is no such profile."""
    start = _PROFILES.find("\n" + profile + "\n") if type(profile) is str and " " not in profile else -1
    if start < 0 or not profile:
        return None
    for line in _PROFILES[start + len(profile) + 2 :].split("\n"):
        name, _, words = line.partition(" ")
        if not words:
            return None
        if name == code:
            return words
    return None


def names():
    """All profiles, in the order of the list."""
    return [line for line in _PROFILES.split("\n") if line and " " not in line]
