"""Every verdict satisfies the equations of rulebooks section 3.2, worked out here anew and plainly.

The judge solves the equations; to check a solution is simpler. Only a convoy that a paradox stopped may break its
equation (Szykman's rule).
"""

from collections.abc import Iterator

import pytest
from hypothesis import given, settings

from legation.board import LocationId, Unit, UnitKey, UnitKind, has_route, space_of
from legation.judge import Fate, Outcome, Reason, Result, judge_moves
from legation.orders import Convoy, Move, MovementOrder, SupportHold, SupportMove, make_order_book
from tests.kit import PROFILES, STANDARD, rules
from tests.properties.strategies import QUICK, Situation, situations


class Solution:
    """A judged phase, and the equations asked of it."""

    def __init__(self, situation: Situation, profile: str) -> None:
        rulebook = rules(profile)
        book = make_order_book(STANDARD, situation.position, situation.submissions, rulebook.order_rules)
        verdict = judge_moves(STANDARD, situation.position, book, rulebook)
        self.profile = profile
        self.units = situation.position.units
        self.orders = book.orders
        self.told: dict[UnitKey, Outcome] = dict(zip(self.units, verdict.outcomes, strict=True))
        self.moves = {space: order for space, order in self.orders.items() if isinstance(order, Move)}

    def works(self, space: UnitKey) -> bool:
        return self.told[space].result is Result.SUCCEEDS

    def leaves(self, space: UnitKey) -> bool:
        return space in self.moves and self.works(space)

    def goal(self, space: UnitKey) -> UnitKey:
        return space_of(self.moves[space].target)

    def attackers(self, space: UnitKey) -> list[UnitKey]:
        return [mover for mover in self.moves if self.goal(mover) == space]

    def carriers(self, mover: UnitKey) -> list[UnitKey]:
        return [
            space
            for space, order in self.orders.items()
            if isinstance(order, Convoy) and order.army.space == mover and order.target == self.moves[mover].target
        ]

    def is_convoyed(self, mover: UnitKey) -> bool:
        """An army goes by sea if it cannot walk, or by the rule of its profile (rulebooks section 3.1)."""
        unit, move = self.units[mover], self.moves[mover]
        if unit.kind is not UnitKind.ARMY:
            return False
        if move.target not in STANDARD.army_moves[unit.location]:
            return True
        own = any(self.units[fleet].power == unit.power for fleet in self.carriers(mover))
        goal = self.goal(mover)
        is_exchange = goal in self.moves and self.goal(goal) == mover
        if self.profile == "1971":
            return is_exchange and self.sails(mover)
        if self.profile == "1982":
            is_meant = own or move.via_convoy or (is_exchange and self.units[goal].power == unit.power)
            return is_meant and any(self.routes(mover))
        return move.via_convoy or own

    def routes(self, mover: UnitKey) -> Iterator[list[UnitKey]]:
        """Every chain of ordered fleets of which none can be left out."""
        fleets, goal = set(self.carriers(mover)), self.goal(mover)

        def touches(fleet: UnitKey, space: UnitKey) -> bool:
            return space in [space_of(near) for near in STANDARD.fleet_moves[LocationId(fleet)]]

        def extend(route: list[UnitKey]) -> Iterator[list[UnitKey]]:
            if touches(route[-1], goal):
                yield route
                return
            for fleet in sorted(fleets - set(route)):
                is_needed = not any(touches(fleet, earlier) for earlier in (mover, *route[:-1]))
                if is_needed and touches(fleet, route[-1]):
                    yield from extend([*route, fleet])

        for first in sorted(fleets):
            if touches(first, mover):
                yield from extend([first])

    def sails(self, mover: UnitKey) -> bool:
        """True if the army's convoy stands: by 1971 every fleet of every route must."""
        if self.profile == "1971":
            routes = list(self.routes(mover))
            return bool(routes) and all(self.works(fleet) for route in routes for fleet in route)
        fleets = STANDARD.mask(self.units[fleet].space for fleet in self.carriers(mover) if self.works(fleet))
        start, goal = STANDARD.index[LocationId(mover)], STANDARD.index[LocationId(self.goal(mover))]
        return has_route(STANDARD.convoy_links, start, goal, fleets)

    def has_path(self, mover: UnitKey) -> bool:
        return not self.is_convoyed(mover) or self.sails(mover)

    def is_safe(self, order: SupportHold | SupportMove, attacker: UnitKey) -> bool:
        """True if a support is safe from a convoyed army (rulebooks section 3.4)."""
        if not self.is_convoyed(attacker):
            return False
        sea = space_of(order.target) if isinstance(order, SupportMove) else order.supported.space
        if self.profile == "1971":
            return isinstance(order, SupportMove) and any(sea in route for route in self.routes(attacker))
        return self.profile == "1982" and any(sea in self.carriers(mover) for mover in self.moves)

    def opponent(self, mover: UnitKey) -> UnitKey | None:
        """The unit met head on."""
        goal = self.goal(mover)
        if goal not in self.moves or self.goal(goal) != mover or self.is_convoyed(mover) or self.is_convoyed(goal):
            return None
        return goal

    def helpers(self, mover: UnitKey) -> list[Unit]:
        """Those who give support to the move; a missing coast in the support fits either."""
        target = self.moves[mover].target
        return [
            self.units[space]
            for space, order in self.orders.items()
            if isinstance(order, SupportMove)
            and order.supported.space == mover
            and order.target in (target, space_of(target))
            and self.works(space)
        ]

    def attack(self, mover: UnitKey) -> int:
        if not self.has_path(mover):
            return 0
        victim = self.units.get(self.goal(mover))
        if victim is None or (self.leaves(victim.space) and self.opponent(mover) is None):
            return 1 + len(self.helpers(mover))
        if victim.power == self.units[mover].power:
            return 0
        return 1 + sum(helper.power != victim.power for helper in self.helpers(mover))

    def hold(self, space: UnitKey) -> int:
        if space not in self.units:
            return 0
        if space in self.moves:
            return 0 if self.works(space) else 1
        return 1 + sum(
            isinstance(order, SupportHold) and order.supported.space == space and self.works(helper)
            for helper, order in self.orders.items()
        )

    def prevent(self, mover: UnitKey) -> int:
        opponent = self.opponent(mover)
        if not self.has_path(mover) or (opponent is not None and self.works(opponent)):
            return 0
        return 1 + len(self.helpers(mover))

    def should_move(self, mover: UnitKey) -> bool:
        attack, opponent = self.attack(mover), self.opponent(mover)
        resistance = self.hold(self.goal(mover)) if opponent is None else 1 + len(self.helpers(opponent))
        rivals = [rival for rival in self.attackers(self.goal(mover)) if rival != mover]
        return attack > resistance and all(attack > self.prevent(rival) for rival in rivals)

    def should_be_given(self, space: UnitKey, order: SupportHold | SupportMove) -> bool:
        aimed = space_of(order.target) if isinstance(order, SupportMove) else order.supported.space
        for attacker in self.attackers(space):
            if self.units[attacker].power == self.units[space].power or self.is_safe(order, attacker):
                continue
            if self.works(attacker) or (attacker != aimed and self.has_path(attacker)):
                return False
        return True

    def is_dislodged(self, space: UnitKey) -> bool:
        return not self.leaves(space) and any(self.works(attacker) for attacker in self.attackers(space))

    def fits(self, space: UnitKey, order: MovementOrder) -> bool:
        """Whether the order came out as its equation says."""
        told = self.told[space]
        if (told.fate is not Fate.STANDS) != self.is_dislodged(space):
            return False
        if isinstance(order, Move):
            return self.works(space) == self.should_move(space)
        if told.result is Result.VOID or told.reason is Reason.CONVOY_PARADOX:
            return True
        if isinstance(order, SupportHold | SupportMove):
            return self.works(space) == self.should_be_given(space, order)
        if isinstance(order, Convoy):
            return self.works(space) == (not self.is_dislodged(space))
        return self.works(space)


@pytest.mark.parametrize("profile", PROFILES)
@settings(QUICK, max_examples=300)
@given(situation=situations)
def test_every_order_came_out_as_its_equation_says(profile: str, situation: Situation) -> None:
    solution = Solution(situation, profile)
    wrong = [space for space, order in solution.orders.items() if not solution.fits(space, order)]
    assert wrong == []
