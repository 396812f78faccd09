"""Functions that a table seldom needs, in files of their own: a board reads one for its call and forgets it again.

In the source such a function bears the mark ``@seldom`` (``table.once``, ``domino_rules.shelf``) and is otherwise like
any other. :func:`set_aside` is a build step: it moves the marked functions of a class, or of a module's top level, into
one more module, and leaves where they were what calls them there: a stub of some 50 bytes, or one ``__getattr__`` for
all methods of a class that are asked of its objects alone. A call costs the board some 10 ms. Objects of such a class
seem to have whatever they are asked for: what they may lack (``hasattr``) must be named in their class.
"""

from __future__ import annotations

import ast
import copy
import symtable
from collections.abc import Iterable, Iterator, Mapping

from domino_table.device.spaces import attributes, families

_MARK, _TAKE = "seldom", "aside"
"""What the source calls the mark, and on the board both what calls a function and the class that holds it there."""
_BOUND = "bound"
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
    objects, result = _Objects(trees), dict[str, str]()
    for name, tree in trees.items():
        module = _Module(name, tree, objects)
        result |= module.parted() if module.is_marked else {name: sources[name]}
    return result


class _Objects:
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
            for where, scope in _marked_scopes(name, tree)
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
        return ast.parse(f"def __getattr__(self, name):\n    return {_BOUND}({where}, self, name)").body[0]

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
        found = [name for name in _methods(scope) if names.count(name) == 1 and name not in asked]
        return found if len(found) > 1 else []


class _Module:
    def __init__(self, name: str, tree: ast.Module, objects: _Objects) -> None:
        self._name, self._tree, self._objects = name, tree, objects
        self.is_marked = any(_names_mark(node) for node in ast.walk(tree))
        self._rebound = {name for node in ast.walk(tree) if isinstance(node, ast.Global) for name in node.names}
        self._origins = dict(self._bindings())

    def parted(self) -> dict[str, str]:
        """Text by name: of this module, then of those set aside."""
        moved = dict[str, list[ast.stmt]]()
        for where, scope in list(_marked_scopes(self._name, self._tree)):
            functions = [part for part in scope.body if _is_marked(part)]
            moved[where] = [self._move(scope, function, where) for function in functions]
            if isinstance(scope, ast.ClassDef) and (found := self._objects.found(scope)):
                scope.body = [part for part in scope.body if getattr(part, "name", "") not in found]
                scope.body.append(self._objects.finder(scope))
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
            raise AsideError(f"{place}: @{_MARK} goes with no other decorator")
        if arguments.kwonlyargs or arguments.kwarg or arguments.posonlyargs:
            raise AsideError(f"{place}: @{_MARK} needs plain arguments")
        for node in ast.walk(function):
            if function.name == "__init__" and isinstance(node, ast.Lambda):
                raise AsideError(f"{place}: a lambda keeps what is read for this call, name a function outside of it")
            if isinstance(node, ast.Global):
                raise AsideError(f"{place}: @{_MARK} cannot assign to a global name")
            if isinstance(node, ast.Name) and node.id == "super":
                raise AsideError(f"{place}: name the class in place of super(), @{_MARK} moves the function out of it")

    def _drop_mark(self) -> None:
        """Import what stands for it in place of the mark; where the mark is defined, the definition goes."""
        self._tree.body = [part for part in self._tree.body if getattr(part, "name", None) != _MARK]
        said = {node.id for node in ast.walk(self._tree) if isinstance(node, ast.Name)}
        for node in ast.walk(self._tree):
            if isinstance(node, ast.ImportFrom) and any(alias.name == _MARK for alias in node.names):
                node.names = [alias for alias in node.names if alias.name != _MARK]
                node.names += [ast.alias(name) for name in (_TAKE, _BOUND) if name in said or not node.names]

    # What a function needs besides its arguments

    def _module(self, functions: list[ast.stmt]) -> ast.Module:
        alone = ast.unparse(ast.fix_missing_locations(ast.Module(functions, [])))
        table = symtable.symtable(alone, self._name, "exec")
        said = _globals(table) | {symbol.get_name() for symbol in table.get_symbols() if symbol.is_referenced()}
        needed = sorted(said & self._origins.keys())
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


def _marked_scopes(name: str, tree: ast.Module) -> Iterator[tuple[str, ast.Module | ast.ClassDef]]:
    """What holds marked functions in a module of that name, each with the name of the module into which they go."""
    classes: list[ast.Module | ast.ClassDef] = [part for part in tree.body if isinstance(part, ast.ClassDef)]
    marked = [scope for scope in [tree, *classes] if any(_is_marked(part) for part in scope.body)]
    return ((f"{name}_{number}", scope) for number, scope in enumerate(marked, 1))


def _methods(scope: ast.ClassDef) -> list[str]:
    """Names of the marked methods of a class, without those that the interpreter calls."""
    return [
        part.name for part in scope.body if isinstance(part, _Function) and _is_marked(part) and part.name[:2] != "__"
    ]


def _names(scope: ast.ClassDef) -> Iterator[str]:
    """What a class itself has, besides what its objects have."""
    for part in scope.body:
        if isinstance(part, _Function):
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
