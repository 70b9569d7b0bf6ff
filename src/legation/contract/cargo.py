"""Armies aboard ships in the judge's JSON: they travel in ``memory``, so that the contract keeps its fields."""

from collections.abc import Callable, Mapping
from typing import Final

from legation.board import Board, Position, PowerId, SpaceId, Unit, UnitKey, aboard, make_units
from legation.contract.fields import check_fields
from legation.contract.shapes import UnitJson
from legation.errors import LegationError, RequestError, quote
from legation.judge import Rulebook
from legation.orders import Embark, read_piece

CARGO: Final = "cargo"
"""By the space of a ship on the board: the army aboard."""
WAITING: Final = "cargo_waiting"
"""By the space that a dislodged ship came from: the army aboard."""

FindPower = Callable[[object, str], PowerId]


def write_memory(position: Position) -> dict[str, object]:
    """The memory of rule modules, and the armies aboard."""
    waiting = [found.cargo for found in position.dislodged if found.cargo]
    memory = dict(position.memory)
    for key, armies in ((CARGO, position.armies_aboard), (WAITING, waiting)):
        if armies:
            by_space = sorted(armies, key=lambda army: army.space)
            memory[key] = {army.space: {"power": army.power, "unit": str(army)} for army in by_space}
    return memory


def load_cargo(board: Board, position: Position, rulebook: Rulebook, parse_power: FindPower) -> Position:
    """The position with the armies of its ``memory`` put aboard; raises if there is no such ship."""
    if CARGO not in position.memory and WAITING not in position.memory:
        return position
    reader = _Reader(board, rulebook, parse_power)
    waiting_ships: dict[UnitKey, Unit] = {found.unit.space: found.unit for found in position.dislodged}
    cargo = reader.read(position.memory, CARGO, position.units)
    waiting = reader.read(position.memory, WAITING, waiting_ships)
    return position._replace(
        memory={key: value for key, value in position.memory.items() if key not in (CARGO, WAITING)},
        units=make_units([*position.units.values(), *cargo.values()]),
        dislodged=tuple(found._replace(cargo=waiting.get(found.unit.space)) for found in position.dislodged),
    )


class _Reader:
    """Reads the armies aboard."""

    def __init__(self, board: Board, rulebook: Rulebook, parse_power: FindPower) -> None:
        self.board = board
        self.rulebook = rulebook
        self.parse_power = parse_power

    def read(self, memory: Mapping[str, object], key: str, ships: Mapping[UnitKey, Unit]) -> dict[SpaceId, Unit]:
        """The armies under one key, each aboard an existing ship."""
        data, field = memory.get(key, {}), f"memory.{key}"
        if not isinstance(data, dict):
            raise RequestError(field, "expected an object of ships' spaces")
        if data and Embark not in self.rulebook.extra_kinds:
            raise RequestError(field, "no army goes aboard a ship in this variant")
        cargo = {}
        for name, entry in data.items():
            if name not in self.board.spaces:
                raise RequestError(field, f"{quote(str(name)[:60])} is not the code of a space")
            space = SpaceId(name)
            ship = ships.get(space)
            if ship is None or not self.rulebook.traits[ship.kind].sails:
                raise RequestError(field, f"no ship stands in {space}")
            if not isinstance(entry, dict):
                raise RequestError(field, "expected an object with power and unit")
            cargo[space] = self._read_army(space, entry, field)
        return cargo

    def _read_army(self, space: SpaceId, entry: Mapping[str, object], field: str) -> Unit:
        check_fields(entry, tuple(UnitJson.__annotations__), f"{field}.")
        power = self.parse_power(entry.get("power"), f"{field}.power")
        if not isinstance(entry.get("unit"), str):
            raise RequestError(f"{field}.unit", f"expected 'A {space}'")
        text = str(entry["unit"])[:60]
        try:
            piece = read_piece(text, self.board.names)
        except LegationError:
            piece = None
        traits = self.rulebook.traits
        if piece is None or piece.space != space or piece.kind not in traits:
            raise RequestError(f"{field}.unit", f"{quote(text)} is not an army aboard; expected 'A {space}'")
        if piece.kind is None or traits[piece.kind].sails:
            raise RequestError(f"{field}.unit", f"{quote(text)} is not an army")
        return Unit(power, piece.kind, aboard(space))
