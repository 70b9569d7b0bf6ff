"""Armies aboard ships after the moves: where they are, and what is said of them (Colonial Variant, 7, 8 and 12)."""

from collections.abc import Collection

from legation.board import LocationId, SpaceId, Unit
from legation.judge.battlefield import MOVE, NO, YES, Aftermath, Battlefield
from legation.judge.findings import Told
from legation.judge.reasons import Fate, Reason, Result
from legation.judge.verdict import Finding, Harm, Outcome, Strengths
from legation.orders import Embark, Hold, Order, piece_of

STAYED = Finding(Result.SUCCEEDS, Reason.STAYED_ABOARD)
WENT_DOWN = Finding(Result.FAILS, Reason.WENT_DOWN)


def carry_on(field: Battlefield, aftermath: Aftermath) -> dict[SpaceId, Unit]:
    """Who is aboard which ship after the moves; what was aboard a dislodged ship waits with it and is left out."""
    cargo: dict[SpaceId, Unit] = {}
    names = field.board.order
    for number in range(field.ashore, len(field.units)):
        ship = field.occupant[field.spaces[number]]
        if field.state[number] != YES and ship not in aftermath.dislodger:
            has_sailed = field.act[ship] == MOVE and field.state[ship] == YES
            put_aboard(cargo, names[field.target[ship] if has_sailed else field.spaces[ship]], field.units[number])
    for number, ships in field.boarding.items():
        if field.state[number] == YES:
            put_aboard(cargo, names[field.spaces[ships[0]]], field.units[number])
    return cargo


def put_aboard(cargo: dict[SpaceId, Unit], space: SpaceId, army: Unit) -> None:
    """Enter an army as aboard the ship in a space."""
    cargo[space] = Unit(army.power, army.kind, LocationId(space))


def sink(army: Unit, by: Order | None = None) -> Outcome:
    """The record of an army that was lost with its ship outside a movement phase (rule 12)."""
    return Outcome(army.power, Hold(piece_of(army)), WENT_DOWN, Harm(Fate.DESTROYED, by))


def tell_carriage(field: Battlefield, aftermath: Aftermath, destroyed: Collection[SpaceId], told: Told) -> None:
    """Say what became of armies going aboard, ashore or nowhere, and of the ships that took them or let them off."""
    for ship in field.helping:
        if isinstance(field.orders[ship], Embark) and field.state[ship] == YES:
            told.findings[ship] = Finding(Result.SUCCEEDS, Reason.TOOK_ABOARD)
        elif isinstance(field.orders[ship], Hold) and ship not in aftermath.stopped:
            reason = Reason.DISLODGED if ship in aftermath.dislodger else Reason.HELD
            told.findings[ship] = Finding(Result.SUCCEEDS, reason)
    for army in range(field.ashore, len(field.units)):
        if army not in field.landing:
            told.findings[army], told.strengths[army] = STAYED, Strengths()
    for army, ships in field.boarding.items():
        told.findings[army] = _tell_boarding(field, aftermath, army, ships)
        if field.state[army] != YES and field.state[ships[0]] == YES:  # the ship it was to come from is lost
            told.findings[ships[0]] = told.findings[army]._replace(result=Result.DISRUPTED)
    for army, carrier in field.landing.items():
        if field.state[army] != YES and field.state[carrier] == NO:
            told.findings[army] = _tell_lost_ship(field, aftermath, [carrier])
    for army, ship in field.stranded.items():
        told.findings[army] = _tell_stranded(field, army, ship)
    _tell_sunk(field, aftermath, destroyed, told)


def _tell_boarding(field: Battlefield, aftermath: Aftermath, army: int, ships: list[int]) -> Finding:
    if field.state[army] == YES:
        return Finding(Result.SUCCEEDS, Reason.EMBARKED, (field.orders[ships[0]],))
    return _tell_lost_ship(field, aftermath, [ship for ship in ships if field.state[ship] == NO])


def _tell_lost_ship(field: Battlefield, aftermath: Aftermath, ships: list[int]) -> Finding:
    is_paradox = not aftermath.stopped.isdisjoint(ships)
    reason = Reason.CONVOY_PARADOX if is_paradox else Reason.CARRIER_DISLODGED
    return Finding(Result.FAILS, reason, tuple(field.orders[ship] for ship in ships))


def _tell_stranded(field: Battlefield, army: int, ship: int) -> Finding:
    orders = (field.orders[ship],) if ship >= 0 else ()
    is_own_ship = army >= field.ashore and ship == field.occupant[field.spaces[army]]
    reason = Reason.CARRIER_DID_NOT_HOLD if is_own_ship else Reason.NOT_TAKEN_ABOARD
    return Finding(Result.VOID, reason, orders)


def _tell_sunk(field: Battlefield, aftermath: Aftermath, destroyed: Collection[SpaceId], told: Told) -> None:
    """An army aboard shares the fate of its ship: it waits with it, or goes down."""
    for army in range(field.ashore, len(field.units)):
        ship = field.occupant[field.spaces[army]]
        if ship not in aftermath.dislodger:
            continue
        by = field.orders[aftermath.dislodger[ship]]
        is_lost = field.units[ship].space in destroyed
        told.harms[army] = Harm(Fate.DESTROYED if is_lost else Fate.DISLODGED, by)
        if is_lost:
            told.findings[army] = WENT_DOWN
