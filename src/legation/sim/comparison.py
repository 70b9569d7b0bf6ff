"""Compares two sets of games: the differences, and whether chance alone could explain them."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from legation.board import PowerId, SpaceId
from legation.sim.balance import Balance, PowerFigures, load_balance
from legation.sim.statistics import ShareDifference, compare_shares, quantile


@dataclass(frozen=True, slots=True)
class PowerPair:
    """The results of one power in both; None where one of the two variants does not have the power."""

    power: PowerId
    name: str
    one: PowerFigures | None
    other: PowerFigures | None
    difference: ShareDifference | None
    """The difference between the shares of games won: the second minus the first."""


@dataclass(frozen=True, slots=True)
class Comparison:
    """Two balances with the names used in a report."""

    names: tuple[str, str]
    one: Balance
    other: Balance

    @property
    def sides(self) -> tuple[tuple[str, Balance], tuple[str, Balance]]:
        """Each name with its balance."""
        return (self.names[0], self.one), (self.names[1], self.other)

    def list_powers(self) -> Iterator[PowerPair]:
        """The powers of the first variant, then those that only the second has."""
        first = {figures.power: figures for figures in self.one.by_power}
        second = {figures.power: figures for figures in self.other.by_power}
        for power in dict.fromkeys([*first, *second]):
            one, other = first.get(power), second.get(power)
            named = self.one.variant.powers if one else self.other.variant.powers
            difference = None
            if one and other:
                difference = compare_shares((one.wins, self.one.games), (other.wins, self.other.games))
            yield PowerPair(power, named[power].name, one, other, difference)

    def list_shared_spaces(self) -> tuple[SpaceId, ...]:
        """Spaces that both boards have under the same code."""
        there = {use.space for use in self.other.uses}
        return tuple(use.space for use in self.one.uses if use.space in there)

    def list_shared_pairs(self) -> list[tuple[PowerId, PowerId]]:
        """Pairs of powers that both variants have."""
        there = [power for power in self.one.variant.powers if power in self.other.variant.powers]
        return [(one, other) for place, one in enumerate(there) for other in there[place + 1 :]]


def load_comparison(one: Path, other: Path) -> Comparison:
    """Compare the games of two folders. They are named after the folders, or by whole paths where these are alike."""
    first, second = one.resolve().name, other.resolve().name
    names = (first, second) if first != second else (str(one), str(other))
    return Comparison(names, load_balance(one), load_balance(other))


def find_contact(balance: Balance, pair: tuple[PowerId, PowerId]) -> tuple[float, float] | None:
    """The median year of the first contact of two powers, and the share of games with one; in either order of names."""
    return balance.contacts.get(pair) or balance.contacts.get((pair[1], pair[0]))


def count_pairs(balance: Balance) -> int:
    """The number of pairs of powers."""
    powers = len(balance.variant.powers)
    return powers * (powers - 1) // 2


def find_contact_year(balance: Balance) -> float | None:
    """The median year of first contact over all pairs that met."""
    years = [year for year, _ in balance.contacts.values()]
    return quantile(years, 0.5) if years else None
