"""Which board, which rules."""

from legation.variants.calendar import LAST_YEAR, USUAL_YEARS, Calendar, FirstSeason
from legation.variants.configure import add_modules, load_module_clauses
from legation.variants.ids import make_id
from legation.variants.load import (
    ORDER_KINDS,
    OWNER_COLUMNS,
    START_COLUMNS,
    data_folder,
    has_edition,
    list_editions,
    list_rulebooks,
    list_variants,
    load_rulebook,
    load_variant,
    load_variant_folder,
    name_edition,
    open_variant,
)
from legation.variants.review import MOST_FINDINGS, VariantReview, review_folder
from legation.variants.rules import MODULES, make_module
from legation.variants.toml_text import parse_toml, set_toml_values, write_toml
from legation.variants.variant import NO_CREDITS, Credits, Power, Variant
from legation.variants.victory import AtEnd, Holding, Victory
from legation.variants.votes import PLAIN_DRAW, LeftOut, Proposers, Subject, VoteScheme, Weight, When, read_votes

__all__ = [
    "LAST_YEAR",
    "MODULES",
    "MOST_FINDINGS",
    "NO_CREDITS",
    "ORDER_KINDS",
    "OWNER_COLUMNS",
    "PLAIN_DRAW",
    "START_COLUMNS",
    "USUAL_YEARS",
    "AtEnd",
    "Calendar",
    "Credits",
    "FirstSeason",
    "Holding",
    "LeftOut",
    "Power",
    "Proposers",
    "Subject",
    "Variant",
    "VariantReview",
    "Victory",
    "VoteScheme",
    "Weight",
    "When",
    "add_modules",
    "data_folder",
    "has_edition",
    "list_editions",
    "list_rulebooks",
    "list_variants",
    "load_module_clauses",
    "load_rulebook",
    "load_variant",
    "load_variant_folder",
    "make_id",
    "make_module",
    "name_edition",
    "open_variant",
    "parse_toml",
    "read_votes",
    "review_folder",
    "set_toml_values",
    "write_toml",
]
