"""Functions that a table seldom needs, in files of their own: a board reads one for its call and forgets it again.

In the source such a function bears the mark ``@seldom`` (``table.once``, ``domino_rules.shelf``) and is otherwise like
any other. :func:`set_aside` is a build step: it moves the marked functions of a class, or of a module's top level, into
one more module, with what only they use, and leaves where they were what calls them there: a stub of some 50 bytes, or
one ``__getattr__`` for all methods of a class that are asked of its objects alone. A call costs the board some 10 ms.
Objects of such a class seem to have whatever they are asked for: what they may lack (``hasattr``) must be named in it.
"""

from __future__ import annotations

import ast
import copy
import symtable
from collections.abc import Iterator, Mapping

from domino_table.device.along import along, is_number, taken
from domino_table.device.finder import BOUND, MARK, Finder, is_marked, marked_scopes

_TAKE = "aside"
"""On the board both what calls a function and the class that holds it there."""
_Function = ast.FunctionDef | ast.AsyncFunctionDef


class AsideError(ValueError):
    """A marked function cannot be moved; the message names it and says why."""


def set_aside(sources: Mapping[str, str]) -> dict[str, str]:
    """The same modules without their marked functions, and those in modules of their own: ``tapp_1``, ``tapp_2``.

    Args:
        sources: text of each module by its name on the board, ``tapp``; all lie in one folder.

    Raises:
        AsideError: a marked function has another decorator, keyword-only arguments or a call of ``super()``, assigns
            to a global name, is not at the top level of a module or class, or makes an object with a lambda, which
            would hold on to the module of its own as long as the object.
    """
    trees = {name: ast.parse(text) for name, text in sources.items()}
    objects, result = Finder(trees), dict[str, str]()
    others = {name: set(taken(name, trees)) for name in trees}
    for name, tree in trees.items():
        module = _Module(name, tree, objects, others[name])
        result |= module.parted() if module.is_marked else {name: sources[name]}
    return result


class _Module:
    def __init__(self, name: str, tree: ast.Module, objects: Finder, others: set[str]) -> None:
        self._name, self._tree, self._objects, self._others = name, tree, objects, others
        self._along = dict[str, ast.stmt]()  # what goes along with the functions set aside, by name
        self.is_marked = any(_names_mark(node) for node in ast.walk(tree))
        self._rebound = {name for node in ast.walk(tree) if isinstance(node, ast.Global) for name in node.names}
        self._origins = dict(self._bindings())

    def parted(self) -> dict[str, str]:
        """Text by name: of this module, then of those set aside."""
        moved = dict[str, list[ast.stmt]]()
        for where, scope in list(marked_scopes(self._name, self._tree)):
            functions = [part for part in scope.body if is_marked(part)]
            moved[where] = [self._move(scope, function, where) for function in functions]
            if isinstance(scope, ast.ClassDef) and (found := self._objects.found(scope)):
                scope.body = [part for part in scope.body if getattr(part, "name", "") not in found]
                scope.body.append(self._objects.finder(scope))
        aside = [function for functions in moved.values() for function in functions]
        self._along = along(self._tree, aside, self._others | {MARK, _TAKE, BOUND})
        self._drop_mark()
        if any(is_marked(node) for node in ast.walk(self._tree)):
            raise AsideError(f"{self._name}: @{MARK} is for functions at the top level of a module or a class")
        trees = {self._name: self._tree} | {where: self._module(functions) for where, functions in moved.items()}
        return {name: ast.unparse(ast.fix_missing_locations(tree)) + "\n" for name, tree in trees.items()}

    def _move(self, scope: ast.Module | ast.ClassDef, function: ast.stmt, where: str) -> ast.stmt:
        """Leave a stub in the place of a function, and return the function as it stands alone."""
        assert isinstance(function, _Function)
        self._refuse(function)
        moved, arguments = copy.deepcopy(function), copy.deepcopy(function.args)
        moved.decorator_list, moved.returns = [], None
        for part in ast.walk(moved.args):
            if isinstance(part, ast.arg):
                part.annotation = None
        values: list[ast.expr] = [ast.Constant(where), ast.Constant(function.name)]
        values += [ast.Name(part.arg, ast.Load()) for part in arguments.args]
        if arguments.vararg:
            values.append(ast.Starred(ast.Name(arguments.vararg.arg, ast.Load()), ast.Load()))
        call = ast.Call(ast.Name(_TAKE, ast.Load()), values, [])
        stub = ast.FunctionDef(function.name, arguments, [ast.Return(call)], [], lineno=0)
        scope.body[scope.body.index(function)] = stub
        return moved

    def _refuse(self, function: _Function) -> None:
        """Raise AsideError where a function would do something else in another module."""
        place, arguments = f"{self._name}:{function.lineno} {function.name}", function.args
        if len(function.decorator_list) > 1:
            raise AsideError(f"{place}: @{MARK} goes with no other decorator")
        if arguments.kwonlyargs or arguments.kwarg or arguments.posonlyargs:
            raise AsideError(f"{place}: @{MARK} needs plain arguments")
        for node in ast.walk(function):
            if function.name == "__init__" and isinstance(node, ast.Lambda):
                raise AsideError(f"{place}: a lambda keeps what is read for this call, name a function outside of it")
            if isinstance(node, ast.Global):
                raise AsideError(f"{place}: @{MARK} cannot assign to a global name")
            if isinstance(node, ast.Name) and node.id == "super":
                raise AsideError(f"{place}: name the class in place of super(), @{MARK} moves the function out of it")

    def _drop_mark(self) -> None:
        """Import what stands for it in place of the mark; where the mark is defined, the definition goes."""
        self._tree.body = [part for part in self._tree.body if getattr(part, "name", None) != MARK]
        said = {node.id for node in ast.walk(self._tree) if isinstance(node, ast.Name)}
        for node in ast.walk(self._tree):
            if isinstance(node, ast.ImportFrom) and any(alias.name == MARK for alias in node.names):
                node.names = [alias for alias in node.names if alias.name != MARK]
                node.names += [ast.alias(name) for name in (_TAKE, BOUND) if name in said or not node.names]

    # What a function needs besides its arguments

    def _module(self, functions: list[ast.stmt]) -> ast.Module:
        said, also = set[str](), dict[str, ast.stmt]()
        while True:
            alone = ast.unparse(ast.fix_missing_locations(ast.Module([*functions, *also.values()], [])))
            table = symtable.symtable(alone, self._name, "exec")
            said = _globals(table) | {symbol.get_name() for symbol in table.get_symbols() if symbol.is_referenced()}
            if said.isdisjoint(self._along.keys() - also.keys()):
                break
            also |= {name: copy.deepcopy(part) for name, part in self._along.items() if name in said}
        needed = sorted((said & self._origins.keys()) - also.keys())
        if lost := self._rebound.intersection(needed):
            raise AsideError(f"{self._name}: {', '.join(sorted(lost))} changes, @{MARK} functions cannot see that")
        own = [name for name in needed if self._origins[name] is None]
        first = [statement for name in needed if (statement := self._origins[name]) is not None]
        if own:
            first.append(ast.ImportFrom(self._name, [ast.alias(name) for name in own], 0))
        holder = ast.ClassDef(_TAKE, [], [], functions, [])  # methods may be called like what their module imports
        return ast.Module([*first, *also.values(), holder], [])

    def _bindings(self) -> Iterator[tuple[str, ast.stmt | None]]:
        """Global names of the module: the statement that gives another module the same, None for what is taken here."""
        for node in self._tree.body:
            if isinstance(node, ast.Import):
                yield from ((alias.asname or alias.name, ast.Import([alias])) for alias in node.names)
            elif isinstance(node, ast.ImportFrom):
                for alias in node.names:
                    yield alias.asname or alias.name, ast.ImportFrom(node.module, [alias], node.level)
            elif isinstance(node, _Function | ast.ClassDef):
                yield node.name, None
            elif isinstance(node, ast.Assign):
                for target in node.targets:
                    for part in ast.walk(target):
                        if isinstance(part, ast.Name):
                            yield part.id, node if is_number(node.value) else None


def _names_mark(node: ast.AST) -> bool:
    """Whether this marks a function, imports the mark, or is its definition."""
    imports = isinstance(node, ast.ImportFrom) and any(alias.name == MARK for alias in node.names)
    return is_marked(node) or imports or (isinstance(node, ast.FunctionDef) and node.name == MARK)


def _globals(table: symtable.SymbolTable) -> set[str]:
    """Names that the functions of a module look for outside themselves."""
    found = set[str]()
    for scope in table.get_children():
        found.update(symbol.get_name() for symbol in scope.get_symbols() if symbol.is_global())
        found |= _globals(scope)
    return found
