"""A position in the terms of the judge's JSON: for its requests and answers, the page's board and the sandbox."""

from collections.abc import Iterable

from legation.board import DislodgedUnit, Position, PowerId, Unit
from legation.contract.cargo import write_memory
from legation.contract.shapes import BoardJson, DislodgedJson, StateJson, UnitJson
from legation.game import GameState
from legation.variants import Variant


def describe_state(variant: Variant, state: GameState) -> StateJson:
    """A state as a request without orders, from which the judge can continue."""
    here = describe_board(variant.powers, state.position)
    found: StateJson = {
        "phase": str(state.phase),
        "units": here["units"],
        "dislodged": here["dislodged"],
        "contested": here["contested"],
        "centres": here["centres"],
        "memory": write_memory(state.position),
    }
    if disorder := list_disordered(variant, state.position):
        found["disorder"] = disorder
    return found


def list_disordered(variant: Variant, position: Position) -> list[str]:
    """The powers in civil disorder, without those that the variant leaves without a player."""
    return sorted(position.in_disorder - variant.rulebook.unplayed)


def describe_board(powers: Iterable[PowerId], position: Position) -> BoardJson:
    """Units, owners of centres, and dislodged units and contested spaces. Armies aboard are in ``memory``."""
    return {
        "units": describe_units(powers, position),
        "dislodged": [describe_dislodged(found) for found in position.dislodged],
        "contested": sorted(position.contested),
        "centres": describe_centres(powers, position),
    }


def describe_units(powers: Iterable[PowerId], position: Position) -> dict[str, list[str]]:
    """The units of every power by space. Armies aboard ships are in ``memory``."""
    units: dict[str, list[str]] = {power: [] for power in powers}
    standing, carried = position.units, {army.key for army in position.armies_aboard}
    for key in sorted(standing.keys() - carried if carried else standing):
        power, kind, location = standing[key]
        units[power].append(kind + " " + location)  # a pattern would ask the Enum how to format itself
    return units


def describe_centres(powers: Iterable[PowerId], position: Position) -> dict[str, list[str]]:
    """The centres of every power."""
    centres: dict[str, list[str]] = {power: [] for power in powers}
    owners = position.owners
    for space in sorted(owners):
        centres[owners[space]].append(space)
    return centres


def describe_unit(unit: Unit) -> UnitJson:
    """A unit and its power."""
    return {"power": unit.power, "unit": str(unit)}


def describe_dislodged(found: DislodgedUnit) -> DislodgedJson:
    """A unit that must retreat."""
    return {
        "power": found.unit.power,
        "unit": str(found.unit),
        "from": found.attacker_from,
        "retreats": list(found.retreats),
    }
