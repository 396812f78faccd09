"""One module a subcommand; each defines ``command``, a click command that ``domino_table.cli`` loads on demand."""
