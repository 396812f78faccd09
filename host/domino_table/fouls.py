"""Which foul codes a build of the table can assert, and when: what it cannot know it does not claim.

The codes are those of docs/record-format.md, Answers.
"""

from __future__ import annotations

from domino_table.hardware import Build

AT_ONCE, LATER, NEVER = "at once", "when hands are shown", "never"
ARBITER = "by the arbiter"

_ALWAYS = {"wrong_tile": AT_ONCE, "illegal_close": AT_ONCE, "timeout": ARBITER}
_OF_HANDS = ("wrong_turn", "wrong_hand", "misdeal", "too_many_tiles")
"""Who laid a tile, and how many hold what, only racks tell."""
_OF_DRAWS = ("false_draw", "overdraw")
"""Where nothing but the button tells of a draw, it is one only when one is due; a bazaar on the cloth tells more."""


def asserted(build: Build) -> dict[str, str]:
    """When each foul code can be asserted at a build: at once, when hands are shown, by the arbiter, or never."""
    if build.has_racks:
        found = dict.fromkeys((*_OF_HANDS, *_OF_DRAWS, "false_pass", "wrong_opening"), AT_ONCE)
    else:
        found = dict.fromkeys((*_OF_HANDS, *_OF_DRAWS), NEVER)
        # A tile that opens may prove itself wrong: where nothing is left in the bazaar, somebody holds a better one.
        if build.zone:
            found |= {"overdraw": AT_ONCE, "false_draw": f"{AT_ONCE} of tiles drawn, else {LATER}"}
        found |= {"false_pass": f"{LATER}; in kolbasa {AT_ONCE}", "wrong_opening": f"{AT_ONCE} or {LATER}"}
    return dict(sorted((_ALWAYS | found).items()))
