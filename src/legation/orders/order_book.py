"""From the powers' lines to one accepted order for each unit."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Generic, NamedTuple, Self, TypeVar, cast

from legation.board import (
    Board,
    DislodgedUnit,
    Names,
    Position,
    PowerId,
    SpaceId,
    UnitKey,
    aboard,
    space_of,
)
from legation.errors import (
    AmbiguousNameError,
    ImpassableSpaceError,
    LegationError,
    MalformedOrderError,
    UnknownNameError,
)
from legation.orders.clauses import Topic
from legation.orders.dividing import settle_lines, split_orders
from legation.orders.faults import Fault, Misread, Refusal, Rejection
from legation.orders.legality import PLAIN, check_order, choose_ship_or_army, is_plain_order
from legation.orders.notation import ask_which, is_vote, read_meanings
from legation.orders.order import (
    Bomb,
    Build,
    Convoy,
    Disband,
    Embark,
    Hold,
    Launch,
    Move,
    MovementOrder,
    Order,
    Piece,
    Retreat,
    RetreatOrder,
    SupportHold,
    SupportMove,
    Waive,
    piece_of,
)
from legation.orders.order_rules import ConvoyPath, DoubleOrder, OrderRules
from legation.orders.plan import Plan, make_plan
from legation.orders.reader import Meaning
from legation.orders.retreating import check_retreat
from legation.orders.scene import Scene
from legation.orders.standard_form import format_order, read_standard, standard_lines

NOT_ABOUT_THE_MOVE = frozenset(
    {Fault.NOT_YOUR_UNIT, Fault.NO_SUCH_UNIT, Fault.WRONG_PHASE, Fault.ORDERED_ALREADY, Fault.ORDERED_TWICE}
)
"""Reasons for refusing a move that the unit itself could make."""


MISSING_UNIT = frozenset({Fault.NO_SUCH_UNIT, Fault.NOT_YOUR_UNIT, Fault.NOT_DISLODGED})
"""The named unit cannot be given any order by this power."""
INCOMPLETE = frozenset({Fault.KIND_NEEDED, Fault.COAST_NEEDED, Fault.SHIP_OR_ARMY})
"""Only a word is missing from the order."""
READING_FAULTS: Mapping[type[LegationError], Fault] = {
    AmbiguousNameError: Fault.AMBIGUOUS_NAME,
    ImpassableSpaceError: Fault.IMPASSABLE,
}


class Submission(NamedTuple):
    """One line of a power's letter: as written, and as read (or why it cannot be read)."""

    power: PowerId
    text: str
    order: Order | LegationError
    """The reading of the line without context."""
    meanings: tuple[Meaning, ...] = ()
    """Every possible order, if a name in it is shared by several spaces: the intake decides (``settle``)."""


new_submission = cast("Callable[[type[Submission], tuple[PowerId, str, Order, tuple[()]]], Submission]", tuple.__new__)
"""The effect of ``Submission(...)`` without its detour through Python."""
Accepted = TypeVar("Accepted", bound=MovementOrder | RetreatOrder)
Answer = Order | Rejection
"""The result for a line: the complete order to be followed, or why it was refused."""


@dataclass(frozen=True, slots=True)
class OrderBook:
    """One order for every unit, the refusals, and the units that hold because they have no other order."""

    orders: Mapping[UnitKey, MovementOrder]
    """By the key of the unit."""
    rejections: tuple[Rejection, ...] = ()
    supplied: frozenset[UnitKey] = frozenset()
    plan: Plan | None = field(default=None, compare=False, repr=False)
    """The same orders laid out for the judge; if left out, it is made when they are judged."""
    launches: tuple[Launch, ...] = ()
    """Bombs, which are orders of a power and not of a unit."""
    answers: tuple[MovementOrder | Bomb | Rejection, ...] = field(default=(), compare=False, repr=False)
    """The result for each line: the complete order, or why it was refused."""

    def with_order(self, key: UnitKey, order: MovementOrder) -> Self:
        """The same book with another order for one unit."""
        return replace(self, orders={**self.orders, key: order}, supplied=self.supplied - {key}, plan=None)

    @property
    def impossible(self) -> frozenset[UnitKey]:
        """Units that hold because their move is impossible (DATC 4.E.1)."""
        return self.supplied & {
            rejection.order.unit.space
            for rejection in self.rejections
            if isinstance(rejection.order, Move) and rejection.fault not in NOT_ABOUT_THE_MOVE
        }


@dataclass(frozen=True, slots=True)
class RetreatBook:
    """One order for every dislodged unit: a retreat or a disbanding."""

    orders: Mapping[SpaceId, RetreatOrder]
    rejections: tuple[Rejection, ...] = ()
    supplied: frozenset[SpaceId] = frozenset()
    answers: tuple[RetreatOrder | Bomb | Rejection, ...] = field(default=(), compare=False, repr=False)
    """The result for each line: the complete order, or why it was refused."""


def read_submissions(board: Board, texts: Mapping[PowerId, Sequence[str]]) -> list[Submission]:
    """Read every line of every power; several orders on one line are read one by one."""
    names, found = board.names, []
    standard = standard_lines(names)
    for power, lines in texts.items():
        for line in lines:
            order = standard[line]
            if order is not None:
                found.append(new_submission(Submission, (power, line, order, ())))
            else:
                found += [read_submission(power, text, names) for text in split_orders(line, names, power)]
    return found


def settle_letter(board: Board, power: PowerId, lines: Sequence[str], phase: str = "") -> Sequence[str]:
    """The lines of a power's letter, each as it may be kept and read by itself: orders under ``Old orders:`` are none.

    If the phase is known, so are orders under the date of another.
    """
    standard = standard_lines(board.names)
    if all(standard[line] is not None for line in lines):
        return lines
    own = {name: found for name, found in board.names.nation_powers.items() if found == power}
    return settle_lines(lines, board.names, own, phase)


def read_submission(power: PowerId, text: str, names: Names) -> Submission:
    """Read one order."""
    order = read_standard(text, names)
    return Submission(power, text, order) if order is not None else Submission(power, text, *read_meanings(text, names))


def write_submissions(orders: Mapping[PowerId, Sequence[Order]]) -> list[Submission]:
    """Make submissions of orders that are already values, such as a bot's."""
    return [Submission(power, format_order(order), order) for power, lines in orders.items() for order in lines]


def make_order_book(
    board: Board, position: Position, submissions: Iterable[Submission], rules: OrderRules | None = None
) -> OrderBook:
    """Accept one movement order for each unit; units without one hold."""
    scene = Scene(board, position, rules or OrderRules())
    intake, launches = take_orders(scene, submissions)
    accepted, answers = intake.accepted, tuple(intake.answers)
    # If as many orders were accepted as lines were sent, no line was refused.
    rejections = list_rejections(answers) if len(answers) > len(accepted) else ()
    supplied = []
    for key, unit in position.units.items() if len(accepted) < len(position.units) else ():
        if key not in accepted:
            accepted[key] = Hold(piece_of(unit))
            supplied.append(key)
    plan = make_plan(board, position, accepted, scene.rules, supplied)
    return OrderBook(accepted, rejections, frozenset(supplied), plan, tuple(launches), answers)


def take_orders(scene: Scene, submissions: Iterable[Submission]) -> tuple["OrderIntake[MovementOrder]", list[Launch]]:
    """Take movement orders line by line: the legal ones, and the bombs."""
    written = tuple(submissions)
    lines = list(written)
    intake: OrderIntake[MovementOrder] = OrderIntake(lines, scene.rules.double_order, partial(_merge_moves, scene))
    accepted, answers = intake.accepted, intake.answers
    launches: list[Launch] = []
    is_plain, units, space_ids = scene.is_plain, scene.units, scene.board.space_ids
    for number, (power, _, order, meanings) in enumerate(lines):
        if is_plain and type(order) in PLAIN and not meanings:
            space = space_ids[order.unit.location]  # type: ignore[union-attr] # mypy does not follow PLAIN
            unit = units.get(space)
            if unit is not None and unit.power == power and is_plain_order(scene, unit, order):  # type: ignore[arg-type]
                if space in accepted or intake.spoilt:
                    intake.enter(space, order)  # type: ignore[arg-type]
                else:
                    accepted[space] = order  # type: ignore[assignment]
                    answers.append(order)  # type: ignore[arg-type]
                continue
        result = _take_line(scene, lines, number, launches, written)
        if isinstance(result, Bomb):
            launches.append(Launch(power, result))
        if isinstance(result, Bomb | Rejection):
            intake.answers.append(result)
        else:
            intake.enter(scene.key(result.unit), result)
    return intake, launches


def _take_line(
    scene: Scene, lines: list[Submission], number: int, launches: Sequence[Launch], written: Sequence[Submission]
) -> MovementOrder | Bomb | Rejection:
    """The result for a line; one with several meanings is first replaced by the intended one."""
    if lines[number].meanings:
        lines[number] = settle(
            scene.board,
            scene.position,
            lines[number],
            lambda one: _accept(scene, one, launches),
            partial(_rank_way, scene, written, lines[number].power),
        )
    return _accept(scene, lines[number], launches)


def _rank_way(scene: Scene, written: Sequence[Submission], power: PowerId, answer: Answer) -> int:
    """How well the way of a move fits what its power writes of convoys: better a way that is ordered than one by land,
    and better by land than by a convoy of which nothing is said.

    Fleets that happen to be at sea make ``A Blm - Man`` possible as a move to Manitoba; Manaus is next door.
    """
    if not isinstance(answer, Move):
        return 0
    army, goal = scene.find(answer.unit), space_of(answer.target)
    if army is None or not scene.can_be_convoyed(army, goal):
        return int(not answer.via_convoy)
    is_ordered = any(
        isinstance(order, Convoy) and order.army.space == army.space and space_of(order.target) == goal
        for line in written
        if line.power == power
        for order in (line.order, *(meaning.order for meaning in line.meanings))
    )
    return 2 if is_ordered else int(answer.via_convoy or scene.can_enter(army, goal))


def list_rejections(answers: Iterable[Answer]) -> tuple[Rejection, ...]:
    """The lines that were refused."""
    return tuple([answer for answer in answers if type(answer) is Rejection])


def settle(
    board: Board,
    position: Position,
    line: Submission,
    answer: Callable[[Submission], Answer],
    rank_way: Callable[[Answer], int] = lambda _: 0,
) -> Submission:
    """Decide between the meanings of a line: the one that can be followed is meant.

    If several can, or none, the one whose units are armies and fleets as it says; then upper and lower case decide (the
    line's meaning by itself), and then what is said of convoys. Otherwise nothing decides: the line asks which space is
    meant. Of meanings that cannot be followed, those of an own unit come before others.
    """
    if not line.meanings:
        return line
    answers = [answer(line._replace(order=meaning.order, meanings=())) for meaning in line.meanings]
    claims = [
        (_weigh_claim(found), _count_true_kinds(position, meaning.order))
        for found, meaning in zip(answers, line.meanings, strict=True)
    ]
    best = [number for number, claim in enumerate(claims) if claim == max(claims)]
    if line.order in [line.meanings[number].order for number in best]:
        return line._replace(meanings=())
    ways = [rank_way(answers[number]) for number in best]
    likely = [number for number, way in zip(best, ways, strict=True) if way == max(ways)]
    if len({line.meanings[number].order for number in likely}) == 1:
        return line._replace(order=line.meanings[likely[0]].order, meanings=())
    return line._replace(order=ask_which([line.meanings[number] for number in likely], board.names), meanings=())


def _weigh_claim(answer: Answer) -> int:
    if not isinstance(answer, Rejection):
        return 4
    if answer.fault in INCOMPLETE:
        return 3
    if answer.fault not in MISSING_UNIT:
        return 2
    return 0 if answer.fault is Fault.NO_SUCH_UNIT else 1


def _count_true_kinds(position: Position, order: Order) -> int:
    """How many of the units that an order names are of the kind that it writes."""
    standing = {(unit.kind, unit.space) for unit in position.units.values()}
    standing |= {(unit.kind, unit.space) for found in position.dislodged for unit in found.units}
    return sum((piece.kind, piece.space) in standing for piece in _list_named(order))


def _list_named(order: Order) -> tuple[Piece, ...]:
    """The units on the board that an order names."""
    match order:
        case SupportHold(unit=unit, supported=other) | SupportMove(unit=unit, supported=other):
            return (unit, other)
        case Convoy(unit=unit, army=other) | Embark(unit=unit, army=other):
            return (unit, other)
        case Hold() | Move() | Retreat() | Disband():
            return (order.unit,)
        case _:
            return ()


def _merge_moves(scene: Scene, one: MovementOrder, other: MovementOrder) -> MovementOrder | None:
    """The fuller of two orders that mean the same: ``A LON - NWY`` and ``A LON - NWY VIA NTH``; None if they differ.

    An army that cannot walk there goes by sea in any case, and its path means nothing where the rulebook ignores it.
    """
    if not isinstance(one, Move) or not isinstance(other, Move) or scene.rules.convoy_path is not ConvoyPath.IGNORE:
        return None
    is_same = (one.unit, one.target, one.carry) == (other.unit, other.target, other.carry)
    army = scene.find(one.unit) if is_same else None
    if army is None or (one.via_convoy != other.via_convoy and scene.can_enter(army, space_of(one.target))):
        return None
    return max(one, other, key=lambda order: (order.via_convoy, len(order.path)))


def _merge_retreats(one: RetreatOrder, other: RetreatOrder) -> RetreatOrder | None:
    """The one that names the ferry of two otherwise equal retreats: ``A FIJ R NWZ`` and ``A FIJ R NWZ VIA COR``."""
    if not isinstance(one, Retreat) or not isinstance(other, Retreat) or (one.via and other.via):
        return None
    fuller = other if other.via else one
    return fuller if (one.unit, one.target) == (other.unit, other.target) else None


class OrderIntake(Generic[Accepted]):
    """Collects legal orders, following the rulebook on two different ones for one unit (DATC 4.D.3)."""

    def __init__(
        self,
        lines: Sequence[Submission],
        double_order: DoubleOrder,
        merge: Callable[[Accepted, Accepted], Accepted | None],
    ) -> None:
        self.lines = lines
        self.double_order = double_order
        self.merge = merge
        """The fuller of two orders that mean the same, though one says more; None if they differ."""
        self.accepted: dict[UnitKey, Accepted] = {}
        self.spoilt: set[UnitKey] = set()
        """Units with conflicting orders, none of which counts."""
        self.answers: list[Accepted | Bomb | Rejection] = []
        """What happened to each line so far."""

    def enter(self, key: UnitKey, order: Accepted) -> None:
        """Enter the legal order of the next line under the key of its unit."""
        earlier = self.accepted.get(key)
        if earlier is None and not (self.spoilt and key in self.spoilt):
            self.accepted[key] = order
            self.answers.append(order)
        elif earlier == order:
            self.answers.append(order)
        elif earlier is not None and (fuller := self.merge(earlier, order)) is not None:
            self.accepted[key] = fuller
            self.answers[:] = [fuller if answer == earlier else answer for answer in self.answers]
            self.answers.append(fuller)
        elif self.double_order is DoubleOrder.FIRST:
            self._refuse_line(Fault.ORDERED_ALREADY)
        elif self.double_order is DoubleOrder.LAST:
            self._refuse_earlier(earlier)
            self.accepted[key] = order
            self.answers.append(order)
        else:
            self._refuse_earlier(earlier)
            self._refuse_line(Fault.ORDERED_TWICE)
            self.accepted.pop(key, None)
            self.spoilt.add(key)

    def _refuse_line(self, fault: Fault) -> None:
        self.answers.append(_reject(self.lines[len(self.answers)], fault))

    def _refuse_earlier(self, earlier: Accepted | None) -> None:
        """Refuse every earlier line that gave this order; an order names its unit, so equal ones are for one unit."""
        if earlier is None:
            return
        for number, answer in enumerate(self.answers):
            if answer == earlier:
                self.answers[number] = _reject(self.lines[number], Fault.ORDERED_TWICE)


def _accept(scene: Scene, submission: Submission, launches: Sequence[Launch]) -> MovementOrder | Bomb | Rejection:
    order = submission.order
    if isinstance(order, LegationError):
        return refuse_unread(submission, order)
    if isinstance(order, Retreat | Disband | Build | Waive):
        return _reject(submission, Fault.WRONG_PHASE)
    if isinstance(order, Bomb):
        return _accept_bomb(scene, submission, order, launches)
    unit = scene.find(order.unit, submission.power)
    if unit is None:
        return _reject(submission, Fault.NO_SUCH_UNIT)
    if unit.power != submission.power:
        return _reject(submission, Fault.NOT_YOUR_UNIT)
    army = scene.units.get(aboard(unit.space)) if scene.takes_aboard and order.unit.kind is None else None
    if army and army.power == unit.power and army != unit and not isinstance(order, Hold):
        result = choose_ship_or_army(check_order(scene, unit, order), check_order(scene, army, order))
    else:
        result = check_order(scene, unit, order)
    return refuse(submission, result) if isinstance(result, Refusal) else result


def _accept_bomb(scene: Scene, line: Submission, order: Bomb, launches: Sequence[Launch]) -> Bomb | Rejection:
    """Accept a bomb, if the rule module for bombs allows it."""
    if Bomb not in scene.rules.extra_kinds:
        return _reject(line, Fault.NOT_IN_THIS_VARIANT)
    for check in scene.rules.launch_checks:
        refusal = check.refuse_launch(scene.board, scene.position, line.power, order, launches)
        if refusal:
            return refuse(line, refusal)
    return order


def refuse_unread(submission: Submission, error: LegationError) -> Rejection:
    """The refusal of a line that cannot be read, or has more than one meaning."""
    if is_vote(submission.text):
        return _reject(submission, Fault.IS_A_VOTE)
    fault = READING_FAULTS.get(type(error), Fault.UNREADABLE)
    return refuse(submission, Refusal(fault, getattr(error, "candidates", ()), misread=describe_misreading(error)))


def describe_misreading(error: LegationError) -> Misread:
    """Why a line cannot be read, as a value."""
    match error:
        case UnknownNameError():
            return Misread(f"unknown_{error.what}", {"text": error.text})
        case AmbiguousNameError():
            return Misread("ambiguous_name", {"text": error.text}, error.meanings)
        case ImpassableSpaceError():
            return Misread("impassable", {"text": error.name})
        case MalformedOrderError():
            return Misread(error.code, error.values)
        case _:
            raise AssertionError(f"no line is misread by {error!r}") from error


def refuse(submission: Submission, refusal: Refusal) -> Rejection:
    """A line that is not followed. If its text cannot be read, it has no order, even if a program gave one."""
    order = None if isinstance(submission.order, LegationError) or refusal.misread else submission.order
    return Rejection(submission.power, submission.text, refusal, order)


def _reject(submission: Submission, fault: Fault) -> Rejection:
    return refuse(submission, Refusal(fault))


def make_retreat_book(
    board: Board, position: Position, submissions: Iterable[Submission], rules: OrderRules | None = None
) -> RetreatBook:
    """Accept one retreat or disbanding for each dislodged unit; units without one disband."""
    scene = Scene(board, position, rules or OrderRules())
    waiting = {dislodged.unit.space: dislodged for dislodged in position.dislodged}
    lines = list(submissions)
    if scene.rules.retreat_checks:
        lines = _name_ferries(scene, lines)
    intake: OrderIntake[RetreatOrder] = OrderIntake(lines, scene.rules.double_order, _merge_retreats)
    for number, written in enumerate(lines):
        line = written
        if written.meanings:
            line = lines[number] = settle(board, position, written, partial(_accept_retreat, scene, waiting))
        result = _accept_retreat(scene, waiting, line)
        if isinstance(result, Rejection):
            intake.answers.append(result)
        else:
            intake.enter(result.unit.space, result)
    accepted = {space: intake.accepted.get(space) or Disband(piece_of(found.unit)) for space, found in waiting.items()}
    supplied = waiting.keys() - intake.accepted.keys()
    answers = tuple(intake.answers)
    return RetreatBook(accepted, list_rejections(answers), frozenset(supplied), answers)


def _name_ferries(scene: Scene, lines: Sequence[Submission]) -> list[Submission]:
    """If armies retreat over the sea, a convoy order names the ferry.

    ``F COR C A FIJ - NWZ`` is read as ``A FIJ R NWZ VIA COR``, and so is ``A FIJ R NWZ`` beside it. If several fleets
    are to convoy the same retreat, any of them will do, and none is named.
    """
    offers: dict[tuple[PowerId, SpaceId, SpaceId], set[SpaceId]] = {}
    for line in lines:
        for order in _list_convoys(scene, line):
            key = (line.power, order.army.space, space_of(order.target))
            offers.setdefault(key, set()).add(order.unit.space)
    ferries = {key: min(seas) if len(seas) == 1 else None for key, seas in offers.items()}
    return [_name_ferry(line, ferries) for line in lines] if ferries else list(lines)


def _list_convoys(scene: Scene, line: Submission) -> list[Convoy]:
    """The convoys that a line may mean: those of units on the board, if any are."""
    orders = (line.order, *(meaning.order for meaning in line.meanings))
    found = [order for order in orders if isinstance(order, Convoy)]
    return [order for order in found if order.unit.space in scene.units] or found


Ferries = Mapping[tuple[PowerId, SpaceId, SpaceId], SpaceId | None]
"""By power, the place of its army and its target: the sea of the only fleet that was ordered to convoy it."""


def _name_ferry(line: Submission, ferries: Ferries) -> Submission:
    meanings = tuple(
        meaning._replace(order=_add_ferry(line.power, meaning.order, ferries)) for meaning in line.meanings
    )
    order = line.order if isinstance(line.order, LegationError) else _add_ferry(line.power, line.order, ferries)
    return line._replace(order=order, meanings=meanings)


def _add_ferry(power: PowerId, order: Order, ferries: Ferries) -> Order:
    if isinstance(order, Convoy):
        return Retreat(order.army, order.target, ferries[power, order.army.space, space_of(order.target)])
    if isinstance(order, Retreat | Move):
        ferry = ferries.get((power, order.unit.space, space_of(order.target)))
        is_named = order.via if isinstance(order, Retreat) else order.path
        if ferry and not is_named:
            return Retreat(order.unit, order.target, ferry)
    return order


def _accept_retreat(
    scene: Scene, waiting: Mapping[SpaceId, DislodgedUnit], submission: Submission
) -> RetreatOrder | Rejection:
    order = submission.order
    if isinstance(order, LegationError):
        return refuse_unread(submission, order)
    if isinstance(order, Hold | SupportHold | SupportMove | Convoy | Embark | Build | Waive | Bomb):
        return _reject(submission, Fault.WRONG_PHASE)
    dislodged = waiting.get(order.unit.space)
    if dislodged is None:
        standing = scene.position.find_unit(order.unit.kind, order.unit.space, submission.power)
        if standing is None:
            return _reject(submission, Fault.NO_SUCH_UNIT)
        is_own = standing.power == submission.power  # a unit that was dislodged and had nowhere to go is gone
        return _reject(submission, Fault.NOT_DISLODGED if is_own else Fault.NOT_YOUR_UNIT)
    if dislodged.cargo and order.unit.kind is dislodged.cargo.kind:
        return refuse(submission, Refusal(Fault.RETREATS_WITH_SHIP, clause=scene.cite(Topic.CARRYING)))
    if dislodged.unit.power != submission.power:
        return refuse(submission, _refuse_foreign_retreat(scene, dislodged, submission.power, order))
    if isinstance(order, Disband):
        return Disband(piece_of(dislodged.unit))
    result = check_retreat(scene, dislodged, order)
    return refuse(submission, result) if isinstance(result, Refusal) else result


def _refuse_foreign_retreat(
    scene: Scene, dislodged: DislodgedUnit, power: PowerId, order: Retreat | Move | Disband
) -> Refusal:
    """Why a power has no say in a retreat: the unit is another's, and so is the army that its fleet was to ferry."""
    if not isinstance(order, Retreat) or not order.via:
        return Refusal(Fault.NOT_YOUR_UNIT)
    ferry = scene.units.get(order.via)
    if ferry and ferry.power == power:
        for check in scene.rules.retreat_checks:
            refusal = check.refuse_retreat(scene.board, scene.position, dislodged.unit, space_of(order.target))
            if refusal:
                return refusal
    return Refusal(Fault.NOT_YOUR_UNIT)
