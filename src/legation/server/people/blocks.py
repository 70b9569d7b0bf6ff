"""Blocking people; ``game/hidden_senders.py`` describes the effect of a block on letters.

In addition, a blocked person cannot invite the blocker, waiting lists never put the two into one game, and a person
about to join a game with a blocked person in it is told so first.
"""

from dataclasses import dataclass

from sqlalchemy import Connection

from legation.board import PowerId
from legation.server.accounts import block_storage as store
from legation.server.accounts.sessions import refuse_guest
from legation.server.base.refusals import HttpRefusal, not_found
from legation.server.base.services import Services
from legation.server.base.times import format_time
from legation.server.game.hidden_senders import knows_names
from legation.server.game.member_storage import list_members
from legation.server.game.membership import Membership, open_game
from legation.server.game.records import NamedMember, Role, StoredGame
from legation.server.game.storage import find_game
from legation.server.identity.viewers import Viewer
from legation.server.people.profiles import get_person
from legation.server.variants.played_variants import get_played_variant

MOST_BLOCKS = 200


@dataclass(frozen=True, slots=True)
class Block:
    """A person whom the viewer has blocked."""

    id: int
    name: str
    """A name; or the power in an anonymous game: ``France in The Long Peace``."""
    is_everywhere: bool
    """False if it holds in one game only, whose players are anonymous."""
    at: str


@dataclass(frozen=True, slots=True)
class Blocks:
    """The people whom the viewer has blocked, newest block first."""

    blocks: list[Block]


def list_blocks(services: Services, viewer: Viewer) -> Blocks:
    """The viewer's blocks."""
    account = viewer.need_account()
    with services.store.read() as connection:
        found = store.list_blocks(connection, account.id)
        return Blocks([_describe(connection, block) for block in found])


def block_person(services: Services, viewer: Viewer, name: str) -> Blocks:
    """Block someone by name."""
    account = viewer.need_account()
    refuse_guest(account)
    with services.store.write() as connection:
        person = get_person(connection, name, services.clock.now())
        _check(connection, account.id, person.id)
        store.add_block(connection, account.id, person.id, services.clock.now())
    return list_blocks(services, viewer)


def block_power(services: Services, viewer: Viewer, game_id: str, power: str) -> Blocks:
    """Block the players of a power; if players are anonymous, in this game only and without learning the name."""
    account = viewer.need_account()
    refuse_guest(account)
    with services.store.write() as connection:
        game, membership = open_game(connection, game_id, viewer)
        players = list_players_of(connection, game, membership, power)
        for player in players:
            _check(connection, account.id, player.account)
            only_here = None if knows_names(game) else game.id
            store.add_block(
                connection, account.id, player.account, services.clock.now(), game=only_here, power=player.power
            )
    return list_blocks(services, viewer)


def unblock(services: Services, viewer: Viewer, block: int) -> Blocks:
    """End a block."""
    account = viewer.need_account()
    with services.store.write() as connection:
        if not store.drop_block(connection, account.id, block):
            raise not_found("block")
    return list_blocks(services, viewer)


def list_players_of(connection: Connection, game: StoredGame, membership: Membership, power: str) -> list[NamedMember]:
    """The players of a power, for a viewer who has a part in the game; refuses if it has none."""
    if Role.VISITOR in membership.roles:
        raise HttpRefusal(409, "no_part")
    wanted = PowerId(power.upper()[:40])
    players = [
        member
        for member in list_members(connection, game.id)
        if member.role is Role.PLAYER and member.power == wanted and member.account != membership.account
    ]
    if not players:
        raise not_found("person")
    return players


def _check(connection: Connection, account: int, other: int) -> None:
    if account == other:
        raise HttpRefusal(409, "yourself")
    if store.count_blocks(connection, account) >= MOST_BLOCKS:
        raise HttpRefusal(409, "too_many", case="blocks", most=MOST_BLOCKS)


def _describe(connection: Connection, block: store.StoredBlock) -> Block:
    game = find_game(connection, block.game) if block.game else None
    name = block.name
    if game is not None and not knows_names(game):
        power = block.power or ""
        power = get_played_variant(connection, game.variant, game.edition).power_names.get(power, power)
        name = f"{power} in {game.title}"
    return Block(block.id, name, block.game is None, format_time(block.made_at))
