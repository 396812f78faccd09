"""What goes along with functions that are set aside: constants and functions that nobody else uses.

A part of the build step ``aside``.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping

_Function = ast.FunctionDef | ast.AsyncFunctionDef


def along(tree: ast.Module, aside: list[ast.stmt], others: set[str]) -> dict[str, ast.stmt]:
    """Take out of a module what only the functions set aside use, and return it by name.

    Functions go only where they are called: one that is kept as a value would hold on to its module. What a function
    assigns to a global name stays with all that uses it. Imports that nobody needs any more are dropped.

    Args:
        tree: the module, without the functions; changed.
        aside: the functions.
        others: names that must stay: see :func:`taken`, or that are no functions to move.
    """
    found = dict[str, ast.stmt]()
    rebound = {name for node in ast.walk(tree) if isinstance(node, ast.Global) for name in node.names}
    values = {
        node.id for part in [*aside, *tree.body] for node in _without_calls(part) if isinstance(node.ctx, ast.Load)
    }
    asked = {name for part in aside for name in _said(part)}
    while True:
        wanted = asked | {name for part in found.values() for name in _said(part)}
        wanted -= others | rebound | {name for part in tree.body for name in _said(part)}
        parts = [part for part in tree.body if rebound.isdisjoint(_said(part))]
        free = [(part, name) for part in parts if (name := _movable(part, values)) in wanted]
        if not free:
            break
        for part, name in free:
            tree.body.remove(part)
            found[name] = part
    said = {name for part in tree.body for name in _said(part)}
    for part in [part for part in tree.body if isinstance(part, ast.Import)]:
        names = {alias.asname or alias.name for alias in part.names}
        if names.isdisjoint(said | others) and names <= asked:
            tree.body.remove(part)
    return found


def taken(name: str, trees: Mapping[str, ast.Module]) -> Iterator[str]:
    """What other modules take from the one of that name."""
    for tree in trees.values():
        nodes = list(ast.walk(tree))
        local = {
            alias.asname or alias.name
            for node in nodes
            if isinstance(node, ast.Import)
            for alias in node.names
            if alias.name == name
        }
        for node in nodes:
            if isinstance(node, ast.ImportFrom) and node.module == name:
                yield from (alias.name for alias in node.names)
            elif isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id in local:
                yield node.attr
            elif isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value.isidentifier():
                yield node.value  # getattr may be given it


def _movable(part: ast.stmt, values: set[str]) -> str:
    """The name of a function that is only called, or of a text, number or tuple of these; else an empty one."""
    if isinstance(part, ast.FunctionDef) and part.name[:2] != "__" and part.name not in values:
        inner = (_Function, ast.Lambda, ast.Global, ast.Yield, ast.YieldFrom)
        return "" if any(isinstance(node, inner) and node is not part for node in ast.walk(part)) else part.name
    if isinstance(part, ast.Assign) and len(part.targets) == 1 and isinstance(part.targets[0], ast.Name):
        allowed = (ast.Constant, ast.Tuple, ast.UnaryOp, ast.unaryop, ast.expr_context)
        plain = all(isinstance(node, allowed) for node in ast.walk(part.value))
        return part.targets[0].id if plain and not is_number(part.value) else ""
    return ""


def _said(part: ast.stmt) -> Iterator[str]:
    """Names that a statement at the top uses, without those that it defines."""
    for node in ast.walk(part):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load):
            yield node.id


def _without_calls(node: ast.AST) -> Iterator[ast.Name]:
    """Names below a node, without those of what is called."""
    for child in ast.iter_child_nodes(node):
        called = child is node.func if isinstance(node, ast.Call) else False
        if isinstance(child, ast.Name):
            if not called:
                yield child
        else:
            yield from _without_calls(child)


def is_number(value: ast.expr) -> bool:
    """Whether the compiler drops a private name of this value, so that it can be imported from nowhere."""
    called = isinstance(value, ast.Call) and isinstance(value.func, ast.Name) and value.func.id == "const"
    allowed = (ast.Constant, ast.BinOp, ast.UnaryOp, ast.operator, ast.unaryop)
    return called or all(isinstance(part, allowed) for part in ast.walk(value))
