"""Ratings: OpenSkill with the model of Plackett and Luce, by Weng and Lin, from the places of finished games. Pure.

``docs/decisions/0020-ratings.md`` gives the reasons for this method, and the games that count.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from openskill.models import PlackettLuce

PROVISIONAL = 5
"""A rating from fewer rated games is provisional."""
BASE = 1000
SCALE = 40
"""The shown number is ``BASE + SCALE * (mu - 3 sigma)``: newcomers begin at 1000, and it rises as the estimate becomes
more certain."""


@dataclass(frozen=True, slots=True)
class Finish:
    """The final place of a rated person in a game."""

    game: str
    account: int
    power: str
    place: int


@dataclass(frozen=True, slots=True)
class Rating:
    """An estimate of a person's strength, its uncertainty, and the number of games that it is based on."""

    mu: float
    sigma: float
    games: int

    @property
    def shown(self) -> int:
        """The number that people see."""
        return round(BASE + SCALE * (self.mu - 3 * self.sigma))

    @property
    def is_provisional(self) -> bool:
        """True if it is based on few games."""
        return self.games < PROVISIONAL


def rate_games(finishes: Iterable[Finish]) -> dict[int, Rating]:
    """The ratings after finished games, one after the other; the games are sorted by their ends.

    People who shared a power are rated as a team. Powers with the same place have drawn.
    """
    ratings: dict[int, Rating] = {}
    for _, found in groupby(finishes, key=lambda finish: finish.game):
        _rate_game(ratings, list(found))
    return ratings


def _rate_game(ratings: dict[int, Rating], finishes: Sequence[Finish]) -> None:
    seats = _group_by_power(finishes)
    if len(seats) < 2:
        return
    model = PlackettLuce()
    known = [[ratings.get(finish.account) for finish in seat] for seat in seats.values()]
    teams = [[model.rating(mu=one.mu, sigma=one.sigma) if one else model.rating() for one in team] for team in known]
    places = [float(seat[0].place) for seat in seats.values()]
    for seat, before, after in zip(seats.values(), known, model.rate(teams, ranks=places), strict=True):
        for finish, old, new in zip(seat, before, after, strict=True):
            ratings[finish.account] = Rating(new.mu, new.sigma, (old.games if old else 0) + 1)


def _group_by_power(finishes: Sequence[Finish]) -> Mapping[str, list[Finish]]:
    """The finishes of each power, in a fixed order, so that the same games give exactly the same numbers."""
    seats: dict[str, list[Finish]] = {}
    for finish in sorted(finishes, key=lambda finish: (finish.power, finish.account)):
        seats.setdefault(finish.power, []).append(finish)
    return seats
