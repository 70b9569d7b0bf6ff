"""The sheet's clauses that apply to the orders of a movement phase: special borders, armies aboard, odd traits.

Nearly every order is decided by the rulebook alone; a board without a sheet never comes here. Decisions of a rule
module beyond the moves themselves (``RuleModule.revise``, ``after_moves``) carry their own citations.
"""

from collections.abc import Iterator, Mapping
from typing import Final

from legation.board import UnitTraits
from legation.judge.battlefield import Battlefield
from legation.judge.reasons import Fate, Reason
from legation.judge.verdict import Outcome
from legation.orders import NO_CLAUSE, Bomb, ClauseId, Convoy, Embark, Hold, Move, SupportHold, SupportMove, Topic

BOARDING: Final = frozenset({Reason.TOOK_ABOARD, Reason.EMBARK_UNMATCHED, Reason.EMBARKED, Reason.NOT_TAKEN_ABOARD})
GIVEN: Final = frozenset({Reason.SUPPORT_GIVEN, Reason.SUPPORT_NOT_COUNTED})
NOT_LET_OFF: Final = frozenset({Reason.CARRIER_DID_NOT_HOLD, Reason.CARRIER_NOT_ORDERED})
CARRIAGE: Final[Mapping[Reason, Topic]] = {
    Reason.STAYED_ABOARD: Topic.CARRYING,
    Reason.CARRIER_DID_NOT_HOLD: Topic.LANDING,
    Reason.CARRIER_NOT_ORDERED: Topic.LANDING,
}


def cite_clauses(field: Battlefield, outcomes: tuple[Outcome, ...]) -> tuple[Outcome, ...]:
    """The outcomes of all units with the clauses that apply to them."""
    sheet = _Sheet(field)
    if sheet.has_odd_traits or field.carrier or field.boarding or field.stranded:
        return tuple([sheet.cite(number, outcome) for number, outcome in enumerate(outcomes)])
    # Without ships that carry armies, clauses apply only to moves over special borders and to bombs that travel.
    cited, names, ways, spaces, target = (
        list(outcomes),
        field.board.order,
        sheet.clauses.ways,
        field.spaces,
        field.target,
    )
    has_bombs = Bomb in field.rulebook.extra_kinds
    for number in field.movers:
        if has_bombs or names[spaces[number]] in ways or names[target[number]] in ways:
            cited[number] = sheet.cite(number, cited[number])
    return tuple(cited)


class _Sheet:
    """The sheet's clauses for a battlefield."""

    def __init__(self, field: Battlefield) -> None:
        self.field = field
        self.clauses = field.rulebook.clauses
        self.has_odd_traits = any(_is_odd(traits) for traits in field.rulebook.traits.values())

    def cite(self, number: int, outcome: Outcome) -> Outcome:
        """One outcome with its clauses."""
        decisive = self._cite_decisive(number, outcome)
        others = [clause for clause in self._list_others(number, outcome) if clause]
        if not decisive and not others:
            return outcome
        clauses = tuple(dict.fromkeys((decisive, *others) if decisive else others))
        return outcome._replace(clauses=clauses, by_sheet=bool(decisive))

    def _cite_decisive(self, number: int, outcome: Outcome) -> ClauseId:
        """The clause without which it would have a different result."""
        order, reason = outcome.order, outcome.reason
        if reason is Reason.MOVED:
            if number in self.field.landing:
                return self.clauses.cite(Topic.LANDING)
            return self._cite_way(number)
        if self.has_odd_traits and reason in GIVEN:
            return self._cite_support(number)
        if self.has_odd_traits and reason in (Reason.OUTMATCHED, Reason.BOUNCED):
            return self._cite_yielding(number, outcome)
        if reason in BOARDING:
            return self.clauses.cite(Topic.CHANGING_SHIPS if self._is_aboard(number) else Topic.EMBARKING)
        if reason is Reason.CARRIER_DISLODGED and not isinstance(order, Convoy):
            is_carrier = any(isinstance(cause, Hold) for cause in outcome.because_of)  # a ship that takes one embarks
            return self.clauses.cite(Topic.LANDING_FAILS if is_carrier else Topic.EMBARKING_FAILS)
        if reason is Reason.WENT_DOWN:
            ship = self.field.occupant[self.field.spaces[number]]
            return self.clauses.cite(
                Topic.CARRYING if self._traits(ship).survives_dislodgement else Topic.TRANSPORT_SINKS
            )
        if reason is Reason.DISLODGED and not self._traits(number).survives_dislodgement:
            return self.clauses.cite(Topic.TRANSPORT_SINKS)
        if reason in NOT_LET_OFF and self._changes_ships(number):
            return self.clauses.cite(Topic.CHANGING_SHIPS)
        return self.clauses.cite(CARRIAGE[reason]) if reason in CARRIAGE else NO_CLAUSE

    def _changes_ships(self, number: int) -> bool:
        """True if an order is to go from one ship to another, or for a ship that was to take such an army aboard."""
        field, order = self.field, self.field.orders[number]
        if not isinstance(order, Move):
            return isinstance(order, Embark)
        receiver = field.occupant.get(field.board.index[order.target])
        if not field.board.can_stand(order.target, sails=False):
            return True
        return (
            receiver is not None and isinstance(field.orders[receiver], Embark) and field.void.get(receiver) == number
        )

    def _cite_way(self, mover: int) -> ClauseId:
        """The clause that opens the border that a unit crossed; a convoy crosses none."""
        field = self.field
        if mover in field.convoyed:
            return NO_CLAUSE
        names = field.board.order
        start, end = names[field.spaces[mover]], names[field.target[mover]]
        return self.clauses.cite_way(start, end, sails=self._traits(mover).sails)

    def _is_aboard(self, number: int) -> bool:
        """True if an order to go aboard, or to take aboard, is for an army that comes from another ship."""
        field, order = self.field, self.field.orders[number]
        if not isinstance(order, Embark):
            return number in field.carrier
        return self._traits(field.occupant[field.board.index[order.army.location]]).sails

    def _cite_support(self, helper: int) -> ClauseId:
        """Transport fleets give and receive only some supports."""
        if not self._traits(helper).supports_attacks:
            return self.clauses.cite(Topic.TRANSPORT_SUPPORTS)
        order = self.field.orders[helper]
        assert isinstance(order, SupportHold | SupportMove)
        kind = order.supported.kind
        if kind is not None and not self.field.rulebook.traits[kind].is_supported_in_attack:
            return self.clauses.cite(Topic.TRANSPORT_IS_SUPPORTED)
        return NO_CLAUSE

    def _cite_yielding(self, mover: int, outcome: Outcome) -> ClauseId:
        """A transport fleet gives way to a combat unit that moves to the same space."""
        if self._traits(mover).stands_off:
            return NO_CLAUSE
        kinds = [order.unit.kind for order in outcome.because_of if isinstance(order, Move)]
        traits = self.field.rulebook.traits
        is_beaten = any(kind is not None and traits[kind].stands_off for kind in kinds)
        return self.clauses.cite(Topic.TRANSPORT_YIELDS) if is_beaten else NO_CLAUSE

    def _list_others(self, number: int, outcome: Outcome) -> Iterator[ClauseId]:
        """Other clauses that apply to it."""
        order = outcome.order
        if isinstance(order, Move) and number not in self.field.boarding and number not in self.field.stranded:
            if outcome.reason is not Reason.MOVED:
                yield self._cite_way(number)
            yield self.clauses.cite(Topic.BOMB_CARRIED) if order.carry else NO_CLAUSE
            yield self._cite_beaten(number, outcome)
        if not self.has_odd_traits:
            return
        if outcome.reason in GIVEN:
            attackers = self.field.attackers.get(self.field.spaces[number], ())
            if any(not self._traits(attacker).cuts_support for attacker in attackers):
                yield self.clauses.cite(Topic.TRANSPORT_CUTS_NOTHING)
        if outcome.fate is Fate.DESTROYED and not self._traits(number).survives_dislodgement:
            yield self.clauses.cite(Topic.TRANSPORT_SINKS)

    def _cite_beaten(self, mover: int, outcome: Outcome) -> ClauseId:
        """The clause for a combat unit that got in although a transport fleet moved there too."""
        if not self.has_odd_traits or outcome.reason is not Reason.MOVED or not self._traits(mover).stands_off:
            return NO_CLAUSE
        rivals = self.field.attackers[self.field.target[mover]]
        is_met = any(not self._traits(rival).stands_off for rival in rivals)
        return self.clauses.cite(Topic.TRANSPORT_YIELDS) if is_met else NO_CLAUSE

    def _traits(self, number: int) -> UnitTraits:
        return self.field.rulebook.traits[self.field.units[number].kind]


def _is_odd(traits: UnitTraits) -> bool:
    """True if a kind of unit fights differently from armies and fleets."""
    return not (
        traits.stands_off
        and traits.cuts_support
        and traits.supports_attacks
        and traits.is_supported_in_attack
        and traits.survives_dislodgement
    )
