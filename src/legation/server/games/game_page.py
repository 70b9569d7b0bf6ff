"""One game as its page shows it to one viewer."""

from collections.abc import Mapping
from typing import Any

from sqlalchemy import Connection

from legation.board import PowerId
from legation.game import GameState, PhaseKind, Places, list_survivors, number_places
from legation.judge import count_centres
from legation.render.words import word_ending, word_phase, word_placings
from legation.server.base.services import Services
from legation.server.base.times import format_time
from legation.server.game.deadlines import Handed
from legation.server.game.loaded_game import LoadedGame, Snapshot, decode_game
from legation.server.game.membership import Membership, Role, open_game
from legation.server.game.placings import rank_places
from legation.server.game.plan_storage import list_plans
from legation.server.game.plans import handed_of
from legation.server.game.seats import Seat, load_seats
from legation.server.game.storage import list_masters
from legation.server.game.terms import format_terms
from legation.server.game.visibility import load_visible_snapshot
from legation.server.games.game_list import count_news, describe_card
from legation.server.identity.viewers import Viewer
from legation.server.judging.service import list_handed
from legation.server.press.rooms import Reader
from legation.server.variants.catalogue import name_board
from legation.variants import Variant

Wire = dict[str, Any]


def read_game(services: Services, viewer: Viewer, game: str) -> dict[str, Any]:
    """A game as its page shows it."""
    with services.store.read() as connection:
        return load_game_page(connection, services, game, viewer)


def load_game_page(connection: Connection, services: Services, game: str, viewer: Viewer) -> dict[str, Any]:
    """A game as its page shows it, from an open transaction."""
    row, membership = open_game(connection, game, viewer)
    return describe_game(connection, services, decode_game(connection, services, row), membership)


def describe_game(connection: Connection, services: Services, game: LoadedGame, membership: Membership) -> Wire:
    """A game as its page shows it to one viewer."""
    row = game.row
    seats = load_seats(connection, game.id)
    now = load_visible_snapshot(connection, game, membership)
    plans = list_plans(connection, game.id, row.turn)
    handed = list_handed(game, seats, plans)
    state = now.state
    masters = list_masters(connection, [game.id])
    free = sum(seat.kind == "empty" for seat in seats.values())
    unread = 0
    if membership.account is not None and Role.VISITOR not in membership.roles:
        reader = Reader(membership.power, membership.is_gm)
        unread = count_news(connection, game.id, membership.account, reader)
    own = handed_of(plans.get(membership.power)) if membership.power else Handed()
    setup = game.rules.setup
    return describe_card(row, free, masters.get(game.id, "")) | {
        "variant_name": game.variant.name,
        "powers": len(game.variant.powers),
        "phase": str(state.shown_phase),
        "phase_title": word_phase(state.shown_phase),
        "terms": _describe_terms(game, membership),
        "rules": setup.rules or game.variant.rulebook_id,
        "options": dict(setup.options),
        "modules": list(setup.modules),
        "version": row.version,
        "turn": row.turn,
        "phase_since": format_time(row.phase_since),
        "is_locked": row.is_locked,
        "paused_at": format_time(row.paused_at),
        "you": _describe_you(game, membership, own, unread),
        "seats": [_describe_seat(game, now, seats[power], membership) for power in game.variant.powers],
        "waiting_for": count_waiting(game, handed),
        "ending": describe_ending(game.variant, state, rank_places(connection, game, state)),
        "unread": unread,
        "board": name_board(row.variant, row.edition),
        "edition": row.edition,
    }


def _describe_terms(game: LoadedGame, membership: Membership) -> Wire:
    """The terms; the address of the webhook is a secret of the game master's."""
    terms = format_terms(game.terms)
    if not membership.is_gm:
        terms["webhook"] = None
    return terms


def _describe_you(game: LoadedGame, membership: Membership, own: Handed, unread: int) -> Wire:
    return {
        "role": membership.roles[0],
        "roles": list(membership.roles),
        "power": membership.power,
        "is_gm": membership.is_gm,
        "due": membership.power in game.due,
        "in": own.state,
        "ready": own.is_ready,
        "may": sorted(membership.acts),
        "notes_unread": 0,
        "unread": unread,
    }


def _describe_seat(game: LoadedGame, now: Snapshot, seat: Seat, membership: Membership) -> Wire:
    position, power = now.state.position, game.variant.powers[seat.power]
    is_you = seat.power == membership.power
    return {
        "power": seat.power,
        "name": power.name,
        "initial": power.name[:1],
        "player": " and ".join(seat.names) or None if membership.sees_names or is_you else None,
        "kind": seat.kind,
        "bot": seat.bot,
        "centres": count_centres(game.variant.board, position, seat.power, game.rulebook),
        "units": len(position.units_of(seat.power)),
        "is_out": seat.power not in list_survivors(game.variant.board, position),
        "in_disorder": seat.power in position.in_disorder,
        "is_you": is_you,
        "is_offered": seat.is_offered,
    }


def count_waiting(game: LoadedGame, handed: Mapping[PowerId, Handed]) -> int | None:
    """How many powers a retreat or Winter phase waits for, without names; in movement phases that is secret."""
    kind = game.state.phase.kind
    if kind is PhaseKind.MOVES or game.row.status not in ("running", "paused"):
        return None
    return sum(not handed[power].is_done(kind) for power in game.due)


def describe_ending(variant: Variant, state: GameState, places: Places) -> Wire | None:
    """How the game ended, if it did, and the places of all powers."""
    ending = state.ending
    if ending is None:
        return None
    return {
        "kind": ending.kind,
        "powers": list(ending.powers),
        "text": word_ending(variant, ending),
        "places": [list(group) for group in ending.places],
        "by_vote": ending.by_vote,
        "placings": [{"place": number, "powers": list(group)} for number, group in number_places(places)],
        "placings_text": word_placings(variant, places),
    }
