"""Why a build or a retreat is closed, in a sentence with its clause: ``No: two seas away; one is allowed (C7-4b).``"""

from legation.judge import Bar, ClosedRetreat, ClosedSite
from legation.render.words.language import ENGLISH, Language, capitalize
from legation.variants import ClauseId, Variant


def word_closed_site(
    variant: Variant, site: ClosedSite, year: int, clause: ClauseId | None = None, language: Language = ENGLISH
) -> str:
    """``Special: builds for Austria and Spain only (C7-6a).``"""
    if site.bar is None:
        centre = capitalize(language.texts[f"centres.{variant.board.spaces[site.space].centre.value}"])
        reason = language.fill("closed.occupied", centre=centre, unit=site.unit)
        return language.fill("closed.sentence", reason=reason)
    reason = _fill(language, f"closed_sites.{site.bar.why.value}", variant, site.bar, year)
    if site.unit:
        reason = language.fill("closed.also_occupied", reason=reason, unit=site.unit)
    return _close(language, reason, clause)


def word_closed_retreat(
    variant: Variant, place: ClosedRetreat, clause: ClauseId | None = None, language: Language = ENGLISH
) -> str:
    """``No: two seas away; one is allowed (C7-4b).``"""
    reason = _fill(language, f"closed_retreats.{place.bar.why.value}", variant, place.bar, 0)
    return _close(language, language.fill("closed.retreat", reason=reason), clause)


def word_kind_bar(bar: Bar, clause: ClauseId | None = None, language: Language = ENGLISH) -> str:
    """``inland``: what is to be known of a site where only some kinds of unit can be built."""
    reason = language.texts[f"closed_kinds.{bar.why.value}"]
    return language.fill("closed.part_cited", reason=reason, clause=clause) if clause else reason


def word_ferry_rule(clause: ClauseId | None, language: Language = ENGLISH) -> str:
    """Why a fleet is closed to a second army."""
    return _close(language, language.texts["closed.ferry"], clause)


def _fill(language: Language, key: str, variant: Variant, bar: Bar, year: int) -> str:
    powers = language.join_and([variant.powers[power].name for power in bar.powers]) or language.texts["lists.nobody"]
    return language.fill(key, powers=powers, owner=powers, unit=bar.unit, year=year + bar.years)


def _close(language: Language, reason: str, clause: ClauseId | None) -> str:
    return language.fill("closed.cited" if clause else "closed.sentence", reason=reason, clause=clause)
