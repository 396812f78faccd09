"""Frames as the standard and the SLIX2 datasheet spell them; run on both interpreters."""

from table.drivers import iso15693

UID = b"\x11\x22\x33\x44\x55\x66\x04\xe0"


def frame(write, *arguments):
    buf = bytearray(32)
    end = write(buf, 2, *arguments)
    assert not any(buf[:2])
    assert not any(buf[end:])
    return bytes(buf[2:end])


def test_inventory_without_mask_has_three_bytes():
    assert frame(iso15693.inventory, True) == b"\x26\x01\x00"
    assert frame(iso15693.inventory, False) == b"\x06\x01\x00"


def test_mask_is_padded_to_whole_bytes_with_zeros():
    assert frame(iso15693.inventory, True, UID, 16) == b"\x26\x01\x10\x11\x22"
    assert frame(iso15693.inventory, False, UID, 12) == b"\x06\x01\x0c\x11\x02"
    assert frame(iso15693.inventory, True, UID, 64) == b"\x26\x01\x40" + UID


def test_family_comes_before_the_mask():
    assert frame(iso15693.inventory, True, UID, 8, 0x30) == b"\x36\x01\x30\x08\x11"


def test_extended_inventory_read_asks_quiet_tags_only():
    assert frame(iso15693.quiet_inventory, True) == b"\x66\xa0\x04\x80\x72"
    assert frame(iso15693.quiet_inventory, False, UID, 16) == b"\x46\xa0\x04\x90\x72\x11\x22"


def test_commands_to_one_tag_carry_its_uid():
    assert frame(iso15693.stay_quiet, UID) == b"\x22\x02" + UID
    assert frame(iso15693.stay_quiet_persistent, UID) == b"\x22\xbc\x04" + UID
    assert frame(iso15693.reset_to_ready, UID) == b"\x22\x26" + UID
    assert frame(iso15693.read_block, UID, 7) == b"\x22\x20" + UID + b"\x07"


def test_air_times_are_those_of_the_carrier():
    # 1 out of 4 coding: SOF 1024, byte 4096, EOF 512 periods; answers: SOF, EOF 2048, bit 512 periods of 13.56 MHz.
    assert abs(iso15693.request_us(3) - 1624) <= 1
    assert abs(iso15693.answer_us(10) - 3927) <= 1
    assert abs(iso15693.request_us(3) + iso15693.EMPTY_US - 2099) <= 1


def test_only_good_answers_have_a_uid():
    assert iso15693.uid_offset(b"\x00\x21" + UID, 10) == 2
    assert iso15693.uid_offset(b"\x00" + UID, 9) == 1
    assert iso15693.uid_offset(b"\x01\x0f" + UID, 10) == -1
    assert iso15693.uid_offset(b"\x00\x21", 2) == -1


def test_block_answer_has_four_bytes_or_an_error():
    assert iso15693.block_of(b"\x00\xd0\x05\x01\x71", 5) == b"\xd0\x05\x01\x71"
    assert iso15693.block_of(b"\x01\x10", 2) is None


WITHOUT_DIRECTORY = [name for name in dir() if name.startswith("test_")]
