"""The ICODE SLIX2 against its datasheet, frame by frame."""

import pytest
from domino_table.virtual.chips.iso15693 import afi_matches, with_crc
from domino_table.virtual.chips.slix2 import OFF, PERSISTENT_QUIET, QUIET, READY, SELECTED, Tag

UID = bytes.fromhex("78563412110104e0")
OTHER = bytes.fromhex("79563412110104e0")


@pytest.fixture
def tag():
    tag = Tag(UID, dsfid=0x17, afi=0x42, blocks=(b"\xd0\x05\x01\x71",))
    tag.power(0, "loop")
    return tag


def ask(tag, text):
    answer = tag.request(with_crc(bytes.fromhex(text)))
    return None if answer is None else answer.data[:-2].hex()


def test_crc_is_the_one_of_iso_15693():
    assert with_crc(bytes.fromhex("26 01 00")) == bytes.fromhex("26 01 00 f6 0a")
    assert with_crc(b"123456789")[-2:] == bytes.fromhex("6e90")


def test_inventory_answers_flags_dsfid_and_uid(tag):
    answer = tag.request(with_crc(bytes.fromhex("260100")))
    assert answer.data == with_crc(bytes.fromhex("0017") + UID)


def test_wrong_crc_gets_no_answer(tag):
    assert tag.request(bytes.fromhex("260100f60b")) is None


@pytest.mark.parametrize("bits", [0, 1, 4, 7, 8, 12, 31, 63, 64])
def test_mask_of_any_length_selects_by_the_low_bits_of_the_uid(tag, bits):
    own = int.from_bytes(UID, "little")
    size = (bits + 7) // 8
    value = (own & ((1 << bits) - 1)).to_bytes(size, "little").hex()
    assert ask(tag, f"2601{bits:02x}{value}") == "0017" + UID.hex()
    if bits:
        wrong = ((own ^ 1 << (bits - 1)) & ((1 << bits) - 1)).to_bytes(size, "little").hex()
        assert ask(tag, f"2601{bits:02x}{wrong}") is None


def test_padding_above_the_mask_is_ignored(tag):
    assert ask(tag, "260104f8") is not None


def test_mask_longer_than_the_uid_is_ignored(tag):
    assert ask(tag, "260141" + UID.hex() + "00") is None


def test_sixteen_slots_answer_in_the_slot_of_the_next_nibble(tag):
    assert ask(tag, "060100") is None
    answers = [tag.next_slot() for _ in range(15)]
    assert [n + 1 for n, answer in enumerate(answers) if answer] == [8]
    assert ask(tag, "06010408") is None
    assert [n + 1 for n in range(15) if tag.next_slot()] == [7]


def test_a_new_request_ends_the_round(tag):
    ask(tag, "060100")
    ask(tag, "22" + "20" + OTHER.hex() + "00")
    assert all(tag.next_slot() is None for _ in range(16))


def test_afi_flag_asks_for_a_family(tag):
    assert ask(tag, "36014200") is not None
    assert ask(tag, "36014000") is not None
    assert ask(tag, "36010200") is not None
    assert ask(tag, "36010000") is not None
    assert ask(tag, "36014300") is None
    assert ask(tag, "36015200") is None
    assert afi_matches(0x40, 0x4F)
    assert not afi_matches(0x40, 0x5F)


def test_stay_quiet_silences_until_the_field_goes(tag):
    assert ask(tag, "2202" + UID.hex()) is None
    assert tag.state == QUIET
    assert ask(tag, "260100") is None
    assert ask(tag, "2220" + UID.hex() + "00") == "00d0050171"
    tag.power(10_000, None)
    tag.power(10_100, "loop")
    assert ask(tag, "260100") is not None


def test_stay_quiet_needs_the_address(tag):
    ask(tag, "0202")
    ask(tag, "2202" + OTHER.hex())
    assert tag.state == READY


def test_persistent_quiet_outlives_the_field_for_its_time(tag):
    ask(tag, "22bc04" + UID.hex())
    assert tag.state == PERSISTENT_QUIET
    tag.power(1_000_000, None)
    tag.power(1_000_000 + tag.persist_us, "loop")
    assert ask(tag, "260100") is None
    tag.power(10_000_000, None)
    tag.power(10_000_001 + tag.persist_us, "loop")
    assert ask(tag, "260100") is not None


def test_persistence_counts_only_the_time_without_power(tag):
    ask(tag, "22bc04" + UID.hex())
    for second in range(1, 100):
        tag.power(second * 1_000_000, None)
        tag.power(second * 1_000_000 + 900_000, "loop")
    assert tag.state == PERSISTENT_QUIET


def test_persistent_quiet_still_answers_to_its_address_and_to_its_family(tag):
    ask(tag, "22bc04" + UID.hex())
    assert ask(tag, "2220" + UID.hex() + "00") == "00d0050171"
    assert ask(tag, "36014200") == "0017" + UID.hex()
    assert ask(tag, "022000") is None


def test_reset_to_ready_wakes_a_quiet_tag_by_address_only(tag):
    for quiet in ("2202", "22bc04"):
        ask(tag, quiet + UID.hex())
        assert ask(tag, "0226") is None
        assert ask(tag, "2226" + UID.hex()) == "00"
        assert tag.state == READY


def test_select_and_deselect_by_another_uid(tag):
    assert ask(tag, "122000") is None
    assert ask(tag, "2225" + UID.hex()) == "00"
    assert tag.state == SELECTED
    assert ask(tag, "122000") == "00d0050171"
    assert ask(tag, "2225" + OTHER.hex()) is None
    assert tag.state == READY


def test_write_and_lock_a_block(tag):
    assert ask(tag, "2221" + UID.hex() + "0501020304") == "00"
    assert ask(tag, "022005") == "0001020304"
    assert ask(tag, "022304" + "01") == "000000000001020304"
    assert ask(tag, "2222" + UID.hex() + "05") == "00"
    assert ask(tag, "2221" + UID.hex() + "0500000000") == "010f"
    assert ask(tag, "422005") == "000101020304"
    assert ask(tag, "022050") == "010f"


def test_write_takes_programming_time_and_waits_for_eof_with_the_option_flag(tag):
    frame = with_crc(bytes.fromhex("2221") + UID + b"\x05\1\2\3\4")
    assert tag.request(frame).delay_us == 5000
    assert tag.request(with_crc(bytes.fromhex("6221") + UID + b"\x05\1\2\3\4")) is None
    assert tag.next_slot().data == with_crc(b"\0")


def test_afi_and_dsfid_can_be_written_until_locked(tag):
    assert ask(tag, "2227" + UID.hex() + "51") == "00"
    assert ask(tag, "2229" + UID.hex() + "22") == "00"
    assert ask(tag, "260100") == "0022" + UID.hex()
    assert ask(tag, "2228" + UID.hex()) == "00"
    assert ask(tag, "222a" + UID.hex()) == "00"
    assert ask(tag, "2227" + UID.hex() + "00") == "010f"
    assert ask(tag, "2229" + UID.hex() + "00") == "010f"
    assert ask(tag, "22ab04" + UID.hex()) == "000000057f350000"


def test_system_information(tag):
    assert ask(tag, "022b") == "000f" + UID.hex() + "17424f0301"


def test_inventory_read_returns_blocks_and_the_rest_of_the_uid(tag):
    assert ask(tag, "26a004000000") == "00d0050171"
    assert ask(tag, "66a0040c78060000") == "00" + UID[1:].hex() + "d0050171"
    assert ask(tag, "26a0050c78060000") is None


def test_fast_inventory_read_answers_at_double_rate(tag):
    answer = tag.request(with_crc(bytes.fromhex("26a104000000")))
    assert answer.fast
    assert len(answer.data) == 7


def test_extended_mode_quiets_in_the_same_breath(tag):
    assert ask(tag, "26a0048032") == "00" + UID.hex()
    assert tag.state == QUIET
    tag.power(1, None)
    tag.power(2, "loop")
    assert ask(tag, "26a0048052") == "00" + UID.hex()
    assert tag.state == PERSISTENT_QUIET


def test_extended_mode_with_both_bits_hears_only_the_persistently_quiet(tag):
    assert ask(tag, "26a0048072") is None
    ask(tag, "22bc04" + UID.hex())
    assert ask(tag, "26a0048072") == "00" + UID.hex()
    assert tag.state == PERSISTENT_QUIET


def test_a_tag_needs_its_wake_time():
    tag = Tag(UID, wake_us=700)
    assert tag.state == OFF
    tag.power(1000, "loop")
    assert not tag.hears(1699)
    assert tag.hears(1700)
    tag.shades += 1
    assert not tag.hears(1700)


def test_low_rate_is_answered_but_not_for_this_reader(tag):
    assert not tag.request(with_crc(bytes.fromhex("240100"))).readable


def test_unknown_command_and_protocol_extension_are_ignored(tag):
    assert ask(tag, "02bd04") is None
    assert ask(tag, "2e0100") is None
