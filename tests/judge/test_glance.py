"""What is judged at a glance comes out as it would the long way, and only what is plain is judged so."""

from collections.abc import Iterable
from dataclasses import replace
from random import Random

import pytest

from legation.board import Board, Position, Unit, UnitKind
from legation.bots import GreedyBot, RandomBot
from legation.game import PhaseKind
from legation.judge import Rulebook, Verdict, judge_moves, moves
from legation.judge.battlefield import Battlefield
from legation.judge.convoy import choose_paths
from legation.judge.difficult import list_weak
from legation.judge.glance import judge_at_a_glance, list_odd
from legation.library import Game
from legation.orders import OrderBook, Submission, format_order, make_order_book, write_submissions
from tests.carriage import carriage_rules, load_ships
from tests.cases.case_file import BOARDS
from tests.kit import (
    PROFILES,
    STANDARD,
    Letters,
    make_book,
    make_position,
    place_ordered,
    rules,
    transport_rules,
)
from tests.properties.strategies import make_entanglement, make_situation

SEEDS = range(150)


def judge_nothing(field: Battlefield) -> list[int]:
    """Leave everything to the long way."""
    return [*field.helping, *field.movers, *field.boarding]


def judge_long(board: Board, position: Position, book: OrderBook, rulebook: Rulebook) -> Verdict:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(moves, "judge_at_a_glance", judge_nothing)
        return judge_moves(board, position, book, rulebook)


def assert_ways_agree(
    position: Position, submissions: Iterable[Submission], rulebook: Rulebook, board: Board = STANDARD
) -> None:
    book = make_order_book(board, position, submissions, rulebook.order_rules)
    quick, slow = judge_moves(board, position, book, rulebook), judge_long(board, position, book, rulebook)
    assert quick == slow
    assert list(quick.position.units) == list(slow.position.units)


@pytest.mark.parametrize("profile", PROFILES)
def test_both_ways_agree_where_units_crowd(profile: str) -> None:
    for seed in SEEDS:
        situation = make_situation(Random(seed))
        assert_ways_agree(situation.position, situation.submissions, rules(profile))


@pytest.mark.parametrize("profile", PROFILES)
def test_both_ways_agree_about_paradoxes(profile: str) -> None:
    for seed in SEEDS:
        situation = make_entanglement(Random(seed))
        assert_ways_agree(situation.position, situation.submissions, rules(profile))


@pytest.mark.parametrize(
    "rulebook",
    [
        rules(dislodged_effect="never_any_effect", multi_route="any", land_fallback="always"),
        rules("1971", coastal_crawl=True, paradox_rule="r2000", paradox_backup="all_hold"),
        rules("1982", impossible_order="hold_unsupportable", disorder_support="fails"),
    ],
)
def test_both_ways_agree_under_other_switches(rulebook: Rulebook) -> None:
    for seed in SEEDS:
        for make in (make_situation, make_entanglement):
            situation = make(Random(seed))
            somebody = next(iter(situation.position.units.values())).power
            position = situation.position._replace(in_disorder=frozenset({somebody}))
            assert_ways_agree(position, situation.submissions, rulebook)


def test_both_ways_agree_over_difficult_borders() -> None:
    chance = Random(1)
    steps = {(border.start, border.end) for border in STANDARD.borders if chance.random() < 0.3}
    board = replace(STANDARD, difficult=frozenset({*steps, *((end, start) for start, end in steps)}))
    for seed in SEEDS:
        situation = make_situation(Random(seed))
        assert_ways_agree(situation.position, situation.submissions, rules(), board)


def as_transports(position: Position, seed: int) -> Position:
    """The position with some of its fleets turned into transport fleets."""
    chance = Random(seed)
    units = {
        space: Unit(unit.power, UnitKind.TRANSPORT, unit.location)
        if unit.kind is UnitKind.FLEET and chance.random() < 0.5
        else unit
        for space, unit in position.units.items()
    }
    return position._replace(units=units)


def test_both_ways_agree_with_transport_fleets() -> None:
    for seed in SEEDS:
        situation = make_situation(Random(seed))
        assert_ways_agree(as_transports(situation.position, seed), situation.submissions, transport_rules())


@pytest.mark.parametrize("variant", ["standard", "colonia-iii", "colonial-variant"])
def test_both_ways_agree_in_games(variant: str) -> None:
    for bot in (GreedyBot(), RandomBot()):
        game, chance, judged = Game.new(variant), Random(3), 0
        while judged < 4:
            orders = {
                power: bot.choose(game.variant, game.rulebook, game.state, power, chance)
                for power in game.variant.powers
            }
            submissions = write_submissions(orders)
            if game.state.phase.kind is PhaseKind.MOVES:
                assert_ways_agree(game.state.position, submissions, game.rulebook, game.variant.board)
                judged += 1
            game.enter(submissions)
            game.advance()


def left_over(
    orders: Letters, rulebook: Rulebook | None = None, board: Board = STANDARD, cargo: Letters | None = None
) -> list[str]:
    """The orders that cannot be judged at a glance, as text."""
    position = make_position(place_ordered(orders, {}, board), board)
    if cargo:
        position = load_ships(make_position({"FRANCE": ["F ENG"]}), cargo)
    book = make_book(position, orders, rulebook, board=board)
    field = Battlefield(board, position, book, rulebook or rules())
    choose_paths(field)
    field.weak = list_weak(field)
    left = judge_at_a_glance(field)
    return sorted(format_order(field.orders[number]) for number in left)


ATTACK = ["A PAR - BUR", "A MAR S A PAR - BUR"]


@pytest.mark.parametrize(
    "orders",
    [
        {"FRANCE": ATTACK, "GERMANY": ["A BUR H", "A MUN S A BUR"]},
        {"FRANCE": ATTACK, "ITALY": ["A PIE - MAR"], "GERMANY": ["A BUR S A MUN", "A MUN H"]},
        {"FRANCE": ATTACK, "GERMANY": ["A MUN - BUR", "A RUH - BUR"]},
        {"FRANCE": ["A PAR - BUR", "A PIC - PAR", "A BRE - PIC"]},
        {"FRANCE": ATTACK, "GERMANY": ["A BUR - PAR"]},
        {"FRANCE": ATTACK, "GERMANY": ["A BUR - MAR", "A GAS S A BUR - MAR"]},
        {"ENGLAND": ["A LON - BEL", "F ENG C A LON - BEL"], "GERMANY": ["A RUH - BEL"]},
        {"ENGLAND": ["A LON - BEL", "F ENG C A LON - BEL"], "FRANCE": ["F MAO - ENG", "F BRE S F MAO - ENG"]},
        {"ENGLAND": ["A LON - BEL", "F ENG H"]},
        {"ENGLAND": ["A LON - BEL", "F ENG H"], "GERMANY": ["A RUH - BEL"]},
        {"ENGLAND": ["A LON - BEL", "F ENG H"], "GERMANY": ["A RUH - BEL", "A HOL - BEL"]},
        {"ENGLAND": ["A LON - BEL", "F ENG H"], "GERMANY": ["A BEL S A RUH - HOL", "A RUH - HOL"]},
        {"ENGLAND": ["A LON - BEL", "F ENG C A LON - BEL"], "ITALY": ["F MAO - ENG"]},
    ],
)
def test_ordinary_fights_leave_nothing_over_but_broken_convoys(orders: Letters) -> None:
    left = left_over(orders)
    assert left == (["A LON - BEL"] if "FRANCE" in orders and "ENGLAND" in orders else [])


@pytest.mark.parametrize(
    ("orders", "left"),
    [
        ({"FRANCE": ["A PAR - BUR", "A BUR - GAS", "A GAS - PAR"]}, ["A BUR - GAS", "A GAS - PAR", "A PAR - BUR"]),
        (
            {"FRANCE": ["A PAR - BUR"], "GERMANY": ["A BUR - PAR", "A GAS - PAR"]},
            ["A BUR - PAR", "A GAS - PAR", "A PAR - BUR"],
        ),
        (
            {"ENGLAND": ["A LON - BEL", "F ENG C A LON - BEL"], "FRANCE": ["A BEL S A PIC", "A PIC H"]},
            ["A BEL S A PIC"],
        ),
    ],
)
def test_what_is_out_of_the_ordinary_is_left_over(orders: Letters, left: list[str]) -> None:
    assert left_over(orders) == left


def test_a_lone_move_over_a_difficult_border_is_left_over() -> None:
    board = BOARDS["difficult-borders"]()
    start, end = min(board.difficult)
    assert left_over({"FRANCE": [f"A {start} - {end}"]}, board=board) == [f"A {start} - {end}"]


def test_a_transport_fleet_is_odd() -> None:
    position = make_position({"FRANCE": ["TF ENG"], "ENGLAND": ["F LON"]})
    rulebook = transport_rules()
    book = make_book(position, {"FRANCE": ["TF ENG - NTH"], "ENGLAND": ["F LON - NTH"]}, rulebook)
    field = Battlefield(STANDARD, position, book, rulebook)
    assert [str(field.units[number]) for number in list_odd(field)] == ["TF ENG"]


def test_an_army_that_lands_is_plain_while_its_ship_is_safe() -> None:
    orders = {"FRANCE": ["F ENG H", "A ENG - BEL"]}
    assert left_over(orders, carriage_rules(), cargo={"FRANCE": ["A ENG"]}) == []
