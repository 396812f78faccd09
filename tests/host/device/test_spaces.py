"""Names may become one only where they never meet."""

from __future__ import annotations

import ast
import itertools

from domino_table.device.spaces import alike

ONE = """
import strange
from two import outer

class First:
    def __init__(self, link):
        self.one, self.link = 1, link

    def walk(self):
        way = self.one
        return [way for step in (way,)]

class Heir(First):
    mine = 2

class Lone:
    def __init__(self):
        self.only = 3

    def roam(self, first):
        first.given = 4
        self.only = first.link.only
"""
TWO = """
class Far:
    def __init__(self):
        self.there = 1

def outer():
    try:
        inner = Far()
    except ValueError as error:
        return error
    return inner
"""
NAMES = [
    "one",
    "link",
    "walk",
    "mine",
    "only",
    "roam",
    "given",
    "there",
    "outer",
    "inner",
    "Far",
    "error",
    "way",
    "step",
]


def given(names: list[str]) -> dict[str, str]:
    trees = {"one.py": ast.parse(ONE), "two.py": ast.parse(TWO)}
    return alike(names, trees, [f"n{number}" for number in range(20)])


def test_names_that_meet_stay_apart() -> None:
    new = given(NAMES)
    for together in (
        ("one", "link", "walk", "mine", "given"),  # a class and its heir; anybody may have been given something
        ("only", "roam", "given"),
        ("there", "given"),
        ("walk", "roam"),  # a trace names functions by their module
        ("inner", "error", "Far"),
        ("outer", "Far"),
        ("way", "step"),
    ):
        for a, b in itertools.combinations(together, 2):
            assert new[a] != new[b], (a, b)


def test_names_that_never_meet_become_one() -> None:
    new = given(NAMES)
    assert new["one"] == new["there"] == new["only"]
    assert len(set(new.values())) <= 6


def test_names_without_a_new_one_stay_as_they_are() -> None:
    trees = {"two.py": ast.parse(TWO)}
    assert alike(["outer", "Far"], trees, ["a"]) == {"outer": "a"}


def test_what_stands_for_another_object_hides_nothing_of_it() -> None:
    screen = "class Screen:\n    def __getattr__(self, name):\n        return getattr(self.before, name)\n"
    screen += "    def __init__(self, before):\n        self.before = before\n"
    trees = {"one.py": ast.parse(ONE), "two.py": ast.parse(TWO), "screen.py": ast.parse(screen)}
    new = alike(["one", "only", "there", "before"], trees, [f"n{number}" for number in range(20)])
    assert new["one"] == new["only"] == new["there"] != new["before"]
