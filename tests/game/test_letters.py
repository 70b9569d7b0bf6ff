from dataclasses import replace

from legation.board import LocationId, PowerId, SpaceId, Unit, UnitKind
from legation.game.letters import join_letters
from legation.variants import load_variant

VARIANT = load_variant("colonial-variant")
SEA = SpaceId("PO7")
ARMY = Unit(PowerId("OCEANIA"), UnitKind.ARMY, LocationId("PO7"))
SHIP = Unit(PowerId("OCEANIA"), UnitKind.FLEET, LocationId("PO7"))


def test_later_orders_replace_earlier_ones_for_the_same_unit() -> None:
    position = VARIANT.start
    assert join_letters(VARIANT, position, ("F BI2 H", "F BI7 H"), ("F BI2 - PO7",)) == ("F BI7 H", "F BI2 - PO7")


def test_a_ship_and_the_army_aboard_have_an_order_each() -> None:
    position = replace(VARIANT.start, units={**VARIANT.start.units, SEA: SHIP}, cargo={SEA: ARMY})
    assert join_letters(VARIANT, position, ("A PO7 H",), ("F PO7 H",)) == ("A PO7 H", "F PO7 H")
