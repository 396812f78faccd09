"""Runs after boot.py: be a table. Whatever is wrong with the files, the prompt comes and says so."""

import sys

try:
    from table.app import run

    run()
except KeyboardInterrupt:
    pass
except Exception as error:
    sys.print_exception(error)
    print("The table cannot start:", error)
    print("Deploy its firmware again: domino-table deploy")
