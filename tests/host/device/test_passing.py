"""The build step that writes short texts as objects must not change what the firmware does, and must spare names."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

from domino_table.device.bundle import compiled
from domino_table.device.passing import passing, stays

MICROPYTHON = Path(sys.executable).with_name("micropython")
PASSING = '''"""Prose."""

TABLE = {"quagga": "zebra", "okapi": ("gnu", "eland")}


def told(what, name="kudu"):
    """More prose."""
    found = {"lemur": what}
    found["tapir"] = TABLE["quagga"] + "s"
    listed = ["%s %s" % (what, name), f"{what} ibex", found, "known", "lasting", "a text of more than ten letters", ""]
    listed.append(getattr("gaur", "upper")() + ("stays" if what in ("gnu", "eland") else "okapi"))
    return [listed, found["lemur"], TABLE["okapi"], name == "kudu"]
'''
STAYING = "def lasting():\n    return 'ocelot'\n"
SOURCES = {"one": PASSING, "two": STAYING}
CALLS = ("told('gnu')", "told('cow', 'kudu')", "told('ibex', name='yak')")


def changed() -> str:
    return passing(SOURCES, {"two"}, {"known"})["one"]


def test_texts_become_objects_only_where_that_spares_a_name() -> None:
    objects = re.findall(r"\('([^']*)',\)\[0\]", changed())
    assert objects == ["zebra", "kudu", "s", "%s %s", "stays", "kudu"]


def test_a_module_that_stays_is_as_it_was() -> None:
    assert passing(SOURCES, {"two"}, ())["two"] == STAYING
    assert passing({"one": "# a comment\nA = 'a text of more than ten letters'\n"}, (), ())["one"][0] == "#"


def test_modules_do_what_they_did() -> None:
    for call in CALLS:
        results = []
        for text in (PASSING, changed()):
            scope: dict[str, object] = {}
            exec(text, scope)
            results.append(eval(call, scope))
        assert results[0] == results[1]


def names_left(folder: Path, text: str) -> set[str]:
    """Names that MicroPython holds when a module was loaded, used and forgotten."""
    folder.mkdir()
    (folder / "one.py").write_text(text)
    (folder / "one.mpy").write_bytes(compiled(folder / "one.py", folder))
    (folder / "one.py").unlink()
    uses = "".join(f"one.{call}\n" for call in CALLS)
    code = f"import sys, micropython\nimport one\n{uses}del sys.modules['one'], one\nmicropython.qstr_info(1)\n"
    (folder / "main.py").write_text(code)
    done = subprocess.run(
        [MICROPYTHON, "main.py"], cwd=folder, capture_output=True, text=True, check=True, env={"MICROPYPATH": "."}
    )
    return set(re.findall(r"Q\((.*)\)", done.stdout))


def test_micropython_keeps_no_name_of_what_is_forgotten(tmp_path: Path) -> None:
    plain, spared = names_left(tmp_path / "plain", PASSING), names_left(tmp_path / "spared", changed())
    assert {"zebra", "kudu", "lemur"} <= plain
    assert "lemur" in spared
    assert not {"zebra", "%s %s"} & spared


def test_what_may_stay_as_long_as_a_match_is_known() -> None:
    assert stays("table/app.py", {"table/app.py"})
    assert stays("table/referee/rows.py", ())
    assert stays("domino_rules/games/kozel.py", ())
    assert not stays("table/panel/rarely.py", ())
