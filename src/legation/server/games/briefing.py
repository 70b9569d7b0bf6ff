"""The briefing for a player who takes over a power: its position, its history, and what the last player left."""

import json
from typing import Any

from sqlalchemy import Connection

from legation.board import PowerId
from legation.game import PhaseRecord
from legation.judge import count_centres
from legation.orders import format_order
from legation.render.words import word_phase
from legation.server.base.refusals import forbidden
from legation.server.base.services import Services
from legation.server.base.times import format_time
from legation.server.game.loaded_game import LoadedGame, decode_game, load_record
from legation.server.game.member_storage import list_seats
from legation.server.game.membership import Act, Membership, Role, open_game
from legation.server.game.plan_storage import find_plan
from legation.server.game.seats import load_seats
from legation.server.game.visibility import VisibleGame, load_visible
from legation.server.identity.viewers import Viewer

MOST_PHASES = 12
"""So far back the history goes: before that the centres tell enough."""


def read_briefing(services: Services, viewer: Viewer, game_id: str, power: str | None) -> dict[str, Any]:
    """The briefing on the viewer's own power, or for a standby on a power that is offered."""
    with services.store.read() as connection:
        row, membership = open_game(connection, game_id, viewer)
        game = decode_game(connection, services, row)
        wanted = game.variant.find_power(power) if power else membership.need_power()
        _check(connection, game, membership, wanted)
        visible = load_visible(connection, game, membership)
        left = _describe_left(connection, game, wanted) if membership.power == wanted else None
        return {
            "power": wanted,
            "name": game.variant.powers[wanted].name,
            "position": _describe_position(game, visible, wanted),
            "deadline": format_time(row.deadline),
            "history": _list_history(connection, game, visible, wanted),
            "left": left,
            "press_kept": True,
        }


def _check(connection: Connection, game: LoadedGame, membership: Membership, power: PowerId) -> None:
    """Who plays a power is briefed on it; a standby on one that is free; a game master on any."""
    membership.need(Act.BRIEFING)
    if power == membership.power or membership.is_gm:
        return
    seat = load_seats(connection, game.id)[power]
    if Role.STANDBY not in membership.roles or not (seat.is_offered or seat.kind == "empty"):
        raise forbidden(f"Only {game.variant.powers[power].name} reads this.")


def _describe_position(game: LoadedGame, visible: VisibleGame, power: PowerId) -> dict[str, Any]:
    state = visible.snapshot.state
    position = state.position
    return {
        "phase": str(state.shown_phase),
        "title": word_phase(state.shown_phase),
        "centres": [str(space) for space in position.centres_of(power)],
        "count": count_centres(game.variant.board, position, power, game.rulebook),
        "to_win": game.variant.winning_count,
        "units": [str(unit) for unit in position.units_of(power)],
        "is_due": power in game.due,
    }


def _list_history(
    connection: Connection, game: LoadedGame, visible: VisibleGame, power: PowerId
) -> list[dict[str, Any]]:
    """The last phases of a power, the newest first."""
    history = []
    for head in reversed(visible.judged[-MOST_PHASES:]):
        record = load_record(connection, game.id, head.number, head.hash)
        history.append({"phase": head.phase, "title": word_phase(record.phase), **_describe_phase(game, record, power)})
    return history


def _describe_phase(game: LoadedGame, record: PhaseRecord, power: PowerId) -> dict[str, Any]:
    own = [outcome for outcome in record.outcomes if outcome.power == power]
    before, after = record.before.position.owners, record.after.position.owners
    return {
        "orders": [{"order": format_order(found.order), "result": found.result.value} for found in own],
        "won": sorted(space for space, owner in after.items() if owner == power and before.get(space) != power),
        "lost": sorted(space for space, owner in before.items() if owner == power and after.get(space) != power),
        "centres": count_centres(game.variant.board, record.after.position, power, game.rulebook),
    }


def _describe_left(connection: Connection, game: LoadedGame, power: PowerId) -> dict[str, Any]:
    """What the leaver left: notes, and the plans for this phase. Only who plays the power reads them."""
    notes = next((seat.notes for seat in list_seats(connection, game.id) if seat.power == power), "")
    plans = {}
    for plan in ("A", "B"):
        row = find_plan(connection, game.id, game.row.turn, power, plan)
        if row is not None:
            plans[plan] = json.loads(row.texts)
    return {"notes": notes, "plans": plans}
