"""Moves of the Colonial Variant satisfy the equations of its sheet, worked out here anew and plainly.

Rules 7, 8 and 12 to 16: armies go aboard and ashore, and transport fleets fight in their own way.
"""

import random

import pytest

from legation.board import (
    ABOARD,
    LocationId,
    Position,
    PowerId,
    SpaceId,
    Unit,
    UnitKey,
    UnitKind,
    aboard,
    make_units,
    space_of,
)
from legation.judge import Fate, Outcome, Reason, Result, judge_moves
from legation.orders import (
    Embark,
    Hold,
    Move,
    MovementOrder,
    SupportHold,
    SupportMove,
    UnitOptions,
    list_orders,
    make_order_book,
    piece_of,
    write_submissions,
)
from legation.variants import load_variant

VARIANT = load_variant("colonial-variant")
BOARD, RULES = VARIANT.board, VARIANT.rulebook
POWERS = (PowerId("KHOUFAX"), PowerId("OCEANIA"), PowerId("UNION"))
SPACES = 13
"""As many spaces as a crowd has."""


def crowd(chance: random.Random) -> Position:
    """A position with a unit in nearly every space of one part of the board."""
    around = [chance.choice(sorted(BOARD.spaces))]
    for space in around:
        places = BOARD.spaces[space].locations
        ways = [*BOARD.army_moves[LocationId(space)], *(way for place in places for way in BOARD.fleet_moves[place])]
        near = sorted({space_of(way) for way in ways} - set(around))
        around += near[: SPACES - len(around)]
    units: list[Unit] = []
    for space in around:
        kind = chance.choice((UnitKind.ARMY, UnitKind.FLEET, UnitKind.FLEET, UnitKind.TRANSPORT))
        sails = kind is not UnitKind.ARMY
        places = tuple(place for place in BOARD.spaces[space].locations if BOARD.can_stand(place, sails=sails))
        if not places or chance.random() < 0.25:
            continue
        units.append(Unit(chance.choice(POWERS), kind, chance.choice(places)))
        if sails and chance.random() < 0.4:
            units.append(Unit(chance.choice(POWERS), UnitKind.ARMY, aboard(space)))
    return Position(make_units(units))


def choose(position: Position, chance: random.Random) -> dict[UnitKey, MovementOrder]:
    """Any orders; mostly ships agree with the armies that come or go, and supports with the moves they are for."""
    tables = list_orders(BOARD, position, None, RULES.order_rules).units
    chosen = {key: pick(options, chance) for key, options in tables.items()}
    for key, order in list(chosen.items()):
        ship = tables.get(space_of(order.target)) if isinstance(order, Move) else None
        if ship is not None and order.unit in ship.embarkable and chance.random() < 0.7:
            chosen[ship.unit.key] = Embark(piece_of(ship.unit), order.unit)
        if key.endswith(ABOARD) and isinstance(order, Move) and chance.random() < 0.7:
            chosen[position.units[key].space] = Hold(piece_of(position.units[position.units[key].space]))
    for key, order in list(chosen.items()):
        fitting = [
            other
            for other in tables[key].orders()
            if isinstance(other, SupportMove) and Move(other.supported, other.target) in chosen.values()
        ]
        if fitting and (isinstance(order, SupportMove) or chance.random() < 0.4):
            chosen[key] = chance.choice(fitting)
    return {key: order for key, order in chosen.items() if chance.random() < 0.95}


def pick(options: UnitOptions, chance: random.Random) -> MovementOrder:
    orders = list(options.orders())
    kind = chance.choice((Move, Move, Move, SupportMove, SupportHold, Hold))
    return chance.choice([order for order in orders if isinstance(order, kind)] or orders)


class Solution:
    """A judged phase, and the equations asked of it."""

    def __init__(self, position: Position, orders: dict[UnitKey, MovementOrder]) -> None:
        by_power: dict[PowerId, list[MovementOrder]] = {}
        for key, order in orders.items():
            by_power.setdefault(position.units[key].power, []).append(order)
        book = make_order_book(BOARD, position, write_submissions(by_power), RULES.order_rules)
        assert book.rejections == ()
        verdict = judge_moves(BOARD, position, book, RULES)
        self.units = position.units
        self.orders, self.given = book.orders, orders
        self.told: dict[UnitKey, Outcome] = dict(zip(self.units, verdict.outcomes, strict=True))
        self.moves = {key: order for key, order in self.orders.items() if isinstance(order, Move)}

    def works(self, key: UnitKey) -> bool:
        return self.told[key].result is Result.SUCCEEDS

    def goal(self, key: UnitKey) -> SpaceId:
        return space_of(self.moves[key].target)

    def fights(self, key: UnitKey) -> bool:
        """A unit other than a transport fleet (rules 13 and 16)."""
        return self.units[key].kind is not UnitKind.TRANSPORT

    def ship_for(self, key: UnitKey) -> UnitKey | None:
        """The ship that is ordered to take the army aboard where it goes (rule 7)."""
        order = self.orders.get(self.goal(key))
        is_taken = isinstance(order, Embark) and order.army == piece_of(self.units[key])
        return self.goal(key) if is_taken else None

    def is_let_off(self, key: UnitKey) -> bool:
        """Whether an army aboard may leave: its ship was ordered to hold, and stays (rule 8)."""
        ship = self.units[key].space
        return isinstance(self.given.get(ship), Hold) and self.told[ship].fate is Fate.STANDS

    def attacks(self, key: UnitKey) -> bool:
        """Whether the move has any effect on its goal: not by going aboard, nor from a ship that does not let it."""
        if self.ship_for(key) is not None or not BOARD.can_stand(self.moves[key].target, sails=self.sails(key)):
            return False
        return not self.units[key].is_aboard or self.is_let_off(key)

    def sails(self, key: UnitKey) -> bool:
        return self.units[key].kind is not UnitKind.ARMY

    def attackers(self, space: SpaceId) -> list[UnitKey]:
        return [key for key in self.moves if self.goal(key) == space and self.attacks(key)]

    def leaves(self, space: UnitKey) -> bool:
        return space in self.moves and self.works(space)

    def is_dislodged(self, space: UnitKey) -> bool:
        return not self.leaves(space) and any(self.works(attacker) for attacker in self.attackers(SpaceId(space)))

    def opponent(self, key: UnitKey) -> UnitKey | None:
        """The unit met head on; a landing meets nobody, since its ship stays."""
        goal = self.goal(key)
        if self.units[key].is_aboard or goal not in self.moves or not self.attacks(goal):
            return None
        return goal if self.goal(goal) == self.units[key].space else None

    def helpers(self, key: UnitKey) -> list[Unit]:
        target, piece = self.moves[key].target, piece_of(self.units[key])
        return [
            self.units[helper]
            for helper, order in self.orders.items()
            if isinstance(order, SupportMove)
            and order.supported == piece
            and order.target in (target, space_of(target))
            and self.works(helper)
        ]

    def attack(self, key: UnitKey) -> int:
        victim = self.units.get(self.goal(key))
        if victim is None or (self.leaves(victim.space) and self.opponent(key) is None):
            return 1 + len(self.helpers(key))
        if victim.power == self.units[key].power:
            return 0
        return 1 + sum(helper.power != victim.power for helper in self.helpers(key))

    def hold(self, space: SpaceId) -> int:
        if space not in self.units:
            return 0
        if space in self.moves:
            return 0 if self.works(space) else 1
        piece = piece_of(self.units[space])
        return 1 + sum(
            isinstance(order, SupportHold) and order.supported == piece and self.works(helper)
            for helper, order in self.orders.items()
        )

    def prevent(self, key: UnitKey) -> int:
        opponent = self.opponent(key)
        return 0 if opponent is not None and self.works(opponent) else 1 + len(self.helpers(key))

    def should_move(self, key: UnitKey) -> bool:
        ship = self.ship_for(key)
        if ship is not None:
            return not self.is_dislodged(ship) and (not self.units[key].is_aboard or self.is_let_off(key))
        if not self.attacks(key):
            return False
        opponent, attack = self.opponent(key), self.attack(key)
        resistance = self.hold(self.goal(key)) if opponent is None else 1 + len(self.helpers(opponent))
        rivals = [
            rival
            for rival in self.attackers(self.goal(key))
            if rival != key and (self.fights(rival) or not self.fights(key))
        ]
        return attack > resistance and all(attack > self.prevent(rival) for rival in rivals)

    def should_be_given(self, key: UnitKey, order: SupportHold | SupportMove) -> bool:
        """Whether nothing cuts a support. By rule XII.5 of 1971 no landing spoils an attack on its own ship."""
        is_attack = isinstance(order, SupportMove)
        aimed = space_of(order.target) if isinstance(order, SupportMove) else order.supported.space
        for attacker in self.attackers(SpaceId(key)):
            unit = self.units[attacker]
            comes_from_aim = unit.space == aimed
            if unit.power == self.units[key].power or (is_attack and comes_from_aim and unit.is_aboard):
                continue
            if self.works(attacker) or (not comes_from_aim and self.fights(attacker)):
                return False
        return True

    def fits(self, key: UnitKey, order: MovementOrder) -> bool:
        """Whether the order came out as its equation says."""
        told = self.told[key]
        if told.reason is Reason.CONVOY_PARADOX:
            return True
        if self.units[key].is_aboard:
            is_lost = self.is_dislodged(self.units[key].space) and not (isinstance(order, Move) and self.works(key))
            if (told.fate is not Fate.STANDS) != is_lost:
                return False
        elif (told.fate is not Fate.STANDS) != self.is_dislodged(key):
            return False
        if isinstance(order, Move):
            return self.works(key) == self.should_move(key)
        if told.result is Result.VOID:
            return True
        if isinstance(order, SupportHold | SupportMove):
            return self.works(key) == self.should_be_given(key, order)
        return isinstance(order, Embark) or self.units[key].is_aboard or self.works(key)


@pytest.mark.parametrize("seed", range(4))
def test_every_order_came_out_as_the_sheets_equation_says(seed: int) -> None:
    chance = random.Random(seed)
    for _ in range(60):
        position = crowd(chance)
        solution = Solution(position, choose(position, chance))
        wrong = [
            f"{order} {solution.told[key]}" for key, order in solution.orders.items() if not solution.fits(key, order)
        ]
        assert wrong == []
