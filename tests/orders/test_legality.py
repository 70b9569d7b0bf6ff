from dataclasses import replace
from pathlib import Path

import pytest

from legation.board import Board, Border, LocationId, Position, SpaceId, Unit
from legation.judge import Rulebook, RuleModule
from legation.orders import (
    Embark,
    Fault,
    MovementOrder,
    OrderRules,
    Refusal,
    Rejection,
    Scene,
    check_order,
    format_order,
    parse_order,
)
from tests.kit import STANDARD, Letters, make_book, make_position, make_tiny_board, make_unit, rules, transport_rules


def accept(units: Letters, text: str, rulebook: Rulebook | None = None, *, board: Board = STANDARD) -> str:
    """The legal order of the first power, in full."""
    power = next(iter(units))
    book = make_book(make_position(units, board), {power: [text]}, rulebook, board=board)
    assert book.rejections == ()
    (order,) = (order for space, order in book.orders.items() if space not in book.supplied)
    return format_order(order)


def refuse(units: Letters, text: str, rulebook: Rulebook | None = None, *, board: Board = STANDARD) -> Rejection:
    power = next(iter(units))
    (rejection,) = make_book(make_position(units, board), {power: [text]}, rulebook, board=board).rejections
    return rejection


@pytest.mark.parametrize(
    ("unit", "text", "order"),
    [
        ("A PAR", "F PAR - BUR", "A PAR - BUR"),
        ("A PAR", "PAR - BUR", "A PAR - BUR"),
        ("F GAS", "F GAS - SPA", "F GAS - SPA/NC"),
        ("F LYO", "F LYO - SPA", "F LYO - SPA/SC"),
        ("A GAS", "A GAS - SPA/NC", "A GAS - SPA"),
        ("A STP", "A STP/NC - MOS", "A STP - MOS"),
        ("F STP/NC", "F STP - BAR", "F STP/NC - BAR"),
        ("F STP/SC", "F STP/NC H", "F STP/SC H"),
        ("F BUL/SC", "F BUL - CON", "F BUL/SC - CON"),
        ("F AEG", "F AEG - BUL", "F AEG - BUL/SC"),
    ],
)
def test_an_order_with_one_meaning_comes_back_in_full(unit: str, text: str, order: str) -> None:
    assert accept({"FRANCE": [unit]}, text) == order


def test_a_move_to_an_adjacent_space_needs_no_fleets() -> None:
    assert accept({"FRANCE": ["A PAR"]}, "A PAR - PIC") == "A PAR - PIC"


def test_a_move_over_sea_is_legal_if_fleets_could_carry_it() -> None:
    units = {"ENGLAND": ["A LON"], "FRANCE": ["F NTH"]}
    assert accept(units, "A LON - NWY") == "A LON - NWY"
    assert refuse(units, "A LON - SPA").fault is Fault.NO_CONVOY_POSSIBLE


def test_a_fleet_in_a_port_carries_nobody() -> None:
    assert refuse({"ENGLAND": ["A LON", "F BEL"]}, "A LON - HOL").fault is Fault.NO_CONVOY_POSSIBLE


def test_an_army_inland_can_go_nowhere_by_sea() -> None:
    assert refuse({"FRANCE": ["A PAR", "F ENG"]}, "A PAR - LON").fault is Fault.NOT_ADJACENT


def test_a_fleet_is_never_convoyed() -> None:
    assert refuse({"ENGLAND": ["F LON", "F NTH"]}, "F LON - NWY").fault is Fault.NOT_ADJACENT


def test_a_tag_without_any_fleet_is_forgiven_where_the_army_falls_back_to_land() -> None:
    assert accept({"FRANCE": ["A PIC"]}, "A PIC - BEL VIA", rules("1982")) == "A PIC - BEL"


def test_seas_written_in_a_move_that_goes_by_land_are_forgotten() -> None:
    """Else the accepted order would read ``A PIC - BEL ENG``, which is not an order."""
    text = accept({"FRANCE": ["A PIC"]}, "A PIC - BEL VIA ENG", rules("1971"))
    assert text == "A PIC - BEL"


def test_support_needs_only_the_space_to_be_reachable_on_some_coast() -> None:
    units = {"FRANCE": ["F GAS", "F WES"]}
    assert accept(units, "F GAS S F WES - SPA/SC") == "F GAS S F WES - SPA/SC"


def test_support_of_an_army_to_a_coast_is_support_to_the_space() -> None:
    assert accept({"FRANCE": ["F GAS", "A MAR"]}, "F GAS S A MAR - SPA/NC") == "F GAS S A MAR - SPA"


def test_support_to_a_coast_that_the_mover_cannot_reach_is_refused() -> None:
    rejection = refuse({"FRANCE": ["A MAR", "F GAS"]}, "A MAR S F GAS - SPA/SC")
    assert rejection.fault is Fault.SUPPORT_IMPOSSIBLE_MOVE


def test_support_names_the_true_kind_and_coast_of_the_supported() -> None:
    assert accept({"FRANCE": ["F POR", "F SPA/NC"]}, "F POR S A SPA") == "F POR S F SPA/NC"


def test_support_of_a_unit_of_another_power_is_legal() -> None:
    assert accept({"FRANCE": ["A PAR"], "GERMANY": ["A MUN"]}, "A PAR S A MUN - BUR") == "A PAR S A MUN - BUR"


def test_support_of_a_convoyed_move_is_legal_if_others_could_carry_it() -> None:
    units = {"ENGLAND": ["F HOL", "A LON", "F NTH"]}
    assert accept(units, "F HOL S A LON - BEL") == "F HOL S A LON - BEL"


def test_a_fleet_cannot_support_a_move_that_only_it_could_carry() -> None:
    """DATC 6.D.31."""
    rejection = refuse({"ENGLAND": ["F NTH", "A LON"]}, "F NTH S A LON - BEL")
    assert rejection.fault is Fault.SUPPORT_IMPOSSIBLE_MOVE


def test_a_convoy_is_legal_if_its_fleet_lies_on_a_proper_route() -> None:
    units = {"ENGLAND": ["F NTH", "A LON", "F SKA"]}
    assert accept(units, "F NTH C A LON - SWE") == "F NTH C A LON - SWE"


def test_a_convoy_that_goes_round_a_shorter_one_is_refused() -> None:
    """Irish Sea touches Wales and Liverpool both: Channel and Mid-Atlantic before it are no part of a proper route."""
    units = {"FRANCE": ["F MAO"], "ENGLAND": ["F IRI", "F ENG", "A WAL"]}
    assert refuse(units, "F MAO C A WAL - LVP").fault is Fault.CONVOY_OFF_ROUTE


def test_a_convoy_of_a_foreign_army_is_legal() -> None:
    assert accept({"FRANCE": ["F ENG"], "ENGLAND": ["A LON"]}, "F ENG C A LON - BRE") == "F ENG C A LON - BRE"


def test_an_embarking_army_is_taken_aboard_where_the_variant_knows_it() -> None:
    colonial = replace(rules(), extra_kinds=frozenset({Embark}))
    assert accept({"FRANCE": ["F ENG", "A PIC"]}, "F ENG E A PIC", colonial) == "F ENG E A PIC"
    assert refuse({"FRANCE": ["F ENG"]}, "F ENG E A PIC", colonial).fault is Fault.NO_ARMY_TO_CONVOY


def test_a_transport_fleet_may_support_a_unit_that_holds() -> None:
    units = {"FRANCE": ["TF ENG", "F MAO"]}
    assert accept(units, "TF ENG S F MAO", transport_rules()) == "TF ENG S F MAO"


def test_nobody_supports_the_attack_of_a_transport_fleet() -> None:
    rejection = refuse({"FRANCE": ["F MAO", "TF ENG"]}, "F MAO S TF ENG - BRE", transport_rules())
    assert rejection.fault is Fault.SUPPORT_NOT_ALLOWED


ISLES = """
    MAIN,Mainland,land
    HILL,Hills,land
    ISLE,Isle,land,home,FRANCE,,yes
    SEA,Sea,sea
    RIFF,Riff,sea,,,,,no
"""
ISLE_BORDERS = """
    MAIN,HILL,yes
    MAIN,SEA,no,yes
    ISLE,SEA,no,yes
    ISLE,RIFF,no,yes
    MAIN,RIFF,no,yes
    SEA,RIFF,no,yes
"""


@pytest.fixture
def isles(tmp_path: Path) -> Board:
    return make_tiny_board(tmp_path, ISLES, ISLE_BORDERS)


def test_an_army_may_be_convoyed_to_an_island_without_land_borders(isles: Board) -> None:
    assert accept({"FRANCE": ["A MAIN", "F SEA"]}, "A MAIN - ISLE", board=isles) == "A MAIN - ISLE"


def test_a_fleet_may_convoy_to_an_island_without_land_borders(isles: Board) -> None:
    text = accept({"FRANCE": ["F SEA", "A MAIN"]}, "F SEA C A MAIN - ISLE", board=isles)
    assert text == "F SEA C A MAIN - ISLE"


def test_a_convoyed_move_to_an_island_without_land_borders_may_be_supported(isles: Board) -> None:
    units = {"FRANCE": ["F RIFF", "A MAIN", "F SEA"]}
    assert accept(units, "F RIFF S A MAIN - ISLE", board=isles) == "F RIFF S A MAIN - ISLE"


def test_an_army_may_be_convoyed_from_an_island(isles: Board) -> None:
    assert accept({"FRANCE": ["A ISLE", "F SEA"]}, "A ISLE - MAIN", board=isles) == "A ISLE - MAIN"


def test_no_convoy_crosses_a_sea_that_carries_none(isles: Board) -> None:
    units = {"FRANCE": ["F RIFF", "A ISLE"]}
    assert refuse(units, "F RIFF C A ISLE - MAIN", board=isles).fault is Fault.NO_CONVOYS_HERE
    assert refuse({"FRANCE": ["A ISLE", "F RIFF"]}, "A ISLE - MAIN", board=isles).fault is Fault.NO_CONVOY_POSSIBLE


class Canal(RuleModule):
    """Opens the border with the condition ``canal`` to one power."""

    def may_cross(self, position: Position, unit: Unit, border: Border) -> bool:
        return border.condition == "canal" and unit.power == "FRANCE"


CANAL_BOARD = """
    EAST,East,land
    WEST,West,land
    REAR,Rear,land
    FAR,Far,land
"""
CANAL_BORDERS = """
    EAST,WEST,yes,no,,canal
    EAST,REAR,yes
    WEST,FAR,yes
    REAR,FAR,yes,no,yes,canal
"""


@pytest.fixture
def canal(tmp_path: Path) -> Board:
    return make_tiny_board(tmp_path, CANAL_BOARD, CANAL_BORDERS)


@pytest.mark.parametrize(("start", "end"), [("EAST", "WEST"), ("WEST", "EAST"), ("REAR", "FAR")])
def test_a_conditional_border_is_opened_by_a_rule_module(canal: Board, start: str, end: str) -> None:
    opened = rules("2000", Canal())
    assert accept({"FRANCE": [f"A {start}"]}, f"A {start} - {end}", opened, board=canal) == f"A {start} - {end}"
    assert refuse({"FRANCE": [f"A {start}"]}, f"A {start} - {end}", board=canal).fault is Fault.NOT_ADJACENT
    assert refuse({"TURKEY": [f"A {start}"]}, f"A {start} - {end}", opened, board=canal).fault is Fault.NOT_ADJACENT


def test_a_conditional_one_way_border_stays_shut_in_the_other_direction(canal: Board) -> None:
    rejection = refuse({"FRANCE": ["A FAR"]}, "A FAR - REAR", rules("2000", Canal()), board=canal)
    assert rejection.fault is Fault.NOT_ADJACENT


def test_support_may_be_given_over_a_conditional_border_that_is_open(canal: Board) -> None:
    units = {"FRANCE": ["A EAST", "A FAR"]}
    opened = rules("2000", Canal())
    assert accept(units, "A EAST S A FAR - WEST", opened, board=canal) == "A EAST S A FAR - WEST"
    assert refuse(units, "A EAST S A FAR - WEST", board=canal).fault is Fault.SUPPORT_UNREACHABLE


def test_an_army_cannot_cross_a_conditional_border_made_for_fleets(tmp_path: Path) -> None:
    spaces = "EAST,East,land\nWEST,West,land\nSEA,Sea,sea"
    borders = "EAST,WEST,no,yes,,canal\nEAST,SEA,no,yes\nWEST,SEA,no,yes"
    board = make_tiny_board(tmp_path, spaces, borders)
    opened = rules("2000", Canal())
    assert accept({"FRANCE": ["F EAST"]}, "F EAST - WEST", opened, board=board) == "F EAST - WEST"
    assert refuse({"FRANCE": ["A EAST"]}, "A EAST - WEST", opened, board=board).text == "A EAST - WEST"


def check(units: Letters, text: str) -> MovementOrder | Refusal:
    position = make_position(units)
    order = parse_order(text, STANDARD.names)
    assert isinstance(order, MovementOrder)
    return check_order(Scene(STANDARD, position, OrderRules()), position.units[order.unit.space], order)


def test_a_single_order_may_be_checked_by_itself() -> None:
    result = check({"FRANCE": ["F GAS"]}, "F GAS - SPA")
    assert not isinstance(result, Refusal)
    assert format_order(result) == "F GAS - SPA/NC"
    assert check({"FRANCE": ["F GAS"]}, "F GAS - PAR") == Refusal(
        Fault.UNSUITABLE_SPACE, ("BRE", "MAO", "SPA/NC"), unit=make_unit("FRANCE", "F GAS")
    )


def test_a_scene_knows_where_a_unit_can_go_and_be_carried() -> None:
    position = make_position({"ENGLAND": ["A LON", "F NTH"]})
    scene = Scene(STANDARD, position, OrderRules())
    army, fleet = position.units[SpaceId("LON")], position.units[SpaceId("NTH")]
    assert scene.targets(army) == (LocationId("WAL"), LocationId("YOR"))
    assert scene.can_be_convoyed(army, SpaceId("NWY"))
    assert not scene.can_be_convoyed(army, SpaceId("SPA"))
    assert not scene.can_be_convoyed(army, SpaceId("LON"))
    assert not scene.can_be_convoyed(fleet, SpaceId("NWY"))
    assert scene.is_of_use(fleet, army, SpaceId("NWY"))
