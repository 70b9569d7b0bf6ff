"""The Colonial Variant, clause by clause."""

from collections.abc import Sequence
from dataclasses import replace

import pytest

from legation.board import CentreKind, DislodgedUnit, LocationId, Position, PowerId, SpaceId, UnitKind, space_of
from legation.game import GameState
from legation.judge import ColonyMark, Fate, Reason, count_centres, list_adjustments, list_build_sites, settle_ownership
from legation.judge.rulebook import BuildSites
from legation.orders import Fault, Landing, PortEmbarkation, format_order
from legation.render.picture.symbols import draw_centre
from legation.render.picture.theme import LIGHT
from legation.variants import add_modules
from tests.carriage import list_aboard, load_ships, sail
from tests.clauses.world import World
from tests.contract.kit import judge_json
from tests.kit import Judged, Letters, judge_position, judge_winter, make_owners

WORLD = World("colonial-variant")
STARTS = {
    "OCEANIA": "F BI2, F BI4/NC, F BI7, A NA7",
    "GENETTE": "F MC52, A MC45, A MC46, A NA4",
    "BERENIA": "F MC40, A MC34, A MC41, A CP2",
    "KHOUFAX": "F MC2, A MC3, A MC4, A SA6",
    "ELUNIA": "F MC22, A MC19, A MC24, A SA11",
    "COLONGRAD": "F CC6, A CC1, A CC3",
    "UNION": "F CC31, A CC30, A CC29",
}
NEEDS = {
    "OCEANIA": (5, 8),
    "GENETTE": (11, 4),
    "BERENIA": (10, 3),
    "KHOUFAX": (11, 4),
    "ELUNIA": (11, 3),
    "COLONGRAD": (7, 6),
    "UNION": (6, 5),
}
RIPE = {"held": 3, "age": 3}


def play(orders: Letters, units: Letters, cargo: Letters | None = None, **switches: object) -> Judged:
    """A movement phase by the variant's rules."""
    return sail(orders, units, cargo, replace(WORLD.rules, **switches), board=WORLD.board)  # type: ignore[arg-type]


def colony(space: str, owner: str, held: int = 1, age: int = 1, units: Letters | None = None) -> Position:
    """A colonial centre that has an owner for so many years."""
    position = WORLD.place(units)._replace(owners=make_owners({owner: [space]}))
    return position._replace(memory={"colonial_centres": {space: {"held": held, "age": age}}})


def fight(orders: Letters, units: Letters, space: str = "NA14", age: int = 1) -> Position:
    """The position after moves around a colonial centre that Khoufax owns."""
    before = colony(space, "KHOUFAX", age, age, units)
    return judge_position(before, orders, WORLD.rules, board=WORLD.board).after


def fall(position: Position, years: int = 1) -> Position:
    """The position after so many Falls in which nobody moves."""
    for _ in range(years):
        position = settle_ownership(WORLD.board, position, WORLD.rules)
    return position


def count(position: Position, power: str) -> int:
    return count_centres(WORLD.board, position, PowerId(power), WORLD.rules)


def hold_centres(power: str, permanent: int, colonial: int, others: Letters | None = None) -> Position:
    """A power with so many permanent and colonial centres that all count."""
    taken = {code for codes in (others or {}).values() for code in codes}
    spaces = [space for space in WORLD.board.spaces.values() if space.centre and space.id not in taken]
    colonies = [space.id for space in spaces if space.centre is CentreKind.COLONIAL][:colonial]
    plain = [space.id for space in spaces if space.centre is not CentreKind.COLONIAL][:permanent]
    return WORLD.place()._replace(owners=make_owners({**(others or {}), power: [*plain, *colonies]}))


def end_of(position: Position, phase: str = "F4M") -> tuple[str, tuple[str, ...]] | None:
    """How a game ends after a phase without orders."""
    ending = WORLD.advance(WORLD.state(phase, position)).after.ending
    return (ending.kind, tuple(map(str, ending.powers))) if ending else None


@pytest.mark.clause("CV-1")
def test_the_rulebook_of_1971_holds() -> None:
    """By that rulebook a unit with two different orders follows neither."""
    result = play({"KHOUFAX": ["A MC4 - MC5", "A MC4 - MC2"]}, {"KHOUFAX": ["A MC4"]})
    assert result.units("KHOUFAX") == ["A MC4"]
    assert {rejection.fault for rejection in result.book.rejections} == {Fault.ORDERED_TWICE}


@pytest.mark.clause("CV-2")
@pytest.mark.parametrize("power", STARTS)
def test_starting_units(power: str) -> None:
    start = WORLD.variant.start
    assert {str(unit) for unit in start.units_of(PowerId(power))} == set(STARTS[power].split(", "))


@pytest.mark.clause("CV-2")
def test_five_powers_begin_with_a_colony() -> None:
    start = WORLD.variant.start
    colonies = {space: owner for space, owner in start.owners.items() if WORLD.space(space).centre == "colonial"}
    assert colonies == {"NA7": "OCEANIA", "NA4": "GENETTE", "CP2": "BERENIA", "SA6": "KHOUFAX", "SA11": "ELUNIA"}


@pytest.mark.clause("CV-3")
@pytest.mark.parametrize("power", NEEDS)
def test_each_power_has_its_own_condition(power: str) -> None:
    permanent, colonial = NEEDS[power]
    assert end_of(hold_centres(power, permanent, colonial)) == ("victory", (power,))
    assert end_of(hold_centres(power, permanent - 1, colonial)) is None
    assert end_of(hold_centres(power, permanent, colonial - 1)) is None


@pytest.mark.clause("CV-4")
def test_colonial_centres_are_there_beside_permanent_ones() -> None:
    assert len(WORLD.centres(CentreKind.COLONIAL)) == 20
    assert len(WORLD.centres(CentreKind.HOME, CentreKind.NEUTRAL)) == 36


@pytest.mark.clause("CV-4")
def test_colonial_centres_alone_are_drawn_hollow() -> None:
    """A colonial centre is an empty circle; home and neutral ones have ink in it, and colonies that age."""
    colony = ColonyMark(SpaceId("NA7"), PowerId("OCEANIA"), 1, 1, 3, counts=True)
    hollow = draw_centre(CentreKind.COLONIAL, LIGHT)
    inked = f'fill="{LIGHT.ink}"'
    assert inked not in hollow
    others = [draw_centre(kind, LIGHT) for kind in (CentreKind.HOME, CentreKind.NEUTRAL)]
    others += [draw_centre(CentreKind.COLONIAL, LIGHT, colony._replace(age=age)) for age in (1, 2, 3)]
    assert all(inked in mark for mark in others)
    assert len({hollow, *others}) == 6


@pytest.mark.clause("CV-5a")
def test_a_colonial_centre_counts_after_a_whole_year() -> None:
    taken = fall(WORLD.place({"OCEANIA": ["A NA14"]}))
    assert taken.owners == {"NA14": "OCEANIA"}
    assert [count(fall(taken, years), "OCEANIA") for years in (0, 1)] == [0, 1]


@pytest.mark.clause("CV-5a")
def test_a_new_owner_waits_a_year_of_its_own() -> None:
    taken = fall(colony("NA14", "KHOUFAX", units={"OCEANIA": ["A NA14"]}))
    assert [count(fall(taken, years), "OCEANIA") for years in (0, 1)] == [0, 1]


@pytest.mark.clause("CV-5b")
def test_after_three_years_it_cannot_be_disrupted() -> None:
    orders = {"OCEANIA": ["F PO7 - NA14"], "ELUNIA": ["F PO26 - NA14"]}
    units = {"OCEANIA": ["F PO7"], "ELUNIA": ["F PO26"]}
    assert fight(orders, units, age=2).owners == {}
    assert fight(orders, units, age=3).owners == {"NA14": "KHOUFAX"}


@pytest.mark.clause("CV-5b")
def test_the_three_years_run_on_through_a_peaceful_change_of_hands() -> None:
    handed_over = fall(colony("NA14", "KHOUFAX", held=2, age=2, units={"OCEANIA": ["A NA14"]}))
    assert handed_over.owners == {"NA14": "OCEANIA"}
    assert count(handed_over, "OCEANIA") == 1  # permanent, so it counts at once


@pytest.mark.clause("CV-5b")
def test_a_battle_begins_the_three_years_anew() -> None:
    orders = {"OCEANIA": ["F PO7 - NA14", "F PO26 S F PO7 - NA14"], "KHOUFAX": ["A NA14 H"]}
    units = {"OCEANIA": ["F PO7", "F PO26"], "KHOUFAX": ["A NA14"]}
    taken = fall(fight(orders, units, age=2)._replace(dislodged=()))
    assert count(taken, "OCEANIA") == 0


@pytest.mark.clause("CV-6a")
def test_a_stand_off_that_leaves_it_empty_disrupts_it() -> None:
    orders = {"OCEANIA": ["F PO7 - NA14"], "ELUNIA": ["F PO26 - NA14"]}
    assert fight(orders, {"OCEANIA": ["F PO7"], "ELUNIA": ["F PO26"]}).owners == {}


@pytest.mark.clause("CV-6d")
def test_a_stand_off_over_a_garrison_disrupts_nothing() -> None:
    orders = {"OCEANIA": ["F PO7 - NA14"], "ELUNIA": ["F PO26 - NA14"]}
    units = {"OCEANIA": ["F PO7"], "ELUNIA": ["F PO26"], "KHOUFAX": ["A NA14"]}
    assert fight(orders, units).owners == {"NA14": "KHOUFAX"}


@pytest.mark.clause("CV-6b")
@pytest.mark.parametrize(("holder", "owners"), [("A NA14", {}), ("TF NA14", {"NA14": "KHOUFAX"})])
def test_driving_out_a_combat_unit_disrupts_it(holder: str, owners: dict[str, str]) -> None:
    orders = {"OCEANIA": ["F PO7 - NA14", "F PO26 S F PO7 - NA14"]}
    units = {"OCEANIA": ["F PO7", "F PO26"], "KHOUFAX": [holder]}
    assert fight(orders, units).owners == owners


@pytest.mark.clause("CV-6b")
@pytest.mark.parametrize(("rival", "owners"), [("A NA11", {}), ("TF NA11/EC", {"NA14": "KHOUFAX"})])
def test_beating_another_unit_to_it_disrupts_it(rival: str, owners: dict[str, str]) -> None:
    orders = {"OCEANIA": ["F PO7 - NA14", "F PO26 S F PO7 - NA14"], "ELUNIA": [f"{rival} - NA14"]}
    units = {"OCEANIA": ["F PO7", "F PO26"], "ELUNIA": [rival]}
    assert fight(orders, units).owners == owners


@pytest.mark.clause("CV-6b")
@pytest.mark.parametrize(("garrison", "owners"), [("A NA14 - NA11", {"NA14": "KHOUFAX"}), ("A NA14 H", {})])
def test_who_is_driven_out_by_the_leaving_garrison_opposes_nobody_in_its_colony(
    garrison: str, owners: dict[str, str]
) -> None:
    """By the rulebook a unit that loses head on has no effect on the space that its attacker left."""
    orders = {
        "KHOUFAX": [garrison, "A NA10 S A NA14 - NA11"],
        "ELUNIA": ["A NA11 - NA14"],
        "OCEANIA": ["F PO7 - NA14", "F PO26 S F PO7 - NA14"],
    }
    units = {"KHOUFAX": ["A NA14", "A NA10"], "ELUNIA": ["A NA11"], "OCEANIA": ["F PO7", "F PO26"]}
    assert fight(orders, units).owners == owners


@pytest.mark.clause("CV-6b")
def test_moving_in_unopposed_disrupts_nothing() -> None:
    assert fight({"OCEANIA": ["F PO7 - NA14"]}, {"OCEANIA": ["F PO7"]}).owners == {"NA14": "KHOUFAX"}


@pytest.mark.clause("CV-6c")
def test_a_disrupted_centre_counts_for_nobody_until_held_for_a_year() -> None:
    orders = {"OCEANIA": ["F PO7 - NA14", "F PO26 S F PO7 - NA14"], "KHOUFAX": ["A NA14 H"]}
    units = {"OCEANIA": ["F PO7", "F PO26"], "KHOUFAX": ["A NA14"]}
    disrupted = fight(orders, units)._replace(dislodged=())
    assert [count(disrupted, power) for power in ("OCEANIA", "KHOUFAX")] == [0, 0]
    assert [count(fall(disrupted, years), "OCEANIA") for years in (1, 2)] == [0, 1]


@pytest.mark.clause("CV-7a")
@pytest.mark.parametrize("ship", ["F PO7", "TF PO7"])
@pytest.mark.parametrize("owner", ["OCEANIA", "KHOUFAX"])
def test_an_army_embarks_on_a_fleet_of_any_power(ship: str, owner: str) -> None:
    orders = {"OCEANIA": ["A NA7 - PO7"]}
    result = play({**orders, owner: [*orders.get(owner, []), f"{ship} E A NA7"]}, board_units(owner, ship))
    assert list_aboard(result.after) == {"PO7": "OCEANIA A PO7"}


def board_units(owner: str, ship: str) -> Letters:
    return {"OCEANIA": ["A NA7", ship]} if owner == "OCEANIA" else {"OCEANIA": ["A NA7"], owner: [ship]}


def replace_place(result: Judged, start: str, end: str) -> object:
    return result.before.units[SpaceId(start)]._replace(location=LocationId(end))


@pytest.mark.clause("CV-7b")
def test_an_army_may_be_carried_for_any_number_of_turns() -> None:
    position = load_ships(WORLD.place({"OCEANIA": ["F PO7"]}), {"OCEANIA": ["A PO7"]}, WORLD.board)
    start = "PO7"
    for target in ("PO10", "PO11", "PO14", "SA12"):
        position = judge_position(
            position, {"OCEANIA": [f"F {start} - {target}"]}, WORLD.rules, board=WORLD.board
        ).after
        start = target
        assert list_aboard(position) == {start: f"OCEANIA A {start}"}


@pytest.mark.clause("CV-7c")
def test_no_embarkation_on_a_dislodged_fleet() -> None:
    units = {"OCEANIA": ["F PO7", "A NA7"], "KHOUFAX": ["F PO6", "F PO9"]}
    orders = {
        "OCEANIA": ["A NA7 - PO7", "F PO7 E A NA7"],
        "KHOUFAX": ["F PO6 - PO7", "F PO9 S F PO6 - PO7"],
    }
    result = play(orders, units)
    assert result.units("OCEANIA") == ["A NA7"]
    assert result["NA7"].reason is Reason.CARRIER_DISLODGED


@pytest.mark.clause("CV-8a")
@pytest.mark.parametrize(("ship", "is_ashore"), [("F PO7 H", True), ("F PO7 - PO10", False), ("F PO7 S F PO6", False)])
def test_an_army_disembarks_from_a_fleet_that_holds(ship: str, is_ashore: bool) -> None:
    result = play({"OCEANIA": [ship, "A PO7 - NA7"]}, {"OCEANIA": ["F PO7", "F PO6"]}, {"OCEANIA": ["A PO7"]})
    assert ("A NA7" in result.units("OCEANIA")) == is_ashore


@pytest.mark.clause("CV-8a")
@pytest.mark.parametrize("owner", ["OCEANIA", "KHOUFAX"])
@pytest.mark.parametrize("lines", [[], ["F PO7 - MC24"], ["F PO7 E A NA14"], ["F PO7 H", "F PO7 - PO6"]])
def test_a_ship_without_a_valid_hold_order_lands_nobody(owner: str, lines: list[str]) -> None:
    """No order, an impossible one, one refused for want of room, two different ones."""
    orders = {owner: lines, "OCEANIA": ["A PO7 - NA7", *(lines if owner == "OCEANIA" else [])]}
    units = {owner: ["F PO7"], "UNION": ["A NA14"]}
    strict = play(orders, units, {"OCEANIA": ["A PO7"]})
    assert strict["PO7/ABOARD"].reason is Reason.CARRIER_NOT_ORDERED
    assert list_aboard(strict.after) == {"PO7": "OCEANIA A PO7"}
    loose = play(orders, units, {"OCEANIA": ["A PO7"]}, landing=Landing.HELD)
    assert loose["PO7/ABOARD"].reason is Reason.MOVED


@pytest.mark.clause("CV-8b")
def test_nobody_changes_ships_without_a_hold_order_to_the_carrier() -> None:
    orders = {"OCEANIA": ["A PO7 - PO6"], "KHOUFAX": ["F PO6 E A PO7"]}
    result = play(orders, {"OCEANIA": ["F PO7"], "KHOUFAX": ["F PO6"]}, {"OCEANIA": ["A PO7"]})
    assert (result["PO7/ABOARD"].reason, list_aboard(result.after)) == (
        Reason.CARRIER_NOT_ORDERED, {"PO7": "OCEANIA A PO7"}
    )  # fmt: skip
    assert (result["PO7/ABOARD"].clause, result["PO6"].clause) == ("CV-8b", "CV-8b")


@pytest.mark.clause("CV-7a")
def test_a_ship_in_a_port_takes_its_attacker_aboard_unless_the_switch_says_no() -> None:
    units = {"OCEANIA": ["F NA7"], "KHOUFAX": ["A NA10", "A NA6"]}
    orders = {"OCEANIA": ["F NA7 E A NA10"], "KHOUFAX": ["A NA10 - NA7", "A NA6 S A NA10 - NA7"]}
    taken = play(orders, units)
    assert list_aboard(taken.after) == {"NA7": "KHOUFAX A NA7"}
    fought = play(orders, units, port_embarkation=PortEmbarkation.OWN)
    assert (fought["NA7"].fate, fought["NA10"].reason) == (Fate.DISLODGED, Reason.MOVED)
    own = play({"KHOUFAX": ["F NA7 E A NA10", "A NA10 - NA7"]}, {"KHOUFAX": ["F NA7", "A NA10"]},
               port_embarkation=PortEmbarkation.OWN)  # fmt: skip
    assert list_aboard(own.after) == {"NA7": "KHOUFAX A NA7"}


@pytest.mark.clause("CV-7a")
def test_a_landing_on_a_foreign_ship_in_a_port_is_an_attack_by_the_same_switch() -> None:
    """At sea, where nobody can land, a foreign ship takes the army over by either reading."""
    units = {"OCEANIA": ["F NA7", "F PO6"], "KHOUFAX": ["F PO7", "A NA6"]}
    cargo = {"KHOUFAX": ["A PO7"]}
    landing: Letters = {"KHOUFAX": ["F PO7 H", "A PO7 - NA7", "A NA6 S A PO7 - NA7"], "OCEANIA": ["F NA7 E A PO7"]}
    assert list_aboard(play(landing, units, cargo).after) == {"NA7": "KHOUFAX A NA7"}
    fought = play(landing, units, cargo, port_embarkation=PortEmbarkation.OWN)
    assert (fought["NA7"].fate, fought["PO7/ABOARD"].reason) == (Fate.DISLODGED, Reason.MOVED)
    crossing: Letters = {"KHOUFAX": ["F PO7 H", "A PO7 - PO6"], "OCEANIA": ["F PO6 E A PO7"]}
    crossed = play(crossing, units, cargo, port_embarkation=PortEmbarkation.OWN)
    assert list_aboard(crossed.after) == {"PO6": "KHOUFAX A PO6"}


@pytest.mark.clause("CV-8b")
@pytest.mark.parametrize(
    ("carrier", "receiver", "ship"),
    [("F PO7 H", "F PO6 E A PO7", "PO6"), ("F PO7 H", "F PO6 H", "PO7"), ("F PO7 S F PO6", "F PO6 E A PO7", "PO7")],
)
def test_an_army_passes_from_fleet_to_fleet(carrier: str, receiver: str, ship: str) -> None:
    units = {"OCEANIA": ["F PO7"], "KHOUFAX": ["F PO6"]}
    result = play({"OCEANIA": [carrier, "A PO7 - PO6"], "KHOUFAX": [receiver]}, units, {"OCEANIA": ["A PO7"]})
    assert set(list_aboard(result.after)) == {ship}


@pytest.mark.clause("CV-8c")
def test_no_landing_from_a_dislodged_fleet_and_no_effect() -> None:
    """Genette walks into NA7 as if nobody had tried to land there."""
    units = {"OCEANIA": ["F PO7"], "KHOUFAX": ["F PO6", "F PO9"], "GENETTE": ["A NA6"]}
    orders = {
        "OCEANIA": ["F PO7 H", "A PO7 - NA7"],
        "KHOUFAX": ["F PO6 - PO7", "F PO9 S F PO6 - PO7"],
        "GENETTE": ["A NA6 - NA7"],
    }
    result = play(orders, units, {"OCEANIA": ["A PO7"]})
    assert result["PO7/ABOARD"].reason is Reason.CARRIER_DISLODGED
    assert result.units("GENETTE") == ["A NA7"]


@pytest.mark.clause("CV-8d")
def test_an_army_lands_from_a_ship_in_port_wherever_an_army_could_march_and_the_ship_could_sail() -> None:
    board = WORLD.board
    by_sea = {space_of(place) for start in WORLD.space("SA6").locations for place in board.fleet_moves[start]}
    by_land = {space_of(place) for place in board.army_moves[LocationId("SA6")]}
    shores = {space for space in by_sea if board.can_stand(LocationId(space), sails=False)}
    assert by_land - by_sea
    for target in sorted(by_land | shores):
        result = play({"OCEANIA": [f"A SA6 - {target}", "F SA6 H"]}, {"OCEANIA": ["F SA6"]}, {"OCEANIA": ["A SA6"]})
        assert f"A {target}" in result.units("OCEANIA")


@pytest.mark.clause("CV-9")
def test_an_island_takes_a_fleet_or_an_army() -> None:
    islands = [space.id for space in WORLD.board.spaces.values() if space.is_island]
    assert "BI1" in islands
    for island in islands:
        sea = next(str(place) for place in WORLD.board.fleet_moves[WORLD.space(island).locations[0]])
        landed = play(
            {"UNION": [f"A {sea} - {island}", f"F {sea} H"]}, {"UNION": [f"F {sea}"]}, {"UNION": [f"A {sea}"]}
        )
        sailed = play({"UNION": [f"F {sea} - {island}"]}, {"UNION": [f"F {sea}"]})
        assert (f"A {island}" in landed.units("UNION"), sailed.units("UNION")) == (True, [f"F {island}"])


def transports_built(centres: str, units: Sequence[str], orders: Sequence[str]) -> list[str]:
    built = WORLD.built({"KHOUFAX": centres.split()}, {"KHOUFAX": orders}, {"KHOUFAX": units})
    return [unit for unit in built if unit.startswith("TF")]


@pytest.mark.clause("CV-10")
def test_one_transport_fleet_for_three_centres_beside_the_other_units() -> None:
    away = ["A MC1", "A MC5", "A MC9"]
    assert transports_built("MC2 MC3 MC4", away, ["TF MC2 B", "TF MC3 B"]) == ["TF MC2"]
    assert transports_built("MC2 MC3", away[:2], ["TF MC2 B"]) == []


@pytest.mark.clause("CV-10")
def test_a_second_transport_fleet_needs_six_centres() -> None:
    away = ["A MC1", "A MC5", "A MC9", "A MC8", "A MC7"]
    orders = ["TF MC2 B", "TF MC3 B"]
    assert transports_built("MC2 MC3 MC4 MC6 MC10", away, orders) == ["TF MC2"]
    assert transports_built("MC2 MC3 MC4 MC6 MC10 MC12", [*away, "A MC11"], orders) == ["TF MC2", "TF MC3"]


@pytest.mark.clause("CV-10")
def test_transport_fleets_beyond_the_allowance_are_removed() -> None:
    units = {"KHOUFAX": ["TF PO9", "TF PO23", "A MC2"]}
    left = WORLD.built({"KHOUFAX": ["MC2", "MC3", "MC4"]}, {"KHOUFAX": ["TF PO9 D"]}, units)
    assert left == ["A MC2", "TF PO23"]


@pytest.mark.clause("CV-10")
def test_transport_fleets_are_listed_among_the_builds() -> None:
    position = WORLD.place({"KHOUFAX": ["A MC1", "A MC5", "A MC9"]}, {"KHOUFAX": ["MC2", "MC3", "MC4"]})
    listed = [format_order(order) for order in list_adjustments(WORLD.board, position, PowerId("KHOUFAX"), WORLD.rules)]
    assert listed == ["TF MC2 B", "TF MC3 B", "TF MC4 B", "WAIVE"]


@pytest.mark.clause("CV-11a")
def test_transport_fleets_capture_colonial_centres_only() -> None:
    after = fall(WORLD.place({"OCEANIA": ["TF NA14", "TF BI1"]}))
    assert after.owners == {"NA14": "OCEANIA"}
    assert fall(WORLD.place({"OCEANIA": ["F NA14", "F BI1"]})).owners == {"NA14": "OCEANIA", "BI1": "OCEANIA"}


@pytest.mark.clause("CV-11a")
def test_transport_fleets_do_not_capture_a_colonial_centre_that_is_permanent() -> None:
    assert fall(colony("NA14", "KHOUFAX", 3, 3, {"OCEANIA": ["TF NA14"]})).owners == {"NA14": "KHOUFAX"}
    assert fall(colony("NA14", "KHOUFAX", 3, 3, {"OCEANIA": ["F NA14"]})).owners == {"NA14": "OCEANIA"}


@pytest.mark.clause("CV-11a")
@pytest.mark.parametrize(("age", "owner"), [(1, "OCEANIA"), (2, "KHOUFAX"), (3, "KHOUFAX")])
def test_a_transport_fleet_does_not_capture_in_the_fall_that_makes_a_colony_permanent(age: int, owner: str) -> None:
    after = fall(colony("NA14", "KHOUFAX", age, age, {"OCEANIA": ["TF NA14"]}))
    assert after.owners == {"NA14": owner}
    assert count(after, "OCEANIA") == 0


@pytest.mark.clause("CV-5b")
def test_a_combat_unit_that_takes_over_in_that_fall_has_a_permanent_centre_at_once() -> None:
    after = fall(colony("NA14", "KHOUFAX", 2, 2, {"OCEANIA": ["F NA14"]}))
    assert (after.owners, count(after, "OCEANIA")) == ({"NA14": "OCEANIA"}, 1)


@pytest.mark.clause("CV-11b")
@pytest.mark.parametrize(
    ("owner", "age", "may_enter"), [("KHOUFAX", 3, False), ("OCEANIA", 3, True), ("KHOUFAX", 2, True)]
)
def test_transport_fleets_stay_out_of_permanent_centres_of_others(owner: str, age: int, may_enter: bool) -> None:
    before = colony("NA14", owner, age, age, {"OCEANIA": ["TF PO7"]})
    result = judge_position(before, {"OCEANIA": ["TF PO7 - NA14"]}, WORLD.rules, board=WORLD.board)
    assert result.units("OCEANIA") == (["TF NA14"] if may_enter else ["TF PO7"])


@pytest.mark.clause("CV-11b")
def test_a_transport_fleet_may_stay_in_a_colony_that_has_become_permanent_but_not_come_back() -> None:
    """It entered NA14 when that was younger; there it takes nothing, and helps as anywhere."""
    before = colony("NA14", "KHOUFAX", 3, 3, {"OCEANIA": ["TF NA14", "F PO7"], "KHOUFAX": ["F PO26", "F PO10"]})
    attack = ["F PO26 - PO7", "F PO10 S F PO26 - PO7"]
    orders = {"OCEANIA": ["TF NA14 S F PO7"], "KHOUFAX": attack}
    stayed = judge_position(before, orders, WORLD.rules, board=WORLD.board)
    assert stayed.units("OCEANIA") == ["TF NA14", "F PO7"]
    assert fall(stayed.after).owners == {"NA14": "KHOUFAX"}
    left = judge_position(before, {"OCEANIA": ["TF NA14 - NA11/EC"]}, WORLD.rules, board=WORLD.board).after
    back = judge_position(left, {"OCEANIA": ["TF NA11/EC - NA14"]}, WORLD.rules, board=WORLD.board)
    assert [rejection.fault for rejection in back.book.rejections] == [Fault.PERMANENT_CENTRE]


@pytest.mark.clause("CV-11b")
def test_transport_fleets_stay_out_of_a_neutral_centre() -> None:
    """BI1 is permanent from the start, and nobody's."""
    result = play({"OCEANIA": ["TF PO7 - BI1"]}, {"OCEANIA": ["TF PO7"]})
    assert [rejection.fault for rejection in result.book.rejections] == [Fault.PERMANENT_CENTRE]


@pytest.mark.clause("CV-12")
def test_a_transport_fleet_defends_and_dislodged_it_is_destroyed_with_its_army() -> None:
    units = {"OCEANIA": ["TF PO7"], "KHOUFAX": ["F PO6", "F PO9"]}
    cargo = {"GENETTE": ["A PO7"]}
    assert play({"KHOUFAX": ["F PO6 - PO7"]}, units, cargo).units("OCEANIA") == ["TF PO7"]
    lost = play({"KHOUFAX": ["F PO6 - PO7", "F PO9 S F PO6 - PO7"]}, units, cargo)
    assert (lost.after.dislodged, list_aboard(lost.after)) == ((), {})
    assert [str(unit) for unit in lost.verdict.destroyed] == ["TF PO7", "A PO7"]
    assert (lost["PO7"].fate, lost["PO7/ABOARD"].reason) == (Fate.DESTROYED, Reason.WENT_DOWN)


@pytest.mark.clause("CV-13")
def test_a_transport_fleet_never_stands_off_a_combat_unit() -> None:
    units = {"OCEANIA": ["TF PO7"], "KHOUFAX": ["F PO26"]}
    result = play({"OCEANIA": ["TF PO7 - NA14"], "KHOUFAX": ["F PO26 - NA14"]}, units)
    assert (result.units("OCEANIA"), result.units("KHOUFAX")) == (["TF PO7"], ["F NA14"])


@pytest.mark.clause("CV-14")
def test_a_transport_fleet_supports_holding_and_embarking_but_no_attack() -> None:
    units = {"OCEANIA": ["F PO7", "TF PO10", "A NA7"], "KHOUFAX": ["F PO6", "F PO9"]}
    attack = ["F PO6 - PO7", "F PO9 S F PO6 - PO7"]
    held = play({"OCEANIA": ["F PO7 E A NA7", "A NA7 - PO7", "TF PO10 S F PO7"], "KHOUFAX": attack}, units)
    assert set(list_aboard(held.after)) == {"PO7"}
    refused = play({"OCEANIA": ["F PO7 - PO26", "TF PO10 S F PO7 - PO26"]}, units)
    assert [rejection.fault for rejection in refused.book.rejections] == [Fault.SUPPORT_NOT_ALLOWED]


@pytest.mark.clause("CV-15")
def test_a_transport_fleet_is_supported_in_embarking_but_in_no_attack() -> None:
    units = {"OCEANIA": ["TF PO7", "F PO10", "A NA7"], "KHOUFAX": ["F PO6", "F PO9"]}
    attack = ["F PO6 - PO7", "F PO9 S F PO6 - PO7"]
    held = play({"OCEANIA": ["TF PO7 E A NA7", "A NA7 - PO7", "F PO10 S TF PO7"], "KHOUFAX": attack}, units)
    assert set(list_aboard(held.after)) == {"PO7"}
    refused = play({"OCEANIA": ["TF PO7 - PO26", "F PO10 S TF PO7 - PO26"]}, units)
    assert [rejection.fault for rejection in refused.book.rejections] == [Fault.SUPPORT_NOT_ALLOWED]


@pytest.mark.clause("CV-16")
def test_a_transport_fleets_move_cuts_no_support() -> None:
    units = {"KHOUFAX": ["F PO6", "F PO9"], "OCEANIA": ["F PO7"], "GENETTE": ["TF PO23"]}
    orders = {"KHOUFAX": ["F PO6 - PO7", "F PO9 S F PO6 - PO7"], "GENETTE": ["TF PO23 - PO9"]}
    assert play(orders, units)["PO7"].fate is Fate.DISLODGED


@pytest.mark.clause("CV-17")
def test_a_permanent_colonial_centre_still_counts_as_colonial() -> None:
    position = hold_centres("UNION", 6, 5)
    ripe = {space: RIPE for space in position.owners if WORLD.space(space).centre is CentreKind.COLONIAL}
    assert end_of(position._replace(memory={"colonial_centres": ripe})) == ("victory", ("UNION",))
    short = hold_centres("UNION", 5, 6)
    ripe = {space: RIPE for space in short.owners if WORLD.space(space).centre is CentreKind.COLONIAL}
    assert end_of(short._replace(memory={"colonial_centres": ripe})) is None


@pytest.mark.clause("CV-18")
def test_ca2_lets_armies_cross_and_fleets_pass_through() -> None:
    assert WORLD.sail("A CA1", "CA2", "SA1", power="KHOUFAX") == "A SA1"
    assert WORLD.sail("F PO3", "CA2", "PO26", power="KHOUFAX") == "F PO26"


@pytest.mark.clause("CV-19")
def test_a_starting_colony_counts_from_the_first_winter_and_is_permanent_after_the_second() -> None:
    start = WORLD.variant.start
    assert [count(fall(start, years), "OCEANIA") for years in (0, 1)] == [4, 4]
    orders = {"KHOUFAX": ["F PO7 - NA7"], "ELUNIA": ["F PO6 - NA7"]}
    for years, is_kept in ((1, False), (2, True)):
        units = WORLD.place({"KHOUFAX": ["F PO7"], "ELUNIA": ["F PO6"]}).units
        before = fall(start, years)._replace(units=units)
        after = judge_position(before, orders, WORLD.rules, board=WORLD.board).after
        assert ("NA7" in after.owners) == is_kept


@pytest.mark.clause("CV-20")
def test_off_board_boxes_lead_across_the_board() -> None:
    assert WORLD.sail("F PO22", "OB5", "PO5", power="UNION") == "F PO5"
    assert WORLD.sail("F PO5", "OB22", "PO22", power="UNION") == "F PO22"
    assert WORLD.sail("F OB5", "PO22", power="UNION") == "F OB5"
    assert WORLD.sail("F PO5", "OB5", power="UNION") == "F PO5"


@pytest.mark.clause("CV-20")
def test_a_box_carries_armies_aboard_too() -> None:
    result = play({"UNION": ["F PO22 - OB5"]}, {"UNION": ["F PO22"]}, {"UNION": ["A PO22"]})
    assert set(list_aboard(result.after)) == {"OB5"}


@pytest.mark.clause("CV-21")
@pytest.mark.parametrize(("is_on", "units"), [(True, ["F NA14"]), (False, ["F NA11/EC"])])
def test_coastal_crawl_is_an_option(is_on: bool, units: list[str]) -> None:
    orders = {"OCEANIA": ["F NA11/EC - NA14"], "KHOUFAX": ["F NA14 - NA11/WC"]}
    result = play(orders, {"OCEANIA": ["F NA11/EC"], "KHOUFAX": ["F NA14"]}, coastal_crawl=is_on)
    assert result.units("OCEANIA") == units


@pytest.mark.clause("CV-21")
def test_coastal_crawl_needs_different_coasts() -> None:
    orders = {"OCEANIA": ["F NA11/EC - NA14"], "KHOUFAX": ["F NA14 - NA11/EC"]}
    result = play(orders, {"OCEANIA": ["F NA11/EC"], "KHOUFAX": ["F NA14"]}, coastal_crawl=True)
    assert result["NA14"].reason is Reason.MET_HEAD_ON


@pytest.mark.clause("CV-22")
def test_two_powers_in_the_same_fall_share_a_draw() -> None:
    union = hold_centres("UNION", 6, 5)
    codes = [str(space) for space in union.owners]
    both = hold_centres("COLONGRAD", 7, 6, {"UNION": codes})
    ending = end_of(both)
    assert ending is not None
    assert (ending[0], set(ending[1])) == ("draw", {"UNION", "COLONGRAD"})


@pytest.mark.clause("CV-22")
def test_conditions_are_looked_at_only_when_winter_comes() -> None:
    won = hold_centres("UNION", 6, 5)
    assert end_of(won, "S4M") is None
    assert end_of(won, "F4M") == ("victory", ("UNION",))


@pytest.mark.clause("CV-22")
def test_a_condition_that_is_lost_before_winter_wins_nothing() -> None:
    won = hold_centres("UNION", 6, 5)
    lost = next(space for space in won.owners if WORLD.space(space).centre is CentreKind.NEUTRAL)
    units = WORLD.place({"COLONGRAD": [f"A {lost}"]}).units
    assert end_of(won._replace(units=units), "F4M") is None


@pytest.mark.clause("CV-5b")
@pytest.mark.parametrize(
    ("taker", "age", "ending"),
    [("A", 2, ("victory", ("UNION",))), ("A", 1, None), ("TF", 2, None)],
    ids=["permanent at once", "the new owner waits a year", "a transport fleet takes nothing permanent"],
)
def test_the_last_colony_may_be_handed_over_in_the_fall_that_makes_it_permanent(
    taker: str, age: int, ending: tuple[str, tuple[str, ...]] | None
) -> None:
    """Union has six permanent and four colonial centres, and enters NA14, which Khoufax has held for so many years."""
    position = hold_centres("UNION", 6, 4, {"KHOUFAX": ["NA14"]})
    units = WORLD.place({"UNION": [f"{taker} NA14"]}).units
    clocks = {"NA14": {"held": age, "age": age}}
    assert end_of(position._replace(units=units, memory={"colonial_centres": clocks})) == ending


@pytest.mark.clause("CV-22")
def test_a_retreat_in_fall_may_complete_the_condition() -> None:
    """The dislodged fleet of Oceania goes to the last permanent centre that it needs."""
    position = hold_centres("OCEANIA", 4, 8, {"KHOUFAX": ["BI1"]})
    [fleet] = WORLD.place({"OCEANIA": ["F PO7"]}).units.values()
    waiting = DislodgedUnit(fleet, SpaceId("PO9"), (LocationId("BI1"),))
    state = WORLD.state("F4R", position._replace(dislodged=(waiting,)))
    ending = WORLD.advance(state, {"OCEANIA": ["F PO7 R BI1"]}).after.ending
    assert ending is not None
    assert (ending.kind, ending.powers) == ("victory", ("OCEANIA",))


def test_a_whole_year_of_the_game_runs() -> None:
    state: GameState = WORLD.start()
    for _ in range(8):
        state = WORLD.advance(state).after
    assert state.position.units.keys() == WORLD.variant.start.units.keys()
    assert all(unit.kind is not UnitKind.TRANSPORT for unit in state.position.units.values())


BOMBS = add_modules(WORLD.rules, ["gigaton-bomb"])


def bomb(target: str, orders: Letters, units: Letters, cargo: Letters | None = None) -> Judged:
    """A movement phase around NA7, a colony of Oceania, with a bomb that flies from BI2."""
    before = load_ships(colony("NA7", "OCEANIA", 1, 1, units), cargo or {}, WORLD.board)
    lines = {**orders, "OCEANIA": [*orders.get("OCEANIA", []), f"BOMB BI2 - {target}"]}
    return judge_position(before, lines, BOMBS, board=WORLD.board)


@pytest.mark.clause("CV-6b")
@pytest.mark.parametrize(
    ("way_out", "target"), [("A NA7 - NA6", "NA6"), ("A NA7 - PO7", "PO7"), ("A NA7 - NA6", "MC45")]
)
def test_a_bomb_elsewhere_disrupts_no_colony_that_was_entered_without_opposition(way_out: str, target: str) -> None:
    units = {"OCEANIA": ["A NA7", "F PO7"], "KHOUFAX": ["A NA10"]}
    orders = {"OCEANIA": [way_out, "F PO7 E A NA7"], "KHOUFAX": ["A NA10 - NA7"]}
    assert bomb(target, orders, units).after.owners == {"NA7": "OCEANIA"}


@pytest.mark.clause("CV-6b")
def test_a_garrison_driven_out_and_bombed_out_of_its_retreats_still_opposed() -> None:
    units = {"OCEANIA": ["A NA7"], "KHOUFAX": ["A NA10", "F PO7"]}
    orders = {"KHOUFAX": ["A NA10 - NA7", "F PO7 S A NA10 - NA7"]}
    assert bomb("NA6", orders, units).after.owners == {}


def test_a_ship_that_sails_into_a_strike_is_lost_with_its_army() -> None:
    units = {"OCEANIA": ["F PO7"], "KHOUFAX": []}
    result = bomb("PO6", {"OCEANIA": ["F PO7 - PO6"]}, units, {"KHOUFAX": ["A PO7"]})
    assert [result[key].fate for key in ("PO7", "PO7/ABOARD")] == [Fate.DESTROYED, Fate.DESTROYED]
    assert len(result.verdict.destroyed) == 2


def test_a_unit_that_follows_into_the_place_of_a_bombed_one_is_not_the_bombed_one() -> None:
    """The ship sails out of PO7 and is struck in PO6; another ship of its power comes into PO7 and lives."""
    units = {"OCEANIA": ["F PO7", "F PO10"]}
    result = bomb("PO6", {"OCEANIA": ["F PO7 - PO6", "F PO10 - PO7"]}, units)
    assert [result[key].fate for key in ("PO7", "PO10")] == [Fate.DESTROYED, Fate.STANDS]


def test_builds_anywhere_leave_out_a_colony_that_does_not_count_yet() -> None:
    rules = replace(WORLD.rules, build_in=BuildSites.OWNED)
    for held, sites in ((0, ()), (1, ("NA14",))):
        position = colony("NA14", "OCEANIA", held, held)
        assert list_build_sites(WORLD.board, position, PowerId("OCEANIA"), rules) == sites


@pytest.mark.clause("CV-10")
def test_a_transport_fleet_that_must_go_takes_its_army_down_as_the_other_removal() -> None:
    """Two centres feed two units and no transport fleet: the army aboard it is one too many, and no other unit is."""
    ashore = WORLD.place({"OCEANIA": ["TF PO7", "F PO6", "F BI2"]}, {"OCEANIA": ["BI2", "BI7"]})
    position = load_ships(ashore, {"OCEANIA": ["A PO7"]}, WORLD.board)
    result = judge_winter(position, {}, WORLD.rules, board=WORLD.board)
    assert sorted(map(str, result.verdict.destroyed)) == ["A PO7", "TF PO7"]


@pytest.mark.clause("CV-7b")
def test_an_army_that_goes_down_with_a_ship_of_a_power_in_disorder_cites_the_clause() -> None:
    answer = judge_json({
        "variant": "colonial-variant", "phase": "S1M", "disorder": ["OCEANIA"],
        "units": {"OCEANIA": ["F PO7"], "KHOUFAX": ["F PO9", "F PO10"]},
        "orders": {"KHOUFAX": ["F PO9 - PO7", "F PO10 S F PO9 - PO7"]},
        "memory": {"cargo": {"PO7": {"power": "GENETTE", "unit": "A PO7"}}},
    })  # fmt: skip
    told = {outcome["order"]: (outcome["text"], outcome["clause"]) for outcome in answer["outcomes"]}
    assert told["A PO7 H"] == ("The army aboard ship in the Emigrants' Sea went down with its ship (CV-7b).", "CV-7b")


@pytest.mark.clause("CV-5b")
def test_sinking_a_transport_fleet_is_no_battle_for_a_colony() -> None:
    """The three years run on, and the new owner's own year begins (reading 1)."""
    answer = judge_json({
        "variant": "colonial-variant", "phase": "F3M",
        "units": {"OCEANIA": ["TF NA7"], "KHOUFAX": ["F PO6", "F PO7"]},
        "centres": {"OCEANIA": ["NA7"]},
        "orders": {"KHOUFAX": ["F PO6 - NA7", "F PO7 S F PO6 - NA7"]},
        "memory": {"colonial_centres": {"NA7": {"held": 1, "age": 1}}},
    })  # fmt: skip
    assert answer["destroyed"] == [{"power": "OCEANIA", "unit": "TF NA7"}]
    assert (answer["disrupted"], answer["centres"]["KHOUFAX"]) == ([], ["NA7"])
    assert answer["memory"]["colonial_centres"] == {"NA7": {"held": 0, "age": 2}}
