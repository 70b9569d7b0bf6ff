"""The rules of the rulebook and the variant about writing orders, as values passed in by the caller."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Protocol

from legation.board import (
    STANDARD_TRAITS,
    Board,
    Border,
    DislodgedUnit,
    LocationId,
    Position,
    PowerId,
    SpaceId,
    Unit,
    UnitKind,
    UnitTraits,
)
from legation.orders.clauses import NO_CLAUSES, Clauses
from legation.orders.faults import Refusal
from legation.orders.order import Bomb, Embark, Launch, Order, Retreat


class DoubleOrder(StrEnum):
    """Which of two different legal orders for one unit is followed (DATC 4.D.3)."""

    NONE = "none"
    FIRST = "first"
    LAST = "last"


class SupportCoast(StrEnum):
    """DATC 4.B.4: coasts in support orders."""

    IGNORE = "ignore"
    MATCH_IF_GIVEN = "match_if_given"
    REQUIRED = "required"


class ConvoyPath(StrEnum):
    """DATC 4.A.6: the seas written in a convoyed move."""

    IGNORE = "ignore"
    HONOUR = "honour"
    REQUIRE = "require"


class Landing(StrEnum):
    """Colonial Variant, rule 8: when a ship lets its army off."""

    ORDERED = "ordered"
    """Only if it was ordered to hold, by an order that could be followed."""
    HELD = "held"
    """Also if it holds for lack of such an order."""


class PortEmbarkation(StrEnum):
    """Colonial Variant, rule 7: which armies a ship in a port may take aboard; they could also march or land there."""

    ANY = "any"
    """Any army that was ordered there, so that an attack turns into an embarkation."""
    OWN = "own"
    """Armies of its own power only; those of others attack."""


class OrderCheck(Protocol):
    """Extra legality of a variant: a rule module may refuse an order, or open a conditional border."""

    def refuse_order(self, board: Board, position: Position, unit: Unit, order: Order) -> Refusal | None:
        """Why this order of this unit is not allowed; None if it is."""

    def may_cross(self, position: Position, unit: Unit, border: Border) -> bool:
        """True if the unit may use a border with a condition."""


class SpaceCheck(Protocol):
    """Spaces that a variant closes completely to a kind of unit."""

    def closed_to(self, board: Board, position: Position, kind: UnitKind) -> frozenset[SpaceId]:
        """The spaces that no unit of this kind may enter."""

    def refuse_entry(self, space: SpaceId) -> Refusal:
        """Why one of these spaces is closed."""


class RetreatCheck(Protocol):
    """A variant's own retreats: how they are written, and why they may be closed."""

    def complete_retreat(
        self, board: Board, position: Position, dislodged: DislodgedUnit, order: Retreat
    ) -> Retreat | Refusal:
        """The complete retreat to an open place, or why it cannot be made as written."""

    def retreat_options(self, board: Board, position: Position, dislodged: Unit) -> frozenset[LocationId]:
        """Places beyond the unit's own steps where it may go if they are open."""

    def list_noted_retreats(self, board: Board, position: Position, unit: Unit) -> frozenset[SpaceId]:
        """Spaces out of the unit's own reach whose closure this rule can explain."""

    def refuse_retreat(self, board: Board, position: Position, unit: Unit, space: SpaceId) -> Refusal | None:
        """Why a space beyond the unit's steps is closed to it, if this rule decides that."""


class LaunchCheck(Protocol):
    """Which bombs a power may launch."""

    def refuse_launch(
        self, board: Board, position: Position, power: PowerId, order: Bomb, launched: Sequence[Launch]
    ) -> Refusal | None:
        """Why a bomb cannot be launched after those already launched; None if it can."""


@dataclass(frozen=True, slots=True)
class OrderRules:
    """How orders are read and which are allowed."""

    traits: Mapping[UnitKind, UnitTraits] = field(default_factory=lambda: STANDARD_TRAITS)
    double_order: DoubleOrder = DoubleOrder.FIRST
    support_coast: SupportCoast = SupportCoast.MATCH_IF_GIVEN
    convoy_path: ConvoyPath = ConvoyPath.IGNORE
    tag_needs_convoy: bool = True
    """True if a move marked VIA is impossible where no convoy could run (it never falls back to land)."""
    landing: Landing = Landing.ORDERED
    port_embarkation: PortEmbarkation = PortEmbarkation.ANY
    extra_kinds: frozenset[type[Embark] | type[Bomb]] = frozenset()
    """Order kinds beyond the rulebook's that the variant knows."""
    checks: tuple[OrderCheck, ...] = ()
    space_checks: tuple[SpaceCheck, ...] = ()
    launch_checks: tuple[LaunchCheck, ...] = ()
    retreat_checks: tuple[RetreatCheck, ...] = ()
    clauses: Clauses = NO_CLAUSES
    """The clauses of the sheet, which refusals cite."""
