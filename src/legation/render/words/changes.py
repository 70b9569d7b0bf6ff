"""The game master's corrections, and the history of a game, in words."""

from collections.abc import Mapping, Sequence

from legation.board import PowerId
from legation.game import (
    Change,
    Changed,
    Entry,
    Judged,
    PutAboard,
    PutUnit,
    SetDisorder,
    SetMemory,
    SetOwner,
    SetPlayer,
    SetState,
    TakeUnit,
    Undone,
)
from legation.render.words.language import ENGLISH, Language


def word_change(change: Change, language: Language = ENGLISH, *, names: Mapping[PowerId, str] | None = None) -> str:
    """A fact that was set, in a few words; powers by their names if those are given, otherwise by their ids."""
    nobody = language.texts["lists.nobody"]
    named = names or {}
    match change:
        case PutUnit(unit):
            return language.fill("changes.unit_put", power=named.get(unit.power, unit.power), unit=unit)
        case PutAboard(unit):
            return language.fill("changes.put_aboard", power=named.get(unit.power, unit.power), unit=unit)
        case SetMemory(text=text):
            return text
        case TakeUnit(unit):
            return language.fill("changes.unit_taken", power=named.get(unit.power, unit.power), unit=unit)
        case SetOwner(space, power):
            return language.fill("changes.owner", space=space, power=named.get(power, power) if power else nobody)
        case SetDisorder(power, is_on):
            return language.fill(
                "changes.disorder_on" if is_on else "changes.disorder_off", power=named.get(power, power)
            )
        case SetPlayer(power, player):
            return language.fill("changes.player", power=named.get(power, power), player=player or nobody)
        case SetState(phase):
            return language.fill("changes.state", phase=phase)


def word_changes(
    changes: Sequence[Change], language: Language = ENGLISH, *, names: Mapping[PowerId, str] | None = None
) -> str:
    """All facts that were set together."""
    return language.texts["changes.between"].join(word_change(change, language, names=names) for change in changes)


def word_entry(entry: Entry, language: Language = ENGLISH) -> str:
    """One line of a history: number, the beginning of its hash, and its kind."""
    return f"{entry.number:>4}  {entry.hash[:12]}  {_word_event(entry, language)}"


def _word_event(entry: Entry, language: Language) -> str:
    match entry.event:
        case Judged(record):
            return language.fill("history.judged", phase=record.phase)
        case Undone(number, phase, note):
            key = "history.undone_note" if note else "history.undone"
            return language.fill(key, phase=phase, number=number, note=note)
        case Changed(changes, _, note):
            return language.fill("history.changed", changes=word_changes(changes, language), note=note)
