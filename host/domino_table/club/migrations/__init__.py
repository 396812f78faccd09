"""Alembic's environment for the store."""
