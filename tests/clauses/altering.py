"""Ways to take a rule out of a variant, for mutations: change what is loaded, and nothing else."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from unittest.mock import patch

from legation.board import Border, CentreKind, Folder, LocationId, Position, PowerId, Space, SpaceId, make_board
from legation.judge import Rulebook, RuleModule
from legation.variants import Variant, load, load_rulebook, load_variant
from legation.variants.load import load_variant_folder
from tests.clauses.registry import Mutation

Change = Callable[[Variant], Variant]


@contextmanager
def _altered(variant: str, change: Change) -> Iterator[None]:
    def load_changed(folder: Folder | str) -> Variant:
        loaded = load_variant_folder(folder)
        return change(loaded) if loaded.id == variant else loaded

    with patch.object(load, "load_variant_folder", load_changed):
        load_variant.cache_clear()
        yield
    load_variant.cache_clear()


def altered(variant: str, change: Change) -> Mutation:
    """Load a variant changed."""
    return partial(_altered, variant, change)


def patched(owner: type | object, name: str, value: object) -> Mutation:
    """Put something else in the place of a function or method."""

    @contextmanager
    def replaced() -> Iterator[None]:
        with patch.object(owner, name, value):
            yield

    return replaced


def with_rules(variant: str, change: Callable[[Rulebook], Rulebook]) -> Mutation:
    """Change the rulebook."""
    return altered(variant, lambda loaded: replace(loaded, rulebook=change(loaded.rulebook)))


def by_profile(variant: str, profile: str) -> Mutation:
    """Another edition's switches with the variant's own modules."""

    def change(rulebook: Rulebook) -> Rulebook:
        other = load_rulebook(profile)
        return replace(other, modules=rulebook.modules, traits=rulebook.traits, extra_kinds=rulebook.extra_kinds)

    return with_rules(variant, change)


def without_module(variant: str, name: str) -> Mutation:
    """Switch a rule module off."""

    def change(rulebook: Rulebook) -> Rulebook:
        return replace(rulebook, modules=tuple(module for module in rulebook.modules if module.name != name))

    return with_rules(variant, change)


def with_module(variant: str, module: RuleModule) -> Mutation:
    """Switch a rule module on, in the place of one of the same name."""

    def change(rulebook: Rulebook) -> Rulebook:
        others = (other for other in rulebook.modules if other.name != module.name)
        return replace(rulebook, modules=(*others, module))

    return with_rules(variant, change)


def with_start(variant: str, change: Callable[[Position], Position]) -> Mutation:
    """Change the first position."""
    return altered(variant, lambda loaded: replace(loaded, start=change(loaded.start)))


def without_unit(variant: str, space: str) -> Mutation:
    """Leave out one of the first units."""
    return with_start(
        variant, lambda start: start._replace(units={at: unit for at, unit in start.units.items() if at != space})
    )


def without_owner(variant: str, space: str) -> Mutation:
    """Let one centre begin without an owner."""
    return with_start(
        variant,
        lambda start: start._replace(owners={at: owner for at, owner in start.owners.items() if at != space}),
    )


def with_spaces(variant: str, change: Callable[[Space], Space]) -> Mutation:
    """Change spaces of the board."""

    def alter(loaded: Variant) -> Variant:
        board = make_board(map(change, loaded.board.spaces.values()), loaded.board.borders)
        return replace(loaded, board=board)

    return altered(variant, alter)


def with_centre(variant: str, space: str, centre: CentreKind, *powers: str) -> Mutation:
    """Give a space another centre, or none."""

    def change(found: Space) -> Space:
        if found.id != space:
            return found
        return replace(found, centre=centre, powers=tuple(PowerId(power) for power in powers))

    return with_spaces(variant, change)


def without_space(variant: str, space: str) -> Mutation:
    """Take a space off the board."""

    def alter(loaded: Variant) -> Variant:
        spaces = [found for found in loaded.board.spaces.values() if found.id != space]
        borders = [
            border
            for border in loaded.board.borders
            if SpaceId(space) not in (_space(border.start), _space(border.end))
        ]
        return replace(loaded, board=make_board(spaces, borders))

    return altered(variant, alter)


def with_borders(variant: str, change: Callable[[tuple[Border, ...]], tuple[Border, ...]]) -> Mutation:
    """Change the borders of the board."""

    def alter(loaded: Variant) -> Variant:
        return replace(loaded, board=make_board(loaded.board.spaces.values(), change(loaded.board.borders)))

    return altered(variant, alter)


def without_border(variant: str, first: str, second: str, *, for_fleets_only: bool = False) -> Mutation:
    """Close every border between two spaces, or shut it to fleets."""

    def change(borders: tuple[Border, ...]) -> tuple[Border, ...]:
        kept: list[Border] = []
        for border in borders:
            if {_space(border.start), _space(border.end)} != {first, second}:
                kept.append(border)
            elif for_fleets_only and border.army:
                kept.append(replace(border, fleet=False))
        return tuple(kept)

    return with_borders(variant, change)


def with_border(variant: str, first: str, second: str, *, army: bool = False, fleet: bool = False) -> Mutation:
    """Open a border that there is not."""
    return with_borders(
        variant, lambda borders: (*borders, Border(LocationId(first), LocationId(second), army=army, fleet=fleet))
    )


def with_victory(variant: str, centres: int) -> Mutation:
    """Let another number of centres win."""
    return altered(variant, lambda loaded: replace(loaded, victory=replace(loaded.victory, centres=centres)))


def _space(location: LocationId) -> str:
    return location.partition("/")[0]
