"""Tournaments, scored as papers do: one bot against copies of another, every power in turn, with intervals."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import permutations

from legation.board import PowerId
from legation.library import Game
from legation.sim.arena import Maker, Seat, play_seats
from legation.sim.intervals import Estimate, estimate_mean, estimate_rate


@dataclass(frozen=True, slots=True)
class Bout:
    """One game: which bot sat alone, in which seat, and how everybody fared."""

    alone: str
    others: str
    power: PowerId
    seats: tuple[Seat, ...]

    @property
    def seat(self) -> Seat:
        """How the bot that sat alone fared."""
        return next(seat for seat in self.seats if seat.power == self.power)

    @property
    def squares(self) -> float:
        """Its part of the sum of the squares of all centre counts; a power of average strength has one over n."""
        total = sum(seat.share**2 for seat in self.seats)
        return self.seat.share**2 / total if total else 0.0


@dataclass(frozen=True, slots=True)
class Score:
    """How one bot fared alone against copies of another."""

    alone: str
    others: str
    games: int
    squares: Estimate
    """By sum of squares."""
    share: Estimate
    wins: Estimate
    survival: Estimate
    by_power: Mapping[PowerId, float]
    """By sum of squares, the mean in each seat."""
    fair: float
    """What a bot no better than the others would have."""


def play_bouts(
    variant: str, makers: Mapping[str, Maker], *, rounds: int, first: int = 1, years: int = 10
) -> Iterator[Bout]:
    """Every bot alone against every other, in every seat, so many rounds; each round has a seed of its own."""
    powers: Sequence[PowerId] = sorted(Game.new(variant).variant.seats)
    for number in range(rounds):
        for alone, others in permutations(makers, 2):
            for power in powers:
                seating = {each: alone if each == power else others for each in powers}
                seats = play_seats(variant, seating, makers, seed=first + number, years=years)
                yield Bout(alone, others, power, tuple(seats))


def score_bouts(bouts: Iterable[Bout]) -> list[Score]:
    """The table of a tournament: a row for each bot alone against each other."""
    groups: dict[tuple[str, str], list[Bout]] = {}
    for bout in bouts:
        groups.setdefault((bout.alone, bout.others), []).append(bout)
    return [_score(found) for found in groups.values()]


def _score(bouts: Sequence[Bout]) -> Score:
    count = len(bouts)
    powers = sorted({bout.power for bout in bouts})
    by_power = {power: [bout.squares for bout in bouts if bout.power == power] for power in powers}
    return Score(
        bouts[0].alone,
        bouts[0].others,
        count,
        estimate_mean([bout.squares for bout in bouts]),
        estimate_mean([bout.seat.share for bout in bouts]),
        estimate_rate(sum(bout.seat.has_won for bout in bouts), count),
        estimate_rate(sum(bout.seat.survives for bout in bouts), count),
        {power: sum(found) / len(found) for power, found in by_power.items()},
        1 / len(bouts[0].seats),
    )
