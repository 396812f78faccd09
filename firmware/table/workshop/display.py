"""The display while the application rests: a title, lines of text, drawn before the call returns."""

import asyncio

from table.panel.build import build_screen
from table.panel.screen import CARD, GROUND, WHITE, YELLOW
from table.panel.texts import Texts

_LINES = 8  # below the title
_BOLD = 1


class Display:
    """The display of a build, or nothing where it has none: then every text is only looked up.

    config: as ``table.config.load`` returns it. spi: the panel's bus. Blocks 280 ms.
    """

    def __init__(self, config, spi):
        self.texts = Texts(language=config["game"]["language"])
        self._screen = None
        if config.get("display"):
            self._screen = build_screen(config, spi)

    def show(self, lines, foot=""):
        """Show the title, up to eight lines, and under them, larger, what is to be done. Blocks 150 ms."""
        if self._screen is None:
            return
        screen = self._screen
        screen.put("title", 0, 0, 256, 26, CARD, (_BOLD, self.texts("selftest"), YELLOW, 4, 0))
        screen.put("left", 256, 0, 64, 26, CARD)
        for n in range(_LINES):
            text = screen.cut(lines[n], 312) if n < len(lines) else ""
            screen.put("line%d" % n, 0, 27 + 20 * n, 320, 20, GROUND, (0, text, WHITE, 4, 0))
        screen.message(foot, False)
        asyncio.run(self._draw())

    def left(self, seconds):
        """Show beside the title how many seconds are left to do it, or nothing for None. Blocks 10 ms."""
        if self._screen is None:
            return
        items = () if seconds is None else ((_BOLD, self.texts("selftest.left", count=seconds), WHITE, None, 0),)
        self._screen.put("left", 256, 0, 64, 26, CARD, *items)
        asyncio.run(self._draw())

    async def _draw(self):
        screen = self._screen
        while screen._dirty:
            await screen._draw(screen._dirty.pop(0))
