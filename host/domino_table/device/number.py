"""Numbers in place of names for modules set aside: the name and the path of a module once loaded stay in the heap.

:func:`numbered` is a build step. Only calls for a module set aside say its name, as a text, and the first ten numbers
are names that every board has anyway: parameters are called so (``domino_table.device.shrink``).
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping


def numbered(sources: Mapping[str, str], aside: Collection[str]) -> tuple[dict[str, str], dict[str, str]]:
    """The same modules with numbers for names where they are set aside, and the way back: old name by new one.

    Args:
        sources: text of each module by its name on the board.
        aside: names of those set aside (``domino_table.device.aside``).
    """
    new = {name: f"_{number}" for number, name in enumerate(aside)}
    said = re.compile(f"'({'|'.join(aside)})'")
    texts = {new.get(name, name): said.sub(lambda at: f"'{new[at[1]]}'", text) for name, text in sources.items()}
    return texts, {short: name for name, short in new.items()}
