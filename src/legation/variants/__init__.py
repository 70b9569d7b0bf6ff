"""Which board, which rules."""

from legation.variants.configure import add_modules, load_module_clauses
from legation.variants.load import (
    data_folder,
    list_rulebooks,
    list_variants,
    load_rulebook,
    load_variant,
    load_variant_folder,
    open_variant,
)
from legation.variants.variant import Power, Variant
from legation.variants.votes import PLAIN_DRAW, LeftOut, Proposers, Subject, VoteScheme, Weight, When, read_votes

__all__ = [
    "PLAIN_DRAW",
    "LeftOut",
    "Power",
    "Proposers",
    "Subject",
    "Variant",
    "VoteScheme",
    "Weight",
    "When",
    "add_modules",
    "data_folder",
    "list_rulebooks",
    "list_variants",
    "load_module_clauses",
    "load_rulebook",
    "load_variant",
    "load_variant_folder",
    "open_variant",
    "read_votes",
]
