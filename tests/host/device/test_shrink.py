"""The build step that shortens names must not change what the firmware does, and its traces must stay readable."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest
from domino_table.device.bundle import readable
from domino_table.device.flat import Flat, FlatError, is_empty
from domino_table.device.inline import inlined
from domino_table.device.join import joined
from domino_table.device.order import ordered
from domino_table.device.shrink import Names, plain

EVENTS = "LAID = 3\nTWICE = 4\n_far = 5\n\n\ndef far():\n    return _far + TWICE\n"
BASE = """
class Base:
    def __init__(self, start, *, step=1):
        self._count = start
        self._step = step

    def _advance(self):
        self._count += self._step
        return self._count

    def spread(self, width, fill=0):
        return [(width, width_of) for width_of in range(width)], fill, [width for width in range(2)]
"""
USER = """
from part import events as e
from part.base import Base
from part.events import LAID, far

_LIMIT = 7  # a number for ever
_tally = 0


class User(Base):
    'What bounds does is no reason to keep its name.'

    def _extra(self, count):
        return lambda other: (count, other, self._advance())

    def tell(self, value):
        global _tally
        _tally += 1
        _count = self._extra(value)(LAID)
        return _count, _LIMIT, e.TWICE, far(), _tally, self.spread(2, fill=value), "_LIMIT" and "_known"


def run(make=User):
    user = make(5, step=2)
    return [user.tell(1), user.tell(value=2)]
"""
SOURCES = {"part/__init__.py": "", "part/events.py": EVENTS, "part/base.py": BASE, "part/user.py": USER}


def output(folder: Path, sources: dict[str, str]) -> object:
    for path, text in sources.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(text)
    code = "import json; from part.user import run; print(json.dumps(run()))"
    done = subprocess.run([sys.executable, "-c", code], cwd=folder, capture_output=True, text=True, check=True)
    return json.loads(done.stdout)


SETS = {"part/user.py": ("part/events.py", "part/base.py")}


def shrunk(sources: dict[str, str]) -> dict[str, str]:
    names = Names(inlined(sources), kept={"run"})
    result = {path: names.shrunk(path) for path in sources}
    return {path: text.replace("const(", "int(") for path, text in result.items()}


def test_shortened_modules_do_what_the_sources_do(tmp_path: Path) -> None:
    short = shrunk(SOURCES)
    assert output(tmp_path / "short", short) == output(tmp_path / "plain", SOURCES)
    assert "_advance" not in short["part/base.py"] + short["part/user.py"]
    assert "start" not in short["part/base.py"]


def test_a_number_of_another_module_is_written_out_and_leaves_its_own_module(tmp_path: Path) -> None:
    short = inlined(SOURCES)
    assert "LAID" not in short["part/user.py"]
    assert "e.TWICE" not in short["part/user.py"]
    assert short["part/events.py"].startswith("_LAID = 3\n_TWICE = 4\n")


def test_a_name_that_a_string_says_and_a_parameter_passed_by_name_stay() -> None:
    short = shrunk(SOURCES)
    assert "_LIMIT = int(7)" in short["part/user.py"]
    assert "step=1" in short["part/base.py"]
    assert "fill=0" in short["part/base.py"]
    assert "(self, value)" in short["part/user.py"]


def test_modules_in_one_folder_do_what_they_did_in_packages(tmp_path: Path) -> None:
    taker = "from part import events as e, base\nfrom part.user import run as ran\nimport sys\n\n\n"
    taker += "def run():\n    late = __import__('part.' + 'events', None, None, ('*',))\n"
    taker += "    return [ran(), e.far(), base.Base(1)._advance(), late is sys.modules['part.events']]\n"
    sources = {**SOURCES, "part/taker.py": taker}
    flat, board = Flat(sources), tmp_path / "board"
    board.mkdir()
    for path, text in sources.items():
        if not is_empty(text):
            (board / f"{flat.name(path)}.py").write_text(flat.text(text, path))
    assert sorted(path.stem for path in board.iterdir()) == ["pbase", "pevents", "ptaker", "puser"]
    plain = "import json; from part.taker import run; print(json.dumps(run()))"
    for path, text in sources.items():
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_text(text)
    said = [
        subprocess.run([sys.executable, "-c", code], cwd=folder, capture_output=True, text=True, check=True).stdout
        for code, folder in ((plain, tmp_path), (flat.text(plain), board))
    ]
    assert said[0] == said[1]
    assert flat.plain('File "puser", line 1, in run') == 'File "part.user", line 1, in run'


def test_what_the_rules_take_by_name_is_found_in_one_folder() -> None:
    flat = Flat(f"domino_rules/{path}.py" for path in ("__init__", "shelf", "books/__init__", "books/book"))
    text = "take('books.book')\ntake('books.' + name)\ntake('shelf')\nfull = 'domino_rules.' + name\n"
    assert flat.text(text) == "take('bbook')\ntake('b' + name)\ntake('shelf')\nfull = 'd' + name\n"
    assert flat.name("domino_rules/books/book.py") == "dbbook"
    with pytest.raises(FlatError, match="same name"):
        Flat(["a/bc.py", "abc.py"])
    with pytest.raises(FlatError, match="import names"):
        flat.text("import domino_rules.shelf")


def test_public_names_and_classes_shrink_but_not_those_of_errors() -> None:
    text = EVENTS + "\n\nMANY = (1, 2)\n\n\nclass Lost(ValueError):\n    LIMITS = MANY\n"
    short = shrunk({**SOURCES, "part/events.py": text})
    assert not re.search("class (Base|User)", short["part/base.py"] + short["part/user.py"])
    assert not re.search("MANY|LIMITS", short["part/events.py"])
    assert "class Lost(ValueError)" in short["part/events.py"]
    assert "def bounds" not in shrunk({**SOURCES, "part/base.py": BASE.replace("spread", "bounds")})["part/base.py"]


def test_the_names_used_most_come_first_and_change_nothing(tmp_path: Path) -> None:
    lines = [f"    saved.attribute_{number} = {number}" for number in range(200)]
    text = "def many(saved):\n" + "\n".join(lines) + "\n    saved.attribute_199 += 1\n    return 'attribute_7'\n"
    first, _, rest = ordered(text).partition("\n")
    names = first.split(".")
    assert rest == text
    assert names[1:4] == ["attribute_199", "attribute_7", "attribute_0"]
    assert len(names) == 1 + 128 + 72  # the text 'attribute_7' is a name as well, and so are the long ones behind
    made = {name: dict[str, object]() for name in ("plain", "ordered")}
    exec(text, made["plain"])
    exec(ordered(text), made["ordered"])
    assert made["plain"].keys() == made["ordered"].keys()
    assert ordered("A = 1\n") == "A = 1\n"


def test_keys_of_a_table_become_names_but_other_texts_of_a_small_module_stay_objects() -> None:
    table = "TABLE = {'lowest_double': 1, 'not a name, though long': 2, 'short': 'winner_of_all'}\n"
    text = table + "\n\ndef f():\n    return {'inside_of_it': 'winner_of_all'}\n"
    assert ordered(text) == f"if not __name__: __name__.lowest_double\n{text}"


def test_every_text_keeps_its_lines() -> None:
    for path, text in shrunk(SOURCES).items():
        assert text.count("\n") == SOURCES[path].count("\n")


def test_a_trace_of_the_board_names_the_functions_of_the_sources() -> None:
    names = Names(SOURCES)
    line = next(line for line in names.shrunk("part/base.py").splitlines() if "(self):" in line)
    short = line.split("def ")[1].split("(")[0]
    trace = f'Traceback (most recent call last):\n  File "part.base", line 1, in {short}\nOSError: {short}\n'
    assert plain(trace, names.back()) == trace.replace(f"in {short}", "in _advance")
    assert readable("no trace at all") == "no trace at all"


def test_joined_modules_do_what_the_sources_do(tmp_path: Path) -> None:
    together = joined(inlined(SOURCES), SETS)
    assert sorted(together) == ["part/__init__.py", "part/user.py"]
    assert output(tmp_path / "joined", shrunk(together)) == output(tmp_path / "plain", SOURCES)


def test_a_module_outside_takes_its_names_from_the_joined_one(tmp_path: Path) -> None:
    clash = EVENTS + "\n\ndef run():\n    return far() + 100\n"
    outside = "from part import events\nfrom part.events import far as way\nfrom part.user import run as play\n\n\n"
    outside += "def run():\n    return [events.run(), way(), play()]\n"
    sources = {**SOURCES, "part/events.py": clash, "part/main.py": outside}
    together = joined(sources, SETS)
    assert "part/events.py" not in together
    code = {"part/user.py": together["part/user.py"], "part/main.py": together["part/main.py"]}
    assert "part.events" not in "".join(code.values())
    plain = {**sources, "part/user.py": USER, "part/main.py": outside}
    for folder, texts in ((tmp_path / "joined", together), (tmp_path / "plain", plain)):
        renamed = {path: text.replace("_JOINED = const(0)", "") for path, text in texts.items()}
        (folder).mkdir()
        output(folder, renamed)
    code_of = "import json; from part.main import run; print(json.dumps(run()))"
    said = [
        subprocess.run([sys.executable, "-c", code_of], cwd=tmp_path / name, capture_output=True, text=True, check=True)
        for name in ("joined", "plain")
    ]
    assert said[0].stdout == said[1].stdout


def test_a_module_that_is_used_as_an_object_stays_alone() -> None:
    sources = {**SOURCES, "part/user.py": USER + "\n\ndef module():\n    return e\n"}
    assert "part/events.py" in joined(sources, SETS)
