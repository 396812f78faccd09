"""Private functions that are called in one place, written there: each function costs the board some 40 bytes.

:func:`unfolded` is a build step. It takes only calls that are a statement (``self._x(a)``, ``y = self._x(a)``,
``return self._x(a)``, each also with ``await``) and functions that can leave from the inside of no loop. A trace of the
board then names the function in which the other is written.
"""

from __future__ import annotations

import ast
import copy
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping

_PRIVATE = re.compile(r"_[a-z]\w*")
_Function = ast.FunctionDef | ast.AsyncFunctionDef
_Inner = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Lambda, ast.Yield, ast.YieldFrom, ast.Global)
_Nonlocal = (ast.Nonlocal, ast.JoinedStr)


def unfolded(sources: Mapping[str, str], kept: Iterable[str] = ()) -> dict[str, str]:
    """The same modules with fewer functions.

    Args:
        sources: text of each module by its path below the firmware's folder, ``table/app.py``.
        kept: names that other code uses.
    """
    trees = {path: ast.parse(text) for path, text in sources.items()}
    named = Counter(name for tree in trees.values() for name in _names(tree))
    defined = Counter(node.name for tree in trees.values() for node in ast.walk(tree) if isinstance(node, _Function))
    once = {name for name, count in defined.items() if count == named[name] == 1 and _PRIVATE.fullmatch(name)} - {*kept}
    result = dict(sources)
    for path, tree in trees.items():
        if _Module(tree, once).unfold():
            result[path] = ast.unparse(ast.fix_missing_locations(tree)) + "\n"
    return result


class _Conflict(Exception):
    """This function cannot be written where it is called."""


def _names(tree: ast.AST) -> Iterator[str]:
    """Every use of a name; one that a text says counts as used twice."""
    prose = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Name):
            yield node.id
        elif isinstance(node, ast.Attribute):
            yield node.attr
        elif isinstance(node, ast.alias):
            yield node.name
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in prose:
            yield from [word for word in re.findall(r"\w+", node.value) for _ in range(2)]


class _Module:
    def __init__(self, tree: ast.Module, once: set[str]) -> None:
        self._tree, self._once = tree, once

    def unfold(self) -> bool:
        """Write functions where they are called until none is left that can be; whether there were any."""
        found = self._scope(self._tree)
        for part in self._tree.body:
            if isinstance(part, ast.ClassDef) and self._scope(part):
                found = True
        return found

    def _scope(self, scope: ast.Module | ast.ClassDef) -> bool:
        found = False
        for function in [part for part in scope.body if isinstance(part, _Function) and part.name in self._once]:
            if self._write(function, scope):
                scope.body.remove(function)
                found = True
        return found

    def _write(self, function: _Function, scope: ast.Module | ast.ClassDef) -> bool:
        in_class = isinstance(scope, ast.ClassDef)
        callers = scope.body if in_class else [*scope.body, *_methods(scope)]
        for caller in callers:
            if isinstance(caller, _Function) and caller is not function:
                for body in _bodies(caller):
                    for at, statement in enumerate(body):
                        call = _call(statement, function, in_class)
                        if call is not None:
                            try:
                                body[at : at + 1] = _Unfolding(function, caller, statement, call, in_class).body()
                            except _Conflict:
                                return False
                            return True
        return False


def _methods(module: ast.Module | ast.ClassDef) -> Iterator[ast.stmt]:
    for part in module.body:
        if isinstance(part, ast.ClassDef):
            yield from part.body


def _bodies(node: ast.AST) -> Iterator[list[ast.stmt]]:
    """All lists of statements of a function, without those of functions in it."""
    for name in ("body", "orelse", "finalbody"):
        body = getattr(node, name, None)
        if isinstance(body, list):
            yield body
            for part in body:
                if not isinstance(part, (*_Inner[:3], ast.expr)):
                    yield from _bodies(part)
    for handler in getattr(node, "handlers", []):
        yield from _bodies(handler)


def _call(statement: ast.stmt, function: _Function, in_class: bool) -> ast.Call | None:
    """The call of the function that is this whole statement, or what it assigns or returns."""
    if not isinstance(statement, ast.Expr | ast.Assign | ast.Return):
        return None
    value = statement.value
    if isinstance(function, ast.AsyncFunctionDef):
        value = value.value if isinstance(value, ast.Await) else None
    if not isinstance(value, ast.Call):
        return None
    called = f"self.{function.name}" if in_class else function.name
    return value if ast.unparse(value.func) == called else None


class _Unfolding:
    """The body of a function as it stands in place of its call."""

    def __init__(
        self, function: _Function, caller: _Function, statement: ast.stmt, call: ast.Call, in_class: bool
    ) -> None:
        self._function, self._caller, self._statement = function, caller, statement
        self._call, self._in_class = call, in_class

    def body(self) -> list[ast.stmt]:
        """Raises _Conflict."""
        parameters = self._parameters()
        own = [copy.deepcopy(part) for part in self._function.body if not _is_prose(part)]
        if any(isinstance(node, (*_Inner, *_Nonlocal)) for part in own for node in ast.walk(part)):
            raise _Conflict
        stored = {name for part in own for name in _stored(part)}
        names, before = dict[str, ast.expr](), list[ast.stmt]()
        local, used = _local(self._caller), {node.id for node in ast.walk(self._caller) if isinstance(node, ast.Name)}
        for name, value in zip(parameters, self._call.args, strict=True):
            plain = isinstance(value, ast.Constant) or (isinstance(value, ast.Name) and value.id in local)
            if plain and name not in stored:
                names[name] = value
            else:
                names[name] = ast.Name(_new(name, used))
                before.append(ast.Assign([ast.Name(_new_of(names[name]), ast.Store())], value))
        for name in sorted(stored - names.keys()):
            names[name] = ast.Name(_new(name, used))
        changed = [_Renaming(names).visit(part) for part in own]
        return [*before, *self._ends(changed)] or [ast.Pass()]

    def _parameters(self) -> list[str]:
        arguments = self._function.args
        names = [argument.arg for argument in arguments.args]
        rest = (arguments.posonlyargs, arguments.kwonlyargs, arguments.vararg, arguments.kwarg, arguments.defaults)
        if any(rest) or self._function.decorator_list or self._call.keywords:
            raise _Conflict
        if self._in_class:
            if names[:1] != ["self"] or [part.arg for part in self._caller.args.args[:1]] != ["self"]:
                raise _Conflict
            names = names[1:]
        if len(names) != len(self._call.args) or any(isinstance(value, ast.Starred) for value in self._call.args):
            raise _Conflict
        return names

    def _ends(self, body: list[ast.stmt]) -> list[ast.stmt]:
        if isinstance(self._statement, ast.Return):
            return body if _leaves(body) else [*body, ast.Return()]
        return self._without_return(body)

    def _without_return(self, body: list[ast.stmt]) -> list[ast.stmt]:
        """The statements with what follows a return out of their way, and its value given to the call's target."""
        for at, part in enumerate(body):
            if isinstance(part, ast.Return):
                return [*body[:at], *self._given(part.value)]
            if not any(isinstance(node, ast.Return) for node in ast.walk(part)):
                continue
            if not isinstance(part, ast.If):
                raise _Conflict
            rest = body[at + 1 :]
            if _leaves(part.body):
                part.orelse = self._without_return([*part.orelse, *rest])
                part.body = self._without_return(part.body) or [ast.Pass()]
            elif _leaves(part.orelse):
                part.body = self._without_return([*part.body, *rest]) or [ast.Pass()]
                part.orelse = self._without_return(part.orelse)
            else:
                raise _Conflict
            return [*body[:at], part]
        return body if _leaves(body) else [*body, *self._given(None)]

    def _given(self, value: ast.expr | None) -> list[ast.stmt]:
        if isinstance(self._statement, ast.Assign):
            return [ast.Assign(copy.deepcopy(self._statement.targets), value or ast.Constant(None))]
        return [] if value is None or isinstance(value, ast.Constant | ast.Name) else [ast.Expr(value)]


class _Renaming(ast.NodeTransformer):
    def __init__(self, names: Mapping[str, ast.expr]) -> None:
        self._names = names

    def visit_Name(self, node: ast.Name) -> ast.expr:
        new = self._names.get(node.id)
        if isinstance(new, ast.Name):
            return ast.Name(new.id, node.ctx)
        return copy.deepcopy(new) if new else node

    def visit_ExceptHandler(self, node: ast.ExceptHandler) -> ast.AST:
        if node.name:
            node.name = _new_of(self._names[node.name])
        return self.generic_visit(node)


def _new(name: str, used: set[str]) -> str:
    """A local name that the caller does not have; local names cost the board nothing."""
    while name in used:
        name += "_"
    used.add(name)
    return name


def _new_of(name: ast.expr) -> str:
    assert isinstance(name, ast.Name)
    return name.id


def _local(function: _Function) -> set[str]:
    arguments = {node.arg for node in ast.walk(function.args) if isinstance(node, ast.arg)}
    shared = {name for node in ast.walk(function) if isinstance(node, ast.Global) for name in node.names}
    return arguments.union(_stored(function)) - shared


def _leaves(body: list[ast.stmt]) -> bool:
    """Whether nothing after these statements is ever reached."""
    last = body[-1] if body else None
    if isinstance(last, ast.If):
        return _leaves(last.body) and _leaves(last.orelse)
    return isinstance(last, ast.Return | ast.Raise)


def _stored(tree: ast.AST) -> Iterator[str]:
    """Names to which something below a node is assigned."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load):
            yield node.id
        elif isinstance(node, ast.ExceptHandler) and node.name:
            yield node.name


def _is_prose(node: ast.stmt) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
