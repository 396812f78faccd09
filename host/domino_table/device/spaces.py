"""Where names meet: what may not be called alike, if each thing gets a shorter name.

An attribute is looked for in an object, whose class and its relatives know what they defined; a variable in a function
and around it. So two names may become one if no class with its relatives defines both as attributes, and no function
names both as variables. A class with ``__getattr__`` stands for objects of any other class: what it defines itself
must not hide theirs. :func:`alike` shares out short names on these terms.
"""

from __future__ import annotations

import ast
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence

_Function = ast.FunctionDef | ast.AsyncFunctionDef
Space = tuple[str, ...]
"""Path and function, or the first of a family of classes; names in one space must stay apart."""


def alike(names: Iterable[str], trees: Mapping[str, ast.Module], new: Iterable[str]) -> dict[str, str]:
    """New names for ``names``, the first ones of ``new`` as far as possible.

    Args:
        names: those to give new names, in the order of choice.
        trees: all modules by their paths.
        new: names that mean nothing yet, in the order in which to give them.
    """
    meets = defaultdict[str, list[Space]](list)
    for space, name in _spaces(trees):
        meets[name].append(space)
    inside = list[tuple[str, set[Space]]]()  # a new name and the spaces of all that are called so
    source, result = iter(new), dict[str, str]()
    for name in names:
        fitting = (pair for pair in inside if pair[1].isdisjoint(meets[name]))
        short, spaces = next(fitting, None) or (next(source, ""), set[Space]())
        if not short:
            break
        if not spaces:
            inside.append((short, spaces))
        spaces.update(meets[name])
        result[name] = short
    return result


def _spaces(trees: Mapping[str, ast.Module]) -> Iterator[tuple[Space, str]]:
    """Each name with each space that it is in, once or more often."""
    relatives = families(trees.values())
    strange = Counter[str]()
    for path, tree in trees.items():
        for part in tree.body:
            yield from _top(path, part)
            if isinstance(part, ast.ClassDef):
                names = list(attributes(part))
                met = set(relatives.values()) if "__getattr__" in names else {relatives[part.name]}
                yield from ((("class", family), name) for family in met for name in names)
        for node in ast.walk(tree):
            if isinstance(node, _Function):
                yield ("functions", path), node.name  # a trace must tell them apart
            elif isinstance(node, ast.ClassDef):
                yield ("classes",), node.name  # so that whoever comes after finds the relatives
            elif isinstance(node, ast.Attribute) and not isinstance(node.ctx, ast.Load) and not _is_own(node):
                strange[node.attr] += 1
    for name in strange:  # it may be given to an object of any class
        yield from ((("class", family), name) for family in set(relatives.values()))


def families(trees: Iterable[ast.Module]) -> dict[str, str]:
    """By the name of each class that of one relative, the same for all who inherit from one another."""
    leader: dict[str, str] = {}

    def lead(name: str) -> str:
        while leader.setdefault(name, name) != name:
            name = leader[name]
        return name

    for tree in trees:
        for node in ast.walk(tree):
            if isinstance(node, ast.ClassDef):
                lead(node.name)
                for base in node.bases:
                    leader[lead(ast.unparse(base).rpartition(".")[2])] = lead(node.name)
    return {name: lead(name) for name in leader}


def _top(path: str, part: ast.stmt) -> Iterator[tuple[Space, str]]:
    """Variables: of the module those that this statement at its top names, of each function those in it."""
    for node in _without_functions(part):
        if isinstance(node, _Function):
            yield from (((path, str(node.lineno)), name) for name in _variables(node))
        elif isinstance(node, ast.AST):
            yield from (((path,), name) for name in _variable(node))
    if isinstance(part, _Function | ast.ClassDef):
        yield (path,), part.name


def _without_functions(node: ast.AST) -> Iterator[ast.AST]:
    """All nodes below; of functions only themselves, the outermost."""
    yield node
    if not isinstance(node, _Function):
        for child in ast.iter_child_nodes(node):
            yield from _without_functions(child)


def _variables(function: ast.AST) -> Iterator[str]:
    for node in ast.walk(function):
        yield from _variable(node)
        if isinstance(node, _Function) and node is not function:
            yield node.name


def _variable(node: ast.AST) -> Sequence[str]:
    """Names of variables that a node itself says."""
    if isinstance(node, ast.Name):
        return [node.id]
    if isinstance(node, ast.arg):
        return [node.arg]
    if isinstance(node, ast.ExceptHandler):
        return [node.name] if node.name else []
    if isinstance(node, ast.alias):
        return [node.name, node.asname] if node.asname else [node.name]
    return node.names if isinstance(node, ast.Global | ast.Nonlocal) else []


def attributes(part: ast.ClassDef) -> Iterator[str]:
    """What a class defines for its objects."""
    for node in part.body:
        if isinstance(node, _Function | ast.ClassDef):
            yield node.name
        else:
            yield from (name.id for name in ast.walk(node) if isinstance(name, ast.Name))
    for inner in ast.walk(part):
        if isinstance(inner, ast.Attribute) and not isinstance(inner.ctx, ast.Load) and _is_own(inner):
            yield inner.attr


def _is_own(node: ast.Attribute) -> bool:
    return isinstance(node.value, ast.Name) and node.value.id == "self"
