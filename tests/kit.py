"""Small helpers that the tests share: positions from text, orders judged in one call, boards from inline tables."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from legation.board import (
    STANDARD_TRAITS,
    Board,
    CentreKind,
    DislodgedUnit,
    Position,
    PowerId,
    SpaceId,
    Unit,
    UnitKind,
    UnitTraits,
    load_board,
    make_units,
)
from legation.judge import (
    AdjustmentVerdict,
    Outcome,
    Rulebook,
    RuleModule,
    Verdict,
    judge_adjustments,
    judge_moves,
    judge_retreats,
    make_rulebook,
)
from legation.orders import (
    Bomb,
    Hold,
    OrderBook,
    RetreatBook,
    Waive,
    format_order,
    make_order_book,
    make_retreat_book,
    parse_order,
    piece_of,
    read_submissions,
)
from legation.variants import load_rulebook, load_variant

Letters = Mapping[str, Sequence[str]]
"""Lines of text for each power: ``{"FRANCE": ["A PAR - BUR"]}``."""

PROFILES: Final = ("1971", "1982", "2000", "2023")
STANDARD: Final[Board] = load_variant("standard").board

TRANSPORT_TRAITS: Final = UnitTraits(
    sails=True,
    cuts_support=False,
    supports_attacks=False,
    is_supported_in_attack=False,
    stands_off=False,
    survives_dislodgement=False,
    captures=frozenset({CentreKind.COLONIAL}),
)
"""A transport fleet as the Colonial Variant has it (rules 11 to 16)."""


def rules(profile: str = "2000", *modules: RuleModule, **switches: object) -> Rulebook:
    """A profile with some switches set and some rule modules added."""
    return replace(make_rulebook(switches, load_rulebook(profile)), modules=modules)


def transport_rules() -> Rulebook:
    """The profile ``2000`` with transport fleets."""
    return replace(rules(), traits={**STANDARD_TRAITS, UnitKind.TRANSPORT: TRANSPORT_TRAITS})


def make_unit(power: str, text: str, board: Board = STANDARD) -> Unit:
    """The unit that a text such as ``F STP/SC`` describes."""
    order = parse_order(f"{text} H", board.names)
    assert isinstance(order, Hold)
    assert order.unit.kind is not None
    return Unit(PowerId(power), order.unit.kind, order.unit.location)


def make_owners(centres: Letters) -> dict[SpaceId, PowerId]:
    """Owners of centres, from the codes of each power's centres."""
    return {SpaceId(code): PowerId(power) for power, codes in centres.items() for code in codes}


def make_position(
    units: Letters, board: Board = STANDARD, *, centres: Letters | None = None, disorder: Sequence[str] = ()
) -> Position:
    """A position from ``{"FRANCE": ["A PAR"]}``."""
    placed = [make_unit(power, text, board) for power, texts in units.items() for text in texts]
    return Position(
        make_units(placed), make_owners(centres or {}), in_disorder=frozenset(PowerId(power) for power in disorder)
    )


def place_ordered(orders: Letters, units: Letters, board: Board = STANDARD) -> Letters:
    """The units that orders name, and some more that have none."""
    placed = {power: list(texts) for power, texts in units.items()}
    for power, lines in orders.items():
        for line in lines:
            order = parse_order(line, board.names)
            assert not isinstance(order, Waive | Bomb)
            if str(order.unit) not in placed.setdefault(power, []):
                placed[power].append(str(order.unit))
    return placed


def write_orders(orders: Letters) -> dict[PowerId, Sequence[str]]:
    """Letters with their powers typed."""
    return {PowerId(power): lines for power, lines in orders.items()}


@dataclass(frozen=True)
class Judged:
    """A movement phase, before and after."""

    before: Position
    book: OrderBook
    verdict: Verdict

    def __getitem__(self, space: str) -> Outcome:
        return self.verdict.by_unit()[piece_of(self.before.units[SpaceId(space)])]

    @property
    def after(self) -> Position:
        return self.verdict.position

    def because(self, space: str) -> list[str]:
        """The orders that decided the outcome of the unit in a space, as text."""
        return [format_order(order) for order in self[space].because_of]

    def units(self, power: str) -> list[str]:
        """The units that a power has afterwards, as text."""
        return [str(unit) for unit in self.after.units_of(PowerId(power))]

    @property
    def dislodged(self) -> dict[str, DislodgedUnit]:
        return {str(found.unit): found for found in self.after.dislodged}


def judge(
    orders: Letters,
    rulebook: Rulebook | None = None,
    *,
    board: Board = STANDARD,
    units: Letters | None = None,
    disorder: Sequence[str] = (),
) -> Judged:
    """Judge orders given as text. The units are those that the orders name, and ``units``, which have none."""
    before = make_position(place_ordered(orders, units or {}, board), board, disorder=disorder)
    return judge_position(before, orders, rulebook, board=board)


def judge_position(
    before: Position, orders: Letters, rulebook: Rulebook | None = None, *, board: Board = STANDARD
) -> Judged:
    """Judge orders given as text in a position."""
    book = make_book(before, orders, rulebook, board=board)
    return Judged(before, book, judge_moves(board, before, book, rulebook or rules()))


def make_book(
    position: Position, orders: Letters, rulebook: Rulebook | None = None, *, board: Board = STANDARD
) -> OrderBook:
    """The order book of orders given as text."""
    submissions = read_submissions(board, write_orders(orders))
    return make_order_book(board, position, submissions, (rulebook or rules()).order_rules)


def make_retreats(position: Position, orders: Letters, board: Board = STANDARD) -> RetreatBook:
    """The retreat book of orders given as text."""
    return make_retreat_book(board, position, read_submissions(board, write_orders(orders)))


def judge_retreat_orders(position: Position, orders: Letters, rulebook: Rulebook | None = None) -> Verdict:
    """Judge retreats given as text on the regular board."""
    return judge_retreats(STANDARD, position, make_retreats(position, orders), rulebook or rules())


def find_outcome(verdict: Verdict, unit: str) -> Outcome:
    """The outcome of the order of a unit, given as text."""
    (found,) = (outcome for outcome in verdict.outcomes if format_order(outcome.order).startswith(f"{unit} "))
    return found


def judge_winter(
    position: Position, orders: Letters, rulebook: Rulebook | None = None, *, board: Board = STANDARD
) -> AdjustmentVerdict:
    """Judge adjustments given as text."""
    return judge_adjustments(board, position, read_submissions(board, write_orders(orders)), rulebook or rules())


SPACE_HEADER: Final = "code,name,kind,centre,powers,coasts,island,convoy,theatre,aliases"
BORDER_HEADER: Final = "from,to,army,fleet,one_way,condition,note"


def fill_table(header: str, rows: str) -> str:
    """A table from short rows: what is missing at their ends is filled up with empty cells."""
    columns = header.count(",")
    lines = [row.strip() for row in rows.strip().splitlines()]
    return "\n".join([header, *(line + "," * (columns - line.count(",")) for line in lines), ""])


def write_board(folder: Path, spaces: str, borders: str) -> Path:
    """Write the two tables of a board from short rows."""
    (folder / "spaces.csv").write_text(fill_table(SPACE_HEADER, spaces), encoding="utf-8")
    (folder / "borders.csv").write_text(fill_table(BORDER_HEADER, borders), encoding="utf-8")
    return folder


def make_tiny_board(folder: Path, spaces: str, borders: str) -> Board:
    """A board from short rows of its two tables."""
    return load_board(write_board(folder, spaces, borders))
