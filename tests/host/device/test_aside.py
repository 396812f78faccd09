"""The build step that sets seldom functions aside must not change what the firmware does."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest
from domino_table import resources
from domino_table.device.aside import AsideError, set_aside
from domino_table.device.bundle import readable
from domino_table.device.number import numbered

ONCE = (resources.firmware_dir() / "table" / "once.py").read_text(encoding="utf-8")
USER = """
import json as written
from once import seldom

_LIMIT = 7
_seen = []


@seldom
def twice(value: int, times: int = 2) -> int:
    return [helper(value) for _ in range(times)] + [value for value in range(_LIMIT)]


def helper(value):
    return value * 10


class Base:
    def __init__(self):
        self._count = 1

    @seldom
    def told(self, *words, **no):
        return None


class User(Base):
    STEP = 3

    @seldom
    def __init__(self, start=5):
        Base.__init__(self)
        self._start = start

    @seldom
    def told(self, *words):
        _seen.append(words)
        return [self._start + self._count, lambda: self.STEP, list(self.each()), words, written.dumps(_seen)]

    @seldom
    def each(self):
        for step in range(self.STEP):
            yield step + self._start

    @seldom
    async def later(self, value):
        return helper(value) + self._start

    @seldom
    def helper(self, more=_LIMIT):
        return helper(5) + more


class Other(User):
    STEP = 2


def run():
    found = []
    for made in (User(), User(start=1), Other(7)):
        told = made.told("a", "b")
        told[1] = told[1]()
        found.append([told, made.helper(), made.helper(1), twice(3), twice(1, times=1)])
        try:
            made.later(4).send(None)
        except StopIteration as end:
            found.append(end.value)
    return found
"""
SOURCES = {"once": ONCE, "user": USER.replace(", **no", "")}


def output(folder: Path, sources: dict[str, str], code: str) -> object:
    folder.mkdir()
    for name, text in sources.items():
        (folder / f"{name}.py").write_text(text)
    done = subprocess.run([sys.executable, "-c", code], cwd=folder, capture_output=True, text=True, check=True)
    return json.loads(done.stdout)


RUN = "import json; from user import run; print(json.dumps(run()))"


def test_modules_do_what_they_did_with_their_functions_set_aside(tmp_path: Path) -> None:
    parted = set_aside(SOURCES)
    assert sorted(parted) == ["once", "user", "user_1", "user_2", "user_3"]
    assert output(tmp_path / "parted", parted, RUN) == output(tmp_path / "plain", SOURCES, RUN)
    assert "words" not in parted["user_1"]
    assert "_seen" not in parted["user_1"]
    assert "json" in parted["user_3"]
    assert "@" not in parted["user"]
    assert "def seldom" not in parted["once"]


BASE = """
from once import seldom


class Old:
    held = None

    def __init__(self):
        self.seen = []

    @seldom
    def first(self, *words):
        self.seen.append(words)
        return len(self.seen)

    @seldom
    def second(self):
        return self.first("second") * 10

    def third(self):
        return self.second() + 1
"""
HEIR = """
from base import Old
from once import seldom


class Young(Old):
    @seldom
    def fourth(self):
        return [self.first("fourth"), self.third(), self.fifth(2)]

    @seldom
    def fifth(self, times):
        return self.second() * times


class Youngest(Young):
    @seldom
    def third(self):
        return Young.third(self) + 100


def run():
    old, young, youngest = Old(), Young(), Youngest()
    found = [old.first("a"), old.third(), old.seen, young.fourth(), young.second(), young.seen]
    return [*found, youngest.fourth(), youngest.seen, getattr(old, "held", 5), getattr(young, "held", 5)]
"""


def test_one_method_of_a_class_finds_those_of_its_base_too(tmp_path: Path) -> None:
    sources = {"once": ONCE, "base": BASE, "heir": HEIR}
    parted = set_aside(sources)
    code = "import json; from heir import run; print(json.dumps(run()))"
    assert output(tmp_path / "parted", parted, code) == output(tmp_path / "plain", sources, code)
    assert parted["base"].count("def ") == 3  # __init__, third, __getattr__
    assert parted["heir"].count("__getattr__") == 1
    for doubt in ("getattr(old, 'fifth', None)", "super().first()", "Old.first(old)", "old.first(word=1)"):
        stubs = set_aside({**sources, "doubt": f"class Late(Old):\n    def f(self, old):\n        return {doubt}\n"})
        assert "def first(" in stubs["base"], doubt


def test_modules_set_aside_go_by_numbers_and_do_what_they_did(tmp_path: Path) -> None:
    parted = set_aside({**SOURCES, "user_125": "A = 1\n"})
    texts, back = numbered(parted, [name for name in parted if name.startswith("user_") and name != "user_125"])
    assert sorted(texts) == ["_0", "_1", "_2", "once", "user", "user_125"]
    assert back == {"_0": "user_1", "_1": "user_2", "_2": "user_3"}
    assert output(tmp_path / "numbered", texts, RUN) == output(tmp_path / "plain", SOURCES, RUN)


def test_what_is_set_aside_is_forgotten_with_the_end_of_the_call(tmp_path: Path) -> None:
    code = "import sys; from user import twice; twice(1); import json; print(json.dumps([n for n in sys.modules"
    assert output(tmp_path / "parted", set_aside(SOURCES), f"{code} if 'user' in n]))") == ["user"]


def test_a_module_without_a_mark_stays_as_it_is() -> None:
    assert set_aside({"one": "# seldom a comment\nA = 1\n"}) == {"one": "# seldom a comment\nA = 1\n"}


@pytest.mark.parametrize(
    ("code", "why"),
    [
        ("@seldom\ndef f(*, a): pass", "one:2 f: @seldom needs plain arguments"),
        ("@seldom\n@seldom\ndef f(): pass", "no other decorator"),
        ("@seldom\ndef f():\n    global a\n    a = 1", "global name"),
        ("class A:\n    @seldom\n    def f(self):\n        super().f()", "super"),
        ("class A:\n    @seldom\n    def __init__(self):\n        self.f = lambda: None", "a lambda keeps"),
        ("def g():\n    @seldom\n    def f(): pass", "top level"),
        ("a = 1\ndef g():\n    global a\n    a = 2\n@seldom\ndef f():\n    return a", "one: a changes"),
    ],
)
def test_a_function_that_would_change_is_refused(code: str, why: str) -> None:
    with pytest.raises(AsideError, match=why):
        set_aside({"one": code})


def test_a_trace_names_the_module_from_which_a_function_was_set_aside() -> None:
    trace = 'Traceback (most recent call last):\n  File "_0", line 1, in start\n  File "_9999", line 1\nOSError: 5\n'
    assert re.search(r'"(table|domino_rules)[\w.]+", line 1, in start\n  File "_9999"', readable(trace))
