"""Judge a file of record lines and print what the referee says, its state last; on CPython and MicroPython."""

import sys

from domino_rules import record, view
from domino_rules.referee import Referee


def main(path):
    """Judge the file at ``path``; an empty line begins a new record."""
    referee = Referee()
    with open(path, "rb") as file:
        for line in file.read().split(b"\n"):
            if line == b"":
                print(record.text(referee.state()))
                referee = Referee()
            for answer in referee.feed_text(line):
                print(record.text(answer))
                print(record.text(view.shown(answer, "public")))


if __name__ == "__main__":
    main(sys.argv[1])
