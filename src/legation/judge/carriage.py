"""Armies aboard ships after the moves: where they are, and what happened to them (Colonial Variant, 7, 8 and 12)."""

from collections.abc import Collection, Iterator, Sequence

from legation.board import SpaceId, Unit, UnitKey, aboard, make_units
from legation.judge.battlefield import MOVE, NO, YES, Battlefield
from legation.judge.findings import UnitFindings
from legation.judge.reasons import Fate, Reason, Result
from legation.judge.verdict import Finding, Harm, Outcome, Strengths
from legation.orders import Clauses, Embark, Hold, Move, Order, Topic, piece_of

STAYED = Finding(Result.SUCCEEDS, Reason.STAYED_ABOARD)
WENT_DOWN = Finding(Result.FAILS, Reason.WENT_DOWN)


def put_aboard(army: Unit, space: SpaceId) -> Unit:
    """The army aboard the ship in a space."""
    return Unit(army.power, army.kind, aboard(space))


def move_with_ships(field: Battlefield, movers: Sequence[int]) -> dict[UnitKey, Unit]:
    """All units after the moves that succeeded, where armies are aboard ships or go aboard."""
    boarders = [army for army in field.boarding if field.state[army] == YES]
    leavers = {*movers, *field.dislodger, *boarders, *field.carrier}
    staying = [unit for number, unit in enumerate(field.units) if number not in leavers]
    arriving = [field.arrivals[mover] for mover in movers]
    return make_units([*staying, *arriving, *_list_carried(field)])


def _list_carried(field: Battlefield) -> Iterator[Unit]:
    """The armies aboard ships after the moves; armies aboard dislodged ships wait with them and are left out."""
    names = field.board.order
    for army, ship in field.carrier.items():
        if field.state[army] != YES and ship not in field.dislodger:
            has_sailed = field.act[ship] == MOVE and field.state[ship] == YES
            yield put_aboard(field.units[army], names[field.target[ship] if has_sailed else field.spaces[ship]])
    for army, ships in field.boarding.items():
        if field.state[army] == YES:
            yield put_aboard(field.units[army], names[field.spaces[ships[0]]])


def lost_with_ship(army: Unit, of_ship: Order, clauses: Clauses) -> Outcome:
    """The outcome of an army whose ship was removed or disbanded, or collided with another in retreat."""
    finding = WENT_DOWN._replace(because_of=(of_ship,))
    lost = Outcome(army.power, Hold(piece_of(army)), finding, Harm(Fate.DESTROYED))
    return lost.decided_by(clauses.cite(Topic.CARRYING))


def go_down(outcome: Outcome, clauses: Clauses) -> Outcome:
    """The outcome of an army aboard a dislodged ship that is lost at once."""
    lost = Outcome(outcome.power, outcome.order, WENT_DOWN, Harm(Fate.DESTROYED, outcome.dislodged_by))
    return lost.decided_by(clauses.cite(Topic.CARRYING))


def explain_carriage(field: Battlefield, destroyed: Collection[SpaceId], notes: UnitFindings) -> None:
    """Explain what happened to armies going aboard, ashore or nowhere, and to ships that took them or let them off."""
    for ship in field.helping:
        if isinstance(field.orders[ship], Embark) and field.state[ship] == YES:
            notes.findings[ship] = Finding(Result.SUCCEEDS, Reason.TOOK_ABOARD)
        elif isinstance(field.orders[ship], Hold) and ship not in field.stopped:
            reason = Reason.DISLODGED if ship in field.dislodger else Reason.HELD
            notes.findings[ship] = Finding(Result.SUCCEEDS, reason)
    for army in field.carrier:
        if army not in field.landing:
            notes.findings[army], notes.strengths[army] = STAYED, Strengths()
    for army, ships in field.boarding.items():
        notes.findings[army] = _explain_boarding(field, army, ships)
        if field.state[army] != YES and field.state[ships[0]] == YES:  # the ship it was to come from is lost
            notes.findings[ships[0]] = notes.findings[army]._replace(result=Result.DISRUPTED)
    for army, carrier in field.landing.items():
        if field.state[army] != YES and field.state[carrier] == NO:
            notes.findings[army] = _explain_lost_ship(field, [carrier])
    for army, ship in field.stranded.items():
        notes.findings[army] = _explain_stranded(field, army, ship)
        receiver = _find_receiver(field, army)
        if receiver is not None and ship == field.carrier.get(army):  # which did not let the army go
            notes.findings[receiver] = notes.findings[army]
    _explain_sunk(field, destroyed, notes)


def _explain_boarding(field: Battlefield, army: int, ships: list[int]) -> Finding:
    if field.state[army] == YES:
        return Finding(Result.SUCCEEDS, Reason.EMBARKED, (field.orders[ships[0]],))
    return _explain_lost_ship(field, [ship for ship in ships if field.state[ship] == NO])


def _explain_lost_ship(field: Battlefield, ships: list[int]) -> Finding:
    is_paradox = not field.stopped.isdisjoint(ships)
    reason = Reason.CONVOY_PARADOX if is_paradox else Reason.CARRIER_DISLODGED
    return Finding(Result.FAILS, reason, tuple(field.orders[ship] for ship in ships))


def _find_receiver(field: Battlefield, army: int) -> int | None:
    """The ship that was ordered to take an army aboard in the army's target space."""
    order = field.orders[army]
    ship = field.occupant.get(field.board.index[order.target]) if isinstance(order, Move) else None
    if ship is None or field.void.get(ship) != army or not isinstance(field.orders[ship], Embark):
        return None
    return ship


def _explain_stranded(field: Battlefield, army: int, ship: int) -> Finding:
    orders = (field.orders[ship],) if ship >= 0 else ()
    if ship != field.carrier.get(army):
        return Finding(Result.VOID, Reason.NOT_TAKEN_ABOARD, orders)
    is_idle = ship in field.unordered and isinstance(field.orders[ship], Hold)
    return Finding(Result.VOID, Reason.CARRIER_NOT_ORDERED if is_idle else Reason.CARRIER_DID_NOT_HOLD, orders)


def _explain_sunk(field: Battlefield, destroyed: Collection[SpaceId], notes: UnitFindings) -> None:
    """An army aboard shares the fate of its ship: it waits with it, or goes down."""
    for army, ship in field.carrier.items():
        if ship not in field.dislodger:
            continue
        by = field.orders[field.dislodger[ship]]
        is_lost = field.units[ship].space in destroyed
        notes.harms[army] = Harm(Fate.DESTROYED if is_lost else Fate.DISLODGED, by)
        if is_lost:
            notes.findings[army] = WENT_DOWN
