"""ISO 15693 frames for ICODE SLIX2 tags: pure codecs, no bus. CRCs are the reader chip's affair.

Requests are written into the caller's buffer from ``at`` on and the end offset is returned; nothing is allocated.
UIDs are 8 bytes as sent on air, least significant first. Air times are those of the high data rate, 1 out of 4
coding, one subcarrier (ISO 15693-2; 13.56 MHz carrier).

Sources: ISO/IEC 15693-3 for the standard commands, SL2S2602 rev 4.1 sections 9.5.3.10 and 9.5.3.19 (Tables 45-48)
for INVENTORY READ and STAY QUIET PERSISTENT.
"""

try:
    from micropython import const
except ImportError:

    def const(value):
        return value


UID_BYTES = const(8)

# Answers, lengths without CRC: flags, DSFID, UID of an inventory; flags, UID of an inventory read.
INVENTORY_ANSWER = const(10)
READ_ANSWER = const(9)

_HIGH_RATE = const(0x02)
_INVENTORY = const(0x04)
_AFI = const(0x10)  # with the inventory flag
_ONE_SLOT = const(0x20)  # with the inventory flag
_ADDRESSED = const(0x20)  # without it
_OPTION = const(0x40)

_CMD_INVENTORY = const(0x01)
_CMD_STAY_QUIET = const(0x02)
_CMD_READ_BLOCK = const(0x20)
_CMD_RESET_TO_READY = const(0x26)
_CMD_INVENTORY_READ = const(0xA0)
_CMD_STAY_QUIET_PERSISTENT = const(0xBC)
_NXP = const(0x04)

# Extended options: complete UID, no memory blocks, and both quiet bits = only persistently quiet tags answer.
_EXTENDED = const(0x80)
_UID_MODE = const(0x02)
_SKIP_DATA = const(0x10)
_QUIET = const(0x20)
_PERSISTENT = const(0x40)

# A slot without an answer ends here after the request or EOF (t3 for 100 % ASK: (4394 + 2048) / fc).
EMPTY_US = const(475)
# An answer starts t1 after the request and its SOF is complete 151 us later.
SOF_US = const(472)
# From the answer's end to the next request (t2).
TURN_US = const(310)
EOF_US = const(38)


def request_us(length):
    """Air time in us of a request of ``length`` bytes without CRC, from SOF to EOF."""
    return (1133 + 3021 * (length + 2)) // 10


def answer_us(length):
    """Air time in us of an answer of ``length`` bytes without CRC."""
    return (3021 + 3021 * (length + 2)) // 10


def _put_mask(buf, at, uid, bits):
    """Mask bytes: the lowest ``bits`` of the UID, padded with zeros to whole bytes."""
    count = (bits + 7) >> 3
    for i in range(count):
        buf[at + i] = uid[i]
    if bits & 7:
        buf[at + count - 1] &= (1 << (bits & 7)) - 1
    return at + count


def inventory(buf, at, one_slot, uid=None, bits=0, afi=None):
    """INVENTORY: tags whose lowest UID bits are the mask answer with DSFID and UID, in one slot or in sixteen.

    ``uid`` holds at least ``bits`` bits of the mask. With ``afi`` only tags of that family answer, quiet or not.
    """
    buf[at] = _HIGH_RATE | _INVENTORY | (_ONE_SLOT if one_slot else 0) | (0 if afi is None else _AFI)
    buf[at + 1] = _CMD_INVENTORY
    at += 2
    if afi is not None:
        buf[at] = afi
        at += 1
    buf[at] = bits
    return _put_mask(buf, at + 1, uid, bits)


def quiet_inventory(buf, at, one_slot, uid=None, bits=0):
    """Extended INVENTORY READ that only persistently quiet tags answer, with their UID; they stay quiet (Table 48)."""
    buf[at] = _HIGH_RATE | _INVENTORY | _OPTION | (_ONE_SLOT if one_slot else 0)
    buf[at + 1] = _CMD_INVENTORY_READ
    buf[at + 2] = _NXP
    buf[at + 3] = _EXTENDED | bits
    buf[at + 4] = _UID_MODE | _SKIP_DATA | _QUIET | _PERSISTENT
    return _put_mask(buf, at + 5, uid, bits)


def _addressed(buf, at, command, uid, custom=False):
    buf[at] = _HIGH_RATE | _ADDRESSED
    buf[at + 1] = command
    at += 2
    if custom:
        buf[at] = _NXP
        at += 1
    for i in range(UID_BYTES):
        buf[at + i] = uid[i]
    return at + UID_BYTES


def stay_quiet(buf, at, uid):
    """STAY QUIET: silent until the field goes off. No answer."""
    return _addressed(buf, at, _CMD_STAY_QUIET, uid)


def stay_quiet_persistent(buf, at, uid):
    """STAY QUIET PERSISTENT: silent even after t_persist (2 s or more) without field. No answer."""
    return _addressed(buf, at, _CMD_STAY_QUIET_PERSISTENT, uid, True)


def reset_to_ready(buf, at, uid):
    """RESET TO READY: ends either kind of quiet. The answer is one byte of flags."""
    return _addressed(buf, at, _CMD_RESET_TO_READY, uid)


def read_block(buf, at, uid, block):
    """READ SINGLE BLOCK: quiet tags answer too, flags and four bytes."""
    at = _addressed(buf, at, _CMD_READ_BLOCK, uid)
    buf[at] = block
    return at + 1


def uid_offset(buf, length):
    """Where the UID starts in the answer to an inventory or inventory read, or -1 if it is neither of them."""
    if length == INVENTORY_ANSWER and not buf[0] & 1:
        return 2
    if length == READ_ANSWER and not buf[0] & 1:
        return 1
    return -1


def block_of(buf, length):
    """The four bytes of a block in an answer to READ SINGLE BLOCK, or None for an error answer."""
    if length != 5 or buf[0] & 1:
        return None
    return bytes(buf[1:5])
