"""Runs migrations on the connection that ``domino_table.club.store`` hands over, or renders new ones."""

from alembic import context

from domino_table.club.tables import Base

connection = context.config.attributes["connection"]
context.configure(connection=connection, target_metadata=Base.metadata, render_as_batch=True)
with context.begin_transaction():
    context.run_migrations()
