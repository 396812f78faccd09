"""How long things take on the air: ISO 15693 exchanges and the floors that the firmware is measured against.

Pure functions of the standard's figures (ISO/IEC 15693-2 and -3; PN5180 datasheet tables 64-65): single subcarrier,
1-out-of-4 coding, high data rate. Durations are counted in periods of the 13.56 MHz carrier and returned in whole µs.
Nothing here knows what the firmware does or plans to do.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

REQUEST_SOF: Final = 1024
REQUEST_BYTE: Final = 4096
REQUEST_EOF: Final = 512
RESPONSE_EDGE: Final = 2048  # SOF and EOF each, at 26.48 kbit/s
RESPONSE_BYTE: Final = 4096  # at 26.48 kbit/s
T1: Final = 4352
"""End of a request to the start of its response."""
T2: Final = 4192
"""End of a response to the next request or EOF, at least."""
T3: Final = 4384 + 2048
"""End of a request or EOF without response to the next EOF, at least; 100 % modulation."""

GUARD_US: Final = 1200
"""Loop selected and field on to the first request: the design value, switching included."""
SLOTS: Final = 16
INVENTORY_BYTES: Final = 5  # flags, command, mask length, CRC
UID_RESPONSE_BYTES: Final = 12  # flags, DSFID, UID, CRC


def us(periods: int) -> int:
    """Carrier periods (fc = 13.56 MHz) as whole µs, rounded."""
    return (periods * 100 + 678) // 1356


def request_periods(length: int) -> int:
    """A request of ``length`` bytes, CRC included, in carrier periods."""
    return REQUEST_SOF + REQUEST_BYTE * length + REQUEST_EOF


def response_periods(length: int, fast: bool = False) -> int:
    """A response of ``length`` bytes, CRC included; ``fast`` is the doubled rate of 52.97 kbit/s."""
    periods = 2 * RESPONSE_EDGE + RESPONSE_BYTE * length
    return periods // 2 if fast else periods


def request(length: int) -> int:
    """µs of a request of ``length`` bytes, CRC included."""
    return us(request_periods(length))


def response(length: int, fast: bool = False) -> int:
    """µs of a response of ``length`` bytes, CRC included."""
    return us(response_periods(length, fast))


def inventory_bytes(mask_bits: int = 0, afi: bool = False) -> int:
    """Bytes of an inventory request with CRC."""
    return INVENTORY_BYTES + (mask_bits + 7) // 8 + afi


def single_slot(mask_bits: int = 0, hit: bool = True) -> int:
    """µs of an inventory of one slot: answered by one tag, or empty."""
    periods = request_periods(inventory_bytes(mask_bits))
    return us(periods + (_answered(UID_RESPONSE_BYTES) if hit else T3))


def sixteen_slots(occupied: int, mask_bits: int = 0) -> int:
    """µs of a round of 16 slots of which ``occupied`` are answered (by one tag or by several at once)."""
    return us(
        request_periods(inventory_bytes(mask_bits))
        + occupied * _answered(UID_RESPONSE_BYTES)
        + (SLOTS - occupied) * T3
        + (SLOTS - 1) * REQUEST_EOF
    )


def addressed(request_length: int, response_length: int, fast: bool = False) -> int:
    """µs of one request with one response, up to where the next request may begin. Lengths include the CRC."""
    return us(request_periods(request_length) + _answered(response_length, fast))


def stay_quiet(persistent: bool = False) -> int:
    """µs to silence one tag by its UID, no answer: 12 bytes, the persistent form carries the maker's code besides."""
    return us(request_periods(13 if persistent else 12) + T2)


def fast_inventory_read(data_bytes: int, mask_bits: int = 0, hit: bool = True) -> int:
    """µs of FAST INVENTORY READ in one slot with ``data_bytes`` of answer between flags and CRC (SLIX2 §9.5.3.11)."""
    periods = request_periods(8 + (mask_bits + 7) // 8)
    return us(periods + (_answered(data_bytes + 3, fast=True) if hit else T3))


def loop_reading_floor(tags: int) -> int:
    """The least µs in which every one of ``tags`` not silenced tags of a loop can be named.

    One slot for none or one; for more the unreachable ideal of one request and one answer for each tag.
    """
    if tags <= 1:
        return single_slot(hit=tags == 1)
    return us(request_periods(INVENTORY_BYTES) + T3 + tags * _answered(UID_RESPONSE_BYTES))


def idle_sweep_floor(loops: int, guard_us: int = GUARD_US) -> int:
    """µs to ask every loop once when no tag has anything to say."""
    return loops * (guard_us + single_slot(hit=False))


def full_scan_floor(tags_in_loop: Sequence[int], guard_us: int = GUARD_US) -> int:
    """µs to name every tag in every loop without any knowledge; ``tags_in_loop`` has one number per loop."""
    return sum(guard_us + loop_reading_floor(tags) for tags in tags_in_loop)


def floor_of_tile_event(
    scheduled_loops: int,
    candidates: Sequence[int],
    guard_us: int = GUARD_US,
    readings: int = 2,
    quieted: int = 2,
    asked_again: int = 0,
) -> int:
    """The air-time floor of one laid tile in µs, from rest to the moment a verdict is possible (design figure).

    Half a sweep of the loops that are scheduled, ``readings`` consistent readings of the candidate loops, the quieting
    of the tile's tags, and ``asked_again`` loops more in which nothing is heard.

    Args:
        scheduled_loops: how many loops a sweep has.
        candidates: per candidate loop, how many not silenced tags it hears of the new tile (0, 1 or 2).
        guard_us: loop selected to first request.
        readings: how often the candidates are read.
        quieted: how many tags are silenced.
        asked_again: how many loops are asked once more before anything may be said.
    """
    return (
        idle_sweep_floor(scheduled_loops, guard_us) // 2
        + readings * full_scan_floor(candidates, guard_us)
        + quieted * stay_quiet()
        + idle_sweep_floor(asked_again, guard_us)
    )


def _answered(length: int, fast: bool = False) -> int:
    """Carrier periods from the end of a request over its answer to where the next may begin."""
    return T1 + response_periods(length, fast) + T2
