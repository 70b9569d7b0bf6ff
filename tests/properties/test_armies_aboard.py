"""Random games of the Colonial Variant: no army is lost without a record, and cargo is only ever aboard ships."""

import random
from collections import Counter
from collections.abc import Iterator

import pytest

from legation.board import Position, PowerId, SpaceId, UnitKind, aboard, make_units, space_of
from legation.bots import RandomBot
from legation.game import GameState, PhaseRecord
from legation.judge import Fate, Reason
from legation.library import Game
from legation.orders import Bomb, Build, Embark, Move, Order, UnitOptions, list_orders, write_submissions
from tests.kit import Letters

YEARS = 4


def everybody(position: Position) -> Counter[tuple[str, str]]:
    """How many units of each kind every power has, aboard and waiting included."""
    units = list(position.units.values())
    for found in position.dislodged:
        units += found.units
    return Counter((str(unit.power), unit.kind.value) for unit in units)


def choose(game: Game, chance: random.Random) -> dict[str, list[Order]]:
    """Any legal orders; where an army boards, its ship mostly agrees, and a ship with an army mostly holds."""
    state = game.state
    if state.phase.kind != "M":
        bot = RandomBot()
        return {p: bot.choose(game.variant, game.rulebook, state, p, chance) for p in game.variant.powers}
    tables = list_orders(game.variant.board, state.position, None, game.rulebook.order_rules).units
    chosen: dict[str, Order] = {key: pick(options, chance) for key, options in tables.items()}
    for order in list(chosen.values()):
        if isinstance(order, Move) and chance.random() < 0.8:
            ship = tables.get(order.target)
            if ship is not None and order.unit in ship.embarkable:
                chosen[ship.unit.space] = Embark(chosen[ship.unit.space].unit, order.unit)  # type: ignore[union-attr]
    orders: dict[str, list[Order]] = {}
    for power in game.variant.powers:
        orders[str(power)] = list(launch(game, power, chance))
    for key, order in chosen.items():
        orders.setdefault(str(tables[key].unit.power), []).append(order)  # type: ignore[index]
    return orders


def launch(game: Game, power: PowerId, chance: random.Random) -> Iterator[Order]:
    """A bomb now and then, at a space that holds something."""
    board, position = game.variant.board, game.state.position
    for module in game.rulebook.modules:
        for site in module.launch_sites(board, position, power):
            if chance.random() < 0.1:
                yield Bomb(
                    site, chance.choice(sorted({unit.space for unit in position.units.values()} | set(position.owners)))
                )


def pick(options: UnitOptions, chance: random.Random) -> Order:
    orders = list(options.orders())
    if options.scene.takes_aboard and aboard(options.unit.space) in options.scene.units and chance.random() < 0.5:
        return orders[0]
    boarding = [order for order in orders if isinstance(order, Move) and space_of(order.target) in options.scene.units]
    return chance.choice(boarding if boarding and chance.random() < 0.5 else orders)


def check(game: Game, record: PhaseRecord) -> None:
    after = record.after.position
    for army in after.armies_aboard:
        assert game.rulebook.traits[after.units[army.space].kind].sails
        assert not game.rulebook.traits[army.kind].sails
    assert list(after.units) == list(make_units(list(after.units.values())))
    built = Counter(
        (str(outcome.power), outcome.order.unit.kind.value if outcome.order.unit.kind else "")
        for outcome in record.outcomes
        if isinstance(outcome.order, Build)
    )
    gone = Counter((str(unit.power), unit.kind.value) for unit in record.destroyed)
    assert everybody(record.before.position) + built - gone == everybody(after)
    sunk = [outcome for outcome in record.outcomes if outcome.reason is Reason.WENT_DOWN]
    assert all(outcome.fate is Fate.DESTROYED for outcome in sunk)


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("modules", [(), ("gigaton-bomb",)])
def test_random_games_keep_count_of_every_unit(seed: int, modules: tuple[str, ...]) -> None:
    chance = random.Random(seed)
    game = Game.new("colonial-variant", modules=modules)
    seen: Counter[str] = Counter()
    while game.state.ending is None and game.state.phase.year <= YEARS:
        orders: dict[str, list[Order]] = choose(game, chance)
        game.enter(write_submissions(orders))  # type: ignore[arg-type]
        record = game.advance()
        check(game, record)
        seen.update(outcome.reason.value for outcome in record.outcomes)
    assert seen["embarked"] > 0
    assert bool(seen["bomb_struck"]) == bool(modules)


def test_an_army_aboard_is_a_unit_of_its_power_and_occupies_no_space() -> None:
    game = Game.new("colonial-variant")
    state: GameState = game.state
    lines: Letters = {"OCEANIA": ["F BI2 - PO7"]}
    game.set_orders("OCEANIA", lines["OCEANIA"])
    game.advance()
    game.set_orders("OCEANIA", ["F PO7 E A NA7", "A NA7 - PO7"])
    after = game.advance().after.position
    assert [str(unit) for unit in after.units_of(PowerId("OCEANIA"))] == ["F BI4/NC", "F BI7", "F PO7", "A PO7"]
    assert len(after.units) == len(state.position.units)
    assert [army.kind for army in after.armies_aboard] == [UnitKind.ARMY]
    assert after.units[SpaceId("PO7")].kind is UnitKind.FLEET
