"""The special rules that a game used: the clauses that its records cite, and features that can be seen on any board."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final

from legation.board import Board, Position, SpaceId, Terrain, UnitKind, flood, space_of
from legation.game import PhaseRecord
from legation.judge import BombMark, ClosedSeaMark, ColonyMark, Reason, RuinMark, Rulebook, SpaceMark, list_marks
from legation.orders import Convoy, Move, Topic

CONVOY = "convoy"
CANAL = "canal passage"
NO_ARMIES = "fleet where no army may go"
VOTE = "vote counted"
COUNTED = "colonial centre counted after its first year"
PERMANENT = "colonial centre became permanent"
RUINED = "land ruined by a bomb"
SEA_CLOSED = "sea closed by a bomb"
BOMB_CAPTURED = "bomb captured"

USED_IN_PLAY: Final = frozenset(
    {
        Topic.CROSSING, Topic.PASSAGE, Topic.COLONY_BUILDS, Topic.SPECIAL_BUILDS, Topic.BUILD_ONLY, Topic.FERRY,
        Topic.STAND_OFF_DISRUPTS, Topic.ENTRY_DISRUPTS, Topic.EMBARKING, Topic.CARRYING, Topic.LANDING,
        Topic.CHANGING_SHIPS, Topic.TRANSPORT_SINKS, Topic.TRANSPORT_YIELDS, Topic.TRANSPORT_CUTS_NOTHING,
        Topic.TRANSPORTS_ALLOWED,
        Topic.BOMB_FLIES, Topic.BOMB_DESTROYS, Topic.BOMB_RUINS, Topic.BOMB_CARRIED, Topic.VICTORY,
    }
)  # fmt: skip
"""Topics that results cite in normal play. The others are cited for refused orders, which bots do not write, or for
rare events.
"""


def list_expected(board: Board, start: Position, rulebook: Rulebook) -> tuple[str, ...]:
    """The rules that many games must have used: general features of the board, and clauses of its sheets."""
    features = [
        (CONVOY, any(traits.convoys for traits in rulebook.traits.values())),
        (CANAL, any(is_canal(board, space) for space in board.spaces)),
        (NO_ARMIES, bool(list_closed_to_armies(board, start, rulebook))),
        (VOTE, True),
    ]
    kinds = {type(mark) for mark in list_marks(board, start, rulebook)}
    features += [(name, ColonyMark in kinds) for name in (COUNTED, PERMANENT)]
    features += [(name, BombMark in kinds) for name in (RUINED, SEA_CLOSED, BOMB_CAPTURED)]
    decides = rulebook.clauses.decides.items()
    clauses = sorted({str(clause) for (topic, _), clause in decides if topic in USED_IN_PLAY})
    return (*(name for name, is_there in features if is_there), *clauses)


@dataclass
class RuleCounter:
    """Counts over one game; it follows fleets to see which of them pass through a canal."""

    board: Board
    rulebook: Rulebook
    fired: Counter[str] = field(default_factory=Counter)
    entered: dict[SpaceId, SpaceId] = field(default_factory=dict)
    """For each canal with a fleet in it: the sea that it came from."""

    def see(self, record: PhaseRecord) -> None:
        """Count what one phase used."""
        self.fired.update(list_cited(record))
        self.fired[VOTE] += len(record.tallies)
        self.fired.update(self._list_changes(record))
        closed = list_closed_to_armies(self.board, record.before.position, self.rulebook)
        for outcome in record.outcomes:
            self.fired[CONVOY] += isinstance(outcome.order, Convoy) and outcome.reason is Reason.CONVOY_AVAILABLE
            if isinstance(outcome.order, Move) and outcome.reason is Reason.MOVED:
                self._see_move(outcome.order, closed)
        standing = record.after.position.units
        self.entered = {space: sea for space, sea in self.entered.items() if space in standing}

    def _see_move(self, move: Move, closed: frozenset[SpaceId]) -> None:
        start, end = move.unit.space, space_of(move.target)
        if move.unit.kind is UnitKind.ARMY:
            return
        self.fired[NO_ARMIES] += end in closed
        came_from = self.entered.pop(start, None)
        if came_from is not None and is_sea(self.board, end) and not _hang_together(self.board, start, came_from, end):
            self.fired[CANAL] += 1
        if is_sea(self.board, start) and is_canal(self.board, end):
            self.entered[end] = start

    def _list_changes(self, record: PhaseRecord) -> Iterator[str]:
        """The changes in the marks of rule modules on single spaces."""
        before = self._index_marks(record.before.position)
        for key, mark in self._index_marks(record.after.position).items():
            yield from _compare(before.get(key), mark)

    def _index_marks(self, position: Position) -> dict[tuple[SpaceId, type], SpaceMark]:
        return {(mark.space, type(mark)): mark for mark in list_marks(self.board, position, self.rulebook)}


def list_cited(record: PhaseRecord) -> Iterator[str]:
    """The clauses that a phase cites: for each result, and for the ending."""
    for outcome in record.outcomes:
        yield from outcome.clauses
    if record.after.ending and record.after.ending.clause:
        yield record.after.ending.clause


def _compare(before: SpaceMark | None, after: SpaceMark) -> Iterator[str]:
    """The change between two marks of one kind on one space."""
    match before, after:
        case ColonyMark(), ColonyMark():
            if after.counts and not before.counts:
                yield COUNTED
            if after.is_permanent and not before.is_permanent:
                yield PERMANENT
        case BombMark(), BombMark():
            if after.owner != before.owner:
                yield BOMB_CAPTURED
        case None, RuinMark():
            yield RUINED
        case None, ClosedSeaMark():
            yield SEA_CLOSED


def list_closed_to_armies(board: Board, position: Position, rulebook: Rulebook) -> frozenset[SpaceId]:
    """Land that is closed to armies and open to fleets."""
    modules = rulebook.modules
    armies, fleets = (
        {space for module in modules for space in module.closed_to(board, position, kind)}
        for kind in (UnitKind.ARMY, UnitKind.FLEET)
    )
    return frozenset(space for space in armies - fleets if board.spaces[space].terrain is Terrain.LAND)


def is_sea(board: Board, space: SpaceId) -> bool:
    """True if a space is a sea."""
    return board.spaces[space].terrain is Terrain.SEA


def is_canal(board: Board, space: SpaceId) -> bool:
    """True if fleets may pass through a land space between two seas that do not touch otherwise."""
    place = board.spaces[space]
    if place.terrain is not Terrain.LAND or place.coasts:
        return False
    seas = _seas_beside(board, space)
    first = seas & -seas
    return bool(seas) and flood(board.plain_links, first, seas) != seas


def _hang_together(board: Board, canal: SpaceId, one: SpaceId, other: SpaceId) -> bool:
    """True if two seas beside a canal meet along its shore."""
    seas = _seas_beside(board, canal)
    return bool(flood(board.plain_links, int(board.mask([one])), seas) & board.mask([other]))


def _seas_beside(board: Board, space: SpaceId) -> int:
    number = board.index[board.spaces[space].locations[0]]
    return board.plain_links[number] & board.sea_spaces
