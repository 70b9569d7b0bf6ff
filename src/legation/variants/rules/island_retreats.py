"""Retreats over the sea from islands."""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace

from legation.board import Board, DislodgedUnit, LocationId, Position, SpaceId, Terrain, Unit, UnitKind, space_of
from legation.judge import Assumed, Assumption, Crossing, Fate, Harm, Outcome, RuleModule, Verdict
from legation.orders import Fault, Move, MovementOrder, Refusal, Retreat, RetreatOrder, Topic, piece_of
from legation.variants.rules.memory_form import check_spaces

Ferries = Mapping[SpaceId, frozenset[SpaceId]]
"""For each army, by the space it leaves: the seas whose fleet could carry it to its target."""


@dataclass(frozen=True, slots=True)
class IslandRetreats(RuleModule):
    """Colonia III, rule 4 and addendum, Colonia VII, rule 4: an army dislodged from an island is ferried over one sea.

    The ferry is a fleet of the same power that is in the sea when retreats are written. A fleet carries one army a
    season, so one that convoyed an army in the moves just before is not available.
    """

    name = "island_retreats"

    also_islands: tuple[str, ...] = ()
    """Spaces of larger land masses that count as islands too: Great Britain in Colonia III."""
    one_army_per_fleet: bool = True
    """True if a fleet ferries only one army; if two are ordered over the same fleet, neither goes."""
    ferry_after_convoy: bool = False
    """True if a fleet that convoyed an army in the moves may still ferry another in the retreats."""

    def note_moves(
        self, board: Board, position: Position, fleets: frozenset[SpaceId], dislodged: Sequence[Unit]
    ) -> Position:
        """Remember the fleets that have carried their army of this season, if one is needed now."""
        memory = {name: kept for name, kept in position.memory.items() if name != self.name}
        plain = position._replace(memory=memory)
        missed = {sea for army in dislodged for sea in self.list_ferries(board, plain, army)} & fleets
        if missed and not self.ferry_after_convoy:
            memory[self.name] = {"convoyed": sorted(missed)}
        return position._replace(memory=memory)

    def after_moves(self, board: Board, before: Position, verdict: Verdict) -> Verdict:
        """Keep only fleets needed by an army that is about to retreat."""
        after = verdict.position
        if self.name not in after.memory:
            return verdict
        used = frozenset(map(SpaceId, self.list_convoyers(after)))
        lost = {piece_of(unit): unit for unit in verdict.destroyed}
        outcomes = [
            self._explain_loss(board, after, lost[outcome.order.unit], outcome)
            if isinstance(outcome.order, MovementOrder) and outcome.order.unit in lost
            else outcome
            for outcome in verdict.outcomes
        ]
        waiting = [found.unit for found in after.dislodged]
        position = self.note_moves(board, after, used, waiting)
        return verdict._replace(position=position, outcomes=tuple(outcomes))

    def _explain_loss(self, board: Board, after: Position, army: Unit, outcome: Outcome) -> Outcome:
        """An army that was lost says so if only a fleet that had convoyed could have carried it to an open shore."""
        if not isinstance(outcome.dislodged_by, Move) or not self.is_island_centre(board, army.space):
            return outcome
        convoyers = [
            sea
            for sea in list_seas(board, army.space) & self.list_convoyers(after)
            if can_ferry(after.units.get(sea), army)
        ]
        closed = {*after.units, *after.contested, outcome.dislodged_by.unit.space, army.space}
        if all(space_of(shore) in closed for sea in convoyers for shore in list_shores(board, sea)):
            return outcome
        refusal = Refusal(Fault.FERRY_HAS_CONVOYED, clause=self.cite(Topic.FERRY_HAS_CONVOYED))
        harm = Harm(Fate.DESTROYED, outcome.dislodged_by, refusal)
        return outcome._replace(harm=harm).decided_by(refusal.clause)

    def after_retreats(self, board: Board, before: Position, verdict: Verdict) -> Verdict:
        """The season is over, and every fleet may carry an army again."""
        after = verdict.position
        if self.name not in after.memory:
            return verdict
        memory = {name: kept for name, kept in after.memory.items() if name != self.name}
        return verdict._replace(position=after._replace(memory=memory))

    def assume_memory(
        self, board: Board, position: Position, start: Position, years: int, *, is_retreat: bool
    ) -> Assumed | None:
        """No fleet has convoyed an army in the moves before these retreats."""
        return Assumed(None, (Assumption("convoyed"),)) if is_retreat else None

    def check_memory(self, board: Board, powers: Collection[str], memory: object) -> str | None:
        """The seas whose fleets have convoyed."""
        if not isinstance(memory, Mapping) or memory.keys() - {"convoyed"}:
            return 'expected {"convoyed": [...]}'
        spaces = memory.get("convoyed", [])
        problem = check_spaces(board, spaces)
        if problem:
            return problem
        land = [space for space in spaces if board.spaces[space].terrain is not Terrain.SEA]
        return f"{land[0]} is not a sea, and only fleets at sea convoy" if land else None

    def list_convoyers(self, position: Position) -> frozenset[str]:
        """The seas whose fleets convoyed an army in the moves of this season."""
        memory = position.memory.get(self.name)
        spaces = memory.get("convoyed") if isinstance(memory, Mapping) else ()
        return frozenset(map(str, spaces)) if isinstance(spaces, list | tuple) else frozenset()

    def retreat_options(self, board: Board, position: Position, dislodged: Unit) -> frozenset[LocationId]:
        """Every other shore of a sea that touches the island and holds a ferry."""
        return frozenset(
            shore
            for sea in self.list_ferries(board, position, dislodged)
            for shore in list_shores(board, sea)
            if space_of(shore) != dislodged.space
        )

    def list_noted_retreats(self, board: Board, position: Position, unit: Unit) -> frozenset[SpaceId]:
        """Shores that two own fleets in sequence would reach, and those of a fleet that has already convoyed."""
        if unit.kind is not UnitKind.ARMY or not self.is_island_centre(board, unit.space):
            return frozenset()
        seas = list_seas(board, unit.space)
        own = {sea for sea in seas if can_ferry(position.units.get(sea), unit)}
        beyond = {far for sea in own for far in list_seas(board, sea) if can_ferry(position.units.get(far), unit)}
        used = own & self.list_convoyers(position)
        return frozenset(space_of(shore) for sea in (beyond - seas) | used for shore in list_shores(board, sea))

    def refuse_retreat(self, board: Board, position: Position, unit: Unit, space: SpaceId) -> Refusal | None:
        """Why no fleet carries an army to a space, or through it if it is a sea."""
        if unit.kind is not UnitKind.ARMY:
            return None
        is_sea = board.spaces[space].terrain is Terrain.SEA
        near = list_seas(board, unit.space)
        seas = near & {space} if is_sea else {sea for sea in near if LocationId(space) in list_shores(board, sea)}
        own = {sea for sea in seas if can_ferry(position.units.get(sea), unit)}
        if not self.is_island_centre(board, unit.space):
            clause = self.cite(Topic.FERRY_FROM_ISLANDS, unit.space)
            return Refusal(Fault.NOT_FROM_AN_ISLAND, clause=clause) if own else None
        if own - self.list_convoyers(position):
            return None  # a fleet could carry it over that sea; the army cannot stay there
        if own:
            return Refusal(Fault.FERRY_HAS_CONVOYED, clause=self.cite(Topic.FERRY_HAS_CONVOYED))
        if seas:
            return Refusal(Fault.NO_FERRY, clause=self.cite(Topic.FERRY_OF_OWN_POWER))
        if is_sea or not list_seas(board, space):
            return None
        return Refusal(Fault.TWO_SEAS_AWAY, clause=self.cite(Topic.FERRY_OVER_ONE_SEA))

    def complete_retreat(
        self, board: Board, position: Position, dislodged: DislodgedUnit, order: Retreat
    ) -> Retreat | Refusal:
        """A retreat over the sea names the only sea that it can cross; a named sea must hold a ferry."""
        army = dislodged.unit
        if order.via is None and not self.needs_ferry(board, army, order):
            return order
        seas = self.list_seas_for(board, position, army, replace(order, via=None))
        if order.via is None and seas:
            return replace(order, via=min(seas)) if len(seas) == 1 else order
        if order.via is None:  # the game master has taken the fleet off the board since
            return self._refuse_without_ferry(board, position, dislodged, order.target)
        if order.via in seas:
            return order
        refusal = self.refuse_retreat(board, position, army, order.via)
        if refusal is None:
            refusal = Refusal(Fault.NO_FERRY, clause=self.cite(Topic.FERRY_OF_OWN_POWER))
            if can_ferry(position.units.get(order.via), army):
                refusal = Refusal(Fault.CONVOY_OFF_ROUTE, clause=self.cite(Topic.FERRY_OVER_ONE_SEA))
        return refusal._replace(choices=tuple(f"{order.target} VIA {sea}" for sea in sorted(seas)))

    def _refuse_without_ferry(
        self, board: Board, position: Position, dislodged: DislodgedUnit, target: LocationId
    ) -> Refusal:
        """Why nobody carries an army over, and where it could still go."""
        army, piece = dislodged.unit, piece_of(dislodged.unit)
        ways = [Retreat(piece, way) for way in dislodged.retreats]
        left = [
            way.target
            for way in ways
            if not self.needs_ferry(board, army, way) or self.list_seas_for(board, position, army, way)
        ]
        refusal = self.refuse_retreat(board, position, army, space_of(target))
        refusal = refusal or Refusal(Fault.NO_FERRY, clause=self.cite(Topic.FERRY_OF_OWN_POWER))
        return refusal._replace(choices=tuple(map(str, left)))

    def carry_retreats(
        self, board: Board, position: Position, orders: Mapping[SpaceId, RetreatOrder]
    ) -> Mapping[SpaceId, Crossing]:
        """The armies that are carried and their seas, and those left behind because there are too few fleets."""
        ferries: dict[SpaceId, frozenset[SpaceId]] = {}
        retreats: dict[SpaceId, Retreat] = {}
        for dislodged in position.dislodged:
            army = dislodged.unit
            order = orders.get(army.space)
            if isinstance(order, Retreat) and self.needs_ferry(board, army, order):
                ferries[army.space] = self.list_seas_for(board, position, army, order)
                retreats[army.space] = order
        carried = share_ferries(ferries) if self.one_army_per_fleet else {
            army: min(seas) for army, seas in ferries.items() if seas
        }  # fmt: skip
        return {army: self._cross(army, ferries, retreats, carried.get(army)) for army in ferries}

    def refuse_second_army(self) -> Refusal | None:
        """A fleet ferries one army, unless the game master allows more."""
        if not self.one_army_per_fleet:
            return None
        return Refusal(Fault.FERRY_TAKES_ONE, clause=self.cite(Topic.FERRY_TAKES_ONE))

    def _cross(
        self, army: SpaceId, ferries: Ferries, retreats: Mapping[SpaceId, Retreat], via: SpaceId | None
    ) -> Crossing:
        if via is not None:
            return Crossing(self.cite(Topic.FERRY), via)
        if not ferries[army]:
            return Crossing(self.cite(Topic.FERRY_OF_OWN_POWER))
        rivals = [other for other, seas in ferries.items() if other != army and seas & ferries[army]]
        return Crossing(self.cite(Topic.FERRY_TAKES_ONE), None, tuple(retreats[other] for other in rivals))

    def list_ferries(self, board: Board, position: Position, army: Unit) -> tuple[SpaceId, ...]:
        """The seas beside an island with a fleet of the army's power that has not convoyed this season."""
        if army.kind is not UnitKind.ARMY or not self.is_island_centre(board, army.space):
            return ()
        seas = list_seas(board, army.space) - self.list_convoyers(position)
        return tuple(sorted(sea for sea in seas if can_ferry(position.units.get(sea), army)))

    def is_island_centre(self, board: Board, space: SpaceId) -> bool:
        """True if armies may be ferried from a space: an island with a supply centre, whatever power owns it."""
        found = board.spaces[space]
        return found.centre.is_counted and (found.is_island or space in self.also_islands)

    def needs_ferry(self, board: Board, army: Unit, order: Retreat) -> bool:
        """True if a retreat goes over the sea: the order names one, or the army could not walk there."""
        if army.kind is not UnitKind.ARMY or not self.is_island_centre(board, army.space):
            return False
        return order.via is not None or order.target not in board.army_moves[army.location]

    def list_seas_for(self, board: Board, position: Position, unit: Unit, order: Retreat) -> frozenset[SpaceId]:
        """The seas over which an ordered retreat could go; only the named one, if there is one."""
        if not self.needs_ferry(board, unit, order):
            return frozenset()
        goal = LocationId(space_of(order.target))
        return frozenset(
            sea
            for sea in self.list_ferries(board, position, unit)
            if order.via in (None, sea) and goal in list_shores(board, sea)
        )


def can_ferry(fleet: Unit | None, army: Unit) -> bool:
    """True if the unit in a sea can carry an army: a fleet of the same power."""
    return fleet is not None and fleet.kind is UnitKind.FLEET and fleet.power == army.power


def list_seas(board: Board, space: SpaceId) -> frozenset[SpaceId]:
    """The seas that touch a space and carry convoys."""
    links = board.convoy_links[board.index[LocationId(space)]]
    return frozenset(sea for sea in board.in_mask(links) if board.spaces[sea].terrain is Terrain.SEA)


def list_shores(board: Board, sea: SpaceId) -> frozenset[LocationId]:
    """The land spaces that touch a sea."""
    near = {board.space_ids[target] for target in board.fleet_moves[LocationId(sea)]}
    return frozenset(LocationId(space) for space in near if board.spaces[space].terrain is Terrain.LAND)


def share_ferries(ferries: Ferries) -> dict[SpaceId, SpaceId]:
    """The armies that are carried when each fleet takes one, and over which sea.

    A fleet that is the only one for an army, named or not, is meant; one that is meant twice takes none. Armies with a
    choice are spread over the remaining fleets. If these are too few, no army is preferred: an army left behind in some
    best spreading stays behind.
    """
    meant = Counter(sea for seas in ferries.values() if len(seas) == 1 for sea in seas)
    carried = {army: min(seas) for army, seas in ferries.items() if len(seas) == 1 and meant[min(seas)] == 1}
    free = {army: seas - meant.keys() for army, seas in ferries.items() if len(seas) > 1}
    most = len(spread(free))
    going = {army: seas for army, seas in free.items() if len(spread(_without(free, army))) < most}
    return carried | spread(going)


def _without(ferries: Ferries, army: SpaceId) -> Ferries:
    return {other: seas for other, seas in ferries.items() if other != army}


def spread(ferries: Ferries) -> dict[SpaceId, SpaceId]:
    """As many armies as can go when each fleet takes one (augmenting paths; there are never more than a few)."""
    carries: dict[SpaceId, SpaceId] = {}

    def give_place(army: SpaceId, tried: set[SpaceId]) -> bool:
        for sea in sorted(ferries[army] - tried):
            tried.add(sea)
            if sea not in carries or give_place(carries[sea], tried):
                carries[sea] = army
                return True
        return False

    for army in sorted(ferries):
        give_place(army, set())
    return {army: sea for sea, army in carries.items()}
