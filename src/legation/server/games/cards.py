"""A game as lists and pages show it."""

from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import Connection, Row

from legation.board import PowerId
from legation.game import GameState, PhaseKind, Places, list_survivors, number_places, parse_phase
from legation.judge import count_centres
from legation.render.words import word_ending, word_phase, word_placings
from legation.server.base.services import Services
from legation.server.base.times import format_time
from legation.server.game.deadlines import Handed
from legation.server.game.loaded_game import LoadedGame, Snapshot, decode_game, load_game
from legation.server.game.member_storage import list_own_memberships
from legation.server.game.membership import Membership, Role, load_membership
from legation.server.game.placings import rank_places
from legation.server.game.plan_storage import list_plans
from legation.server.game.plans import handed_of
from legation.server.game.seats import Seat, load_seats
from legation.server.game.storage import count_free_seats, find_game, list_masters
from legation.server.game.terms import format_terms, load_terms
from legation.server.game.visibility import load_visible_snapshot
from legation.server.identity.viewers import Viewer
from legation.server.judging.service import list_handed
from legation.server.press.rooms import Reader, may_read
from legation.server.press.storage import count_unread, list_rooms
from legation.server.variants.catalogue import name_board
from legation.variants import Variant, list_variants, load_variant

Wire = dict[str, Any]


def describe_cards(connection: Connection, services: Services, rows: Sequence[Row[Any]], viewer: Viewer) -> list[Wire]:
    """Games for a list, each with what the viewer is in it."""
    ids = [row.id for row in rows]
    free, masters = count_free_seats(connection, ids), list_masters(connection, ids)
    parts: dict[str, list[Row[Any]]] = {}
    if viewer.account is not None and ids:
        for part in list_own_memberships(connection, viewer.account.id, ids):
            parts.setdefault(part.game, []).append(part)
    cards = []
    for row in rows:
        card = describe_card(row, free.get(row.id, 0), masters.get(row.id, ""))
        if parts.get(row.id):
            card["you"] = _describe_part(connection, services, row, parts[row.id])
        elif row.status == "running" and load_terms(row.terms).spectators.delay_phases:
            card |= _describe_delayed(connection, services, row, viewer)
        cards.append(card)
    return cards


def describe_card(row: Row[Any], free: int, master: str) -> Wire:
    """What everybody may know of a game."""
    known = row.variant in list_variants()
    return {
        "id": row.id,
        "title": row.title,
        "variant": row.variant,
        "variant_name": load_variant(row.variant).name if known else row.variant,
        "status": row.status,
        "kind": row.kind,
        "phase": row.phase,
        "phase_title": word_phase(parse_phase(row.phase)),
        "deadline": format_time(row.deadline),
        "powers": len(load_variant(row.variant).powers) if known else 0,
        "free_seats": free,
        "you": None,
        "is_anonymous": load_terms(row.terms).is_anonymous,
        "gm": master,
    }


def _describe_part(connection: Connection, services: Services, row: Row[Any], parts: Sequence[Row[Any]]) -> Wire:
    rank = {role: place for place, role in enumerate(("player", "gm", "co_gm", "standby", "spectator"))}
    first = min(parts, key=lambda part: rank[part.role])
    power = next((PowerId(part.power) for part in parts if part.role == "player" and part.power), None)
    is_gm = any(part.role in ("gm", "co_gm") for part in parts)
    due = False
    if power and row.status in ("running", "paused"):
        due = power in load_game(connection, services, row.id).due
    unread = count_news(connection, row.id, first.account, Reader(power, is_gm))
    return {"role": first.role, "power": power, "due": due, "unread": unread}


def _describe_delayed(connection: Connection, services: Services, row: Row[Any], viewer: Viewer) -> Wire:
    """The phase that an onlooker sees."""
    whole = find_game(connection, row.id)
    assert whole is not None
    game = decode_game(connection, services, whole)
    phase = load_visible_snapshot(connection, game, load_membership(connection, whole, viewer)).state.shown_phase
    return {"phase": str(phase), "phase_title": word_phase(phase)}


def count_news(connection: Connection, game: str, account: int, reader: Reader) -> int:
    """Press that an account has not read."""
    rooms = [room.id for room in list_rooms(connection, game) if may_read(room.key, reader)]
    return sum(count_unread(connection, account, rooms).values()) if rooms else 0


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
