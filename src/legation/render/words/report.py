"""Reports of a game for people: what happened in a phase, how the board stands, what is voted on."""

from collections.abc import Iterator, Sequence

from legation.board import PowerId
from legation.game import (
    Changed,
    Judged,
    PhaseRecord,
    View,
    format_places,
    list_silent,
)
from legation.judge import Rulebook, count_centres
from legation.orders import format_order
from legation.render.words.changes import word_changes
from legation.render.words.outcomes import word_outcome
from legation.render.words.refusals import word_rejection
from legation.render.words.review import word_silence
from legation.render.words.text import draw_position, mark, write_record
from legation.render.words.votes import word_ending, word_placings, word_tally, word_votes_cast
from legation.variants import Variant


def write_report(variant: Variant, view: View, phase: str | None = None, *, markdown: bool = False) -> str:
    """What a view shows: the phase asked for (or the last, or ``all``), then the board and the votes now."""
    told = list(_choose(view, phase))
    lines = [f"# {variant.name}" if markdown else variant.name, ""]
    for event in told:
        lines += _tell_event(variant, view.rulebook, event, markdown=markdown)
    if view.places and any(isinstance(event, Judged) and event.record.after.ending for event in told):
        lines += [word_placings(variant, view.places), ""]
    if phase is None or phase.lower() == "all":
        lines += _tell_now(variant, view, markdown=markdown)
    return "\n".join(lines).rstrip() + "\n"


def _choose(view: View, phase: str | None) -> Iterator[Judged | Changed]:
    """The events that a report is about: a phase, and corrections that came after it."""
    last = str(view.records[-1].phase) if view.records else ""
    wanted = (phase or last).upper()
    is_wanted = wanted == "ALL" or not view.records
    for event in view.events:
        if isinstance(event, Judged) and wanted != "ALL":
            is_wanted = str(event.record.phase) == wanted
        if is_wanted:
            yield event


def _tell_event(variant: Variant, rulebook: Rulebook, event: Judged | Changed, *, markdown: bool) -> list[str]:
    if isinstance(event, Changed):
        sentence = f"{word_changes(event.changes)} ({event.note})."
        return [f"**Correction.** {sentence}" if markdown else f"Correction: {sentence}", ""]
    record = event.record
    lines = [_write_record(variant, record) if markdown else write_record(variant, record)]
    for tally in record.tallies:
        sentence = f"{word_tally(variant, tally)} {word_votes_cast(variant, tally)}"
        lines.append(f"- {sentence}" if markdown else f"Vote on {sentence}")
    silence = word_silence(list_silent(variant, record, rulebook))
    if silence:
        lines.append(("- " if markdown else "") + silence)
    return [*lines, ""]


def _write_record(variant: Variant, record: PhaseRecord) -> str:
    """A phase's results in Markdown."""
    lines = [f"## {record.phase.title}", ""]
    for power in variant.powers.values():
        told = [
            f"- `{mark(outcome)} {format_order(outcome.order)}` {word_outcome(variant.board, outcome)}"
            for outcome in record.outcomes
            if outcome.power == power.id
        ]
        told += [
            f"- `! {rejection.text.replace('`', '')}` {word_rejection(rejection)}"
            for rejection in record.rejections
            if rejection.power == power.id
        ]
        if told:
            lines += [f"### {power.name}", "", *told, ""]
    if record.after.ending:
        lines += [f"**{word_ending(variant, record.after.ending)}**", ""]
    return "\n".join(lines)


def _tell_now(variant: Variant, view: View, *, markdown: bool) -> list[str]:
    """The board, the seats, open proposals, and the viewer's own orders."""
    state = view.state
    lines = [f"## Now: {state.shown_phase.title}", ""] if markdown else [f"Now: {state.shown_phase.title}", ""]
    if state.ending:
        voted = f" Voted: {format_places(state.ending.places)}." if state.ending.by_vote else ""
        lines = [f"{word_ending(variant, state.ending)}{voted}", ""]
    lines += _write_board(variant, view) if markdown else [draw_position(variant, state)]
    lines.append("")
    dot = "- " if markdown else "  "
    if view.players and not markdown:
        lines += ["Players", *(f"  {power}: {player}" for power, player in sorted(view.players.items())), ""]
    if state.open_proposals:
        lines += ["Open proposals", "", *(f"{dot}{text}" for text in _tell_proposals(variant, view)), ""]
    if view.viewer and view.orders:
        head = f"Orders of {view.viewer} (receipt {view.receipt})"
        lines += [head, "", *(f"{dot}{text}" for text in view.orders), ""]
    return lines


def _tell_proposals(variant: Variant, view: View) -> Iterator[str]:
    for proposal in view.state.open_proposals:
        own = proposal.votes.get(view.viewer) if view.viewer else None
        vote = "" if own is None else f"; your vote: {'yes' if own else 'no'}"
        yield f"{proposal.id} by {proposal.by}: {format_places(proposal.places)}{vote}"
    for tally in view.tallies:
        yield word_tally(variant, tally)


def _write_board(variant: Variant, view: View) -> list[str]:
    """The board as a Markdown table."""
    lines = ["| power | player | centres | units |", "| --- | --- | --- | --- |"]
    position = view.state.position
    for power in variant.powers.values():
        count = count_centres(variant.board, position, power.id, variant.rulebook)
        units = ", ".join(_list_units(view, power.id)) or "none"
        centres = f"{count}: {' '.join(position.centres_of(power.id))}" if count else "0"
        lines.append(f"| {power.name} | {view.players.get(power.id, '')} | {centres} | {units} |")
    for found in position.dislodged:
        lines += ["", f"{found.unit.power} {found.unit} must retreat: {' '.join(found.retreats) or 'nowhere'}"]
    return lines


def _list_units(view: View, power: PowerId) -> Sequence[str]:
    return [str(unit) for unit in view.state.position.units_of(power)]
