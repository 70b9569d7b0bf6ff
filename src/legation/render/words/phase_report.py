"""What happened in a phase, as a report: for all readers, or as it concerns one power."""

from collections.abc import Iterator, Set

from legation.board import LocationId, PowerId, SpaceId, space_of
from legation.errors import UnknownNameError
from legation.game import GameState, Phase, PhaseKind, PhaseRecord, list_silent
from legation.judge import Outcome, Reason, Rulebook
from legation.orders import (
    Bomb,
    Convoy,
    Move,
    Order,
    Rejection,
    Retreat,
    SupportHold,
    SupportMove,
    Waive,
    format_order,
)
from legation.render.words.language import ENGLISH, Language
from legation.render.words.marks import Event, list_disruption_events, list_ruin_events
from legation.render.words.outcomes import word_outcome
from legation.render.words.phrases import word_phase
from legation.render.words.refusals import word_rejection
from legation.render.words.report import REFUSED, Part, Report, Row, Section, mark_of
from legation.render.words.review import word_silence
from legation.render.words.votes import word_ending, word_tally, word_votes_cast
from legation.variants import Variant

MISSED = {
    PhaseKind.MOVES: "missed.moves",
    PhaseKind.RETREATS: "missed.retreats",
    PhaseKind.ADJUSTMENTS: "missed.adjustments",
}


def report_phase(variant: Variant, rulebook: Rulebook, record: PhaseRecord, language: Language = ENGLISH) -> Report:
    """All results of a phase, power by power, each with its reason; then captures, votes, and the ending."""
    return Report(variant.name, tuple(list_phase_sections(variant, rulebook, record, language)))


def report_theatre(variant: Variant, record: PhaseRecord, theatre: str, language: Language = ENGLISH) -> Report:
    """The part of a judged phase in a theatre: orders of units there or into it, and its centres."""
    spaces = variant.board.spaces
    names = {space.theatre.lower(): space.theatre for space in spaces.values() if space.theatre}
    name = names.get(theatre.lower().replace("-", " "))
    if name is None:
        raise UnknownNameError("theatre", theatre, tuple(sorted(names.values())))
    here = frozenset(space.id for space in spaces.values() if space.theatre == name)
    title = language.fill("reports.theatre", phase=word_phase(record.phase, language), theatre=name)
    sections = [Section(Part.PHASE, title, level=2)]
    for power in variant.powers.values():
        rows = [
            _row_of(variant, outcome, language)
            for outcome in record.outcomes
            if outcome.power == power.id and not here.isdisjoint(_places_of(outcome.order))
        ]
        if rows:
            sections.append(Section(Part.RESULTS, power.name, rows=tuple(rows)))
    captures = tuple(_list_captures(variant, record, language, here))
    if captures:
        sections.append(Section(Part.CAPTURES, lines=captures))
    return Report(variant.name, tuple(sections))


def _places_of(order: Order) -> list[SpaceId]:
    """The place of an order's unit, and the place of its effect."""
    effect = _spaces_of(order)
    return effect if isinstance(order, Waive | Bomb) else [order.unit.space, *effect]


def list_phase_sections(
    variant: Variant, rulebook: Rulebook, record: PhaseRecord, language: Language = ENGLISH
) -> Iterator[Section]:
    """The sections on one judged phase."""
    yield Section(Part.PHASE, word_phase(record.phase, language), level=2)
    for power in variant.powers.values():
        rows = list_rows(variant, record, power.id, language)
        if rows:
            yield Section(Part.RESULTS, power.name, rows=rows)
    yield from _list_aftermath(variant, record, language)
    notes = tuple(event.text for event in list_events(variant, rulebook, record, language))
    if notes:
        yield Section(Part.NOTES, lines=notes)
    if record.tallies:
        tallies = [
            f"{word_tally(variant, tally, language)} {word_votes_cast(variant, tally, language)}"
            for tally in record.tallies
        ]
        yield Section(Part.VOTES, language.texts["reports.votes"], items=tuple(tallies))
    silence = word_silence(variant, list_silent(variant, record, rulebook), language)
    if silence:
        yield Section(Part.SILENT, lines=(silence,))


def list_events(
    variant: Variant, rulebook: Rulebook, record: PhaseRecord, language: Language = ENGLISH
) -> Iterator[Event]:
    """Other events besides the orders: colonies disrupted, and centres destroyed."""
    yield from list_disruption_events(variant, rulebook, record, language)
    yield from list_ruin_events(variant, rulebook, record, language)


def _list_aftermath(variant: Variant, record: PhaseRecord, language: Language) -> Iterator[Section]:
    """The centres that changed hands, and the ending."""
    captures = tuple(_list_captures(variant, record, language))
    if captures:
        yield Section(Part.CAPTURES, lines=captures)
    if record.after.ending:
        yield Section(Part.ENDING, lines=(word_ending(variant, record.after.ending, language),))


def list_rows(variant: Variant, record: PhaseRecord, power: PowerId, language: Language = ENGLISH) -> tuple[Row, ...]:
    """A power's orders and what happened to them; refused ones come last."""
    judged = [_row_of(variant, outcome, language) for outcome in record.outcomes if outcome.power == power]
    refused = [_refused_row(rejection, language) for rejection in record.rejections if rejection.power == power]
    return (*judged, *refused)


def _row_of(variant: Variant, outcome: Outcome, language: Language, *, names_power: bool = False) -> Row:
    power = variant.powers[outcome.power].name if names_power else ""
    sentence = word_outcome(variant.board, outcome, language)
    return Row(mark_of(outcome), format_order(outcome.order), sentence, outcome.clause, power)


def _refused_row(rejection: Rejection, language: Language) -> Row:
    return Row(REFUSED, rejection.text, word_rejection(rejection, language), rejection.clause)


def _list_captures(
    variant: Variant, record: PhaseRecord, language: Language, here: Set[SpaceId] | None = None
) -> Iterator[str]:
    """Centres that changed hands: the gains of each power, then the centres without an owner any more."""
    before, after = record.before.position.owners, record.after.position.owners
    spaces = [
        space
        for space in sorted({*before, *after})
        if variant.board.spaces[space].centre.is_counted and (here is None or space in here)
    ]
    for power in variant.powers.values():
        won = [
            language.fill("captures.won_from", centre=space, power=variant.powers[before[space]].name)
            if space in before
            else space
            for space in spaces
            if after.get(space) == power.id and before.get(space) != power.id
        ]
        if won:
            yield language.fill("captures.won", power=power.name, centres=language.join_and(won))
    struck = {outcome.order.target for outcome in record.outcomes if isinstance(outcome.order, Bomb)}
    lost = [space for space in spaces if space in before and space not in after and space not in struck]
    if lost:
        yield language.count("captures.lost", len(lost), centres=language.join_and(lost))


def report_concerns(
    variant: Variant,
    record: PhaseRecord,
    power: PowerId,
    *,
    is_reader: bool = True,
    has_orders: bool = True,
    language: Language = ENGLISH,
) -> Report:
    """A power's own orders, other powers' orders that touch its units and centres, and the changes of centres.

    ``is_reader``: the report addresses the player of the power. ``has_orders``: orders came from the power; without
    them, units that merely held are not listed as if that had been ordered.
    """
    own = _list_own(variant, record, power, language, is_reader=is_reader) if has_orders else None
    first = own or _report_missed(variant, record, power, language)
    return Report(variant.name, (first, *_list_concerns(variant, record, power, language, is_reader=is_reader)))


def _list_own(variant: Variant, record: PhaseRecord, power: PowerId, language: Language, *, is_reader: bool) -> Section:
    rows = list_rows(variant, record, power, language)
    key = "reports.no_orders"
    if rows:
        key = "reports.own_orders" if is_reader else "reports.orders_of"
    title = language.fill(key, phase=word_phase(record.phase, language), power=variant.powers[power].name)
    return Section(Part.RESULTS, title, level=2, rows=rows)


def _report_missed(variant: Variant, record: PhaseRecord, power: PowerId, language: Language) -> Section:
    """A note that no orders came, and what happened to units that did more than hold."""
    own = [outcome for outcome in record.outcomes if outcome.power == power]
    rows = [_row_of(variant, outcome, language) for outcome in own if outcome.reason is not Reason.HELD]
    return Section(Part.RESULTS, word_missed(variant, record.phase, power, language), level=2, rows=tuple(rows))


def word_missed(variant: Variant, phase: Phase, power: PowerId, language: Language = ENGLISH) -> str:
    """``No orders came from Spain for Spring 1751, orders. Its units held.``"""
    name, title = variant.powers[power].name, word_phase(phase, language)
    return language.fill(MISSED[phase.kind], power=name, phase=title)


def _list_concerns(
    variant: Variant, record: PhaseRecord, power: PowerId, language: Language, *, is_reader: bool
) -> Iterator[Section]:
    name = variant.powers[power].name
    near = list_near(record, power)
    if near:
        title = language.fill("reports.near_you" if is_reader else "reports.near", power=name)
        told = [_row_of(variant, outcome, language, names_power=True) for outcome in near]
        yield Section(Part.NEAR, title, level=2, rows=tuple(told))
    rest = len(record.outcomes) - sum(outcome.power == power for outcome in record.outcomes) - len(near)
    if rest:
        yield Section(Part.ELSEWHERE, lines=(language.count("reports.elsewhere", rest),))
    yield from _list_aftermath(variant, record, language)


def list_near(record: PhaseRecord, power: PowerId) -> list[Outcome]:
    """Other powers' orders that affect a space of the power, or one of its orders."""
    spaces = list_own_spaces(record.before, power)
    own = [outcome for outcome in record.outcomes if outcome.power == power]
    orders = {outcome.order for outcome in own}
    deciding = {order for outcome in own for order in outcome.because_of}
    return [
        outcome
        for outcome in record.outcomes
        if outcome.power != power
        and outcome.reason is not Reason.HELD
        and (
            outcome.order in deciding
            or not orders.isdisjoint(outcome.because_of)
            or not spaces.isdisjoint(_spaces_of(outcome.order))
        )
    ]


def list_own_spaces(state: GameState, power: PowerId) -> frozenset[SpaceId]:
    """The spaces where a power has a unit, a unit waiting to retreat, or a centre."""
    position = state.position
    standing = {unit.space for unit in position.units_of(power)}
    waiting = {found.unit.space for found in position.dislodged if found.unit.power == power}
    return frozenset(standing | waiting | set(position.centres_of(power)))


def _spaces_of(order: Order) -> list[SpaceId]:
    """The places of an order's effect."""
    match order:
        case Move(target=target) | Retreat(target=target) | SupportMove(target=target) | Convoy(target=target):
            return [space_of(target)]
        case SupportHold(supported=supported):
            return [supported.space]
        case Bomb(target=struck):
            return [space_of(LocationId(struck))]
        case Waive():
            return []
        case _:
            return [order.unit.space]
