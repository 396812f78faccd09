"""Numbers that one module of the firmware names and another uses, written where they are used.

A name that stands for a whole number costs the board an entry in a dictionary of each module that imports it, and the
name itself. :func:`inlined` is a build step; the line structure stays.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator, Mapping

_CONSTANT = re.compile(r"[A-Z][A-Z0-9_]*")
_Span = tuple[int, int, int, int]
Edit = tuple[_Span, str]


def inlined(sources: Mapping[str, str], kept: Iterable[str] = ()) -> dict[str, str]:
    """The same modules with imported whole-number constants replaced by the numbers.

    A constant that nobody else names any more becomes private, so that the compiler can drop it.

    Args:
        sources: text of each module by its path below the firmware's folder, ``table/app.py``.
        kept: names that other code takes from these modules.
    """
    trees = {path: ast.parse(text, path) for path, text in sources.items()}
    constants = {module_name(path): _constants(tree) for path, tree in trees.items()}
    result = {path: edited(sources[path], _uses(path, tree, constants)) for path, tree in trees.items()}
    named = _named_elsewhere(result).union(kept)
    for path, text in result.items():
        own = set(constants[module_name(path)]) - named
        tree = ast.parse(text, path)
        names = [node for node in ast.walk(tree) if isinstance(node, ast.Name) and node.id in own]
        result[path] = edited(text, ((span(node), f"_{node.id}") for node in names))
    return result


def module_name(path: str) -> str:
    """Dotted name of the module at a path below the firmware's folder."""
    return path.removesuffix(".py").removesuffix("/__init__").replace("/", ".")


def _constants(tree: ast.Module) -> dict[str, int]:
    """Public constants of a module by name: assigned once, to a number or an expression of numbers."""
    found: dict[str, int] = {}
    for node in tree.body:
        if not (isinstance(node, ast.Assign) and len(node.targets) == 1 and isinstance(node.targets[0], ast.Name)):
            continue
        name, value = node.targets[0].id, node.value
        if isinstance(value, ast.Call) and isinstance(value.func, ast.Name) and value.func.id == "const":
            value = value.args[0]
        if _CONSTANT.fullmatch(name) and isinstance(value, ast.Constant) and type(value.value) is int:
            found[name] = value.value
    return found


def _uses(path: str, tree: ast.Module, constants: Mapping[str, Mapping[str, int]]) -> Iterator[Edit]:
    numbers: dict[str, int] = {}  # local name -> number
    modules: dict[str, str] = {}  # local name -> module
    stored = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load)}
    for statement in tree.body:
        if isinstance(statement, ast.Try) and "from micropython import const" in ast.unparse(statement.body[0]):
            yield span(statement), "pass"  # the compiler knows const
    for node in ast.walk(tree):
        if not isinstance(node, ast.ImportFrom) or node.module == "micropython":
            continue
        source = source_of(path, node)
        kept = []
        for alias in node.names:
            local = alias.asname or alias.name
            number = constants.get(source, {}).get(alias.name)
            if number is not None and local not in stored:
                numbers[local] = number
                continue
            kept.append(alias)
            if f"{source}.{alias.name}" in constants:
                modules[local] = f"{source}.{alias.name}"
        if len(kept) < len(node.names):
            yield span(node), ast.unparse(ast.ImportFrom(node.module, kept, node.level)) if kept else "pass"
    for node in ast.walk(tree):
        if isinstance(node, ast.Name) and node.id in numbers:
            yield span(node), _written(numbers[node.id])
        elif isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id not in stored:
            number = constants.get(modules.get(node.value.id, ""), {}).get(node.attr)
            if number is not None:
                yield span(node), _written(number)


def source_of(path: str, node: ast.ImportFrom) -> str:
    """Dotted name of the module that an import in the module at ``path`` takes from."""
    if not node.level:
        return node.module or ""
    package = path.split("/")[: -node.level]
    return ".".join([*package, *([node.module] if node.module else [])])


def _named_elsewhere(sources: Mapping[str, str]) -> set[str]:
    """Names that some module takes from another, as an attribute, an import or a string."""
    names: set[str] = set()
    for path, text in sources.items():
        tree = ast.parse(text, path)
        prose = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
        for node in ast.walk(tree):
            if id(node) in prose:
                continue
            if isinstance(node, ast.Attribute):
                names.add(node.attr)
            elif isinstance(node, ast.alias):
                names.add(node.name)
            elif isinstance(node, ast.Constant) and isinstance(node.value, str):
                names.update(re.findall(r"\w+", node.value))
    return names


def _written(number: int) -> str:
    return str(number) if number >= 0 else f"({number})"


def span(node: ast.expr | ast.stmt) -> _Span:
    """Where a node begins and ends: line, column in bytes."""
    assert node.end_lineno is not None
    assert node.end_col_offset is not None
    return node.lineno, node.col_offset, node.end_lineno, node.end_col_offset


def edited(text: str, edits: Iterable[Edit]) -> str:
    """The text with spans (line, column in bytes, to line, column) replaced; as many lines as before."""
    lines = text.encode().splitlines(keepends=True)
    for (first, start, last, end), new in sorted(edits, reverse=True):
        before, after = lines[first - 1][:start], lines[last - 1][end:]
        lines[first - 1 : last] = [before + new.encode() + after, *[b"\n"] * (last - first)]
    return b"".join(lines).decode()
