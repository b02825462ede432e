"""What Alembic runs: the changes that are missing, on the connection the store opened."""

from alembic import context

from esquive.server.storage.tables import METADATA

context.configure(connection=context.config.attributes["connection"], target_metadata=METADATA)
with context.begin_transaction():
    context.run_migrations()
