"""The facts about a space, and who could go where: for a game or any position."""

from dataclasses import dataclass

from sqlalchemy import Connection

from legation.board import LocationId, PowerId, SpaceId, space_of
from legation.game import (
    Force,
    GameState,
    Neighbour,
    Owners,
    Reach,
    SpaceFacts,
    UnitReach,
    gather_facts,
    parse_phase,
)
from legation.orders import piece_of
from legation.render.words import word_kind, word_mark, word_owner, word_refusal
from legation.server.base.lru_cache import LruCache
from legation.server.base.services import Services
from legation.server.game.clause_links import ClauseLink, address_clause, link_clause
from legation.server.game.loaded_game import LoadedGame, load_record
from legation.server.game.timeline import load_timeline
from legation.server.game.visibility import VisibleGame, open_visible
from legation.server.identity.viewers import Viewer
from legation.server.orders.options import UnitName
from legation.server.results.scene import shows_now
from legation.variants import Variant


@dataclass(frozen=True, slots=True)
class NeighbourFacts:
    """A space next to another, and the units that can pass from this one to it."""

    space: SpaceId
    by_army: bool
    by_fleet: bool
    coasts: list[str]
    """The coasts of this space from which fleets pass, if it has any."""
    their_coasts: list[str]
    """The coasts of the other space to which fleets pass, if it has any."""
    is_difficult: bool
    """True if a move there has no strength of its own."""
    condition: str
    """A condition that a rule sets for the passage; mostly none."""
    clause: ClauseLink | None
    """The clause on a canal, strait or crossing."""


@dataclass(frozen=True, slots=True)
class UnitReachFacts(UnitName):
    """A unit, and where it can go in the next movement phase."""

    aboard: bool
    moves: list[LocationId]
    ships: list[LocationId]
    """The spaces of ships that it can board."""
    convoyed: list[LocationId]
    """Further shores that fleets of its own power could carry it to."""
    convoyed_by_others: list[LocationId]
    """Further shores that need fleets of other powers."""


@dataclass(frozen=True, slots=True)
class ApproachFacts:
    """A unit that could go to a space, on its own or by convoy."""

    unit: str
    fleets: list[SpaceId]
    own: bool
    """True if the power needs no fleet of another power."""


@dataclass(frozen=True, slots=True)
class ForceFacts:
    """The strength that one power could use against a space in the next movement phase."""

    power: PowerId
    holds: bool
    """True if it has a unit there, which the others support."""
    strength: int
    """The possible strength of its attack there, or of the defence of its unit."""
    attackers: list[ApproachFacts]
    supporters: list[str]


@dataclass(frozen=True, slots=True)
class FactClause(ClauseLink):
    """A clause of the sheet about a space."""

    text: str


@dataclass(frozen=True, slots=True)
class SpacePage:
    """The facts about a space of a position."""

    space: SpaceId
    phase: str
    kind: str
    """Its kind, in words."""
    owner: PowerId | None
    owner_text: str
    """Its owner, and since when; empty if it is not a centre."""
    since: str | None
    """The phase since which this is true; null if it was true at the beginning."""
    neighbours: list[NeighbourFacts]
    units: list[UnitReachFacts]
    forces: list[ForceFacts]
    bombs: dict[PowerId, int]
    """How many bombs each power could launch, at this space or any other."""
    notes: list[str]
    """What rules remember about it, and the powers that they keep out."""
    clauses: list[FactClause]


@dataclass(frozen=True, slots=True)
class SpaceThreat:
    """The options of a power by itself against a space: how many units could go there, and how strong one attack is."""

    units: int
    strength: int


@dataclass(frozen=True, slots=True)
class ReachPage:
    """Who could go where in the next movement phase, and how strongly units could be defended."""

    phase: str
    powers: dict[PowerId, dict[SpaceId, SpaceThreat]]
    defence: dict[SpaceId, int]
    """The possible strength of each unit's defence by its own power."""


def read_space(services: Services, viewer: Viewer, game_id: str, space: str, phase: str | None = None) -> SpacePage:
    """The facts about a space of a game, now or before a phase was judged."""
    with services.store.read() as connection:
        game, _, visible = open_visible(connection, services, game_id, viewer)
        code = space_of(game.variant.board.parse_location(space[:60]))
        state, until = _find_state(connection, game, visible, phase)
        timeline = load_timeline(connection, game, visible.heads)
    owners = [
        (parse_phase(entry.phase), _read_power(entry.owners.get(code)))
        for entry in timeline.entries
        if until is None or entry.number < until
    ]
    first = game.rules.setup.start.position.owners.get(code)
    reach = _get_reach(game, visible, state, until)
    return describe_space_facts(game.variant, state, reach, code, first=first, owners=owners)


def _read_power(power: str | None) -> PowerId | None:
    return None if power is None else PowerId(power)


def _find_state(
    connection: Connection, game: LoadedGame, visible: VisibleGame, phase: str | None
) -> tuple[GameState, int | None]:
    """The current state, or the one before a phase with the number of the entry that judged it."""
    if shows_now(visible, phase):
        return visible.snapshot.state, None
    head = visible.get(phase or "")
    return load_record(connection, game.id, head.number, head.hash).before, head.number


def read_reach(services: Services, viewer: Viewer, game_id: str, phase: str | None = None) -> ReachPage:
    """Who could go where in a game, now or before a phase was judged."""
    with services.store.read() as connection:
        game, _, visible = open_visible(connection, services, game_id, viewer)
        state, until = _find_state(connection, game, visible, phase)
    return describe_reach(game.variant, state, _get_reach(game, visible, state, until))


_REACHES: LruCache[tuple[str, int], Reach] = LruCache(20)
"""By the hash of the last visible entry, or of the setup, and the entry before which the position is taken."""


def _get_reach(game: LoadedGame, visible: VisibleGame, state: GameState, until: int | None) -> Reach:
    key = (visible.heads[-1].hash if visible.heads else game.rules.genesis, until or 0)
    found = _REACHES.get(key)
    if found is None:
        found = Reach(game.variant.board, game.rulebook, state.position)
        _REACHES.put(key, found)
    return found


def describe_reach(variant: Variant, state: GameState, reach: Reach) -> ReachPage:
    """Who could go where in a position, for all powers."""
    standing = [unit for unit in state.position.units.values() if not unit.is_aboard]
    return ReachPage(
        phase=str(state.shown_phase),
        powers={
            power: {space: SpaceThreat(*threat) for space, threat in reach.threats.get(power, {}).items()}
            for power in variant.powers
        },
        defence={unit.space: reach.strength_of(unit.space, unit.power) for unit in standing},
    )


def describe_space_facts(
    variant: Variant, state: GameState, reach: Reach, space: SpaceId, *, first: PowerId | None, owners: Owners
) -> SpacePage:
    """The facts of a space of a position; ``first`` is its first owner, ``owners`` are those after each phase."""
    facts = gather_facts(reach, space, first=first, owners=owners)
    is_owned = facts.space.centre.is_counted
    return SpacePage(
        space=space,
        phase=str(state.shown_phase),
        kind=word_kind(variant, facts.space),
        owner=facts.owner,
        owner_text=word_owner(variant, facts) if is_owned else "",
        since=str(facts.since) if facts.since else None,
        neighbours=[_describe_neighbour(variant, neighbour) for neighbour in facts.neighbours],
        units=[_describe_unit(reach) for reach in facts.units],
        forces=[_describe_force(force) for force in facts.forces],
        bombs=dict(facts.bombs),
        notes=_list_notes(variant, facts),
        clauses=[FactClause(clause.id, address_clause(variant, clause.id), clause.text) for clause in facts.clauses],
    )


def _describe_neighbour(variant: Variant, neighbour: Neighbour) -> NeighbourFacts:
    return NeighbourFacts(
        space=neighbour.space,
        by_army=neighbour.by_army,
        by_fleet=neighbour.by_fleet,
        coasts=list(neighbour.coasts),
        their_coasts=list(neighbour.their_coasts),
        is_difficult=neighbour.is_difficult,
        condition=neighbour.condition,
        clause=link_clause(variant, neighbour.clause),
    )


def _describe_unit(reach: UnitReach) -> UnitReachFacts:
    unit = reach.unit
    return UnitReachFacts(
        unit=str(unit),
        at=piece_of(unit).location,
        power=unit.power,
        aboard=unit.is_aboard,
        moves=list(reach.moves),
        ships=list(reach.ships),
        convoyed=list(reach.convoyed),
        convoyed_by_others=list(reach.convoyed_by_others),
    )


def _describe_force(force: Force) -> ForceFacts:
    return ForceFacts(
        power=force.power,
        holds=force.holds,
        strength=force.strength,
        attackers=[
            ApproachFacts(str(approach.unit), list(approach.fleets), approach.is_own) for approach in force.approaches
        ],
        supporters=[str(unit) for unit in force.supporters],
    )


def _list_notes(variant: Variant, facts: SpaceFacts) -> list[str]:
    return [
        *(word_mark(variant, mark) for mark in facts.marks),
        *(word_refusal(refusal) for refusal in facts.closed),
    ]
