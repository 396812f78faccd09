"""Shapes of the chain on the table: one module each, so that a table holds only the shape of its game."""
