"""Who may not use the host: accounts that an admin has banned, and addresses from which strangers did harm."""

from dataclasses import dataclass
from datetime import UTC, datetime
from ipaddress import IPv6Address, ip_address, ip_network

from sqlalchemy import Connection, delete, insert, or_

from legation.server.base.refusals import HttpRefusal
from legation.server.base.times import word_time
from legation.server.identity.account_storage import StoredAccount
from legation.server.store.tables import network_bans
from legation.server.store.values import values_of

FOREVER = datetime(9999, 1, 1, tzinfo=UTC)
"""The end of a permanent ban."""


@dataclass(frozen=True, slots=True)
class NetworkBan:
    """An address or a network from which people without an account may do nothing."""

    id: int
    network: str
    reason: str
    made_at: datetime
    ends_at: datetime | None


NETWORK_BANS = values_of(NetworkBan, network_bans)


def refuse_banned(account: StoredAccount, now: datetime) -> None:
    """Refuse an account that is banned, with the reason and the end of the ban."""
    if account.banned_until is None or not account.is_banned(now):
        return
    reason = (account.ban_reason or "").rstrip(".")
    if account.banned_until >= FOREVER:
        raise HttpRefusal(403, "banned", case="for_good", reason=reason)
    raise HttpRefusal(403, "banned", case="until", reason=reason, time=word_time(account.banned_until, "UTC"))


def refuse_network(connection: Connection, address: str, now: datetime) -> None:
    """Refuse an address that is banned, by itself or with its network."""
    ban = find_network_ban(connection, address, now)
    if ban is not None:
        raise HttpRefusal(403, "banned", case="network", reason=ban.reason.rstrip("."))


def find_network_ban(connection: Connection, address: str, now: datetime) -> NetworkBan | None:
    """The ban that applies to an address."""
    bans = list_network_bans(connection, now)
    if not bans:
        return None
    try:
        found = ip_address(address)
    except ValueError:  # a socket of this machine has no address
        return None
    if isinstance(found, IPv6Address) and found.ipv4_mapped is not None:
        found = found.ipv4_mapped
    return next((ban for ban in bans if found in ip_network(ban.network)), None)


def list_network_bans(connection: Connection, now: datetime) -> list[NetworkBan]:
    """The network bans that have not ended, newest first."""
    lasts = or_(network_bans.c.ends_at.is_(None), network_bans.c.ends_at > now)
    return NETWORK_BANS.list(connection, NETWORK_BANS.select().where(lasts).order_by(network_bans.c.id.desc()))


def read_network(text: str) -> str:
    """A network in its usual form; a single IPv6 address stands for the household that has it."""
    try:
        network = ip_network(text.strip(), strict=False)
    except ValueError:
        raise HttpRefusal(422, "bad_network", field="network", text=repr(text[:60])) from None
    if network.version == 6 and network.prefixlen > 64:
        network = network.supernet(new_prefix=64)
    if network.prefixlen < (8 if network.version == 4 else 16):
        raise HttpRefusal(422, "wide_network", field="network")
    return str(network) if network.num_addresses > 1 else str(network.network_address)


def put_network_ban(
    connection: Connection, network: str, *, reason: str, now: datetime, ends_at: datetime | None
) -> None:
    """Ban a network; this replaces an existing ban."""
    connection.execute(delete(network_bans).where(network_bans.c.network == network))
    connection.execute(insert(network_bans).values(network=network, reason=reason, made_at=now, ends_at=ends_at))


def lift_network_ban(connection: Connection, ban: int) -> NetworkBan | None:
    """End a ban and return it."""
    gone = delete(network_bans).where(network_bans.c.id == ban).returning(*NETWORK_BANS.columns)
    return NETWORK_BANS.find(connection, gone)
