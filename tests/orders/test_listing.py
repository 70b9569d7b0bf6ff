"""What is listed is accepted, and what is accepted is listed: the slow way round is to try every order there is."""

import random
from collections.abc import Iterator

import pytest

from legation.board import LocationId, Position, PowerId, Unit, UnitKind, coast_of, make_units, space_of
from legation.judge import RuleModule
from legation.orders import (
    Convoy,
    Fault,
    Hold,
    Move,
    MovementOrder,
    OrderRules,
    Refusal,
    Scene,
    SupportHold,
    SupportMove,
    check_order,
    format_order,
    list_orders,
    piece_of,
)
from tests.kit import STANDARD, Letters, make_position, rules

LOCATIONS = tuple(location for space in STANDARD.spaces.values() for location in space.locations)
ARMY_PLACES = [place for place in LOCATIONS if STANDARD.army_moves[place]]
FLEET_PLACES = [place for place in LOCATIONS if STANDARD.fleet_moves[place]]


def make_random_position(seed: int) -> Position:
    chance = random.Random(seed)
    powers = [PowerId("FRANCE"), PowerId("GERMANY")]
    armies = [Unit(chance.choice(powers), UnitKind.ARMY, place) for place in chance.sample(ARMY_PLACES, 6)]
    fleets = [Unit(chance.choice(powers), UnitKind.FLEET, place) for place in chance.sample(FLEET_PLACES, 12)]
    return Position(make_units([*armies, *fleets]))


def all_orders(position: Position, unit: Unit) -> Iterator[MovementOrder]:
    piece = piece_of(unit)
    yield Hold(piece)
    for target in LOCATIONS:
        yield Move(piece, target)
        yield Move(piece, target, via_convoy=True)
    for other in position.units.values():
        yield SupportHold(piece, piece_of(other))
        for target in LOCATIONS:
            yield SupportMove(piece, piece_of(other), target)
            yield Convoy(piece, piece_of(other), target)


def is_abbreviated(order: MovementOrder, unit: Unit) -> bool:
    """A legal order that says less than it could: a convoyed move without its tag, a fleet's target without coast."""
    if isinstance(order, Move) and unit.kind is UnitKind.ARMY and not order.via_convoy:
        return order.target not in STANDARD.army_moves[unit.location]
    if isinstance(order, SupportMove) and order.supported.kind is UnitKind.FLEET:
        return bool(STANDARD.space(order.target).coasts) and not coast_of(order.target)
    return False


def legal_orders(position: Position, order_rules: OrderRules) -> set[str]:
    scene = Scene(STANDARD, position, order_rules)
    found = set()
    for unit in position.units.values():
        for order in all_orders(position, unit):
            result = check_order(scene, unit, order)
            if not isinstance(result, Refusal) and not is_abbreviated(result, unit):
                found.add(format_order(result))
    return found


@pytest.mark.parametrize("seed", range(10))
def test_the_listed_orders_are_the_legal_ones(seed: int) -> None:
    position = make_random_position(seed)
    listed = [format_order(order) for order in list_orders(STANDARD, position, None, OrderRules())]
    assert len(listed) == len(set(listed))
    assert set(listed) == legal_orders(position, OrderRules())


class NoSupport(RuleModule):
    """Nobody may support, and nobody may enter the Channel."""

    def refuse_order(self, board: object, position: object, unit: object, order: object) -> Refusal | None:
        is_barred = isinstance(order, Move) and space_of(order.target) == "ENG"
        is_barred = is_barred or isinstance(order, SupportHold | SupportMove)
        return Refusal(Fault.BARRED_BY_RULE) if is_barred else None


def test_what_a_rule_module_bars_is_not_listed() -> None:
    order_rules = rules("2000", NoSupport()).order_rules
    position = make_random_position(3)
    listed = {format_order(order) for order in list_orders(STANDARD, position, None, order_rules)}
    assert listed == legal_orders(position, order_rules)


def list_texts(units: Letters, power: str | None = None) -> list[str]:
    orders = list_orders(STANDARD, make_position(units), PowerId(power) if power else None, OrderRules())
    return [format_order(order) for order in orders]


def test_a_lone_army_may_hold_or_step() -> None:
    assert list_texts({"FRANCE": ["A PAR"]}) == [
        "A PAR H",
        "A PAR - BRE",
        "A PAR - BUR",
        "A PAR - GAS",
        "A PAR - PIC",
    ]


def test_only_the_orders_of_the_power_asked_about_are_listed() -> None:
    units = {"FRANCE": ["A PAR"], "GERMANY": ["A BUR"]}
    assert all(text.startswith("A PAR") for text in list_texts(units, "FRANCE"))
    assert set(list_texts(units)) == {*list_texts(units, "FRANCE"), *list_texts(units, "GERMANY")}


def test_a_fleet_lists_the_convoys_it_is_of_use_to() -> None:
    convoys = [text for text in list_texts({"ENGLAND": ["A LON", "F NTH"]}) if " C " in text]
    shores = sorted(space for space in ("BEL", "DEN", "EDI", "HOL", "NWY", "YOR"))
    assert convoys == [f"F NTH C A LON - {shore}" for shore in shores]


def test_the_listing_does_not_depend_on_the_order_of_the_units() -> None:
    position = make_random_position(1)
    backwards = Position(dict(list(position.units.items())[::-1]))
    assert list(list_orders(STANDARD, position, None, OrderRules())) == list(
        list_orders(STANDARD, backwards, None, OrderRules())
    )


def test_options_tell_where_an_army_could_be_carried() -> None:
    options = list_orders(STANDARD, make_position({"ENGLAND": ["A LON", "F ENG"]}), None, OrderRules()).units
    london = next(found for found in options.values() if found.unit.kind is UnitKind.ARMY)
    assert set(london.convoyed_moves) == {"BEL", "BRE", "PIC", "WAL"}
    assert london.moves == (LocationId("WAL"), LocationId("YOR"))
