"""The names that a module uses most, first: the bytecode of the others is longer.

Bytecode gives a name by its place in the module's list of names, which is in the order of their first use: one byte
for the first 128, two for the others. :func:`ordered` is a build step. It writes the names of a module that has more,
in the best order, into a statement that is never executed; the board forgets it once the module is loaded. Long texts
that could be names are written there too: as a name a text costs its letters, as an object 32 bytes and more.
"""

from __future__ import annotations

import ast
import keyword
from collections import Counter
from collections.abc import Iterator

_FIRST = 128
_INTERNED = 10  # letters; longer texts become objects of their own unless they are a name as well
_Function = ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda
_Comprehension = ast.ListComp | ast.SetComp | ast.GeneratorExp | ast.DictComp
_NEVER = "if not __name__: __name__"


def ordered(text: str) -> str:
    """The module's text, with one line before it where its most frequent names must come first.

    What is a name once stays one. So of a module with few names, which may be forgotten again, only the keys of its
    tables become names: they go on into what is made of the tables.
    """
    tree = ast.parse(text)
    numbers = set(_numbers(tree))
    names = [name for name in _functions_names(tree, frozenset(), False) if name not in numbers]
    count = Counter(name for name in names if not name.startswith("__"))
    often = [name for name, _ in sorted(count.items(), key=lambda item: (-item[1], item[0]))]
    many = len(often) > _FIRST
    chosen = [name for at, name in enumerate(often) if many and (at < _FIRST or len(name) > _INTERNED)]
    chosen += sorted({key for key in _keys(tree) if len(key) > _INTERNED} - {*chosen})
    return f"{_NEVER}.{'.'.join(chosen)}\n{text}" if chosen else text


def _numbers(tree: ast.Module) -> Iterator[str]:
    """Names for which the compiler writes a number."""
    for node in tree.body:
        value = node.value if isinstance(node, ast.Assign) else None
        if isinstance(node, ast.Assign) and isinstance(value, ast.Call) and ast.unparse(value.func) == "const":
            yield from (target.id for target in node.targets if isinstance(target, ast.Name))


def _keys(tree: ast.Module) -> Iterator[str]:
    """Keys of the dictionaries that are made when the module is loaded."""
    for part in tree.body:
        if not isinstance(part, _Function | ast.ClassDef):
            for node in ast.walk(part):
                for key in node.keys if isinstance(node, ast.Dict) else []:
                    if isinstance(key, ast.Constant) and isinstance(key.value, str) and _is_name(key.value):
                        yield key.value


def _functions_names(node: ast.AST, local: frozenset[str], inside: bool) -> Iterator[str]:
    """What the bytecode of all functions below a node names, each as often as it does; ``local`` names are numbers."""
    if isinstance(node, _Function):
        arguments = [part.arg for part in ast.walk(node.args) if isinstance(part, ast.arg)]
        yield from arguments
        local, inside = local.union(arguments, _stored(node)), True
    elif isinstance(node, _Comprehension):
        local = local.union(_stored(node))
    if inside:
        yield from _said(node, local)
    for child in ast.iter_child_nodes(node):
        if not (isinstance(child, ast.Expr) and isinstance(child.value, ast.Constant)):  # a docstring
            yield from _functions_names(child, local, inside)


def _said(node: ast.AST, local: frozenset[str]) -> Iterator[str]:
    if isinstance(node, ast.Attribute):
        yield node.attr
    elif isinstance(node, ast.Name) and node.id not in local:
        yield node.id
    elif isinstance(node, ast.keyword) and node.arg:
        yield node.arg
    elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
        yield node.name
    elif isinstance(node, ast.alias):
        yield node.name.rpartition(".")[2]
    elif isinstance(node, ast.Constant) and isinstance(node.value, str) and _is_name(node.value):
        yield node.value


def _stored(function: ast.AST) -> set[str]:
    """Names that become local variables; those of inner functions among them."""
    shared = {name for node in ast.walk(function) if isinstance(node, ast.Global) for name in node.names}
    names = {node.id for node in ast.walk(function) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)}
    return names - shared


def _is_name(text: str) -> bool:
    return text.isascii() and text.isidentifier() and not keyword.iskeyword(text)
