"""The orders that a power can write: one closed union for all variants."""

from dataclasses import dataclass
from typing import NamedTuple

from legation.board import ABOARD, LocationId, PowerId, SpaceId, Unit, UnitKind, space_of


class Piece(NamedTuple):
    """A unit as an order names it. The kind may be left out; the judge knows which unit is there."""

    kind: UnitKind | None
    location: LocationId

    @property
    def space(self) -> SpaceId:
        """The space it is in."""
        return space_of(self.location)

    def __str__(self) -> str:
        return f"{self.kind} {self.location}" if self.kind else str(self.location)


def piece_of(unit: Unit) -> Piece:
    """The piece that names a unit of the board; an army aboard by the space of its ship."""
    location = unit.location
    return Piece(unit.kind, LocationId(unit.space) if location.endswith(ABOARD) else location)


@dataclass(frozen=True, slots=True)
class Hold:
    """``A PAR H``."""

    unit: Piece


@dataclass(frozen=True, slots=True)
class Move:
    """``A PAR - BUR``, by convoy with ``VIA``; ``path``: the seas if written out; ``carry``: bombs taken along."""

    unit: Piece
    target: LocationId
    via_convoy: bool = False
    path: tuple[SpaceId, ...] = ()
    carry: int = 0


@dataclass(frozen=True, slots=True)
class SupportHold:
    """``A PAR S A BUR``: help a unit that does not move."""

    unit: Piece
    supported: Piece


@dataclass(frozen=True, slots=True)
class SupportMove:
    """``A PAR S A MAR - BUR``: help a unit that moves."""

    unit: Piece
    supported: Piece
    target: LocationId


@dataclass(frozen=True, slots=True)
class Convoy:
    """``F NTH C A LON - NWY``: carry an army across."""

    unit: Piece
    army: Piece
    target: LocationId


@dataclass(frozen=True, slots=True)
class Embark:
    """``F PO7 E A NA7``: take an army aboard (Colonial Variant, rule 7)."""

    unit: Piece
    army: Piece


@dataclass(frozen=True, slots=True)
class Retreat:
    """``A SER R ALB``; ``via`` names the sea of a convoyed retreat (Colonia III and VII, rule 4)."""

    unit: Piece
    target: LocationId
    via: SpaceId | None = None
    further: tuple[SpaceId, ...] = ()
    """Spaces that the order names beyond the first; a complete retreat has none."""


@dataclass(frozen=True, slots=True)
class Disband:
    """``A SER D``: give up a dislodged unit, or remove one in Winter."""

    unit: Piece


@dataclass(frozen=True, slots=True)
class Build:
    """``A PAR B``."""

    unit: Piece


@dataclass(frozen=True, slots=True)
class Waive:
    """``WAIVE``: leave a build unused."""


@dataclass(frozen=True, slots=True)
class Bomb:
    """``BOMB PAR - MOS``: launch a gigaton bomb from one space at another."""

    origin: SpaceId
    target: SpaceId


class Launch(NamedTuple):
    """A launched bomb, and its power: an order of a power, not of a unit."""

    power: PowerId
    order: Bomb


MovementOrder = Hold | Move | SupportHold | SupportMove | Convoy | Embark
RetreatOrder = Retreat | Disband
Order = MovementOrder | Retreat | Disband | Build | Waive | Bomb
