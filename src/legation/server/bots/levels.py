"""The levels of bots: those available for a board, and what is known of their strength."""

from collections.abc import Iterable
from dataclasses import dataclass

from legation.bots import MEASURED, Measured, has_master
from legation.render.words import ENGLISH
from legation.server.base.refusals import HttpRefusal
from legation.server.game.terms import Level
from legation.variants import Variant


@dataclass(frozen=True, slots=True)
class LevelFacts:
    """A level of bots, for someone who chooses one."""

    level: Level
    is_offered: bool
    """True if bots of this level can play the board."""
    text: str
    """Their style and strength, as far as measured; or why there are none."""


def list_levels(variant: str) -> list[LevelFacts]:
    """Every level, weakest first."""
    return [LevelFacts(level, _is_offered(variant, level), _word_level(variant, level)) for level in Level]


def check_levels(variant: Variant, levels: Iterable[Level]) -> None:
    """Refuse a level that no bot has on a board."""
    if not all(_is_offered(variant.id, level) for level in levels):
        raise HttpRefusal(422, "no_master", field="level", variant=variant.name)


def _is_offered(variant: str, level: Level) -> bool:
    return level is not Level.MASTER or has_master(variant)


def _word_level(variant: str, level: Level) -> str:
    if not _is_offered(variant, level):
        return ENGLISH.texts["levels.no_master"]
    texts = [ENGLISH.texts[f"levels.plays.{level.value}"]]
    found = MEASURED.get(variant, {}).get(level.value)
    if found is not None:
        texts.append(_word_measured(found))
    elif level is not Level.EASY:
        texts.append(ENGLISH.texts["levels.unmeasured"])
    return " ".join(texts)


def _word_measured(found: Measured) -> str:
    if found.led is not None:
        of_ten = round(10 * found.led)
        return ENGLISH.fill("levels.measured.led", of_ten=of_ten, games=found.games, against=found.against)
    return ENGLISH.fill("levels.measured.lead", lead=found.lead, games=found.games, against=found.against)
