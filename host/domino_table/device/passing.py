"""Short texts in modules that are forgotten again, as objects: what was a name once stays in the board's heap for ever.

The interpreter makes a name of each text of up to ten letters, and never lets go of a name: what a module needs for one
call would cost a dozen bytes until the next start. Its table of names has room for 620 and then grows by 640, 4 KB at
once. :func:`passing` is a build step. In a module that does not stay it writes ``('kozel',)[0]`` for ``'kozel'``: the
compiler makes an object of a tuple and all that is in it, which goes with the module.
"""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterator, Mapping

_INTERNED = 10  # bytes; longer texts are objects anyway
_STAYING = ("domino_rules/games/", "domino_rules/layout/", "table/workshop/")
_STAYING_TOO = tuple(
    f"table/{name}.py" for name in ("referee/rows", "referee/cross", "referee/several", "sensing/zone", "seal")
)
_NAMING = ("getattr", "hasattr", "setattr", "aside", "bound", "__import__")
"""Functions that make a name of the text they are given."""


def stays(path: str, joined: Collection[str]) -> bool:
    """Whether a module, by its path below the firmware's folder, may be in memory as long as a match.

    ``joined``: those that others are part of. A workshop's texts do not matter: no match is played there.
    """
    return path in joined or path in _STAYING_TOO or path.startswith(_STAYING)


def passing(sources: Mapping[str, str], staying: Collection[str], known: Collection[str]) -> dict[str, str]:
    """The same modules; those that pass have fewer names.

    Args:
        sources: text of each module by its name on the board.
        staying: names of the modules that stay.
        known: names that the interpreter has in flash.
    """
    trees = {name: ast.parse(text) for name, text in sources.items()}
    lasting = {word for name in staying if name in trees for word in _words(trees[name])} | {*known}
    result = dict(sources)
    for name, tree in trees.items():
        if name not in staying:
            change = _Unnaming(lasting.union(_names(tree), _keys(tree)))
            change.visit(tree)
            if change.found:
                result[name] = ast.unparse(ast.fix_missing_locations(tree)) + "\n"
    return result


class _Unnaming(ast.NodeTransformer):
    def __init__(self, names: Collection[str]) -> None:
        self._names = names
        self.found = False

    def visit_Constant(self, node: ast.Constant) -> ast.expr:
        text = node.value
        if not isinstance(text, str) or len(text.encode()) > _INTERNED or text in self._names or not text:
            return node
        self.found = True
        return ast.Subscript(ast.Tuple([node], ast.Load()), ast.Constant(0), ast.Load())

    def visit_Expr(self, node: ast.Expr) -> ast.stmt:
        return node if isinstance(node.value, ast.Constant) else self._inside(node)

    def visit_JoinedStr(self, node: ast.JoinedStr) -> ast.expr:
        return node

    def visit_Tuple(self, node: ast.Tuple) -> ast.AST:
        """One of constants alone is an object with all that is in it."""
        return (
            node if all(isinstance(part, ast.Constant | ast.Tuple) for part in node.elts) else self.generic_visit(node)
        )

    def visit_Dict(self, node: ast.Dict) -> ast.expr:
        """Keys stay names: a table of names is quick, and one that is kept is small."""
        node.values = [self.visit(value) for value in node.values]
        return node

    def visit_Subscript(self, node: ast.Subscript) -> ast.AST:
        node.value = self.visit(node.value)
        if isinstance(node.ctx, ast.Load):
            node.slice = self.visit(node.slice)
        return node

    def visit_Call(self, node: ast.Call) -> ast.AST:
        return node if _called(node) in _NAMING else self.generic_visit(node)

    def _inside(self, node: ast.Expr) -> ast.stmt:
        changed = self.generic_visit(node)
        assert isinstance(changed, ast.stmt)
        return changed


def _keys(tree: ast.AST) -> Iterator[str]:
    """Texts that stay names: keys that a table is given, and what functions make names of."""
    for node in ast.walk(tree):
        parts: list[ast.expr | None] = []
        if isinstance(node, ast.Dict):
            parts = [*node.keys]
        elif isinstance(node, ast.Subscript) and not isinstance(node.ctx, ast.Load):
            parts = [node.slice]
        elif isinstance(node, ast.Call) and _called(node) in _NAMING:
            parts = [*node.args]
        yield from (part.value for part in parts if isinstance(part, ast.Constant) and isinstance(part.value, str))


def _called(node: ast.Call) -> str:
    return ast.unparse(node.func).rpartition(".")[2]


def _words(tree: ast.AST) -> Iterator[str]:
    """What the interpreter makes names of."""
    yield from _names(tree)
    yield from (node.value for node in ast.walk(tree) if isinstance(node, ast.Constant) and isinstance(node.value, str))


def _names(tree: ast.AST) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Name):
            yield node.id
        elif isinstance(node, ast.Attribute):
            yield node.attr
        elif isinstance(node, ast.arg):
            yield node.arg
        elif isinstance(node, ast.keyword | ast.alias):
            yield from (name for name in (node.arg if isinstance(node, ast.keyword) else node.name,) if name)
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            yield node.name
