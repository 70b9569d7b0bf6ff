"""Why an order succeeded or failed: the sums, the rule, the chain behind it, and what would have changed it."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from legation.board import Board, LocationId, PowerId, space_of
from legation.contract import ResultWord, name_result
from legation.game import PhaseRecord, explain_order_text
from legation.judge import Outcome, Reason, Result
from legation.orders import (
    Bomb,
    Move,
    Order,
    Piece,
    Rejection,
    SupportHold,
    SupportMove,
    Waive,
    format_order,
)
from legation.render.words import (
    Citation,
    name_unit,
    word_outcome,
    word_refusal_rule,
    word_rejection,
    word_remedies,
    word_rules,
)
from legation.server.base.lru_cache import LruCache
from legation.server.base.refusals import HttpRefusal
from legation.server.base.services import Services
from legation.server.game.loaded_game import LoadedGame, load_record
from legation.server.game.order_lines import OrderLine, describe_order
from legation.server.game.visibility import open_visible
from legation.server.identity.viewers import Viewer
from legation.server.orders.reviews import RefusedLine, describe_refused_line


@dataclass(frozen=True, slots=True)
class SumRow:
    """An addend of a strength."""

    text: str
    value: int


@dataclass(frozen=True, slots=True)
class Sum:
    """A strength, as a sum of a unit and its supports."""

    title: str
    rows: list[SumRow]
    total: int


@dataclass(frozen=True, slots=True)
class Rule:
    """A rule in a sentence, with its source: a clause of the sheet, or an edition of the rulebook."""

    text: str
    cite: str
    id: str | None
    link: str | None


@dataclass(frozen=True, slots=True)
class ChainLink:
    """An order that decided another."""

    line: OrderLine
    depth: int
    result: ResultWord
    text: str


@dataclass(frozen=True, slots=True)
class ExplanationPage:
    """Why an order succeeded or failed."""

    order: str
    power: PowerId
    result: ResultWord | Literal["illegal"]
    reason: str
    text: str
    sums: list[Sum]
    clause: Rule
    """The rule that decided it."""
    also: list[Rule]
    """Other rules that apply."""
    rulebook: str
    chain: list[ChainLink]
    changes: list[str]
    """What would have changed it."""
    refused: list[RefusedLine]
    link: str


_TOLD: LruCache[tuple[str, str, str], ExplanationPage] = LruCache(500)


def explain_order(
    services: Services, viewer: Viewer, game_id: str, order: str, phase: str | None = None
) -> ExplanationPage:
    """Why an order of a judged phase succeeded or failed."""
    with services.store.read() as connection:
        game, _, visible = open_visible(connection, services, game_id, viewer)
        if not visible.judged:
            raise HttpRefusal(404, "no_such_phase", case="none_yet", field="phase")
        head = visible.get(phase) if phase else visible.judged[-1]
        record = load_record(connection, game.id, head.number, head.hash)
    key = (game.id, head.hash, order)
    return _TOLD.get(key) or _TOLD.put(key, explain(game, record, order))


def explain(game: LoadedGame, record: PhaseRecord, text: str) -> ExplanationPage:
    """Explain an order; refuses a text that does not name an order."""
    told = explain_order_text(game.variant.board, record, text, game.rulebook)
    if told is None:
        raise HttpRefusal(404, "no_such_order", field="order", order=repr(text[:60]), phase=record.phase)
    if not told.chain:
        return _explain_refusal(game, record, told.refused)
    board, outcome = game.variant.board, told.chain[0].outcome
    rules = [_link_rule(game, rule) for rule in word_rules(game.rulebook, outcome)]
    return ExplanationPage(
        order=format_order(outcome.order),
        power=outcome.power,
        result=name_result(outcome),
        reason=outcome.reason.value,
        text=word_outcome(board, outcome),
        sums=list(_list_sums(board, record, outcome)),
        clause=rules[0],
        also=rules[1:],
        rulebook=_name_rulebook(game),
        chain=[
            ChainLink(
                line=describe_order(board, link.outcome.power, link.outcome.order, {}),
                depth=link.depth,
                result=name_result(link.outcome),
                text=word_outcome(board, link.outcome),
            )
            for link in told.chain[1:]
        ],
        changes=word_remedies(told.remedies),
        refused=[describe_refused_line(found, game.rulebook) for found in told.refused],
        link=_link(game, record),
    )


def _explain_refusal(game: LoadedGame, record: PhaseRecord, rejections: Sequence[Rejection]) -> ExplanationPage:
    """Explain a unit without a valid order."""
    refused = rejections[0]
    return ExplanationPage(
        order=refused.text,
        power=refused.power,
        result="illegal",
        reason=refused.fault.value,
        text=word_rejection(refused),
        sums=[],
        clause=_link_rule(game, word_refusal_rule(game.rulebook, refused.refusal)),
        also=[],
        rulebook=_name_rulebook(game),
        chain=[],
        changes=[],
        refused=[describe_refused_line(found, game.rulebook) for found in rejections],
        link=_link(game, record),
    )


def _link(game: LoadedGame, record: PhaseRecord) -> str:
    return f"/g/{game.id}/results/{record.phase}"


def _link_rule(game: LoadedGame, rule: Citation) -> Rule:
    link = f"/g/{game.id}/rules#{rule.clause}" if rule.clause else None
    return Rule(rule.text, rule.cite, rule.clause, link)


def _name_rulebook(game: LoadedGame) -> str:
    return game.rules.setup.rules or game.variant.rulebook_id


def _list_sums(board: Board, record: PhaseRecord, outcome: Outcome) -> Iterator[Sum]:
    """The strengths that decided it, each as the sum of a unit and its supports."""
    numbers, order = outcome.strengths, outcome.order
    if numbers is None or isinstance(order, Waive | Bomb):
        return
    if not isinstance(order, Move):
        yield _sum(board, record, "Holds with", order.unit, None, total=numbers.hold)
        yield from _list_attack(board, record, outcome)
        return
    yield _sum(board, record, "Attack", order.unit, order.target, total=numbers.attack)
    rivals = [cause for cause in outcome.because_of if isinstance(cause, Move)]
    if outcome.reason in (Reason.BOUNCED, Reason.OUTMATCHED) and rivals:
        strongest = max(rivals, key=lambda rival: len(_list_rows(board, record, rival.unit, rival.target)))
        yield _sum(board, record, "Against it", strongest.unit, strongest.target, total=numbers.prevent)
    elif outcome.reason is Reason.MET_HEAD_ON and rivals:
        yield _sum(board, record, "Head on", rivals[0].unit, rivals[0].target, total=numbers.defend)
    elif numbers.hold:
        there = record.before.position.units.get(space_of(order.target))
        if there is not None:
            yield _sum(board, record, "Defence", Piece(there.kind, there.location), None, total=numbers.hold)


def _list_attack(board: Board, record: PhaseRecord, outcome: Outcome) -> Iterator[Sum]:
    by = outcome.dislodged_by
    found = next((other for other in record.outcomes if other.order == by), None)
    if isinstance(by, Move) and found is not None and found.strengths is not None:
        yield _sum(board, record, "Attacked with", by.unit, by.target, total=found.strengths.attack)


def _sum(board: Board, record: PhaseRecord, title: str, piece: Piece, target: LocationId | None, *, total: int) -> Sum:
    rows = _list_rows(board, record, piece, target)
    rest = total - len(rows)
    if rest:  # a support that does not count against this unit, or a unit that left and defends nothing
        rows.append(SumRow("Not counted here" if rest < 0 else "By rule", rest))
    return Sum(title, rows, total)


def _list_rows(board: Board, record: PhaseRecord, piece: Piece, target: LocationId | None) -> list[SumRow]:
    """A unit and the supports given to it."""
    supports = [
        SumRow(f"Support of {name_unit(board, other.order.unit)}", 1)
        for other in record.outcomes
        if isinstance(other.order, SupportHold | SupportMove)
        and other.result is Result.SUCCEEDS
        and _helps(other.order, piece, target)
    ]
    return [SumRow(_begin(name_unit(board, piece)), 1), *supports]


def _begin(text: str) -> str:
    """The text with a capital letter, to begin a line."""
    return text[:1].upper() + text[1:]


def _helps(order: Order, piece: Piece, target: LocationId | None) -> bool:
    match order:
        case SupportMove(supported=helped, target=goal):
            return target is not None and helped == piece and space_of(goal) == space_of(target)
        case SupportHold(supported=helped):
            return target is None and helped == piece
        case _:
            return False
