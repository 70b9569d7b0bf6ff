"""Playing again: a new game with the terms of one that is over, to which all its players are invited."""

import re
from dataclasses import dataclass, replace

from sqlalchemy import Connection

from legation.render.words import ENGLISH
from legation.server.accounts.block_storage import list_apart
from legation.server.accounts.sessions import refuse_guest
from legation.server.base.refusals import HttpRefusal
from legation.server.base.services import Services
from legation.server.game.loaded_game import LoadedGame, load_locked_game
from legation.server.game.log_storage import add_log
from legation.server.game.member_storage import add_member, find_member, list_players
from legation.server.game.membership import Membership
from legation.server.game.records import GameKind, Role
from legation.server.game.storage import change_game, find_game, find_rematch
from legation.server.game.terms import Seating, Terms
from legation.server.games.creating import GameRequest, check_number, put_game
from legation.server.identity.viewers import Viewer
from legation.server.people.invitee_storage import find_invitee
from legation.server.people.invitees import invite_person, join_invited
from legation.server.variants.catalogue import is_brought
from legation.server.variants.opening import open_variant
from legation.variants import Variant


@dataclass(frozen=True, slots=True)
class Rematch:
    """The game in which the players of another one play again."""

    game: str
    is_new: bool
    """True if the viewer is the first who asked."""
    is_joined: bool
    """True if the viewer has a part in it."""


def ask_rematch(services: Services, viewer: Viewer, game_id: str) -> Rematch:
    """Play again: the first who asks runs the new game and plays in it; later ones join it."""
    account = viewer.need_account()
    refuse_guest(account)
    with services.store.write() as connection:
        game, membership = load_locked_game(connection, services, game_id, viewer)
        if not game.row.is_over or game.row.is_solo or game.terms.is_run_by_master:
            raise HttpRefusal(409, "no_rematch", case="kind" if game.row.is_over else "not_over")
        if Role.PLAYER not in membership.roles and not membership.is_gm:
            raise HttpRefusal(409, "no_rematch", case="not_yours")
        known = find_rematch(connection, game.id)
        if known is None:
            return Rematch(_make(connection, services, game, viewer, membership), is_new=True, is_joined=True)
        return Rematch(known, is_new=False, is_joined=_join(connection, services, viewer, known))


def _join(connection: Connection, services: Services, viewer: Viewer, game: str) -> bool:
    """True if the viewer plays in the new game, now or already."""
    account, row = viewer.need_account(), find_game(connection, game)
    if row is not None and row.is_open and find_invitee(connection, game, account.id, services.clock.now()):
        join_invited(connection, services, viewer, game)
        return True
    return any(find_member(connection, game, account.id, role) for role in (Role.PLAYER, Role.GM))


def _make(connection: Connection, services: Services, game: LoadedGame, viewer: Viewer, membership: Membership) -> str:
    account = viewer.need_account()
    check_number(connection, account.id)
    variant, setup, now = _choose_edition(connection, services, viewer, game), game.rules.setup, services.clock.now()
    plays = Role.PLAYER in membership.roles
    terms = _choose_terms(game.terms, plays=plays, ran=membership.is_gm)
    title = _number_title(game.row.title)
    request = GameRequest(title, variant.id, setup.rules or None, dict(setup.options), tuple(setup.modules))
    made = put_game(connection, services, variant, request, terms, kind=GameKind.HOSTED)
    change_game(connection, made, rematch_of=game.id)
    add_member(connection, made, account.id, Role.GM, now)
    if plays:
        add_member(connection, made, account.id, Role.PLAYER, now)
    text = ENGLISH.fill("log.rematch", name=account.name, title=game.row.title)
    add_log(connection, made, now, actor=account.name, act="created", text=text)
    row, apart = find_game(connection, made), list_apart(connection, account.id)
    assert row is not None
    for player in list_players(connection, game.id):
        if player.account != account.id and player.account not in apart and not player.is_closed:
            invite_person(connection, services, row, player.account, by=account.id, by_name=account.name)
    return made


def _choose_edition(connection: Connection, services: Services, viewer: Viewer, game: LoadedGame) -> Variant:
    """Built-in variants are played in their current version; an uploaded board in its former one."""
    try:
        current = open_variant(connection, services, viewer, game.row.variant, hosting=True)
    except HttpRefusal:
        raise HttpRefusal(409, "no_rematch", case="board") from None
    return game.variant if is_brought(game.row.variant) else current


def _choose_terms(terms: Terms, *, plays: bool, ran: bool) -> Terms:
    """The same terms, with powers by lot. A player who runs the new game must not see the orders of others."""
    seating = terms.seating if terms.seating is Seating.PREFERENCES else Seating.LOT
    return replace(
        terms,
        seating=seating,
        gm_plays=terms.gm_plays or plays,
        gm_sees_orders=terms.gm_sees_orders and not plays,
        webhook=terms.webhook if ran else None,
    )


def _number_title(title: str) -> str:
    """``The Long Peace (2)``, then ``The Long Peace (3)``."""
    found = re.fullmatch(r"(.*) \((\d{1,3})\)", title)
    base, number = (found[1], int(found[2])) if found else (title, 1)
    end = f" ({number + 1})"
    return f"{base[: 120 - len(end)]}{end}"
