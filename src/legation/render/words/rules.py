"""The rule behind every reason and fault, in a sentence, and its source: a clause of the sheet, or an edition."""

from dataclasses import dataclass
from functools import lru_cache

from legation.judge import Edition, Outcome, Rulebook
from legation.orders import ClauseId, Refusal
from legation.render.words.language import ENGLISH, Language


@dataclass(frozen=True, slots=True)
class Citation:
    """A rule in a sentence, and its source."""

    text: str
    cite: str
    """``C7-4b``, ``1982 rulebook (C7-1)`` or ``2000 rulebook``."""
    clause: ClauseId | None = None


def cite_rule(rulebook: Rulebook, clause: ClauseId, language: Language = ENGLISH) -> str:
    """The source of a rule, by the clause that decided: ``C7-4b``, or without one ``1982 rulebook (C7-1)``."""
    return clause or _cite_edition(rulebook.edition, language)


@lru_cache(maxsize=64)
def _cite_edition(edition: Edition, language: Language) -> str:
    key = "rules.cited" if edition.clause else "rules.uncited"
    return language.fill(key, rulebook=edition.rulebook, clause=edition.clause)


def word_rules(rulebook: Rulebook, outcome: Outcome, language: Language = ENGLISH) -> tuple[Citation, ...]:
    """The rules behind an outcome; the one that decided it comes first."""
    sheet = [_word_clause(rulebook, clause) for clause in outcome.clauses]
    plain = _word_edition(rulebook.edition, f"rules.outcomes.{outcome.reason.value}", language)
    return (*sheet, plain) if outcome.by_sheet else (plain, *sheet)


def word_refusal_rule(rulebook: Rulebook, refusal: Refusal, language: Language = ENGLISH) -> Citation:
    """The rule by which something cannot be ordered."""
    if refusal.clause:
        return _word_clause(rulebook, refusal.clause)
    return _word_edition(rulebook.edition, f"rules.refusals.{refusal.fault.value}", language)


def _word_clause(rulebook: Rulebook, clause: ClauseId) -> Citation:
    """A clause of the sheet as a sentence; only its id if this program no longer has it."""
    found = rulebook.clauses.listed.get(clause)
    return Citation(f"{found.text.rstrip('.')}." if found else f"{clause}.", clause, clause)


def _word_edition(edition: Edition, key: str, language: Language) -> Citation:
    return Citation(language.texts[key], _cite_edition(edition, language), edition.clause or None)
