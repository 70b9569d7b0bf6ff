"""Where a power cannot build in Winter, and why: its centres, and those that would build for it."""

from legation.board import Board, CentreKind, Position, PowerId, SpaceId, UnitKind
from legation.judge.adjustments import list_build_rights, list_places
from legation.judge.bars import Bar, ClosedSite, Obstacle
from legation.judge.rulebook import Rulebook


def list_closed_sites(board: Board, position: Position, power: PowerId, rulebook: Rulebook) -> tuple[ClosedSite, ...]:
    """Every centre that a power owns, or that names it, where it cannot build now."""
    rights = list_build_rights(board, position, power, rulebook)
    named = {space.id for space in board.spaces.values() if power in space.powers}
    found = []
    for space in sorted({*position.centres_of(power), *named}):
        bar = find_site_bar(board, position, power, space, rulebook, has_right=space in rights)
        unit = position.units.get(space)
        if bar or unit:
            found.append(ClosedSite(space, bar, unit))
    return tuple(found)


def find_site_bar(
    board: Board, position: Position, power: PowerId, space: SpaceId, rulebook: Rulebook, *, has_right: bool
) -> Bar | None:
    """Why a power could not build in a space even if nobody stood there."""
    if has_right and any(list_places(board, position, kind, space, rulebook) for kind in rulebook.traits):
        return None
    for module in reversed(rulebook.modules):  # what was added for this game goes above the variant's own rules
        bar = module.find_site_bar(board, position, power, space)
        if bar:
            return bar
    return Bar(Obstacle.NO_PLACE) if has_right else _find_plain_bar(board, position, power, space)


def _find_plain_bar(board: Board, position: Position, power: PowerId, space: SpaceId) -> Bar:
    """What the rulebooks say: one builds in one's own home centres, while one owns them."""
    place = board.spaces[space]
    if place.centre is CentreKind.HOME and power not in place.powers:
        return Bar(Obstacle.FOREIGN_HOME, place.powers)
    owner = position.owners.get(space)
    if owner != power:
        return Bar(Obstacle.NOT_OWNED, (owner,) if owner else ())
    return Bar(Obstacle.COLONY if place.centre is CentreKind.COLONIAL else Obstacle.NEUTRAL)


def find_kind_bar(board: Board, position: Position, kind: UnitKind, space: SpaceId, rulebook: Rulebook) -> Bar | None:
    """Why a unit of one kind cannot be built in a space that may be open to others."""
    if list_places(board, position, kind, space, rulebook):
        return None
    for module in reversed(rulebook.modules):
        if space in module.closed_to(board, position, kind):
            return Bar(module.closure)
    return Bar(Obstacle.INLAND if rulebook.traits[kind].sails else Obstacle.NO_PLACE)
