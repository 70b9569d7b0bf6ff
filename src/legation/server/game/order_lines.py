"""Orders as the page draws and lists them."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal

from sqlalchemy import Connection

from legation.board import Board, PowerId, SpaceId
from legation.contract import ResultWord, Source, describe_outcome, describe_rejection, get_source
from legation.errors import LegationError
from legation.game import PhaseRecord
from legation.judge import Fate, Outcome, Result, Rulebook
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
from legation.server.game.loaded_game import LoadedGame, load_record
from legation.server.game.records import EntryHead
from legation.server.http.routes import EVERY_FIELD

OrderKind = Literal[
    "hold", "move", "support_hold", "support_move", "convoy", "embark", "retreat", "disband", "build", "waive", "bomb"
]  # fmt: skip
KINDS: Mapping[type[Order], OrderKind] = {
    Hold: "hold", Move: "move", SupportHold: "support_hold", SupportMove: "support_move", Convoy: "convoy",
    Embark: "embark", Retreat: "retreat", Disband: "disband", Build: "build", Waive: "waive", Bomb: "bomb",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class OrderLine:
    """An order as pages list and draw it."""

    __pydantic_config__ = EVERY_FIELD

    power: PowerId
    order: str
    """In standard notation; an unreadable line as it was written."""
    kind: OrderKind
    at: str = ""
    """The place of the unit."""
    unit: str = ""
    to: str | None = None
    of: str | None = None
    """The place of the supported or convoyed unit."""
    other: str | None = None
    """The supported or convoyed unit."""
    carried: bool = False
    """True if the order itself says that a fleet carries the unit."""
    bombs: int = 0
    """How many bombs travel with the unit."""
    route: Sequence[SpaceId] = ()
    """The seas that a convoyed move or retreat passes, in order."""
    rejected: bool = False
    """True if the line was refused or cannot be read."""
    state: Literal["set"] = "set"
    """Pages call orders that were not sent yet drafts."""


@dataclass(frozen=True, slots=True)
class ResultLine(OrderLine):
    """An order of a judged phase with its result, in the words of the judge's answer."""

    result: ResultWord | Literal["illegal"] = field(kw_only=True)
    reason: str = field(kw_only=True)
    because_of: Sequence[str] = field(kw_only=True)
    text: str = field(kw_only=True)
    clause: str | None = field(kw_only=True)
    cite: str = field(kw_only=True)
    hint: str | None = field(kw_only=True)
    """Why the line was refused; null if it was not."""
    order_result: Result | None = field(kw_only=True)
    """The result of the order itself, if the unit was dislodged and the result says so."""


_LINES: LruCache[tuple[str, str], list[ResultLine]] = LruCache(200, most_bytes=40_000_000)
OF_LINE = 1_500
"""Bytes of an order with its result, approximately."""


def describe_orders(board: Board, orders: Iterable[tuple[PowerId, Order]]) -> list[OrderLine]:
    """Orders that are not yet judged."""
    given = list(orders)
    convoys = [order for _, order in given if isinstance(order, Convoy)]
    carriers = group_carriers(convoys) if convoys else {}
    return [describe_order(board, power, order, carriers) for power, order in given]


def describe_order(board: Board, power: PowerId, order: Order, carriers: Carriers) -> OrderLine:
    """One order, without its outcome."""
    text, kind = format_order(order), KINDS[type(order)]
    match order:
        case Waive():
            return OrderLine(power, text, kind)
        case Bomb(origin, struck):
            return OrderLine(power, text, kind, origin, name_ordered(order), struck)
    at, unit = order.unit.location, str(order.unit)
    match order:
        case Move(target=target, carry=bombs):
            carried = order.via_convoy or bool(order.path)
            route = list_route_seas(board, order, carriers) if carriers or carried else ()
            return OrderLine(power, text, kind, at, unit, target, bombs=bombs, carried=carried, route=route)
        case Retreat(target=target, via=via):
            return OrderLine(power, text, kind, at, unit, target, carried=bool(via), route=(via,) if via else ())
        case SupportMove(supported=helped, target=target) | Convoy(army=helped, target=target):
            return OrderLine(power, text, kind, at, unit, target, helped.location, str(helped))
        case SupportHold(supported=helped) | Embark(army=helped):
            return OrderLine(power, text, kind, at, unit, None, helped.location, str(helped))
        case _:
            return OrderLine(power, text, kind, at, unit)


def describe_lines(board: Board, lines: Iterable[Submission]) -> dict[PowerId, list[OrderLine]]:
    """The lines as they are understood, by power; an unreadable one is marked as rejected."""
    given = list(lines)
    carriers = group_carriers(line.order for line in given if not isinstance(line.order, LegationError))
    described: dict[PowerId, list[OrderLine]] = {}
    for line in given:
        found = (
            describe_unread(line.power, line.text)
            if isinstance(line.order, LegationError)
            else describe_order(board, line.power, line.order, carriers)
        )
        described.setdefault(line.power, []).append(found)
    return described


def describe_unread(power: PowerId, text: str) -> OrderLine:
    """An unreadable line, which names no unit."""
    return OrderLine(power, text, "hold", rejected=True)


def name_ordered(order: Order) -> str:
    """The unit, or the bomb, that an order is for; empty for a waiver."""
    match order:
        case Waive():
            return ""
        case Bomb(origin, _):
            return f"BOMB {origin}"
    return str(order.unit)


def describe_outcomes(board: Board, record: PhaseRecord, rulebook: Rulebook) -> list[ResultLine]:
    """All orders of a judged phase with their outcomes; refused ones last."""
    carriers, usual = group_carriers(outcome.order for outcome in record.outcomes), get_source(rulebook)
    followed = [_describe_outcome(board, outcome, carriers, usual) for outcome in record.outcomes]
    return [*followed, *(_describe_refused(board, rejection, usual) for rejection in record.rejections)]


def _describe_outcome(board: Board, outcome: Outcome, carriers: Carriers, usual: Source) -> ResultLine:
    told = describe_outcome(board, outcome, usual)
    return _add_result(
        describe_order(board, outcome.power, outcome.order, carriers),
        result=told["result"],
        reason=told["reason"],
        because_of=told["because_of"],
        text=told["text"],
        source=Source(told["clause"], told["cite"]),
        order_result=None if outcome.fate is Fate.STANDS else outcome.result,
    )


def _describe_refused(board: Board, rejection: Rejection, usual: Source) -> ResultLine:
    if rejection.order is None:
        line = describe_unread(rejection.power, rejection.text)
    else:
        understood = describe_order(board, rejection.power, rejection.order, {})
        line = replace(understood, order=rejection.text, rejected=True)
    told = describe_rejection(rejection, usual)
    source = Source(told["clause"], told["cite"])
    return _add_result(
        line, result="illegal", reason=told["reason"], text=told["hint"], source=source, hint=told["hint"]
    )


def _add_result(
    line: OrderLine,
    *,
    result: ResultWord | Literal["illegal"],
    reason: str,
    text: str,
    source: Source,
    because_of: Sequence[str] = (),
    hint: str | None = None,
    order_result: Result | None = None,
) -> ResultLine:
    return ResultLine(
        line.power, line.order, line.kind, line.at, line.unit, line.to, line.of, line.other, line.carried, line.bombs,
        line.route, line.rejected,
        result=result, reason=reason, because_of=because_of, text=text, clause=source.clause, cite=source.cite,
        hint=hint, order_result=order_result,
    )  # fmt: skip


def load_lines(connection: Connection, game: LoadedGame, head: EntryHead) -> list[ResultLine]:
    """The orders of a judged phase with their results; they never change, so they are cached."""
    key = (game.id, head.hash)
    known = _LINES.get(key)
    if known is not None:
        return known
    record = load_record(connection, game.id, head.number, head.hash)
    lines = describe_outcomes(game.variant.board, record, game.rulebook)
    return _LINES.put(key, lines, OF_LINE * len(lines))
