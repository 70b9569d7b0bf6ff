"""Checks positions from outside: whether they are possible, and whether some rule reads their memory."""

from collections.abc import Collection, Mapping

from legation.board import Board, Position, UnitKind
from legation.errors import RequestError, shorten
from legation.game.advance import QUIET_YEARS
from legation.judge import Rulebook
from legation.variants import Variant


def check_given_position(variant: Variant, position: Position, rulebook: Rulebook, field: str) -> None:
    """Raise if a unit is in an impossible place, a destroyed centre has an owner, or memory is not in a rule's form."""
    for key, unit in position.units.items():
        traits = rulebook.traits.get(unit.kind)
        is_placed = (
            unit.space in position.units
            if unit.is_aboard
            else (traits is not None and variant.board.can_stand(unit.location, sails=traits.sails))
        )
        if key != unit.key or traits is None or not is_placed:
            raise RequestError(f"{field}.units.{key}", f"{unit} cannot stand there")
    check_memory(variant, rulebook, position.memory, field=f"{field}.memory")
    check_closed(variant.board, position, rulebook, units=f"{field}.units", owners=f"{field}.owners")


def check_closed(board: Board, position: Position, rulebook: Rulebook, *, units: str, owners: str) -> None:
    """Raise if a unit is or was in a space that a rule closes to it, or a centre destroyed by a bomb has an owner.

    ``units`` and ``owners`` are the fields that an error names.
    """
    for module in rulebook.modules:
        to_armies = module.closed_to(board, position, UnitKind.ARMY)
        if not to_armies:
            continue
        to_all = to_armies & module.closed_to(board, position, UnitKind.FLEET)
        for unit in (*position.units.values(), *(found.unit for found in position.dislodged)):
            if unit.space in to_all or (unit.kind is UnitKind.ARMY and unit.space in to_armies):
                whom = "all units" if unit.space in to_all else "armies"
                raise RequestError(units, f"{unit} cannot stand there; the space is closed to {whom}")
        for space in sorted(to_all & position.owners.keys()):
            raise RequestError(owners, f"{space} has no owner; the centre was destroyed")


def check_memory(
    variant: Variant,
    rulebook: Rulebook,
    memory: Mapping[str, object],
    *,
    others: Collection[str] = (),
    field: str = "memory",
) -> None:
    """Raise if memory does not have the form of the module that writes it, or no module of the game writes it.

    Memory that nothing reads usually means a forgotten module: its bombs or years would be lost silently. ``others``
    are the names of other data in memory.
    """
    modules = {module.name: module for module in rulebook.modules}
    for name, kept in memory.items():
        if name in modules:
            problem = modules[name].check_memory(variant.board, variant.powers, kept)
        elif name == QUIET_YEARS and variant.victory.quiet_years:
            problem = None if type(kept) is int and kept >= 0 else "expected a number of years"
        elif name in others:
            problem = None
        else:
            problem = "no rule of this game remembers anything under this name; is a module missing?"
        if problem:
            raise RequestError(f"{field}.{shorten(str(name))}", problem)
