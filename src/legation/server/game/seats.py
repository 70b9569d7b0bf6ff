"""The holders of the powers: players, a bot, or no one for now."""

import random
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from sqlalchemy import Connection

from legation.board import PowerId
from legation.server.game.member_storage import list_members, list_players, list_seats
from legation.server.game.records import NamedMember, Role, StoredSeat
from legation.server.game.terms import Level, Seating, Terms


class SeatKind(StrEnum):
    """The kind of a seat's holder."""

    PLAYER = "player"
    BOT = "bot"
    EMPTY = "empty"


@dataclass(frozen=True, slots=True)
class Seat:
    """One power's seat."""

    power: PowerId
    bot: Level | None
    players: tuple[NamedMember, ...]
    missed: int
    is_offered: bool

    @property
    def kind(self) -> SeatKind:
        """Who holds the seat."""
        return SeatKind.BOT if self.bot else SeatKind.PLAYER if self.players else SeatKind.EMPTY

    @property
    def has_player(self) -> bool:
        """True if a person plays the power."""
        return self.kind is SeatKind.PLAYER

    def reads_press(self, terms: Terms) -> bool:
        """True if letters to the power are read: at an empty seat by the next player, by bots if they talk."""
        return self.bot is None or terms.has_talking_bots

    @property
    def names(self) -> tuple[str, ...]:
        """The names of its players."""
        return tuple(player.name for player in self.players)


@dataclass(frozen=True, slots=True)
class People:
    """Everyone in a game, and the holders of its seats."""

    members: tuple[NamedMember, ...]
    seats: Mapping[PowerId, Seat]


def load_people(connection: Connection, game: str) -> People:
    """Everyone now in a game, in any role."""
    members = tuple(list_members(connection, game))
    players = [member for member in members if member.role is Role.PLAYER]
    return People(members, _fill_seats(list_seats(connection, game), players))


def load_seats(connection: Connection, game: str) -> dict[PowerId, Seat]:
    """Every seat of a game with its holders."""
    return _fill_seats(list_seats(connection, game), list_players(connection, game))


def _fill_seats(seats: Sequence[StoredSeat], players: Sequence[NamedMember]) -> dict[PowerId, Seat]:
    held: dict[PowerId | None, list[NamedMember]] = {}
    for player in players:
        held.setdefault(player.power, []).append(player)
    return {
        seat.power: Seat(seat.power, seat.bot, tuple(held.get(seat.power, ())), seat.missed, seat.is_offered)
        for seat in seats
    }


@dataclass(frozen=True, slots=True)
class Candidate:
    """A player without a power yet, and the preferred powers, most wanted first."""

    member: int
    wishes: tuple[PowerId, ...] = ()


def read_candidates(players: Sequence[NamedMember], powers: Collection[PowerId]) -> list[Candidate]:
    """The players of a game who do not have a power yet."""
    return [
        Candidate(player.id, tuple(PowerId(wish) for wish in player.wishes if wish in powers))
        for player in players
        if player.power is None
    ]


def draw_seats(terms: Terms, free: Sequence[PowerId], candidates: Sequence[Candidate], seed: int) -> dict[int, PowerId]:
    """A power for each candidate: by lot, and by preferences so that no two would gain by swapping.

    ``free`` names a power once for each player that it still takes. The same seed draws the same seats.
    """
    rng = random.Random(seed)
    places = sorted(free)
    rng.shuffle(places)
    # Powers without a player come before a second player for any power.
    places = [power for round_ in range(terms.players_per_power) for power in _nth(places, round_)]
    drawn = {found.member: power for found, power in zip(candidates, places, strict=False)}
    return drawn if terms.seating is Seating.LOT else _improve(drawn, places[len(drawn) :], candidates)


def _nth(places: Sequence[PowerId], number: int) -> list[PowerId]:
    """The place with this number of every power, in the order of the places."""
    seen: dict[PowerId, int] = {}
    found = []
    for power in places:
        if seen.setdefault(power, 0) == number:
            found.append(power)
        seen[power] += 1
    return found


def _improve(drawn: dict[int, PowerId], left: list[PowerId], candidates: Sequence[Candidate]) -> dict[int, PowerId]:
    """Swap places, and take free ones, as long as that fits the wishes better in total."""
    ranks = {found.member: {power: rank for rank, power in enumerate(found.wishes)} for found in candidates}

    def cost(member: int, power: PowerId) -> int:
        return ranks[member].get(power, len(ranks[member]) + 5)

    better = True
    while better:
        better = _swap(drawn, cost) or _take(drawn, left, cost)
    return drawn


def _swap(drawn: dict[int, PowerId], cost: Callable[[int, PowerId], int]) -> bool:
    members = sorted(drawn)
    for place, one in enumerate(members):
        for other in members[place + 1 :]:
            now = cost(one, drawn[one]) + cost(other, drawn[other])
            if cost(one, drawn[other]) + cost(other, drawn[one]) < now:
                drawn[one], drawn[other] = drawn[other], drawn[one]
                return True
    return False


def _take(drawn: dict[int, PowerId], left: list[PowerId], cost: Callable[[int, PowerId], int]) -> bool:
    for member in sorted(drawn):
        for place, power in enumerate(left):
            if cost(member, power) < cost(member, drawn[member]):
                left[place], drawn[member] = drawn[member], power
                return True
    return False


def list_free(terms: Terms, seats: Mapping[PowerId, Seat]) -> list[PowerId]:
    """The powers that still take a player, each as often as it takes one."""
    return [
        seat.power
        for seat in seats.values()
        if seat.bot is None
        for _ in range(terms.players_per_power - len(seat.players))
    ]
