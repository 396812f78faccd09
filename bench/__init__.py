"""Figures the project is held to. Every module here has ``run() -> list[dict]`` with name, value, unit, bar, ok."""
