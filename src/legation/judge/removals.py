"""The units that are removed when a power does not choose (rulebooks section 2.4, DATC 4.D.8)."""

from collections.abc import Iterable

from legation.board import Board, LocationId, Position, PowerId, SpaceId, Unit
from legation.judge.ownership import list_homes
from legation.judge.quotas import Quotas
from legation.judge.rulebook import BuildSites, RemovalSteps, RemovalTarget, Rulebook
from legation.orders import Refusal

FAR = 1_000_000


def choose_removals(board: Board, position: Position, power: PowerId, count: int, rulebook: Rulebook) -> list[Unit]:
    """The units farthest from home first; at equal distance a fleet before an army, then by the name of the space."""
    goals = _goals(board, position, power, rulebook)
    plain = board.distances(goals)

    def rank(unit: Unit) -> tuple[bool, int, bool, str]:
        sails = rulebook.traits[unit.kind].sails
        if sails and rulebook.removal_steps is RemovalSteps.ARMY_ANY_FLEET_LEGAL:
            distance = _sailing_distance(board, unit, goals)
        else:
            distance = plain.get(board.index[unit.location], FAR)
        last = is_spared(board, position, unit, rulebook)
        return last, -distance, not sails, board.space(unit.location).name

    return sorted(position.units_of(power), key=rank)[:count]


def refuse_removal(board: Board, position: Position, unit: Unit, rulebook: Rulebook) -> Refusal | None:
    """Why a rule module lets the unit be removed only as a last resort; None if none does."""
    found = (module.refuse_removal(board, position, unit) for module in rulebook.modules)
    return next((refusal for refusal in found if refusal), None)


def refuse_spared(
    board: Board, position: Position, unit: Unit, rulebook: Rulebook, *, quotas: Quotas, removable: Iterable[Unit]
) -> Refusal | None:
    """Why a unit is not removed yet: a rule module spares it, and enough others can go; None if it may be removed.

    ``removable`` are the units of its power that may still be removed.
    """
    refusal = refuse_removal(board, position, unit, rulebook)
    if refusal is None:
        return None
    others = [other.kind for other in removable if not is_spared(board, position, other, rulebook)]
    for quota in quotas.quotas_of(unit.kind):
        if quotas.removals[quota] > sum(quota in quotas.quotas_of(kind) for kind in others):
            return None
    return refusal


def is_spared(board: Board, position: Position, unit: Unit, rulebook: Rulebook) -> bool:
    """True if the unit is removed only as a last resort."""
    return refuse_removal(board, position, unit, rulebook) is not None


def _goals(board: Board, position: Position, power: PowerId, rulebook: Rulebook) -> frozenset[SpaceId]:
    if rulebook.removal_target is RemovalTarget.HOME and rulebook.build_in is BuildSites.HOME:
        others = (space for module in rulebook.modules for space in module.home_centres(board, position, power))
        return frozenset((*list_homes(board, power), *others))
    return frozenset(space for space in position.centres_of(power) if board.spaces[space].centre.is_counted)


def _sailing_distance(board: Board, unit: Unit, goals: frozenset[SpaceId]) -> int:
    """Legal fleet moves from the fleet's coast to any coast of a goal."""
    ends = {location for goal in goals for location in board.spaces[goal].locations}
    seen: set[LocationId] = {unit.location}
    frontier = set(seen)
    steps = 0
    while frontier:
        if frontier & ends:
            return steps
        frontier = {target for location in frontier for target in board.fleet_moves[location]} - seen
        seen |= frontier
        steps += 1
    return FAR
