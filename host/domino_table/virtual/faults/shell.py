"""Standing in for a part of the table: a shell passes on everything that it does not do differently.

Chips, wires and field know nothing of faults. A fault puts a shell around one of them and takes it away again.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any


class Shell:
    """Looks like ``inner``. Attributes that a subclass names in ``own`` are its own, all others are those of inner."""

    own: tuple[str, ...] = ()
    inner: Any

    def __init__(self, inner: Any) -> None:
        object.__setattr__(self, "inner", inner)

    def __getattr__(self, name: str) -> Any:
        return getattr(self.inner, name)

    def __setattr__(self, name: str, value: Any) -> None:
        if name == "inner" or name in self.own:
            object.__setattr__(self, name, value)
        else:
            setattr(self.inner, name, value)


class Socket:
    """A place where a part sits and a shell can be put around it: an entry of a list or an attribute."""

    def __init__(self, get: Callable[[], Any], put: Callable[[Any], None]) -> None:
        self._get, self._put = get, put

    @classmethod
    def entry(cls, parts: list[Any], index: int) -> Socket:
        """The place ``parts[index]``."""
        return cls(lambda: parts[index], lambda part: parts.__setitem__(index, part))

    @classmethod
    def attribute(cls, owner: Any, name: str) -> Socket:
        """The place ``owner.name``."""
        return cls(lambda: getattr(owner, name), lambda part: setattr(owner, name, part))

    def cover(self, make: Callable[[Any], Shell]) -> Shell:
        """Put a shell around what sits here."""
        shell = make(self._get())
        self._put(shell)
        return shell

    def uncover(self, shell: Shell) -> None:
        """Take a shell away, whatever has been put around it since. Does nothing if it is gone already."""
        outer = self._get()
        if outer is shell:
            self._put(shell.inner)
            return
        while isinstance(outer, Shell):
            if outer.inner is shell:
                outer.inner = shell.inner
                return
            outer = outer.inner
