"""Which board, which rules."""

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

__all__ = [
    "Power",
    "Variant",
    "data_folder",
    "list_rulebooks",
    "list_variants",
    "load_rulebook",
    "load_variant",
    "load_variant_folder",
    "open_variant",
]
