"""Compares the two engines on one movement phase, and finds the cause of every difference.

A cause is either a rule choice, shown by flipping a switch of our rulebook, or a fault of the other engine. A fault is
tied to single orders by the rule that it breaks, and shown by a remedy: with just that order taken back both engines
agree. A phase may have several causes; then the remedies are applied one after the other.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import NamedTuple, TypeVar

from legation.board import LocationId, Position, PowerId, UnitKey, UnitKind, make_board, space_of
from legation.judge import (
    Fate,
    Outcome,
    Reason,
    Result,
    Rulebook,
    Verdict,
    judge_adjustments,
    judge_moves,
    make_rulebook,
)
from legation.orders import Convoy, Move, MovementOrder, Submission, SupportHold, SupportMove, make_order_book
from tests.peers.diplomacy_engine import Aftermath, Engine, read_position
from tests.peers.positions import BOARD, RULEBOOK, Situation

MAX_CAUSES = 5
"""A phase that needs more causes than this counts as unexplained."""

AnyOrder = TypeVar("AnyOrder", bound=MovementOrder)


@dataclass(frozen=True)
class Judged:
    """One movement phase as both engines judged it."""

    situation: Situation
    rulebook: Rulebook
    verdict: Verdict
    theirs: Aftermath
    words: Mapping[str, list[str]]
    """What the other engine says of each unit's order; a move of which it says nothing has succeeded."""

    @cached_property
    def ours(self) -> Aftermath:
        return read_position(self.verdict.position)

    @cached_property
    def agrees(self) -> bool:
        """Same units, same retreats, and the same moves and dislodgements order by order."""
        same = self.ours.units == self.theirs.units and self.ours.retreats == self.theirs.retreats
        return same and not self.differing

    @cached_property
    def outcomes(self) -> Mapping[UnitKey, Outcome]:
        return dict(zip(self.situation.position.units, self.verdict.outcomes, strict=True))

    @cached_property
    def differing(self) -> frozenset[UnitKey]:
        """Where the units stood that fared differently."""
        return frozenset(space for space in self.outcomes if self.our_fate(space) != self.their_fate(space))

    def our_fate(self, space: UnitKey) -> tuple[bool, bool, frozenset[str]]:
        """Whether the unit moved, whether it was dislodged, and where it may retreat."""
        outcome = self.outcomes[space]
        retreats = self.ours.retreats.get(self._holding(space), frozenset())
        return outcome.reason is Reason.MOVED, outcome.fate is not Fate.STANDS, retreats

    def their_fate(self, space: UnitKey) -> tuple[bool, bool, frozenset[str]]:
        """The same, as the other engine has it."""
        retreats = self.theirs.retreats.get(self._holding(space), frozenset())
        return space in self.their_moves, "dislodged" in self.their_words(space), retreats

    @cached_property
    def our_moves(self) -> frozenset[UnitKey]:
        """Where the units stood that moved."""
        return frozenset(space for space, outcome in self.outcomes.items() if outcome.reason is Reason.MOVED)

    @cached_property
    def their_moves(self) -> frozenset[UnitKey]:
        """The same, as the other engine has it."""
        return frozenset(move.unit.space for move in self.given(Move) if not self.their_words(move.unit.space))

    @cached_property
    def stopped(self) -> frozenset[UnitKey]:
        """Carriers that a paradox stopped, by our verdict."""
        return frozenset(space for space, outcome in self.outcomes.items() if outcome.reason is Reason.CONVOY_PARADOX)

    def text(self) -> str:
        """The phase, and what each engine made of it."""
        lines = [self.situation.text()]
        for space in sorted(self.differing):
            lines.append(f"{space}: ours {self.our_fate(space)}, theirs {self.their_fate(space)}")
        return "\n".join([*lines, f"their words: {self.words}"])

    def their_words(self, space: UnitKey) -> list[str]:
        return self.words.get(str(self.situation.position.units[space]), [])

    def power_in(self, space: UnitKey) -> PowerId | None:
        unit = self.situation.position.units.get(space)
        return unit.power if unit else None

    def given(self, kind: type[AnyOrder]) -> list[AnyOrder]:
        """The orders of one kind."""
        return [order for order in self.situation.orders.values() if isinstance(order, kind)]

    def helpers(self, move: Move) -> list[SupportMove]:
        """Supports for a move, whether they come off or not."""
        return [
            order
            for order in self.given(SupportMove)
            if order.supported.space == move.unit.space and space_of(order.target) == space_of(move.target)
        ]

    def carriers(self, move: Move) -> list[UnitKey]:
        """Fleets ordered to convoy a move."""
        return [
            order.unit.space
            for order in self.given(Convoy)
            if order.army.space == move.unit.space and order.target == move.target
        ]

    def _holding(self, space: UnitKey) -> tuple[PowerId, str]:
        unit = self.situation.position.units[space]
        return unit.power, str(unit)


def judge_ours(situation: Situation, rulebook: Rulebook) -> Verdict:
    """Our verdict on a movement phase."""
    book = make_order_book(BOARD, situation.position, situation.submissions(), rulebook.order_rules)
    assert not book.rejections, book.rejections
    return judge_moves(BOARD, situation.position, book, rulebook)


def judge_both(engine: Engine, situation: Situation, rulebook: Rulebook = RULEBOOK) -> Judged:
    """A movement phase judged by both."""
    theirs = engine.judge_moves(situation)
    return Judged(situation, rulebook, judge_ours(situation, rulebook), theirs, dict(engine.results))


# --- causes ----------------------------------------------------------------------------------------------------------


class Remedy(NamedTuple):
    """The phase as it would be without one cause of difference."""

    situation: Situation
    rulebook: Rulebook


class Cause(NamedTuple):
    """Why the engines differ: a switch of ours, or a fault of theirs; the function says which rule that breaks."""

    name: str
    find_remedies: Callable[[Judged], Iterator[Remedy]]


def explain(engine: Engine, judged: Judged) -> tuple[str, ...] | None:
    """The fewest causes that account for the whole difference; nothing where the known causes do not.

    Nothing either if the other engine, asked afresh, judges otherwise: then something outside the phase plays a part.
    """
    again = engine.judge_moves(judged.situation)
    if (again.units, again.retreats) != (judged.theirs.units, judged.theirs.retreats):
        return None
    for count in range(MAX_CAUSES + 1):
        found = _search(engine, judged, count)
        if found is not None:
            return found
    return None


def _search(engine: Engine, judged: Judged, count: int) -> tuple[str, ...] | None:
    if judged.agrees:
        return ()
    if lists_every_retreat(judged):
        return (UNCHECKED_RETREATS,)
    if not count:
        return None
    for cause in CAUSES:
        for remedy in cause.find_remedies(judged):
            found = _search(engine, _apply(engine, judged, remedy), count - 1)
            if found is not None:
                return (cause.name, *found)
    return None


def _apply(engine: Engine, judged: Judged, remedy: Remedy) -> Judged:
    situation, rulebook = remedy
    if situation is judged.situation:
        return replace(judged, rulebook=rulebook, verdict=judge_ours(situation, rulebook))
    return judge_both(engine, situation, rulebook)


def flip(switch: str, value: str) -> Callable[[Judged], Iterator[Remedy]]:
    """The remedy for a rule choice: our judge takes the other side."""

    def find_remedies(judged: Judged) -> Iterator[Remedy]:
        if getattr(judged.rulebook, switch) == getattr(RULEBOOK, switch):
            yield Remedy(judged.situation, make_rulebook({switch: value}, judged.rulebook))

    return find_remedies


def without(judged: Judged, order: MovementOrder) -> Remedy:
    """The remedy for a fault: the unit whose order sets it off just holds."""
    return Remedy(judged.situation.hold(order.unit.space), judged.rulebook)


def find_walk_for_want_of_a_tag(judged: Judged) -> Iterator[Remedy]:
    """An own fleet's convoy is broken and the army walks, but only if its order bears no tag (4.A.3 treats both alike).

    The remedy is that its own fleets do not offer, so that it walks from the outset.
    """
    for move in judged.given(Move):
        space = move.unit.space
        if move.via_convoy or judged.outcomes[space].reason is not Reason.CONVOY_DISRUPTED:
            continue
        if "no convoy" not in judged.their_words(space) and move.target in BOARD.army_moves[LocationId(space)]:
            own = [sea for sea in judged.carriers(move) if judged.power_in(sea) == judged.power_in(space)]
            yield Remedy(judged.situation.hold(*own), judged.rulebook)


def find_support_hidden_by_tag(judged: Judged) -> Iterator[Remedy]:
    """A move marked VIA gets in with the help of the very power whose unit it throws out."""
    for move in judged.given(Move):
        space = move.unit.space
        if move.via_convoy and space in judged.their_moves - judged.our_moves:
            victim = judged.power_in(space_of(move.target))
            for helper in judged.helpers(move):
                if judged.power_in(helper.unit.space) == victim:
                    yield without(judged, helper)


def find_weak_defence(judged: Judged) -> Iterator[Remedy]:
    """Head to head, support for one side by the power of the other is left out of its defence."""
    for move in judged.given(Move):
        other = judged.situation.orders.get(space_of(move.target))
        if not isinstance(other, Move) or space_of(other.target) != move.unit.space:
            continue
        if {move.unit.space, other.unit.space} & judged.differing:
            for helper in judged.helpers(move):
                if judged.power_in(helper.unit.space) == judged.power_in(other.unit.space):
                    yield without(judged, helper)


def _stopped_for_nothing(judged: Judged, move: Move) -> list[UnitKey]:
    """Carriers that the other engine calls disrupted although it leaves them where they are, and we do not."""
    return [
        sea
        for sea in judged.carriers(move)
        if "disrupted" in judged.their_words(sea) and judged.outcomes[sea].result is not Result.DISRUPTED
    ]


def find_own_attack_on_carrier(judged: Judged) -> Iterator[Remedy]:
    """Support by the carrier's own power for an attack on it breaks the convoy, although it cannot dislodge it."""
    for move in judged.given(Move):
        for sea in _stopped_for_nothing(judged, move):
            for helper in judged.given(SupportMove):
                if space_of(helper.target) == sea and judged.power_in(helper.unit.space) == judged.power_in(sea):
                    yield without(judged, helper)


def find_imagined_paradox(judged: Judged) -> Iterator[Remedy]:
    """The unit at the goal supports the carrier, directly or down a line of supports: any attack breaks the convoy."""
    for move in judged.given(Move):
        seas = _stopped_for_nothing(judged, move)
        seen: set[UnitKey] = set()
        space = space_of(move.target)
        while seas and space not in seen:
            seen.add(space)
            order = judged.situation.orders.get(space)
            if isinstance(order, SupportHold):
                space = order.supported.space
                if space in seas:
                    yield without(judged, order)
            elif isinstance(order, SupportMove | Convoy):
                space = space_of(order.target)


def find_beleaguered_carrier(judged: Judged) -> Iterator[Remedy]:
    """Two equal attacks leave the carrier in place; yet the convoy breaks if the unit at the goal has part in one."""
    for move in judged.given(Move):
        order = judged.situation.orders.get(space_of(move.target))
        if not isinstance(order, Move | SupportMove):
            continue
        sea = space_of(order.target)
        attacks = [other for other in judged.given(Move) if space_of(other.target) == sea]
        if sea in _stopped_for_nothing(judged, move) and len(attacks) > 1:
            yield without(judged, order)


def find_broken_convoy_that_cuts(judged: Judged) -> Iterator[Remedy]:
    """Of several routes that lose a fleet together one is kept, and the army that never comes cuts a support."""
    for move in judged.given(Move):
        goal = space_of(move.target)
        army = judged.outcomes[move.unit.space]
        if army.reason is not Reason.CONVOY_DISRUPTED or goal not in judged.outcomes:
            continue
        if judged.outcomes[goal].reason is Reason.SUPPORT_GIVEN and "cut" in judged.their_words(goal):
            for sea in judged.carriers(move):
                if judged.outcomes[sea].result is not Result.DISRUPTED:
                    yield without(judged, judged.situation.orders[sea])


def find_forgotten_convoy(judged: Judged) -> Iterator[Remedy]:
    """An attack on a carrier loses its support to another convoyed army, but the route over the carrier stays given up.

    So the move counts as one by land, or as broken if another route is really in danger.
    """
    for move in judged.given(Move):
        seas = judged.carriers(move)
        if not {move.unit.space, space_of(move.target), *seas} & judged.differing:
            continue
        for helper in judged.given(SupportMove):
            outcome = judged.outcomes[helper.unit.space]
            if space_of(helper.target) not in seas or outcome.reason is not Reason.SUPPORT_CUT:
                continue
            if any(isinstance(cutter, Move) and judged.carriers(cutter) for cutter in outcome.because_of):
                yield without(judged, helper)


def lists_every_retreat(judged: Judged) -> bool:
    """Whether only retreats differ, of units dislodged by a convoyed army: it lists even barred and occupied spaces."""
    if judged.ours.units != judged.theirs.units or not judged.differing:
        return False
    return all(_is_listed_unchecked(judged, space) for space in judged.differing)


def _is_listed_unchecked(judged: Judged, space: UnitKey) -> bool:
    unit = judged.situation.position.units[space]
    attack = judged.outcomes[space].dislodged_by
    steps = BOARD.moves(unit.location, sails=unit.kind is UnitKind.FLEET)
    return (
        isinstance(attack, Move)
        and is_convoyed(judged.situation, attack)
        and judged.their_fate(space) == (False, True, frozenset(map(str, steps)))
    )


CAUSES: tuple[Cause, ...] = (
    Cause("choice: land_fallback=no_route_only", flip("land_fallback", "no_route_only")),
    Cause("choice: land_fallback=always", flip("land_fallback", "always")),
    Cause("fault: walk for want of a tag", find_walk_for_want_of_a_tag),
    Cause("fault: support hidden by a tag", find_support_hidden_by_tag),
    Cause("fault: weak defence", find_weak_defence),
    Cause("fault: own attack on carrier", find_own_attack_on_carrier),
    Cause("fault: imagined paradox", find_imagined_paradox),
    Cause("fault: beleaguered carrier", find_beleaguered_carrier),
    Cause("fault: broken convoy that cuts", find_broken_convoy_that_cuts),
    Cause("fault: forgotten convoy", find_forgotten_convoy),
)
UNCHECKED_RETREATS = "fault: retreats after a convoy unchecked"
NAMED_BY_CODE = "fault: removals by code, not by name"


# --- the referee -----------------------------------------------------------------------------------------------------


def is_convoyed(situation: Situation, move: Move) -> bool:
    """Whether an army goes by sea under the rulebook of 2000: it must, or says so, or an own fleet offers."""
    army = situation.position.units[move.unit.space]
    if army.kind is not UnitKind.ARMY:
        return False
    if move.via_convoy or move.target not in BOARD.army_moves[army.location]:
        return True
    return any(
        isinstance(order, Convoy)
        and order.army.space == army.space
        and order.target == move.target
        and situation.position.units[space].power == army.power
        for space, order in situation.orders.items()
    )


class Referee:
    """Checks a finished phase, move by move, against the rules: given all other results, is this one right?

    It solves nothing and shares no code with our judge; it only reads the equations of the rulebook (2000).
    """

    def __init__(
        self, situation: Situation, moved: frozenset[UnitKey], stopped: frozenset[UnitKey] = frozenset()
    ) -> None:
        self.situation = situation
        self.units = situation.position.units
        self.orders = situation.orders
        self.moved = moved
        self.stopped = stopped
        self.moves = [order for order in self.orders.values() if isinstance(order, Move)]

    def find_wrong(self) -> list[Move]:
        """The moves that should have come out otherwise."""
        return [move for move in self.moves if self.should_move(move) != (move.unit.space in self.moved)]

    def attacks_on(self, space: UnitKey) -> list[Move]:
        return [move for move in self.moves if space_of(move.target) == space]

    def is_dislodged(self, space: UnitKey) -> bool:
        return space not in self.moved and any(move.unit.space in self.moved for move in self.attacks_on(space))

    def has_path(self, move: Move) -> bool:
        if not is_convoyed(self.situation, move):
            return True
        fleets = {
            space
            for space, order in self.orders.items()
            if isinstance(order, Convoy)
            and order.army.space == move.unit.space
            and order.target == move.target
            and not self.is_dislodged(space)
            and space not in self.stopped
        }
        reached: set[UnitKey] = set()
        frontier: set[UnitKey] = {move.unit.space}
        while frontier:
            near = {space for start in frontier for space in seas_beside(start)} & fleets - reached
            reached |= near
            frontier = near
        return any(sea in reached for sea in seas_beside(space_of(move.target)))

    def is_cut(self, support: SupportHold | SupportMove, aimed: UnitKey) -> bool:
        here = support.unit.space
        return any(
            self.units[move.unit.space].power != self.units[here].power
            and (move.unit.space in self.moved or (move.unit.space != aimed and self.has_path(move)))
            for move in self.attacks_on(here)
        )

    def help_for(self, move: Move, *, but_of: PowerId | None = None) -> int:
        """One, and one for each support that is given, leaving out those of one power."""
        return 1 + sum(
            isinstance(order, SupportMove)
            and order.supported.space == move.unit.space
            and order.target in (move.target, LocationId(space_of(move.target)))
            and self.units[space].power != but_of
            and not self.is_cut(order, space_of(move.target))
            for space, order in self.orders.items()
        )

    def hold_of(self, space: UnitKey) -> int:
        if space not in self.units or space in self.moved:
            return 0
        if isinstance(self.orders[space], Move):
            return 1
        return 1 + sum(
            isinstance(order, SupportHold) and order.supported.space == space and not self.is_cut(order, space)
            for order in self.orders.values()
        )

    def find_facing(self, move: Move) -> Move | None:
        """The move that comes the other way, if both go by land."""
        other = self.orders.get(space_of(move.target))
        if not isinstance(other, Move) or space_of(other.target) != move.unit.space:
            return None
        return None if any(is_convoyed(self.situation, one) for one in (move, other)) else other

    def should_move(self, move: Move) -> bool:
        """MOVE: the attack beats the holder or the unit met head on, and all that it prevents."""
        target = space_of(move.target)
        facing = self.find_facing(move)
        attack = self.attack_of(move, facing)
        against = [self.help_for(facing) if facing else self.hold_of(target)]
        against += [self.prevent_of(other) for other in self.attacks_on(target) if other != move]
        return attack > max(against)

    def attack_of(self, move: Move, facing: Move | None) -> int:
        target = space_of(move.target)
        if not self.has_path(move):
            return 0
        victim = self.units.get(target)
        if victim is None or (target in self.moved and not facing):
            return self.help_for(move)
        if victim.power == self.units[move.unit.space].power:
            return 0
        return self.help_for(move, but_of=victim.power)

    def prevent_of(self, move: Move) -> int:
        facing = self.find_facing(move)
        if not self.has_path(move) or (facing and facing.unit.space in self.moved):
            return 0
        return self.help_for(move)


def seas_beside(space: UnitKey) -> list[UnitKey]:
    return list(BOARD.in_mask(BOARD.convoy_links[BOARD.index[LocationId(space)]]))


# --- winters ----------------------------------------------------------------------------------------------------------


BOARD_BY_CODES = make_board([replace(space, name=space.id) for space in BOARD.spaces.values()], BOARD.borders)


def explain_winter(position: Position, submissions: Iterable[Submission], theirs: Aftermath) -> str | None:
    """Forced removals: of equally far units of a kind the engine takes the first by code, we by the printed name.

    Shown by our judge on a board whose spaces are called by their codes.
    """
    verdict = judge_adjustments(BOARD_BY_CODES, position, submissions, RULEBOOK).verdict
    return NAMED_BY_CODE if read_position(verdict.position).units == theirs.units else None
