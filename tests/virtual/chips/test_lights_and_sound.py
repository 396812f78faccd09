"""WS2812, buzzer and piezo."""

from domino_table.virtual.chips.buzzer import Buzzer
from domino_table.virtual.chips.piezo import NEVER, Piezo
from domino_table.virtual.chips.ws2812 import Strip


def test_bytes_come_green_first():
    strip = Strip(2)
    strip.write(0, bytes((1, 2, 3, 4, 5, 6)))
    assert strip.colours(1000) == [(2, 1, 3), (5, 4, 6)]


def test_colours_show_after_the_latch_pause():
    strip = Strip(1)
    strip.write(0, b"\x10\x20\x30")
    assert strip.colours(30 + 279) == [(0, 0, 0)]
    assert strip.colours(30 + 280) == [(32, 16, 48)]


def test_without_a_pause_the_next_bytes_reach_the_next_light():
    strip = Strip(3)
    strip.write(0, b"\1\1\1")
    strip.write(100, b"\2\2\2")
    assert strip.colours(1000) == [(1, 1, 1), (2, 2, 2), (0, 0, 0)]
    strip.write(2000, b"\3\3\3")
    assert strip.colours(3000) == [(3, 3, 3), (2, 2, 2), (0, 0, 0)]


def test_an_incomplete_colour_and_what_is_too_much_are_dropped():
    strip = Strip(1)
    strip.write(0, b"\1\1\1\2\2\2")
    assert strip.colours(1000) == [(1, 1, 1)]
    strip.write(2000, b"\7\7")
    assert strip.colours(3000) == [(1, 1, 1)]


def test_a_knock_decays_to_a_third_in_fifty_milliseconds():
    piezo = Piezo()
    piezo.hit(1000, 30000)
    assert piezo.read(1000) == 30000
    assert 11000 < piezo.read(51_000) < 11100
    assert piezo.read(1_000_000) == 0


def test_peak_hold_keeps_the_stronger_blow():
    piezo = Piezo()
    piezo.hit(0, 30000)
    piezo.hit(1000, 5000)
    assert piezo.read(1000) > 29000
    piezo.hit(2000, 90000)
    assert piezo.read(2000) == 65535


def test_silence_holds_for_ever():
    piezo = Piezo()
    assert piezo.holds_until(5) == NEVER
    piezo.hit(10, 3000)
    assert piezo.holds_until(11) == 11


def test_a_buzzer_sounds_only_with_a_changing_level():
    buzzer = Buzzer()
    buzzer.pwm(0, 880, 32768)
    buzzer.pwm(5, 880, 20000)
    assert buzzer.tone == 880
    buzzer.pwm(10, 880, 0)
    buzzer.pwm(20, 440, 65535)
    assert buzzer.tone == 0
    assert buzzer.history == [(0, 880), (10, 0)]
