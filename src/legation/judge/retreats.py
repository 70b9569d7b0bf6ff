"""Retreats: where a dislodged unit may go, and what happens to retreating units."""

from dataclasses import replace

from legation.board import Board, DislodgedUnit, LocationId, Position, SpaceId, Unit, make_units, space_of
from legation.judge.carriage import lost_with_ship, put_aboard
from legation.judge.findings import in_sequence
from legation.judge.reasons import Fate, Reason, Result
from legation.judge.rulebook import Crossing, Rulebook
from legation.judge.verdict import Finding, Harm, Outcome, Verdict
from legation.orders import Disband, Retreat, RetreatBook, Scene, piece_of


def list_retreats(
    board: Board, moved: Position, unit: Unit, barred: SpaceId | None, rulebook: Rulebook
) -> tuple[LocationId, ...]:
    """Every place where a unit dislodged in the movement phase may retreat.

    It may go wherever it could ordinarily move, except to an occupied space, to one left empty by a stand-off, and to
    its attacker's origin (``barred``). ``moved`` is the position after the moves. Rule modules may add more.
    """
    if board.conditional:
        options = tuple(sorted(Scene(board, moved, rulebook.order_rules).targets(unit)))
    else:
        steps = board.fleet_moves if rulebook.traits[unit.kind].sails else board.army_moves
        options = steps[unit.location]
    if rulebook.modules:
        options = _amend(board, moved, unit, rulebook, options)
    units, contested, lands_in = moved.units, moved.contested, board.space_ids
    return tuple(
        [
            option
            for option in options
            if (space := lands_in[option]) not in units and space not in contested and space != barred
        ]
    )


def _amend(
    board: Board, moved: Position, unit: Unit, rulebook: Rulebook, options: tuple[LocationId, ...]
) -> tuple[LocationId, ...]:
    """The steps, including those added and excluding those closed by rule modules."""
    for module in rulebook.modules:
        options = tuple(sorted({*options, *module.retreat_options(board, moved, unit)}))
    closed = {space for module in rulebook.modules for space in module.closed_to(board, moved, unit.kind)}
    return tuple(option for option in options if board.space_ids[option] not in closed)


def list_retreat_orders(
    board: Board, position: Position, dislodged: DislodgedUnit, rulebook: Rulebook
) -> tuple[Retreat, ...]:
    """Every legal retreat of a dislodged unit; if several fleets could carry it, one for each sea."""
    unit, found = dislodged.unit, []
    for target in dislodged.retreats:
        order = Retreat(piece_of(unit), target)
        seas = {sea for module in rulebook.modules for sea in module.list_seas_for(board, position, unit, order)}
        found += [replace(order, via=sea) for sea in sorted(seas)] or [order]
    return tuple(found)


def judge_retreats(board: Board, position: Position, book: RetreatBook, rulebook: Rulebook) -> Verdict:
    """Judge a retreat phase: units that go to the same space are all disbanded; units without an order too."""
    arriving: list[Unit] = []
    crossings: dict[SpaceId, Crossing] = {}
    for module in rulebook.modules:
        crossings |= module.carry_retreats(board, position, book.orders)
    retreats = [  # a unit that never sets out blocks no other
        order
        for space, order in book.orders.items()
        if isinstance(order, Retreat) and not (space in crossings and crossings[space].via is None)
    ]
    outcomes: list[Outcome] = []
    destroyed: list[Unit] = []
    for dislodged in position.dislodged:
        unit = dislodged.unit
        outcome = _judge_retreat(board, book, retreats, unit, crossings.get(unit.space))
        outcomes.append(outcome)
        if outcome.reason is Reason.RETREATED and isinstance(outcome.order, Retreat):
            arriving.append(Unit(unit.power, unit.kind, outcome.order.target))
            if dislodged.cargo:
                arriving.append(put_aboard(dislodged.cargo, space_of(outcome.order.target)))
            continue
        destroyed += dislodged.units
        if dislodged.cargo:
            outcomes.append(lost_with_ship(dislodged.cargo, outcome.order, rulebook.clauses))
    units = make_units([*position.units.values(), *arriving])
    after = Position(units, position.owners, in_disorder=position.in_disorder, memory=position.memory)
    verdict = Verdict(tuple(outcomes), after, tuple(destroyed))
    for module in rulebook.modules:
        verdict = module.after_retreats(board, position, verdict)
    return verdict


def gives_way(board: Board, one: Retreat, other: Retreat) -> bool:
    """True if a retreat over a difficult border yields to one over an ordinary border (DATC 2.4, 10.K)."""
    hard = [(order.unit.location, order.target) in board.difficult for order in (one, other)]
    return hard[0] and not hard[1]


def _judge_retreat(
    board: Board, book: RetreatBook, retreats: list[Retreat], unit: Unit, crossing: Crossing | None
) -> Outcome:
    order = book.orders[unit.space]
    if isinstance(order, Disband):
        reason = Reason.DISBANDED_WITHOUT_ORDER if unit.space in book.supplied else Reason.DISBANDED
        return Outcome(unit.power, order, Finding(Result.SUCCEEDS, reason), Harm(Fate.DESTROYED))
    if crossing and crossing.via is None:
        finding = Finding(Result.FAILS, Reason.RETREAT_STOPPED, in_sequence([*crossing.rivals]))
        return Outcome(unit.power, order, finding, Harm(Fate.DESTROYED)).decided_by(crossing.clause)
    rivals = in_sequence(
        [
            other
            for other in retreats
            if other != order
            and space_of(other.target) == space_of(order.target)
            and not gives_way(board, other, order)
        ]
    )
    if rivals:
        finding = Finding(Result.FAILS, Reason.RETREATS_COLLIDED, rivals)
        return Outcome(unit.power, order, finding, Harm(Fate.DESTROYED))
    finding = Finding(Result.SUCCEEDS, Reason.RETREATED)
    if crossing:
        carried = replace(order, via=crossing.via)
        return Outcome(unit.power, carried, finding).decided_by(crossing.clause)
    return Outcome(unit.power, order, finding)
