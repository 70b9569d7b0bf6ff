"""What a person leaves beside games, and nobody needs once the account is closed."""

from sqlalchemy import Connection, delete

from legation.server.store.tables import blocks, invitees, profiles, waits


def drop_traces(connection: Connection, account: int) -> None:
    """Forget the profile of an account, whom it has blocked, what it waits for and where it was asked to play."""
    for table in (profiles, blocks, waits, invitees):
        connection.execute(delete(table).where(table.c.account == account))
