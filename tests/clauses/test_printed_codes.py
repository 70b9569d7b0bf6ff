"""Every code that a sheet prints, in orders of units that stand in the space or can reach it."""

from collections.abc import Callable

import pytest

from legation.board import Board, LocationId, PowerId, Space, Terrain, Unit, UnitKind, make_units
from legation.board.position import Position
from legation.orders import Rejection, format_order, make_order_book, read_submissions
from legation.variants import load_variant
from tests.clauses.world import Entry, read_sheet

SHEETS = {
    "colonia_i": "C1-L",
    "colonia_iii": "C3-L",
    "colonia_vii": "C7-L",
    "cline_9_man_vii": "N9-12",
}
ENTRIES = [
    pytest.param(name, entry, id=f"{name} {entry.code} {entry.printed}", marks=pytest.mark.clause(clause))
    for name, clause in SHEETS.items()
    for entry in read_sheet(name)
    if entry.printed != "Arctic Ocean"  # impassable
]
SPELLINGS: tuple[Callable[[str], str], ...] = (str, str.upper, str.lower)


def take(name: str, unit: Unit, text: str) -> str:
    """The order that a line of the unit's power becomes, where no other unit stands."""
    variant = load_variant(name.replace("_", "-"))
    lines = read_submissions(variant.board, {unit.power: [text]})
    book = make_order_book(variant.board, Position(make_units([unit])), lines, variant.rulebook.order_rules)
    (answer,) = book.answers
    return str(answer) if isinstance(answer, Rejection) else format_order(answer)


def find(name: str, entry: Entry) -> tuple[Board, Space]:
    board = load_variant(name.replace("_", "-")).board
    return board, board.spaces[board.names.parse_space(entry.printed)]


@pytest.mark.parametrize(("name", "entry"), ENTRIES)
def test_a_unit_is_ordered_by_the_printed_code_of_its_space(name: str, entry: Entry) -> None:
    board, space = find(name, entry)
    sails = space.terrain is Terrain.SEA
    location = next(place for place in space.locations if board.can_stand(place, sails=sails))
    unit = Unit(PowerId("RUSSIA"), UnitKind.FLEET if sails else UnitKind.ARMY, location)
    for spell in SPELLINGS:
        assert take(name, unit, f"{unit.kind.value} {spell(entry.code)} H") == f"{unit} H"
        assert take(name, unit, f"{spell(entry.code)} holds") == f"{unit} H"


@pytest.mark.parametrize(("name", "entry"), ENTRIES)
def test_a_unit_is_sent_to_a_space_by_its_printed_code(name: str, entry: Entry) -> None:
    board, space = find(name, entry)
    for kind, moves in ((UnitKind.ARMY, board.army_moves), (UnitKind.FLEET, board.fleet_moves)):
        start = next((place for place, goals in moves.items() if LocationId(space.id) in goals), None)
        if start is None or (name.startswith("colonia") and is_closed(name, kind, space)):
            continue
        unit = Unit(PowerId("RUSSIA"), kind, start)
        for spell in SPELLINGS:
            assert take(name, unit, f"{unit} - {spell(entry.code)}") == f"{unit} - {space.id}"


def is_closed(name: str, kind: UnitKind, space: Space) -> bool:
    """Whether a rule of the variant keeps armies out."""
    variant = load_variant(name.replace("_", "-"))
    return any(space.id in module.closed_to(variant.board, variant.start, kind) for module in variant.rulebook.modules)
