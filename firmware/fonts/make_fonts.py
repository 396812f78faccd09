"""Draw the display's fonts from DejaVu Sans into the files that the board reads by offset (``make fonts``).

A file: u8 line height, u8 baseline, u8 number of ranges, then ranges of (u16 first code point, u8 count), then for
every glyph in order (u8 width, u16 offset), then the glyphs: rows of 2-bit grey, four pixels a byte, leftmost pixel in
the low bits (framebuf's GS2_HMSB), a row padded to whole bytes. Little endian; offsets from the start of the file.

The shapes come from DejaVu Sans (Bitstream Vera and public domain changes; its licence allows embedding and
modification: https://dejavu-fonts.github.io/License.html).
"""

import struct
import sys
from pathlib import Path

from PIL import Image, ImageDraw, ImageFont

FOLDER = Path("/usr/share/fonts/truetype/dejavu")
LETTERS = ((0x20, 95), (0xA1, 95), (0x401, 1), (0x410, 64), (0x451, 1), (0x2013, 2), (0x2022, 1), (0x2026, 1))
KEYS = ((0x25BA, 1), (0x25C4, 1), (0x2713, 1))
DIGITS = ((0x20, 1), (0x2B, 3), (0x2F, 12))
# name: (font, pixel size, line height, ranges)
FONTS = {
    "small": ("DejaVuSansCondensed.ttf", 15, 18, LETTERS + KEYS),
    "bold": ("DejaVuSansCondensed-Bold.ttf", 19, 24, LETTERS),
    "large": ("DejaVuSansCondensed-Bold.ttf", 38, 40, DIGITS),
}


def draw_glyph(font: ImageFont.FreeTypeFont, code: int, height: int, baseline: int) -> tuple[int, bytes]:
    """Width in pixels and the packed rows of one character."""
    width = max(1, round(font.getlength(chr(code))))
    image = Image.new("L", (width, height))
    ImageDraw.Draw(image).text((0, baseline), chr(code), font=font, fill=255, anchor="ls")
    stride = (width + 3) // 4
    rows = bytearray(stride * height)
    for y in range(height):
        for x in range(width):
            level = (image.getpixel((x, y)) * 3 + 127) // 255
            rows[y * stride + x // 4] |= level << 2 * (x % 4)
    return width, bytes(rows)


def pack(file: str, size: int, height: int, ranges: tuple[tuple[int, int], ...]) -> bytes:
    """The font file's bytes."""
    font = ImageFont.truetype(FOLDER / file, size)
    ascent, descent = font.getmetrics()
    baseline = height - max(1, round(descent * (height / (ascent + descent))))
    if len(ranges) == len(DIGITS):
        baseline = height - 5
    codes = [first + i for first, count in ranges for i in range(count)]
    head = struct.pack("<BBB", height, baseline, len(ranges))
    head += b"".join(struct.pack("<HB", first, count) for first, count in ranges)
    offset = len(head) + 3 * len(codes)
    index, body = [], []
    for code in codes:
        width, rows = draw_glyph(font, code, height, baseline)
        index.append(struct.pack("<BH", width, offset))
        body.append(rows)
        offset += len(rows)
    return head + b"".join(index) + b"".join(body)


def main(folder: Path) -> None:
    for name, (file, size, height, ranges) in FONTS.items():
        data = pack(file, size, height, ranges)
        (folder / f"{name}.bin").write_bytes(data)
        print(f"{name}: {len(data)} bytes")


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).parent)
