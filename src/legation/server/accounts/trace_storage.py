"""What a person leaves outside games, and is not needed once the account is closed."""

from sqlalchemy import Connection, delete

from legation.server.store.tables import blocks, invitees, profiles, waits


def drop_traces(connection: Connection, account: int) -> None:
    """Forget an account's profile, blocks, waiting requests and invitations to play."""
    for table in (profiles, blocks, waits, invitees):
        connection.execute(delete(table).where(table.c.account == account))
