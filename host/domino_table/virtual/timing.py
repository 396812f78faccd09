"""What calls cost on the virtual clock: the parameters of the virtual table."""

from __future__ import annotations

from dataclasses import asdict, dataclass


@dataclass(frozen=True)
class Timing:
    """Microseconds of the virtual clock. Without costs busy loops would never end and Python would be free.

    A PN5180 frame with its BUSY handshake comes to about 130 µs at 7 MHz: one SPI call, five pins, the wire and 40 µs
    of BUSY (ESP-IDF gives 28 µs for the shortest interrupt-driven transaction, without MicroPython's own share). WS2812
    bits take 30 µs a light, the flash 45 ms for an erase of 4 KiB and 0.6 ms for a page of 256 bytes (typical NOR).
    """

    pin: int = 3
    ticks: int = 1
    spi_call: int = 70
    asyncio_step: int = 300
    verdict: int = 30_000
    adc: int = 60
    led: int = 30
    strip: int = 300
    flash_erase: int = 45_000
    flash_program_256: int = 600
    boot: int = 350_000
    """From power or reset to the first line of boot.py."""
    soft_boot: int = 60_000

    def costs(self) -> dict[str, int]:
        """The table that the board gets."""
        return asdict(self)
