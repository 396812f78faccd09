"""All modules in one folder, without packages: on the board each package is a module too, and every path a name.

``domino_rules/books/penalty.py`` becomes ``dbpenalty.py``: the initials of its packages and its own name. :class:`Flat`
is a build step; it rewrites what imports a module or says its name, the line structure stays. Names that are put
together when they are needed (``"domino_rules.games." + game``) work too: packages' names with a dot become initials.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator, Mapping

from domino_table.device.inline import Edit, edited, module_name, source_of, span

_IN_TRACE = re.compile(r'(?<=File ")\w+(?=")')
_ASIDE = re.compile(r"_\d+$")
"""What ``domino_table.device.aside`` adds to a module's name for what it sets aside."""
_TAKE = "domino_rules."
"""What ``domino_rules.shelf.take`` puts before the name it is given."""


class FlatError(ValueError):
    """A module is used in a way that this step does not know; the message names it."""


class Flat:
    """Where modules are on the board.

    Args:
        paths: of the sources below the firmware's folder, ``table/app.py``.
    """

    def __init__(self, paths: Iterable[str]) -> None:
        modules = {name: _flat(name) for name in map(module_name, paths)}
        self._names = modules | {f"{dotted}.": _initials(dotted) for dotted in modules}  # beginnings of names
        if len(set(modules.values())) < len(modules):
            raise FlatError("two modules would have the same name on the board")

    def name(self, path: str) -> str:
        """Name on the board of the module at a path."""
        return self._names[module_name(path)]

    def text(self, text: str, path: str = "") -> str:
        """The text of a module, or with no path of code outside, that finds the modules on the board."""
        return edited(text, self._edits(ast.parse(text), path))

    def plain(self, trace: str, aside: Mapping[str, str] | None = None) -> str:
        """A traceback of the board with the modules' names as in the sources.

        ``aside``: what those set aside are called on the board -> as ``domino_table.device.aside`` called them.
        """
        back = {flat: dotted for dotted, flat in self._names.items() if dotted[-1] != "."}
        back |= {short: back[_ASIDE.sub("", name)] for short, name in (aside or {}).items()}
        return _IN_TRACE.sub(lambda found: back.get(found[0], found[0]), trace)

    def _edits(self, tree: ast.AST, path: str) -> Iterator[Edit]:
        for node in ast.walk(tree):
            if isinstance(node, ast.ImportFrom):
                if (source := source_of(path, node)) in self._names:
                    yield span(node), self._import(node, source)
            elif isinstance(node, ast.Import):
                if any(alias.name in self._names for alias in node.names):
                    raise FlatError(f"{path}:{node.lineno}: import names from the module, or it from its package")
            elif isinstance(node, ast.Call) and ast.unparse(node.func).rpartition(".")[2] == "take":
                start = node.args[0].left if isinstance(node.args[0], ast.BinOp) else node.args[0]
                if isinstance(start, ast.Constant) and (flat := self._names.get(_TAKE + str(start.value))):
                    yield span(start), repr(flat.removeprefix(_initials(_TAKE)))
            elif isinstance(node, ast.Constant) and "." in str(node.value) and node.value in self._names:
                yield span(node), repr(self._names[str(node.value)])

    def _import(self, node: ast.ImportFrom, source: str) -> str:
        names, lines = [], []
        for alias in node.names:
            if (module := f"{source}.{alias.name}") in self._names:
                lines.append(f"import {self._names[module]} as {alias.asname or alias.name}")
            else:
                names.append(ast.unparse(alias))
        if names:
            lines.insert(0, f"from {self._names[source]} import {', '.join(names)}")
        return "; ".join(lines)


def _flat(dotted: str) -> str:
    package, _, name = dotted.rpartition(".")
    return _initials(package) + name


def _initials(package: str) -> str:
    return "".join(part[0] for part in package.split(".") if part)


def is_empty(text: str) -> bool:
    """Whether a module is nothing but a package: the board does without it."""
    return all(isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) for node in ast.parse(text).body)
