"""Which tag is which half of which tile: the board's list of UIDs, and the same as a file that people can read."""

from __future__ import annotations

import re
import tomllib

_VERSION = 1
_LARGEST_SET = 18
_HEAD = """\
# Tile map of a Domino Table: which tag is which half of which tile, that of the lower half first. UIDs are written as
# they are printed, most significant byte first. `domino-table enroll --import FILE` puts it on a board.
version = {version}
set_max = {set_max}

[tiles]
"""
_UID = re.compile("[0-9A-F]{16}")
_FIRST = "E0"
"""Every UID begins with it (ISO 15693-3, section 4.1); what does not is no tag, as in the map of an unknown set."""
_NO_UID = bytes(8)


class TileMapError(ValueError):
    """A tile map is wrong; the message is one sentence that names the tile or the file."""


def names(set_max: int) -> list[str]:
    """Tiles of a set by index: 0-0, 0-1, …"""
    return [f"{low}-{high}" for low in range(set_max + 1) for high in range(low, set_max + 1)]


class TileMap:
    """The tags of one set, as far as they are known.

    Args:
        set_max: highest pips of the set.

    Attributes:
        names: its tiles by index. uids: per tile the UIDs of its two tags as printed, None for one that is not known.
    """

    def __init__(self, set_max: int) -> None:
        self.set_max, self.names = set_max, names(set_max)
        self.uids: list[list[str | None]] = [[None, None] for _ in self.names]

    def half(self, tag: int) -> str:
        """A tag in words: ``3-5, the 5``; the two of a double are its first and its second half."""
        low, high = self.names[tag // 2].split("-")
        if low == high:
            return f"{low}-{high}, its {'second' if tag % 2 else 'first'} half"
        return f"{low}-{high}, the {high if tag % 2 else low}"

    def index(self, name: str) -> int:
        """The index of a tile by its name, either way round. Raises TileMapError."""
        low, _, high = name.partition("-")
        for one in (name, f"{high}-{low}"):
            if one in self.names:
                return self.names.index(one)
        raise TileMapError(f"there is no tile {name!r} in a set up to {self.names[-1]}: write it like 3-5")

    def tag_of(self, uid: str) -> int | None:
        """``2 * tile + half`` of a UID, None where it is none of this set."""
        for tile, pair in enumerate(self.uids):
            if uid in pair:
                return 2 * tile + pair.index(uid)
        return None

    def missing(self) -> list[int]:
        """Tiles of which a tag is not known, by index."""
        return [tile for tile, pair in enumerate(self.uids) if None in pair]

    # The board's file

    @classmethod
    def of_board(cls, data: bytes | None, set_max: int) -> TileMap:
        """What a board's file says, which may be missing or be that of an unknown set.

        Raises TileMapError for one of another set, or that names a tag twice.
        """
        found = cls(set_max)
        size = 16 * len(found.names)
        if data is None or not any(data[at + 7] == 0xE0 for at in range(0, len(data) - 7, 8)):
            return found
        if len(data) != size:
            raise TileMapError(f"the board's tile map has {len(data) // 16} tiles, this build's set {len(found.names)}")
        for tag in range(size // 8):
            uid = data[8 * tag : 8 * tag + 8]
            if uid[7] == 0xE0:
                found._enter(tag, uid[::-1].hex().upper(), "the board's tile map")
        return found

    def to_board(self) -> bytes:
        """The board's file: UIDs as they are sent, zeros for those that are not known."""
        known = (uid for pair in self.uids for uid in pair)
        return b"".join(bytes.fromhex(uid)[::-1] if uid else _NO_UID for uid in known)

    # The file for people

    @classmethod
    def of_text(cls, text: str, file: str) -> TileMap:
        """Read an exported map. ``file``: its name, for messages. Raises TileMapError."""
        try:
            data = tomllib.loads(text)
        except (tomllib.TOMLDecodeError, RecursionError) as error:
            raise TileMapError(f"{file} is no tile map ({error})") from None
        version, set_max, tiles = data.get("version"), data.get("set_max"), data.get("tiles")
        if version is None or type(set_max) is not int or not isinstance(tiles, dict):
            raise TileMapError(f"{file} is no tile map: version, set_max and [tiles] are expected")
        if version != _VERSION:
            raise TileMapError(f"{file} is a tile map of version {version}, not {_VERSION}: update domino-table")
        if not 1 <= set_max <= _LARGEST_SET:
            raise TileMapError(f"{file}: there is no set up to {set_max}, set_max is 1 to {_LARGEST_SET}")
        found = cls(set_max)
        for name, pair in tiles.items():
            tile = found.index(name)
            if not isinstance(pair, list) or len(pair) != 2:
                raise TileMapError(f"{file}: {name} needs the UIDs of its two tags")
            if any(found.uids[tile]):
                raise TileMapError(f"{file} names the tile {found.names[tile]} twice")
            for half, uid in enumerate(pair):
                found._enter(2 * tile + half, str(uid).upper(), file)
        if missing := found.missing():
            raise TileMapError(f"{file} does not know the tags of {_listed([found.names[tile] for tile in missing])}")
        return found

    def to_text(self) -> str:
        """The file for people. Raises TileMapError while a tag is not known."""
        if missing := self.missing():
            raise TileMapError(
                f"the board does not know the tags of {_listed([self.names[tile] for tile in missing])} yet: "
                "go on with `domino-table enroll`"
            )
        lines = [f'"{name}" = ["{pair[0]}", "{pair[1]}"]' for name, pair in zip(self.names, self.uids, strict=True)]
        return _HEAD.format(version=_VERSION, set_max=self.set_max) + "\n".join(lines) + "\n"

    def _enter(self, tag: int, uid: str, source: str) -> None:
        if not _UID.fullmatch(uid) or not uid.startswith(_FIRST):
            raise TileMapError(
                f"{source}: {uid} ({self.half(tag)}) is no UID: 16 hexadecimal digits are expected, the first two E0"
            )
        if (other := self.tag_of(uid)) is not None:
            raise TileMapError(f"{source} gives the tag {uid} to {self.half(other)} and to {self.half(tag)}")
        self.uids[tag // 2][tag % 2] = uid


def _listed(words: list[str], most: int = 5) -> str:
    """The first few of some words."""
    more = f" and {len(words) - most} more" if len(words) > most else ""
    return ", ".join(words[:most]) + more
