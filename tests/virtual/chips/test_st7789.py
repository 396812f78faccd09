"""The ST7789: what the viewer sees after what was sent."""

import io

import pytest
from domino_table.virtual.chips.st7789 import Display
from PIL import Image

LATER = 1_000_000
RED, GREEN, BLUE, WHITE, BLACK = b"\xf8\x00", b"\x07\xe0", b"\x00\x1f", b"\xff\xff", b"\0\0"
LANDSCAPE = 0x60


class Host:
    """Drives the display's pins as a controller does."""

    def __init__(self, **options):
        self.display = Display(**options)
        self.display.select(0, 0)
        self.t = 0

    def command(self, code, *data):
        self.display.data_command(self.t, 0)
        self.display.exchange(self.t, bytes((code,)))
        self.display.data_command(self.t, 1)
        if data:
            self.display.exchange(self.t, bytes(data))
        return self

    def start(self, control=LANDSCAPE, colours=0x55):
        self.command(0x11)
        self.command(0x3A, colours).command(0x36, control).command(0x21).command(0x29)
        return self

    def window(self, left, top, right, bottom):
        self.command(0x2A, *left.to_bytes(2, "big"), *right.to_bytes(2, "big"))
        return self.command(0x2B, *top.to_bytes(2, "big"), *bottom.to_bytes(2, "big"))

    def pixels(self, data):
        self.command(0x2C)
        self.display.exchange(self.t, data)
        return self

    @property
    def image(self):
        return self.display.image(LATER)

    def lit(self):
        """Everything that is not black, as {(x, y): colour}."""
        image = self.image
        box = image.getbbox()
        if box is None:
            return {}
        left, top, right, bottom = box
        points = [(x, y) for y in range(top, bottom) for x in range(left, right)]
        return {point: image.getpixel(point) for point in points if image.getpixel(point) != (0, 0, 0)}


@pytest.fixture
def host():
    return Host().start()


def test_a_landscape_picture_stands_upright(host):
    host.window(0, 0, 1, 1).pixels(RED + GREEN + BLUE + WHITE)
    assert host.image.size == (320, 240)
    assert host.lit() == {(0, 0): (255, 0, 0), (1, 0): (0, 255, 0), (0, 1): (0, 0, 255), (1, 1): (255, 255, 255)}


def test_the_far_corner(host):
    host.window(319, 239, 319, 239).pixels(WHITE)
    assert list(host.lit()) == [(319, 239)]


def test_a_strip_fills_its_window_row_by_row(host):
    host.window(0, 16, 319, 31).pixels(WHITE * (320 * 16))
    assert host.image.getbbox() == (0, 16, 320, 32)


def test_writing_beyond_the_window_wraps_to_its_start(host):
    host.window(10, 10, 11, 10).pixels(RED + GREEN + BLUE)
    assert host.lit() == {(10, 10): (0, 0, 255), (11, 10): (0, 255, 0)}


def test_pixels_may_come_in_pieces_that_cut_a_pixel(host):
    host.window(5, 5, 6, 5).pixels(RED[:1])
    assert host.lit() == {}
    host.display.exchange(0, RED[1:] + GREEN)
    assert host.lit() == {(5, 5): (255, 0, 0), (6, 5): (0, 255, 0)}


def test_memory_write_starts_again_at_the_first_pixel_and_continue_does_not(host):
    host.window(5, 5, 7, 5).pixels(RED)
    host.command(0x3C)
    host.display.exchange(0, GREEN)
    host.pixels(BLUE)
    assert host.lit() == {(5, 5): (0, 0, 255), (6, 5): (0, 255, 0)}


@pytest.mark.parametrize(
    ("control", "corner"), [(0x60, (0, 0)), (0xA0, (319, 239)), (0x20, (0, 239)), (0xE0, (319, 0)), (0x00, (0, 239))]
)
def test_memory_access_control_mirrors_and_turns(control, corner):
    host = Host().start(control)
    host.window(0, 0, 0, 0).pixels(WHITE)
    assert list(host.lit()) == [corner]


def test_without_exchange_the_window_is_portrait():
    host = Host(width=240, height=320, upright=0).start(0)
    host.window(239, 319, 239, 319).pixels(WHITE)
    assert list(host.lit()) == [(239, 319)]
    host.window(0, 0, 319, 0).pixels(WHITE * 320)
    assert list(host.lit()) == [(239, 319)]


def test_a_panel_cannot_be_upright_in_the_wrong_format():
    with pytest.raises(ValueError, match="upright"):
        Display(width=320, height=240, upright=0)


def test_bgr_order(host):
    host.command(0x36, LANDSCAPE | 0x08)
    host.window(0, 0, 0, 0).pixels(RED)
    assert host.lit() == {(0, 0): (0, 0, 255)}


def test_eighteen_bits_a_pixel():
    host = Host().start(colours=0x66)
    host.window(0, 0, 1, 0).pixels(b"\xfc\x80\x04\x00\x00\xfc")
    assert host.lit() == {(0, 0): (255, 130, 4), (1, 0): (0, 0, 255)}


def test_an_unknown_pixel_format_shows_nothing():
    host = Host().start(colours=0x07)
    host.window(0, 0, 0, 0).pixels(WHITE)
    assert host.lit() == {}


def test_without_inversion_an_ips_panel_shows_the_negative(host):
    host.command(0x20)
    host.window(0, 0, 0, 0).pixels(WHITE)
    assert host.image.getpixel((0, 0)) == (0, 0, 0)
    assert host.image.getpixel((1, 0)) == (255, 255, 255)


@pytest.mark.parametrize("off", [0x28, 0x10, 0x01])
def test_off_asleep_or_reset_is_black(host, off):
    host.window(0, 0, 0, 0).pixels(WHITE)
    host.t = 200_000
    host.command(off)
    assert host.image.getbbox() is None


def test_memory_outlives_sleep(host):
    host.window(0, 0, 0, 0).pixels(WHITE)
    host.t = 200_000
    host.command(0x10)
    host.t = 400_000
    host.command(0x11)
    assert list(host.lit()) == [(0, 0)]


def test_the_picture_comes_120_ms_after_sleep_out(host):
    host.window(0, 0, 0, 0).pixels(WHITE)
    assert host.display.image(119_999).getbbox() is None
    assert host.display.image(120_000).getbbox() is not None


def test_sleep_in_within_120_ms_of_sleep_out_is_not_obeyed(host):
    host.t = 119_000
    host.command(0x10)
    assert host.display.is_on
    assert host.display.violations == [(119_000, "SLPIN and SLPOUT within 120 ms")]
    host.t = 120_000
    host.command(0x10)
    assert not host.display.is_on
    host.t = 200_000
    host.command(0x11)
    assert not host.display.is_on


def test_unlit_is_black(host):
    host.window(0, 0, 0, 0).pixels(WHITE)
    host.display.backlight(0, 0)
    assert host.image.getbbox() is None


def test_hardware_reset_turns_off_and_needs_five_milliseconds(host):
    host.display.reset(200_000, 0)
    host.display.reset(200_010, 1)
    host.t = 205_000
    host.start()
    assert not host.display.is_on
    assert host.display.violations
    host.t = 205_010
    host.start()
    assert host.display.is_on


def test_a_short_reset_pulse_does_nothing(host):
    host.display.reset(200_000, 0)
    host.display.reset(200_009, 1)
    assert host.display.is_on


def test_another_chips_traffic_is_ignored(host):
    host.display.select(0, 1)
    host.command(0x28)
    assert host.display.is_on


def test_a_command_ends_a_memory_write(host):
    host.window(0, 0, 1, 0).pixels(WHITE)
    host.command(0x00, *WHITE)
    assert list(host.lit()) == [(0, 0)]


def test_many_frames_do_not_pile_up(host):
    for colour in (RED, GREEN, BLUE) * 5:
        host.window(0, 0, 319, 239).pixels(colour * (320 * 240))
    assert host.image.getcolors() == [(320 * 240, (0, 0, 255))]
    assert host.display._kept < 1_200_000


def test_png(host):
    host.window(3, 4, 3, 4).pixels(RED)
    picture = Image.open(io.BytesIO(host.display.png(LATER)))
    assert picture.size == (320, 240)
    assert picture.getpixel((3, 4)) == (255, 0, 0)
