"""Orders as the page draws and lists them."""

from collections.abc import Iterable, Mapping
from typing import Any

from legation.board import Board, PowerId
from legation.contract import Source, describe_outcome, describe_rejection, get_source
from legation.errors import LegationError
from legation.game import PhaseRecord
from legation.judge import Fate, Outcome, Rulebook
from legation.orders import (
    Bomb,
    Build,
    Carriers,
    Convoy,
    Disband,
    Embark,
    Hold,
    Move,
    Order,
    Rejection,
    Retreat,
    Submission,
    SupportHold,
    SupportMove,
    Waive,
    format_order,
    group_carriers,
    list_route_seas,
)
from legation.server.base.lru_cache import LruCache
from legation.server.game.loaded_game import LoadedGame
from legation.server.game.records import EntryHead

Line = dict[str, Any]
_LINES: LruCache[tuple[str, str], list[Line]] = LruCache(200)
KINDS: Mapping[type[Order], str] = {
    Hold: "hold", Move: "move", SupportHold: "support_hold", SupportMove: "support_move", Convoy: "convoy",
    Embark: "embark", Retreat: "retreat", Disband: "disband", Build: "build", Waive: "waive", Bomb: "bomb",
}  # fmt: skip


def describe_orders(board: Board, orders: Iterable[tuple[PowerId, Order]], **more: object) -> list[Line]:
    """Orders that are not judged yet."""
    given = list(orders)
    carriers = group_carriers(order for _, order in given)
    return [describe_order(board, power, order, carriers) | more for power, order in given]


def describe_order(board: Board, power: PowerId, order: Order, carriers: Carriers) -> Line:
    """One order, without what became of it."""
    line: Line = {"power": power, "order": format_order(order), "kind": KINDS[type(order)], "at": "", "unit": ""}
    match order:
        case Waive():
            return line
        case Bomb(origin, struck):
            return line | {"at": origin, "unit": name_ordered(order), "to": struck}
    line |= {"at": order.unit.location, "unit": str(order.unit)}
    match order:
        case Move(target=target):
            line |= {"to": target} | ({"carried": True} if order.via_convoy or order.path else {})
            line |= {"bombs": order.carry} if order.carry else {}
        case Retreat(target=target, via=via):
            line |= {"to": target} | ({"carried": True} if via else {})
        case SupportMove(supported=helped, target=target) | Convoy(army=helped, target=target):
            line |= {"to": target, "of": helped.location, "other": str(helped)}
        case SupportHold(supported=helped) | Embark(army=helped):
            line |= {"of": helped.location, "other": str(helped)}
    route = list_route_seas(board, order, carriers)
    return line | {"route": list(route)} if route else line


def describe_lines(board: Board, lines: Iterable[Submission]) -> dict[PowerId, list[Line]]:
    """Lines as they are read, by power; one that cannot be read is marked as rejected."""
    given = list(lines)
    carriers = group_carriers(line.order for line in given if not isinstance(line.order, LegationError))
    described: dict[PowerId, list[Line]] = {}
    for line in given:
        found = (
            describe_unread(line.power, line.text)
            if isinstance(line.order, LegationError)
            else describe_order(board, line.power, line.order, carriers)
        )
        described.setdefault(line.power, []).append(found)
    return described


def describe_unread(power: PowerId, text: str) -> Line:
    """A line that cannot be read: it says nothing about a unit."""
    return {"power": power, "order": text, "kind": "hold", "at": "", "unit": "", "rejected": True}


def name_ordered(order: Order) -> str:
    """The unit, or the bomb, that an order is for; nothing for a waiver."""
    match order:
        case Waive():
            return ""
        case Bomb(origin, _):
            return f"BOMB {origin}"
    return str(order.unit)


def describe_outcomes(board: Board, record: PhaseRecord, rulebook: Rulebook) -> list[Line]:
    """All orders of a judged phase with what became of them, in the words of the judge's answer; refused ones last."""
    carriers, usual = group_carriers(outcome.order for outcome in record.outcomes), get_source(rulebook)
    lines = [
        describe_order(board, outcome.power, outcome.order, carriers)
        | describe_outcome(board, outcome, usual)
        | {"rejected": False, "hint": None}
        | _describe_lost_order(outcome)
        for outcome in record.outcomes
    ]
    return [*lines, *(_describe_refused(board, rejection, usual) for rejection in record.rejections)]


def _describe_lost_order(outcome: Outcome) -> Line:
    """What became of the order itself, where the unit was driven out and the result says that."""
    return {} if outcome.fate is Fate.STANDS else {"order_result": str(outcome.result)}


def _describe_refused(board: Board, rejection: Rejection, usual: Source) -> Line:
    line: Line = {"kind": "hold", "at": "", "unit": ""}
    if rejection.order is not None:
        line = describe_order(board, rejection.power, rejection.order, {})
    told = describe_rejection(rejection, usual)
    text = told.pop("text")
    return line | told | {"order": text, "text": told["hint"], "result": "illegal", "because_of": [], "rejected": True}


def load_lines(game: LoadedGame, head: EntryHead, record: PhaseRecord) -> list[Line]:
    """The orders of a judged phase with their results; they never change, so they are kept."""
    key = (game.id, head.hash)
    return _LINES.get(key) or _LINES.put(key, describe_outcomes(game.variant.board, record, game.rulebook))
