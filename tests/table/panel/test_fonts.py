"""Every glyph of the display's fonts fits the buffer that the firmware reads it into."""

from __future__ import annotations

import struct
from pathlib import Path

import pytest
from domino_table import resources

FONTS = sorted((resources.firmware_dir() / "fonts").glob("*.bin"))


def buffer_size() -> int:
    source = (resources.firmware_dir() / "table" / "panel" / "font.py").read_text(encoding="utf-8")
    return int(source.split("GLYPH_BYTES = ")[1].split()[0])


@pytest.mark.parametrize("path", FONTS, ids=lambda path: path.stem)
def test_every_glyph_fits_the_buffer_and_lies_in_the_file(path: Path) -> None:
    data = path.read_bytes()
    height, baseline, ranges = data[:3]
    assert 0 < baseline < height
    count = sum(struct.unpack_from("<HB", data, 3 + 3 * n)[1] for n in range(ranges))
    index = 3 + 3 * ranges
    expected = index + 3 * count
    for number in range(count):
        width, offset = struct.unpack_from("<BH", data, index + 3 * number)
        size = (width + 3) // 4 * height
        assert offset == expected
        assert size <= buffer_size()
        expected = offset + size
    assert expected == len(data)
