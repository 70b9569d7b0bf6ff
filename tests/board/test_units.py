from legation.board import STANDARD_TRAITS, CentreKind, LocationId, PowerId, Unit, UnitKind

RUSSIA = PowerId("RUSSIA")


def test_a_fleet_on_a_coast_stands_in_the_space_of_that_coast() -> None:
    assert Unit(RUSSIA, UnitKind.FLEET, LocationId("STP/SC")).space == "STP"


def test_a_unit_is_written_as_its_letter_and_its_location() -> None:
    assert str(Unit(RUSSIA, UnitKind.FLEET, LocationId("STP/SC"))) == "F STP/SC"
    assert str(Unit(RUSSIA, UnitKind.TRANSPORT, LocationId("BAR"))) == "TF BAR"


def test_on_the_regular_board_armies_are_carried_and_fleets_carry() -> None:
    army, fleet = STANDARD_TRAITS[UnitKind.ARMY], STANDARD_TRAITS[UnitKind.FLEET]
    assert (army.sails, army.is_convoyed, army.convoys) == (False, True, False)
    assert (fleet.sails, fleet.is_convoyed, fleet.convoys) == (True, False, True)


def test_the_regular_board_knows_no_transport_fleets() -> None:
    assert set(STANDARD_TRAITS) == {UnitKind.ARMY, UnitKind.FLEET}


def test_an_ordinary_unit_captures_every_kind_of_centre() -> None:
    for traits in STANDARD_TRAITS.values():
        assert traits.captures == set(CentreKind) - {CentreKind.NONE}
