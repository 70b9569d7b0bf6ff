"""Facts of a game that a game master sets: corrections, civil disorder, and the players of seats."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import assert_never

from legation.board import Position, PowerId, SpaceId, Unit, UnitKind, aboard, make_units
from legation.errors import RequestError
from legation.game.phase import Phase
from legation.game.state import GameState


@dataclass(frozen=True, slots=True)
class PutUnit:
    """A unit is put on the board."""

    unit: Unit


@dataclass(frozen=True, slots=True)
class PutAboard:
    """An army is aboard the ship in a space, by which it is named: ``A PO7``."""

    unit: Unit


@dataclass(frozen=True, slots=True)
class TakeUnit:
    """A unit is off the board, or no longer waits to retreat. An army aboard is named by the space of its ship."""

    unit: Unit


@dataclass(frozen=True, slots=True)
class SetMemory:
    """A rule's memory, such as the years of a colony or the places of bombs."""

    module: str
    memory: object
    text: str
    """The fact that was set, in a few words."""


@dataclass(frozen=True, slots=True)
class SetOwner:
    """A centre belongs to a power, or to none."""

    space: SpaceId
    power: PowerId | None = None


@dataclass(frozen=True, slots=True)
class SetDisorder:
    """A power falls into civil disorder, or comes out of it."""

    power: PowerId
    is_on: bool


@dataclass(frozen=True, slots=True)
class SetPlayer:
    """A player takes a seat; an empty name vacates it."""

    power: PowerId
    player: str


@dataclass(frozen=True, slots=True)
class SetState:
    """The whole position and its phase are taken from elsewhere, such as from the file of another program."""

    phase: Phase
    position: Position


FactChange = PutUnit | PutAboard | TakeUnit | SetMemory | SetOwner | SetDisorder | SetPlayer
"""A change of one fact."""
Change = FactChange | SetState


def apply_changes(state: GameState, changes: Sequence[Change]) -> GameState:
    """The state with the facts changed, one after another; raises if one does not fit.

    The votes of a power that falls into civil disorder are dropped: whoever takes the seat later votes anew.
    """
    for change in changes:
        if isinstance(change, SetDisorder) and change.is_on:
            state = _drop_votes(state, change.power)
        if isinstance(change, SetState):
            state = GameState(change.phase, change.position, proposals=state.proposals)
            continue
        position = _apply(state.position, change)
        if position != state.position:
            state = replace(state, position=position)
    return state


def _drop_votes(state: GameState, power: PowerId) -> GameState:
    """The state without a power's votes on open proposals."""
    if not any(power in proposal.votes for proposal in state.proposals):
        return state
    kept = [{voter: vote for voter, vote in found.votes.items() if voter != power} for found in state.proposals]
    proposals = tuple(replace(found, votes=votes) for found, votes in zip(state.proposals, kept, strict=True))
    return replace(state, proposals=proposals)


def _apply(position: Position, change: FactChange) -> Position:
    match change:
        case PutUnit(unit):
            if unit.key in position.units:
                raise RequestError("unit", f"{unit} cannot be put there: {position.units[unit.key]} stands there")
            return position._replace(units=make_units([*position.units.values(), unit]))
        case PutAboard(army):
            return _put_aboard(position, army)
        case TakeUnit(unit):
            return _take(position, unit)
        case SetMemory(module, memory):
            return position._replace(memory={**position.memory, module: memory})
        case SetOwner(space, power):
            owners = {centre: owner for centre, owner in position.owners.items() if centre != space}
            return position._replace(owners=owners if power is None else {**owners, space: power})
        case SetDisorder(power, is_on):
            others = position.in_disorder - {power}
            return position._replace(in_disorder=others | {power} if is_on else others)
        case SetPlayer():
            return position
        case _:
            assert_never(change)


def _put_aboard(position: Position, army: Unit) -> Position:
    ship = position.units.get(army.space)
    if ship is None or ship.kind is UnitKind.ARMY:
        raise RequestError("unit", f"{army} cannot be aboard there: no ship is in {army.space}")
    place = aboard(army.space)
    if place in position.units:
        raise RequestError("unit", f"{army} cannot be aboard there: {position.units[place]} is aboard already")
    return position._replace(units=make_units([*position.units.values(), army._replace(location=place)]))


def _take(position: Position, unit: Unit) -> Position:
    """The position without a unit. A ship takes the army aboard with it; an army aboard can be taken off its ship."""
    found = position.find_unit(unit.kind, unit.space)
    if found and (found.power, found.kind, found.space) == (unit.power, unit.kind, unit.space):
        lost = (found.key,) if found.is_aboard else (found.key, aboard(found.space))
        return position._replace(units={key: kept for key, kept in position.units.items() if key not in lost})
    army = unit._replace(location=aboard(unit.space))
    staying = tuple(
        found._replace(cargo=None) if found.cargo == army else found
        for found in position.dislodged
        if found.unit != unit
    )
    if staying == position.dislodged:
        raise RequestError("unit", f"there is no {unit} of {unit.power}")
    return position._replace(dislodged=staying)


def seat_players(players: Mapping[PowerId, str], changes: Sequence[Change]) -> dict[PowerId, str]:
    """The players of the powers after the changes."""
    seats = dict(players)
    for change in changes:
        if isinstance(change, SetPlayer):
            seats.pop(change.power, None)
            if change.player:
                seats[change.power] = change.player
    return seats
