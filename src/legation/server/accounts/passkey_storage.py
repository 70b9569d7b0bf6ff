"""Passkeys in the database, and the challenges for devices to sign."""

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import Connection, delete, insert, select, update

from legation.server.store.tables import challenges, passkeys
from legation.server.store.values import values_of


@dataclass(frozen=True, slots=True)
class StoredPasskey:
    """A passkey: the public half of a key pair, of which a device keeps the other half."""

    id: int
    account: int
    credential: str
    public_key: bytes
    uses: int
    """As counted by the device; 0 for devices that do not count."""
    label: str
    made_at: datetime
    used_at: datetime | None


PASSKEYS = values_of(StoredPasskey, passkeys)


def add_passkey(connection: Connection, **values: object) -> int:
    """The id of a new passkey."""
    key = connection.execute(insert(passkeys).values(**values)).inserted_primary_key
    assert key is not None
    return int(key[0])


def list_passkeys(connection: Connection, account: int) -> list[StoredPasskey]:
    """The passkeys of an account, oldest first."""
    return PASSKEYS.list(connection, PASSKEYS.select().where(passkeys.c.account == account).order_by(passkeys.c.id))


def find_passkey(connection: Connection, credential: str) -> StoredPasskey | None:
    """The passkey with the id from a device; no other transaction uses it until this one ends."""
    return PASSKEYS.find(connection, PASSKEYS.select().where(passkeys.c.credential == credential).with_for_update())


def mark_passkey_used(connection: Connection, passkey: int, uses: int, now: datetime) -> None:
    """Note the use of a passkey."""
    connection.execute(update(passkeys).where(passkeys.c.id == passkey).values(uses=uses, used_at=now))


def rename_passkey(connection: Connection, account: int, passkey: int, label: str) -> bool:
    """Rename a passkey of an account; False if it has no such passkey."""
    chosen = (passkeys.c.id == passkey) & (passkeys.c.account == account)
    return connection.execute(update(passkeys).where(chosen).values(label=label)).rowcount > 0


def remove_passkey(connection: Connection, account: int, passkey: int) -> bool:
    """Remove a passkey of an account; False if it has no such passkey."""
    chosen = (passkeys.c.id == passkey) & (passkeys.c.account == account)
    return connection.execute(delete(passkeys).where(chosen)).rowcount > 0


def remove_passkeys(connection: Connection, account: int) -> None:
    """Remove all passkeys of an account."""
    connection.execute(delete(passkeys).where(passkeys.c.account == account))


def add_challenge(connection: Connection, *, digest: str, holder: str, purpose: str, ends_at: datetime) -> None:
    """Store a new challenge for the holder of a session or a cookie."""
    values = {"digest": digest, "holder": holder, "purpose": purpose, "ends_at": ends_at}
    connection.execute(insert(challenges).values(**values))


def take_challenge(connection: Connection, *, digest: str, holder: str, purpose: str, now: datetime) -> bool:
    """Use up a challenge; False if it does not exist, is someone else's, or has expired."""
    chosen = (challenges.c.digest == digest) & (challenges.c.holder == holder) & (challenges.c.purpose == purpose)
    is_good = connection.execute(select(challenges.c.digest).where(chosen, challenges.c.ends_at > now)).first()
    connection.execute(delete(challenges).where(challenges.c.digest == digest))
    return is_good is not None


def forget_challenges(connection: Connection, now: datetime) -> None:
    """Remove challenges that have expired."""
    connection.execute(delete(challenges).where(challenges.c.ends_at <= now))
