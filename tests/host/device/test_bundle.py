"""The files that make a board a table."""

from __future__ import annotations

import hashlib
import json
import re
from pathlib import Path

import pytest
from domino_table import resources
from domino_table.device.bundle import NO_TAGS, WORKSHOP, BundleError, bundle, compiled, manifest
from domino_table.device.flat import Flat, is_empty
from domino_table.device.join import SETS
from domino_table.hardware import load

MAP = bytes(range(256)) + bytes(range(192))


def test_a_board_gets_all_of_the_firmware_and_nothing_else() -> None:
    files = bundle(load("grid40"), MAP)
    source = resources.firmware_dir()
    texts = {
        path.relative_to(source).as_posix(): path.read_text()
        for package in ("table", "domino_rules")
        for path in (source / package).rglob("*.py")
    }
    flat = Flat(texts)
    modules = {f"/lib/{flat.name(path)}.mpy" for path, text in texts.items() if not is_empty(text)}
    joined = {f"/lib/{flat.name(part)}.mpy" for parts in SETS.values() for part in parts}
    aside = {path for path in files if re.fullmatch(r"/lib/_\d{1,3}\.mpy", path)}
    assert {f"/lib/_{number}.mpy" for number in range(36)} <= aside
    code = {path for path in files if path.startswith("/lib/")} - aside
    assert code <= modules <= code | joined
    assert not code & joined, "these are no part of the module that they belong to: do they import what it names so?"
    assert {"/lib/tapp.mpy", "/lib/dreferee.mpy", "/lib/dbpenalty.mpy", WORKSHOP} < modules
    others = {path for path in files if not path.startswith(("/lib/", "/fonts/"))}
    assert others == {
        "/boot.py",
        "/main.py",
        "/config.json",
        "/reach.bin",
        "/tiles.bin",
        "/manifest.json",
        *(f"/texts/{name}.bin" for name in ("ru", "en", "es")),
    }
    assert files["/tiles.bin"] == MAP
    assert all(data[:2] == b"M\x06" for path, data in files.items() if path.endswith(".mpy"))


def test_the_configuration_is_the_build_s_in_the_language_asked_for() -> None:
    assert json.loads(bundle(load("grid40_mini"), MAP)["/config.json"])["build"] == "grid40_mini"
    config = json.loads(bundle(load("grid40"), MAP, "es")["/config.json"])
    assert (config["build"], config["game"]["language"]) == ("grid40", "es")


def test_the_manifest_names_every_file_by_its_hash_and_the_code_as_a_whole() -> None:
    files = bundle(load("grid40"), MAP)
    told = json.loads(files["/manifest.json"])
    assert told["files"] == {
        path: hashlib.sha256(data).hexdigest() for path, data in files.items() if path != "/manifest.json"
    }
    assert re.fullmatch("[0-9a-f]{12}", told["build"])
    assert files["/manifest.json"][:64].split(b'"')[3].decode() == told["build"]  # the board reads no more of it
    other_table = json.loads(bundle(load("first_loop"), NO_TAGS)["/manifest.json"])
    assert other_table["build"] == told["build"]  # the same firmware, whatever the table
    other_code = json.loads(manifest({**files, "/lib/tapp.mpy": b"M\x06"}))
    assert other_code["build"] != told["build"]


def test_no_tag_has_a_uid_of_the_empty_tile_map() -> None:
    uids = [NO_TAGS[at : at + 8] for at in range(0, len(NO_TAGS), 8)]
    assert len(set(uids)) == len(uids) == 56
    assert all(uid[7] != 0xE0 for uid in uids)  # ISO 15693-3: the most significant byte of each UID is E0


def test_code_is_compiled_anew_only_when_it_has_changed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    source = tmp_path / "one.py"
    source.write_text("A = 1\n")
    first = compiled(source, tmp_path)
    kept = list((tmp_path / "cache").rglob("*.mpy"))
    assert [path.read_bytes() for path in kept] == [first]
    kept[0].write_bytes(b"from the cache")
    assert compiled(source, tmp_path) == b"from the cache"
    source.write_text("A = 2\n")
    assert compiled(source, tmp_path) != first


def test_a_cache_that_cannot_be_written_only_costs_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "cache").write_text("a file, no folder")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    (tmp_path / "one.py").write_text("A = 1\n")
    assert compiled(tmp_path / "one.py", tmp_path)[:2] == b"M\x06"


def test_a_source_that_does_not_compile_is_named(tmp_path: Path) -> None:
    (tmp_path / "bad.py").write_text("A = 1\ndef x(:\n")
    with pytest.raises(BundleError, match=r"bad does not compile for the board: line 2: SyntaxError: invalid syntax$"):
        compiled(tmp_path / "bad.py", tmp_path)
