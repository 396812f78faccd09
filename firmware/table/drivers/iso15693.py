"""ISO 15693 frames for ICODE SLIX2 tags: pure codecs, no bus. CRCs are the reader chip's affair.

Requests are written into the caller's buffer from ``at`` on and the end offset is returned; nothing is allocated.
UIDs are 8 bytes as sent on air, least significant first. Air times are those of the high data rate, 1 out of 4
coding, one subcarrier (ISO 15693-2; 13.56 MHz carrier). Only what the firmware sends is here: it has to fit the heap.

Sources: ISO/IEC 15693-3 for the standard commands, SL2S2602 rev 4.1 sections 9.5.3.10 and 9.5.3.19 (Tables 45-48)
for INVENTORY READ and STAY QUIET PERSISTENT.
"""

try:
    from micropython import const
except ImportError:

    def const(value):
        return value


# Commands to one tag. Those from A0 on are NXP's own. A quiet tag follows them all.
RESET_TO_READY = const(0x26)  # ends either kind of quiet; the answer is one byte of flags
READ_BLOCK = const(0x20)  # plus the block's number; the answer is flags and four bytes
STAY_QUIET = const(0x02)  # silent until the field goes off; no answer
STAY_QUIET_PERSISTENT = const(0xBC)  # silent through t_persist (2 s or more) without field; no answer

_INVENTORY = const(0x01)
_INVENTORY_READ = const(0xA0)
_NXP = const(0x04)

# Flags: high data rate and inventory; one slot, or with another meaning addressed; option.
_ROUND = const(0x06)
_ONE_SLOT = const(0x20)
_ADDRESSED = const(0x22)
_OPTION = const(0x40)

# Extended INVENTORY READ: complete UID, no memory blocks, both quiet bits = only persistently quiet tags answer and
# stay so (Table 48).
_EXTENDED = const(0x80)
_QUIET_ONLY = const(0x72)

# A slot without an answer ends here after the request or EOF (t3 for 100 % ASK: (4394 + 2048) / fc); the SOF of an
# answer, which starts t1 after the request, is complete by then.
EMPTY_US = const(475)
# From the answer's end to the next request (t2).
TURN_US = const(310)
EOF_US = const(38)


def request_us(length):
    """Air time in us of a request of ``length`` bytes without CRC, from SOF to EOF."""
    return (7175 + 3021 * length) // 10


def answer_us(length):
    """Air time in us of an answer of ``length`` bytes without CRC."""
    return (9063 + 3021 * length) // 10


def inventory(buf, at, slots, quiet, uid, bits):
    """Ask tags whose lowest ``bits`` of the UID are those of ``uid`` to name themselves, in 1 or 16 ``slots``.

    INVENTORY, which tags that are not quiet answer with flags, DSFID, UID; or, if ``quiet``, INVENTORY READ, which only
    persistently quiet ones answer, with flags and UID.
    """
    buf[at] = _ROUND | (_ONE_SLOT if slots == 1 else 0) | (_OPTION if quiet else 0)
    if quiet:
        buf[at + 1] = _INVENTORY_READ
        buf[at + 2] = _NXP
        buf[at + 3] = _EXTENDED | bits
        buf[at + 4] = _QUIET_ONLY
        at += 5
    else:
        buf[at + 1] = _INVENTORY
        buf[at + 2] = bits
        at += 3
    n = 0
    while bits > 0:
        buf[at] = uid[n] if bits >= 8 else uid[n] & (1 << bits) - 1
        at += 1
        n += 1
        bits -= 8
    return at


def command(buf, at, code, uid):
    """A command to one tag."""
    buf[at] = _ADDRESSED
    buf[at + 1] = code
    at += 2
    if code >= _INVENTORY_READ:
        buf[at] = _NXP
        at += 1
    for byte in uid:
        buf[at] = byte
        at += 1
    return at
