"""How bots use ships and mind their homes: counts over games in which one bot plays every power.

    python -m benchmarks.seamanship colonial-variant --games 4 --years 10 [--bots greedy,planner] [--first SEED]

A landing is an army put ashore by a convoy or by the ship that carried it. It was worth it if the army could not have
walked there in as many turns. A centre lies overseas if no march leads there from a home centre of the power.
Two powers swap homes when each takes a home centre of the other within two years. A power walks in and out when it
enters an empty centre in Spring and leaves in Fall before owning it, or leaves a centre taken in the last Fall and
loses it at once.
"""

import argparse
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations

from legation.board import CentreKind, LocationId, PowerId, SpaceId, UnitKind, aboard, space_of
from legation.bots import Patience, play_match
from legation.bots.atlas import Atlas, atlas_of
from legation.game import PhaseKind, PhaseRecord, Season
from legation.judge import Outcome, Reason
from legation.library import Game
from legation.orders import Convoy, Embark, Move, Retreat
from legation.sim.entrants import get_maker

SOON = 2
"""Within so many years homes are swapped, not won one after the other."""


@dataclass(frozen=True, slots=True)
class Landing:
    """An army put ashore."""

    start: SpaceId
    end: SpaceId
    turns: int
    """Movement phases that the voyage took."""
    walk: int | None
    """Moves that the march would have taken; none where there is no way by land."""

    @property
    def was_worth_it(self) -> bool:
        """Whether the army could not have walked there as soon."""
        return self.walk is None or self.walk > self.turns


@dataclass
class SeaLog:
    """Looks on while a game is played."""

    game: Game
    landings: list[Landing] = field(default_factory=list)
    convoyed: int = 0
    """How many of the landings were convoys."""
    ships_used: int = 0
    """Convoys and embarkations that were ordered."""
    swaps: list[tuple[PowerId, PowerId, int]] = field(default_factory=list)
    """Pairs of powers that swapped homes, and the year."""
    walked_out: list[tuple[PowerId, SpaceId, int]] = field(default_factory=list)
    """Who entered an empty centre and left it again before it was taken."""
    idle_walks: list[tuple[PowerId, SpaceId, int]] = field(default_factory=list)
    """Those of them who went where there is no centre: it served neither to take another nor to guard one."""
    let_go: list[tuple[PowerId, SpaceId, int]] = field(default_factory=list)
    """Who left a centre taken in the last Fall, and lost it in the next."""

    def __post_init__(self) -> None:
        self.board = self.game.variant.board
        self.atlas: Atlas = atlas_of(self.board)
        self.homes = {
            space.id: space.powers[0] for space in self.board.spaces.values() if space.centre is CentreKind.HOME
        }
        self._turn = 0
        self._voyages: dict[SpaceId, tuple[SpaceId, int]] = {}
        """By the space of the ship: where the army aboard came from, and in which turn it embarked."""
        self._entered: dict[SpaceId, PowerId] = {}
        """Centres entered while empty in the last Spring, and by whom."""
        self._left: dict[SpaceId, PowerId] = {}
        """Centres taken in the last Fall that their owner left this year."""
        self._taken: dict[SpaceId, int] = {}
        """The year in which each home centre was last taken from its power."""

    def see(self, record: PhaseRecord) -> None:
        """Look at one judged phase."""
        if record.phase.kind is PhaseKind.MOVES:
            self._turn += 1
            self._see_voyages(record)
            self._see_visits(record)
        elif record.phase.kind is PhaseKind.RETREATS:
            self._follow_ships(record.outcomes)
        if dict(record.before.position.owners) != dict(record.after.position.owners):
            self._see_owners(record)

    def _see_voyages(self, record: PhaseRecord) -> None:
        arrived: dict[SpaceId, tuple[SpaceId, int]] = {}
        for outcome in record.outcomes:
            order = outcome.order
            self.ships_used += isinstance(order, Convoy | Embark)
            if not isinstance(order, Move) or order.unit.kind is not UnitKind.ARMY:
                continue
            start, end = order.unit.space, space_of(order.target)
            is_carried = aboard(start) in record.before.position.units
            if outcome.reason is Reason.EMBARKED:
                arrived[end] = self._voyages.pop(start, (start, self._turn)) if is_carried else (start, self._turn)
            elif outcome.reason is Reason.MOVED and is_carried:
                origin, since = self._voyages.pop(start, (start, self._turn))
                self._land(origin, end, self._turn - since + 1)
            elif outcome.reason is Reason.MOVED and self._went_by_convoy(order):
                self.convoyed += 1
                self._land(start, end, 1)
        self._follow_ships(record.outcomes)
        self._voyages |= arrived

    def _went_by_convoy(self, order: Move) -> bool:
        return order.via_convoy or self.atlas.steps(space_of(order.target), sails=False).get(order.unit.location) != 1

    def _land(self, start: SpaceId, end: SpaceId, turns: int) -> None:
        walk = self.atlas.steps(end, sails=False).get(LocationId(start))
        self.landings.append(Landing(start, end, turns, walk))

    def _follow_ships(self, outcomes: Iterable[Outcome]) -> None:
        went = {
            outcome.order.unit.space: space_of(outcome.order.target)
            for outcome in outcomes
            if isinstance(outcome.order, Move | Retreat)
            and outcome.order.unit.kind is not UnitKind.ARMY
            and outcome.reason in (Reason.MOVED, Reason.RETREATED)
        }
        self._voyages = {went.get(space, space): voyage for space, voyage in self._voyages.items()}

    def _see_visits(self, record: PhaseRecord) -> None:
        """Who enters an empty centre of another in Spring, and who leaves one."""
        before, after = record.before.position, record.after.position
        moved = [
            (outcome.power, outcome.order.unit.space, space_of(outcome.order.target))
            for outcome in record.outcomes
            if isinstance(outcome.order, Move) and outcome.reason is Reason.MOVED
        ]
        is_fall = record.phase.season is Season.FALL
        if not is_fall:
            self._entered = {
                end: power
                for power, _, end in moved
                if self.board.spaces[end].centre.is_counted
                and end not in before.units
                and before.owners.get(end) != power
            }
        for power, start, end in moved:
            if start in after.units and after.units[start].power == power:
                continue
            if is_fall and self._entered.get(start) == power:
                self.walked_out.append((power, start, record.phase.year))
                if not self.board.spaces[end].centre.is_counted:
                    self.idle_walks.append(self.walked_out[-1])
            if self._taken.get(start) == record.phase.year - 1 and before.owners.get(start) == power:
                self._left[start] = power

    def _see_owners(self, record: PhaseRecord) -> None:
        before, after, year = record.before.position.owners, record.after.position.owners, record.phase.year
        for space in set(before) | set(after):
            if before.get(space) == after.get(space):
                continue
            if self._left.get(space) == before.get(space) and space in before:
                self.let_go.append((before[space], space, year))
            self._taken[space] = year
        self._left = {}
        for one, other in combinations(self.game.variant.powers, 2):
            years = [
                max((self._taken.get(space, -9) for space in self._homes_held(after, holder, loser)), default=None)
                for holder, loser in ((one, other), (other, one))
            ]
            if years[0] is None or years[1] is None:
                continue
            is_new = year in years and abs(years[0] - years[1]) <= SOON
            if is_new and not any({one, other} == {*pair[:2]} for pair in self.swaps):
                self.swaps.append((one, other, year))

    def _homes_held(self, owners: Mapping[SpaceId, PowerId], holder: PowerId, loser: PowerId) -> list[SpaceId]:
        return [space for space, home in self.homes.items() if home == loser and owners.get(space) == holder]

    def count_overseas(self) -> dict[PowerId, int]:
        """How many centres each power owns that no march from its home centres leads to."""
        counts: dict[PowerId, int] = dict.fromkeys(self.game.variant.powers, 0)
        for space, owner in self.game.state.position.owners.items():
            ways = self.atlas.steps(space, sails=False)
            homes = [home for home, power in self.homes.items() if power == owner]
            counts[owner] += not any(LocationId(home) in ways for home in homes)
        return counts


def play(variant: str, bot: str, seed: int, years: int) -> SeaLog:
    """One game of a bot against itself."""
    game = Game.new(variant)
    log = SeaLog(game)
    patience = Patience(years=years, quiet_years=years)
    play_match(game, get_maker(bot)(), seed=seed, patience=patience, watch=log.see)
    return log


HEAD = (
    "| bot | games | ships ordered | landings | by convoy | worth it | overseas centres a power | homes swapped "
    "| walked in and out | for no other centre | let go |",
    "| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |",
)


def tell(bot: str, logs: Sequence[SeaLog]) -> str:
    """One row: sums over games, and overseas centres as a mean by power."""
    landings = [landing for log in logs for landing in log.landings]
    worth = sum(landing.was_worth_it for landing in landings)
    overseas = sum(sum(log.count_overseas().values()) for log in logs)
    seats = sum(len(log.game.variant.powers) for log in logs)
    cells = (
        bot,
        str(len(logs)),
        str(sum(log.ships_used for log in logs)),
        str(len(landings)),
        str(sum(log.convoyed for log in logs)),
        f"{worth} ({100 * worth / max(1, len(landings)):.0f} %)",
        f"{overseas / seats:.1f}",
        f"{sum(len(log.swaps) for log in logs)} in {sum(bool(log.swaps) for log in logs)} games",
        str(sum(len(log.walked_out) for log in logs)),
        str(sum(len(log.idle_walks) for log in logs)),
        str(sum(len(log.let_go) for log in logs)),
    )
    return f"| {' | '.join(cells)} |"


def main() -> None:
    """Play and print a table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("variant")
    parser.add_argument("--games", type=int, default=4)
    parser.add_argument("--years", type=int, default=8)
    parser.add_argument("--first", type=int, default=1)
    parser.add_argument("--bots", default="greedy,planner")
    parser.add_argument("--verbose", action="store_true", help="print every landing and swap")
    wish = parser.parse_args()
    print("\n".join(HEAD), flush=True)
    for bot in wish.bots.split(","):
        logs = [play(wish.variant, bot, seed, wish.years) for seed in range(wish.first, wish.first + wish.games)]
        print(tell(bot, logs), flush=True)
        if wish.verbose:
            for log in logs:
                print(log.landings, log.swaps, log.walked_out, log.let_go, log.count_overseas(), sep="\n")


if __name__ == "__main__":
    main()
