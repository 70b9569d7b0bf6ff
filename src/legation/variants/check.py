"""What must be true of every position of a variant: one set of checks for all of them."""

import json
from collections.abc import Iterator

from legation.board import (
    Board,
    CentreKind,
    LocationId,
    Position,
    SpaceId,
    Terrain,
    Unit,
    coast_of,
    space_of,
)
from legation.judge import Quotas, Rulebook
from legation.variants.variant import Variant


def check_position(
    variant: Variant, position: Position, rulebook: Rulebook | None = None, *, after_winter: bool = False
) -> list[str]:
    """All problems of a position, in words; with ``after_winter`` also powers with more units than they may have."""
    rules = rulebook or variant.rulebook
    problems = [
        *_check_units(variant, position, rules),
        *_check_owners(variant, position),
        *_check_dislodged(variant.board, position),
        *_check_memory(position),
    ]
    if after_winter:
        problems += check_rights(variant, position, rules)
    return problems


def _check_units(variant: Variant, position: Position, rulebook: Rulebook) -> Iterator[str]:
    for key, unit in sorted(position.units.items()):
        if unit.key != key:
            yield f"{unit} is kept under {key}"
        if unit.power not in variant.powers:
            yield f"{unit} belongs to {unit.power}, which is not a power"
        if unit.is_aboard:
            yield from _check_aboard(position, unit, rulebook)
        else:
            yield from check_standing(variant.board, position, unit, rulebook)


def check_standing(board: Board, position: Position, unit: Unit, rulebook: Rulebook) -> Iterator[str]:
    """Why a unit may not be where it is."""
    if unit.kind not in rulebook.traits:
        yield f"{unit}: the variant has no such units"
        return
    place = board.space(unit.location)
    if place.terrain is Terrain.IMPASSABLE:
        yield f"{unit} stands in a space that nobody can enter"
    if not board.can_stand(unit.location, sails=rulebook.traits[unit.kind].sails):
        yield f"{unit} cannot stand there, or names no coast"
    if coast_of(unit.location) and not rulebook.traits[unit.kind].sails:
        yield f"{unit} is not a fleet and stands on a coast"
    for module in rulebook.modules:
        if unit.space in module.closed_to(board, position, unit.kind):
            yield f"{unit} stands in a space that the rule {module.name} closes to it"


def _check_aboard(position: Position, army: Unit, rulebook: Rulebook) -> Iterator[str]:
    ship = position.units.get(army.space)
    if ship is None or not rulebook.traits[ship.kind].sails:
        yield f"{army} is aboard in {army.space}, where no ship stands"
    if army.kind not in rulebook.traits or rulebook.traits[army.kind].sails:
        yield f"{army} cannot be aboard in {army.space}"


def _check_owners(variant: Variant, position: Position) -> Iterator[str]:
    for space, power in sorted(position.owners.items()):
        if variant.board.spaces[space].centre is CentreKind.NONE:
            yield f"{power} owns {space}, which is not a centre"
        if power not in variant.powers:
            yield f"{space} is owned by {power}, which is not a power"


def _check_dislodged(board: Board, position: Position) -> Iterator[str]:
    seen: set[SpaceId] = set()
    for found in position.dislodged:
        if found.unit.space in seen:
            yield f"two units are dislodged from {found.unit.space}"
        seen.add(found.unit.space)
        for retreat in found.retreats:
            yield from _check_retreat(board, position, found.unit, found.attacker_from, retreat)
    for space in sorted(position.contested):
        if space in position.units:
            yield f"{space} is contested, but {position.units[space]} stands there"


def _check_retreat(
    board: Board, position: Position, unit: Unit, barred: SpaceId | None, retreat: LocationId
) -> Iterator[str]:
    space = space_of(retreat)
    if retreat not in board.names.locations:
        yield f"{unit} may retreat to {retreat}, which does not exist"
    if space in position.units or space in position.contested or space == unit.space:
        yield f"{unit} may retreat to {retreat}, which is not open"
    if space == barred:
        yield f"{unit} may retreat to {retreat}, from where it was attacked"


def _check_memory(position: Position) -> Iterator[str]:
    try:
        again = json.loads(json.dumps(position.memory))
    except (TypeError, ValueError) as error:
        yield f"memory cannot be written as JSON: {error}"
        return
    if again != position.memory:
        yield "memory does not come back from JSON as it was"


def check_rights(variant: Variant, position: Position, rulebook: Rulebook) -> list[str]:
    """Powers with more units than their centres, or the allowance for a kind, permit."""
    over: list[str] = []
    for power in variant.powers:
        for each, number in Quotas(variant.board, position, power, rulebook).removals.items():
            if number:
                over.append(f"{power} has {number} more {each.value if each else 'units'} than rights")
    return over
