"""A bot that talks: what it tells of its plan, how it answers, and how its promises change its orders."""

import random
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cached_property
from typing import Final

from legation.board import LocationId, PowerId, SpaceId, Unit, UnitKind, space_of
from legation.bots.atlas import FAR
from legation.bots.survey import Survey
from legation.bots.talking.characters import Character
from legation.bots.talking.memory import Memory
from legation.bots.talking.messages import (
    Answer,
    Ask,
    Declare,
    Draw,
    Intent,
    Letter,
    Meaning,
    Noted,
    NoUnit,
    Offer,
    Peace,
    Puzzled,
    Reproach,
    Thanks,
    Topic,
    Warn,
    Why,
)
from legation.bots.talking.own_plan import Orders, OwnPlan
from legation.bots.talking.promises import Upshot, is_hostile, is_of, is_same
from legation.game import Phase
from legation.orders import Convoy, Hold, Move, MovementOrder, Order, SupportHold, SupportMove, UnitOptions, piece_of

MOST_OPENINGS: Final = 3
"""The most letters that a bot starts in one phase; at most one to each power."""
TEMPTATION: Final = 0.3
"""The centres that breaking a peace must gain before any character considers it."""
LEAST_TRUST: Final = 0.3
"""A power trusted less than this gets no promise; one broken promise is enough for that."""
TOO_STRONG: Final = 0.6
"""A power with more than this share of the centres needed to win gets no peace."""
FREE: Final = 0.02
"""The most that unrequested help may cost."""
MOST_HELPS: Final = 12
"""The most supports for others that are weighed."""
NEAR: Final = 2
"""Steps within which units and centres are neighbours."""
FEW_THREATS: Final = 2
"""This many units beside one of our centres deserve a warning."""


class Diplomat:
    """One power in one movement phase. It knows its own orders and letters, and what all see of the board."""

    def __init__(
        self,
        survey: Survey,
        phase: Phase,
        character: Character,
        memory: Memory,
        orders: Iterable[Order],
        *,
        seed: int,
        likes_draw: bool = False,
        may_vote: bool = True,
        said: Iterable[Letter] = (),
    ) -> None:
        """``said`` are the earlier letters of the phase; what it said in them it still means."""
        self.survey = survey
        self.board, self.position = survey.board, survey.position
        self.phase = phase
        self.power: PowerId = memory.power
        self.character = character
        self.memory = memory
        self.chance = random.Random(seed)
        self.likes_draw = likes_draw
        self.may_vote = may_vote
        self.plan = OwnPlan(survey, phase, self.power, orders, seed)
        self.neighbours = self._list_neighbours()
        self.betrayed: set[PowerId] = set()
        """Powers that are attacked in spite of a peace."""
        self._keep_word(seed)
        for letter in said:
            if letter.sender == self.power:
                self._stand_by(letter.to, letter.meaning)
            elif letter.to == self.power and isinstance(letter.meaning, Answer):
                self._take_answer(letter.sender, letter.meaning)

    def list_orders(self) -> list[Order]:
        """The plan after everything that was said."""
        return self.plan.list_orders()

    # Promises made before.

    def _keep_word(self, seed: int) -> None:
        """Order nothing against partners in peace, unless the character cannot resist."""
        promises = self.memory.list_own(self.phase)
        for promise in promises:
            if isinstance(promise.order, MovementOrder):
                self.plan.bind(promise.order)
        for promise in promises:
            if not promise.is_peace:
                continue
            lot = random.Random(f"{seed}/{promise.to}").random()
            is_tempted = self.plan.cost(self.plan.spare([promise.to])) > TEMPTATION
            if is_tempted and lot >= self.character.faithfulness:
                self.betrayed.add(promise.to)
            else:
                self.plan.make_peace(promise.to)

    def _list_neighbours(self) -> dict[PowerId, int]:
        """The powers with units near our centres, or centres near our units, and the number of such units."""
        found: dict[PowerId, int] = {}
        for unit in self.position.units.values():
            if unit.power == self.power:
                for other, centres in self._foreign_centres.items():
                    if self._is_near(unit, centres):
                        found.setdefault(other, 0)
            elif self._is_near(unit, self._own_centres):
                found[unit.power] = found.get(unit.power, 0) + 1
        return found

    @cached_property
    def _own_centres(self) -> list[SpaceId]:
        return [space for space in self.position.centres_of(self.power) if self.board.spaces[space].centre.is_counted]

    @cached_property
    def _foreign_centres(self) -> dict[PowerId, list[SpaceId]]:
        found: dict[PowerId, list[SpaceId]] = {}
        for space, owner in self.position.owners.items():
            if owner != self.power and self.board.spaces[space].centre.is_counted:
                found.setdefault(owner, []).append(space)
        return found

    def _is_near(self, unit: Unit, centres: Iterable[SpaceId]) -> bool:
        return any(self._measure(unit.kind, unit.location, space) <= NEAR for space in centres)

    def _measure(self, kind: UnitKind, location: LocationId, space: SpaceId) -> int:
        """Steps from a location to a space, without ships."""
        return self.survey.atlas.steps(space, sails=self.survey.sails(kind)).get(location, FAR)

    def _list_holders(self, space: SpaceId) -> set[PowerId]:
        occupant, owner = self.position.units.get(space), self.position.owners.get(space)
        found = {occupant.power} if occupant else set()
        if owner is not None and self.board.spaces[space].centre.is_counted:
            found.add(owner)
        return found - {self.power}

    # Letters on its own initiative.

    def open(self) -> list[Letter]:
        """Its letters when the plan is drawn up: at most one to each power, and few in all."""
        said: dict[PowerId, Meaning] = {}
        for write in (self._react, self._seek_peace, self._ask, self._help, self._menace):
            for to, meaning in write():  # each knows what was said before
                if to not in said and len(said) < MOST_OPENINGS:
                    said[to] = meaning
                    self._begin(to, meaning)
        return [Letter(self.phase, self.power, to, meaning) for to, meaning in said.items()]

    def _begin(self, to: PowerId, meaning: Meaning) -> None:
        """Send a letter. An offer is in the plan at once."""
        if isinstance(meaning, Offer) and isinstance(meaning.order, MovementOrder):
            changed = self.plan.change(meaning.order)
            assert changed is not None, "only what can be ordered is offered"
            self.plan.take(changed, promised=[meaning.order])
        self._stand_by(to, meaning)

    def _stand_by(self, to: PowerId, meaning: Meaning) -> None:
        """Change nothing that was said: the plan stays as it was described to others."""
        match meaning:
            case Peace():
                self.plan.courted.add(to)
            case Ask((SupportMove(supported=mover, target=target), *_)):
                self.plan.bind(Move(mover, target))
            case Declare():
                self.plan.bind_against(to)

    def _take_answer(self, other: PowerId, answer: Answer) -> None:
        """A power that refused peace is courted no longer."""
        if answer.topic is Topic.PEACE and not answer.is_yes:
            self.plan.courted.discard(other)

    def _react(self) -> list[tuple[PowerId, Meaning]]:
        """Thanks and reproaches for the last phase."""
        found: list[tuple[PowerId, Meaning]] = []
        for judged in self.memory.judged:
            promise = judged.promise
            if judged.phase != self.memory.last or promise.to != self.power:
                continue
            if judged.upshot is Upshot.BROKEN:
                found.insert(0, (promise.by, Reproach()))
            elif judged.upshot is Upshot.KEPT and not promise.is_peace:
                found.append((promise.by, Thanks()))
        return found

    def _seek_peace(self) -> list[tuple[PowerId, Meaning]]:
        """Offer peace to those who could do most harm, where it costs little."""
        feared = sorted(self.neighbours, key=lambda other: (-self.neighbours[other], other))
        wanted = [
            other
            for other in feared
            if self.neighbours[other] and not self._has_peace(other) and self._find_objection(other) is None
        ]
        room = self._count_room()
        return [(other, Peace()) for other in wanted[: max(0, room)] if not self.plan.is_against(other)]

    def _ask(self) -> list[tuple[PowerId, Meaning]]:
        """Ask a neighbour to support a move that others may resist."""
        found: list[tuple[float, PowerId, Order]] = []
        for order in self.plan.orders.values():
            if not isinstance(order, Move) or not self._is_resisted(space_of(order.target)):
                continue
            target, worth = space_of(order.target), self._rate_target(space_of(order.target))
            resisting = self._list_resisting(target)
            for options in self.survey.tables.values():
                helper = options.unit
                if (
                    resisting - {helper.power}
                    and self._may_help(helper.power, target)
                    and order.unit in options.support_moves.get(order.target, ())
                    and not self.plan.is_against(helper.power)
                ):
                    wish = SupportMove(piece_of(helper), order.unit, order.target)
                    found.append((worth + self.memory.trust(helper.power), helper.power, wish))
        found.sort(key=lambda one: (-one[0], one[1], str(one[2])))
        return [(other, Ask((wish,))) for _, other, wish in found[:1]]

    def _list_resisting(self, space: SpaceId) -> set[PowerId]:
        """The others with a unit in a space, or that could enter it."""
        occupant = self.position.units.get(space)
        units = [*self.survey.entering.get(space, ()), *([occupant] if occupant else [])]
        return {unit.power for unit in units} - {self.power}

    def _help(self) -> list[tuple[PowerId, Meaning]]:
        """Offer an idle unit: for an attack on a third power, or to a friend who may be attacked."""
        if self.chance.random() > self.character.warmth:
            return []
        found = sorted(self._list_helps(), key=lambda one: (-one[0], one[1], str(one[2])))
        for _, other, order in found[:MOST_HELPS]:
            changed = self.plan.change(order)
            if changed is not None and self.plan.cost(changed) <= FREE:
                return [(other, Offer(order))]
        return []

    def _list_helps(self) -> Iterator[tuple[float, PowerId, SupportMove | SupportHold]]:
        """Supports for units of others, each with the trust in the other; those for attacks come first."""
        for options in self.plan.draft.units.values():
            piece = piece_of(options.unit)
            for target, movers in options.support_moves.items():
                for mover in movers:
                    unit = self.position.find_unit(mover.kind, mover.space)
                    if unit is not None and self._would_help(unit, space_of(target)):
                        yield 1.0 + self.memory.trust(unit.power), unit.power, SupportMove(piece, mover, target)
            for held in options.support_holds:
                unit = self.position.find_unit(held.kind, held.space)
                if unit is not None and self._would_shield(unit):
                    yield self.memory.trust(unit.power), unit.power, SupportHold(piece, held)

    def _menace(self) -> list[tuple[PowerId, Meaning]]:
        """Warn of what is feared or, if bold, of what is coming."""
        found: list[tuple[PowerId, Meaning]] = []
        for other in sorted(self.neighbours):
            is_open = self.chance.random() < 0.3 * self.character.boldness
            if is_open and other not in self.betrayed and self.plan.is_against(other):
                found.append((other, Declare()))
            feared = self._find_fear(other)
            if feared is not None and not self._has_peace(other) and self.chance.random() < 0.5:
                found.append((other, Warn(feared)))
        return found[:1]

    def _find_fear(self, other: PowerId) -> SpaceId | None:
        """The own centre that most units of another could reach, if several could and none of its units is there."""
        taken = {unit.space for unit in self.position.units.values() if unit.power == other}
        counts = {
            space: sum(unit.power == other for unit in self.survey.entering.get(space, ()))
            for space in self.position.centres_of(self.power)
            if space not in taken
        }
        most = max(counts, key=lambda space: (counts[space], space), default=None)
        return most if most is not None and counts[most] >= FEW_THREATS else None

    # Answers.

    def hear(self, letter: Letter) -> Meaning | None:
        """The answer to a letter, if any; what the bot agrees to is in its plan afterwards."""
        sender = letter.sender
        match letter.meaning:
            case Peace():
                return self._answer_peace(sender)
            case Ask(orders):
                return self._answer_asked(sender, orders)
            case Offer(order):
                return self._answer_offered(order)
            case Intent(orders):
                return self._answer_told(sender, orders)
            case Draw():
                return self._answer_draw()
            case Answer(Topic.PEACE, True):
                self.plan.make_peace(sender)  # a yes makes peace only if it was offered, which the reader has checked
                return Answer(Topic.PEACE, is_yes=True)
            case Answer(Topic.ORDER, True):
                return Noted()
            case Answer() as answer:
                self._take_answer(sender, answer)
                return None
            case Puzzled() | NoUnit() as answer:
                return answer
            case _:
                return None

    def _answer_draw(self) -> Answer:
        if not self.may_vote:
            return Answer(Topic.DRAW, is_yes=False, why=Why.NO_VOTE)
        return Answer(Topic.DRAW, self.likes_draw, why=None if self.likes_draw else Why.PLAY_ON)

    def _answer_peace(self, other: PowerId) -> Answer:
        if self._has_peace(other):
            return Answer(Topic.PEACE, is_yes=True)
        # A power that intends to break its word does not tell, but asked again, it does not give it again either.
        objection = Why.PLANS if other in self.betrayed else self._find_objection(other)
        if objection is None and self._count_room() < 1:
            objection = Why.PLANS
        if objection is None:
            self.plan.make_peace(other)
        return Answer(Topic.PEACE, objection is None, why=objection)

    def _find_objection(self, other: PowerId) -> Why | None:
        """The objection to peace with another; None if there is none."""
        variant = self.survey.variant
        if self.plan.draft.values.counts.get(other, 0) > TOO_STRONG * variant.victory_centres:
            return Why.LEADER
        if self.memory.trust(other) < LEAST_TRUST:
            return Why.DISTRUST
        if self.plan.is_bound_against(other):
            return Why.PLANS
        allowed = 0.1 + 0.4 * self.character.warmth
        return Why.PLANS if self.plan.cost(self.plan.spare([other])) > allowed else None

    def _count_room(self) -> int:
        """With how many more powers it would make peace: a bold one needs more enemies, and all need one."""
        count = len(self.neighbours)
        most = min(count - 1, round(count * (0.75 - 0.5 * self.character.boldness)))
        return most - sum(self._has_peace(other) for other in self.neighbours)

    def _answer_asked(self, other: PowerId, orders: tuple[Order, ...]) -> Answer:
        for order in orders:
            if isinstance(order, MovementOrder) and any(is_same(order, mine) for mine in self.plan.orders.values()):
                self.plan.fixed.add(self.survey.key(order.unit))
                return Answer(Topic.ORDER, is_yes=True, order=order)
        objection, possible = self._sift(other, orders)
        weighed: list[tuple[float, MovementOrder, Orders]] = []
        for wish in possible:
            changed = self.plan.change(wish)
            if changed is not None:
                weighed.append((self.plan.cost(changed), wish, changed))
        weighed.sort(key=lambda one: one[0])
        if not weighed or weighed[0][0] > self._generosity(other):
            return Answer(Topic.ORDER, is_yes=False, why=objection or Why.NEEDED)
        _, given, plan = weighed[0]
        self.plan.take(plan, promised=[given])
        return Answer(Topic.ORDER, is_yes=True, order=given)

    def _sift(self, other: PowerId, orders: tuple[Order, ...]) -> tuple[Why | None, list[MovementOrder]]:
        """The orders that could be given for another, and the reason if there are none."""
        able = [order for order in orders if isinstance(order, MovementOrder) and self._can_give(order)]
        if not able:
            return Why.UNABLE, []
        if self.memory.trust(other) < LEAST_TRUST:
            return Why.DISTRUST, []
        able = [order for order in able if not self._is_against_any(order, [self.power])]
        if not able:
            return Why.OWN, []
        able = [order for order in able if not self._is_against_any(order, self.plan.friends - {other})]
        if not able:
            return Why.FRIEND, []
        able = [order for order in able if not self._lets_in(order)]
        return (None if able else Why.CLOSE), able

    def _is_against_any(self, order: Order, powers: Iterable[PowerId]) -> bool:
        return any(is_hostile(self.board, self.position, order, power) for power in powers)

    def _lets_in(self, order: MovementOrder) -> bool:
        """True if an order would help another's unit to a new place beside one of our centres."""
        if not isinstance(order, SupportMove | Convoy):
            return False
        piece = order.supported if isinstance(order, SupportMove) else order.army
        unit = self.position.find_unit(piece.kind, piece.space)
        if unit is None or unit.power == self.power:
            return False
        return any(
            self._measure(unit.kind, order.target, space) <= 1 < self._measure(unit.kind, unit.location, space)
            for space in self._own_centres
        )

    def _can_give(self, order: Order) -> bool:
        if not isinstance(order, MovementOrder):
            return False
        unit = self.position.find_unit(order.unit.kind, order.unit.space)
        return unit is not None and unit.power == self.power and self.survey.is_legal(unit, order)

    def _generosity(self, other: PowerId) -> float:
        """The most that helping another may cost, in centres."""
        bonus = 0.1 if self._has_peace(other) else 0.0
        return 0.05 + 0.3 * self.character.warmth * self.memory.trust(other) + bonus

    def _answer_offered(self, order: Order) -> Answer | Noted:
        """An offer to help one of our units: order what it helps, if that costs little."""
        match order:
            case SupportMove(supported=piece, target=target):
                wanted: MovementOrder = Move(piece, target)
            case SupportHold(supported=piece):
                wanted = Hold(piece)
            case _:
                return Noted()
        if not self._can_give(wanted):
            return Answer(Topic.ORDER, is_yes=False, order=order, why=Why.UNABLE)
        mine = self.plan.orders[self.survey.key(wanted.unit)]
        if is_same(mine, wanted) or (isinstance(wanted, Hold) and not isinstance(mine, Move)):
            self.plan.fixed.add(self.survey.key(wanted.unit))
            return Answer(Topic.ORDER, is_yes=True, order=mine)
        changed = self.plan.change(wanted)
        is_hostile_to_friend = self._is_against_any(wanted, self.plan.friends)
        if changed is None or is_hostile_to_friend or self.plan.cost(changed) > 0.1 + 0.1 * self.character.warmth:
            return Answer(Topic.ORDER, is_yes=False, order=order, why=Why.PLANS)
        self.plan.take(changed, promised=[wanted])
        return Answer(Topic.ORDER, is_yes=True, order=wanted)

    def _answer_told(self, other: PowerId, orders: tuple[Order, ...]) -> Meaning:
        """Another power's announced orders: protest, help where that costs nothing, or take note."""
        for order in orders:
            if isinstance(order, Move) and self._threatens(order):
                return Warn(space_of(order.target))
        if self.memory.trust(other) >= LEAST_TRUST:
            for order in orders:
                found = self._find_help(order)
                if found is not None:
                    changed = self.plan.change(found)
                    if changed is not None and self.plan.cost(changed) <= FREE:
                        self.plan.take(changed, promised=[found])
                        return Offer(found)
        return Noted()

    def _threatens(self, order: Move) -> bool:
        """True if another's unit could go where it would harm this power."""
        unit = self.position.find_unit(order.unit.kind, order.unit.space)
        is_possible = unit is not None and self.survey.is_legal(unit, order)
        return is_possible and is_hostile(self.board, self.position, order, self.power)

    def _find_help(self, order: Order) -> SupportMove | None:
        """A support of a move by an idle unit."""
        if not isinstance(order, Move) or not self._is_resisted(space_of(order.target)):
            return None
        if any(is_of(self.board, self.position, space_of(order.target), friend) for friend in self.plan.friends):
            return None
        for options in self.plan.list_idle():
            if order.unit in options.support_moves.get(order.target, ()):
                return SupportMove(piece_of(options.unit), order.unit, order.target)
        return None

    # Questions to itself.

    def _has_peace(self, other: PowerId) -> bool:
        return other in self.plan.spared

    def _is_resisted(self, space: SpaceId) -> bool:
        return self.plan.draft.is_held_by_others(space) or self.plan.draft.values.threat(space) > 0

    def _rate_target(self, space: SpaceId) -> float:
        is_gain = self.board.spaces[space].centre.is_counted and self.position.owners.get(space) != self.power
        return 1.0 * is_gain + 0.5 * self.plan.draft.is_held_by_others(space)

    def _may_help(self, other: PowerId, space: SpaceId) -> bool:
        """True if another may be asked for help towards a space: not if the space is its own."""
        return (
            other != self.power
            and other not in self.betrayed
            and self.memory.trust(other) >= LEAST_TRUST
            and not is_of(self.board, self.position, space, other)
        )

    def _would_help(self, unit: Unit, space: SpaceId) -> bool:
        """True to offer help to another power's unit: against a third power that is no friend, for a centre."""
        holders = self._list_holders(space)
        return (
            self._may_help(unit.power, space)
            and not self.plan.is_against(unit.power)
            and self.board.spaces[space].centre.is_counted
            and bool(holders)
            and not is_of(self.board, self.position, space, self.power)
            and unit in self.survey.entering.get(space, ())
            and not holders & (self.plan.friends | {unit.power})
            and space not in {space_of(mine.target) for mine in self.plan.orders.values() if isinstance(mine, Move)}
        )

    def _would_shield(self, unit: Unit) -> bool:
        """True to offer support in holding to another power's unit: a friend's, on a centre in danger."""
        coming = Counter(
            other.power
            for other in self.survey.entering.get(unit.space, ())
            if other.power not in {unit.power, self.power, *self.plan.friends}
        )
        return (
            unit.power != self.power
            and self._has_peace(unit.power)
            and unit.power not in self.betrayed
            and self.position.owners.get(unit.space) == unit.power
            and max(coming.values(), default=0) >= FEW_THREATS
        )


def list_helpers(survey: Survey, helper: PowerId, helped: Order) -> tuple[Order, ...]:
    """The orders by which a power's units could support a move or a unit that stays."""
    found: list[Order] = []
    for _, options in sorted(survey.own(helper).items()):
        support = _support(options, helped)
        if support is not None:
            found.append(support)
    return tuple(found)


def _support(options: UnitOptions, helped: Order) -> Order | None:
    piece = piece_of(options.unit)
    match helped:
        case Move(unit, target):
            for place, movers in options.support_moves.items():
                for mover in movers:
                    if space_of(place) == space_of(target) and mover.space == unit.space:
                        return SupportMove(piece, mover, place)
        case Hold(unit) | SupportHold(unit=unit) | SupportMove(unit=unit):
            for held in options.support_holds:
                if held.space == unit.space:
                    return SupportHold(piece, held)
    return None
