"""The orders of an undone phase are on file when it opens again, as far as they are still possible."""

import json
from collections.abc import Mapping

from sqlalchemy import Connection

from legation.board import PowerId
from legation.game import Judged, list_on_file, read_entry
from legation.server.base.services import Services
from legation.server.game.loaded_game import LoadedGame, Snapshot
from legation.server.game.plans import list_plans, put_plan, review_plan
from legation.server.game.records import Author
from legation.server.game.seats import Seat
from legation.server.game.storage import find_undone


def carry_undone_orders(
    connection: Connection, services: Services, game: LoadedGame, opened: Snapshot, seats: Mapping[PowerId, Seat]
) -> None:
    """Restore the orders of a phase that opens, if it was judged before and undone; newer orders stay.

    In a lesson every turn starts with an empty sheet.
    """
    if game.row.lesson is not None:
        return
    row = find_undone(connection, game.id, str(opened.state.phase))
    if row is None:
        return
    event = read_entry(json.loads(row.text), f"entry {row.number}", {}).event
    assert isinstance(event, Judged)
    texts = list_on_file(game.variant, game.rulebook, opened.state, event.record)
    lay_out(connection, services, game.at(opened), seats, texts)


def lay_out(
    connection: Connection,
    services: Services,
    coming: LoadedGame,
    seats: Mapping[PowerId, Seat],
    texts: Mapping[PowerId, tuple[str, ...]],
) -> None:
    """Store orders in the coming turn, for powers without any. A bot with incomplete orders thinks again instead.

    In a game against bots all of them think again: its player has seen their orders.
    """
    turn = coming.row.turn + 1
    plans = list_plans(connection, coming.id, turn)
    for power in coming.snapshot.due:
        lines, is_bot = texts.get(power, ()), bool(seats[power].bot)
        if not lines or power in plans or (is_bot and coming.row.is_solo):
            continue
        if is_bot:
            review = review_plan(coming, power, lines)
            if review.idle or review.unused:
                continue
        by = Author.BOT if is_bot else Author.PLAYER if coming.row.is_solo else Author.GM
        put_plan(connection, coming.id, turn, power, "A", texts=lines, by=by, now=services.clock.now())
