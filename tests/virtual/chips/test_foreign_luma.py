"""luma.lcd's ST7789 driver shows a picture on our panel."""

import pytest

luma_device = pytest.importorskip("luma.lcd.device")

from domino_table.virtual.chips.st7789 import Display  # noqa: E402
from PIL import Image  # noqa: E402

LATER = 1_000_000


class FakeSerial:
    """luma's serial interface: command bytes with D/C low, data with D/C high."""

    def __init__(self, display):
        self.display = display
        display.select(0, 0)

    def command(self, *codes):
        self.display.data_command(0, 0)
        self.display.exchange(0, bytes(codes))

    def data(self, values):
        self.display.data_command(0, 1)
        self.display.exchange(0, bytes(values))

    def cleanup(self):
        pass


@pytest.fixture
def driven():
    display = Display()
    driver = luma_device.st7789(FakeSerial(display), backlight=lambda on: display.backlight(0, int(on)))
    return display, driver


def test_it_wakes_and_clears_the_panel(driven):
    display, _ = driven
    assert display.is_on
    assert display.violations == []
    assert display.image(LATER).getbbox() is None


def test_a_picture_arrives_pixel_for_pixel(driven):
    """MADCTL 0x70 and 18 bits a pixel: what luma sends for its 240 x 240 panels."""
    display, driver = driven
    picture = Image.new("RGB", (240, 240))
    for x, y, colour in ((0, 0, (252, 0, 0)), (239, 0, (0, 252, 0)), (0, 239, (0, 0, 252)), (100, 50, (128, 64, 32))):
        picture.putpixel((x, y), colour)
    driver.display(picture)
    shown = display.image(LATER).crop((0, 0, 240, 240))
    six_bits = shown.point([value & 0xFC for value in range(256)] * 3)
    assert six_bits.tobytes() == picture.tobytes()


def test_hide_turns_the_picture_off(driven):
    display, driver = driven
    driver.display(Image.new("RGB", (240, 240), "white"))
    driver.hide()
    assert display.image(LATER).getbbox() is None
    driver.show()
    assert display.image(LATER).getbbox() == (0, 0, 240, 240)
