"""A Sitronix ST7789V with a 240 x 320 panel (datasheet V1.4), as far as its four-wire serial interface shows.

Pixels are kept as they were sent and put in place only when somebody looks, so that a headless run does not pay for
them.
"""

from __future__ import annotations

import io
from dataclasses import dataclass
from typing import Final

from PIL import Image, ImageChops

COLUMNS: Final = 240
ROWS: Final = 320
SOFTWARE_RESET, SLEEP_IN, SLEEP_OUT, INVERT_OFF, INVERT_ON = 0x01, 0x10, 0x11, 0x20, 0x21
DISPLAY_OFF, DISPLAY_ON, COLUMN_SET, ROW_SET, MEMORY_WRITE, MEMORY_WRITE_ON = 0x28, 0x29, 0x2A, 0x2B, 0x2C, 0x3C
ACCESS_CONTROL, PIXEL_FORMAT = 0x36, 0x3A
FLIP_ROWS, FLIP_COLUMNS, EXCHANGE, BGR = 0x80, 0x40, 0x20, 0x08

RESET_LEAST_US: Final = 10
AFTER_RESET_US: Final = 5_000
SLEEP_CHANGE_US: Final = 120_000
"""After SLPOUT or SLPIN the other must not come for 120 ms; the picture is steady after the same time."""
KEPT_BYTES: Final = 1_000_000


@dataclass(slots=True)
class _Write:
    """Pixels of one memory write: how the window lay, the format, how many bytes went before, and the bytes."""

    control: int
    window: tuple[int, int, int, int]
    bits: int
    data: bytearray


class Display:
    """One panel.

    Args:
        width, height: as the viewer sees the panel: 240 x 320, or 320 x 240 for one mounted on its side.
        upright: the MADCTL value with which a picture sent row by row stands upright for the viewer.
        inverted_panel: an IPS panel, which shows true colours with INVON.

    Attributes:
        violations: rules of the datasheet that were broken, as (time in µs, what).
    """

    def __init__(
        self, width: int = 320, height: int = 240, upright: int = FLIP_COLUMNS | EXCHANGE, inverted_panel: bool = True
    ) -> None:
        self._size = (width, height)
        self._upright = upright & (FLIP_ROWS | FLIP_COLUMNS | EXCHANGE)
        if ((COLUMNS, ROWS) if not upright & EXCHANGE else (ROWS, COLUMNS)) != self._size:
            raise ValueError(f"MADCTL {upright:#04x} does not stand upright on {width} x {height}")
        self._inverted_panel = inverted_panel
        self._memory = bytearray(COLUMNS * ROWS * 3)
        self.violations: list[tuple[int, str]] = []
        self._selected = False
        self._is_data = 1
        self._lit = True
        self._reset_since: int | None = None
        self._ready_at = 0
        self._writes: list[_Write] = []
        self._kept = 0
        self._defaults(0)

    # Pins.

    def select(self, t: int, level: int) -> None:
        """CS, active low."""
        self._selected = not level

    def data_command(self, t: int, level: int) -> None:
        """D/C: low for a command byte."""
        self._is_data = level

    def reset(self, t: int, level: int) -> None:
        """RESX. A pulse of 10 µs or more resets; the memory keeps what it has."""
        if not level and self._reset_since is None:
            self._reset_since = t
        elif level and self._reset_since is not None:
            if t - self._reset_since >= RESET_LEAST_US:
                self._defaults(t)
                self._ready_at = t + AFTER_RESET_US
            self._reset_since = None

    def backlight(self, t: int, level: int) -> None:
        """The light behind the panel."""
        self._lit = bool(level)

    def exchange(self, t: int, mosi: bytes) -> None:
        """Bytes on the bus at ``t``: commands or data, as D/C says. Ignored while not selected."""
        if not self._selected or (self._reset_since is not None and t - self._reset_since >= RESET_LEAST_US):
            return
        if self._is_data:
            self._data(mosi)
            return
        for code in mosi:
            self._command(t, code)

    # What the viewer sees.

    @property
    def is_on(self) -> bool:
        """Display on and not asleep."""
        return self._display_on and self._awake

    def image(self, t: int) -> Image.Image:
        """The picture at ``t`` as an RGB image; black when off, asleep, unlit or within 120 ms of waking."""
        if not (self.is_on and self._lit and t >= self._woken_at + SLEEP_CHANGE_US):
            return Image.new("RGB", self._size)
        self._settle()
        panel = Image.frombytes("RGB", (COLUMNS, ROWS), bytes(self._memory))
        if self._inversion != self._inverted_panel:
            panel = ImageChops.invert(panel)
        if self._upright & FLIP_COLUMNS:
            panel = panel.transpose(Image.Transpose.FLIP_LEFT_RIGHT)
        if self._upright & FLIP_ROWS:
            panel = panel.transpose(Image.Transpose.FLIP_TOP_BOTTOM)
        return panel.transpose(Image.Transpose.TRANSPOSE) if self._upright & EXCHANGE else panel

    def png(self, t: int) -> bytes:
        """The picture at ``t`` as a PNG file."""
        file = io.BytesIO()
        self.image(t).save(file, "PNG")
        return file.getvalue()

    # Inside.

    def _defaults(self, t: int) -> None:
        self._settle()
        self._awake = self._display_on = self._inversion = False
        self._slept_at, self._woken_at = t - SLEEP_CHANGE_US, t - SLEEP_CHANGE_US
        self._control = 0
        self._bits = 18
        self._columns, self._rows = (0, COLUMNS - 1), (0, ROWS - 1)
        self._code = 0
        self._parameters = bytearray()
        self._target: _Write | None = None

    def _command(self, t: int, code: int) -> None:
        if t < self._ready_at:
            self.violations.append((t, f"command {code:#04x} within 5 ms of a reset"))
            return
        self._code = code
        self._parameters.clear()
        if code in (SLEEP_IN, SLEEP_OUT):
            self._sleep(t, code)
        elif code == SOFTWARE_RESET:
            self._defaults(t)
            self._ready_at = t + AFTER_RESET_US
        elif code in (INVERT_OFF, INVERT_ON):
            self._inversion = code == INVERT_ON
        elif code in (DISPLAY_OFF, DISPLAY_ON):
            self._display_on = code == DISPLAY_ON
        elif code == MEMORY_WRITE:
            self._target = self._open_window()
        elif code != MEMORY_WRITE_ON:
            self._target = None

    def _sleep(self, t: int, code: int) -> None:
        since = self._woken_at if code == SLEEP_IN else self._slept_at
        if t - since < SLEEP_CHANGE_US:
            self.violations.append((t, "SLPIN and SLPOUT within 120 ms"))
            return
        if code == SLEEP_OUT and not self._awake:
            self._awake, self._woken_at = True, t
        elif code == SLEEP_IN and self._awake:
            self._awake, self._slept_at = False, t

    def _data(self, data: bytes) -> None:
        if self._code in (MEMORY_WRITE, MEMORY_WRITE_ON):
            if self._target is not None:
                self._target.data += data
                self._kept += len(data)
                if self._kept > KEPT_BYTES:
                    self._settle()
            return
        parameters = self._parameters
        parameters += data
        if self._code == ACCESS_CONTROL and len(parameters) == 1:
            self._control = parameters[0]
        elif self._code == PIXEL_FORMAT and len(parameters) == 1:
            self._bits = {5: 16, 6: 18}.get(parameters[0] & 7, 0)
        elif self._code == COLUMN_SET and len(parameters) == 4:
            self._columns = (parameters[0] << 8 | parameters[1], parameters[2] << 8 | parameters[3])
        elif self._code == ROW_SET and len(parameters) == 4:
            self._rows = (parameters[0] << 8 | parameters[1], parameters[2] << 8 | parameters[3])

    def _open_window(self) -> _Write | None:
        """Where a memory write begins. None when the window lies outside the memory or the format is not known."""
        width, height = (ROWS, COLUMNS) if self._control & EXCHANGE else (COLUMNS, ROWS)
        (left, right), (top, bottom) = self._columns, self._rows
        if left > right or top > bottom or right >= width or bottom >= height or not self._bits:
            return None
        write = _Write(self._control, (left, top, right, bottom), self._bits, bytearray())
        self._writes.append(write)
        return write

    def _settle(self) -> None:
        for write in self._writes:
            self._place(write)
        target = self._target if self._writes else None
        self._writes.clear()
        self._kept = 0
        if target is not None:
            self._writes.append(target)  # its window is still open: written again whole when more comes
            self._kept = len(target.data)

    def _place(self, write: _Write) -> None:
        pixels = _rgb(write.data, write.bits)
        if write.control & BGR:
            pixels[0::3], pixels[2::3] = pixels[2::3], pixels[0::3]
        left, top, right, bottom = write.window
        width, size = 3 * (right - left + 1), 3 * (right - left + 1) * (bottom - top + 1)
        for begin in range(0, len(pixels), width):
            y = top + begin % size // width
            self._place_row(write.control, left, y, pixels[begin : begin + width])

    def _place_row(self, control: int, x: int, y: int, pixels: bytearray) -> None:
        count = len(pixels) // 3
        column, row = (y, x) if control & EXCHANGE else (x, y)
        column = COLUMNS - 1 - column if control & FLIP_COLUMNS else column
        row = ROWS - 1 - row if control & FLIP_ROWS else row
        along_rows = bool(control & EXCHANGE)
        backwards = control & (FLIP_ROWS if along_rows else FLIP_COLUMNS)
        step = (COLUMNS if along_rows else 1) * (-1 if backwards else 1)
        memory = self._memory
        for component in range(3):
            first = 3 * (row * COLUMNS + column) + component
            last = first + 3 * step * (count - 1)
            end = last + (1 if step > 0 else -1)
            memory[first : end if end >= 0 else None : 3 * step] = pixels[component::3]


def _rgb(data: bytearray, bits: int) -> bytearray:
    """Pixels as three bytes each; an incomplete last pixel is dropped. Six and five bits are widened to eight."""
    if bits == 18:
        whole = bytes(data[: len(data) // 3 * 3])
        return bytearray(whole.translate(_SIX_BITS))
    high, low = bytes(data[0 : len(data) // 2 * 2 : 2]), bytes(data[1::2])
    out = bytearray(3 * len(high))
    out[0::3] = high.translate(_RED)
    out[1::3] = bytes(
        [a | b for a, b in zip(high.translate(_GREEN_HIGH), low.translate(_GREEN_LOW), strict=True)]
    ).translate(_SIX_BITS)
    out[2::3] = low.translate(_BLUE)
    return out


_SIX_BITS: Final = bytes((value & 0xFC) | value >> 6 for value in range(256))
_RED: Final = bytes((value & 0xF8) | value >> 5 for value in range(256))
_BLUE: Final = bytes(((value << 3) & 0xF8) | (value & 0x1F) >> 2 for value in range(256))
_GREEN_HIGH: Final = bytes((value << 5) & 0xE0 for value in range(256))
_GREEN_LOW: Final = bytes(value >> 5 << 2 for value in range(256))
