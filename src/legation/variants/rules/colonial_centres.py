"""Colonial centres that age, are disrupted, and decide the game (Colonial Variant, rules 3 to 6, 11, 17, 19, 22)."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field

from legation.board import Board, CentreKind, Position, PowerId, SpaceId, Unit, UnitKind, space_of
from legation.errors import RequestError
from legation.judge import (
    Assumed,
    Assumption,
    ColonyMark,
    Disruption,
    Goal,
    GoalKind,
    Outcome,
    Reason,
    Result,
    RuleModule,
    SpaceMark,
    Verdict,
    Winners,
)
from legation.orders import Fault, Move, Order, Refusal, SupportHold, Topic, piece_of
from legation.variants.rules.centre_clocks import (
    YEARS_TO_PERMANENT,
    CentreClock,
    check_clocks,
    read_clocks,
    write_clocks,
)

NO_ENTRY = frozenset(
    {
        Reason.CARRIER_DISLODGED,
        Reason.CARRIER_DID_NOT_HOLD,
        Reason.CARRIER_NOT_ORDERED,
        Reason.NOT_TAKEN_ABOARD,
        Reason.CONVOY_DISRUPTED,
        Reason.NO_CONVOY_ORDERED,
        Reason.CONVOY_PARADOX,
        Reason.WENT_DOWN,
    }
)
"""Reasons of moves that failed before they came near their target: they opposed no unit there (rule 8)."""


@dataclass(frozen=True, slots=True)
class ColonialCentres(RuleModule):
    """A colonial centre counts after a year, is permanent after three, and starts again when it is disrupted."""

    name = "colonial_centres"

    start_years: int = 1
    """Rule 19: the years for which an owned centre without memory has been held, as at the start."""
    needs: Mapping[str, tuple[int, int]] = field(default_factory=dict)
    """Rule 3: for each power the permanent and colonial centres that win the game."""
    transports: tuple[str, ...] = (UnitKind.TRANSPORT.value,)
    """Kinds of unit that oppose no other (rule 6) and neither take nor enter permanent centres (rule 11)."""

    def clocks(self, board: Board, position: Position) -> dict[SpaceId, CentreClock]:
        """The clocks of all colonial centres that have an owner."""
        known = read_clocks(position.memory.get(self.name))
        fresh = CentreClock(self.start_years, self.start_years)
        return {space: known.get(space, fresh) for space in position.owners if _is_colonial(board, space)}

    def is_permanent(self, board: Board, position: Position, space: SpaceId) -> bool:
        """True if a centre can no longer be disrupted: every centre that is not colonial, and old colonial ones."""
        if _is_colonial(board, space):
            clock = self.clocks(board, position).get(space)
            return clock is not None and clock.is_permanent
        return board.spaces[space].centre is not CentreKind.NONE

    def counts_centre(self, board: Board, position: Position, space: SpaceId) -> bool:
        """Rule 5: a colonial centre counts when its owner has held it for a year, a permanent one at once."""
        clock = self.clocks(board, position).get(space)
        return clock is None or clock.held >= 1 or clock.is_permanent

    def refuse_site(self, board: Board, position: Position, power: PowerId, space: SpaceId) -> Refusal | None:
        """Rule 5: one held for less than a year does not even count; the next Fall makes it a year."""
        if position.owners.get(space) != power or self.counts_centre(board, position, space):
            return None
        return Refusal(Fault.COLONY_TOO_YOUNG, clause=self.cite(Topic.COLONY_COUNTS), years=1)

    def refuse_order(self, board: Board, position: Position, unit: Unit, order: Order) -> Refusal | None:
        """Rule 11: no transport fleet in another's permanent centre, nor its support there, which follows its moves."""
        if unit.kind not in self.transports or not isinstance(order, Move | SupportHold):
            return None
        space = space_of(order.target) if isinstance(order, Move) else order.supported.space
        is_foreign = position.owners.get(space) != unit.power
        if not is_foreign or not self.is_permanent(board, position, space):
            return None
        return Refusal(Fault.PERMANENT_CENTRE, clause=self.cite(Topic.TRANSPORT_ENTERS))

    def after_moves(self, board: Board, before: Position, verdict: Verdict) -> Verdict:
        """Rule 6: disrupted centres have no owner, and their clocks return to zero."""
        after = verdict.position
        clocks = self.clocks(board, after)
        lost = {
            space
            for space, clock in clocks.items()
            if not clock.is_permanent and self._is_disrupted(before, verdict, space)
        }
        if not lost:
            return verdict
        owners = {space: power for space, power in after.owners.items() if space not in lost}
        kept = {space: clock for space, clock in clocks.items() if space not in lost}
        position = after._replace(owners=owners, memory={**after.memory, self.name: write_clocks(kept)})
        outcomes = tuple(self._cite_disruption(outcome, lost, after) for outcome in verdict.outcomes)
        return verdict._replace(position=position, outcomes=outcomes)

    def _cite_disruption(self, outcome: Outcome, lost: set[SpaceId], after: Position) -> Outcome:
        """A move to a disrupted centre cites the reason: it was left empty, or entered against opposition."""
        order = outcome.order
        if not isinstance(order, Move) or space_of(order.target) not in lost:
            return outcome
        is_empty = space_of(order.target) in after.contested
        return outcome.citing(self.cite(Topic.STAND_OFF_DISRUPTS if is_empty else Topic.ENTRY_DISRUPTS))

    def _is_disrupted(self, before: Position, verdict: Verdict, space: SpaceId) -> bool:
        """True if a stand-off left it empty, or a unit moved in against anything but a transport fleet."""
        if space in verdict.position.contested:
            return True
        moves = [
            outcome
            for outcome in verdict.outcomes
            if isinstance(outcome.order, Move) and space_of(outcome.order.target) == space
        ]
        if not any(outcome.result is Result.SUCCEEDS and outcome.reason is Reason.MOVED for outcome in moves):
            return False
        return any(map(self._opposed, moves)) or self._was_driven_out(before, verdict, space)

    def _opposed(self, outcome: Outcome) -> bool:
        order = outcome.order
        assert isinstance(order, Move)
        is_beaten = outcome.result is not Result.SUCCEEDS and outcome.reason not in NO_ENTRY
        # A unit that the leaving unit met head on and dislodged has no effect there (rulebook of 1971, IX.7).
        by = outcome.dislodged_by
        was_met = outcome.reason is Reason.MET_HEAD_ON
        has_effect = not (was_met and isinstance(by, Move) and by.unit.space == space_of(order.target))
        return is_beaten and has_effect and order.unit.kind not in self.transports

    def _was_driven_out(self, before: Position, verdict: Verdict, space: SpaceId) -> bool:
        holder = before.units.get(space)
        if holder is None or holder.kind in self.transports:
            return False
        by = verdict.by_unit()[piece_of(holder)].dislodged_by
        return isinstance(by, Move) and space_of(by.target) == space  # but not by a bomb, wherever that struck it

    def own_centres(self, board: Board, before: Position, after: Position) -> Position:
        """After Fall: the clocks advance, or start; a transport fleet has taken nothing permanent (rule 11).

        A colony whose third year ends with this Fall is permanent before it can be taken.
        """
        known = self.clocks(board, before)
        owners = dict(after.owners)
        clocks: dict[SpaceId, CentreClock] = {}
        for space in filter(lambda space: _is_colonial(board, space), after.owners):
            clock, former = known.get(space), before.owners.get(space)
            if former and _tick(clock, is_same=True).is_permanent and self._is_transport(after, space):
                owners[space] = former
            clocks[space] = _tick(clock, is_same=former == owners[space])
        return after._replace(owners=owners, memory={**after.memory, self.name: write_clocks(clocks)})

    def assume_memory(
        self, board: Board, position: Position, start: Position, years: int, *, is_retreat: bool
    ) -> Assumed:
        """A colony still with its first owner was held all the time; any other for a year, so that it counts."""
        since_start = self.start_years + years
        clocks = {}
        for space in position.owners:
            if _is_colonial(board, space):
                is_kept = start.owners.get(space) == position.owners[space]
                held = since_start if is_kept else min(1, since_start)
                clocks[space] = CentreClock(held, min(held, YEARS_TO_PERMANENT))
        by_years: dict[int, list[SpaceId]] = {}
        for space, clock in sorted(clocks.items()):
            by_years.setdefault(clock.held, []).append(space)
        found = tuple(Assumption("years", tuple(spaces), held) for held, spaces in sorted(by_years.items()))
        return Assumed(write_clocks(clocks), found)

    def rebase_memory(self, board: Board, then: Position, wanted: object, now: Position) -> object:
        """Colonies have other years, and other owners, when a correction of some of them is made again."""
        old, clocks = self.clocks(board, then), self.clocks(board, now)
        for space, clock in read_clocks(wanted).items():
            if old.get(space) == clock:
                continue
            if space not in clocks:
                raise RequestError("years", f"{space} has no years: it is not an owned colony")
            clocks[space] = clock
        return write_clocks(clocks)

    def check_memory(self, board: Board, powers: Collection[str], memory: object) -> str | None:
        """Two clocks for each centre."""
        return check_clocks(board, memory)

    def _is_transport(self, position: Position, space: SpaceId) -> bool:
        unit = position.units.get(space)
        return unit is not None and unit.kind in self.transports

    def describe_marks(self, board: Board, position: Position) -> tuple[SpaceMark, ...]:
        """The years of every colonial centre that has an owner."""
        return tuple(
            ColonyMark(
                space,
                position.owners[space],
                clock.held,
                clock.age,
                YEARS_TO_PERMANENT,
                self.counts_centre(board, position, space),
            )
            for space, clock in sorted(self.clocks(board, position).items())
        )

    def list_disruptions(self, board: Board, before: Position, outcomes: Sequence[Outcome]) -> tuple[Disruption, ...]:
        """Rule 6: disrupted centres, by the clause that the moves there cite."""
        clauses = (self.cite(Topic.STAND_OFF_DISRUPTS), self.cite(Topic.ENTRY_DISRUPTS))
        lost: dict[SpaceId, Disruption] = {}
        for outcome in outcomes:
            found = [clause for clause in clauses if clause and clause in outcome.clauses]
            if found and isinstance(outcome.order, Move):
                space = space_of(outcome.order.target)
                lost[space] = Disruption(space, before.owners[space], found[0])
        return tuple(lost[space] for space in sorted(lost))

    def list_goals(self, board: Board, position: Position, power: PowerId) -> tuple[Goal, ...]:
        """Rule 3: the power's progress. A colonial centre stays colonial, even when it is permanent (rule 17)."""
        if power not in self.needs:
            return ()
        owned = [space for space in position.centres_of(power) if board.spaces[space].centre.is_counted]
        colonial = [space for space in owned if _is_colonial(board, space)]
        counted = sum(self.counts_centre(board, position, space) for space in colonial)
        permanent, colonies = self.needs[power]
        return (
            Goal(GoalKind.PERMANENT, len(owned) - len(colonial), permanent),
            Goal(GoalKind.COLONIAL, counted, colonies),
        )

    def find_winners(self, board: Board, position: Position) -> Winners | None:
        """Rules 3 and 22: all powers whose conditions hold when Winter begins."""
        powers = tuple(power for power in map(PowerId, self.needs) if self._has_won(board, position, power))
        topic = Topic.VICTORY if len(powers) == 1 else Topic.SHARED_VICTORY
        return Winners(powers, self.cite(topic)) if powers else None

    def _has_won(self, board: Board, position: Position, power: PowerId) -> bool:
        return all(goal.have >= goal.need for goal in self.list_goals(board, position, power))


def _is_colonial(board: Board, space: SpaceId) -> bool:
    return board.spaces[space].centre is CentreKind.COLONIAL


def _tick(clock: CentreClock | None, *, is_same: bool) -> CentreClock:
    """One Fall later. An unowned centre's clock starts; a peaceful change of owner restarts only the owner's clock."""
    if clock is None:
        return CentreClock(0, 0)
    return CentreClock(clock.held + 1 if is_same else 0, min(clock.age + 1, YEARS_TO_PERMANENT))
