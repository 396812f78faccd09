"""``esp32``: the non-volatile storage beside the file system, and the chip's thermometer."""

import json

_file = None
_stored = {}


def _open(file):
    """Take the file that holds the storage; called once, before boot.py."""
    global _file, _stored
    _file = file
    text = file.read().strip()
    _stored = json.loads(text) if text else {}


class NVS:
    """A namespace of 32-bit integers and blobs. What is set is lost without :meth:`commit`."""

    def __init__(self, namespace):
        self._name = namespace
        self._changes = {}

    def _set(self, key, value):
        self._changes["%s/%s" % (self._name, key)] = value

    def _get(self, key, kind):
        full = "%s/%s" % (self._name, key)
        value = self._changes[full] if full in self._changes else _stored.get(full)
        if not isinstance(value, kind):
            raise OSError(-4354, "ESP_ERR_NVS_NOT_FOUND")
        return value

    def set_i32(self, key, value):
        self._set(key, value)

    def get_i32(self, key):
        return self._get(key, int)

    def set_blob(self, key, value):
        self._set(key, bytes(value).hex())

    def get_blob(self, key, buffer):
        value = bytes.fromhex(self._get(key, str))
        buffer[: len(value)] = value
        return len(value)

    def erase_key(self, key):
        self._get(key, (int, str))
        self._set(key, None)

    def commit(self):
        _stored.update(self._changes)
        self._changes = {}
        text = json.dumps(_stored)
        _file.seek(0)
        _file.write(text + " " * 64)
        _file.flush()


def mcu_temperature():
    return 42
