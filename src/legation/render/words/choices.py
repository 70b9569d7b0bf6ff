"""A player's decisions in words: who dislodged a unit, where it may go, what happens without an answer."""

from collections.abc import Sequence

from legation.board import DislodgedUnit, LocationId, Position, Unit
from legation.render.words.language import ENGLISH, Language
from legation.render.words.phrases import name_place
from legation.variants import Variant


def word_attacker(variant: Variant, position: Position, found: DislodgedUnit, language: Language = ENGLISH) -> str:
    """``Dislodged by A BUR of Germany, which came from Munich.``"""
    victor = position.units.get(found.unit.space)
    if victor is None:
        return language.texts["choices.dislodged"]
    power = variant.powers[victor.power].name
    if not found.attacker_from:
        return language.fill("choices.dislodged_by", unit=victor, power=power)
    place = name_place(variant.board, LocationId(found.attacker_from), language)
    return language.fill("choices.dislodged_from", unit=victor, power=power, place=place)


def word_way(variant: Variant, target: LocationId, ferry: Unit | None, language: Language = ENGLISH) -> str:
    """``New Zealand, carried by F COR``."""
    name = variant.board.space(target).name
    return language.fill("choices.carried", place=name, ferry=ferry) if ferry else name


def word_default(removed: Sequence[Unit], *, must_build: bool, language: Language = ENGLISH) -> str:
    """What happens in Winter to a power that sends nothing."""
    if removed:
        units = language.join_and([str(unit) for unit in removed])
        return language.fill("choices.removed", units=units)
    return language.texts["choices.built" if must_build else "choices.not_built"]
