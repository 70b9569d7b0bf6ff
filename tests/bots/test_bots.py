import random
import time

import pytest

from legation.board import PowerId
from legation.bots import Bot, GreedyBot, Patience, PlannerBot, RandomBot, WhimBot, play_match, play_phase
from legation.game import GameState, PhaseKind
from legation.judge import Rulebook
from legation.library import Game
from legation.orders import Bomb, Convoy, Embark, Move, Order, Retreat, SupportHold, SupportMove
from legation.variants import Variant, list_variants


def play(bot: Bot, seed: int, years: int, variant: str = "standard", modules: tuple[str, ...] = ()) -> Game:
    return play_match(Game.new(variant, modules=modules), bot, seed=seed, patience=Patience(years=years))


def kinds_of(game: Game) -> set[type]:
    return {type(outcome.order) for record in game.records for outcome in record.outcomes}


BOTS: dict[str, Bot] = {
    "random": RandomBot(),
    "greedy": GreedyBot(),
    "whim": WhimBot(GreedyBot(), 0.3),
    "planner": PlannerBot(),
}


@pytest.mark.parametrize("name", BOTS)
@pytest.mark.parametrize("variant", list_variants())
def test_a_bot_orders_nothing_illegal(name: str, variant: str) -> None:
    years = 2 if name == "planner" else 4
    game = play(BOTS[name], 3, years=years, variant=variant)
    assert [record.rejections for record in game.records if record.rejections] == []
    assert len(game.records) >= 2 * years


@pytest.mark.parametrize("name", BOTS)
def test_a_bot_orders_nothing_illegal_where_there_are_bombs(name: str) -> None:
    game = play(BOTS[name], 3, years=6 if name == "planner" else 12, modules=("gigaton-bomb",))
    assert [record.rejections for record in game.records if record.rejections] == []
    assert Bomb in kinds_of(game)


@pytest.mark.parametrize("name", BOTS)
def test_the_same_seed_plays_the_same_game(name: str) -> None:
    one, other = play(BOTS[name], 5, years=4), play(BOTS[name], 5, years=4)
    assert [record.texts for record in one.records] == [record.texts for record in other.records]


def test_another_seed_plays_another_game() -> None:
    assert play(GreedyBot(), 5, years=4).units != play(GreedyBot(), 6, years=4).units


def test_greedy_bots_take_centres() -> None:
    game = play(GreedyBot(), 1, years=4)
    assert len(game.state.position.owners) >= 30


def test_greedy_bots_finish_regular_games() -> None:
    endings = [play(GreedyBot(), seed, years=60).state.ending for seed in range(4)]
    assert [ending.kind for ending in endings if ending] == ["victory"] * 4


def test_greedy_bots_support_and_convoy() -> None:
    kinds = set.union(*(kinds_of(play(GreedyBot(), seed, years=12)) for seed in range(3)))
    assert {Move, SupportMove, SupportHold, Convoy, Retreat} <= kinds


def test_greedy_bots_beat_random_bots() -> None:
    game = Game.new()
    greedy, rand = GreedyBot(), RandomBot()
    bots: dict[PowerId, Bot] = {
        power: greedy if power in ("FRANCE", "TURKEY") else rand for power in game.variant.powers
    }
    play_match(game, bots, seed=2, patience=Patience(years=10))
    counts = {power: len(centres) for power, centres in game.centres.items()}
    assert counts[PowerId("FRANCE")] + counts[PowerId("TURKEY")] > sum(counts.values()) / 2


def test_planner_bots_finish_a_regular_game() -> None:
    ending = play(PlannerBot(), 1, years=60).state.ending
    assert ending is not None
    assert ending.kind == "victory"


def test_random_bots_use_every_kind_of_order() -> None:
    kinds = set.union(*(kinds_of(play(RandomBot(), seed, years=12)) for seed in range(3)))
    assert {Move, SupportMove, SupportHold, Convoy, Retreat} <= kinds


@pytest.mark.parametrize("name", BOTS)
def test_bots_use_ships_in_the_colonial_variant(name: str) -> None:
    years = 3 if name == "planner" else 8
    kinds = set.union(*(kinds_of(play(BOTS[name], seed, years=years, variant="colonial-variant")) for seed in range(2)))
    assert Embark in kinds


def test_bots_agree_on_a_draw_when_nothing_moves() -> None:
    class Sleeper:
        def choose(
            self, variant: Variant, rulebook: Rulebook, state: GameState, power: PowerId, chance: random.Random
        ) -> list[Order]:
            return []

    game = play_match(Game.new(), Sleeper(), patience=Patience(years=30, quiet_years=2))
    ending = game.state.ending
    assert ending is not None
    assert (ending.kind, ending.by_vote, len(ending.powers)) == ("draw", True, 7)
    assert game.state.phase.year < game.variant.first_year + 5
    assert game.verify() == ()


def test_powers_without_a_bot_keep_the_orders_handed_in() -> None:
    game = Game.new()
    game.set_orders("FRANCE", ["A PAR - GAS"])
    record = play_phase(game, {}, random.Random(0))
    assert record.texts == {"FRANCE": ("A PAR - GAS",)}


def test_all_powers_of_a_full_giant_board_are_ordered_in_no_time() -> None:
    game = play(GreedyBot(), 1, years=12, variant="colonia-iii")
    record = max(
        (record for record in game.records if record.phase.kind is PhaseKind.MOVES),
        key=lambda record: len(record.before.position.units),
    )
    assert len(record.before.position.units) > 100
    assert min(measure(GreedyBot(), game, record.before) for _ in range(3)) < 0.3
    assert min(measure(PlannerBot(), game, record.before) for _ in range(2)) < 3.0


def measure(bot: Bot, game: Game, state: GameState) -> float:
    chance = random.Random(1)
    began = time.process_time()
    for power in game.variant.powers:
        bot.choose(game.variant, game.rulebook, state, power, chance)
    return time.process_time() - began
