"""The board's configuration: ``/config.json``, made on the PC from a build file of ``hardware/``."""

import json

VERSION = 1

_SECTIONS = ("area", "tile", "grid", "racks", "loops", "pins", "bus", "radio", "game")
_PINS = ("reader_sck", "reader_mosi", "reader_miso", "reader_reset", "grid_nss", "grid_busy")


class ConfigError(Exception):
    """The configuration is missing or unusable; the text names the entry and says what is expected."""


def load(path="/config.json"):
    """Read and check the configuration; returns the parsed dictionary. Blocks for one small file.

    Raises ConfigError.
    """
    try:
        with open(path) as file:
            config = json.load(file)
    except OSError as error:
        raise ConfigError("%s cannot be read (error %s): deploy the firmware again" % (path, error.args[0]))
    except ValueError:
        raise ConfigError("%s is not JSON: deploy the firmware again" % path)
    check(config)
    config["game"]["language"] = _language(config["game"].get("language", "ru"))
    return config


def _language(default):
    """The language that was chosen at the table, or else that of the configuration."""
    try:
        with open("/language") as file:
            chosen = file.read()
    except OSError:
        return default
    return chosen if chosen in ("ru", "en", "es") else default


def check(config):
    """Raise ConfigError where the configuration is of another version, lacks a part or contradicts itself."""
    if not isinstance(config, dict) or config.get("version") != VERSION:
        raise ConfigError("config: version %d is expected" % VERSION)
    for name in _SECTIONS:
        if name not in config:
            raise ConfigError("config: %s is missing" % name)
    seats = config.get("seats")
    if not isinstance(seats, int) or not 0 <= seats <= 4:
        raise ConfigError("config: seats must be 0..4")
    loops = config["grid"]["rows"] + config["grid"]["columns"] + len(config["racks"])
    if len(config["loops"]["outputs"]) != loops:
        raise ConfigError("config: loops.outputs must have an entry for each of the %d loops" % loops)
    for seat in config["racks"]:
        if seat not in range(seats):
            raise ConfigError("config: racks name the seat %s, seats are 0..%d" % (seat, seats - 1))
    if config["game"].get("level", "enforce") not in ("record", "signal", "enforce"):
        raise ConfigError("config: game.level must be record, signal or enforce")
    if config["game"].get("profile") is not None:
        from domino_rules import profiles

        if config["game"]["profile"] not in profiles.names():
            raise ConfigError("config: game.profile must be one of " + ", ".join(profiles.names()))
    _check_pins(config["pins"], bool(config["racks"]), bool(config["loops"]["chips"]))


def _check_pins(pins, racks, selector):
    needed = list(_PINS)
    if racks:
        needed.extend(("rack_nss", "rack_busy"))
    if selector:
        needed.extend(("panel_sck", "panel_mosi", "loops_latch", "loops_enable"))
    for name in needed:
        if name not in pins:
            raise ConfigError("config: pins.%s is missing" % name)
    used = {}
    for name in sorted(pins):
        numbers = pins[name] if isinstance(pins[name], list) else [pins[name]]
        for number in numbers:
            if not isinstance(number, int) or not 0 <= number <= 48:
                raise ConfigError("config: pins.%s must be a pin number 0..48" % name)
            if number in used:
                raise ConfigError("config: pins.%s and pins.%s are both %d" % (name, used[number], number))
            used[number] = name
