"""Positions with armies aboard ships, for the tests."""

from dataclasses import replace
from typing import Final

from legation.board import STANDARD_TRAITS, Board, Position, Unit, UnitKind, UnitTraits, aboard, make_units
from legation.judge import Rulebook
from legation.orders import Embark
from tests.kit import STANDARD, TRANSPORT_TRAITS, Judged, Letters, judge_position, make_position, make_unit, rules

CARRIAGE_TRAITS: Final = {
    **STANDARD_TRAITS,
    UnitKind.ARMY: UnitTraits(sails=False),
    UnitKind.FLEET: UnitTraits(sails=True),
    UnitKind.TRANSPORT: TRANSPORT_TRAITS,
}


def carriage_rules(profile: str = "1971", **switches: object) -> Rulebook:
    """A profile with ships that take armies aboard, and without convoys (Colonial Variant, rule 7)."""
    return replace(rules(profile, **switches), traits=CARRIAGE_TRAITS, extra_kinds=frozenset({Embark}))


def load_ships(position: Position, cargo: Letters, board: Board = STANDARD) -> Position:
    """The position with armies put aboard ships: ``{"FRANCE": ["A ENG"]}``."""
    armies = [put_aboard(make_unit(power, text, board)) for power, texts in cargo.items() for text in texts]
    return position._replace(units=make_units([*position.units.values(), *armies]))


def put_aboard(army: Unit) -> Unit:
    """The army aboard the ship in its space."""
    return army._replace(location=aboard(army.space))


def list_aboard(position: Position) -> dict[str, str]:
    """The armies aboard by the space of their ship: ``{"ENG": "FRANCE A ENG"}``."""
    return {str(army.space): f"{army.power} {army}" for army in position.armies_aboard}


def sail(
    orders: Letters,
    units: Letters,
    cargo: Letters | None = None,
    rulebook: Rulebook | None = None,
    *,
    board: Board = STANDARD,
) -> Judged:
    """Judge orders in a position with armies aboard."""
    position = load_ships(make_position(units, board), cargo or {}, board)
    return judge_position(position, orders, rulebook or carriage_rules(), board=board)
