"""From one state and the orders given in it to the next state."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import replace
from typing import NamedTuple

from legation.board import Board, CentreKind, Position, PowerId, SpaceId
from legation.game.phase import Phase, PhaseKind, Season, next_phase
from legation.game.state import Ending, GameState, PhaseRecord, list_survivors
from legation.game.votes import count_proposals, has_vote_due, settle_votes
from legation.judge import (
    Fate,
    Harm,
    Outcome,
    Rulebook,
    Verdict,
    count_centres,
    go_down,
    has_adjustments,
    judge_adjustments,
    judge_moves,
    judge_retreats,
    settle_ownership,
)
from legation.orders import (
    Bomb,
    Fault,
    Piece,
    Refusal,
    Rejection,
    Submission,
    Topic,
    Waive,
    make_order_book,
    make_retreat_book,
    piece_of,
)
from legation.variants import AtEnd, FirstSeason, Variant

FIRST_PHASES = {
    FirstSeason.SPRING: (Season.SPRING, PhaseKind.MOVES),
    FirstSeason.FALL: (Season.FALL, PhaseKind.MOVES),
    FirstSeason.WINTER: (Season.WINTER, PhaseKind.ADJUSTMENTS),
}
QUIET_YEARS = "quiet_years"
"""The key under which a position remembers for how many Falls no centre has changed hands."""


class JudgedOrders(NamedTuple):
    """The results of the orders of one phase, before centres change hands and the calendar advances."""

    verdict: Verdict
    rejections: tuple[Rejection, ...]
    """The lines that were not followed."""
    idle: tuple[Piece, ...] = ()
    """The units that held because none of their orders could be followed."""


def start_state(variant: Variant) -> GameState:
    """The first phase: by the usual calendar the first Spring."""
    season, kind = FIRST_PHASES[variant.calendar.first_season]
    return GameState(Phase(season, variant.first_year, kind), variant.start)


def advance(
    variant: Variant, state: GameState, submissions: Iterable[Submission], rulebook: Rulebook | None = None
) -> PhaseRecord:
    """Judge the phase and advance to the next in which any power can give orders."""
    lines = list(submissions)
    rules = rulebook or variant.rulebook
    judged = judge_phase(variant.board, state, lines, rules)
    verdict = disband_disordered(judged.verdict, rules)
    after = follow(variant, state.phase, verdict.position, rules)
    tallies = count_proposals(variant, state, after.position)
    after = settle_votes(variant, state, after, tallies, rules)
    while after.ending is None and not (has_orders_due(variant.board, after, rules) or has_vote_due(variant, after)):
        after = replace(follow(variant, after.phase, after.position, rules), proposals=after.proposals)
    texts: defaultdict[PowerId, list[str]] = defaultdict(list)
    for power, text, _, _ in lines:
        texts[power].append(text)
    written = {power: tuple(given) for power, given in texts.items()}
    return PhaseRecord(
        state, after, written, verdict.outcomes, judged.rejections, verdict.destroyed, tallies, judged.idle
    )


def judge_phase(board: Board, state: GameState, submissions: list[Submission], rulebook: Rulebook) -> JudgedOrders:
    """Judge the orders of one phase."""
    position = state.position
    match state.phase.kind:
        case PhaseKind.MOVES:
            book = make_order_book(board, position, submissions, rulebook.order_rules)
            idle = sorted((piece_of(position.units[key]) for key in book.supplied), key=str)
            return JudgedOrders(judge_moves(board, position, book, rulebook), book.rejections, tuple(idle))
        case PhaseKind.RETREATS:
            retreats = make_retreat_book(board, position, submissions, rulebook.order_rules)
            return JudgedOrders(judge_retreats(board, position, retreats, rulebook), retreats.rejections)
        case PhaseKind.ADJUSTMENTS:
            result = judge_adjustments(board, position, submissions, rulebook)
            return JudgedOrders(result.verdict, result.rejections)


def follow(variant: Variant, phase: Phase, position: Position, rulebook: Rulebook) -> GameState:
    """The state after a phase: centres change hands when Fall is over, and then a power may have won."""
    coming = next_phase(phase, must_retreat=bool(position.dislodged), calendar=variant.calendar)
    if phase.season is Season.FALL and coming.season is Season.WINTER:
        before, position = position, settle_ownership(variant.board, position, rulebook)
        if variant.victory.quiet_years:
            position = _count_quiet_year(before, position)
        ending = find_ending(variant, position, phase, rulebook)
        if ending:
            return GameState(coming, position, ending)
    if coming.kind is PhaseKind.MOVES and position.contested:
        position = position._replace(contested=frozenset())
    return GameState(coming, position)


def _count_quiet_year(before: Position, after: Position) -> Position:
    """The position after Fall, with the number of Falls in which no centre has changed hands."""
    count = before.memory.get(QUIET_YEARS, 0)
    is_quiet = before.owners == after.owners and isinstance(count, int)
    return after._replace(memory={**after.memory, QUIET_YEARS: count + 1 if is_quiet else 0})  # type: ignore[operator]


def disband_disordered(verdict: Verdict, rulebook: Rulebook) -> Verdict:
    """Dislodged units of powers in civil disorder do not retreat, nor does their cargo (rulebooks section 2.2)."""
    position = verdict.position
    if not position.in_disorder or not position.dislodged:
        return verdict
    going = [found for found in position.dislodged if found.unit.power in position.in_disorder]
    lost = [unit for found in going for unit in found.units]
    staying = tuple(found for found in position.dislodged if found not in going)
    pieces, cargo = {piece_of(unit) for unit in lost}, {piece_of(found.cargo) for found in going if found.cargo}
    outcomes = tuple(
        _disband(outcome, rulebook, is_cargo=outcome.order.unit in cargo)
        if outcome.fate is Fate.DISLODGED
        and not isinstance(outcome.order, Waive | Bomb)
        and outcome.order.unit in pieces
        else outcome
        for outcome in verdict.outcomes
    )
    return Verdict(outcomes, position._replace(dislodged=staying), (*verdict.destroyed, *lost))


def _disband(outcome: Outcome, rulebook: Rulebook, *, is_cargo: bool) -> Outcome:
    """The outcome of a dislodged unit that disbands at once; an army aboard goes down with its ship."""
    if is_cargo:
        return go_down(outcome, rulebook.clauses)
    return outcome._replace(harm=Harm(Fate.DESTROYED, outcome.dislodged_by, Refusal(Fault.IN_DISORDER)))


def has_orders_due(board: Board, state: GameState, rulebook: Rulebook) -> bool:
    """True if any power can give orders; a Winter without builds or removals is skipped."""
    if state.phase.kind is not PhaseKind.ADJUSTMENTS:
        return True
    position = state.position
    powers = set(position.owners.values()) | {unit.power for unit in position.units.values()}
    return any(has_adjustments(board, position, power, rulebook) for power in powers)


def find_ending(variant: Variant, position: Position, phase: Phase, rulebook: Rulebook) -> Ending | None:
    """The ending if a power has enough centres, and more than any other; rule modules may know other ways."""
    for module in rulebook.modules:
        winners = module.find_winners(variant.board, position)
        if winners:
            kind = "victory" if len(winners.powers) == 1 else "draw"
            return Ending(kind, winners.powers, phase, clause=winners.clause)
    counts = {power: count_centres(variant.board, position, power, rulebook) for power in variant.seats}
    most = max(counts.values())
    leaders = tuple(power for power, count in counts.items() if count == most)
    number = variant.victory.needed_in(phase.year)
    for module in rulebook.modules:
        number = module.victory_centres(variant.board, position, number)
    if most >= number and len(leaders) == 1:
        has_rival = sum(count >= number for count in counts.values()) > 1
        clause = rulebook.clauses.cite(Topic.LARGER_WINS if has_rival else Topic.VICTORY)
        return Ending("victory", leaders, phase, clause=clause)
    return _find_holder(variant, position, phase) or _end_by_time(variant, position, phase, leaders)


def _find_holder(variant: Variant, position: Position, phase: Phase) -> Ending | None:
    """The ending if a power holds all spaces of one of the variant's lists: owns a centre, or is in another space."""
    for holding in variant.victory.holdings:
        if phase.year < holding.from_year:
            continue
        holders = {_find_holder_of(variant.board, position, space) for space in holding.spaces}
        power = holders.pop()
        if not holders and power in variant.seats:
            return Ending("victory", (PowerId(str(power)),), phase)
    return None


def _find_holder_of(board: Board, position: Position, space: SpaceId) -> PowerId | None:
    if board.spaces[space].centre is not CentreKind.NONE:
        return position.owners.get(space)
    unit = position.units.get(space)
    return unit.power if unit else None


def _end_by_time(variant: Variant, position: Position, phase: Phase, leaders: tuple[PowerId, ...]) -> Ending | None:
    """The end when the last year is over, or when no centre has changed hands for long enough."""
    victory = variant.victory
    is_last = victory.last_year is not None and phase.year >= victory.last_year
    if is_last and victory.at_end is AtEnd.MOST_CENTRES:
        return Ending("victory" if len(leaders) == 1 else "draw", leaders, phase)
    quiet = position.memory.get(QUIET_YEARS, 0)
    is_quiet = victory.quiet_years is not None and isinstance(quiet, int) and quiet >= victory.quiet_years
    if not (is_last or is_quiet):
        return None
    alive = list_survivors(variant.board, position)
    return Ending("draw", tuple(power for power in variant.seats if power in alive), phase)
