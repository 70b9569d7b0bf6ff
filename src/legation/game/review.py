"""How the lines of a power are understood: the one answer of the library, the commands and the server."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from legation.board import Board, Position, PowerId, SpaceId, Unit, UnitKey, space_of
from legation.errors import LegationError
from legation.game.phase import PhaseKind
from legation.game.state import GameState
from legation.judge import AdjacentConvoy, LandFallback, Reason, Rulebook, Winter, is_way_back, judge_retreats
from legation.orders import (
    NO_CLAUSE,
    Answer,
    Bomb,
    Build,
    ClauseId,
    Convoy,
    Disband,
    Embark,
    Hold,
    Landing,
    Move,
    MovementOrder,
    Order,
    Piece,
    Rejection,
    Retreat,
    RetreatBook,
    RetreatOrder,
    Scene,
    Submission,
    SupportHold,
    SupportMove,
    Topic,
    Waive,
    agrees,
    format_order,
    make_retreat_book,
    piece_of,
    take_orders,
)


class CautionCode(StrEnum):
    """Why a legal order may not have its intended effect, given the power's other orders.

    The orders of other powers are not known.
    """

    HELP_DOES_NOT_FIT = "help_does_not_fit"
    """The unit to be supported, convoyed or taken aboard has another order."""
    HELPS_NO_ATTACK = "helps_no_attack"
    """The supported army goes aboard an own ship in a port, so that it makes no attack there."""
    OWN_UNIT_STAYS = "own_unit_stays"
    """A unit of the same power stays where the unit is to go, or cannot leave it by its own order."""
    CHANGE_PLACES = "change_places"
    """A unit of the same power is to come from there, and two units change places only by convoy."""
    ONLY_KEEPS_OUT = "only_keeps_out"
    """For one of these two reasons it does not get there, but it is supported and so may keep others out."""
    NO_FLEET_CARRIES = "no_fleet_carries"
    """The army needs a convoy, and no fleet of the power is ordered to carry it."""
    CONVOY_INCOMPLETE = "convoy_incomplete"
    """The army needs a convoy, and the fleets that are ordered to carry it, or still could be, make no complete one."""
    GOES_BY_LAND = "goes_by_land"
    """The army was to go by convoy, its power has not ordered a complete one, and so it walks."""
    NOT_TAKEN_ABOARD = "not_taken_aboard"
    """The ship that the army is to board is not ordered to take it aboard."""
    SHIP_DOES_NOT_HOLD = "ship_does_not_hold"
    """The army is to leave its ship, which is not ordered to hold."""
    SAME_GOAL = "same_goal"
    """Another unit of the power goes to the same space, with as much support or more; that may be wanted."""
    GIVES_WAY = "gives_way"
    """Another unit of the power goes to the same space, and this one, a transport fleet, never keeps it out."""
    STRIKES_OWN_UNIT = "strikes_own_unit"
    """The bomb falls where a unit of the power stays or goes."""
    BOMBS_ARE_LAUNCHED = "bombs_are_launched"
    """The unit is to take along more bombs than are left after the power's launches."""
    SAME_RETREAT = "same_retreat"
    """Another unit of the power retreats to the same space, and both disband."""
    SAME_FERRY = "same_ferry"
    """Another army of the power needs the same fleet to retreat over the sea."""


@dataclass(frozen=True, slots=True)
class Caution:
    """An order that will be followed but may not have its intended effect."""

    code: CautionCode
    order: MovementOrder | RetreatOrder | Bomb
    other: MovementOrder | RetreatOrder | Bomb | None = None
    """The power's other order that makes it so; a unit without an order holds."""
    clause: ClauseId = NO_CLAUSE
    """The clause of the sheet that says so, where that is not the rulebook."""


@dataclass(frozen=True, slots=True)
class ReviewedLine:
    """One line of a letter and how it is understood."""

    number: int
    """Counted from one."""
    text: str
    """As it was written."""
    start: int
    """Where it begins in the letter."""
    order: Order | None
    """The order as understood, complete if it will be followed; None if the line cannot be read."""
    rejection: Rejection | None = None
    """Why it does not count."""
    replaces: Order | None = None
    """The earlier order of the same unit, where that was another one."""
    caution: Caution | None = None

    @property
    def counts(self) -> bool:
        """True if the order will be followed."""
        return self.rejection is None


@dataclass(frozen=True, slots=True)
class Review:
    """How all lines of a power are understood in one phase."""

    power: PowerId
    lines: tuple[ReviewedLine, ...]
    orders: tuple[Order, ...] = ()
    """The orders that will be followed: one for each unit, then bombs; in Winter as they were written."""
    idle: tuple[Unit, ...] = ()
    """Units without an order: they hold, or disband if they must retreat."""
    due: int = 0
    """The number of orders to give."""
    unused: int = 0
    """Builds that are still open, or if negative removals that are left to the rulebook."""
    texts: tuple[str, ...] = ()
    """The orders that will be followed, in standard form."""
    rejections: tuple[Rejection, ...] = ()
    """Why some lines do not count."""
    cautions: tuple[Caution, ...] = ()
    """The orders that may not have their intended effect, each once."""

    @property
    def refused(self) -> tuple[ReviewedLine, ...]:
        """The lines that do not count."""
        return tuple(line for line in self.lines if line.rejection is not None)


@dataclass(frozen=True, slots=True)
class _Taken:
    """The result of a phase's review of a power's lines."""

    answers: Sequence[Answer]
    orders: tuple[Order, ...]
    idle: tuple[Unit, ...]
    due: int
    unused: int = 0
    cautions: Mapping[Order, Caution] | None = None


def review_lines(
    board: Board,
    rulebook: Rulebook,
    state: GameState,
    power: PowerId,
    lines: Sequence[Submission],
    *,
    earlier: Sequence[Order] = (),
    starts: Sequence[int] = (),
) -> Review:
    """How the lines of a power would be taken if the phase were judged now.

    ``earlier`` are the orders that these lines would replace, and ``starts`` tells where each begins in its letter.
    """
    match state.phase.kind:
        case PhaseKind.MOVES:
            taken = _take_moves(board, rulebook, state.position, power, lines)
        case PhaseKind.RETREATS:
            taken = _take_retreats(board, rulebook, state.position, power, lines)
        case PhaseKind.ADJUSTMENTS:
            taken = _take_adjustments(board, rulebook, state.position, power, lines)
    before = {_place_of(order): order for order in earlier if not isinstance(order, Waive | Bomb)}
    reviewed = []
    for index, (line, answer) in enumerate(zip(lines, taken.answers, strict=True)):
        start = starts[index] if starts else 0
        if isinstance(answer, Rejection):
            reviewed.append(ReviewedLine(index + 1, line.text, start, answer.order, answer))
            continue
        old = before.get(_place_of(answer)) if before else None
        caution = taken.cautions.get(answer) if taken.cautions else None
        reviewed.append(
            ReviewedLine(index + 1, line.text, start, answer, None, old if old != answer else None, caution)
        )
    texts = tuple([format_order(order) for order in taken.orders])
    return Review(
        power,
        tuple(reviewed),
        taken.orders,
        taken.idle,
        taken.due,
        taken.unused,
        texts,
        tuple([line.rejection for line in reviewed if line.rejection is not None]),
        tuple(dict.fromkeys([line.caution for line in reviewed if line.caution is not None])),
    )


def _place_of(order: Order) -> Piece | SpaceId | None:
    """The unit or build site of an order. Bombs and waived builds replace nothing."""
    if isinstance(order, Waive | Bomb):
        return None
    return order.unit.space if isinstance(order, Build) else order.unit


def _take_moves(
    board: Board, rulebook: Rulebook, position: Position, power: PowerId, lines: Sequence[Submission]
) -> _Taken:
    scene = Scene(board, position, rulebook.order_rules)
    answers = take_orders(scene, lines)[0].answers
    own = position.units_of(power)
    given: dict[Piece, MovementOrder] = {}
    bombs: list[Bomb] = []
    for answer in answers:
        if isinstance(answer, Bomb):
            bombs.append(answer)
        elif not isinstance(answer, Rejection):
            given[answer.unit] = answer
    pieces = {piece_of(unit): unit for unit in own}
    orders = [given[piece] for piece in pieces if piece in given]
    idle = tuple(unit for piece, unit in pieces.items() if piece not in given)
    doubts = _OwnOrders(scene, rulebook, power, pieces, given).list_cautions()
    cautions: dict[Order, Caution] = {found.order: found for found in doubts}
    if bombs:
        cautions = {found.order: found for found in _doubt_bombs(scene, rulebook, power, given, bombs)} | cautions
    return _Taken(answers, (*orders, *bombs), idle, len(own), cautions=cautions)


def _doubt_bombs(
    scene: Scene, rulebook: Rulebook, power: PowerId, given: Mapping[Piece, MovementOrder], bombs: Sequence[Bomb]
) -> Iterator[Caution]:
    """Bombs that fall on own units, and units that are to take launched bombs along."""
    board, position = scene.board, scene.position
    targets = {space_of(order.target): order for order in given.values() if isinstance(order, Move)}
    for bomb in bombs:
        there = position.units.get(bomb.target)
        staying: MovementOrder | None = None
        if there is not None and there.power == power:
            piece = piece_of(there)
            staying = given.get(piece) or Hold(piece)
        hit = targets.get(bomb.target) or (None if isinstance(staying, Move) else staying)
        if hit is not None:
            yield Caution(CautionCode.STRIKES_OWN_UNIT, bomb, hit, scene.cite(Topic.BOMB_DESTROYS))
    left = Counter[SpaceId]()
    for module in rulebook.modules:
        left.update(module.launch_sites(board, position, power))
    left.subtract(bomb.origin for bomb in bombs)
    for order in given.values():
        launched = next((bomb for bomb in bombs if bomb.origin == order.unit.space), None)
        if isinstance(order, Move) and launched is not None and order.carry > left[order.unit.space]:
            yield Caution(CautionCode.BOMBS_ARE_LAUNCHED, order, launched, scene.cite(Topic.BOMB_CARRIED))


def _take_retreats(
    board: Board, rulebook: Rulebook, position: Position, power: PowerId, lines: Sequence[Submission]
) -> _Taken:
    answers = make_retreat_book(board, position, lines, rulebook.order_rules).answers
    own = [found.unit for found in position.dislodged if found.unit.power == power]
    given = {answer.unit: answer for answer in answers if not isinstance(answer, Rejection | Bomb)}
    orders = tuple(given[piece] for unit in own if (piece := piece_of(unit)) in given)
    idle = tuple(unit for unit in own if piece_of(unit) not in given)
    cautions: dict[Order, Caution] = {found.order: found for found in _doubt_retreats(board, rulebook, position, given)}
    return _Taken(answers, orders, idle, len(own), cautions=cautions)


def _doubt_retreats(
    board: Board, rulebook: Rulebook, position: Position, given: Mapping[Piece, RetreatOrder]
) -> Iterator[Caution]:
    """Retreats that fail by the power's own orders alone: judged as if all units of other powers disbanded."""
    pieces = [piece_of(found.unit) for found in position.dislodged]
    book = RetreatBook({piece.space: given.get(piece) or Disband(piece) for piece in pieces})
    for outcome in judge_retreats(board, position, book, rulebook).outcomes:
        rivals = [order for order in outcome.because_of if isinstance(order, Retreat)]
        if isinstance(outcome.order, Retreat) and rivals:
            code = CautionCode.SAME_FERRY if outcome.reason is Reason.RETREAT_STOPPED else CautionCode.SAME_RETREAT
            yield Caution(code, outcome.order, rivals[0], outcome.clause)


def _take_adjustments(
    board: Board, rulebook: Rulebook, position: Position, power: PowerId, lines: Sequence[Submission]
) -> _Taken:
    winter = Winter(board, position, power, rulebook)
    due = winter.open_builds + winter.open_removals
    for line in lines:
        winter.take(line)
    orders = tuple(answer for answer in winter.answers if not isinstance(answer, Rejection))
    return _Taken(winter.answers, orders, (), due, -winter.open_removals or winter.open_builds)


STUCK = frozenset({
    CautionCode.OWN_UNIT_STAYS, CautionCode.CHANGE_PLACES, CautionCode.ONLY_KEEPS_OUT, CautionCode.NO_FLEET_CARRIES,
    CautionCode.CONVOY_INCOMPLETE, CautionCode.NOT_TAKEN_ABOARD, CautionCode.SHIP_DOES_NOT_HOLD,
})  # fmt: skip
"""Cautions about moves that cannot succeed, whatever other powers do."""


class _OwnOrders:
    """The orders of one power, compared with each other."""

    def __init__(
        self, scene: Scene, rulebook: Rulebook, power: PowerId, own: Mapping[Piece, Unit],
        given: Mapping[Piece, MovementOrder],
    ) -> None:  # fmt: skip
        self.scene, self.rulebook, self.power, self.own, self.given = scene, rulebook, power, own, given
        self.spaces = spaces = scene.board.space_ids
        self.moves = [order for order in given.values() if isinstance(order, Move)]
        self.goals = Counter(spaces[order.target] for order in self.moves)
        self.carriers: dict[tuple[SpaceId, SpaceId], list[SpaceId]] = {}
        """The own fleets that are ordered to carry an army, by where it comes from and where it goes."""
        for order in given.values():
            if isinstance(order, Convoy):
                route = spaces[order.army.location], spaces[order.target]
                self.carriers.setdefault(route, []).append(spaces[order.unit.location])
        self.support = Counter(
            (spaces[order.supported.location], spaces[order.target])
            for order in given.values()
            if isinstance(order, SupportMove)
        )
        self.orders = {unit: given.get(piece) or Hold(piece) for piece, unit in own.items()}
        """The order of each own unit; without one it holds."""
        self.doubts: dict[Piece, Caution | None] = {}
        """The caution about each move; None while it is examined, so that a ring of moves causes none."""

    def list_cautions(self) -> Iterator[Caution]:
        """Orders that cannot do much with the others as they are; each order at most once."""
        for order in self.given.values():
            found = self._doubt_move(order) if isinstance(order, Move) else self._doubt_help(order)
            if found is not None:
                yield found

    def _doubt_help(self, order: MovementOrder) -> Caution | None:
        """The caution if help does not match the order of the own unit that it is for."""
        wanted: SpaceId | None = None
        match order:
            case SupportMove(supported=helped, target=target) | Convoy(army=helped, target=target):
                wanted = self.spaces[target]
            case Embark(unit=ship, army=helped):
                wanted = self.spaces[ship.location]
            case SupportHold(supported=helped):
                pass
            case _:
                return None
        unit = self.scene.find(helped)
        if unit is None or unit.power != self.power:
            return None
        other = self.orders[unit]
        goal = self.spaces[other.target] if isinstance(other, Move) else None
        is_matched = not isinstance(order, SupportMove | Convoy) or (
            isinstance(other, Move) and agrees(self.rulebook.order_rules, order, other)
        )
        if goal != wanted or not is_matched:
            return Caution(CautionCode.HELP_DOES_NOT_FIT, order, other)
        if (
            isinstance(order, SupportMove)
            and isinstance(other, Move)
            and self.scene.takes_aboard
            and self._boards(other)
        ):
            return Caution(CautionCode.HELPS_NO_ATTACK, order, other, self.scene.cite(Topic.EMBARKING))
        doubt = self._doubt_move(other) if isinstance(other, Move) else None
        if doubt is None or doubt.code is not CautionCode.SHIP_DOES_NOT_HOLD:
            return None
        return replace(doubt, order=order)  # no help fits an army that its ship does not let go

    def _doubt_move(self, order: Move) -> Caution | None:
        if order.unit in self.doubts:
            return self.doubts[order.unit]
        self.doubts[order.unit] = None
        scene, space = self.scene, self.spaces[order.target]
        there = scene.units.get(space)
        walks = scene.can_enter(self.own[order.unit], space)
        doubt = self._doubt_leaving(order) if scene.takes_aboard else None
        if doubt is None and there is not None and there.power == self.power:
            doubt = self._doubt_arrival(order, there)
        # An army that could walk goes by sea if it says so, or because a fleet of its power is ordered to carry it.
        is_taken = self.rulebook.adjacent_convoy is AdjacentConvoy.OWN_OR_TAG and self._is_carried(order)
        if doubt is None and (order.via_convoy or is_taken or not walks):
            doubt = self._doubt_passage(order, space, walks=walks)
        if doubt is None and self.goals[space] > 1:
            doubt = self._doubt_goal(order, space)
        self.doubts[order.unit] = doubt
        return doubt

    def _doubt_leaving(self, order: Move) -> Caution | None:
        """An army leaves its ship only if that is ordered to hold (Colonial Variant, rule 8)."""
        army = self.own[order.unit]
        ship = self.scene.units[army.space] if army.is_aboard else None
        if ship is None or ship.power != self.power:
            return None
        other = self.given.get(piece_of(ship))
        may_land = isinstance(other, Hold) or (other is None and self.scene.rules.landing is Landing.HELD)
        clause = self.scene.cite(Topic.CHANGING_SHIPS if self._boards(order) else Topic.LANDING)
        stays = other or Hold(piece_of(ship))
        return None if may_land else Caution(CautionCode.SHIP_DOES_NOT_HOLD, order, stays, clause)

    def _doubt_arrival(self, order: Move, there: Unit) -> Caution | None:
        """The caution if an own unit neither makes room in the space nor takes the army aboard."""
        scene, other = self.scene, self.orders[there]
        if scene.takes_aboard and scene.traits(there).sails and not scene.traits(self.own[order.unit]).sails:
            if isinstance(other, Embark) and other.army.space == order.unit.space:
                return None
            if not (isinstance(other, Move) and scene.board.can_stand(order.target, sails=False)):
                topic = Topic.CHANGING_SHIPS if self.own[order.unit].is_aboard else Topic.EMBARKING
                return Caution(CautionCode.NOT_TAKEN_ABOARD, order, other, scene.cite(topic))
        code = CautionCode.OWN_UNIT_STAYS
        if isinstance(other, Move):
            if self._meet_head_on(order, other):
                code = CautionCode.CHANGE_PLACES
            else:
                doubt = self._doubt_move(other)
                if doubt is None or doubt.code not in STUCK:
                    return None
        if self.support[order.unit.space, self.spaces[order.target]]:
            code = CautionCode.ONLY_KEEPS_OUT
        return Caution(code, order, other)

    def _meet_head_on(self, one: Move, other: Move) -> bool:
        """True if two own units move to each other's places, and neither can go by convoy with the current orders."""
        if self.spaces[other.target] != one.unit.space or self.own[one.unit].is_aboard:
            return False
        if self.scene.takes_aboard and (self._boards(one) or self._boards(other)):
            return False  # going aboard is no march
        traits = self.scene.traits
        are_fleets = traits(self.own[one.unit]).sails and traits(self.own[other.unit]).sails
        if self.rulebook.coastal_crawl and are_fleets and not is_way_back(one, other):
            return False
        return not (self._may_sail(one) or self._may_sail(other))

    def _may_sail(self, order: Move) -> bool:
        """True if a convoy could bring the unit there with the orders as they are, and the rulebook sends it by sea."""
        unit, space = self.own[order.unit], self.spaces[order.target]
        is_sent = not self.scene.can_enter(unit, space) or self._is_sent_by_sea(order)
        return is_sent and self._can_be_carried(unit, space)

    def _is_sent_by_sea(self, order: Move) -> bool:
        """True if the rulebook lets an army that could walk go by convoy to change places (DATC 4.A.3)."""
        match self.rulebook.adjacent_convoy:
            case AdjacentConvoy.EXPLICIT:
                return order.via_convoy
            case AdjacentConvoy.OWN_OR_TAG:
                return order.via_convoy or self._is_carried(order)
            case _:  # an own unit comes the other way: by 1982 that shows the intent
                return True

    def _is_carried(self, order: Move) -> bool:
        """True if an own fleet is ordered to carry the army."""
        return (self.spaces[order.unit.location], self.spaces[order.target]) in self.carriers

    def _doubt_passage(self, order: Move, space: SpaceId, *, walks: bool) -> Caution | None:
        """The caution if an army is to go by convoy, and no complete one can come of the power's orders."""
        army = self.own[order.unit]
        if army.is_aboard or not self.scene.can_be_convoyed(army, space) or self._can_be_carried(army, space):
            return None
        if walks and self._walks_instead():
            return Caution(CautionCode.GOES_BY_LAND, order)
        code = CautionCode.CONVOY_INCOMPLETE if self._is_carried(order) else CautionCode.NO_FLEET_CARRIES
        return Caution(code, order)

    def _walks_instead(self) -> bool:
        """True if an army walks that was to go by convoy and has none (DATC 4.A.3); by 1971 it always does."""
        is_1971 = self.rulebook.adjacent_convoy in (AdjacentConvoy.R1971, AdjacentConvoy.R1971_STRICT)
        return is_1971 or self.rulebook.land_fallback is not LandFallback.NEVER

    def _can_be_carried(self, army: Unit, space: SpaceId) -> bool:
        """True if a convoy could bring the army there: by own fleets with that order, and by any of other powers."""
        route = (army.space, space)
        units, idle = self.scene.position.units.values(), self.scene.position.in_disorder
        useless = [
            unit.space
            for unit in units
            if unit.power in idle or (unit.power == self.power and unit.space not in self.carriers.get(route, ()))
        ]
        return self.scene.can_be_convoyed(army, space, without=int(self.scene.board.mask(useless)))

    def _doubt_goal(self, order: Move, space: SpaceId) -> Caution | None:
        """The caution if another own unit goes to the same space with as much support or more, or is given way to."""
        spaces, traits = self.spaces, self.scene.traits
        support = self.support[spaces[order.unit.location], space]
        for other in self.moves:
            if other.unit == order.unit or spaces[other.target] != space or not self._stands_off(other, order):
                continue
            if traits(self.own[other.unit]).stands_off and not traits(self.own[order.unit]).stands_off:
                return Caution(CautionCode.GIVES_WAY, order, other, self.scene.cite(Topic.TRANSPORT_YIELDS))
            if self.support[spaces[other.unit.location], space] >= support:
                return Caution(CautionCode.SAME_GOAL, order, other)
        return None

    def _stands_off(self, other: Move, order: Move) -> bool:
        """True if one unit can keep another out.

        A transport fleet never keeps out a unit that fights (CV-13), and going aboard a ship is no attack (CV-7a).
        """
        if self.scene.takes_aboard and (self._boards(other) or self._boards(order)):
            return False
        traits = self.scene.traits
        return traits(self.own[other.unit]).stands_off or not traits(self.own[order.unit]).stands_off

    def _boards(self, order: Move) -> bool:
        """True if an army is to go aboard a ship: to a sea in any case, to a port if the own ship there takes it."""
        if self.scene.traits(self.own[order.unit]).sails:
            return False
        ship = self.scene.units.get(self.spaces[order.target])
        taking = self.orders.get(ship) if ship is not None else None
        is_taken = isinstance(taking, Embark) and taking.army.space == order.unit.space
        return is_taken or not self.scene.board.can_stand(order.target, sails=False)


def join_lines(state: GameState, earlier: Sequence[Submission], later: Sequence[Submission]) -> list[Submission]:
    """The earlier lines without those for units that the later ones name, and then the later."""
    named = {key for line in later if (key := _unit_key(state, line)) is not None}
    return [*(line for line in earlier if _unit_key(state, line) not in named), *later]


def amend_orders_of(
    board: Board,
    rulebook: Rulebook,
    state: GameState,
    power: PowerId,
    *,
    earlier: Sequence[Submission],
    later: Sequence[Submission],
) -> list[Submission]:
    """The earlier lines and the later ones, where a later one takes the place of its unit's order if it would count.

    Refused lines stay among the others, and change nothing.
    """
    found = review_lines(board, rulebook, state, power, later).lines
    taken = [line for line, reviewed in zip(later, found, strict=True) if reviewed.counts]
    kept = join_lines(state, earlier, taken)[: -len(taken) or None]
    return [*kept, *later]


def _unit_key(state: GameState, line: Submission) -> UnitKey | None:
    """The unit or building site that a line is for; a ship and the army aboard it are two."""
    if not line.meanings:
        return _key_of_order(state, line.power, line.order)
    keys = {_key_of_order(state, line.power, meaning.order) for meaning in line.meanings}
    return keys.pop() if len(keys) == 1 else None


def _key_of_order(state: GameState, power: PowerId, order: Order | LegationError) -> UnitKey | None:
    if isinstance(order, LegationError | Waive | Bomb):
        return None
    if state.phase.kind is not PhaseKind.RETREATS and not isinstance(order, Build):
        unit = state.position.find_unit(order.unit.kind, order.unit.space, power)
        return unit.key if unit else order.unit.space
    return order.unit.space
