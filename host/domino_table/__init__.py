"""Domino Table on a PC: deploy the firmware, collect results, show the table, and run it all virtually."""

__version__ = "0.1.0"
