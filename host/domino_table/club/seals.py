"""Checking the seals of a record file (record-format.md section 5; the format stands in firmware/table/seal.py)."""

from __future__ import annotations

import hashlib
import hmac
from dataclasses import dataclass

from domino_rules import record


class Broken(Exception):
    """A seal does not hold; the message names the first line concerned."""


@dataclass(frozen=True)
class Verified:
    """How many seals hold, over how many lines, and how many lines follow the last seal."""

    seals: int
    lines: int
    unsealed: int


@dataclass(frozen=True)
class _Line:
    number: int
    text: bytes  # canonical, or as it stands where it is no JSON

    @property
    def digest(self) -> bytes:
        return hashlib.sha256(self.text).digest()[:2]


def verify(data: bytes, key: bytes) -> Verified:
    """Check every seal of a record file with the table's key. Raises Broken."""
    group: list[_Line] = []
    prev = bytes(32)
    seals = lines = 0
    for number, raw in enumerate(data.split(b"\n"), 1):
        if not raw.strip():
            continue
        line, seal = _parsed(number, raw)
        if seal is None:
            group.append(line)
            continue
        prev = _check(number, seal, group, prev, key, seals)
        seals += 1
        lines += len(group)
        group = []
    if not seals:
        raise Broken("there is no seal in this record: it cannot be verified")
    return Verified(seals, lines, len(group))


def _parsed(number: int, raw: bytes) -> tuple[_Line, dict[str, object] | None]:
    try:
        value = record.parse(raw.decode())
        canonical = record.text(value).encode()
    except ValueError:  # no JSON, or a number or a surrogate that no record holds
        return _Line(number, raw), None
    seal = value if isinstance(value, dict) and value.get("type") == "seal" else None
    return _Line(number, canonical), seal


def _check(number: int, seal: dict[str, object], group: list[_Line], prev: bytes, key: bytes, before: int) -> bytes:
    try:
        claimed, digest, lines, mac = (
            bytes.fromhex(str(seal.get(name, ""))) for name in ("prev", "hash", "lines", "mac")
        )
    except ValueError as error:
        raise Broken(f"line {number}: this seal was changed") from error
    if not hmac.compare_digest(hmac.digest(key, claimed + digest + lines, "sha256"), mac):
        cause = "this seal was changed" if before else "the key is not the table's, or this seal was changed"
        raise Broken(f"line {number}: {cause}")
    if claimed != prev:
        first = group[0].number if group else number
        raise Broken(f"line {first}: a sealed round before this line was dropped or moved")
    if hashlib.sha256(prev + b"".join(line.text + b"\n" for line in group)).digest() != digest:
        raise Broken(_first_difference(number, group, [lines[i : i + 2] for i in range(0, len(lines), 2)]))
    return digest


def _first_difference(number: int, group: list[_Line], sealed: list[bytes]) -> str:
    """Where the lines of a round leave those that were sealed, and how."""
    found = [line.digest for line in group]
    at = 0
    while at < min(len(found), len(sealed)) and found[at] == sealed[at]:
        at += 1
    line = group[at].number if at < len(group) else number
    if sorted(found) == sorted(sealed):
        return f"line {line}: lines were moved from here on"
    if len(found) > len(sealed):
        return f"line {line}: this line was added"
    if len(found) < len(sealed):
        return f"line {line}: a line before this one was dropped"
    return f"line {line}: this line was changed"
