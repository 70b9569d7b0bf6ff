"""Where a power may build in Winter, by which clause, and why it cannot build elsewhere."""

from collections.abc import Mapping

from legation.board import Board, CentreKind, LocationId, Position, PowerId, Space, SpaceId, Unit, UnitKind
from legation.judge.ownership import is_counted
from legation.judge.rulebook import BuildSites, Rulebook
from legation.orders import NO_CLAUSE, ClauseId, Fault, Refusal, Topic


def list_build_sites(board: Board, position: Position, power: PowerId, rulebook: Rulebook) -> tuple[SpaceId, ...]:
    """The vacant spaces where a power may build."""
    rights = list_build_rights(board, position, power, rulebook)
    return tuple(sorted(space for space in rights if space not in position.units))


def list_build_rights(
    board: Board, position: Position, power: PowerId, rulebook: Rulebook
) -> Mapping[SpaceId, ClauseId]:
    """The spaces where a power may build when they are vacant, with the sheet's clause if there is one."""
    rights: dict[SpaceId, ClauseId] = {}
    for module in rulebook.modules:
        rights |= module.build_sites(board, position, power)
    owned = [board.spaces[space] for space in position.centres_of(power)]
    has_home = any(_is_home(space, power) for space in owned)
    for space in owned:
        if _may_build_in(space, power, rulebook, has_home=has_home) and is_counted(board, position, space.id, rulebook):
            rights[space.id] = NO_CLAUSE
    return rights


def _may_build_in(space: Space, power: PowerId, rulebook: Rulebook, *, has_home: bool) -> bool:
    """True if the rulebook lets a power build in a centre that it owns."""
    match rulebook.build_in:
        case BuildSites.HOME:
            return _is_home(space, power)
        case BuildSites.OWNED:
            return space.centre.is_counted
        case BuildSites.ANY_HOME:
            return space.centre is CentreKind.HOME
        case BuildSites.OWNED_WITH_HOME:
            return space.centre.is_counted and has_home


def _is_home(space: Space, power: PowerId) -> bool:
    return space.centre is CentreKind.HOME and power in space.powers


def list_places(
    board: Board, position: Position, kind: UnitKind, site: SpaceId, rulebook: Rulebook
) -> tuple[LocationId, ...]:
    """The places on a site where a unit of this kind can stand."""
    if any(site in module.closed_to(board, position, kind) for module in rulebook.modules):
        return ()
    sails = rulebook.traits[kind].sails
    return tuple(location for location in board.spaces[site].locations if board.can_stand(location, sails=sails))


def list_closed_sites(
    board: Board, position: Position, power: PowerId, rulebook: Rulebook
) -> tuple[tuple[SpaceId, Refusal], ...]:
    """Every centre that a power owns, or that names it, where it cannot build now, and why."""
    named = {space.id for space in board.spaces.values() if power in space.powers}
    found = []
    for space in sorted({*position.centres_of(power), *named}):
        refusal = refuse_site(board, position, power, space, rulebook)
        if refusal:
            found.append((space, refusal))
    return tuple(found)


def refuse_site(board: Board, position: Position, power: PowerId, space: SpaceId, rulebook: Rulebook) -> Refusal | None:
    """Why a power cannot build in a space now; None if it can. A unit in the space is always named."""
    has_right = space in list_build_rights(board, position, power, rulebook)
    standing = position.units.get(space)
    if has_right and any(list_places(board, position, kind, space, rulebook) for kind in rulebook.traits):
        return Refusal(Fault.SITE_OCCUPIED, unit=standing, centre=board.spaces[space].centre) if standing else None
    refusal = _refuse_by_rule(board, position, power, space, rulebook)
    if refusal is None:
        refusal = (
            Refusal(Fault.NOT_A_BUILD_SITE)
            if has_right
            else _refuse_by_rulebook(board, position, power, space, rulebook)
        )
    return refusal._replace(unit=standing, centre=board.spaces[space].centre)


def _refuse_by_rule(
    board: Board, position: Position, power: PowerId, space: SpaceId, rulebook: Rulebook
) -> Refusal | None:
    for module in reversed(rulebook.modules):  # rules added for this game take precedence over the variant's own
        refusal = module.refuse_site(board, position, power, space)
        if refusal:
            return refusal
    return None


def _refuse_by_rulebook(
    board: Board, position: Position, power: PowerId, space: SpaceId, rulebook: Rulebook
) -> Refusal:
    """A power builds in its own home centres, or in whatever the rulebook's switch allows, while it owns them."""
    place, owner = board.spaces[space], position.owners.get(space)
    if _is_home(place, power) or _may_build_in(place, power, rulebook, has_home=True):
        if owner != power:
            return Refusal(Fault.SITE_NOT_OWNED, powers=(owner,) if owner else ())
        if not _may_build_in(place, power, rulebook, has_home=False):
            return Refusal(Fault.NO_HOME_LEFT)
    return Refusal(Fault.NOT_A_BUILD_SITE, powers=place.powers if place.centre is CentreKind.HOME else ())


def refuse_kind(board: Board, position: Position, unit: Unit, rulebook: Rulebook) -> Refusal | None:
    """Why a unit of one kind cannot be built in a space that may be open to others; None if it can."""
    if list_places(board, position, unit.kind, unit.space, rulebook):
        return None
    for module in reversed(rulebook.modules):
        if unit.space in module.closed_to(board, position, unit.kind):
            return module.refuse_entry(unit.space)
    sails = rulebook.traits[unit.kind].sails
    clause = rulebook.clauses.cite_exactly(Topic.NO_FLEETS, unit.space) if sails else NO_CLAUSE
    return Refusal(Fault.UNSUITABLE_SPACE, clause=clause, unit=unit)
