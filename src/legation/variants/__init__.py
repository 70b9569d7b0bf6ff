"""Which board, which rules."""

from legation.variants.citing import Cited, Phase, Sources, cite_bar, cite_outcome
from legation.variants.citing_faults import cite_rejection
from legation.variants.clauses import Clause, ClauseId, Clauses, Point
from legation.variants.configure import add_modules
from legation.variants.load import (
    data_folder,
    find_sources,
    list_rulebooks,
    list_variants,
    load_module_clauses,
    load_rulebook,
    load_variant,
    load_variant_folder,
    open_variant,
)
from legation.variants.variant import Power, Variant
from legation.variants.votes import PLAIN_DRAW, LeftOut, Proposers, Subject, VoteScheme, Weight, When, read_votes

__all__ = [
    "PLAIN_DRAW",
    "Cited",
    "Clause",
    "ClauseId",
    "Clauses",
    "LeftOut",
    "Phase",
    "Point",
    "Power",
    "Proposers",
    "Sources",
    "Subject",
    "Variant",
    "VoteScheme",
    "Weight",
    "When",
    "add_modules",
    "cite_bar",
    "cite_outcome",
    "cite_rejection",
    "data_folder",
    "find_sources",
    "list_rulebooks",
    "list_variants",
    "load_module_clauses",
    "load_rulebook",
    "load_variant",
    "load_variant_folder",
    "open_variant",
    "read_votes",
]
