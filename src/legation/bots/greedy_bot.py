"""A bot that goes for centres, guards its own, coordinates supports and convoys, and builds by need."""

import random

from legation.board import PowerId
from legation.bots.adjustments import choose_good_adjustments
from legation.bots.bombs import carry_bomb, launch_bombs
from legation.bots.convoys import call_ferries, send_convoys
from legation.bots.draft import Draft
from legation.bots.goals import assign_goals, pin_units
from legation.bots.marches import attack_goals, guard_centres, hunt_ships, march
from legation.bots.retreats import choose_good_retreats
from legation.bots.ships import call_ships, use_ships
from legation.bots.survey import Lookout
from legation.game import GameState, PhaseKind
from legation.judge import Rulebook
from legation.orders import MovementOrder, Order
from legation.variants import Variant


class GreedyBot:
    """Simple, but it finishes games, and a person can follow why it does what it does."""

    def __init__(self) -> None:
        self._lookout = Lookout()

    def choose(
        self, variant: Variant, rulebook: Rulebook, state: GameState, power: PowerId, chance: random.Random
    ) -> list[Order]:
        """Orders for all units of the power; whatever else is due in other phases."""
        survey = self._lookout.look(variant, rulebook, state.position)
        match state.phase.kind:
            case PhaseKind.RETREATS:
                return choose_good_retreats(survey, power, chance)
            case PhaseKind.ADJUSTMENTS:
                return choose_good_adjustments(survey, power, chance)
            case PhaseKind.MOVES:
                return write_moves(Draft(survey, state.phase, power, chance))


def write_moves(draft: Draft) -> list[Order]:
    """One movement phase, with a bomb now and then."""
    orders = [carry_bomb(draft.survey, order, draft.chance) for order in draft_moves(draft)]
    return [*orders, *launch_bombs(draft)]


def draft_moves(draft: Draft) -> list[MovementOrder]:
    """An order for every unit, the most important first."""
    pin_units(draft)
    assign_goals(draft)
    use_ships(draft)
    send_convoys(draft)
    attack_goals(draft)
    hunt_ships(draft)
    guard_centres(draft)
    call_ferries(draft)
    call_ships(draft)
    march(draft)
    return draft.finish()
