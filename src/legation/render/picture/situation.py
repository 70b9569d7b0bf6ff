"""What a picture is to show besides the bare board."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from legation.board import Position, PowerId, SpaceId, Unit
from legation.game import PhaseRecord
from legation.judge import BombMark, ClosedSeaMark, ColonyMark, Outcome, RuinMark, SpaceMark
from legation.orders import Order, Rejection
from legation.render.words import word_phase


@dataclass(frozen=True, slots=True)
class Situation:
    """A position, the orders given in it, and what became of them."""

    powers: tuple[PowerId, ...] = ()
    position: Position = field(default_factory=Position)
    outcomes: tuple[Outcome, ...] = ()
    orders: tuple[tuple[PowerId, Order], ...] = ()
    """Orders not yet judged; drawn in ink."""
    rejections: tuple[Rejection, ...] = ()
    destroyed: tuple[Unit, ...] = ()
    last_held: Mapping[SpaceId, PowerId] = field(default_factory=dict)
    """Who last stood on land that is no centre: shown as half a band."""
    marks: tuple[SpaceMark, ...] = ()
    """What rule modules know about single spaces (``judge.list_marks``)."""
    closed: frozenset[SpaceId] = frozenset()
    """Islands closed to armies; their coast is dashed."""
    caption: str = ""
    """Beside the title: the season."""

    @property
    def colonies(self) -> Mapping[SpaceId, ColonyMark]:
        """The colonial centres that somebody owns."""
        return {mark.space: mark for mark in self.marks if isinstance(mark, ColonyMark)}

    @property
    def bombs(self) -> Mapping[SpaceId, int]:
        """How many bombs there are in a space, those of a dislodged unit included."""
        found: Counter[SpaceId] = Counter()
        for mark in self.marks:
            if isinstance(mark, BombMark):
                found[mark.space] += mark.bombs
        return found

    @property
    def bombed(self) -> frozenset[SpaceId]:
        """Spaces that a bomb struck and that are still closed."""
        return frozenset(mark.space for mark in self.marks if isinstance(mark, RuinMark | ClosedSeaMark))

    @property
    def drawn_powers(self) -> tuple[PowerId, ...]:
        """The powers, in their order; those only seen on the board come last."""
        seen = {unit.power for unit in self.position.units.values()} | set(self.position.owners.values())
        seen |= set(self.last_held.values()) | {found.unit.power for found in self.position.dislodged}
        seen |= {outcome.power for outcome in self.outcomes} | {power for power, _ in self.orders}
        return (*self.powers, *sorted(seen - set(self.powers)))


def situation_of(record: PhaseRecord, powers: Iterable[PowerId], marks: tuple[SpaceMark, ...] = ()) -> Situation:
    """What a judged phase is to show: where all stand after it, and what became of each order."""
    return Situation(
        powers=tuple(powers),
        position=record.after.position,
        outcomes=record.outcomes,
        rejections=record.rejections,
        destroyed=record.destroyed,
        marks=marks,
        caption=word_phase(record.phase),
    )
