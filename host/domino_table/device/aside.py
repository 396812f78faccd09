"""Functions that a table seldom needs, in files of their own: a board reads one for its call and forgets it again.

In the source such a function bears the mark ``@seldom`` (``table.once``, ``domino_rules.shelf``) and is otherwise like
any other. :func:`set_aside` is a build step: it moves the marked functions of a class, or of a module's top level, into
one more module, and leaves where they were what takes them from there. That costs the board some 50 bytes a function
in place of the function, and some 10 ms a call.
"""

from __future__ import annotations

import ast
import copy
import symtable
from collections.abc import Iterator, Mapping

_MARK, _TAKE = "seldom", "aside"
"""What the source calls the mark, and on the board both the function that takes a module and what it takes from it."""
_Function = ast.FunctionDef | ast.AsyncFunctionDef


class AsideError(ValueError):
    """A marked function cannot be moved; the message names it and says why."""


def set_aside(sources: Mapping[str, str]) -> dict[str, str]:
    """The same modules without their marked functions, and those in modules of their own: ``tapp_1``, ``tapp_2``.

    Args:
        sources: text of each module by its name on the board, ``tapp``; all lie in one folder.

    Raises:
        AsideError: a marked function has another decorator, keyword-only arguments or a call of ``super()``, assigns
            to a global name, or is not at the top level of a module or class.
    """
    result = dict[str, str]()
    for name, text in sources.items():
        module = _Module(name, ast.parse(text)) if _MARK in text else None
        result |= module.parted() if module and module.is_marked else {name: text}
    return result


class _Module:
    def __init__(self, name: str, tree: ast.Module) -> None:
        self._name, self._tree = name, tree
        self.is_marked = any(_names_mark(node) for node in ast.walk(tree))
        self._rebound = {name for node in ast.walk(tree) if isinstance(node, ast.Global) for name in node.names}
        self._origins = dict(self._bindings())

    def parted(self) -> dict[str, str]:
        """Text by name: of this module, then of those set aside."""
        moved = dict[str, list[ast.stmt]]()
        scopes: list[ast.Module | ast.ClassDef] = [part for part in self._tree.body if isinstance(part, ast.ClassDef)]
        for scope in [self._tree, *scopes]:
            if functions := [part for part in scope.body if _is_marked(part)]:
                where = f"{self._name}_{len(moved) + 1}"
                moved[where] = [self._move(scope, function, where) for function in functions]
        self._drop_mark()
        if any(_is_marked(node) for node in ast.walk(self._tree)):
            raise AsideError(f"{self._name}: @{_MARK} is for functions at the top level of a module or a class")
        trees = {self._name: self._tree} | {where: self._module(functions) for where, functions in moved.items()}
        return {name: ast.unparse(ast.fix_missing_locations(tree)) + "\n" for name, tree in trees.items()}

    def _move(self, scope: ast.Module | ast.ClassDef, function: ast.stmt, where: str) -> ast.stmt:
        """Leave a stub in the place of a function, and return the function as it stands alone."""
        assert isinstance(function, _Function)
        self._refuse(function)
        moved, arguments = copy.deepcopy(function), copy.deepcopy(function.args)
        moved.decorator_list, moved.args.defaults, moved.returns = [], [], None
        for part in ast.walk(moved.args):
            if isinstance(part, ast.arg):
                part.annotation = None
        values: list[ast.expr] = [ast.Name(part.arg, ast.Load()) for part in arguments.args]
        if arguments.vararg:
            values.append(ast.Starred(ast.Name(arguments.vararg.arg, ast.Load()), ast.Load()))
        taken = ast.Call(ast.Name(_TAKE, ast.Load()), [ast.Constant(where)], [])
        call = ast.Call(ast.Attribute(taken, function.name, ast.Load()), values, [])
        stub = ast.FunctionDef(function.name, arguments, [ast.Return(call)], [], lineno=0)
        scope.body[scope.body.index(function)] = stub
        return moved

    def _refuse(self, function: _Function) -> None:
        """Raise AsideError where a function would do something else in another module."""
        place, arguments = f"{self._name}:{function.lineno} {function.name}", function.args
        if len(function.decorator_list) > 1:
            raise AsideError(f"{place}: @{_MARK} goes with no other decorator")
        if arguments.kwonlyargs or arguments.kwarg or arguments.posonlyargs:
            raise AsideError(f"{place}: @{_MARK} needs plain arguments")
        for node in ast.walk(function):
            if isinstance(node, ast.Global):
                raise AsideError(f"{place}: @{_MARK} cannot assign to a global name")
            if isinstance(node, ast.Name) and node.id == "super":
                raise AsideError(f"{place}: name the class in place of super(), @{_MARK} moves the function out of it")

    def _drop_mark(self) -> None:
        """Import the other name in place of the mark's; where the mark is defined, the definition goes."""
        self._tree.body = [part for part in self._tree.body if getattr(part, "name", None) != _MARK]
        for node in ast.walk(self._tree):
            for alias in node.names if isinstance(node, ast.ImportFrom) else []:
                alias.name = _TAKE if alias.name == _MARK else alias.name

    # What a function needs besides its arguments

    def _module(self, functions: list[ast.stmt]) -> ast.Module:
        alone = ast.unparse(ast.fix_missing_locations(ast.Module(functions, [])))
        needed = sorted(_globals(symtable.symtable(alone, self._name, "exec")) & self._origins.keys())
        if lost := self._rebound.intersection(needed):
            raise AsideError(f"{self._name}: {', '.join(sorted(lost))} changes, @{_MARK} functions cannot see that")
        own = [name for name in needed if self._origins[name] is None]
        first = [statement for name in needed if (statement := self._origins[name]) is not None]
        if own:
            first.append(ast.ImportFrom(self._name, [ast.alias(name) for name in own], 0))
        holder = ast.ClassDef(_TAKE, [], [], functions, [])  # methods may be called like what their module imports
        return ast.Module([*first, holder], [])

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
                            yield part.id, node if _is_number(node.value) else None


def _is_marked(node: ast.AST) -> bool:
    return isinstance(node, _Function) and any(
        isinstance(mark, ast.Name) and mark.id == _MARK for mark in node.decorator_list
    )


def _names_mark(node: ast.AST) -> bool:
    """Whether this marks a function, imports the mark, or is its definition."""
    imports = isinstance(node, ast.ImportFrom) and any(alias.name == _MARK for alias in node.names)
    return _is_marked(node) or imports or (isinstance(node, ast.FunctionDef) and node.name == _MARK)


def _is_number(value: ast.expr) -> bool:
    """Whether the compiler drops a private name of this value, so that it can be imported from nowhere."""
    called = isinstance(value, ast.Call) and isinstance(value.func, ast.Name) and value.func.id == "const"
    allowed = (ast.Constant, ast.BinOp, ast.UnaryOp, ast.operator, ast.unaryop)
    return called or all(isinstance(part, allowed) for part in ast.walk(value))


def _globals(table: symtable.SymbolTable) -> set[str]:
    """Names that the functions of a module look for outside themselves."""
    found = set[str]()
    for scope in table.get_children():
        found.update(symbol.get_name() for symbol in scope.get_symbols() if symbol.is_global())
        found |= _globals(scope)
    return found
