"""Why an order is not possible, in a sentence with its clause, and what would be right."""

from collections.abc import Sequence

from legation.board import PowerId
from legation.orders import Fault, Misread, Refusal, Rejection
from legation.render.words.language import ENGLISH, Language, capitalize
from legation.render.words.phrases import name_with_article

CLOSED_SITES = frozenset(
    {
        Fault.NOT_A_BUILD_SITE,
        Fault.SPECIAL_FOR_OTHERS,
        Fault.SPECIAL_NOT_OWNED,
        Fault.COLONY_TOO_YOUNG,
        Fault.BUILD_ONLY_FOR_OTHERS,
        Fault.BUILD_ONLY_NOT_OWNED,
        Fault.SITE_NOT_OWNED,
        Fault.NO_HOME_LEFT,
        Fault.RUINED,
    }
)
"""The faults that close a site to builds, whether or not there is also a unit."""
IMPASSABLE = "impassable"
"""The misreading that names a space, not just the written text."""


def word_refusal(refusal: Refusal, language: Language = ENGLISH) -> str:
    """Why an order is not possible: ``Special: builds for Austria and Spain only (C7-6a).``"""
    if refusal.misread:
        return word_misreading(refusal.misread, refusal.choices, language)
    if refusal.detail:
        return language.fill("unreadable.earlier", problem=refusal.detail.rstrip("."))
    sentence = _word_fault(refusal, language)
    if refusal.unit and refusal.fault in CLOSED_SITES:
        sentence = language.fill("refused.also_occupied", sentence=sentence.rstrip("."), unit=refusal.unit)
    return cite_in(sentence, refusal.clause, language) if refusal.clause else sentence


def word_misreading(misread: Misread, choices: Sequence[str] = (), language: Language = ENGLISH) -> str:
    """Why a line cannot be read, and what it may mean."""
    key = f"unreadable.{misread.code}"
    if key not in language.texts:
        key = f"{key}.nearest" if choices else f"{key}.alone"
    values = dict(misread.values)
    if misread.code == IMPASSABLE:
        values["text"] = capitalize(name_with_article(str(values["text"]), language))
    return language.fill(key, choices=language.join_or(misread.meanings or choices), **values)


def _word_fault(refusal: Refusal, language: Language) -> str:
    key = f"refusals.{refusal.fault.value}"
    if refusal.fault is Fault.NOT_A_BUILD_SITE:
        key = f"{key}.{refusal.centre.value or 'none'}"
    elif refusal.fault is Fault.UNSUITABLE_SPACE:
        key = f"{key}.{refusal.unit.kind.value if refusal.unit else 'unknown'}"
    if not language.forms[key][1]:
        return language.texts[key]
    return language.fill(
        key,
        powers=language.join_and([name_power(power) for power in refusal.powers]) or language.texts["refused.nobody"],
        unit=refusal.unit or language.texts["refused.unit"],
        centre=language.texts[f"centres.{refusal.centre.value or 'none'}"],
    )


def cite_in(sentence: str, clause: str, language: Language = ENGLISH) -> str:
    """A sentence with its clause at the end."""
    return language.fill("refused.cited", sentence=sentence.rstrip("."), clause=clause)


def name_power(power: PowerId) -> str:
    """``Austria``."""
    return power.replace("_", " ").title()


def word_rejection(rejection: Rejection, language: Language = ENGLISH) -> str:
    """The fault of an order, and what would be right."""
    sentence, refusal = word_refusal(rejection.refusal, language), rejection.refusal
    if not refusal.choices or refusal.detail or refusal.misread:
        return sentence
    hint = language.choose("hints", refusal.fault.value, "possible")
    return f"{sentence} {language.fill(hint, choices=language.join_or(refusal.choices))}"
