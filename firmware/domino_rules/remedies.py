"""What follows from a foul, unless an arbiter rules otherwise (design.md: facts and remedies are apart).

The default profile takes every breach back; ``stand`` lets stand whatever can physically stand.
"""

PROFILES = {"stand": "stand"}


def remedy(profile, code):
    """The remedy of a foul code under a profile (an unknown profile retracts)."""
    if code == "timeout":
        return {"kind": "loss"}
    return {"kind": PROFILES.get(profile, "retract")}


def stands(chosen):
    """Whether a remedy lets the play stand."""
    return type(chosen) is dict and chosen.get("kind") == "stand" or chosen == "stand"
