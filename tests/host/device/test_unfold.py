"""The build step that writes a function where it is called must not change what the firmware does."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import pytest
from domino_table.device.unfold import unfolded

SOURCE = '''
import asyncio

_LOG = []


def _noted(text, times):
    """Note a text."""
    for _ in range(times):
        _LOG.append(text)


def _sign(number):
    if number < 0:
        return "minus"
    if number == 0:
        return "zero"
    if number > 99:
        text = "much"
    else:
        text = "plus"
    return text


class Counter:
    def __init__(self, start):
        self.count = start

    def run(self, number):
        item = number
        self._add(item, number + 1)
        sign = _sign(number)
        _noted(sign, 2)
        self._maybe(number)
        return self._told(item, sign)

    def _add(self, item, more):
        for item in range(item):
            self.count += item
        self.count += more

    def _maybe(self, number):
        if number == 1:
            _LOG.append("one")
            return
        elif number == 2:
            _LOG.append("two")
        else:
            return None
        _LOG.append("was two")

    def _told(self, item, sign):
        for digit in str(item):
            if digit == "1":
                return sign, "has a one", self.count
        return sign, self.count

    async def wait(self, number):
        found = await self._first(number)
        await self._rest(found)
        return await self._last(found)

    async def _first(self, number):
        await asyncio.sleep(0)
        try:
            number = int(number)
        except ValueError as error:
            number = len(str(error))
        return number

    async def _rest(self, number):
        _LOG.append([number * square for square in range(3)])

    async def _last(self, number):
        await asyncio.sleep(0)
        if number:
            return number + self.count


def run(numbers):
    del _LOG[:]
    counter = Counter(3)
    told = [counter.run(number) for number in numbers]
    return told, list(_LOG), [asyncio.run(counter.wait(text)) for text in ("12", "0", "none")], list(_LOG)
'''


def test_functions_called_once_as_a_statement_go_and_change_nothing() -> None:
    short = unfolded({"part.py": SOURCE})["part.py"]
    for name in ("_noted", "_sign", "_add", "_maybe", "_told", "_first", "_rest", "_last"):
        assert f"{name}(" not in short
    assert "def wait" in short
    results = []
    for text in (SOURCE, short):
        module: dict[str, Any] = {}
        exec(text, module)
        results.append(json.dumps(module["run"]([0, 1, 2, 3, -4, 10, 250])))
    assert results[0] == results[1]


@pytest.mark.parametrize(
    ("function", "call"),
    [
        ("def _f(self, a=1):\n        self.a = a", "self._f()"),
        ("def _f(self, *a):\n        self.a = a", "self._f(1)"),
        ("def _f(self, a):\n        self.a = a", "self._f(a=1)"),
        ("def _f(self, a):\n        for x in a:\n            return x", "b = self._f([1])"),
        (
            "def _f(self, a):\n        if a:\n            if a > 2:\n                return\n        self.a = a",
            "self._f(1)",
        ),
        ("def _f(self, a):\n        self.a = lambda: a", "self._f(1)"),
        ("def _f(self, a):\n        yield a", "self._f(1)"),
        ("async def _f(self, a):\n        self.a = a", "self._f(1)"),
        ("@property\n    def _f(self):\n        return 1", "self._f()"),
        ("def _f(self, a):\n        return a", "print(self._f(1))"),
        ("def _f(self, a):\n        self.a = a", "other._f(1)"),
        ("def _f(self, a):\n        self.a = a", "self._f(1)\n        self._f(2)"),
        ("def _f(self, a):\n        self.a = a", "self._f(1)\n        getattr(self, '_f')"),
    ],
)
def test_other_functions_stay_as_they_are(function: str, call: str) -> None:
    source = f"class A:\n    def run(self, other):\n        {call}\n\n    {function}\n"
    assert unfolded({"part.py": source})["part.py"] == source


def test_a_function_that_a_subclass_overrides_or_another_module_uses_stays() -> None:
    base = "class A:\n    def run(self):\n        self._f()\n\n    def _f(self):\n        self.a = 1\n"
    derived = "from part import A\n\n\nclass B(A):\n    def _f(self):\n        self.b = 1\n"
    user = "from part import A\n\nA()._f()\n"
    assert "_f" not in unfolded({"part.py": base})["part.py"]
    assert unfolded({"part.py": base, "derived.py": derived})["part.py"] == base
    assert unfolded({"part.py": base, "user.py": user})["part.py"] == base
    assert unfolded({"part.py": base}, {"_f"})["part.py"] == base


def test_an_argument_is_evaluated_once_and_before_the_body() -> None:
    source = (
        "class A:\n    def run(self):\n        self.n = 1\n        self._f(self.n)\n        return self.n\n\n"
        "    def _f(self, n):\n        self.n = 5\n        self.n += n + n\n"
    )
    module: dict[str, Any] = {}
    short = unfolded({"part.py": source})["part.py"]
    exec(short, module)
    assert "_f" not in short
    assert module["A"]().run() == 7


def test_a_coroutine_keeps_its_pauses() -> None:
    module: dict[str, Any] = {}
    exec(unfolded({"part.py": SOURCE})["part.py"], module)

    async def both() -> Any:
        return await asyncio.gather(module["Counter"](1).wait("2"), module["Counter"](2).wait("3"))

    assert asyncio.run(both()) == [3, 5]
