"""Modules that are always loaded together, written into one: each module costs the board about 300 bytes of its own.

:func:`joined` is a build step. A module that cannot be joined safely (a name that means two things, a use of the module
itself other than for its names) stays alone.
"""

from __future__ import annotations

import ast
import builtins
import functools
import re
from collections.abc import Mapping

from domino_table.device.inline import Edit, edited, module_name, source_of, span

SETS = {
    "table/sensing/__init__.py": (
        *("table/once.py", "table/events.py"),
        *(f"table/drivers/{name}.py" for name in ("iso15693", "pn5180", "loops", "keys", "knock")),
        *(
            f"table/sensing/{name}.py"
            for name in ("tile_map", "locate", "settle", "sweep", "focus", "audit", "racks", "health")
        ),
        "table/inputs.py",
    ),
    "table/panel/__init__.py": (
        *("table/drivers/st7789.py", "table/drivers/rim.py", "table/drivers/buzzer.py"),
        *(f"table/panel/{name}.py" for name in ("font", "texts", "screen", "signals")),
    ),
    "table/referee/__init__.py": tuple(f"table/referee/{name}.py" for name in ("chain", "record", "acts", "referee")),
    "table/app.py": ("table/journal.py", "table/link/frame.py", "table/link/server.py"),
    "domino_rules/referee.py": tuple(
        f"domino_rules/{name}.py" for name in ("shelf", "tiles", "packed", "tape", "schema", "match", "judge")
    ),
}
"""Module that stays -> modules that become part of it, each after those that it imports."""


def joined(sources: Mapping[str, str], sets: Mapping[str, tuple[str, ...]] | None = None) -> dict[str, str]:
    """The same modules, some of them in one.

    Args:
        sources: text of each module by its path below the firmware's folder, ``table/app.py``.
        sets: which to join; by default :data:`SETS`.
    """
    result = dict(sources)
    for target, parts in (SETS if sets is None else sets).items():
        for part in parts:
            if target in result and part in result:
                result = _Join(result, target, part).sources()
    return result


@functools.lru_cache(maxsize=256)
def _parsed(text: str) -> ast.Module:
    """The tree of a module, most of which one part after the other leaves as they are."""
    return ast.parse(text)


class _Conflict(Exception):
    """These two modules cannot be one."""


class _Join:
    """``part`` becomes the beginning of ``target``, behind the parts before it."""

    def __init__(self, sources: dict[str, str], target: str, part: str) -> None:
        self._sources, self._target, self._part = sources, target, part
        self._trees = {path: _parsed(sources[path]) for path in {target, part, *self._naming_part()}}
        self._new: dict[str, str] = {}  # name of the part -> what it is called in the target

    def sources(self) -> dict[str, str]:
        """All modules, joined; or as they were."""
        try:
            self._refuse_calls_by_name()
            self._choose_names()
            part = self._renamed()
            result = {path: text for path, text in self._sources.items() if path != self._part}
            result.update((path, self._importing(path)) for path in self._naming_part() if path != self._part)
        except _Conflict:
            return self._sources
        start = self._imports_of_parts(result[self._target])
        result[self._target] = start[0] + part.rstrip() + "\n\n\n" + start[1]
        return result

    def _naming_part(self) -> list[str]:
        """Modules that may use the part: imports and calls for it cannot be without one of these. All others stay."""
        dotted = module_name(self._part)
        package, _, tail = dotted.rpartition(".")
        signs = re.compile(rf"{re.escape(dotted)}\b|from (\.|{re.escape(package)} import)|[\"']{tail}[\"']")
        return [path for path, text in self._sources.items() if tail in text and signs.search(text)]

    def _imports_of_parts(self, text: str) -> tuple[str, str]:
        """What is before the target's own text, which its mark begins, and the rest."""
        before, mark, own = text.partition(_MARK)
        return (before, mark + own) if mark else ("", _MARK + text)

    def _refuse_calls_by_name(self) -> None:
        dotted = module_name(self._part)
        for path in self._naming_part():
            for node in ast.walk(self._trees[path]):
                if isinstance(node, ast.Call) and node.args and isinstance(node.args[0], ast.Constant):
                    called, value = ast.unparse(node.func).rpartition(".")[2], str(node.args[0].value)
                    if called in ("forget", "__import__") and value == dotted:
                        raise _Conflict
                    if called == "take" and f"domino_rules.{value}" == dotted:
                        raise _Conflict

    def _choose_names(self) -> None:
        mine, theirs = _bound(self._trees[self._part], self._part), _bound(self._trees[self._target], self._target)
        part, target = module_name(self._part), module_name(self._target)
        for name, what in mine.items():
            if what is not None:
                there = theirs.get(name, what)
                if there != what and not (there is None and what == f"{target}.{name}"):
                    raise _Conflict
            elif hasattr(builtins, name) or theirs.get(name, f"{part}.{name}") != f"{part}.{name}":
                self._new[name] = f"{name}_{_tail(part)}"

    def _renamed(self) -> str:
        tree, edits = self._trees[self._part], list[Edit]()
        for node in ast.walk(tree):
            if isinstance(node, ast.ImportFrom):
                source = source_of(self._part, node)
                inside = [alias for alias in node.names if not self._is_module(source, alias)]
                inside = inside if source == module_name(self._target) else []
                if any(alias.asname for alias in inside):
                    raise _Conflict
                names = ", ".join(ast.unparse(alias) for alias in node.names if alias not in inside)
                edits.append((span(node), f"from {source} import {names}" if names else "pass"))
            elif isinstance(node, ast.arg | ast.ExceptHandler | ast.alias):
                name = node.arg if isinstance(node, ast.arg) else str(node.name)
                if name in self._new:
                    raise _Conflict
            elif isinstance(node, ast.Global | ast.Nonlocal) and set(node.names) & set(self._new):
                edits.append((span(node), f"global {', '.join(self._new.get(name, name) for name in node.names)}"))
            elif isinstance(node, ast.Name) and node.id in self._new:
                edits.append((span(node), self._new[node.id]))
        for node in tree.body:
            if isinstance(node, _Definition) and node.name in self._new:
                word = {ast.FunctionDef: "def ", ast.AsyncFunctionDef: "async def "}.get(type(node), "class ")
                start = node.col_offset + len(word)
                edits.append(((node.lineno, start, node.lineno, start + len(node.name)), self._new[node.name]))
        return edited(self._sources[self._part], edits)

    def _is_module(self, package: str, alias: ast.alias) -> bool:
        return any(module_name(path) == f"{package}.{alias.name}" for path in self._sources)

    def _importing(self, path: str) -> str:
        """A module's text that takes the part's names from the target; the target's itself has them."""
        tree, edits, here = self._trees[path], list[Edit](), path == self._target
        part, objects, other = module_name(self._part), set[str](), dict[str, str]()
        for node in ast.walk(tree):
            if isinstance(node, ast.Import) and any(alias.name == part for alias in node.names):
                raise _Conflict
            if not isinstance(node, ast.ImportFrom):
                continue
            source = source_of(path, node)
            lines = []
            kept = [alias for alias in node.names if f"{source}.{alias.name}" != part]
            if source == part:
                kept, taken = [], []
                for alias in node.names:
                    new, local = self._new.get(alias.name, alias.name), alias.asname or alias.name
                    if here and new != local:
                        other[local] = new
                    taken.append(new if new == local else f"{new} as {local}")
                if not here:
                    lines.append(f"from {module_name(self._target)} import {', '.join(taken)}")
            elif len(kept) < len(node.names):
                local = next(a.asname or a.name for a in node.names if f"{source}.{a.name}" == part)
                objects.add(local)
                if not here:
                    package, _, name = module_name(self._target).rpartition(".")
                    lines.append(f"from {package} import {name if name == local else f'{name} as {local}'}")
            else:
                continue
            if kept:
                lines.insert(0, f"from {source} import {', '.join(ast.unparse(alias) for alias in kept)}")
            edits.append((span(node), "; ".join(lines) or "pass"))
        return edited(self._sources[path], [*edits, *self._names(tree, objects, other, here)])

    def _names(self, tree: ast.Module, objects: set[str], other: dict[str, str], here: bool) -> list[Edit]:
        edits, seen = list[Edit](), set[ast.AST]()
        for node in ast.walk(tree):
            if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id in objects:
                seen.add(node.value)
                new = self._new.get(node.attr, node.attr)
                edits.append((span(node), new if here else f"{node.value.id}.{new}"))
            elif isinstance(node, ast.arg) and node.arg in objects | set(other):
                raise _Conflict
            elif isinstance(node, ast.Name) and node.id in other:
                edits.append((span(node), other[node.id]))
            elif isinstance(node, ast.Name) and node.id in objects and node not in seen:
                raise _Conflict
        return edits


_Definition = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef
_MARK = "_JOINED = const(0)\n"
"""A line that the compiler drops; the parts stand before it."""


def _tail(dotted: str) -> str:
    return dotted.rpartition(".")[2]


def _bound(tree: ast.Module, path: str) -> dict[str, str | None]:
    """Global names of a module: what an import takes under that name, None for the module's own."""
    names: dict[str, str | None] = {}
    for node in tree.body:
        if isinstance(node, ast.Import):
            names.update((alias.asname or alias.name, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            source = source_of(path, node)
            names.update((alias.asname or alias.name, f"{source}.{alias.name}") for alias in node.names)
        elif isinstance(node, _Definition):
            names[node.name] = None
        else:
            stored = (part for part in ast.walk(node) if isinstance(part, ast.Name) and isinstance(part.ctx, ast.Store))
            names.update((part.id, None) for part in stored)
            defs = (part for part in ast.walk(node) if isinstance(part, ast.FunctionDef))
            names.update((part.name, None) for part in defs)
    return names
