"""UIDs to tiles; run on both interpreters."""

from table.sensing.tile_map import TileMap


def uids(count):
    state, data = 12345, bytearray()
    for _ in range(count):
        for _ in range(6):
            state = (state * 1103515245 + 12345) & 0x7FFFFFFF
            data.append(state >> 16 & 0xFF)
        data.extend(b"\x04\xe0")
    return bytes(data)


def test_every_tag_of_the_set_is_found_by_its_uid():
    data = uids(56)
    tiles = TileMap(data)
    assert tiles.tiles == 28
    for tag in range(56):
        assert tiles.find(data[8 * tag : 8 * tag + 8]) == tag
        assert bytes(tiles.uid(tag)) == data[8 * tag : 8 * tag + 8]


def test_a_uid_with_one_wrong_bit_is_no_tile():
    data = uids(56)
    tiles = TileMap(data)
    for tag in range(56):
        for bit in range(64):
            uid = bytearray(data[8 * tag : 8 * tag + 8])
            uid[bit >> 3] ^= 1 << (bit & 7)
            assert tiles.find(uid) == -1


def test_the_mask_tells_all_tags_of_the_set_apart():
    data = bytearray(uids(56))
    assert TileMap(data).mask_bits == 16
    # Tags 3 and 40 begin alike for three bytes.
    data[8 * 40 : 8 * 40 + 3] = data[8 * 3 : 8 * 3 + 3]
    assert TileMap(data).mask_bits == 32


def test_a_damaged_list_is_refused():
    data = uids(56)
    for bad in (b"", data[:-1], data[:440], data[:440] + data[:8]):
        try:
            TileMap(bad)
        except ValueError:
            continue
        raise AssertionError(len(bad))


WITHOUT_DIRECTORY = [name for name in dir() if name.startswith("test_")]
