"""Texts of the panel in the players' language, read from flash one at a time.

File format and source: ``domino_table.device.texts`` on the PC, which packs ``firmware/texts/*.txt``.
"""

import struct

from table.once import seldom

LANGUAGES = ("ru", "en", "es")


class Texts:
    """``texts("key", name="…")`` is the text with its fields filled in; an unknown key is shown as it is."""

    def __init__(self, folder="/texts", language="ru"):
        self._folder = folder
        self._file = None
        self.use(language)

    @seldom
    def use(self, language):
        """Change the language; one that is not on the board leaves the old one. Returns whether it was there."""
        try:
            file = open("%s/%s.bin" % (self._folder, language), "rb")
        except OSError:
            return False
        if self._file:
            self._file.close()
        self._file = file
        self.language = language
        self._count = struct.unpack("<H", file.read(2))[0]
        return True

    def __call__(self, key, **fields):
        text = self._read(key)
        return text.format(**fields) if fields else text

    @seldom
    def has(self, key):
        """Whether there is a text of this key."""
        return self._read(key) != key

    @seldom
    def people(self, names):
        """{name: as this language has it} of those names that the table's simulated people have; None at a real table.

        Only a virtual table has the file: {language: [name, ...]}, the same person at the same place.
        """
        import json

        try:
            with open(self._folder + "/people.json") as file:
                known = json.load(file)
        except OSError:
            return None
        here, found = known[self.language], {}
        for given in known.values():
            for place in range(len(given)):
                if given[place] in names:
                    found[given[place]] = here[place]
        return found

    @seldom
    def _read(self, key):
        wanted = 5381
        for byte in key.encode():
            wanted = (wanted * 33 + byte) & 0xFFFF
        low, high = 0, self._count if self._file else 0
        while low < high:
            middle = (low + high) // 2
            self._file.seek(2 + 5 * middle)
            number, offset, size = struct.unpack("<HHB", self._file.read(5))
            if number == wanted:
                self._file.seek(offset)
                return self._file.read(size).decode()
            if number < wanted:
                low = middle + 1
            else:
                high = middle
        return key
