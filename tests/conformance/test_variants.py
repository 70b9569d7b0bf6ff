"""One suite for every variant: what is listed is legal, what is legal is listed, and no position is ever broken."""

import random
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

import pytest

from legation.board import Board, LocationId, Position, PowerId, Unit
from legation.bots import GreedyBot, Patience, RandomBot, WhimBot, play_match
from legation.game import PhaseKind, PhaseRecord, choose_rulebook, judge_phase
from legation.judge import Rulebook, list_adjustments
from legation.judge.removals import is_spared
from legation.library import Game
from legation.orders import (
    Convoy,
    Disband,
    Embark,
    Hold,
    Move,
    MovementOrder,
    Order,
    Piece,
    Refusal,
    Scene,
    Submission,
    SupportHold,
    SupportMove,
    UnitOptions,
    check_order,
    format_order,
    list_orders,
    parse_order,
)
from legation.variants import Variant, list_variants, load_variant
from legation.variants.check import check_position

SAMPLES = 120


@dataclass(frozen=True)
class Table:
    """A variant, with or without an optional rule module."""

    variant: Variant
    rulebook: Rulebook
    modules: tuple[str, ...] = ()
    seed: int = 5

    @property
    def board(self) -> Board:
        return self.variant.board

    def play(self) -> tuple[PhaseRecord, ...]:
        """A game of bots with whims."""
        return play(self.variant.id, self.modules, self.seed)


@cache
def play(name: str, modules: tuple[str, ...], seed: int) -> tuple[PhaseRecord, ...]:
    """A game of six years, which several tests look at."""
    game = Game.new(name, modules=modules)
    play_match(game, WhimBot(GreedyBot(), 0.2), seed=seed, patience=Patience(years=6))
    return tuple(game.records)


def movement_positions(table: Table) -> list[Position]:
    records = table.play()
    found = [record.before.position for record in records if record.phase.kind is PhaseKind.MOVES]
    return found[:: max(1, len(found) // 4)]


TABLES = (*list_variants(), "standard+gigaton-bomb")
MORE_GAMES = [pytest.param((name, seed), marks=pytest.mark.soak) for name in TABLES for seed in (1, 2, 6)]


@pytest.fixture(params=[*((name, 5) for name in TABLES), *MORE_GAMES], ids=lambda found: f"{found[0]}-{found[1]}")
def table(request: pytest.FixtureRequest) -> Table:
    title, seed = request.param
    name, _, module = title.partition("+")
    modules = (module,) if module else ()
    variant = load_variant(name)
    return Table(variant, choose_rulebook(variant, None, {}, modules), modules, seed)


def test_no_position_of_a_bot_game_is_broken(table: Table) -> None:
    for record in table.play():
        problems = check_position(
            table.variant,
            record.after.position,
            table.rulebook,
            after_winter=record.phase.kind is PhaseKind.ADJUSTMENTS,
        )
        assert problems == [], str(record.phase)
        assert record.rejections == (), str(record.phase)


def test_the_start_is_sound(table: Table) -> None:
    assert check_position(table.variant, table.variant.start, table.rulebook) == []


def sample_listed(options: UnitOptions, chance: random.Random) -> Iterator[MovementOrder]:
    """A few listed orders of a unit; the convoys of one army only, since there may be thousands."""
    orders = [order for order in options.orders() if not isinstance(order, Convoy)]
    yield from chance.sample(orders, min(6, len(orders)))
    if options.convoyable:
        army = chance.choice(options.convoyable)
        targets = options.convoy_targets(army)
        piece = Piece(options.unit.kind, options.unit.location)
        yield from (
            Convoy(piece, Piece(army.kind, army.location), target)
            for target in chance.sample(targets, min(3, len(targets)))
        )


def test_what_is_listed_is_legal_and_can_be_written_and_read(table: Table) -> None:
    chance = random.Random(3)
    rules = table.rulebook.order_rules
    for position in movement_positions(table):
        scene = Scene(table.board, position, rules)
        for options in list_orders(table.board, position, None, rules).units.values():
            for order in sample_listed(options, chance):
                assert check_order(scene, options.unit, order) == order
                assert parse_order(format_order(order), table.board.names) == order


def random_order(table: Table, position: Position, piece: Piece, chance: random.Random) -> MovementOrder:
    """Any order at all, likely or not."""
    board = table.board
    units = list(position.units.values())
    other = chance.choice(units)
    near = list(board.in_mask(board.plain_links[board.index[piece.location]])) or list(board.order)
    far = chance.random() < 0.3
    space = board.spaces[chance.choice(list(board.order) if far else near)]
    target = LocationId(chance.choice(space.locations))
    friend = Piece(other.kind, other.location)
    match chance.randrange(6):
        case 0:
            return Move(piece, target, via_convoy=chance.random() < 0.3)
        case 1:
            return SupportHold(piece, friend)
        case 2:
            return SupportMove(piece, friend, target)
        case 3:
            return Convoy(piece, friend, target)
        case 4:
            return Embark(piece, friend)
        case _:
            return Hold(piece)


def is_listed(options: UnitOptions, order: MovementOrder) -> bool:
    if isinstance(order, Convoy):
        armies = [army for army in options.convoyable if army.location == order.army.location]
        return any(order.target in options.convoy_targets(army) for army in armies)
    return order in options.orders()


def test_what_is_legal_is_listed(table: Table) -> None:
    chance = random.Random(4)
    rules = table.rulebook.order_rules
    accepted = 0
    for position in movement_positions(table):
        scene = Scene(table.board, position, rules)
        tables = list(list_orders(table.board, position, None, rules).units.values())
        for _ in range(SAMPLES):
            options = chance.choice(tables)
            piece = Piece(options.unit.kind, options.unit.location)
            result = check_order(scene, options.unit, random_order(table, position, piece, chance))
            if isinstance(result, Refusal) or (isinstance(result, Move) and _walks_over_sea(options, result)):
                continue
            accepted += 1
            assert is_listed(options, result), format_order(result)
    assert accepted > SAMPLES / 4


def _walks_over_sea(options: UnitOptions, move: Move) -> bool:
    """A convoyed move need not say VIA where no march leads; it is listed with it."""
    return not move.via_convoy and move.target not in options.moves and move.target in options.convoyed_moves


def is_last_resort(table: Table, position: Position, power: PowerId, order: Order) -> bool:
    """A unit with a bomb may be removed, but only after all others (gigaton bomb, clause 6)."""
    if not isinstance(order, Disband) or order.unit.kind is None:
        return False
    return is_spared(table.board, position, Unit(power, order.unit.kind, order.unit.location), table.rulebook)


def test_listed_adjustments_are_followed_and_can_be_written_and_read(table: Table) -> None:
    chance = random.Random(7)
    winters = [record for record in table.play() if record.phase.kind is PhaseKind.ADJUSTMENTS]
    assert winters
    for record in winters:
        position = record.before.position
        for power in table.variant.powers:
            orders = list_adjustments(table.board, position, power, table.rulebook)
            for order in chance.sample(orders, min(4, len(orders))):
                text = format_order(order)
                assert parse_order(text, table.board.names) == order
                line = Submission(power, text, order)
                rejections = judge_phase(table.board, record.before, [line], table.rulebook).rejections
                assert rejections == () or is_last_resort(table, position, power, order), text


def test_random_bots_are_never_refused(table: Table) -> None:
    game = Game.new(table.variant.id, modules=table.modules)
    play_match(game, RandomBot(), seed=8, patience=Patience(years=3))
    assert [record.rejections for record in game.records if record.rejections] == []
