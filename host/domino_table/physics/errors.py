"""What can be wrong with figures that people write down."""


class SettingError(ValueError):
    """An entry of a field's settings is unknown, of the wrong kind or out of range; the message names it."""
