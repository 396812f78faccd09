"""The SPI buses of a board, as its configuration names them."""

from machine import SPI, Pin


def bus(config, name):
    """One of the buses, ``reader`` or ``panel``, as ``machine.SPI``; ``config``: what ``table.config.load`` returns."""
    pins, buses = config["pins"], config["bus"]
    return SPI(
        buses[name],
        baudrate=buses[name + "_hz"],
        sck=Pin(pins[name + "_sck"]),
        mosi=Pin(pins[name + "_mosi"]),
        miso=Pin(pins[name + "_miso"]),
    )
