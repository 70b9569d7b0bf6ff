"""Who could come to a space and how strongly: compared with what legality and the judge say, order by order."""

import random
from itertools import chain, combinations

import pytest

from legation.board import LocationId, Position, PowerId, SpaceId, Unit, UnitKind, has_route, make_units
from legation.game import Reach, choose_rulebook
from legation.judge import Rulebook
from legation.library import Game
from legation.orders import Move, Refusal, Scene, SupportHold, SupportMove, check_order, piece_of
from legation.variants import Variant, open_variant


def _scatter(variant: Variant, rulebook: Rulebook, seed: int, count: int) -> Position:
    """Units of three powers in random places where they can stand."""
    rng = random.Random(seed)
    board, powers = variant.board, [*variant.powers][:3]
    units: list[Unit] = []
    for space in rng.sample([*board.spaces], count):
        places = [
            Unit(rng.choice(powers), kind, location)
            for kind, traits in rulebook.traits.items()
            for location in board.spaces[space].locations
            if board.can_stand(location, sails=traits.sails)
        ]
        if places:
            units.append(rng.choice(places))
    return Position(make_units(units))


def _measure_slowly(scene: Scene, space: SpaceId, power: PowerId) -> int:
    """The same number by trying orders: every mover, every set of own fleets that carries it, every supporter."""
    own = [unit for unit in scene.units.values() if unit.power == power]
    occupant = scene.units.get(space)
    if occupant and occupant.power == power:
        held = [_is_legal(scene, unit, SupportHold(piece_of(unit), piece_of(occupant))) for unit in own]
        return 1 + sum(held)
    best = 0
    for mover in own:
        for target in scene.board.spaces[space].locations:
            helpers = [
                unit for unit in own if _is_legal(scene, unit, SupportMove(piece_of(unit), piece_of(mover), target))
            ]
            if target in scene.targets(mover):
                weak = (mover.location, target) in scene.board.difficult
                best = max(best, len(helpers) + (0 if weak else 1))
            elif _is_legal(scene, mover, Move(piece_of(mover), target, via_convoy=True)):
                best = max([best, *(_count_carried(scene, mover, space, helpers, own))])
    return best


def _count_carried(scene: Scene, mover: Unit, space: SpaceId, helpers: list[Unit], own: list[Unit]) -> list[int]:
    index, links = scene.board.index, scene.board.convoy_links
    fleets = [unit for unit in own if scene.fleets >> index[unit.location] & 1 and unit.space != space]
    found = []
    for chosen in chain.from_iterable(combinations(fleets, size) for size in range(1, len(fleets) + 1)):
        mask = int(scene.board.mask(unit.space for unit in chosen))
        if has_route(links, index[mover.location], index[LocationId(space)], mask):
            found.append(1 + sum(unit not in chosen for unit in helpers))
    return found


def _is_legal(scene: Scene, unit: Unit, order: Move | SupportHold | SupportMove) -> bool:
    found = check_order(scene, unit, order)
    return not isinstance(found, Refusal) and getattr(found, "target", None) == getattr(order, "target", None)


@pytest.mark.parametrize(("name", "count"), [("standard", 40), ("colonia-vii", 90), ("cline-9-man-vii", 60)])
def test_strength_is_what_the_legal_orders_allow(name: str, count: int) -> None:
    """A quick count and a slow one agree for every space and power of random positions."""
    variant = open_variant(name)
    rulebook = choose_rulebook(variant, None, {}, ())
    reach = Reach(variant.board, rulebook, _scatter(variant, rulebook, 14, count))
    for space in random.Random(14).sample([*variant.board.spaces], 25):
        for power in [*variant.powers][:3]:
            expected = _measure_slowly(reach.scene, space, power)
            assert reach.strength_of(space, power) == expected, f"{name}: {power} in {space}"


def test_attackers_and_defenders_of_a_space() -> None:
    """England could come to Belgium with three, and France defend it with three."""
    game = Game.new("standard")
    units = [("ENGLAND", "A LON"), ("ENGLAND", "F ENG"), ("ENGLAND", "F NTH"), ("ENGLAND", "A HOL")]
    units += [("FRANCE", "A BEL"), ("FRANCE", "A BUR"), ("FRANCE", "A PIC")]
    placed = [Unit(PowerId(power), UnitKind(text[0]), LocationId(text[2:])) for power, text in units]
    reach = Reach(game.variant.board, game.rulebook, Position(make_units(placed)))
    belgium = SpaceId("BEL")
    assert reach.strength_of(belgium, PowerId("ENGLAND")) == 3  # A HOL, helped by both fleets
    assert reach.strength_of(belgium, PowerId("FRANCE")) == 3  # A BEL, helped by Burgundy and Picardy
    force = reach.measure(belgium, PowerId("ENGLAND"))
    assert {str(approach.unit): approach.fleets for approach in force.approaches} == {
        "F ENG": (), "F NTH": (), "A HOL": (), "A LON": (SpaceId("ENG"),),
    }  # fmt: skip


def test_fleet_that_must_carry_gives_no_support() -> None:
    """One fleet carries the army and cannot help it; with two, one carries and the other helps."""
    variant = open_variant("standard")
    england, belgium = PowerId("ENGLAND"), SpaceId("BEL")
    army = Unit(england, UnitKind.ARMY, LocationId("LON"))
    channel, north = (Unit(england, UnitKind.FLEET, LocationId(sea)) for sea in ("ENG", "NTH"))
    foe = Unit(PowerId("FRANCE"), UnitKind.FLEET, LocationId("ENG"))
    for units, strength in (([army, channel], 1), ([army, channel, north], 2)):
        reach = Reach(variant.board, variant.rulebook, Position(make_units(units)))
        assert reach.strength_of(belgium, england) == strength
    reach = Reach(variant.board, variant.rulebook, Position(make_units([army, foe])))
    assert reach.strength_of(belgium, england) == 0
    (approach,) = reach.measure(belgium, england).approaches
    assert (approach.fleets, approach.is_own) == ((SpaceId("ENG"),), False)
    assert england not in reach.group_attackers(belgium)


def test_army_that_goes_aboard_attacks_nobody() -> None:
    """In the Colonial Variant a ship's own sea is no target of the armies that may board it."""
    game = Game.new("colonial-variant")
    reach = Reach(game.variant.board, game.rulebook, game.state.position)
    for options in reach.options.values():
        for space in game.variant.board.spaces:
            if game.variant.board.spaces[space].terrain == "sea" and options.unit.kind is UnitKind.ARMY:
                assert options.unit not in reach.group_attackers(space).get(options.unit.power, ())
