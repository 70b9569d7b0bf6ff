"""Where a power cannot build and a dislodged unit cannot go: the judge's facts."""

from collections.abc import Mapping
from dataclasses import replace

import pytest

from legation.board import CentreKind, DislodgedUnit, LocationId, Position, PowerId, SpaceId, Unit, UnitKind, space_of
from legation.judge import (
    judge_adjustments,
    list_adjustments,
    list_closed_sites,
    list_retreats,
    refuse_kind,
    refuse_site,
)
from legation.judge.rulebook import BuildSites
from legation.orders import (
    Build,
    ClauseId,
    Fault,
    Piece,
    Refusal,
    Retreat,
    list_closed_retreats,
    make_retreat_book,
    write_submissions,
)
from legation.variants import Variant, add_modules, list_variants, load_variant
from tests.kit import make_owners

FRANCE, RUSSIA = PowerId("FRANCE"), PowerId("RUSSIA")


def parse_unit(power: str, text: str) -> Unit:
    letter, _, place = text.partition(" ")
    return Unit(PowerId(power), UnitKind(letter), LocationId(place))


def stand(units: Mapping[str, list[str]], centres: Mapping[str, list[str]] | None = None) -> Position:
    placed = [parse_unit(power, text) for power, texts in units.items() for text in texts]
    return Position({unit.space: unit for unit in placed}, make_owners(centres or {}))


def closed(variant: str, position: Position, power: PowerId) -> dict[str, Refusal]:
    found = load_variant(variant)
    return {str(space): why for space, why in list_closed_sites(found.board, position, power, found.rulebook)}


def refuse(
    fault: Fault,
    clause: str = "",
    *powers: str,
    centre: CentreKind = CentreKind.NONE,
    unit: Unit | None = None,
    years: int = 0,
) -> Refusal:
    return Refusal(fault, (), ClauseId(clause), tuple(map(PowerId, powers)), unit, centre, years)


def test_a_centre_is_closed_for_want_of_a_right_or_by_the_unit_in_it() -> None:
    position = stand(
        {"RUSSIA": ["A MOS", "A BUL"]},
        {"RUSSIA": ["MOS", "STP", "SEV", "RUM", "BUL", "BER"], "AUSTRIA": ["WAR"]},
    )
    found = closed("standard", position, RUSSIA)
    home, neutral = CentreKind.HOME, CentreKind.NEUTRAL
    assert found == {
        "MOS": refuse(Fault.SITE_OCCUPIED, centre=home, unit=parse_unit("RUSSIA", "A MOS")),
        "RUM": refuse(Fault.NOT_A_BUILD_SITE, centre=neutral),
        "BUL": refuse(Fault.NOT_A_BUILD_SITE, centre=neutral, unit=parse_unit("RUSSIA", "A BUL")),
        "BER": refuse(Fault.NOT_A_BUILD_SITE, "", "GERMANY", centre=home),
        "WAR": refuse(Fault.SITE_NOT_OWNED, "", "AUSTRIA", centre=home),
    }


def test_where_builds_are_allowed_everywhere_nothing_but_a_unit_closes_a_centre() -> None:
    variant = load_variant("standard")
    rulebook = replace(variant.rulebook, build_in=BuildSites.OWNED)
    position = stand({"RUSSIA": ["A MOS"]}, {"RUSSIA": ["MOS", "RUM"]})
    sites = dict(list_closed_sites(variant.board, position, RUSSIA, rulebook))
    assert sites[SpaceId("MOS")].fault is Fault.SITE_OCCUPIED
    assert SpaceId("RUM") not in sites


@pytest.mark.parametrize(
    ("switch", "rum", "war", "sev"),
    [
        (BuildSites.HOME, Fault.NOT_A_BUILD_SITE, Fault.NOT_A_BUILD_SITE, Fault.NOT_A_BUILD_SITE),
        (BuildSites.ANY_HOME, Fault.NOT_A_BUILD_SITE, Fault.SITE_NOT_OWNED, None),
        (BuildSites.OWNED, Fault.SITE_NOT_OWNED, Fault.SITE_NOT_OWNED, None),
        (BuildSites.OWNED_WITH_HOME, Fault.SITE_NOT_OWNED, Fault.SITE_NOT_OWNED, Fault.NO_HOME_LEFT),
    ],
)
def test_a_centre_that_builds_by_a_switch_is_closed_for_want_of_an_owner_or_a_home(
    switch: BuildSites, rum: Fault, war: Fault, sev: Fault | None
) -> None:
    """Turkey owns Sevastopol and no home centre. Rumania is nobody's, and Warsaw Russia's."""
    variant = load_variant("standard")
    rulebook = replace(variant.rulebook, build_in=switch)
    position = stand({}, {"TURKEY": ["SEV"], "RUSSIA": ["WAR", "ANK", "CON", "SMY"]})
    turkey = PowerId("TURKEY")
    found = [refuse_site(variant.board, position, turkey, SpaceId(site), rulebook) for site in ("RUM", "WAR", "SEV")]
    assert [refusal and refusal.fault for refusal in found] == [rum, war, sev]


def test_a_special_centre_builds_for_those_it_names_once_they_own_it() -> None:
    position = stand({}, {"FRANCE": ["NAP"], "SPAIN": ["CRI"]})
    special = CentreKind.SPECIAL
    assert closed("colonia-vii", position, FRANCE)["NAP"] == refuse(
        Fault.SPECIAL_FOR_OTHERS, "C7-6a", "AUSTRIA", "SPAIN", centre=special
    )
    spain = closed("colonia-vii", position, PowerId("SPAIN"))
    assert spain["NAP"] == refuse(Fault.SPECIAL_NOT_OWNED, "C7-6a", "FRANCE", centre=special)
    assert spain["CRI"] == refuse(Fault.SPECIAL_FOR_OTHERS, "C7-6a", "RUSSIA", "OTTOMAN", centre=special)
    canton = closed("colonia-vii", stand({}, {}), PowerId("CHINA"))["CAN"]
    assert canton == refuse(Fault.SPECIAL_NOT_OWNED, "C7-6a", centre=special)
    assert "NAP" not in closed("colonia-vii", stand({}, {"SPAIN": ["NAP"]}), PowerId("SPAIN"))


def test_a_build_only_centre_builds_for_those_it_names_while_they_hold_it() -> None:
    position = stand({}, {"GERMANY": ["ARK"]})
    build_only = CentreKind.BUILD_ONLY
    assert closed("cline-9-man-vii", position, RUSSIA)["ARK"] == refuse(
        Fault.BUILD_ONLY_NOT_OWNED, "N9-5a", "GERMANY", centre=build_only
    )
    assert closed("cline-9-man-vii", position, PowerId("GERMANY"))["ARK"] == refuse(
        Fault.BUILD_ONLY_FOR_OTHERS, "N9-5a", "RUSSIA", centre=build_only
    )
    assert "ARK" not in closed("cline-9-man-vii", stand({}, {"RUSSIA": ["ARK"]}), RUSSIA)


@pytest.mark.parametrize(
    ("held", "age", "why"),
    [
        (0, 0, refuse(Fault.COLONY_TOO_YOUNG, "CV-5a", centre=CentreKind.COLONIAL, years=1)),
        (0, 2, refuse(Fault.COLONY_TOO_YOUNG, "CV-5a", centre=CentreKind.COLONIAL, years=1)),
        (0, 3, refuse(Fault.NOT_A_BUILD_SITE, centre=CentreKind.COLONIAL)),
        (1, 1, refuse(Fault.NOT_A_BUILD_SITE, centre=CentreKind.COLONIAL)),
    ],
)
def test_a_colony_of_the_colonial_variant_is_too_young_for_a_year(held: int, age: int, why: Refusal) -> None:
    memory = {"colonial_centres": {"NA14": {"held": held, "age": age}}}
    position = stand({}, {"KHOUFAX": ["NA14"]})._replace(memory=memory)
    assert closed("colonial-variant", position, PowerId("KHOUFAX"))["NA14"] == why


def test_ruins_are_closed_for_good() -> None:
    variant = load_variant("standard")
    rulebook = add_modules(variant.rulebook, ["gigaton-bomb"])
    position = stand({}, {"FRANCE": ["MAR"]})._replace(memory={"gigaton-bomb": {"ruined": ["PAR"]}})
    sites = dict(list_closed_sites(variant.board, position, FRANCE, rulebook))
    assert sites[SpaceId("PAR")] == refuse(Fault.RUINED, "GB-3b", centre=CentreKind.HOME)
    assert sites[SpaceId("BRE")] == refuse(Fault.SITE_NOT_OWNED, centre=CentreKind.HOME)


@pytest.mark.parametrize(
    ("variant", "unit", "fault", "clause"),
    [
        ("standard", "F MOS", Fault.UNSUITABLE_SPACE, ""),
        ("standard", "A MOS", None, ""),
        ("colonia-i", "A TAH", Fault.CLOSED_TO_ARMIES, "C1-4"),
        ("colonia-i", "F TAH", None, ""),
        ("standard", "A NTH", Fault.UNSUITABLE_SPACE, ""),
    ],
)
def test_a_place_may_be_open_to_one_kind_of_unit_only(
    variant: str, unit: str, fault: Fault | None, clause: str
) -> None:
    found = load_variant(variant)
    why = refuse_kind(found.board, stand({}), parse_unit("FRANCE", unit), found.rulebook)
    assert (why.fault, why.clause) == (fault, clause) if why else fault is None


@pytest.mark.parametrize("variant", list_variants())
def test_every_own_centre_is_either_open_or_closed_with_a_reason(variant: str) -> None:
    found = load_variant(variant)
    position = found.start._replace(units=dict(list(found.start.units.items())[::2]))
    for power in found.powers:
        legal = list_adjustments(found.board, position, power, found.rulebook)
        is_open = {order.unit.space for order in legal if isinstance(order, Build)}
        sites = list_closed_sites(found.board, position, power, found.rulebook)
        assert set(position.centres_of(power)) <= is_open | dict(sites).keys()
        assert not is_open & dict(sites).keys()


@pytest.mark.parametrize("variant", list_variants())
def test_an_order_to_build_is_refused_in_the_words_of_the_closed_choice(variant: str) -> None:
    """In every space of the board: what is closed is refused, with the same code, clause and facts."""
    found = load_variant(variant)
    position = found.start._replace(units=dict(list(found.start.units.items())[::2]))
    for power in list(found.powers)[:3]:
        for space, why in list_closed_sites(found.board, position, power, found.rulebook):
            lines = write_submissions({power: [Build(Piece(None, LocationId(space)))]})
            (rejection,) = judge_adjustments(found.board, position, lines, found.rulebook).rejections
            assert rejection.refusal._replace(choices=()) == why


# Retreats


def flee(
    variant: str,
    unit: str,
    units: Mapping[str, list[str]],
    *,
    power: str = "FRANCE",
    barred: str = "",
    contested: str = "",
) -> tuple[dict[str, Refusal], set[str]]:
    """What is closed to a unit, and what is open."""
    found = load_variant(variant)
    position = stand(units)._replace(contested=frozenset(map(SpaceId, contested.split())))
    army = parse_unit(power, unit)
    origin = SpaceId(barred) if barred else None
    options = list_retreats(found.board, position, army, origin, found.rulebook)
    gone = DislodgedUnit(army, origin, options, None)
    closed = list_closed_retreats(found.board, position, gone, found.rulebook.order_rules)
    return {str(space): why for space, why in closed}, {space_of(option) for option in options}


def test_a_retreat_is_closed_by_a_unit_a_stand_off_or_the_attacker() -> None:
    found, is_open = flee(
        "standard", "A BUR", {"FRANCE": ["A GAS"], "GERMANY": ["A BUR"]}, barred="MUN", contested="PAR"
    )
    assert found == {
        "GAS": Refusal(Fault.SPACE_OCCUPIED, unit=parse_unit("FRANCE", "A GAS")),
        "MUN": Refusal(Fault.ATTACKER_CAME_FROM_THERE),
        "PAR": Refusal(Fault.SPACE_CONTESTED),
    }
    assert is_open == {"BEL", "MAR", "PIC", "RUH"}


def test_what_was_cleared_after_the_moves_stays_closed() -> None:
    variant = load_variant("standard")
    gone = DislodgedUnit(parse_unit("FRANCE", "A BUR"), SpaceId("MUN"), (LocationId("PAR"),), None)
    found = dict(list_closed_retreats(variant.board, stand({}), gone, variant.rulebook.order_rules))
    assert found[SpaceId("GAS")].fault is Fault.WAS_CLOSED
    assert found[SpaceId("MUN")].fault is Fault.ATTACKER_CAME_FROM_THERE


def test_armies_stay_on_land_and_fleets_off_it() -> None:
    army, _ = flee("standard", "A BRE", {})
    assert {space for space, why in army.items() if why.fault is Fault.UNSUITABLE_SPACE} == {"ENG", "MAO"}
    fleet, _ = flee("standard", "F BRE", {})
    assert fleet["PAR"].fault is Fault.UNSUITABLE_SPACE
    assert flee("standard", "F ROM", {})[0]["VEN"].fault is Fault.NOT_ADJACENT


def test_an_army_thrown_off_an_island_is_told_of_every_sea_without_a_ferry_and_of_shores_too_far_away() -> None:
    units = {"FRANCE": ["F IRI", "F ENG"], "ENGLAND": ["A IRE", "F LON"]}
    found, is_open = flee("colonia-vii", "A IRE", units, barred="NAO")
    assert "EDI" in is_open
    assert found["LON"] == Refusal(Fault.SPACE_OCCUPIED, unit=parse_unit("ENGLAND", "F LON"))
    assert found["BRI"].fault is Fault.TWO_SEAS_AWAY
    assert found["NAO"].fault is Fault.NO_FERRY
    assert found["IRI"].fault is Fault.UNSUITABLE_SPACE


def test_without_a_second_fleet_nothing_is_said_of_far_shores() -> None:
    found, _ = flee("colonia-vii", "A IRE", {"FRANCE": ["F IRI"]})
    assert not [space for space, why in found.items() if why.fault is Fault.TWO_SEAS_AWAY]


def test_a_fleet_carries_no_army_from_a_mainland() -> None:
    found, _ = flee("colonia-vii", "A LON", {"FRANCE": ["F NTH"]})
    assert found["NTH"].fault is Fault.NOT_FROM_AN_ISLAND
    assert found["ENG"].fault is Fault.UNSUITABLE_SPACE


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
        assert flee("colonia-vii", f"A {space}", {"FRANCE": [f"F {sea}"]})[0]["GLD"] == refuse(
            Fault.CLOSED_TO_ARMIES, "C7-4d"
        )
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
        refused = dict(list_closed_retreats(board, position, gone, found.rulebook.order_rules))
        closed = set(refused)
        near = set(board.in_mask(board.plain_links[board.index[unit.location]]))
        is_open = {space_of(option) for option in options}
        assert near <= closed | is_open
        assert not closed & is_open
        now = position._replace(dislodged=(gone,))
        for space, why in refused.items():
            lines = write_submissions({unit.power: [Retreat(Piece(unit.kind, unit.location), LocationId(space))]})
            (rejection,) = make_retreat_book(board, now, lines, found.rulebook.order_rules).rejections
            assert rejection.refusal._replace(choices=()) == why
