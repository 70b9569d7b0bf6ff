from itertools import permutations

import pytest

from legation.board import DislodgedUnit, LocationId, Position, PowerId, SpaceId
from legation.judge import Fate, Reason, Result, judge_retreats, list_retreats
from legation.orders import Retreat, format_order, make_retreat_book, read_submissions
from tests.cases.case_file import BOARDS
from tests.kit import PROFILES, STANDARD, find_outcome, judge, judge_retreat_orders, make_position, make_unit, rules

# Two armies of different powers are driven out; both may go to Albania.
DISLODGING = {
    "TURKEY": ["A SER H"],
    "ITALY": ["A TRI H"],
    "AUSTRIA": ["A BUD - SER", "A RUM S A BUD - SER", "A VIE - TRI", "A TYR S A VIE - TRI"],
}


@pytest.fixture
def dislodged() -> Position:
    return judge(DISLODGING).after


@pytest.mark.parametrize("profile", PROFILES)
def test_a_unit_that_retreats_stands_where_it_went(dislodged: Position, profile: str) -> None:
    orders = {"TURKEY": ["A SER R GRE"], "ITALY": ["A TRI R ALB"]}
    verdict = judge_retreat_orders(dislodged, orders, rules(profile))
    assert [str(unit) for unit in verdict.position.units_of(PowerId("TURKEY"))] == ["A GRE"]
    assert [str(unit) for unit in verdict.position.units_of(PowerId("ITALY"))] == ["A ALB"]
    assert {outcome.reason for outcome in verdict.outcomes} == {Reason.RETREATED}
    assert verdict.destroyed == ()


@pytest.mark.parametrize("profile", PROFILES)
def test_units_that_retreat_to_one_space_are_all_disbanded(dislodged: Position, profile: str) -> None:
    orders = {"TURKEY": ["A SER R ALB"], "ITALY": ["A TRI R ALB"]}
    verdict = judge_retreat_orders(dislodged, orders, rules(profile))
    serbia = find_outcome(verdict, "A SER")
    assert (serbia.result, serbia.reason, serbia.fate) == (Result.FAILS, Reason.RETREATS_COLLIDED, Fate.DESTROYED)
    assert [format_order(order) for order in serbia.because_of] == ["A TRI R ALB"]
    assert {str(unit) for unit in verdict.destroyed} == {"A SER", "A TRI"}
    assert "ALB" not in verdict.position.units


def test_a_unit_that_disbands_is_gone(dislodged: Position) -> None:
    verdict = judge_retreat_orders(dislodged, {"TURKEY": ["A SER D"], "ITALY": ["A TRI R ALB"]})
    serbia = find_outcome(verdict, "A SER")
    assert (serbia.result, serbia.reason, serbia.fate) == (Result.SUCCEEDS, Reason.DISBANDED, Fate.DESTROYED)
    assert [str(unit) for unit in verdict.destroyed] == ["A SER"]


def test_a_unit_without_a_legal_order_is_disbanded_and_the_reason_says_so(dislodged: Position) -> None:
    verdict = judge_retreat_orders(dislodged, {"TURKEY": ["A SER R BUD"]})
    assert {outcome.reason for outcome in verdict.outcomes} == {Reason.DISBANDED_WITHOUT_ORDER}
    assert verdict.position.units_of(PowerId("TURKEY")) == ()


def test_units_that_were_not_dislodged_stay_and_the_phase_is_over(dislodged: Position) -> None:
    verdict = judge_retreat_orders(dislodged, {})
    assert verdict.position.units == dislodged.units
    assert (verdict.position.dislodged, verdict.position.contested) == ((), frozenset())


def test_a_fleet_retreats_to_the_coast_it_named() -> None:
    after = judge({"FRANCE": ["F MAO H"], "ENGLAND": ["F NAO - MAO", "F IRI S F NAO - MAO"]}).after
    verdict = judge_retreat_orders(after, {"FRANCE": ["F MAO R SPA/SC"]})
    assert [str(unit) for unit in verdict.position.units_of(PowerId("FRANCE"))] == ["F SPA/SC"]


def test_retreats_to_two_coasts_of_one_space_collide() -> None:
    after = judge(
        {
            "FRANCE": ["F MAO H", "F LYO H"],
            "ENGLAND": ["F NAO - MAO", "F IRI S F NAO - MAO"],
            "ITALY": ["F TYS - LYO", "F TUS S F TYS - LYO"],
        }
    ).after
    verdict = judge_retreat_orders(after, {"FRANCE": ["F MAO R SPA/NC", "F LYO R SPA/SC"]})
    assert {outcome.reason for outcome in verdict.outcomes} == {Reason.RETREATS_COLLIDED}


def test_the_attackers_start_is_barred_only_to_the_unit_it_dislodged() -> None:
    """DATC 6.H.10."""
    orders = {
        "ENGLAND": ["A KIE H"],
        "GERMANY": ["A BER - KIE", "A MUN S A BER - KIE", "A PRU H"],
        "RUSSIA": ["A WAR - PRU", "A SIL S A WAR - PRU"],
    }
    result = judge(orders)
    assert "BER" not in result.dislodged["A KIE"].retreats
    assert "BER" in result.dislodged["A PRU"].retreats


def test_an_army_has_no_retreat_over_sea() -> None:
    orders = {"ENGLAND": ["A NAF H", "F MAO H"], "FRANCE": ["A TUN - NAF", "F WES S A TUN - NAF"]}
    result = judge(orders)
    assert result["NAF"].fate is Fate.DESTROYED


def test_retreats_are_worked_out_from_the_position_after_the_moves() -> None:
    moved = Position(make_position({"FRANCE": ["A MAR"]}).units, contested=frozenset({SpaceId("GAS")}))
    retreats = list_retreats(STANDARD, moved, make_unit("FRANCE", "A BUR"), SpaceId("MUN"), rules())
    assert retreats == ("BEL", "PAR", "PIC", "RUH")


def test_a_retreat_on_foot_drops_the_sea_that_it_names() -> None:
    """Nobody needs to carry the army, so a sea that it names does no harm."""
    after = judge(DISLODGING).after
    verdict = judge_retreat_orders(after, {"TURKEY": ["A SER R ALB VIA ADR"]})
    serbia = find_outcome(verdict, "A SER").order
    assert isinstance(serbia, Retreat)
    assert (serbia.target, serbia.via) == ("ALB", None)


def test_a_retreat_over_a_difficult_border_gives_way_to_an_ordinary_one() -> None:
    """DATC 2.4, 10.K; two over difficult borders still collide."""
    board = BOARDS["difficult-borders"]()
    army, fleet = make_unit("ITALY", "A APU", board), make_unit("ITALY", "F ION", board)
    other = make_unit("FRANCE", "A NAP", board)
    sicily = (LocationId("SIC"),)
    for second, survivors in ((fleet, ["F SIC"]), (other, [])):
        waiting = tuple(DislodgedUnit(unit, None, sicily) for unit in (army, second))
        position = Position(dislodged=waiting)
        letters: dict[PowerId, list[str]] = {unit.power: [] for unit in (army, second)}
        for unit in (army, second):
            letters[unit.power].append(f"{unit} R SIC")
        book = make_retreat_book(board, position, read_submissions(board, letters))
        after = judge_retreats(board, position, book, rules()).position
        assert [str(unit) for unit in after.units.values()] == survivors


def test_the_order_in_which_dislodged_units_are_listed_changes_no_reason() -> None:
    before = make_position({"GERMANY": ["A RUH", "A PAR", "A PIC"]})
    armies = [make_unit("FRANCE", text) for text in ("A RUH", "A PAR", "A PIC")]
    orders = {"FRANCE": ["A RUH R BUR", "A PAR R BUR", "A PIC R BUR"]}
    found = set()
    for listed in permutations(armies):
        waiting = tuple(DislodgedUnit(army, None, (LocationId("BUR"),)) for army in listed)
        verdict = judge_retreat_orders(before._replace(dislodged=waiting), orders)
        found.add(tuple(format_order(order) for order in find_outcome(verdict, "A PIC").because_of))
    assert found == {("A PAR R BUR", "A RUH R BUR")}
