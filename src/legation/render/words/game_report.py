"""A whole game as a report: the requested phases, corrections, and the current board and votes."""

from collections.abc import Iterator, Mapping

from legation.board import PowerId, SpaceId
from legation.game import Changed, GameState, Judged, PhaseKind, View, format_places
from legation.judge import Rulebook, count_centres, list_dues
from legation.render.words.changes import word_changes
from legation.render.words.language import ENGLISH, Language
from legation.render.words.marks import word_goals, word_marks
from legation.render.words.phase_report import list_phase_sections
from legation.render.words.phrases import word_phase
from legation.render.words.report import Part, PowerRow, Report, Section
from legation.render.words.votes import word_ending, word_placings, word_tally
from legation.variants import Variant


def report_game(variant: Variant, view: View, phase: str | None = None, language: Language = ENGLISH) -> Report:
    """The contents of a view: the requested phase (or the last, or ``all``), then the current board and votes."""
    sections: list[Section] = []
    events = list(choose_events(view, phase))
    for event in events:
        if isinstance(event, Judged):
            sections += list_phase_sections(variant, view.rulebook, event.record, language)
        else:
            sections.append(report_correction(event, language))
    if view.places and any(isinstance(event, Judged) and event.record.after.ending for event in events):
        sections.append(Section(Part.ENDING, lines=(word_placings(variant, view.places, language),)))
    if phase is None or phase.lower() == "all":
        sections += _list_now(variant, view, language)
    return Report(variant.name, tuple(sections))


def report_correction(event: Changed, language: Language = ENGLISH) -> Section:
    """Facts that the game master has corrected, and why."""
    changes = word_changes(event.changes, language)
    sentence = language.fill("reports.correction", changes=changes, note=event.note)
    return Section(Part.CORRECTION, lines=(sentence,))


def choose_events(view: View, phase: str | None) -> Iterator[Judged | Changed]:
    """The events of a report: a phase, and the corrections after it."""
    last = str(view.records[-1].phase) if view.records else ""
    wanted = (phase or last).upper()
    is_wanted = wanted == "ALL" or not view.records
    for event in view.events:
        if isinstance(event, Judged) and wanted != "ALL":
            is_wanted = str(event.record.phase) == wanted
        if is_wanted:
            yield event


def _list_now(variant: Variant, view: View, language: Language) -> Iterator[Section]:
    """The board, what is due, the players, open proposals, and the viewer's own orders."""
    state, rulebook = view.state, view.rulebook
    title = language.fill("reports.now", phase=word_phase(state.shown_phase, language))
    if state.ending:
        title = language.texts["reports.over"]
        ending = word_ending(variant, state.ending, language)
        if state.ending.by_vote:
            ending = f"{ending} {language.fill('reports.voted', places=format_places(state.ending.places))}"
        yield Section(Part.ENDING, lines=(ending,))
    yield report_board(variant, rulebook, state, title, players=view.players, language=language)
    due = tuple(list_due_actions(variant, rulebook, state, language))
    if due:
        yield Section(Part.DUE, lines=due)
    if state.open_proposals:
        proposals = tuple(_list_proposals(variant, view, language))
        yield Section(Part.PROPOSALS, language.texts["reports.proposals"], level=2, items=proposals)
    if view.viewer and view.orders:
        name = variant.powers[view.viewer].name
        head = language.fill("reports.orders", power=name, receipt=view.receipt)
        yield Section(Part.ORDERS, head, level=2, items=view.orders)


def report_board(
    variant: Variant,
    rulebook: Rulebook,
    state: GameState,
    title: str,
    *,
    players: Mapping[PowerId, str] | None = None,
    language: Language = ENGLISH,
) -> Section:
    """Every power's centres and units, and the centres without an owner."""
    rows = []
    for power in variant.powers.values():
        units = language.list_all([str(unit) for unit in state.position.units_of(power.id)])
        rows.append(
            PowerRow(
                power.name,
                (players or {}).get(power.id, ""),
                count_centres(variant.board, state.position, power.id, rulebook),
                _list_centres(variant, rulebook, state, power.id, language)
                + _word_way_to_victory(variant, rulebook, state, power.id, language),
                units or language.texts["board.no_units"],
            )
        )
    free = list_free_centres(variant, rulebook, state)
    rows.append(PowerRow(language.texts["board.free"], "", len(free), " ".join(free), ""))
    lines = (*list_aboard(state, language), *word_marks(variant, rulebook, state.position, language))
    return Section(Part.BOARD, title, level=2, board=tuple(rows), lines=lines)


def _word_way_to_victory(
    variant: Variant, rulebook: Rulebook, state: GameState, power: PowerId, language: Language
) -> str:
    """A power's progress towards its own victory condition, after its centres."""
    goals = word_goals(variant, rulebook, state.position, power, language)
    return f" {language.fill('board.goals', goals=goals)}" if goals else ""


def _list_centres(variant: Variant, rulebook: Rulebook, state: GameState, power: PowerId, language: Language) -> str:
    """The centres of a power; those that do not count yet, or never do, are listed separately."""
    board, position = variant.board, state.position
    owned = position.centres_of(power)
    counted = [
        space
        for space in owned
        if board.spaces[space].centre.is_counted
        and all(module.counts_centre(board, position, space) for module in rulebook.modules)
    ]
    others = [space for space in owned if space not in counted]
    centres = " ".join(counted) or "-"
    if not others:
        return centres
    return language.fill("board.uncounted", centres=centres, uncounted=" ".join(others))


def list_free_centres(variant: Variant, rulebook: Rulebook, state: GameState) -> list[SpaceId]:
    """The unowned centres that can be taken: not those that are closed to every kind of unit."""
    board, position = variant.board, state.position
    closed = [
        frozenset().union(*(module.closed_to(board, position, kind) for module in rulebook.modules))
        for kind in rulebook.traits
    ]
    return [
        space.id
        for space in board.spaces.values()
        if space.centre.is_counted
        and space.id not in position.owners
        and not all(space.id in spaces for spaces in closed)
    ]


def list_aboard(state: GameState, language: Language) -> Iterator[str]:
    """A line for each army aboard a ship."""
    for army in state.position.armies_aboard:
        ship = state.position.units[army.space]
        yield language.fill("board.aboard", power=army.power, army=army, carrier=ship.power, ship=ship)


def list_due_actions(
    variant: Variant, rulebook: Rulebook, state: GameState, language: Language = ENGLISH
) -> Iterator[str]:
    """Retreats, builds and removals that are due now."""
    if state.ending:
        return
    for found in state.position.dislodged:
        key = "due.retreat" if found.retreats else "due.nowhere"
        places = language.join_or(found.retreats)
        name = variant.powers[found.unit.power].name
        yield language.fill(key, power=name, unit=found.unit, places=places)
    if state.phase.kind is PhaseKind.ADJUSTMENTS:
        for power in variant.powers.values():
            for kind, number in list_dues(variant.board, state.position, power.id, rulebook).items():
                if kind is None:
                    key = "due.build" if number > 0 else "due.remove"
                    yield language.count(key, abs(number), power=power.name)
                else:
                    key = "due.build_kind" if number > 0 else "due.remove_kind"
                    yield language.count(key, abs(number), power=power.name, kind=language.texts[f"kinds.{kind.value}"])


def _list_proposals(variant: Variant, view: View, language: Language) -> Iterator[str]:
    for proposal in view.state.open_proposals:
        own = proposal.votes.get(view.viewer) if view.viewer else None
        key = {None: "proposals.open", True: "proposals.voted_yes", False: "proposals.voted_no"}[own]
        by = variant.powers[proposal.by].name
        yield language.fill(key, id=proposal.id, by=by, places=format_places(proposal.places))
    for tally in view.tallies:
        yield word_tally(variant, tally, language)
