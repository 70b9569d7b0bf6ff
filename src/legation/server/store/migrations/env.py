"""Gives Alembic its connection: the one that ``migrate`` opened and locked."""

from alembic import context

from legation.server.store.tables import metadata

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=metadata,
    render_as_batch=True,  # SQLite cannot alter a table in place
    transactional_ddl=False,  # the transaction is ours
)
context.run_migrations()
