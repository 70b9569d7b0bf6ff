"""Somebody who looks after the host, and what the outbox holds."""

from typing import Any

from sqlalchemy import select, update

from legation.server.store.tables import accounts, notices
from tests.server.kit import Client, Server


def make_admin(server: Server, name: str = "Ada") -> Client:
    """An account that looks after the host."""
    admin = server.sign_up(name)
    with server.services.store.write() as connection:
        connection.execute(update(accounts).where(accounts.c.name == name).values(is_admin=True))
    return admin


def id_of(client: Client) -> int:
    """The number of a client's account."""
    assert client.account is not None
    return int(client.account["id"])


def post(client: Client, path: str, body: Any = None, *, status: int = 200) -> Any:
    """Do something; it must be answered with a status."""
    answer = client.post(f"/api/v1/admin/{path}", json=body if body is not None else {})
    assert answer.status_code == status, answer.text
    return answer.json()


def get(client: Client, path: str, **query: Any) -> Any:
    """Read something; it must be granted."""
    answer = client.get(f"/api/v1/admin/{path}", params=query)
    assert answer.status_code == 200, answer.text
    return answer.json()


def list_told(server: Server, kind: str) -> list[str]:
    """The names of those for whom a letter of a kind is in the outbox."""
    wanted = select(accounts.c.name).join(notices, notices.c.account == accounts.c.id).where(notices.c.kind == kind)
    with server.services.store.read() as connection:
        return sorted(connection.execute(wanted).scalars())
