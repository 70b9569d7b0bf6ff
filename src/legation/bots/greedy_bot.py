"""A bot that attacks centres, guards its own, coordinates supports and convoys, and builds what it needs."""

import random

from legation.board import PowerId
from legation.bots.bombs import carry_bomb, launch_bombs
from legation.bots.convoys import call_ferries, send_convoys
from legation.bots.draft import Draft
from legation.bots.goals import assign_goals, pin_units
from legation.bots.marches import attack_goals, guard_centres, hunt_ships, march
from legation.bots.ships import use_ships
from legation.bots.survey import Survey
from legation.bots.thinking_bot import ThinkingBot
from legation.game import Phase
from legation.orders import MovementOrder, Order


class GreedyBot(ThinkingBot):
    """Simple, but it finishes games, and people can follow its reasons."""

    def write_moves(self, survey: Survey, phase: Phase, power: PowerId, chance: random.Random) -> list[Order]:
        """One movement phase, occasionally with a bomb."""
        draft = Draft(survey, phase, power, chance)
        orders = [carry_bomb(survey, order, chance) for order in draft_moves(draft)]
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
    march(draft)
    return draft.finish()
