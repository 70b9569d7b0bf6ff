from pathlib import Path

import pytest

from legation.board import Board, DislodgedUnit, PowerId, SpaceId
from legation.judge import Reason, Verdict, judge_retreats, list_retreats
from legation.orders import make_retreat_book, read_submissions
from legation.variants.rules import IslandRetreats
from legation.variants.rules.island_retreats import list_shores, share_ferries, spread
from tests.kit import judge, make_position, make_tiny_board, make_unit, rules

RED = PowerId("RED")

SPACES = """
    EAST,East Island,land,neutral,,,yes
    WEST,West Island,land,neutral,,,yes
    ISLE,Southern Isle,land,neutral,,,yes
    BARE,Bare Island,land,,,,yes
    COAST,Coast,land,neutral,,NC SC
    NORTH,North Sea,sea
    SOUTH,South Sea,sea
    FAR,Far Sea,sea
    POOL,Pool,sea,,,,,no
"""
BORDERS = """
    EAST,NORTH,no,yes
    EAST,SOUTH,no,yes
    EAST,POOL,no,yes
    WEST,NORTH,no,yes
    WEST,SOUTH,no,yes
    WEST,POOL,no,yes
    ISLE,SOUTH,no,yes
    BARE,NORTH,no,yes
    COAST/NC,NORTH,no,yes
    COAST/SC,SOUTH,no,yes
    NORTH,FAR,no,yes
    SOUTH,FAR,no,yes
    NORTH,POOL,no,yes
"""


@pytest.fixture
def sea(tmp_path: Path) -> Board:
    return make_tiny_board(tmp_path, SPACES, BORDERS)


def options(board: Board, fleets: list[str], army: str = "A EAST", module: IslandRetreats | None = None) -> set[str]:
    """Where an army may be ferried when some own fleets stand about."""
    position = make_position({"RED": fleets}, board)
    return set(list_retreats(board, position, make_unit("RED", army, board), None, rules("2000", module or ferry())))


def ferry() -> IslandRetreats:
    return IslandRetreats()


def test_a_ferry_reaches_every_other_shore_of_its_sea_and_an_army_lands_on_no_named_coast(sea: Board) -> None:
    assert options(sea, ["F NORTH"]) == {"WEST", "BARE", "COAST"}
    assert list_shores(sea, SpaceId("SOUTH")) == {"EAST", "WEST", "ISLE", "COAST"}


def test_a_sea_that_carries_no_convoys_has_no_ferry(sea: Board) -> None:
    assert options(sea, ["F POOL"]) == set()


def test_a_sea_that_does_not_touch_the_island_has_no_ferry(sea: Board) -> None:
    assert options(sea, ["F FAR"]) == set()


def test_an_island_without_a_centre_is_left_by_nobody(sea: Board) -> None:
    assert options(sea, ["F NORTH"], "A BARE") == set()


def test_a_coast_is_left_only_where_a_setting_calls_it_an_island(sea: Board) -> None:
    assert options(sea, ["F NORTH"], "A COAST") == set()
    assert "WEST" in options(sea, ["F NORTH"], "A COAST", IslandRetreats(also_islands=("COAST",)))


def retreat(board: Board, fleets: list[str], lines: list[str], module: IslandRetreats | None = None) -> Verdict:
    """Three islands were taken; the Red armies of East, West and the Isle must go."""
    before = make_position({"BLUE": ["A EAST", "A WEST", "A ISLE"], "RED": fleets}, board)
    rulebook = rules("2000", module or ferry())
    armies = [make_unit("RED", text, board) for text in ("A EAST", "A WEST", "A ISLE")]
    waiting = [DislodgedUnit(army, None, list_retreats(board, before, army, None, rulebook)) for army in armies]
    position = before._replace(dislodged=tuple(waiting))
    book = make_retreat_book(board, position, read_submissions(board, {RED: lines}), rulebook.order_rules)
    return judge_retreats(board, position, book, rulebook)


def reasons(verdict: Verdict) -> list[Reason]:
    return [outcome.reason for outcome in verdict.outcomes]


def test_two_armies_over_one_fleet_both_stay(sea: Board) -> None:
    verdict = retreat(sea, ["F NORTH"], ["A EAST R BARE VIA NORTH", "A WEST R COAST", "A ISLE D"])
    assert reasons(verdict) == [Reason.RETREAT_STOPPED, Reason.RETREAT_STOPPED, Reason.DISBANDED]


def test_each_fleet_carries_one(sea: Board) -> None:
    orders = ["A EAST R BARE VIA NORTH", "A WEST R COAST VIA SOUTH", "A ISLE D"]
    assert reasons(retreat(sea, ["F NORTH", "F SOUTH"], orders))[:2] == [Reason.RETREATED, Reason.RETREATED]


def test_what_never_sets_out_is_in_nobodys_way(sea: Board) -> None:
    """East and West have named one fleet and stay; the army of the Isle lands where East meant to go."""
    orders = ["A EAST R COAST VIA NORTH", "A WEST R BARE VIA NORTH", "A ISLE R COAST VIA SOUTH"]
    verdict = retreat(sea, ["F NORTH", "F SOUTH"], orders)
    assert reasons(verdict) == [Reason.RETREAT_STOPPED, Reason.RETREAT_STOPPED, Reason.RETREATED]


def test_a_gm_may_let_a_fleet_carry_both(sea: Board) -> None:
    module = IslandRetreats(one_army_per_fleet=False)
    verdict = retreat(sea, ["F NORTH"], ["A EAST R BARE VIA NORTH", "A WEST R COAST"], module)
    assert reasons(verdict)[:2] == [Reason.RETREATED, Reason.RETREATED]


def test_two_armies_that_land_in_one_place_destroy_each_other(sea: Board) -> None:
    verdict = retreat(sea, ["F NORTH", "F SOUTH"], ["A EAST R COAST VIA NORTH", "A WEST R COAST VIA SOUTH"])
    assert reasons(verdict)[:2] == [Reason.RETREATS_COLLIDED, Reason.RETREATS_COLLIDED]


def test_a_fleet_that_retreats_needs_no_ferry(sea: Board) -> None:
    result = judge({"BLUE": ["F NORTH - EAST", "F POOL S F NORTH - EAST"], "RED": ["F EAST H"]}, board=sea)
    rulebook = rules("2000", ferry())
    book = make_retreat_book(sea, result.after, read_submissions(sea, {RED: ["F EAST R SOUTH"]}), rulebook.order_rules)
    assert reasons(judge_retreats(sea, result.after, book, rulebook)) == [Reason.RETREATED]


A, B, C = SpaceId("A"), SpaceId("B"), SpaceId("C")
X, Y, Z = SpaceId("X"), SpaceId("Y"), SpaceId("Z")


@pytest.mark.parametrize(
    ("ferries", "stopped"),
    [
        ({A: {X}}, set()),
        ({A: set()}, {A}),
        ({A: {X}, B: {X}}, {A, B}),
        ({A: {X}, B: {Y}}, set()),
        ({A: {X}, B: {X, Y}}, set()),
        ({A: {X, Y}, B: {X, Y}}, set()),
        ({A: {X, Y}, B: {X, Y}, C: {X, Y}}, {A, B, C}),
        ({A: {X, Y}, B: {X, Y}, C: {X, Z}}, set()),
        ({A: {X}, B: {X}, C: {X, Y}}, {A, B}),
        ({A: {X}, B: {Y}, C: {X, Y}}, {C}),
    ],
)
def test_each_fleet_takes_one_army_and_nobody_is_preferred(
    ferries: dict[SpaceId, set[SpaceId]], stopped: set[SpaceId]
) -> None:
    carried = share_ferries({army: frozenset(seas) for army, seas in ferries.items()})
    assert ferries.keys() - carried.keys() == stopped
    assert len(set(carried.values())) == len(carried)
    assert all(sea in ferries[army] for army, sea in carried.items())


def test_as_many_armies_as_possible_are_carried() -> None:
    ferries = {A: frozenset({X, Y}), B: frozenset({X}), C: frozenset({Y, Z})}
    assert len(spread(ferries)) == 3
    assert len(spread({A: frozenset({X}), B: frozenset({X}), C: frozenset()})) == 1
