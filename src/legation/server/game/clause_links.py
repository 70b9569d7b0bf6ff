"""Links from responses to the clauses of a variant's rule sheet."""

from dataclasses import dataclass

from legation.orders import ClauseId
from legation.variants import Variant


@dataclass(frozen=True, slots=True)
class ClauseLink:
    """A clause of the sheet, with a link to it."""

    id: str
    link: str


def link_clause(variant: Variant, clause: ClauseId) -> ClauseLink | None:
    """The link to a clause; None if no clause is cited."""
    return ClauseLink(clause, address_clause(variant, clause)) if clause else None


def address_clause(variant: Variant, clause: ClauseId) -> str:
    """The address of a clause on the variant's page."""
    return f"/variants/{variant.id}#{clause}"
