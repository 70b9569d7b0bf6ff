"""Boards and results as plain text."""

from collections.abc import Iterable, Iterator

from legation.board import PowerId
from legation.game import Explanation, GameState, PhaseRecord
from legation.judge import Fate, Outcome, Remedy, Result, count_centres
from legation.orders import format_order
from legation.render.words.language import ENGLISH, Language
from legation.render.words.outcomes import word_outcome
from legation.render.words.refusals import word_rejection
from legation.render.words.votes import word_ending
from legation.variants import Variant

MARKS = {
    Result.SUCCEEDS: "+", Result.FAILS: "x", Result.CUT: "/", Result.DISRUPTED: "~", Result.VOID: "?",
}  # fmt: skip
MOST_FOREIGN = 5
"""Units of other powers of which an explanation says what they might have done."""


def draw_position(variant: Variant, state: GameState) -> str:
    """The board as a table: every power's centres and units, and the centres still free."""
    position = state.position
    lines = [f"{state.shown_phase.title}"]
    width = max(len(power.name) for power in variant.powers.values())
    for power in variant.powers.values():
        centres = position.centres_of(power.id)
        units = ", ".join(str(unit) for unit in position.units_of(power.id)) or "no units"
        count = count_centres(variant.board, position, power.id, variant.rulebook)
        lines.append(f"  {power.name:<{width}}  {count:>2} centres  {units}")
        lines.append(f"  {'':<{width}}              {' '.join(centres) or '-'}")
    free = [space.id for space in variant.board.spaces.values() if space.centre and space.id not in position.owners]
    lines.append(f"  {'free':<{width}}  {len(free):>2} centres  {' '.join(free) or '-'}")
    for army in position.armies_aboard:
        ship = position.units[army.space]
        lines.append(f"  {army.power} {army} is aboard the {ship.power} ship {ship}")
    for found in position.dislodged:
        lines.append(f"  {found.unit.power} {found.unit} must retreat: {' '.join(found.retreats)}")
    return "\n".join(lines)


def write_record(variant: Variant, record: PhaseRecord) -> str:
    """A phase's results, power by power, each with its reason."""
    lines = [record.phase.title]
    for power in variant.powers.values():
        told = list(_tell_power(variant, record, power.id))
        if told:
            lines.append(power.name)
            lines += told
    if record.after.ending:
        lines.append(word_ending(variant, record.after.ending))
    return "\n".join(lines)


def _tell_power(variant: Variant, record: PhaseRecord, power: PowerId) -> Iterator[str]:
    for outcome in record.outcomes:
        if outcome.power == power:
            yield f"  {mark(outcome)} {format_order(outcome.order):<24} {word_outcome(variant.board, outcome)}"
    for rejection in record.rejections:
        if rejection.power == power:
            yield f"  ! {rejection.text:<24} {word_rejection(rejection)}"


def mark(outcome: Outcome) -> str:
    """A sign for the result: ``+`` succeeded, ``x`` failed, ``/`` cut, ``~`` disrupted, ``?`` void, ``*`` dislodged."""
    return MARKS[outcome.result] if outcome.fate is Fate.STANDS else "*"


def write_explanation(explanation: Explanation) -> str:
    """The chain behind one order, each step further in, and what would have changed it."""
    lines = []
    if explanation.refused:
        refused = explanation.refused
        lines.append(f"! {refused.power} {refused.text}")
        lines.append(f"  Refused: {word_rejection(refused)}")
    for link in explanation.chain:
        outcome = link.outcome
        lines.append(f"{'  ' * link.depth}{mark(outcome)} {outcome.power} {format_order(outcome.order)}")
        lines.append(f"{'  ' * link.depth}  {word_outcome(explanation.board, outcome)}{_numbers(outcome)}")
    if explanation.remedies:
        lines.append("One other order would have changed it:")
        lines += [f"  {line}" for line in word_remedies(explanation.remedies)]
    return "\n".join(lines)


def word_remedies(remedies: Iterable[Remedy], language: Language = ENGLISH) -> list[str]:
    """``F NTH C A LON - NWY instead of F NTH H``: a line for each of one's own units, and for some of the others."""
    found: dict[tuple[bool, str], list[str]] = {}
    for remedy in remedies:
        found.setdefault((remedy.is_own, format_order(remedy.given)), []).append(format_order(remedy.instead))
    own = [
        language.fill("remedies.own", instead=language.join_or(orders), given=given)
        for (is_own, given), orders in found.items()
        if is_own
    ]
    foreign = [
        language.fill("remedies.foreign", instead=language.join_or(orders), given=given)
        for (is_own, given), orders in found.items()
        if not is_own
    ]
    return [*own, *foreign[:MOST_FOREIGN]]


def _numbers(outcome: Outcome) -> str:
    numbers = outcome.strengths
    if numbers is None:
        return ""
    parts = [f"{name} {value}" for name, value in numbers._asdict().items() if value]
    return f" [{', '.join(parts)}]" if parts else ""
