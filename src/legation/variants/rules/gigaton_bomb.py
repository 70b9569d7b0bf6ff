"""The Gigaton Bomb, an optional module for any variant (struck out on the Colonial Variant's sheet)."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass

from legation.board import (
    Board,
    DislodgedUnit,
    LocationId,
    Position,
    PowerId,
    SpaceId,
    Terrain,
    Unit,
    UnitKind,
    aboard,
    space_of,
)
from legation.judge import (
    Assumed,
    Assumption,
    BombMark,
    ClosedSeaMark,
    DislodgedBombs,
    Fate,
    Finding,
    Harm,
    Outcome,
    Reason,
    Result,
    RuinMark,
    Rulebook,
    RuleModule,
    SpaceMark,
    Verdict,
    go_down,
    list_retreats,
)
from legation.orders import (
    Bomb,
    Fault,
    Launch,
    Misread,
    Move,
    MovementOrder,
    Order,
    OrderBook,
    Piece,
    Refusal,
    Retreat,
    Topic,
    piece_of,
)
from legation.variants.rules.bomb_store import SEA_PHASES, BombStore, check_store, make_store, read_store


@dataclass(frozen=True, slots=True)
class GigatonBomb(RuleModule):
    """Bombs lie in spaces, travel with units, and destroy whatever they strike."""

    name = "gigaton-bomb"
    order_kinds = frozenset({Bomb})

    def store(self, board: Board, position: Position) -> BombStore:
        """Where bombs are now. A unit in a space with another power's bombs has captured them (clause 7)."""
        return _settle(read_store(board, position.memory.get(self.name)), position)

    def _remember(self, position: Position, store: BombStore) -> Position:
        """The position with this store of bombs."""
        return position._replace(memory={**position.memory, self.name: _settle(store, position).write()})

    def check_memory(self, board: Board, powers: Collection[str], memory: object) -> str | None:
        """Where bombs lie, and what they have struck."""
        return check_store(board, powers, memory)

    def assume_memory(
        self, board: Board, position: Position, start: Position, years: int, *, is_retreat: bool
    ) -> Assumed:
        """Bombs lie as at the start, and nothing was struck."""
        return Assumed(make_store(board).write(), (Assumption("bombs"),))

    def closed_to(self, board: Board, position: Position, kind: UnitKind) -> frozenset[SpaceId]:
        """Clause 3: ruined land for good, struck seas for two moves."""
        store = read_store(board, position.memory.get(self.name))
        return frozenset((*store.ruined, *store.closed))

    def refuse_entry(self, space: SpaceId) -> Refusal:
        """Clause 3: it was struck by a bomb."""
        return Refusal(Fault.RUINED, clause=self.cite(Topic.BOMB_RUINS))

    def refuse_site(self, board: Board, position: Position, power: PowerId, space: SpaceId) -> Refusal | None:
        """Clause 3: nothing is built in ruins."""
        ruined = read_store(board, position.memory.get(self.name)).ruined
        return self.refuse_entry(space) if space in ruined else None

    def refuse_order(self, board: Board, position: Position, unit: Unit, order: Order) -> Refusal | None:
        """A unit takes along only bombs of its own power."""
        if not isinstance(order, Move) or not order.carry:
            return None
        store = self.store(board, position)
        is_theirs = store.owners.get(unit.space) == unit.power
        if is_theirs and order.carry <= store.bombs[unit.space]:
            return None
        return Refusal(Fault.NO_BOMB_THERE, clause=self.cite(Topic.BOMB_CARRIED))

    def refuse_launch(
        self, board: Board, position: Position, power: PowerId, order: Bomb, launched: Sequence[Launch]
    ) -> Refusal | None:
        """Clause 2: any bomb that the power has may be launched, at any space that units can enter."""
        target = board.spaces[order.target]
        if target.terrain is Terrain.IMPASSABLE:
            return Refusal(Fault.IMPASSABLE, misread=Misread("impassable", {"text": target.name}))
        there = self.launch_sites(board, position, power).get(order.origin, 0)
        used = sum(launch.order.origin == order.origin for launch in launched)
        return None if there > used else Refusal(Fault.NO_BOMB_THERE, clause=self.cite(Topic.BOMB_FLIES))

    def launch_sites(self, board: Board, position: Position, power: PowerId) -> dict[SpaceId, int]:
        """Where the power has bombs, and how many."""
        store = self.store(board, position)
        return {space: count for space, count in sorted(store.bombs.items()) if store.owners[space] == power}

    def refuse_removal(self, board: Board, position: Position, unit: Unit) -> Refusal | None:
        """Clause 6: a unit with a bomb is removed only as a last resort; the bomb stays where it is."""
        if unit.is_aboard or self.store(board, position).owners.get(unit.space) != unit.power:
            return None  # bombs are with the ship, and stay with it when the army aboard is removed
        return Refusal(Fault.CARRIES_A_BOMB, clause=self.cite(Topic.BOMB_SPARES))

    def note_moves(
        self, board: Board, position: Position, fleets: frozenset[SpaceId], dislodged: Sequence[Unit]
    ) -> Position:
        """Clause 3: when retreats follow the second move after a strike, the sea is open to them."""
        store = read_store(board, position.memory.get(self.name))
        if not store.closed:
            return position
        store.count_down()
        return position._replace(memory={**position.memory, self.name: store.write()})

    def revise(self, board: Board, before: Position, book: OrderBook, verdict: Verdict, rulebook: Rulebook) -> Verdict:
        """Clause 4: after the moves and before the retreats, bombs travel, are captured, and strike."""
        store = self.store(board, before)
        # All fall at once, so the order of the letters must not matter.
        launches = sorted(book.launches, key=lambda launch: (launch.power, launch.order.origin, launch.order.target))
        store.count_down()
        verdict = self._explain_closed_retreats(board, before, verdict, store, rulebook)
        for launch in launches:
            store.take(launch.order.origin, 1)
        loads = self._load(store, verdict)
        verdict = self._dislodge(store, verdict, rulebook.dislodged_bombs)
        for power, space, count in loads:
            store.put(space, count, power)
        after = _Strike(board, store, before, verdict, rule=self, rulebook=rulebook).fall(launches)
        return after._replace(position=self._remember(after.position, store))

    def _dislodge(self, store: BombStore, verdict: Verdict, switch: DislodgedBombs) -> Verdict:
        """Bombs of dislodged units stay, wait for the retreats, or are lost; the outcomes of the units cite why."""
        dislodged = [found.unit for found in verdict.position.dislodged]
        retreating = [unit for unit in dislodged if unit.power not in verdict.position.in_disorder]
        armed = {}
        for unit in (*dislodged, *verdict.destroyed):
            if not unit.is_aboard and store.owners.get(unit.space) == unit.power:
                armed[piece_of(unit)] = unit
        for unit in armed.values():
            if switch is DislodgedBombs.LOST:
                store.take(unit.space, store.bombs[unit.space])
            elif switch is DislodgedBombs.CARRIED and unit in retreating:
                store.retreating[unit.space] = unit.power, store.take(unit.space, store.bombs[unit.space])
        clause = self.cite(Topic.BOMB_OF_DISLODGED)
        outcomes = [
            outcome.citing(clause) if getattr(outcome.order, "unit", None) in armed else outcome
            for outcome in verdict.outcomes
        ]
        return verdict._replace(outcomes=tuple(outcomes)) if armed else verdict

    def _explain_closed_retreats(
        self, board: Board, before: Position, verdict: Verdict, store: BombStore, rulebook: Rulebook
    ) -> Verdict:
        """Clause 3: units that had no way out but to spaces that were struck in an earlier phase say so."""
        closed = store.ruined | store.closed.keys()
        lost = {
            piece_of(unit)
            for unit in (verdict.destroyed if closed else ())
            if not unit.is_aboard
            and rulebook.traits[unit.kind].survives_dislodgement
            and any(space_of(step) in closed for step in list_steps(board, unit, rulebook))
        }
        outcomes = [
            self.without_retreat(outcome) if getattr(outcome.order, "unit", None) in lost else outcome
            for outcome in verdict.outcomes
        ]
        return verdict._replace(outcomes=tuple(outcomes)) if lost else verdict

    def without_retreat(self, outcome: Outcome) -> Outcome:
        """The outcome of a dislodged unit whose last way out a bomb has closed."""
        assert isinstance(outcome.order, MovementOrder)
        refusal = self.refuse_entry(outcome.order.unit.space)
        harm = Harm(Fate.DESTROYED, outcome.dislodged_by, refusal)
        return outcome._replace(harm=harm).decided_by(refusal.clause)

    def after_retreats(self, board: Board, before: Position, verdict: Verdict) -> Verdict:
        """Bombs that were set aside go where their unit went, or stay where it was dislodged.

        A unit that retreats onto bombs has them (clause 7), also if Winter removes it before it moves.
        """
        after = verdict.position
        store = read_store(board, after.memory.get(self.name))
        remembered = store.write()
        for outcome in verdict.outcomes:
            if isinstance(outcome.order, Retreat) and outcome.reason is Reason.RETREATED:
                owner, count = store.retreating.pop(outcome.order.unit.space, (outcome.power, 0))
                store.put(space_of(outcome.order.target), count, owner)
        if _settle(store, after).write() == remembered:
            return verdict
        return verdict._replace(position=self._remember(after, store))

    def after_adjustments(self, board: Board, verdict: Verdict) -> Verdict:
        """A unit that is built on bombs has them (clause 7)."""
        after = verdict.position
        if self.name not in after.memory:
            return verdict
        store = read_store(board, after.memory.get(self.name))
        remembered = store.write()
        if _settle(store, after).write() == remembered:
            return verdict
        return verdict._replace(position=self._remember(after, store))

    def rebase_memory(self, board: Board, then: Position, wanted: object, now: Position) -> object:
        """Bombs lie elsewhere, and other spaces are struck, when a correction of some of them is made again."""
        store = self.store(board, now)
        store.change(self.store(board, then), read_store(board, wanted))
        return store.write()

    def _load(self, store: BombStore, verdict: Verdict) -> list[tuple[PowerId, SpaceId, int]]:
        """Clause 5: a unit that reached its target brings the bombs that it was told to take along."""
        loads = []
        for outcome in verdict.outcomes:
            order = outcome.order
            if isinstance(order, Move) and order.carry and outcome.result is Result.SUCCEEDS:
                loads.append((outcome.power, space_of(order.target), store.take(order.unit.space, order.carry)))
        return loads

    def describe_marks(self, board: Board, position: Position) -> tuple[SpaceMark, ...]:
        """Where bombs are and who owns them now, what is ruined, and which seas are closed for how long."""
        store = self.store(board, position)
        bombs = (BombMark(space, store.owners[space], count) for space, count in sorted(store.bombs.items()))
        retreating = (
            BombMark(space, owner, count, is_retreating=True)
            for space, (owner, count) in sorted(store.retreating.items())
        )
        seas = (ClosedSeaMark(space, phases) for space, phases in sorted(store.closed.items()))
        return (*bombs, *retreating, *map(RuinMark, sorted(store.ruined)), *seas)

    def victory_centres(self, board: Board, position: Position, number: int) -> int:
        """If a majority of all centres wins, a majority of those that are left wins now."""
        total = sum(space.centre.is_counted for space in board.spaces.values())
        ruined = read_store(board, position.memory.get(self.name)).ruined
        left = total - sum(board.spaces[space].centre.is_counted for space in ruined)
        return left // 2 + 1 if number == total // 2 + 1 else number


def _settle(store: BombStore, position: Position) -> BombStore:
    """Bombs of a unit that no longer waits stay where it was (clause 6), and units capture bombs in their spaces."""
    waiting = {found.unit.space for found in position.dislodged}
    for space in [space for space in store.retreating if space not in waiting]:
        owner, count = store.retreating.pop(space)
        store.put(space, count, owner)
    return _capture(store, position)


def _capture(store: BombStore, position: Position) -> BombStore:
    """Clause 7: bombs belong to the power whose unit is with them."""
    for space in store.bombs:
        unit = position.units.get(space)
        if unit is not None:
            store.owners[space] = unit.power
    return store


class _Strike:
    """All bombs of one phase, which fall at once."""

    def __init__(
        self,
        board: Board,
        store: BombStore,
        before: Position,
        verdict: Verdict,
        *,
        rule: GigatonBomb,
        rulebook: Rulebook,
    ) -> None:
        self.board = board
        self.rule = rule
        self.rulebook = rulebook
        self.store = store
        self.before = before
        self.verdict = verdict
        self.position = verdict.position

    def fall(self, launches: Sequence[Launch]) -> Verdict:
        """The verdict after the bombs: units, centres and bombs of every target are gone."""
        if not launches:
            return self.verdict
        by_target: dict[SpaceId, Bomb] = {}
        for launch in launches:
            by_target.setdefault(launch.order.target, launch.order)
        for target in by_target:
            self.store.take(target, self.store.bombs.get(target, 0))
            self.store.retreating.pop(target, None)
            if self.board.spaces[target].terrain is Terrain.SEA:
                self.store.closed[target] = SEA_PHASES
            else:
                self.store.ruined.add(target)
        lost = self._clear(by_target)
        outcomes = self._explain_losses(lost, by_target)
        strikes = [self._explain_strike(launch) for launch in launches]
        return Verdict((*outcomes, *strikes), self.position, (*self.verdict.destroyed, *lost))

    def _clear(self, targets: Mapping[SpaceId, Bomb]) -> list[Unit]:
        """Take everything off the struck spaces, and close them to retreats."""
        position = self.position
        lost = [unit for unit in position.units.values() if unit.space in targets]
        left = position._replace(
            units={key: unit for key, unit in position.units.items() if unit.space not in targets},
            owners={space: power for space, power in position.owners.items() if space not in targets},
        )
        waiting = []
        for found in position.dislodged:
            retreats = self._list_retreats(left, found, targets)
            if found.unit.space in targets or not retreats:
                lost += found.units
            else:
                waiting.append(found._replace(retreats=retreats))
        self.position = left._replace(dislodged=tuple(waiting))
        return lost

    def _list_retreats(
        self, left: Position, found: DislodgedUnit, targets: Mapping[SpaceId, Bomb]
    ) -> tuple[LocationId, ...]:
        """The remaining retreats: none to a struck space, nor with the help of a unit that was struck."""
        possible = list_retreats(self.board, left, found.unit, None, self.rulebook)
        return tuple(place for place in found.retreats if place in possible and space_of(place) not in targets)

    def _explain_strike(self, launch: Launch) -> Outcome:
        cite = self.rule.cite
        outcome = Outcome(launch.power, launch.order, STRUCK).decided_by(cite(Topic.BOMB_FLIES))
        return outcome.citing(cite(Topic.BOMB_DESTROYS), cite(Topic.BOMB_RUINS))

    def _explain_losses(self, lost: Sequence[Unit], targets: Mapping[SpaceId, Bomb]) -> Iterator[Outcome]:
        """A unit's outcome says that a bomb destroyed it, whatever happened to its order."""
        outcomes = self.verdict.by_unit()
        for unit in self.before.units.values():
            outcome = outcomes[piece_of(unit)]
            where = unit if outcome.fate is not Fate.STANDS else _place_after(unit, self.before, outcomes)
            if outcome.fate is Fate.DESTROYED or where not in lost:
                yield outcome
            elif where.space in targets:
                struck = outcome._replace(harm=Harm(Fate.DESTROYED, targets[where.space]))
                yield struck.decided_by(self.rule.cite(Topic.BOMB_DESTROYS))
            elif unit.is_aboard:
                yield go_down(outcome, self.rulebook.clauses)
            else:
                yield self.rule.without_retreat(outcome)


def list_steps(board: Board, unit: Unit, rulebook: Rulebook) -> tuple[LocationId, ...]:
    """Where a unit could go by itself on an empty board."""
    return board.moves(unit.location, sails=rulebook.traits[unit.kind].sails)


def _place_after(unit: Unit, before: Position, outcomes: Mapping[Piece, Outcome]) -> Unit:
    """A unit where its own order, or that of its ship, brought it."""
    outcome = outcomes[piece_of(unit)]
    order = outcome.order
    if isinstance(order, Move) and outcome.reason is Reason.MOVED:
        return unit._replace(location=order.target)
    if isinstance(order, Move) and outcome.reason is Reason.EMBARKED:
        return unit._replace(location=aboard(space_of(order.target)))
    if unit.is_aboard:
        return unit._replace(location=aboard(_place_after(before.units[unit.space], before, outcomes).space))
    return unit


STRUCK = Finding(Result.SUCCEEDS, Reason.BOMB_STRUCK)
