"""``python -m domino_table``: the command, where its script is not on the path."""

from domino_table.cli import main

main(prog_name="domino-table")
