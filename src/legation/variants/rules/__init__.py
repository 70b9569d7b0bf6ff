"""Variants' rules beyond the rulebooks, each switched on by a table in ``variant.toml``."""

from collections.abc import Mapping
from dataclasses import fields

from legation.errors import RequestError, UnknownNameError
from legation.judge import RuleModule
from legation.variants.rules.build_only_centres import BuildOnlyCentres
from legation.variants.rules.build_rights import Colonies, SpecialCentres
from legation.variants.rules.centre_clocks import YEARS_TO_PERMANENT, CentreClock, write_clocks
from legation.variants.rules.closed_to_armies import ClosedToArmies
from legation.variants.rules.colonial_centres import ColonialCentres
from legation.variants.rules.gigaton_bomb import GigatonBomb
from legation.variants.rules.island_retreats import IslandRetreats
from legation.variants.rules.transport_fleets import TransportFleets

MODULES: Mapping[str, type[RuleModule]] = {
    module.name: module
    for module in (
        BuildOnlyCentres,
        ClosedToArmies,
        Colonies,
        ColonialCentres,
        GigatonBomb,
        TransportFleets,
        IslandRetreats,
        SpecialCentres,
    )
}
"""Every rule module by its name."""


def make_module(name: str, settings: Mapping[str, object]) -> RuleModule:
    """The module with its settings; lists become tuples. Raises for an unknown module or setting."""
    if name not in MODULES:
        raise UnknownNameError("rule module", name, tuple(MODULES))
    module = MODULES[name]
    known = {item.name for item in fields(module)} - {"clauses"}
    for setting in settings:
        if setting not in known:
            raise RequestError(
                f"rules.{name}.{setting}", f"no such setting; there are {', '.join(sorted(known)) or 'none'}"
            )
    values = {setting: tuple(value) if isinstance(value, list) else value for setting, value in settings.items()}
    return module(**values)  # type: ignore[arg-type] # checked above: they are fields of the module


__all__ = [
    "MODULES",
    "YEARS_TO_PERMANENT",
    "BuildOnlyCentres",
    "CentreClock",
    "ClosedToArmies",
    "ColonialCentres",
    "Colonies",
    "GigatonBomb",
    "IslandRetreats",
    "SpecialCentres",
    "TransportFleets",
    "make_module",
    "write_clocks",
]
