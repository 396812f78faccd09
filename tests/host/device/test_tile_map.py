"""The tile map as the board's file and as a file for people."""

from __future__ import annotations

import pytest
from domino_table.device.bundle import NO_TAGS
from domino_table.device.tile_map import TileMap, TileMapError, names
from domino_table.virtual.tags import make_set, tile_map


def known(set_max: int = 6) -> TileMap:
    return TileMap.of_board(tile_map(make_set(3, set_max)), set_max)


@pytest.mark.parametrize("set_max", [6, 9, 18])
def test_a_map_goes_to_a_file_and_back_whatever_the_set(set_max: int) -> None:
    data = tile_map(make_set(3, set_max))
    found = TileMap.of_board(data, set_max)
    assert found.missing() == []
    text = found.to_text()
    assert f'"{set_max}-{set_max}" = ["E0' in text
    back = TileMap.of_text(text, "set.toml")
    assert (back.uids, back.to_board()) == (found.uids, data)


def test_an_uid_is_written_as_it_is_printed() -> None:
    tag = make_set(3)[1].tags[1]
    assert known().uids[1][1] == tag.uid[::-1].hex().upper()
    assert known().tag_of(tag.uid[::-1].hex().upper()) == 3


def test_of_an_unknown_set_nothing_is_known() -> None:
    for nothing in (None, NO_TAGS, b"", TileMap(6).to_board()):
        assert len(TileMap.of_board(nothing, 6).missing()) == 28
    with pytest.raises(TileMapError, match="0-0, 0-1, 0-2, 0-3, 0-4 and 23 more"):
        TileMap(6).to_text()


def test_tiles_and_halves_go_by_their_pips() -> None:
    map_ = TileMap(6)
    assert names(6) == map_.names
    assert (map_.index("3-5"), map_.index("5-3")) == (20, 20)
    assert [map_.half(tag) for tag in (40, 41, 42, 43)] == ["3-5, the 3", "3-5, the 5", "3-6, the 3", "3-6, the 6"]
    assert map_.half(1) == "0-0, its second half"
    for wrong in ("7-1", "35", "", "-"):
        with pytest.raises(TileMapError, match="write it like 3-5"):
            map_.index(wrong)


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        (lambda text: text.replace("set_max = 6", "set_max = 9"), "does not know the tags of"),
        (lambda text: text.replace("set_max = 6", "set_max = 5"), "no tile '0-6' in a set up to 5-5"),
        (lambda text: text.replace("version = 1", "version = 2"), "version 2, not 1"),
        (lambda text: text.replace("version = 1", ""), "version, set_max and .tiles. are expected"),
        (lambda text: text.replace("set_max = 6", "set_max = 99999"), "no set up to 99999"),
        (lambda text: text.replace("set_max = 6", "set_max = -1"), "no set up to -1"),
        (lambda text: text.replace("set_max = 6", "set_max = inf"), "version, set_max and .tiles. are expected"),
        (lambda text: text.replace('"1-2"', '"1-0"'), "names the tile 0-1 twice"),
        (lambda text: "version = " + "[" * 9000, "set.toml is no tile map"),
        (lambda text: text.replace("[tiles]", "[tiles"), "set.toml is no tile map"),
        (lambda text: text.replace('"2-2"', '"2-7"'), "no tile '2-7'"),
        (lambda text: "\n".join(line for line in text.splitlines() if "2-2" not in line), "the tags of 2-2"),
        (
            lambda text: text.replace('"0-0" = ["E0', '"0-0" = ["F0'),
            r"set.toml: F0.* \(0-0, its first half\) is no UID",
        ),
        (lambda text: text.replace('"0-0" = ["E0', '"0-0" = ["E0", "E0'), "0-0 needs the UIDs of its two tags"),
    ],
)
def test_what_is_wrong_in_a_file_is_named(change: object, complaint: str) -> None:
    with pytest.raises(TileMapError, match=complaint):
        TileMap.of_text(change(known().to_text()), "set.toml")  # type: ignore[operator]


def test_a_tag_belongs_to_one_half() -> None:
    twice = known()
    twice.uids[27][0] = twice.uids[3][1]
    with pytest.raises(TileMapError, match="gives the tag E0.* to 0-3, the 3 and to 6-6, its first half"):
        TileMap.of_text(twice.to_text(), "set.toml")
    with pytest.raises(TileMapError, match="the board's tile map gives the tag"):
        TileMap.of_board(twice.to_board(), 6)
    with pytest.raises(TileMapError, match="has 28 tiles, this build's set 55"):
        TileMap.of_board(known().to_board(), 9)
