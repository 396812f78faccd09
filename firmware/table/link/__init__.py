"""The link to the PC: PROTOCOL.md, its frames and the table's end of it."""
