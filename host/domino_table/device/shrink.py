"""Shorter names for the board: what only the firmware's own modules call a thing costs memory in every one of them.

Each name that bytecode uses lies in the board's heap. So a build step gives short names, shared between modules, to
what begins with an underscore and to positional parameters, and turns private numbers into compile-time constants.
Better than a short name is one that the interpreter itself has in flash: it costs nothing. Those are given first, also
to public names of the firmware. The line structure stays. :class:`Names` knows the way back, for traces in a journal.
"""

from __future__ import annotations

import ast
import io
import itertools
import keyword
import re
import string
import tokenize
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TypeGuard

from domino_table.device.inline import module_name
from domino_table.device.spaces import alike

_PRIVATE = re.compile(r"_[A-Za-z]\w*")
_SHORT = 2  # letters of a public name that the interpreter does not have
_IN_TRACE = re.compile(r'(File "([\w.]+)", line \d+, in )(\w+)')
_CONST = re.compile(r"(\w+) = const\(")
_Function = ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda
_Edit = tuple[int, int, str, str]
"""Line, column (in bytes), old name, new name."""


class Names:
    """The short names of a set of modules.

    Args:
        sources: text of each module by its path below the firmware's folder, ``table/app.py``.
        free: names that cost nothing.
        kept: public names that other code uses or that mean something to it, besides what strings and keywords say.
    """

    def __init__(self, sources: Mapping[str, str], free: Sequence[str] = (), kept: Iterable[str] = ()) -> None:
        self._modules = {path: _Module(path, text) for path, text in sources.items()}
        self._keywords = set[str]().union(*(module.keywords for module in self._modules.values()))
        self._taken = set[str]().union(*(module.names for module in self._modules.values()))
        self._kept = {*kept, *free}
        new = [*(name for name in free if name not in self._taken), *self._letters()]
        self._short = alike(self._owned(), {path: module.tree for path, module in self._modules.items()}, new)
        self.paths = list(sources)

    def shrunk(self, path: str) -> str:
        """The text of a module with its short names."""
        module, short = self._modules[path], self._short
        text = _edited(module.text, module.parameter_edits(self._keywords))
        edits: list[_Edit] = []
        for token in tokenize.generate_tokens(io.StringIO(text).readline):
            if token.type == tokenize.NAME and token.string in short:
                column = len(token.line[: token.start[1]].encode())
                edits.append((token.start[0], column, token.string, short[token.string]))
        return _with_constants(_edited(text, edits), module.constants())

    def back(self) -> dict[str, dict[str, str]]:
        """Of each module, by its dotted name, the functions that have short names: short -> as in the sources."""
        short, found = self._short, dict[str, dict[str, str]]()
        for path, module in self._modules.items():
            found[module_name(path)] = {short[name]: name for name in sorted(module.functions) if name in short}
        return found

    def _owned(self) -> list[str]:
        """Names that only these modules know, most of all those that are longest and used most often."""
        modules = self._modules.values()
        said = set[str]().union(*(module.words for module in modules))
        parts = {part for path in self._modules for part in path.removesuffix(".py").split("/")}
        private, public, stay = set[str](), set[str](), said | self._kept | self._keywords | parts
        for module in modules:
            private |= module.defined
            public |= module.public
            stay |= module.constant_names() | module.errors
        count = Counter(name for module in modules for name in module.tokens)
        longer = {name for name in public if len(name) > _SHORT} | private
        return sorted(longer - stay, key=lambda name: (-count[name] * len(name), name))

    def _letters(self) -> Iterator[str]:
        """Short names that mean nothing yet."""
        for letters in itertools.product(string.ascii_letters, repeat=_SHORT):
            name = "".join(letters)
            if name not in self._taken | self._kept and not keyword.iskeyword(name):
                yield name


def plain(trace: str, back: Mapping[str, Mapping[str, str]]) -> str:
    """A traceback of the board with the functions' names as in the sources; back: as :meth:`Names.back` tells."""
    return _IN_TRACE.sub(lambda found: found[1] + back.get(found[2], {}).get(found[3], found[3]), trace)


def defined(text: str) -> set[str]:
    """Public functions, classes, methods and attributes of a module's text."""
    return _Module("", text).public


class _Module:
    """What one module defines and uses."""

    def __init__(self, path: str, text: str) -> None:
        self.text = text
        self.tree = ast.parse(text, path)
        self.tokens = [
            token.string
            for token in tokenize.generate_tokens(io.StringIO(text).readline)
            if token.type == tokenize.NAME
        ]
        self.names = set(self.tokens)
        self.defined: set[str] = set()
        self.public: set[str] = set()
        self.functions: set[str] = set()
        self.errors: set[str] = set()  # a trace says their names
        self.words: set[str] = set()
        self.keywords: set[str] = set()
        for body in [self.tree.body, *(node.body for node in ast.walk(self.tree) if isinstance(node, ast.ClassDef))]:
            targets = (target for part in body if isinstance(part, ast.Assign) for target in part.targets)
            self.public.update(target.id for target in targets if _is_public(target))
        self._prose = {id(node.value) for node in ast.walk(self.tree) if isinstance(node, ast.Expr)}
        for node in ast.walk(self.tree):
            self._learn(node)

    def _learn(self, node: ast.AST) -> None:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            self._define(node.name)
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            self.functions.add(node.name)
        elif isinstance(node, ast.ClassDef):
            if any(ast.unparse(base).endswith(("Exception", "Error")) for base in node.bases):
                self.errors.add(node.name)
        elif isinstance(node, ast.Attribute):
            own = isinstance(node.value, ast.Name) and node.value.id == "self"
            if isinstance(node.ctx, ast.Store) and own:
                self._define(node.attr)
        elif _is_stored(node) and _PRIVATE.fullmatch(node.id):
            self._define(node.id)
        elif isinstance(node, ast.arg) and _PRIVATE.fullmatch(node.arg):
            self._define(node.arg)
        elif isinstance(node, ast.keyword) and node.arg:
            self.keywords.add(node.arg)
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in self._prose:
            self.words.update(re.findall(r"\w+", node.value))

    def _define(self, name: str) -> None:
        if _PRIVATE.fullmatch(name):
            self.defined.add(name)
        elif not name.startswith("_"):
            self.public.add(name)

    def constant_names(self) -> set[str]:
        """Private names that the compiler drops."""
        lines = self.text.splitlines()
        consts = {found[1] for line in lines if (found := _CONST.match(line))}
        return consts | {lines[number - 1].split()[0] for number in self.constants()}

    def constants(self) -> list[int]:
        """Lines that give a private module variable its one number."""
        found = []
        stored = Counter(node.id for node in ast.walk(self.tree) if _is_stored(node))
        for node in self.tree.body:
            if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name) and len(node.targets) == 1:
                name, value = node.targets[0].id, node.value
                whole = node.lineno == node.end_lineno
                if _PRIVATE.fullmatch(name) and stored[name] == 1 and whole and _is_number(value):
                    found.append(node.lineno)
        return found

    def parameter_edits(self, keywords: set[str]) -> Iterator[_Edit]:
        """Positional parameters that nobody passes by name become ``_0``, ``_1`` ..., in inner functions onwards."""
        yield from self._in_functions(self.tree, 0, keywords)

    def _in_functions(self, node: ast.AST, first: int, keywords: set[str]) -> Iterator[_Edit]:
        for child in ast.iter_child_nodes(node):
            after = first
            if isinstance(child, _Function):
                for argument in child.args.posonlyargs + child.args.args:
                    if argument.arg not in keywords | {"self"} and (uses := _uses(child, argument)):
                        yield from ((line, column, argument.arg, f"_{after}") for line, column in uses)
                        after += 1
            yield from self._in_functions(child, after, keywords)


def _uses(function: _Function, argument: ast.arg) -> list[tuple[int, int]]:
    """Where a function names its parameter; nothing if an inner scope may mean another thing by that name."""
    name = argument.arg
    outside: set[ast.AST] = set()  # what Python evaluates around the function
    for part in [*function.args.defaults, *function.args.kw_defaults, *getattr(function, "decorator_list", [])]:
        outside.update(ast.walk(part) if part else ())
    inside = [node for node in ast.walk(function) if node not in outside and node not in (function, argument)]
    if any(_rebinds(node, name) for node in inside):
        return []
    named = [(node.lineno, node.col_offset) for node in inside if isinstance(node, ast.Name) and node.id == name]
    return [(argument.lineno, argument.col_offset), *named]


def _rebinds(node: ast.AST, name: str) -> bool:
    """Whether inside a function this makes ``name`` another variable, or hides where it is named."""
    if isinstance(node, ast.Global | ast.Nonlocal):
        return name in node.names
    if isinstance(node, ast.alias):
        return name in (node.name, node.asname)
    if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
        return node.name == name or any(_is_stored(part) and part.id == name for part in ast.walk(node))
    if isinstance(node, ast.ExceptHandler | ast.ClassDef):
        return node.name == name
    if isinstance(node, ast.comprehension):
        return any(isinstance(part, ast.Name) and part.id == name for part in ast.walk(node.target))
    return isinstance(node, ast.JoinedStr) or (isinstance(node, ast.arg) and node.arg == name)


def _is_stored(node: ast.AST) -> TypeGuard[ast.Name]:
    return isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)


def _is_public(target: ast.expr) -> TypeGuard[ast.Name]:
    return isinstance(target, ast.Name) and not target.id.startswith("_")


def _is_number(value: ast.expr) -> bool:
    """Whether an expression is a whole number at compile time; a call of const is one already."""
    allowed = (ast.Constant, ast.BinOp, ast.UnaryOp, ast.operator, ast.unaryop)
    return all(isinstance(part, allowed) for part in ast.walk(value)) and all(
        type(part.value) is int for part in ast.walk(value) if isinstance(part, ast.Constant)
    )


def _edited(text: str, edits: Iterable[_Edit]) -> str:
    lines = text.encode().splitlines(keepends=True)
    for line, column, old, new in sorted(set(edits), reverse=True):
        data = lines[line - 1]
        before, here, after = (
            data[:column],
            data[column : column + len(old.encode())],
            data[column + len(old.encode()) :],
        )
        if here != old.encode():
            raise ValueError(f"line {line}: {old} is not where it is said to be")
        lines[line - 1] = before + new.encode() + after
    return b"".join(lines).decode()


def _with_constants(text: str, numbers: Iterable[int]) -> str:
    lines = text.splitlines(keepends=True)
    for number in numbers:
        name, _, value = lines[number - 1].partition(" = ")
        value = value.partition("#")[0].strip()
        lines[number - 1] = f"{name} = const({value})\n"
    return "".join(lines)
