"""Addresses and networks from which people without an account may do nothing."""

from dataclasses import dataclass
from datetime import timedelta

from legation.render.words import ENGLISH
from legation.server.admin.audit import Actor, Done, clean_reason, write_act
from legation.server.base.refusals import HttpRefusal
from legation.server.base.services import Services
from legation.server.base.times import format_time, word_time
from legation.server.identity.bans import lift_network_ban, list_network_bans, put_network_ban, read_network


@dataclass(frozen=True, slots=True)
class BannedNetwork:
    """A banned network."""

    id: int
    network: str
    reason: str
    made_at: str
    ends_at: str | None


@dataclass(frozen=True, slots=True)
class BannedNetworks:
    """All banned networks."""

    networks: list[BannedNetwork]


def list_networks(services: Services) -> BannedNetworks:
    """The banned networks, newest first."""
    with services.store.read() as connection:
        bans = list_network_bans(connection, services.clock.now())
    return BannedNetworks(
        [
            BannedNetwork(ban.id, ban.network, ban.reason, format_time(ban.made_at), format_time(ban.ends_at))
            for ban in bans
        ]
    )


def ban_network(services: Services, actor: Actor, text: str, *, reason: str, days: int | None) -> Done:
    """Ban an address or a network for some days, or until the ban is lifted. People with an account can still enter."""
    why, now, network = clean_reason(reason, may_be_empty=False), services.clock.now(), read_network(text)
    ends_at = None if days is None else now + timedelta(days=days)
    with services.store.write() as connection:
        put_network_ban(connection, network, reason=why, now=now, ends_at=ends_at)
        if ends_at is None:
            line = ENGLISH.fill("admin.banned_for_good", name=network)
        else:
            line = ENGLISH.fill("admin.banned", name=network, time=word_time(ends_at))
        return write_act(connection, services, actor, "ban", target=f"network {network}", text=line, reason=why)


def get_ban_id(services: Services, text: str) -> int:
    """The number of the ban of an address or a network."""
    network = read_network(text)
    for ban in list_networks(services).networks:
        if ban.network == network:
            return ban.id
    raise HttpRefusal(409, "no_change", case="not_banned")


def unban_network(services: Services, actor: Actor, ban: int) -> Done:
    """Lift the ban of a network."""
    with services.store.write() as connection:
        gone = lift_network_ban(connection, ban)
        if gone is None:
            raise HttpRefusal(409, "no_change", case="not_banned")
        text = ENGLISH.fill("admin.unbanned", name=gone.network)
        return write_act(connection, services, actor, "unban", target=f"network {gone.network}", text=text, reason="")
