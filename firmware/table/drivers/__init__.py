"""Drivers: bus traffic in, readings out. They take built buses and pins and know nothing of dominoes."""
