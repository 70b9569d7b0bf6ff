import pytest

from legation.board import PowerId
from legation.contract import read_request
from legation.server.plans import read_lines

ENGLAND = PowerId("ENGLAND")
SEAS = {
    "phase": "S1901M",
    "units": {"ENGLAND": ["A LON", "F ENG", "F NTH", "A WAL"], "FRANCE": ["F IRI", "A BRE"]},
}


def warn(*orders: str) -> dict[str, str]:
    request = read_request(SEAS)
    return dict(read_lines(request.variant, request.rulebook, request.state, ENGLAND, orders).warnings)


@pytest.mark.parametrize(
    "orders",
    [
        ("A LON - BEL VIA", "F ENG C A LON - BEL"),
        ("A LON - BEL", "F NTH C A LON - BEL"),
        ("F NTH S A BRE - BEL",),
        ("F ENG C A BRE - BEL",),
        ("F ENG S F IRI",),
        ("A WAL - LON", "A LON - YOR"),
    ],
)
def test_what_may_have_an_effect_is_not_warned_of(orders: tuple[str, ...]) -> None:
    assert warn(*orders) == {}


@pytest.mark.parametrize(
    ("orders", "warned", "why"),
    [
        (("A LON - NWY",), "A LON - NWY", "no fleet of yours has the order to carry it"),
        (("A LON - BEL", "F NTH C A LON - HOL"), "F NTH C A LON - HOL", "A LON has the order A LON - BEL"),
        (("A LON - YOR", "A WAL S A LON"), "A WAL S A LON", "A LON has the order A LON - YOR"),
        (("A WAL - LON",), "A WAL - LON", "your own A LON stays there"),
    ],
)
def test_what_can_have_no_effect_is_warned_of(orders: tuple[str, ...], warned: str, why: str) -> None:
    found = warn(*orders)
    assert found[warned].startswith(f"No effect as things stand: {why}")


def test_an_army_aboard_and_its_ship_have_an_order_each() -> None:
    request = read_request(
        {
            "variant": "colonial-variant",
            "phase": "S1M",
            "units": {"ELUNIA": ["F SA11"]},
            "memory": {"cargo": {"SA11": {"power": "ELUNIA", "unit": "A SA11"}}},
        }
    )
    reading = read_lines(request.variant, request.rulebook, request.state, PowerId("ELUNIA"), ["F SA11 H"])
    assert (reading.total, reading.idle) == (2, ("A SA11",))


def test_bombs_are_read_beside_the_orders_of_units() -> None:
    request = read_request({"phase": "S1901M", "modules": ["gigaton-bomb"], "units": {"FRANCE": ["A PAR"]}})
    reading = read_lines(
        request.variant, request.rulebook, request.state, PowerId("FRANCE"), ["A PAR - BUR", "BOMB PAR - MUN"]
    )
    assert reading.read == ("A PAR - BUR", "BOMB PAR - MUN")
    assert reading.total == 1


@pytest.mark.parametrize(("contested", "taken"), [([], "A BUR R PAR"), (["PAR"], "A BUR R PIC")])
def test_of_several_retreats_for_one_unit_the_first_that_is_open_is_taken(contested: list[str], taken: str) -> None:
    request = read_request(
        {
            "phase": "S1901R",
            "units": {"GERMANY": ["A BUR"]},
            "dislodged": [{"power": "FRANCE", "unit": "A BUR", "from": "MUN"}],
            "contested": contested,
        }
    )
    wishes = ["A BUR R PAR", "A BUR R PIC"]
    reading = read_lines(request.variant, request.rulebook, request.state, PowerId("FRANCE"), wishes)
    assert reading.read == (taken,)
