"""The rule behind every reason and fault, in a sentence, and where it stands: a clause of the sheet, or an edition."""

from dataclasses import dataclass

from legation.judge import Outcome
from legation.orders import Rejection
from legation.render.words.language import ENGLISH, Language
from legation.variants import Cited, Clause, ClauseId, Clauses, Point


@dataclass(frozen=True, slots=True)
class Citation:
    """A rule in a sentence, and where it stands."""

    text: str
    cite: str
    """``C7-4b``, ``1982 rulebook (C7-1)`` or ``2000 rulebook``."""
    clause: ClauseId | None = None


@dataclass(frozen=True, slots=True)
class Edition:
    """The rulebook that a game is played by, and the clause by which its sheet takes it over."""

    rulebook: str
    clause: ClauseId | None = None

    def cite(self, language: Language = ENGLISH) -> str:
        """``1982 rulebook (C7-1)``."""
        return language.fill(
            "rules.cited" if self.clause else "rules.uncited", rulebook=self.rulebook, clause=self.clause
        )

    def word(self, key: str, language: Language = ENGLISH) -> Citation:
        """A rule of this edition, by its key in the catalogue."""
        return Citation(language.texts[key], self.cite(language), self.clause)


def find_edition(clauses: Clauses, rulebook: str, *, is_own: bool) -> Edition:
    """The edition of a game; no clause stands for one that the game has chosen itself."""
    clause = clauses.find(Point.RULEBOOK) if is_own else None
    return Edition(rulebook, clause.id if clause else None)


def word_clause(clause: Clause) -> Citation:
    """A clause of the sheet as a sentence."""
    return Citation(clause.text.rstrip(".") + ".", clause.id, clause.id)


def word_rules(edition: Edition, outcome: Outcome, cited: Cited, language: Language = ENGLISH) -> tuple[Citation, ...]:
    """The rules behind an outcome; the one that decided it stands first."""
    sheet = [word_clause(clause) for clause in cited.clauses]
    plain = edition.word(f"rules.outcomes.{outcome.reason.value}", language)
    return (*sheet, plain) if cited.is_decided else (plain, *sheet)


def word_refusal_rule(
    edition: Edition, rejection: Rejection, clause: Clause | None, language: Language = ENGLISH
) -> Citation:
    """The rule behind an order that was refused."""
    return word_clause(clause) if clause else edition.word(f"rules.refusals.{rejection.fault.value}", language)
