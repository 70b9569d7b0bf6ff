"""Where a power cannot build and a dislodged unit cannot go: the judge's facts."""

from collections.abc import Mapping
from dataclasses import replace

import pytest

from legation.board import DislodgedUnit, LocationId, Position, PowerId, SpaceId, Unit, UnitKind, space_of
from legation.judge import (
    Bar,
    ClosedSite,
    Obstacle,
    find_kind_bar,
    list_adjustments,
    list_closed_retreats,
    list_closed_sites,
    list_retreats,
)
from legation.judge.rulebook import BuildSites
from legation.orders import Build
from legation.variants import Variant, add_modules, list_variants, load_variant
from tests.kit import make_owners

FRANCE, RUSSIA = PowerId("FRANCE"), PowerId("RUSSIA")


def parse_unit(power: str, text: str) -> Unit:
    letter, _, place = text.partition(" ")
    return Unit(PowerId(power), UnitKind(letter), LocationId(place))


def stand(units: Mapping[str, list[str]], centres: Mapping[str, list[str]] | None = None) -> Position:
    placed = [parse_unit(power, text) for power, texts in units.items() for text in texts]
    return Position({unit.space: unit for unit in placed}, make_owners(centres or {}))


def closed(variant: str, position: Position, power: PowerId) -> dict[str, ClosedSite]:
    found = load_variant(variant)
    sites = list_closed_sites(found.board, position, power, found.rulebook)
    return {site.space: site for site in sites}


def test_a_centre_is_closed_for_want_of_a_right_or_by_the_unit_in_it() -> None:
    position = stand(
        {"RUSSIA": ["A MOS", "A BUL"]},
        {"RUSSIA": ["MOS", "STP", "SEV", "RUM", "BUL", "BER"], "AUSTRIA": ["WAR"]},
    )
    found = closed("standard", position, RUSSIA)
    assert found == {
        "MOS": ClosedSite(SpaceId("MOS"), None, parse_unit("RUSSIA", "A MOS")),
        "RUM": ClosedSite(SpaceId("RUM"), Bar(Obstacle.NEUTRAL)),
        "BUL": ClosedSite(SpaceId("BUL"), Bar(Obstacle.NEUTRAL), parse_unit("RUSSIA", "A BUL")),
        "BER": ClosedSite(SpaceId("BER"), Bar(Obstacle.FOREIGN_HOME, (PowerId("GERMANY"),))),
        "WAR": ClosedSite(SpaceId("WAR"), Bar(Obstacle.NOT_OWNED, (PowerId("AUSTRIA"),))),
    }


def test_where_builds_are_allowed_everywhere_nothing_but_a_unit_closes_a_centre() -> None:
    variant = load_variant("standard")
    rulebook = replace(variant.rulebook, build_in=BuildSites.OWNED)
    position = stand({"RUSSIA": ["A MOS"]}, {"RUSSIA": ["MOS", "RUM"]})
    sites = {site.space: site for site in list_closed_sites(variant.board, position, RUSSIA, rulebook)}
    assert sites[SpaceId("MOS")].bar is None
    assert SpaceId("RUM") not in sites


def test_a_special_centre_builds_for_those_it_names_once_they_own_it() -> None:
    position = stand({}, {"FRANCE": ["NAP"], "SPAIN": ["CRI"]})
    assert closed("colonia-vii", position, FRANCE)["NAP"].bar == Bar(
        Obstacle.SPECIAL, (PowerId("AUSTRIA"), PowerId("SPAIN"))
    )
    spain = closed("colonia-vii", position, PowerId("SPAIN"))
    assert spain["NAP"].bar == Bar(Obstacle.SPECIAL_NOT_OWNED, (FRANCE,))
    assert spain["CRI"].bar == Bar(Obstacle.SPECIAL, (RUSSIA, PowerId("OTTOMAN")))
    assert closed("colonia-vii", stand({}, {}), PowerId("CHINA"))["CAN"].bar == Bar(Obstacle.SPECIAL_NOT_OWNED)
    assert "NAP" not in closed("colonia-vii", stand({}, {"SPAIN": ["NAP"]}), PowerId("SPAIN"))


def test_a_build_only_centre_builds_for_those_it_names_while_they_hold_it() -> None:
    position = stand({}, {"GERMANY": ["ARK"]})
    assert closed("cline-9-man-vii", position, RUSSIA)["ARK"].bar == Bar(
        Obstacle.BUILD_ONLY_NOT_OWNED, (PowerId("GERMANY"),)
    )
    assert closed("cline-9-man-vii", position, PowerId("GERMANY"))["ARK"].bar == Bar(Obstacle.BUILD_ONLY, (RUSSIA,))
    assert "ARK" not in closed("cline-9-man-vii", stand({}, {"RUSSIA": ["ARK"]}), RUSSIA)


@pytest.mark.parametrize(
    ("held", "age", "bar"),
    [
        (0, 0, Bar(Obstacle.UNRIPE_COLONY, years=1)),
        (0, 2, Bar(Obstacle.UNRIPE_COLONY, years=1)),
        (0, 3, Bar(Obstacle.COLONY)),
        (1, 1, Bar(Obstacle.COLONY)),
    ],
)
def test_a_colony_of_the_colonial_variant_is_too_young_for_a_year(held: int, age: int, bar: Bar) -> None:
    position = replace(
        stand({}, {"KHOUFAX": ["NA14"]}), memory={"colonial_centres": {"NA14": {"held": held, "age": age}}}
    )
    assert closed("colonial-variant", position, PowerId("KHOUFAX"))["NA14"].bar == bar


def test_ruins_are_closed_for_good() -> None:
    variant = load_variant("standard")
    rulebook = add_modules(variant.rulebook, ["gigaton-bomb"])
    position = replace(stand({}, {"FRANCE": ["MAR"]}), memory={"gigaton-bomb": {"ruined": ["PAR"]}})
    sites = {site.space: site.bar for site in list_closed_sites(variant.board, position, FRANCE, rulebook)}
    assert sites[SpaceId("PAR")] == Bar(Obstacle.RUINED)
    assert sites[SpaceId("BRE")] == Bar(Obstacle.NOT_OWNED)


@pytest.mark.parametrize(
    ("variant", "space", "kind", "bar"),
    [
        ("standard", "MOS", UnitKind.FLEET, Bar(Obstacle.INLAND)),
        ("standard", "MOS", UnitKind.ARMY, None),
        ("colonia-i", "TAH", UnitKind.ARMY, Bar(Obstacle.NO_ARMIES)),
        ("colonia-i", "TAH", UnitKind.FLEET, None),
        ("standard", "NTH", UnitKind.ARMY, Bar(Obstacle.NO_PLACE)),
    ],
)
def test_a_place_may_be_open_to_one_kind_of_unit_only(
    variant: str, space: str, kind: UnitKind, bar: Bar | None
) -> None:
    found = load_variant(variant)
    assert find_kind_bar(found.board, stand({}), kind, SpaceId(space), found.rulebook) == bar


@pytest.mark.parametrize("variant", list_variants())
def test_every_own_centre_is_either_open_or_closed_with_a_reason(variant: str) -> None:
    found = load_variant(variant)
    position = replace(found.start, units=dict(list(found.start.units.items())[::2]))
    for power in found.powers:
        legal = list_adjustments(found.board, position, power, found.rulebook)
        is_open = {order.unit.space for order in legal if isinstance(order, Build)}
        sites = list_closed_sites(found.board, position, power, found.rulebook)
        assert set(position.centres_of(power)) <= is_open | {site.space for site in sites}
        assert not is_open & {site.space for site in sites}


# Retreats


def flee(
    variant: str,
    unit: str,
    units: Mapping[str, list[str]],
    *,
    power: str = "FRANCE",
    barred: str = "",
    contested: str = "",
) -> tuple[dict[str, Bar], set[str]]:
    """What is closed to a unit, and what is open."""
    found = load_variant(variant)
    position = replace(stand(units), contested=frozenset(map(SpaceId, contested.split())))
    army = parse_unit(power, unit)
    origin = SpaceId(barred) if barred else None
    options = list_retreats(found.board, position, army, origin, found.rulebook)
    gone = DislodgedUnit(army, origin, options, None)
    closed = list_closed_retreats(found.board, position, gone, found.rulebook)
    return {place.space: place.bar for place in closed}, {space_of(option) for option in options}


def test_a_retreat_is_closed_by_a_unit_a_stand_off_or_the_attacker() -> None:
    found, is_open = flee(
        "standard", "A BUR", {"FRANCE": ["A GAS"], "GERMANY": ["A BUR"]}, barred="MUN", contested="PAR"
    )
    assert found == {
        "GAS": Bar(Obstacle.OCCUPIED, unit=parse_unit("FRANCE", "A GAS")),
        "MUN": Bar(Obstacle.ATTACKED_FROM_THERE),
        "PAR": Bar(Obstacle.CONTESTED),
    }
    assert is_open == {"BEL", "MAR", "PIC", "RUH"}


def test_what_was_cleared_after_the_moves_stays_closed() -> None:
    variant = load_variant("standard")
    gone = DislodgedUnit(parse_unit("FRANCE", "A BUR"), SpaceId("MUN"), (LocationId("PAR"),), None)
    closed = list_closed_retreats(variant.board, stand({}), gone, variant.rulebook)
    found = {place.space: place.bar.why for place in closed}
    assert found[SpaceId("GAS")] is Obstacle.WAS_CLOSED
    assert found[SpaceId("MUN")] is Obstacle.ATTACKED_FROM_THERE


def test_armies_stay_on_land_and_fleets_off_it() -> None:
    army, _ = flee("standard", "A BRE", {})
    assert {space for space, bar in army.items() if bar.why is Obstacle.AT_SEA} == {"ENG", "MAO"}
    fleet, _ = flee("standard", "F BRE", {})
    assert fleet["PAR"].why is Obstacle.INLAND
    assert flee("standard", "F ROM", {})[0]["VEN"].why is Obstacle.NO_BORDER


def test_an_army_thrown_off_an_island_is_told_of_every_sea_without_a_ferry_and_of_shores_too_far_away() -> None:
    units = {"FRANCE": ["F IRI", "F ENG"], "ENGLAND": ["A IRE", "F LON"]}
    found, is_open = flee("colonia-vii", "A IRE", units, barred="NAO")
    assert "EDI" in is_open
    assert found["LON"] == Bar(Obstacle.OCCUPIED, unit=parse_unit("ENGLAND", "F LON"))
    assert found["BRI"].why is Obstacle.TWO_SEAS_AWAY
    assert found["NAO"].why is Obstacle.NO_FERRY
    assert found["IRI"].why is Obstacle.AT_SEA


def test_without_a_second_fleet_nothing_is_said_of_far_shores() -> None:
    found, _ = flee("colonia-vii", "A IRE", {"FRANCE": ["F IRI"]})
    assert not [space for space, bar in found.items() if bar.why is Obstacle.TWO_SEAS_AWAY]


def test_a_fleet_carries_no_army_from_a_mainland() -> None:
    found, _ = flee("colonia-vii", "A LON", {"FRANCE": ["F NTH"]})
    assert found["NTH"].why is Obstacle.NOT_FROM_AN_ISLAND
    assert found["ENG"].why is Obstacle.AT_SEA


def test_an_island_that_is_closed_to_armies_is_so_to_those_that_are_carried() -> None:
    variant = load_variant("colonia-vii")
    shores = [
        sea
        for sea in variant.board.spaces
        if "GLD" in {space_of(place) for place in variant.board.fleet_moves[LocationId(sea)]}
    ]
    islands = [
        (space, sea)
        for sea in shores
        for space in {space_of(place) for place in variant.board.fleet_moves[LocationId(sea)]}
        if variant.board.spaces[space].is_island and variant.board.spaces[space].centre.is_counted
    ]
    for space, sea in islands:
        assert flee("colonia-vii", f"A {space}", {"FRANCE": [f"F {sea}"]})[0]["GLD"] == Bar(Obstacle.NO_ARMIES)
    assert islands


def list_units(variant: Variant) -> list[Unit]:
    """A unit of every kind wherever it can stand."""
    power = next(iter(variant.powers))
    return [
        Unit(power, kind, location)
        for kind, traits in variant.rulebook.traits.items()
        for space in variant.board.spaces.values()
        for location in space.locations
        if variant.board.can_stand(location, sails=traits.sails)
    ]


@pytest.mark.parametrize("variant", list_variants())
def test_every_neighbouring_space_is_either_open_or_closed_with_a_reason(variant: str) -> None:
    found = load_variant(variant)
    board, position = found.board, found.start
    for unit in list_units(found)[::7]:
        options = list_retreats(board, position, unit, None, found.rulebook)
        gone = DislodgedUnit(unit, None, options, None)
        closed = {place.space for place in list_closed_retreats(board, position, gone, found.rulebook)}
        near = set(board.in_mask(board.plain_links[board.index[unit.location]]))
        is_open = {space_of(option) for option in options}
        assert near <= closed | is_open
        assert not closed & is_open
