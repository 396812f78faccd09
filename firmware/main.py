"""Runs after boot.py: be a table. Whatever is wrong with the files, the prompt comes and says so."""

import os
import sys

try:
    try:
        os.remove("/selftest")  # the keys under the display asked for it
        from table.workshop.selftest import run
    except OSError:
        from table.app import run

    run()
except KeyboardInterrupt:
    pass
except Exception as error:
    sys.print_exception(error)
    print("The table cannot start:", error)
    print("Deploy its firmware again: domino-table deploy")
