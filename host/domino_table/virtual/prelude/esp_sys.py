"""``sys`` as the ESP32 shows it: the interpreter's own lists and output, the board's console as input."""

from sys import (
    argv,
    byteorder,
    exit,
    implementation,
    maxsize,
    modules,
    path,
    print_exception,
    stdout,
    version,
    version_info,
)

from console import stdin

platform = "esp32"
stderr = stdout
ps1 = ">>> "
ps2 = "... "
