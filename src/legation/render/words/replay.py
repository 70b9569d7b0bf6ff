"""The consequences of going back to a phase, in words: the same for the command and the game master's page."""

from legation.board import Unit
from legation.game import (
    Changed,
    ChangedResult,
    Difference,
    GameState,
    MissingOrders,
    Replay,
    ReplayedPhase,
    Way,
    compare_records,
    compare_states,
    format_places,
)
from legation.judge import Fate, Outcome
from legation.orders import Rejection
from legation.render.words.changes import word_changes
from legation.render.words.language import ENGLISH, Language
from legation.render.words.outcomes import word_outcome
from legation.render.words.phrases import word_phase
from legation.render.words.refusals import word_rejection
from legation.render.words.votes import word_ending
from legation.variants import Variant


def word_replay(variant: Variant, replay: Replay, now: GameState, language: Language = ENGLISH) -> list[str]:
    """Everything that going back changes, line by line; ``now`` is the state of the game before."""
    lines = []
    for phase in replay.phases:
        found = word_replayed_phase(variant, phase, language)
        lines.append(f"{word_phase(phase.phase, language)}: {word_replay_way(phase, language)}")
        lines += [f"  {line}" for line in found]
    lines += word_lost_corrections(replay, language)
    lines.append(word_stop(replay, now, language))
    return lines


def word_replay_way(phase: ReplayedPhase, language: Language = ENGLISH) -> str:
    """How a phase is affected."""
    if phase.way is Way.AGAIN:
        assert phase.old is not None
        assert phase.new is not None
        is_same = compare_records(phase.old, phase.new).is_empty
        return language.texts["replay.ways.same" if is_same else "replay.ways.again"]
    if phase.way is Way.NEW:
        return language.texts["replay.ways.new" if phase.new else "replay.ways.opens"]
    if phase.way is Way.WAITING and phase.missing:
        return language.texts["replay.ways.incomplete"]
    return language.texts[f"replay.ways.{phase.way.value}"]


def word_replayed_phase(variant: Variant, phase: ReplayedPhase, language: Language = ENGLISH) -> list[str]:
    """The changes in one phase's result, line by line."""
    lines = [word_missing(variant, missing, language) for missing in phase.missing]
    if phase.old and phase.new:
        found = compare_records(phase.old, phase.new)
        lines += [word_changed_result(variant, result, language) for result in found.results]
        lines += word_position_change(variant, found, language)
    elif phase.old and phase.old.after.ending and phase.way is not Way.AGAIN:
        lines.append(_word_lost_ending(variant, phase.old.after, language))
    lines += [
        language.fill("replay.proposal_lost", id=one.id, places=format_places(one.places)) for one in phase.dropped
    ]
    return lines


def word_missing(variant: Variant, missing: MissingOrders, language: Language = ENGLISH) -> str:
    """The decisions that a power must make again."""
    parts = [str(unit) for unit in missing.units]
    for key, number in (("replay.builds", missing.builds), ("replay.removals", missing.removals)):
        if number:
            parts.append(language.count(key, number))
    name = variant.powers[missing.power].name
    return language.fill("replay.missing", power=name, what=language.list_all(parts))


def word_changed_result(variant: Variant, changed: ChangedResult, language: Language = ENGLISH) -> str:
    """``France A PAR - BUR: succeeds, now fails. ...``"""
    was, now = name_result(changed.old, language), name_result(changed.new, language)
    name, why = variant.powers[changed.power].name, word_reason(variant, changed, language)
    return language.fill("replay.result", power=name, order=changed.order, was=was, now=now, why=why).rstrip()


def name_result(found: Outcome | Rejection | None, language: Language = ENGLISH) -> str:
    """``succeeds``, ``refused``, ``not given``."""
    if found is None:
        return language.texts["replay.results.none"]
    if isinstance(found, Rejection):
        return language.texts["replay.results.refused"]
    return str(found.result if found.fate is Fate.STANDS else found.fate)


def word_reason(variant: Variant, changed: ChangedResult, language: Language = ENGLISH) -> str:
    """Why an order now has this result."""
    if isinstance(changed.new, Rejection):
        return word_rejection(changed.new, language)
    return word_outcome(variant.board, changed.new, language) if changed.new else ""


def word_position_change(variant: Variant, found: Difference, language: Language = ENGLISH) -> list[str]:
    """Units and owners that differ, and endings."""
    lines = []
    for key, units in (("replay.appeared", found.appeared), ("replay.gone", found.gone)):
        if units:
            lines.append(language.fill(key, units=language.list_all([name_owned(variant, unit) for unit in units])))
    nobody = language.texts["lists.nobody"]
    for owner in found.owners:
        was, now = (variant.powers[power].name if power else nobody for power in (owner.old, owner.new))
        lines.append(language.fill("replay.owner", space=owner.space, was=was, now=now))
    was_over, is_over = found.endings
    if was_over != is_over:
        if was_over:
            lines.append(language.fill("replay.ending_gone", ending=word_ending(variant, was_over, language)))
        if is_over:
            lines.append(language.fill("replay.ending_new", ending=word_ending(variant, is_over, language)))
    return lines


def name_owned(variant: Variant, unit: Unit) -> str:
    """``France A PAR``."""
    return f"{variant.powers[unit.power].name} {unit}"


def _word_lost_ending(variant: Variant, after: GameState, language: Language) -> str:
    assert after.ending is not None
    return language.fill("replay.ending_gone", ending=word_ending(variant, after.ending, language))


def word_lost_corrections(replay: Replay, language: Language = ENGLISH) -> list[str]:
    """Corrections of later phases that no longer fit, or are undone."""
    lines = [
        language.fill("replay.correction_fails", facts=_word_facts(one.correction, language), why=one.why)
        for one in replay.failed
    ]
    failed = [one.correction for one in replay.failed]
    lines += [
        language.fill("replay.correction_undone", facts=_word_facts(event, language))
        for event in replay.undone
        if event not in failed
    ]
    return lines


def _word_facts(event: Changed, language: Language) -> str:
    return word_changes(event.changes, language)


def word_stop(replay: Replay, now: GameState, language: Language = ENGLISH) -> str:
    """The phase in which the game continues afterwards, and why."""
    stop = language.fill(f"replay.stops.{replay.stop.value}", phase=word_phase(replay.state.shown_phase, language))
    if replay.state.phase != now.phase or bool(replay.state.ending) != bool(now.ending):
        return stop
    found = compare_states(now, replay.state)
    key = "replay.position_same" if found.is_empty else "replay.position_differs"
    return f"{stop} {language.texts[key]}"
