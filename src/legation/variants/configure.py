"""Rule modules that are switched on by name for one game."""

from collections.abc import Iterable
from dataclasses import replace
from functools import cache

from legation.judge import Rulebook
from legation.orders import NO_CLAUSES, Clauses
from legation.variants.clauses import has_clauses, load_clauses
from legation.variants.load import HERE, list_variants
from legation.variants.rules import make_module


def add_modules(rulebook: Rulebook, names: Iterable[str]) -> Rulebook:
    """The rulebook with rule modules added by name, and their orders; a module it already has is not doubled."""
    for name in names:
        if any(module.name == name for module in rulebook.modules):
            continue
        module = make_module(name, {})
        rulebook = replace(
            rulebook,
            modules=(*rulebook.modules, module),
            extra_kinds=rulebook.extra_kinds | module.order_kinds,
        )
        rulebook = rulebook.with_clauses(rulebook.clauses.join(load_module_clauses(name)))
    return rulebook


@cache
def load_module_clauses(module: str) -> Clauses:
    """The clauses that a rule module brings, such as the Gigaton Bomb's; none for a rule of one variant."""
    folder = HERE / "data" / module.replace("-", "_")
    return load_clauses(folder) if module not in list_variants() and has_clauses(folder) else NO_CLAUSES
