"""What a greedy bot does in small positions."""

import random

import pytest

from legation.board import DislodgedUnit, LocationId, Position, PowerId, SpaceId
from legation.bots import Bot, GreedyBot, RandomBot
from legation.bots.atlas import atlas_of
from legation.game import GameState, parse_phase
from legation.orders import format_order
from legation.variants import load_variant
from tests.kit import Letters, make_owners, make_position, make_unit

VARIANT = load_variant("standard")


def choose(units: Letters, centres: Letters, power: str, phase: str = "F1901M", seed: int = 1) -> set[str]:
    position = make_position(units, centres=centres)
    state = GameState(parse_phase(phase), position)
    orders = GreedyBot().choose(VARIANT, VARIANT.rulebook, state, PowerId(power), random.Random(seed))
    return {format_order(order) for order in orders}


def all_but(power: str, *left: str) -> Letters:
    """The power owns every centre but some."""
    return {power: [space.id for space in VARIANT.board.spaces.values() if space.centre and space.id not in left]}


def test_a_unit_on_a_free_centre_stays_in_fall_to_take_it() -> None:
    orders = choose({"FRANCE": ["A BEL"]}, {"FRANCE": ["PAR"]}, "FRANCE")
    assert orders == {"A BEL H"}


def test_a_unit_walks_into_a_free_centre() -> None:
    assert choose({"FRANCE": ["A PIC"]}, all_but("FRANCE", "BEL"), "FRANCE") == {"A PIC - BEL"}


def test_two_units_attack_one_that_stands_alone() -> None:
    units = {"FRANCE": ["A PIC", "A BUR"], "ENGLAND": ["F BEL"]}
    centres = {**all_but("FRANCE", "BEL"), "ENGLAND": ["BEL"]}
    found = [choose(units, centres, "FRANCE", seed=seed) for seed in range(8)]
    together = [{"A PIC S A BUR - BEL", "A BUR - BEL"}, {"A BUR S A PIC - BEL", "A PIC - BEL"}]
    assert sum(orders in together for orders in found) >= 6


def test_an_army_without_a_way_by_land_goes_by_convoy() -> None:
    units, centres = {"ENGLAND": ["A YOR", "F NTH"]}, all_but("ENGLAND", "NWY")
    found = [choose(units, centres, "ENGLAND", seed=seed) for seed in range(8)]
    assert found.count({"A YOR - NWY VIA", "F NTH C A YOR - NWY"}) >= 3


def test_own_units_never_get_in_each_others_way() -> None:
    units = {"GERMANY": ["A BER", "A MUN", "A KIE", "A RUH", "A SIL"]}
    for seed in range(10):
        orders = choose(units, {"GERMANY": ["BER", "MUN", "KIE"]}, "GERMANY", phase="S1901M", seed=seed)
        targets = [order.split(" - ")[1] for order in orders if " - " in order and " S " not in order]
        assert len(targets) == len(set(targets))


def test_a_retreat_takes_a_free_centre() -> None:
    unit = make_unit("FRANCE", "A BUR")
    position = Position(
        owners=make_owners({"FRANCE": ["PAR"]}),
        dislodged=(DislodgedUnit(unit, SpaceId("MUN"), (LocationId("BEL"), LocationId("PIC"), LocationId("GAS"))),),
    )
    state = GameState(parse_phase("F1901R"), position)
    orders = GreedyBot().choose(VARIANT, VARIANT.rulebook, state, PowerId("FRANCE"), random.Random(1))
    assert [format_order(order) for order in orders] == ["A BUR R BEL"]


def test_two_retreats_never_meet() -> None:
    places = (LocationId("PIC"),)
    position = Position(
        dislodged=(
            DislodgedUnit(make_unit("FRANCE", "A BUR"), None, places),
            DislodgedUnit(make_unit("FRANCE", "A PAR"), None, places),
        ),
    )
    state = GameState(parse_phase("F1901R"), position)
    orders = GreedyBot().choose(VARIANT, VARIANT.rulebook, state, PowerId("FRANCE"), random.Random(1))
    assert sorted(format_order(order) for order in orders) == ["A BUR R PIC", "A PAR D"]


@pytest.mark.parametrize("bot", [GreedyBot(), RandomBot()])
def test_no_retreat_is_ordered_over_a_fleet_that_has_convoyed(bot: Bot) -> None:
    """Colonia III, addendum to rule 4: of two fleets beside Fiji, one carried an army in the moves of this season."""
    variant = load_variant("colonia-iii")
    army = DislodgedUnit(make_unit("ENGLAND", "A FIJ", variant.board), None, (LocationId("NWZ"),))
    position = make_position({"ENGLAND": ["F COR", "F SPC"]}, variant.board)._replace(
        dislodged=(army,), memory={"island_retreats": {"convoyed": ["COR"]}}
    )
    state = GameState(parse_phase("F1901R"), position)
    for seed in range(8):
        chosen = bot.choose(variant, variant.rulebook, state, PowerId("ENGLAND"), random.Random(seed))
        assert [format_order(order) for order in chosen] in (["A FIJ R NWZ VIA SPC"], ["A FIJ D"])


def winter(units: Letters, centres: Letters, power: str) -> list[str]:
    state = GameState(parse_phase("W1901A"), make_position(units, centres=centres))
    orders = GreedyBot().choose(VARIANT, VARIANT.rulebook, state, PowerId(power), random.Random(1))
    return [format_order(order) for order in orders]


def test_an_island_power_builds_fleets() -> None:
    built = winter({}, {"ENGLAND": ["LON", "EDI", "LVP"]}, "ENGLAND")
    assert len(built) == 3
    assert sum(text.startswith("F") for text in built) >= 2


def test_an_inland_site_gets_an_army() -> None:
    assert winter({}, {"RUSSIA": ["MOS"]}, "RUSSIA") == ["A MOS B"]


def test_the_unit_that_guards_a_threatened_centre_is_kept() -> None:
    units = {"FRANCE": ["A PAR", "A SYR"], "GERMANY": ["A BUR"]}
    assert winter(units, {"FRANCE": ["PAR"]}, "FRANCE") == ["A SYR D"]


def test_steps_follow_the_way_a_unit_moves() -> None:
    atlas = atlas_of(VARIANT.board)
    assert atlas.steps(SpaceId("NWY"), sails=True)[LocationId("LON")] == 2
    assert LocationId("LON") not in atlas.steps(SpaceId("NWY"), sails=False)
    assert atlas.plain_steps(SpaceId("NWY"), LocationId("LON")) == 2
    assert atlas_of(VARIANT.board) is atlas


def test_an_army_that_supports_a_landing_is_not_sent_to_sea_itself() -> None:
    """Bulgaria supports Armenia's landing in Rumania; the fleets beside it could have carried it to Tunis."""
    units = {
        "TURKEY": ["A ARM", "F BLA", "A SEV", "A BUL", "F AEG", "F ION", "A GRE"],
        "AUSTRIA": ["A SER", "A BUD", "A TRI", "F NAP", "A VEN"],
        "RUSSIA": ["A UKR"],
    }
    owned = {
        "TURKEY": ["ANK", "CON", "SMY", "SEV", "BUL", "GRE", "SER"],
        "AUSTRIA": ["RUM", "NAP", "VEN", "BUD", "TRI"],
    }
    sent = [choose(units, owned, "TURKEY", "F1905M", seed) for seed in range(60)]
    landings = [orders for orders in sent if any(order.startswith("A ARM - RUM") for order in orders)]
    assert any("A BUL S A ARM - RUM" in orders for orders in landings)
    assert all(len(orders) == len(units["TURKEY"]) for orders in sent)
