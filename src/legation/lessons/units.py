"""Patterns of units: ``F NTH``, ``A YOR|EDI``, ``A FIN|F NWG``, ``RUSSIA A NWY``, ``dislodged A NWY``."""

from collections.abc import Collection, Iterator
from dataclasses import dataclass

from legation.board import Board, LocationId, Position, PowerId, SpaceId, Unit, UnitKind
from legation.orders import piece_of
from legation.render.words import ENGLISH, name_place
from legation.variants import Variant

KINDS = {"A": UnitKind.ARMY, "F": UnitKind.FLEET}
NAMES = {UnitKind.ARMY: "army", UnitKind.FLEET: "fleet"}


@dataclass(frozen=True, slots=True)
class Pattern:
    """Units that may play a part, the preferred one first."""

    power: PowerId
    choices: tuple[tuple[UnitKind, SpaceId], ...]
    is_dislodged: bool = False
    is_optional: bool = False

    def find(self, position: Position, taken: Collection[Unit] = ()) -> Unit | None:
        """The first matching unit of a position that has no part yet, or None."""
        units = [found.unit for found in position.dislodged] if self.is_dislodged else list(position.units.values())
        for kind, space in self.choices:
            for unit in units:
                if (unit.power, unit.kind, unit.space) == (self.power, kind, space) and unit not in taken:
                    return unit
        return None


def read_pattern(text: str, learner: PowerId) -> Pattern:
    """Read a pattern; without a power it means a unit of the learner."""
    words = text.removesuffix("?").split()
    is_dislodged = words[0] == "dislodged"
    words = words[is_dislodged:]
    power = learner if words[0] in KINDS else PowerId(words[0])
    words = words if words[0] in KINDS else words[1:]
    return Pattern(power, tuple(_list_choices(" ".join(words))), is_dislodged, text.endswith("?"))


def _list_choices(text: str) -> Iterator[tuple[UnitKind, SpaceId]]:
    """The alternatives of a pattern; one without a kind has the kind of the previous one."""
    kind = UnitKind.ARMY
    for choice in text.split("|"):
        *before, space = choice.split()
        kind = KINDS[before[0]] if before else kind
        yield kind, SpaceId(space)


@dataclass(frozen=True, slots=True)
class Actor:
    """A unit that plays a part in a step. Texts name it as ``{army}``, its space as ``{army.space}``."""

    name: str
    """``army in the Ruhr``."""
    space: str
    """``Ruhr``."""
    unit: str
    """``A RUH``."""

    def __str__(self) -> str:
        return self.name


def make_actor(board: Board, unit: Unit) -> Actor:
    """The words with which texts name a unit."""
    name = f"{NAMES[unit.kind]} in {name_place(board, unit.location)}"
    return Actor(name, board.spaces[unit.space].name, str(piece_of(unit)))


def word_pattern(variant: Variant, pattern: Pattern, learner: PowerId) -> str:
    """A pattern in words: ``an army in Yorkshire or Edinburgh``."""
    places: dict[UnitKind, list[str]] = {}
    for kind, space in pattern.choices:
        places.setdefault(kind, []).append(name_place(variant.board, LocationId(space)))
    articles = {UnitKind.ARMY: "an army", UnitKind.FLEET: "a fleet"}
    owner = "" if pattern.power == learner else f" of {variant.powers[pattern.power].name}"
    return " or ".join(f"{articles[kind]}{owner} in {ENGLISH.join_or(found)}" for kind, found in places.items())
