"""A whole turn as a report, for print and for letters: results, standings, what comes next, notes and public press."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from legation.board import PowerId
from legation.game import Changed, GameState, Judged, PhaseKind, PhaseRecord, format_places
from legation.judge import Rulebook, count_centres, list_dues
from legation.render.words.game_report import list_due_actions, report_correction
from legation.render.words.language import ENGLISH, Language
from legation.render.words.phase_report import list_phase_sections
from legation.render.words.phrases import word_phase
from legation.render.words.report import Part, PrintedLetter, Report, Section, Standing
from legation.variants import Variant


@dataclass(frozen=True, slots=True)
class TurnDetails:
    """Additional facts about a turn from a host or a game master. All are optional."""

    title: str = ""
    """The name of the game."""
    players: Mapping[PowerId, str] = field(default_factory=dict)
    judged_at: str = ""
    deadline: str = ""
    """The deadline for the orders of the next phase."""
    notes: tuple[PrintedLetter, ...] = ()
    """The game master's notes."""
    press: tuple[PrintedLetter, ...] = ()
    """Public letters only."""
    placings: str = ""
    """The places of all powers in a sentence, if the game is over."""
    turning_points: tuple[str, ...] = ()
    """The turning points of the game, in sentences, if it is over."""
    proof: str = ""
    """The entry of the history with the phase (``word_proof``)."""


def report_turn(
    variant: Variant,
    rulebook: Rulebook,
    events: Sequence[Judged | Changed],
    details: TurnDetails | None = None,
    language: Language = ENGLISH,
) -> Report:
    """A judged phase and the corrections after it: everything that a player who reads no page needs."""
    told = details or TurnDetails()
    record = next(event.record for event in events if isinstance(event, Judged))
    last = events[-1]
    after = last.record.after if isinstance(last, Judged) else last.after
    sections = [
        *_list_heading(record, told, language),
        *_list_next(variant, rulebook, after, told, language),
        report_standings(variant, rulebook, record.before, after, players=told.players, language=language),
        *_list_results(variant, rulebook, record, language),
        *(report_correction(event, language) for event in events if isinstance(event, Changed)),
    ]
    if told.placings:
        sections.append(Section(Part.ENDING, lines=(told.placings,)))
    if told.turning_points:
        title = language.texts["statistics.headings.turning_points"]
        sections.append(Section(Part.STATISTICS, title, items=told.turning_points))
    if after.open_proposals:
        proposals = tuple(
            language.fill("proposals.open", id=one.id, by=variant.powers[one.by].name, places=format_places(one.places))
            for one in after.open_proposals
        )
        sections.append(Section(Part.PROPOSALS, language.texts["reports.proposals"], items=proposals))
    if told.press:
        sections.append(Section(Part.PRESS, language.texts["turn.press"], level=2, letters=told.press))
    if told.proof:
        sections.append(Section(Part.PROOF, lines=(language.fill("turn.proof", proof=told.proof),)))
    title = told.title or variant.name
    return Report(title, tuple(sections), subtitle=variant.name if told.title else "")


def word_proof(entry: int, digest: str) -> str:
    """The number of an entry and the beginning of its hash."""
    return f"{entry}, {digest[:16]}"


def _list_heading(record: PhaseRecord, told: TurnDetails, language: Language) -> Iterator[Section]:
    """The phase, and the game master's notes on it."""
    lines = (language.fill("turn.judged", time=told.judged_at),) if told.judged_at else ()
    yield Section(Part.PHASE, word_phase(record.phase, language), level=2, lines=lines)
    if told.notes:
        yield Section(Part.MASTER, language.texts["turn.master"], letters=told.notes)


def _list_next(
    variant: Variant, rulebook: Rulebook, after: GameState, told: TurnDetails, language: Language
) -> Iterator[Section]:
    """The next phase with its deadline, and the retreats, builds and removals due."""
    if after.ending:
        return
    key = "turn.next_due" if told.deadline else "turn.next"
    sentence = language.fill(key, phase=word_phase(after.phase, language), time=told.deadline)
    due = tuple(list_due_actions(variant, rulebook, after, language))
    yield Section(Part.NEXT, language.texts["turn.coming"], items=(sentence, *due))


def report_standings(
    variant: Variant,
    rulebook: Rulebook,
    earlier: GameState,
    after: GameState,
    *,
    players: Mapping[PowerId, str],
    language: Language = ENGLISH,
) -> Section:
    """Every power's centres and units, the largest first."""
    board, before = variant.board, earlier.position
    rows = []
    for power in variant.powers.values():
        old = {space for space in before.centres_of(power.id) if board.spaces[space].centre.is_counted}
        new = {space for space in after.position.centres_of(power.id) if board.spaces[space].centre.is_counted}
        moves = [f"+{space}" for space in sorted(new - old)] + [f"-{space}" for space in sorted(old - new)]
        centres = count_centres(board, after.position, power.id, rulebook)
        rows.append(
            Standing(
                power=power.name,
                player=players.get(power.id, ""),
                centres=centres,
                change=centres - count_centres(board, before, power.id, rulebook),
                units=len(after.position.units_of(power.id)),
                due=_word_due(variant, rulebook, after, power.id),
                moves=" ".join(moves),
            )
        )
    rows.sort(key=lambda row: -row.centres)
    return Section(Part.STANDINGS, language.texts["turn.standings"], standings=tuple(rows))


def _word_due(variant: Variant, rulebook: Rulebook, after: GameState, power: PowerId) -> str:
    """``+2``, ``-1``, ``-1, +1 TF`` or ``2 R``: what a power must do in the next phase."""
    if after.ending:
        return ""
    if after.phase.kind is PhaseKind.ADJUSTMENTS:
        dues = list_dues(variant.board, after.position, power, rulebook)
        return ", ".join(f"{number:+d} {kind.value}" if kind else f"{number:+d}" for kind, number in dues.items())
    retreats = sum(found.unit.power == power for found in after.position.dislodged)
    return f"{retreats} R" if retreats else ""


def _list_results(variant: Variant, rulebook: Rulebook, record: PhaseRecord, language: Language) -> Iterator[Section]:
    """The results, without the heading of the phase, which is at the beginning."""
    yield from (
        section
        for section in list_phase_sections(variant, rulebook, record, language)
        if section.part is not Part.PHASE
    )
