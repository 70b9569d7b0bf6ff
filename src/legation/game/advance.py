"""From one state and the orders given in it to the next state."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import replace

from legation.board import Board, Position, PowerId
from legation.game.phase import Phase, PhaseKind, Season, next_phase
from legation.game.state import Ending, GameState, PhaseRecord
from legation.game.votes import count_proposals, has_vote_due, settle_votes
from legation.judge import (
    Rulebook,
    Verdict,
    count_centres,
    has_adjustments,
    judge_adjustments,
    judge_moves,
    judge_retreats,
    settle_ownership,
)
from legation.orders import Rejection, Submission, Topic, make_order_book, make_retreat_book
from legation.variants import Variant


def start_state(variant: Variant) -> GameState:
    """The first Spring."""
    return GameState(Phase(Season.SPRING, variant.first_year, PhaseKind.MOVES), variant.start)


def advance(
    variant: Variant, state: GameState, submissions: Iterable[Submission], rulebook: Rulebook | None = None
) -> PhaseRecord:
    """Judge the phase and go on to the next in which somebody has something to order."""
    lines = list(submissions)
    rules = rulebook or variant.rulebook
    verdict, rejections = judge_phase(variant.board, state, lines, rules)
    verdict = disband_disordered(verdict)
    after = follow(variant, state.phase, verdict.position, rules)
    tallies = count_proposals(variant, state, after.position)
    after = settle_votes(variant, state, after, tallies, rules)
    while after.ending is None and not (has_orders_due(variant.board, after, rules) or has_vote_due(variant, after)):
        after = replace(follow(variant, after.phase, after.position, rules), proposals=after.proposals)
    texts: defaultdict[PowerId, list[str]] = defaultdict(list)
    for power, text, _, _ in lines:
        texts[power].append(text)
    written = {power: tuple(given) for power, given in texts.items()}
    return PhaseRecord(state, after, written, verdict.outcomes, rejections, verdict.destroyed, tallies)


def judge_phase(
    board: Board, state: GameState, submissions: list[Submission], rulebook: Rulebook
) -> tuple[Verdict, tuple[Rejection, ...]]:
    """What became of the orders of one phase."""
    position = state.position
    match state.phase.kind:
        case PhaseKind.MOVES:
            book = make_order_book(board, position, submissions, rulebook.order_rules)
            return judge_moves(board, position, book, rulebook), book.rejections
        case PhaseKind.RETREATS:
            retreats = make_retreat_book(board, position, submissions, rulebook.order_rules)
            return judge_retreats(board, position, retreats, rulebook), retreats.rejections
        case PhaseKind.ADJUSTMENTS:
            result = judge_adjustments(board, position, submissions, rulebook)
            return result.verdict, result.rejections


def follow(variant: Variant, phase: Phase, position: Position, rulebook: Rulebook) -> GameState:
    """The state after a phase: centres change hands when Fall is over, and then somebody may have won."""
    coming = next_phase(phase, must_retreat=bool(position.dislodged))
    if phase.season is Season.FALL and coming.season is Season.WINTER:
        position = settle_ownership(variant.board, position, rulebook)
        ending = find_ending(variant, position, phase, rulebook)
        if ending:
            return GameState(coming, position, ending)
    if coming.kind is PhaseKind.MOVES:
        position = replace(position, contested=frozenset())
    return GameState(coming, position)


def disband_disordered(verdict: Verdict) -> Verdict:
    """Dislodged units of powers in civil disorder do not retreat, nor what they carry (rulebooks section 2.2)."""
    position = verdict.position
    if not position.in_disorder or not position.dislodged:
        return verdict
    going = [found for found in position.dislodged if found.unit.power in position.in_disorder]
    lost = [unit for found in going for unit in found.units]
    staying = tuple(found for found in position.dislodged if found not in going)
    return replace(verdict, position=replace(position, dislodged=staying), destroyed=(*verdict.destroyed, *lost))


def has_orders_due(board: Board, state: GameState, rulebook: Rulebook) -> bool:
    """Whether anybody has something to order; a Winter in which nobody can build or must remove is passed over."""
    if state.phase.kind is not PhaseKind.ADJUSTMENTS:
        return True
    position = state.position
    powers = set(position.owners.values()) | {unit.power for unit in position.units.values()}
    return any(has_adjustments(board, position, power, rulebook) for power in powers)


def find_ending(variant: Variant, position: Position, phase: Phase, rulebook: Rulebook) -> Ending | None:
    """The power with enough centres, and more than anybody else, has won; rule modules may know other ways."""
    for module in rulebook.modules:
        winners = module.find_winners(variant.board, position)
        if winners:
            kind = "victory" if len(winners.powers) == 1 else "draw"
            return Ending(kind, winners.powers, phase, clause=winners.clause)
    counts = {power: count_centres(variant.board, position, power, rulebook) for power in variant.powers}
    most = max(counts.values())
    leaders = tuple(power for power, count in counts.items() if count == most)
    number = variant.victory_centres
    for module in rulebook.modules:
        number = module.victory_centres(variant.board, position, number)
    if most < number or len(leaders) > 1:
        return None
    has_rival = sum(count >= number for count in counts.values()) > 1
    clause = rulebook.clauses.cite(Topic.LARGER_WINS if has_rival else Topic.VICTORY)
    return Ending("victory", leaders, phase, clause=clause)
