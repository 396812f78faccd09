"""What a build file of a club's own must look like: what all builds that came with the installation have in common."""

from __future__ import annotations

from typing import Any

_MOST_SEATS = 4
_FREE = {"limitations"}
"""What a build may do without, though all that are known have it."""
_KINDS = {bool: "true or false", int: "a whole number", float: "a number", str: "text", list: "a list", dict: "a table"}


def complaint(data: dict[str, Any], known: list[dict[str, Any]]) -> str | None:
    """What is wrong with a build, in words that follow the file's name; None where nothing is.

    known: builds that are right. What each of them has must be there, what some have must be of their kind.
    """
    found = _complaint("", data, known)
    if found is None and data["build"]["seats"] > _MOST_SEATS:
        return f"[build] seats = {data['build']['seats']}: a table has at most {_MOST_SEATS}"
    return found


def _complaint(name: str, value: Any, known: list[Any]) -> str | None:
    kinds = {type(each) for each in known}
    if type(value) not in kinds and not (type(value) is int and float in kinds):
        return f"{name} = {value!r} must be {' or '.join(sorted(_KINDS[kind] for kind in kinds))}"
    alike = [each for each in known if type(each) is type(value)]
    if isinstance(value, dict):
        return _in_table(name, value, alike)
    if isinstance(value, list):
        return _in_list(name, value, alike)
    if type(value) in (int, float) and value < 0 <= min(known):
        return f"{name} = {value!r} must not be negative"
    return None


def _in_table(name: str, value: dict[str, Any], known: list[dict[str, Any]]) -> str | None:
    def full(key: str) -> str:
        return f"{name} {key}" if name else f"[{key}]"

    for key in sorted(set.intersection(*(set(each) for each in known)) - set(value) - _FREE):
        return f"{full(key) if name else f'the section [{key}]'} is missing"
    for key, inner in value.items():
        samples = [each[key] for each in known if key in each]
        if samples and (found := _complaint(full(key), inner, samples)):
            return found
    return None


def _in_list(name: str, value: list[Any], known: list[list[Any]]) -> str | None:
    if {len(each) for each in known} == {2} != {len(value)}:
        return f"{name} = {value!r} must be a pair"
    samples = [inner for each in known for inner in each]
    for number, inner in enumerate(value):
        if samples and (found := _complaint(f"{name}[{number}]", inner, samples)):
            return found
    return None
