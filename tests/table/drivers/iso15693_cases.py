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
    assert frame(iso15693.inventory, 1, False, None, 0) == b"\x26\x01\x00"
    assert frame(iso15693.inventory, 16, False, None, 0) == b"\x06\x01\x00"


def test_mask_is_padded_to_whole_bytes_with_zeros():
    assert frame(iso15693.inventory, 1, False, UID, 16) == b"\x26\x01\x10\x11\x22"
    assert frame(iso15693.inventory, 16, False, UID, 12) == b"\x06\x01\x0c\x11\x02"
    assert frame(iso15693.inventory, 1, False, UID, 64) == b"\x26\x01\x40" + UID


def test_extended_inventory_read_asks_quiet_tags_only():
    assert frame(iso15693.inventory, 1, True, None, 0) == b"\x66\xa0\x04\x80\x72"
    assert frame(iso15693.inventory, 16, True, UID, 16) == b"\x46\xa0\x04\x90\x72\x11\x22"


def test_commands_to_one_tag_carry_its_uid():
    assert frame(iso15693.command, iso15693.STAY_QUIET, UID) == b"\x22\x02" + UID
    assert frame(iso15693.command, iso15693.STAY_QUIET_PERSISTENT, UID) == b"\x22\xbc\x04" + UID
    assert frame(iso15693.command, iso15693.RESET_TO_READY, UID) == b"\x22\x26" + UID
    assert frame(iso15693.command, iso15693.READ_BLOCK, UID) == b"\x22\x20" + UID


def test_air_times_are_those_of_the_carrier():
    # 1 out of 4 coding: SOF 1024, byte 4096, EOF 512 periods; answers: SOF, EOF 2048, bit 512 periods of 13.56 MHz.
    assert abs(iso15693.request_us(3) - 1624) <= 1
    assert abs(iso15693.answer_us(10) - 3927) <= 1
    assert abs(iso15693.request_us(3) + iso15693.EMPTY_US - 2099) <= 1


WITHOUT_DIRECTORY = [name for name in dir() if name.startswith("test_")]
