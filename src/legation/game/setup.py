"""The terms of a game: variant, rulebook, switches, modules, players, and the first state."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace

from legation.board import PowerId
from legation.errors import LegationError, RequestError, UnknownNameError
from legation.game.state import GameState
from legation.judge import SWITCHES, Rulebook, make_rulebook
from legation.variants import (
    Variant,
    add_modules,
    list_editions,
    list_variants,
    load_rulebook,
    load_variant,
)


@dataclass(frozen=True, slots=True)
class Setup:
    """The terms of a game. They never change; who plays may, by a record."""

    variant: str
    """The variant's id, or the folder it was read from."""
    version: int
    """The version of the variant; another version may judge differently."""
    start: GameState
    rules: str = ""
    """The rulebook, if it is not the variant's own."""
    options: Mapping[str, str] = field(default_factory=dict)
    modules: tuple[str, ...] = ()
    players: Mapping[PowerId, str] = field(default_factory=dict)


def choose_rulebook(
    variant: Variant, rules: str | None, options: Mapping[str, object], modules: Iterable[str] = ()
) -> Rulebook:
    """The variant's rulebook or another edition's, with switches set; the variant's own rules stay in force."""
    base = variant.rulebook
    if rules:
        try:
            edition = load_rulebook(rules)
        except UnknownNameError as error:
            raise RequestError("rules", str(error), error.candidates) from None
        own = base.edition if rules == variant.rulebook_id else edition.edition
        base = replace(
            edition,
            traits=base.traits,
            extra_kinds=base.extra_kinds,
            modules=base.modules,
            unplayed=base.unplayed,
            clauses=base.clauses,
            edition=own,
        )
    try:
        base = add_modules(base, modules)
    except LegationError as error:
        raise RequestError("modules", str(error), getattr(error, "candidates", ())) from None
    try:
        return make_rulebook(options, base)
    except RequestError as error:
        raise RequestError(f"options.{error.field}", error.problem) from None


def make_setup(variant: Variant, rulebook: Rulebook, start: GameState, *, rules: str = "", source: str = "") -> Setup:
    """The terms that lead to a rulebook: the edition, and the switches in which it differs from that."""
    base = choose_rulebook(variant, rules, {})
    options = {
        switch: write_switch(getattr(rulebook, switch))
        for switch in SWITCHES
        if getattr(rulebook, switch) != getattr(base, switch)
    }
    modules = tuple(module.name for module in rulebook.modules if module not in variant.rulebook.modules)
    return Setup(source or variant.id, variant.version, start, rules, options, modules)


def write_switch(value: object) -> str:
    """A switch's value as text."""
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)


def open_setup(setup: Setup, find: Callable[[str], Variant] = load_variant) -> tuple[Variant, Rulebook]:
    """The variant and the rulebook of a game; raises if this program cannot play it."""
    try:
        variant = find(setup.variant)
    except LegationError as error:
        raise RequestError("setup.variant", str(error)) from None
    if variant.version != setup.version:
        variant = _load_earlier(variant, setup)
    try:
        return variant, choose_rulebook(variant, setup.rules or None, setup.options, setup.modules)
    except LegationError as error:
        raise RequestError(f"setup.{getattr(error, 'field', 'rules')}", getattr(error, "problem", str(error))) from None


def _load_earlier(variant: Variant, setup: Setup) -> Variant:
    """The edition that a game was begun with, where the program still has it; another might judge differently."""
    edition = f"{setup.variant}@{setup.version}"
    if variant.id in list_variants() and edition in list_editions(variant.id):
        return load_variant(edition)
    raise RequestError(
        "setup.version",
        f"the game was begun with version {setup.version} of {setup.variant}; this program has {variant.version}",
    )
