"""``network`` of a board in a hall without Wi-Fi: the radio can be switched on and finds nothing."""

STA_IF = 0
AP_IF = 1
STAT_IDLE = 1000
STAT_CONNECTING = 1001
STAT_GOT_IP = 1010
STAT_NO_AP_FOUND = 201
STAT_WRONG_PASSWORD = 202
_hostname = "mpy-esp32s3"


def hostname(name=None):
    global _hostname
    if name is not None:
        _hostname = name
    return _hostname


class WLAN:
    IF_STA = STA_IF
    IF_AP = AP_IF

    def __init__(self, interface=STA_IF):
        self._active = False
        self._status = STAT_IDLE

    def active(self, on=None):
        if on is not None:
            self._active = bool(on)
        return self._active

    def connect(self, ssid=None, key=None, *, bssid=None):
        if not self._active:
            raise OSError("Wifi Internal State Error")
        self._status = STAT_NO_AP_FOUND

    def disconnect(self):
        self._status = STAT_IDLE

    def scan(self):
        return []

    def isconnected(self):
        return False

    def status(self, param=None):
        return self._status

    def ifconfig(self, config=None):
        return ("0.0.0.0", "0.0.0.0", "0.0.0.0", "0.0.0.0")

    def config(self, *names, **values):
        return b"\x02\x00\x00\x00\x00\x01" if names == ("mac",) else None
