"""The panel speaks three languages with the same things to say, and every letter of them can be drawn."""

from __future__ import annotations

import string
import struct

import pytest
from domino_table import resources
from domino_table.device.texts import TextError, key_hash, pack_texts, parse_texts

LANGUAGES = ("ru", "en", "es")


def source(language: str) -> str:
    return (resources.firmware_dir() / "texts" / f"{language}.txt").read_text(encoding="utf-8")


def fields(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name}


def test_each_language_has_the_same_keys_with_the_same_fields() -> None:
    russian = {key: fields(text) for key, text in parse_texts(source("ru"), "ru").items()}
    for language in LANGUAGES[1:]:
        assert {key: fields(text) for key, text in parse_texts(source(language), language).items()} == russian


@pytest.mark.parametrize("font", ["small", "bold"])
def test_the_fonts_have_every_letter_of_the_texts(font: str) -> None:
    data = (resources.firmware_dir() / "fonts" / f"{font}.bin").read_bytes()
    known = set()
    for number in range(data[2]):
        first, count = struct.unpack_from("<HB", data, 3 + 3 * number)
        known.update(range(first, first + count))
    if font == "bold":
        known.add(ord("✓"))  # shown in the small font only
    for language in LANGUAGES:
        for key, text in parse_texts(source(language), language).items():
            assert {ord(letter) for letter in text} <= known, (language, key)


def test_a_packed_text_is_found_by_the_hash_of_its_key() -> None:
    packed = pack_texts("turn = Ходит {name}\nfish = рыба\n", "ru")
    count = struct.unpack_from("<H", packed)[0]
    index = [struct.unpack_from("<HHB", packed, 2 + 5 * n) for n in range(count)]
    assert index == sorted(index)
    texts = {number: packed[offset : offset + size].decode() for number, offset, size in index}
    assert texts == {key_hash("turn"): "Ходит {name}", key_hash("fish"): "рыба"}


@pytest.mark.parametrize(
    ("bad", "message"),
    [("no separator", "line 1"), ("a = b\na = c", "'a' stands twice"), (f"a = {'я' * 130}", "at most 255")],
)
def test_a_bad_text_file_names_its_line_or_key(bad: str, message: str) -> None:
    with pytest.raises(TextError, match=message):
        pack_texts(bad, "ru")
