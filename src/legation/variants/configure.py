"""Rule modules that are switched on by name for one game."""

from collections.abc import Iterable
from dataclasses import replace

from legation.judge import Rulebook
from legation.variants.rules import make_module


def add_modules(rulebook: Rulebook, names: Iterable[str]) -> Rulebook:
    """The rulebook with rule modules added by name, and the orders that come with them; one it has is not doubled."""
    for name in names:
        if any(module.name == name for module in rulebook.modules):
            continue
        module = make_module(name, {})
        rulebook = replace(
            rulebook,
            modules=(*rulebook.modules, module),
            extra_kinds=rulebook.extra_kinds | module.order_kinds,
        )
    return rulebook
