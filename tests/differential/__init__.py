"""Our rules beside engines that others wrote, where the game is the same; see ``table.py`` for the differences."""
