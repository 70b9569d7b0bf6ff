"""Which special rules a judged phase used: counted from the records of bot games."""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from legation.board import Board, CentreKind, Position, SpaceId, Terrain, UnitKind, aboard, flood, space_of
from legation.game import PhaseRecord
from legation.judge import Fate, Outcome, Reason, Result
from legation.orders import Bomb, Build, Convoy, Move, Order, Piece, Retreat, Waive
from legation.variants import Variant
from legation.variants.rules.centre_clocks import read_clocks

CONVOY = "convoy"
ISLAND_RETREAT = "convoyed retreat from an island"
COLONY_BUILD = "build in a colony"
SPECIAL_BUILD = "build in a special centre"
BUILD_ONLY = "build in a build-only centre"
FLEET_ISLAND = "fleet on an island closed to armies"
CANAL = "canal passage"
CROSSING = "crossing"
BOX = "passage into an off-board box"
WRAP = "crossing of the map's edge"
ARCTIC = "fleet on the arctic coast"
VOTE = "vote counted"
EMBARKED = "army embarked"
LANDED = "army landed from a ship"
TRANSFERRED = "army passed from ship to ship"
SAILED = "ship sailed with an army aboard"
TRANSPORT_BUILT = "transport fleet built"
TRANSPORT_LOST = "transport fleet lost"
WENT_DOWN = "army went down with its ship"
DISRUPTED = "colonial centre disrupted"
RIPENED = "colonial centre counted after its first year"
PERMANENT = "colonial centre became permanent"
BOMB = "bomb launched"
CARRIED = "bomb carried"
RUINED = "centre destroyed by a bomb"
SEA_CLOSED = "sea closed by a bomb"
BOMB_CAPTURED = "bomb captured"

WRAPS: Mapping[str, tuple[frozenset[str], ...]] = {
    "colonia-i": tuple(frozenset(("SPC", other)) for other in ("GIL", "COR", "TAS", "FIJ", "SAM", "NWZ")),
    "colonia-iii": tuple(frozenset(("SPC", other)) for other in ("BIS", "COR", "TAS", "FIJ", "SAM", "NWZ")),
    "colonia-vii": tuple(frozenset(("SPO", other)) for other in ("CPO", "COR", "TAS", "NWZ")),
}
"""Borders that join the east and the west edge of the sheet."""
CROSSINGS: Mapping[str, tuple[frozenset[str], ...]] = {
    "cline-9-man-vii": (frozenset(("CLY", "IRE")), frozenset(("NAP", "SIC"))),
}
EXPECTED: Mapping[str, tuple[str, ...]] = {
    "standard": (CONVOY, CANAL, VOTE),
    "cline-9-man-vii": (CONVOY, CANAL, CROSSING, BOX, BUILD_ONLY, VOTE),
    "colonia-i": (CONVOY, CANAL, COLONY_BUILD, SPECIAL_BUILD, FLEET_ISLAND, WRAP, VOTE),
    "colonia-iii": (CONVOY, CANAL, COLONY_BUILD, SPECIAL_BUILD, ISLAND_RETREAT, WRAP, ARCTIC, VOTE),
    "colonia-vii": (CONVOY, CANAL, COLONY_BUILD, SPECIAL_BUILD, ISLAND_RETREAT, WRAP, ARCTIC, FLEET_ISLAND, VOTE),
    "colonial-variant": (
        EMBARKED, LANDED, TRANSFERRED, SAILED, TRANSPORT_BUILT, TRANSPORT_LOST, WENT_DOWN, DISRUPTED, RIPENED,
        PERMANENT, BOX, CANAL, VOTE,
    ),
    "standard+gigaton-bomb": (BOMB, CARRIED, RUINED, SEA_CLOSED, BOMB_CAPTURED),
}  # fmt: skip
"""The special rules of each variant; each must have been used once in a soak."""


@dataclass
class RuleCounter:
    """Counts over one game; it follows fleets to see which pass through a canal."""

    variant: Variant
    fired: Counter[str] = field(default_factory=Counter)
    entered: dict[SpaceId, SpaceId] = field(default_factory=dict)
    """For each canal with a fleet in it: the sea that it came from."""

    def see(self, record: PhaseRecord) -> None:
        """Count what one phase used."""
        self.fired[VOTE] += len(record.tallies)
        self.fired.update(_colonial_rules(record))
        self.fired.update(_bomb_rules(record))
        closed = _closed_to_armies(self.variant, record)
        for outcome in record.outcomes:
            self.fired.update(_plain_rules(self.variant.board, outcome))
            self.fired.update(_ship_rules(record, outcome))
            if isinstance(outcome.order, Move) and outcome.reason is Reason.MOVED:
                self._see_move(outcome.order, closed)
        standing = record.after.position.units
        self.entered = {space: sea for space, sea in self.entered.items() if space in standing}

    def _see_move(self, move: Move, closed: frozenset[SpaceId]) -> None:
        start, end = move.unit.space, space_of(move.target)
        pair = frozenset((str(start), str(end)))
        self.fired[WRAP] += pair in WRAPS.get(self.variant.id, ())
        self.fired[CROSSING] += pair in CROSSINGS.get(self.variant.id, ()) and move.unit.kind is UnitKind.ARMY
        if move.unit.kind is UnitKind.ARMY:
            return
        self.fired[FLEET_ISLAND] += end in closed
        self.fired[ARCTIC] += end == "SIB"
        self.fired[BOX] += self.variant.board.spaces[end].theatre == "Off the board"
        self._follow(start, end)

    def _follow(self, start: SpaceId, end: SpaceId) -> None:
        board = self.variant.board
        came_from = self.entered.pop(start, None)
        if came_from is not None and is_sea(board, end) and not _hang_together(board, start, came_from, end):
            self.fired[CANAL] += 1
        if is_sea(board, start) and is_canal(board, end):
            self.entered[end] = start


def _plain_rules(board: Board, outcome: Outcome) -> Iterator[str]:
    order: Order = outcome.order
    if isinstance(order, Convoy) and outcome.reason is Reason.CONVOY_AVAILABLE:
        yield CONVOY
    elif isinstance(order, Retreat) and outcome.reason is Reason.RETREATED:
        if _is_ferried(board, order):
            yield ISLAND_RETREAT
    elif isinstance(order, Build) and outcome.reason is Reason.BUILT:
        yield from _build_rules(board, order.unit)
    elif isinstance(order, Bomb) and outcome.result is Result.SUCCEEDS:
        yield BOMB


def _ship_rules(record: PhaseRecord, outcome: Outcome) -> Iterator[str]:
    """Armies aboard ships (Colonial Variant, rules 7 to 16)."""
    order, before = outcome.order, record.before.position
    if isinstance(order, Move):
        unit = before.find_unit(order.unit.kind, order.unit.space)
        is_aboard = unit is not None and unit.is_aboard
        if outcome.reason is Reason.EMBARKED:
            yield TRANSFERRED if is_aboard else EMBARKED
        elif outcome.reason is Reason.MOVED and is_aboard:
            yield LANDED
        elif outcome.reason is Reason.MOVED and aboard(order.unit.space) in before.units:
            yield SAILED
    if isinstance(order, Build) and order.unit.kind is UnitKind.TRANSPORT:
        yield TRANSPORT_BUILT
    is_transport = not isinstance(order, Bomb | Waive | Build) and order.unit.kind is UnitKind.TRANSPORT
    if is_transport and outcome.fate is Fate.DESTROYED and outcome.dislodged_by:
        yield TRANSPORT_LOST
    if outcome.reason is Reason.WENT_DOWN:
        yield WENT_DOWN


def _colonial_rules(record: PhaseRecord) -> Iterator[str]:
    """Clocks of colonial centres that went on, began or were put back (rules 5 and 6)."""
    before = read_clocks(record.before.position.memory.get("colonial_centres"))
    after = read_clocks(record.after.position.memory.get("colonial_centres"))
    bombed = {outcome.order.target for outcome in record.outcomes if isinstance(outcome.order, Bomb)}
    for space, clock in before.items():
        now = after.get(space)
        if now is None:
            yield from () if space in bombed else (DISRUPTED,)
            continue
        if clock.held == 0 and now.held == 1:
            yield RIPENED
        if now.is_permanent and not clock.is_permanent:
            yield PERMANENT


def _bomb_rules(record: PhaseRecord) -> Iterator[str]:
    before, after = (_bombs(state.position) for state in (record.before, record.after))
    yield from (RUINED for _ in range(len(after.get("ruined", ())) - len(before.get("ruined", ()))))
    yield from (SEA_CLOSED for space in after.get("closed", ()) if space not in before.get("closed", ()))
    lying = before.get("bombs", {})
    for outcome in record.outcomes:
        if isinstance(outcome.order, Move) and outcome.reason is Reason.MOVED:
            yield from (CARRIED,) if outcome.order.carry else ()
            found = lying.get(space_of(outcome.order.target))
            yield from (BOMB_CAPTURED,) if found and found["owner"] != outcome.power else ()


def _bombs(position: Position) -> dict[str, Any]:
    memory = position.memory.get("gigaton-bomb")
    return dict(memory) if isinstance(memory, Mapping) else {}


def _build_rules(board: Board, piece: Piece) -> Iterator[str]:
    names = {
        CentreKind.COLONIAL: COLONY_BUILD,
        CentreKind.SPECIAL: SPECIAL_BUILD,
        CentreKind.BUILD_ONLY: BUILD_ONLY,
    }
    centre = board.spaces[piece.space].centre
    if centre in names:
        yield names[centre]


def _is_ferried(board: Board, order: Retreat) -> bool:
    is_army = order.unit.kind is UnitKind.ARMY
    return is_army and (order.via is not None or order.target not in board.army_moves[order.unit.location])


def _closed_to_armies(variant: Variant, record: PhaseRecord) -> frozenset[SpaceId]:
    return frozenset(
        space
        for module in variant.rulebook.modules
        for space in module.closed_to(variant.board, record.before.position, UnitKind.ARMY)
        if variant.board.spaces[space].terrain is Terrain.LAND
    )


def is_sea(board: Board, space: SpaceId) -> bool:
    """Whether a space is a sea."""
    return board.spaces[space].terrain is Terrain.SEA


def is_canal(board: Board, space: SpaceId) -> bool:
    """Whether fleets may pass through a land space from one sea to another that it does not touch otherwise."""
    place = board.spaces[space]
    if place.terrain is not Terrain.LAND or place.coasts:
        return False
    seas = _seas_beside(board, space)
    first = seas & -seas
    return bool(seas) and flood(board.plain_links, first, seas) != seas


def _hang_together(board: Board, canal: SpaceId, one: SpaceId, other: SpaceId) -> bool:
    """Whether two seas beside a canal meet along its shore."""
    seas = _seas_beside(board, canal)
    return bool(flood(board.plain_links, int(board.mask([one])), seas) & board.mask([other]))


def _seas_beside(board: Board, space: SpaceId) -> int:
    number = board.index[board.spaces[space].locations[0]]
    return board.plain_links[number] & board.sea_spaces
