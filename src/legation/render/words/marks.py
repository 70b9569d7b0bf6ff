"""The memory of rules about spaces, and the powers' progress towards victory, in sentences."""

from collections.abc import Iterator
from typing import NamedTuple

from legation.board import Position, PowerId
from legation.game import PhaseRecord
from legation.judge import (
    BombMark,
    ClosedSeaMark,
    ColonyMark,
    RuinMark,
    Rulebook,
    SpaceMark,
    list_disruptions,
    list_goals,
    list_marks,
)
from legation.orders import NO_CLAUSE, ClauseId, Topic
from legation.render.words.language import ENGLISH, Language
from legation.render.words.refusals import cite_in
from legation.variants import Variant


class Event(NamedTuple):
    """Something that happened besides the orders, in a sentence that ends with its clause."""

    text: str
    clause: ClauseId = NO_CLAUSE


def word_mark(variant: Variant, mark: SpaceMark, language: Language = ENGLISH) -> str:
    """One sentence on a rule's memory of a space."""
    match mark:
        case ColonyMark():
            owner = variant.powers[mark.owner].name
            return language.fill(f"marks.colony.{_choose_case(mark)}", power=owner, age=mark.age, years=mark.full_age)
        case BombMark():
            power = variant.powers.get(mark.owner)
            owner = power.name if power else language.texts["lists.nobody"]
            key = "marks.bombs_in_retreat" if mark.is_retreating else "marks.bombs"
            return language.count(key, mark.bombs, power=owner)
        case RuinMark():
            return language.texts["marks.ruined"]
        case ClosedSeaMark():
            return language.count("marks.closed_sea", mark.phases)


def _choose_case(mark: ColonyMark) -> str:
    if mark.is_permanent:
        return "permanent"
    if mark.counts:
        return "counts"
    return "taken_over" if mark.age else "new"


def word_marks(variant: Variant, rulebook: Rulebook, position: Position, language: Language = ENGLISH) -> Iterator[str]:
    """A line for each space that a rule remembers."""
    for mark in list_marks(variant.board, position, rulebook):
        yield f"{mark.space} {variant.board.spaces[mark.space].name}: {word_mark(variant, mark, language)}"


def list_disruption_events(
    variant: Variant, rulebook: Rulebook, record: PhaseRecord, language: Language = ENGLISH
) -> Iterator[Event]:
    """An event for each centre that was disrupted in a phase. After a Fall it may have an owner again, or the same."""
    before, owners = record.before.position, record.after.position.owners
    for found in list_disruptions(variant.board, before, record.outcomes, rulebook):
        owner = owners.get(found.space)
        case = "free" if owner is None else "held" if owner == found.owner else "taken"
        text = language.fill(
            f"events.disrupted.{case}",
            place=variant.board.spaces[found.space].name,
            power=variant.powers[found.owner].name,
            owner=variant.powers[owner].name if owner else "",
            clause=found.clause,
        )
        yield Event(text, found.clause)


def list_ruin_events(
    variant: Variant, rulebook: Rulebook, record: PhaseRecord, language: Language = ENGLISH
) -> Iterator[Event]:
    """An event for each centre that bombs destroyed in a phase."""
    former, ruins = (
        {mark.space for mark in list_marks(variant.board, state.position, rulebook) if isinstance(mark, RuinMark)}
        for state in (record.before, record.after)
    )
    for space in sorted(ruins - former):
        if variant.board.spaces[space].centre.is_counted:
            clause = rulebook.clauses.cite(Topic.BOMB_DESTROYS)
            sentence = language.fill("events.centre_destroyed", place=variant.board.spaces[space].name)
            yield Event(cite_in(sentence, clause, language) if clause else sentence, clause)


def word_goals(
    variant: Variant, rulebook: Rulebook, position: Position, power: PowerId, language: Language = ENGLISH
) -> str:
    """``3 of 5 permanent, 1 of 8 colonial``; empty if a plain count of centres decides."""
    goals = list_goals(variant.board, position, power, rulebook)
    return language.list_all(
        [language.fill(f"goals.{goal.kind.value}", have=goal.have, need=goal.need) for goal in goals]
    )
