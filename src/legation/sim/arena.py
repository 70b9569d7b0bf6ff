"""Bots against bots: which is stronger, and with what certainty."""

import random
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass

from legation.board import PowerId
from legation.bots import Bot, Patience, play_match
from legation.game import list_survivors
from legation.judge import count_centres
from legation.library import Game
from legation.sim.intervals import Estimate, estimate_mean, estimate_rate

Maker = Callable[[], Bot]


@dataclass(frozen=True, slots=True)
class Seat:
    """The result of one power under one bot."""

    bot: str
    power: PowerId
    share: float
    """The share of all owned centres."""
    has_won: bool
    """True if it won, or has more centres than any other when time is up."""
    survives: bool


@dataclass(frozen=True, slots=True)
class Pairing:
    """Two games with one seed: in the second, the two bots change places."""

    seed: int
    seats: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class Showing:
    """The results of a bot in a meeting."""

    share: Estimate
    """The mean share of the centres of one of its powers."""
    wins: Estimate
    """The share of the games won by one of its powers."""
    survival: Estimate
    """The share of its powers left at the end."""


@dataclass(frozen=True, slots=True)
class Meeting:
    """All games between two bots."""

    stronger: str
    weaker: str
    pairings: tuple[Pairing, ...]

    def showing_of(self, bot: str) -> Showing:
        """The results of one of the two."""
        seats = [seat for pairing in self.pairings for seat in pairing.seats if seat.bot == bot]
        return Showing(
            share=estimate_mean([_share(pairing, bot) for pairing in self.pairings]),
            wins=estimate_rate(sum(seat.has_won for seat in seats), 2 * len(self.pairings)),
            survival=estimate_rate(sum(seat.survives for seat in seats), len(seats)),
        )

    @property
    def lead(self) -> Estimate:
        """The lead of the stronger bot's powers in share of centres. Both play every power with the same seeds."""
        return estimate_mean(
            [_share(pairing, self.stronger) - _share(pairing, self.weaker) for pairing in self.pairings]
        )

    @property
    def is_settled(self) -> bool:
        """True if the bot called stronger is so beyond the uncertainty of chance."""
        return self.lead.low > 0


def _share(pairing: Pairing, bot: str) -> float:
    found = [seat.share for seat in pairing.seats if seat.bot == bot]
    return sum(found) / len(found)


def play_pairing(variant: str, makers: Mapping[str, Maker], *, seed: int, years: int) -> Pairing:
    """Two bots share a board half and half, drawn by the seed, and then change places."""
    one, other = makers
    powers = sorted(Game.new(variant).variant.seats)
    random.Random(seed).shuffle(powers)
    half = set(powers[: len(powers) // 2])
    seats: list[Seat] = []
    for first, second in ((one, other), (other, one)):
        seating = {power: first if power in half else second for power in powers}
        seats += play_seats(variant, seating, makers, seed=seed, years=years)
    return Pairing(seed, tuple(seats))


def play_seats(
    variant: str, seating: Mapping[PowerId, str], makers: Mapping[str, Maker], *, seed: int, years: int
) -> Iterator[Seat]:
    """One game of a limited number of years, with a named bot in each seat."""
    bots = {name: makers[name]() for name in sorted(set(seating.values()))}
    game = Game.new(variant)
    patience = Patience(years=years, quiet_years=years)
    play_match(game, {power: bots[name] for power, name in seating.items()}, seed=seed, patience=patience)
    board, position = game.variant.board, game.state.position
    counts = {power: count_centres(board, position, power, game.rulebook) for power in seating}
    most, total = max(counts.values()), max(1, sum(counts.values()))
    leads = [power for power in seating if counts[power] == most]
    alive = list_survivors(board, position)
    for power, name in seating.items():
        yield Seat(name, power, counts[power] / total, leads == [power], power in alive)


def play_meeting(variant: str, makers: Mapping[str, Maker], seeds: Iterable[int], *, years: int) -> Meeting:
    """All pairings of two bots; the second is assumed to be the stronger."""
    weaker, stronger = makers
    pairings = tuple(play_pairing(variant, makers, seed=seed, years=years) for seed in seeds)
    return Meeting(stronger, weaker, pairings)
