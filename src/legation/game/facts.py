"""The facts about one space of a position: neighbours, reach, attackers, its owner and since when."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from legation.board import (
    Board,
    CentreKind,
    DislodgedUnit,
    LocationId,
    Position,
    PowerId,
    Space,
    SpaceId,
    Unit,
    UnitKind,
    coast_of,
    space_of,
)
from legation.game.phase import Phase
from legation.game.reach import Force, Reach, list_steps
from legation.judge import BombMark, Rulebook, SpaceMark, list_marks
from legation.orders import NO_CLAUSE, Clause, ClauseId, Clauses, Refusal, Topic, search_ways

CENTRE_TOPICS = {
    CentreKind.SPECIAL: (Topic.SPECIAL_BUILDS, Topic.SPECIAL_NEEDS_OWNER, Topic.SPECIAL_FOR_OTHERS),
    CentreKind.BUILD_ONLY: (Topic.BUILD_ONLY,),
    CentreKind.COLONIAL: (
        Topic.COLONY_BUILDS, Topic.COLONY_COUNTS, Topic.STAND_OFF_DISRUPTS, Topic.ENTRY_DISRUPTS
    ),
}  # fmt: skip
"""The topics of the sheets' clauses about centres of a kind."""


@dataclass(frozen=True, slots=True)
class Neighbour:
    """A space next to another, and the units that can pass from this one to it."""

    space: SpaceId
    by_army: bool
    by_fleet: bool
    coasts: tuple[str, ...] = ()
    """The coasts of this space from which fleets pass, if it has any."""
    their_coasts: tuple[str, ...] = ()
    """The coasts of the other space to which fleets pass, if it has any."""
    is_difficult: bool = False
    condition: str = ""
    """The condition that a rule must grant for passage."""
    clause: ClauseId = NO_CLAUSE
    """The clause of the sheet that says so: of a canal, a strait or a crossing."""


@dataclass(frozen=True, slots=True)
class UnitReach:
    """Where a unit can go in the next movement phase."""

    unit: Unit
    moves: tuple[LocationId, ...]
    ships: tuple[LocationId, ...]
    """The spaces of ships that it can go aboard."""
    convoyed: tuple[LocationId, ...]
    """Shores that it cannot reach by itself, but with fleets of its own power."""
    convoyed_by_others: tuple[LocationId, ...]
    """Further shores that need fleets of other powers."""


@dataclass(frozen=True, slots=True)
class SpaceFacts:
    """The facts about a space of a position."""

    space: Space
    owner: PowerId | None
    since: Phase | None
    """The phase after which its owner has owned it; None if since the beginning."""
    neighbours: tuple[Neighbour, ...]
    units: tuple[UnitReach, ...]
    """The units there; an army aboard comes after its ship."""
    dislodged: tuple[DislodgedUnit, ...]
    forces: tuple[Force, ...]
    bombs: tuple[tuple[PowerId, int], ...]
    """The powers with bombs to launch, and how many: they reach any space."""
    closed: tuple[Refusal, ...]
    """Why units of some kinds are kept out."""
    marks: tuple[SpaceMark, ...]
    clauses: tuple[Clause, ...]
    """The clauses of the sheet about this space, or about centres of its kind."""
    shut: frozenset[tuple[UnitKind, SpaceId]] = frozenset()
    """The neighbours that a rule closes to armies or to fleets."""


Owners = Sequence[tuple[Phase, PowerId | None]]
"""The owner of a space after each phase so far."""


def gather_facts(reach: Reach, space: SpaceId, *, first: PowerId | None, owners: Owners) -> SpaceFacts:
    """The facts of a space; ``first`` owned it at the beginning."""
    board, rulebook, position = reach.board, reach.rulebook, reach.position
    owner = position.owners.get(space)
    marks = tuple(mark for mark in list_marks(board, position, rulebook) if mark.space == space)
    closed = (reach.scene.refuse_entry(kind, space) for kind in rulebook.traits)
    neighbours = tuple(_list_neighbours(board, rulebook.clauses, space))
    return SpaceFacts(
        space=board.spaces[space],
        owner=owner,
        since=_find_since(owner, first, owners) if owner else None,
        neighbours=neighbours,
        units=tuple(_list_reaches(reach, space)),
        dislodged=tuple(found for found in position.dislodged if found.unit.space == space),
        forces=tuple(reach.list_forces(space)),
        bombs=tuple(_count_bombs(board, rulebook, position)),
        closed=tuple(dict.fromkeys(refusal for refusal in closed if refusal)),
        marks=marks,
        clauses=tuple(_list_clauses(rulebook.clauses, board.spaces[space])),
        shut=frozenset(
            (kind, neighbour.space)
            for kind in (UnitKind.ARMY, UnitKind.FLEET)
            for neighbour in neighbours
            if reach.scene.refuse_entry(kind, neighbour.space)
        ),
    )


def _find_since(owner: PowerId, first: PowerId | None, owners: Owners) -> Phase | None:
    since, before = None, first
    for phase, now in owners:
        if now != before:
            since, before = phase, now
    return since if before == owner else None


def _list_neighbours(board: Board, clauses: Clauses, space: SpaceId) -> Iterator[Neighbour]:
    """The neighbours by the borders that lead out of the space, each once."""
    found: dict[SpaceId, Neighbour] = {}
    for border in board.borders:
        ways = [(border.start, border.end)] if border.is_one_way else [
            (border.start, border.end), (border.end, border.start)
        ]  # fmt: skip
        for start, end in ways:
            if space_of(start) != space:
                continue
            other = space_of(end)
            known = found.get(other) or Neighbour(other, by_army=False, by_fleet=False)
            found[other] = Neighbour(
                other,
                by_army=known.by_army or border.army,
                by_fleet=known.by_fleet or border.fleet,
                coasts=_add(known.coasts, coast_of(start) if border.fleet else ""),
                their_coasts=_add(known.their_coasts, coast_of(end) if border.fleet else ""),
                is_difficult=known.is_difficult or border.is_difficult,
                condition=known.condition or ("" if border.is_difficult else border.condition),
                clause=known.clause or clauses.cite_way(space, other, sails=border.fleet),
            )
    yield from sorted(found.values(), key=lambda neighbour: neighbour.space)


def _add(coasts: tuple[str, ...], coast: str) -> tuple[str, ...]:
    return coasts if not coast or coast in coasts else (*coasts, coast)


def _list_reaches(reach: Reach, space: SpaceId) -> Iterator[UnitReach]:
    for options in reach.options.values():
        unit = options.unit
        if unit.space != space:
            continue
        moves = list_steps(options)
        own = search_ways(reach.board, space, reach.list_own_fleets(unit.power))
        carried = [target for target in options.convoyed_moves if target not in moves]
        by_own = tuple(target for target in carried if own.find(space_of(target)))
        yield UnitReach(
            unit=unit,
            moves=moves,
            ships=tuple(target for target in options.moves if target not in moves),
            convoyed=by_own,
            convoyed_by_others=tuple(target for target in carried if target not in by_own),
        )


def _count_bombs(board: Board, rulebook: Rulebook, position: Position) -> Iterator[tuple[PowerId, int]]:
    marks = list_marks(board, position, rulebook)
    for power in sorted({mark.owner for mark in marks if isinstance(mark, BombMark)}):
        count = sum(sum(module.launch_sites(board, position, power).values()) for module in rulebook.modules)
        if count:
            yield power, count


def _list_clauses(clauses: Clauses, space: Space) -> Iterator[Clause]:
    """The clauses that name the space or a border of it, then those on centres of its kind."""
    named = [clause for (_, scope), clause in clauses.decides.items() if space.id in scope.split("-")]
    by_kind = [clauses.cite(topic, space.id) for topic in CENTRE_TOPICS.get(space.centre, ())]
    for clause in dict.fromkeys([*named, *by_kind]):
        if clause:
            yield clauses.listed[clause]
