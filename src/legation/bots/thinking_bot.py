"""The common part of bots that think about a position: their retreats and Winters. They differ in their moves."""

import random
from abc import ABC, abstractmethod

from legation.board import PowerId
from legation.bots.adjustments import choose_good_adjustments
from legation.bots.retreats import choose_good_retreats
from legation.bots.survey import Survey, SurveyCache
from legation.game import GameState, Phase, PhaseKind
from legation.judge import Rulebook
from legation.orders import Order
from legation.variants import Variant


class ThinkingBot(ABC):
    """Surveys the position once for all powers that it plays."""

    def __init__(self) -> None:
        self._surveys = SurveyCache()

    def choose(
        self, variant: Variant, rulebook: Rulebook, state: GameState, power: PowerId, chance: random.Random
    ) -> list[Order]:
        """Orders for all units of the power; in other phases, for everything that is due."""
        survey = self._surveys.get(variant, rulebook, state.position)
        match state.phase.kind:
            case PhaseKind.RETREATS:
                return choose_good_retreats(survey, power, chance)
            case PhaseKind.ADJUSTMENTS:
                return choose_good_adjustments(survey, power, chance)
            case PhaseKind.MOVES:
                return self.write_moves(survey, state.phase, power, chance)

    @abstractmethod
    def write_moves(self, survey: Survey, phase: Phase, power: PowerId, chance: random.Random) -> list[Order]:
        """One movement phase of one power."""
