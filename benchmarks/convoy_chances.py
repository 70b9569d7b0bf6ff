"""Why convoys are rare or frequent on a board: what one fleet in the right sea would save each army.

    python -m benchmarks.convoy_chances colonia-vii --games 4 --years 10 [--bot planner] [--first SEED]

For every army in every movement phase: the moves to the nearest centre that it could take, on foot and by a convoy of
one fleet in a sea beside it. The table counts armies that touch no sea, and those that such a convoy would save no
move, one, or more; of the last, how many have a fleet of their power in such a sea.
"""

import argparse
import random
from collections import Counter
from dataclasses import dataclass, field

from legation.board import LocationId, SpaceId, Unit, bits_of, space_of
from legation.bots import Patience, play_match
from legation.bots.atlas import FAR
from legation.bots.survey import Survey
from legation.bots.values import Values
from legation.game import PhaseKind, PhaseRecord
from legation.library import Game
from legation.sim.entrants import get_maker

HEAD = (
    "| board | armies in all phases | touch no sea | convoy saves nothing | one move | two or more "
    "| of these, with a fleet there |",
    "| --- | --- | --- | --- | --- | --- | --- |",
)


@dataclass
class ConvoyLog:
    """Looks on while a game is played."""

    game: Game
    armies: int = 0
    inland: int = 0
    saved: Counter[int] = field(default_factory=Counter)
    """By the moves that a convoy would save, at most 2: the number of armies."""
    ready: int = 0
    """Armies that would save two moves or more and have a fleet in such a sea."""

    def see(self, record: PhaseRecord) -> None:
        """Look at the position before the moves of a phase."""
        if record.phase.kind is not PhaseKind.MOVES:
            return
        survey = Survey(self.game.variant, self.game.rulebook, record.before.position)
        for power in self.game.variant.seats:
            values = Values(survey, power, random.Random(0))
            for unit in survey.position.units_of(power):
                if not survey.sails(unit.kind):
                    self._see_army(values, unit)

    def _see_army(self, values: Values, army: Unit) -> None:
        seas = [values.board.order[number] for number in bits_of(self._links(army.location))]
        self.armies += 1
        self.inland += not seas
        if not seas:
            return
        march = self._march(values, army, army.location)
        savings = {sea: march - self._sail(values, army, sea) for sea in seas}
        best = max(savings.values())
        self.saved[max(0, min(2, best))] += 1
        own = [sea for sea in seas if self._has_fleet(values, sea) and savings[sea] >= 2]
        self.ready += bool(own)

    def _links(self, location: LocationId) -> int:
        board = self.game.variant.board
        return board.convoy_links[board.index[location]]

    def _has_fleet(self, values: Values, sea: SpaceId) -> bool:
        unit = values.position.units.get(sea)
        return unit is not None and unit.power == values.power

    def _march(self, values: Values, army: Unit, start: LocationId) -> int:
        """Moves on foot to the nearest centre that the army could take."""
        ways = (
            values.survey.atlas.steps(goal, sails=False).get(start, FAR)
            for goal in values.goals
            if values.can_take(army, goal)
        )
        return min(ways, default=FAR)

    def _sail(self, values: Values, army: Unit, sea: SpaceId) -> int:
        """The same with a convoy by one fleet, to a shore where no unit of the power stands."""
        board, units = values.board, values.position.units
        bit = 1 << board.index[LocationId(sea)]
        shores = [
            location
            for location in board.index
            if board.can_stand(location, sails=False)
            and self._links(location) & bit
            and (space_of(location) not in units or units[space_of(location)].power != values.power)
        ]
        return 1 + min((self._march(values, army, shore) for shore in shores), default=FAR)


def play(variant: str, bot: str, seed: int, years: int) -> ConvoyLog:
    """One game of a bot against itself."""
    log = ConvoyLog(Game.new(variant))
    play_match(log.game, get_maker(bot)(), seed=seed, patience=Patience(years=years, quiet_years=years), watch=log.see)
    return log


def tell(variant: str, logs: list[ConvoyLog]) -> str:
    """One row: sums over games."""
    armies = sum(log.armies for log in logs)
    counts = [sum(log.inland for log in logs), *(sum(log.saved[saved] for log in logs) for saved in range(3))]
    counts.append(sum(log.ready for log in logs))
    return f"| {variant} | {armies} | {' | '.join(f'{count} ({100 * count / armies:.0f} %)' for count in counts)} |"


def main() -> None:
    """Play and print a table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("variants", nargs="+")
    parser.add_argument("--games", type=int, default=4)
    parser.add_argument("--years", type=int, default=10)
    parser.add_argument("--first", type=int, default=1)
    parser.add_argument("--bot", default="planner")
    wish = parser.parse_args()
    print("\n".join(HEAD), flush=True)
    for variant in wish.variants:
        seeds = range(wish.first, wish.first + wish.games)
        print(tell(variant, [play(variant, wish.bot, seed, wish.years) for seed in seeds]), flush=True)


if __name__ == "__main__":
    main()
