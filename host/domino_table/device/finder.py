"""Which seldom methods need no stub: objects are asked for them, and one ``__getattr__`` finds them.

A part of the build step ``aside``.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Mapping

from domino_table.device.spaces import attributes, families

MARK, BOUND = "seldom", "bound"
"""What the source calls the mark, and what on the board makes a method of a function found in another module."""
Function = ast.FunctionDef | ast.AsyncFunctionDef


class Finder:
    """Which methods of a class are asked of its objects alone, so that ``__getattr__`` can find them."""

    def __init__(self, trees: Mapping[str, ast.Module]) -> None:
        nodes = [node for tree in trees.values() for node in ast.walk(tree)]
        classes = [node for node in nodes if isinstance(node, ast.ClassDef)]
        self._families = families(trees.values())
        self._bases = {node.name: ast.unparse(node.bases[0]).rpartition(".")[2] for node in classes if node.bases}
        self._defined = [(self._families[node.name], name) for node in classes for name in attributes(node)]
        self._of_names = {
            (node.value.id, node.attr)
            for node in nodes
            if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name)
        }
        self._doubted = {name for node in nodes for name in _doubted(node)}
        calls = [node for node in nodes if isinstance(node, ast.Call) and node.keywords]
        self._by_keyword = {node.func.attr for node in calls if isinstance(node.func, ast.Attribute)}
        self._classes = {node.name: node for node in classes}
        self._found = {node.name: self._findable(node) for node in classes}
        self._where = {
            scope.name: where
            for name, tree in trees.items()
            for where, scope in marked_scopes(name, tree)
            if isinstance(scope, ast.ClassDef)
        }

    def found(self, scope: ast.ClassDef) -> list[str]:
        """Names of the marked methods of a class for which no stub is needed."""
        return self._found[scope.name]

    def finder(self, scope: ast.ClassDef) -> ast.stmt:
        """The method that finds those of the class, and those of its bases, of whom only the first is asked."""
        places = [(self._where[name], self._found[name]) for name in self._line(scope.name) if self._found[name]]
        where = repr(places[-1][0])
        for place, names in reversed(places[:-1]):
            where = f"{place!r} if name in {tuple(names)} else {where}"
        return ast.parse(f"def __getattr__(self, name):\n    return {BOUND}({where}, self, name)").body[0]

    def _line(self, name: str) -> Iterator[str]:
        """A class, its base, the base of that and so on."""
        while name in self._classes:
            yield name
            name = self._bases.get(name, "")

    def _findable(self, scope: ast.ClassDef) -> list[str]:
        """As :meth:`found`; none where stubs are no longer than what finds the methods."""
        family = self._families[scope.name]
        relatives = [name for name in self._families if self._families[name] == family]
        names = [name for place, name in self._defined if place == family]
        held = {name for relative in self._line(scope.name) for name in _names(self._classes[relative])}
        if self._doubted.intersection(names) - held or "__getattr__" in names:
            return []
        asked = {name for place, name in self._of_names if place in relatives} | self._by_keyword
        asked |= {name for relative in relatives for name in _of_super(self._classes.get(relative))}
        found = [name for name in methods(scope) if names.count(name) == 1 and name not in asked]
        return found if len(found) > 1 else []


def marked_scopes(name: str, tree: ast.Module) -> Iterator[tuple[str, ast.Module | ast.ClassDef]]:
    """What holds marked functions in a module of that name, each with the name of the module into which they go."""
    classes: list[ast.Module | ast.ClassDef] = [part for part in tree.body if isinstance(part, ast.ClassDef)]
    marked = [scope for scope in [tree, *classes] if any(is_marked(part) for part in scope.body)]
    return ((f"{name}_{number}", scope) for number, scope in enumerate(marked, 1))


def methods(scope: ast.ClassDef) -> list[str]:
    """Names of the marked methods of a class, without those that the interpreter calls."""
    return [
        part.name for part in scope.body if isinstance(part, Function) and is_marked(part) and part.name[:2] != "__"
    ]


def _names(scope: ast.ClassDef) -> Iterator[str]:
    """What a class itself has, besides what its objects have."""
    for part in scope.body:
        if isinstance(part, Function):
            yield part.name
        elif isinstance(part, ast.Assign):
            yield from (target.id for target in part.targets if isinstance(target, ast.Name))


def _of_super(scope: ast.ClassDef | None) -> Iterator[str]:
    """Names for which methods of a class ask ``super()``."""
    for node in ast.walk(scope) if scope else ():
        if isinstance(node, ast.Attribute) and ast.unparse(node.value) == "super()":
            yield node.attr


def _doubted(node: ast.AST) -> Iterable[str]:
    """Names for which an object is asked that may lack them."""
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
        doubt = node.func.id == "hasattr" or (node.func.id == "getattr" and len(node.args) == 3)
        if doubt and isinstance(node.args[1], ast.Constant):
            return [str(node.args[1].value)]
    return []


def is_marked(node: ast.AST) -> bool:
    return isinstance(node, Function) and any(
        isinstance(mark, ast.Name) and mark.id == MARK for mark in node.decorator_list
    )
