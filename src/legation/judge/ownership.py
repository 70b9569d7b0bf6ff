"""Ownership of centres."""

from legation.board import Board, CentreKind, Position, PowerId, SpaceId
from legation.judge.rulebook import Rulebook

PLAIN = Rulebook()
"""No modules: every owned centre counts."""


def settle_ownership(board: Board, position: Position, rulebook: Rulebook) -> Position:
    """After Fall's retreats: a centre goes to the power whose unit is there; an empty one stays with its owner."""
    owners = dict(position.owners)
    for unit in position.units.values():
        centre = board.space(unit.location).centre
        if centre is not CentreKind.NONE and centre in rulebook.traits[unit.kind].captures and not unit.is_aboard:
            owners[unit.space] = unit.power
    after = position._replace(owners=owners)
    for module in rulebook.modules:
        after = module.own_centres(board, position, after)
    return after


def count_centres(board: Board, position: Position, power: PowerId, rulebook: Rulebook = PLAIN) -> int:
    """The number of a power's centres that count; not build-only ones, nor those that a rule module leaves out."""
    return sum(
        1
        for space in position.centres_of(power)
        if board.spaces[space].centre.is_counted and is_counted(board, position, space, rulebook)
    )


def is_counted(board: Board, position: Position, space: SpaceId, rulebook: Rulebook) -> bool:
    """True if no rule module excludes an owned centre from its owner's count."""
    return all(module.counts_centre(board, position, space) for module in rulebook.modules)


def list_homes(board: Board, power: PowerId) -> tuple[SpaceId, ...]:
    """The power's home centres, whatever power owns them now."""
    return tuple(
        space.id for space in board.spaces.values() if space.centre is CentreKind.HOME and power in space.powers
    )
