"""Converts the position of a foreign file, and compares it with ours."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from legation.board import DislodgedUnit, Position, PowerId, SpaceId, Unit, UnitKey, make_units, space_of
from legation.errors import LegationError, RequestError
from legation.game import GameState, Phase, read_unit
from legation.interchange.model import ForeignPhase
from legation.judge import Rulebook, list_retreats
from legation.variants import Variant


class Differing(StrEnum):
    """What is different."""

    UNIT = "unit"
    DISLODGED = "dislodged unit"
    RETREATS = "retreats"
    OWNER = "owner"
    PHASE = "phase"
    ENDING = "ending"


@dataclass(frozen=True, slots=True)
class Difference:
    """A difference between a file and our judge."""

    phase: str
    """The phase that was judged."""
    kind: Differing
    space: str
    """Empty if the difference concerns the whole game."""
    theirs: str
    ours: str
    cause: str = ""
    """The cause, if it is known."""

    def __str__(self) -> str:
        place = f" in {self.space}" if self.space else ""
        cause = self.cause or "unexplained"
        return f"{self.phase}: {self.kind}{place}: {self.theirs or 'none'} there, {self.ours or 'none'} here ({cause})"


def read_state(variant: Variant, rulebook: Rulebook, found: ForeignPhase, phase: Phase) -> GameState:
    """Convert the state of a file; raises a ``RequestError`` if a name or a unit does not belong to this board."""
    try:
        position = Position(_read_units(variant, rulebook, found), _read_owners(variant, found))
        dislodged = tuple(_read_dislodged(variant, rulebook, found, position))
    except RequestError as error:
        raise RequestError(found.name, error.problem, error.candidates) from None
    except LegationError as error:
        raise RequestError(found.name, str(error)) from None
    return GameState(phase, Position(position.units, position.owners, dislodged))


def _read_units(variant: Variant, rulebook: Rulebook, found: ForeignPhase) -> Mapping[UnitKey, Unit]:
    units: dict[SpaceId, Unit] = {}
    for name, texts in found.position.units.items():
        power = variant.parse_power(name)
        for text in texts:
            if _is_said_better(text, texts):
                continue
            unit = read_unit(variant.board, power, text, rulebook, "units")
            if units.get(unit.space) not in (None, unit):  # some files list a unit twice
                raise RequestError("units", f"{units[unit.space]} and {unit} stand in the same space")
            units[unit.space] = unit
    return make_units(list(units.values()))


def _is_said_better(text: str, texts: Sequence[str]) -> bool:
    """True if the list also contains the unit with its coast."""
    return "/" not in text and any(other.startswith(f"{text}/") for other in texts)


def _read_owners(variant: Variant, found: ForeignPhase) -> dict[SpaceId, PowerId]:
    owners: dict[SpaceId, PowerId] = {}
    for name, centres in found.position.centres.items():
        power = variant.parse_power(name)
        for text in centres:
            space = space_of(variant.board.parse_location(text))
            if not variant.board.spaces[space].centre or space in owners:
                problem = "is owned twice" if space in owners else "is not a centre of this board"
                raise RequestError("centers", f"{space} {problem}")
            owners[space] = power
    return owners


def _read_dislodged(
    variant: Variant, rulebook: Rulebook, found: ForeignPhase, position: Position
) -> Iterator[DislodgedUnit]:
    for name, waiting in found.position.dislodged.items():
        for text, ends in waiting.items():
            unit = read_unit(variant.board, variant.parse_power(name), text, rulebook, "retreats")
            if ends is None:
                retreats = list_retreats(variant.board, position, unit, None, rulebook)
            else:
                retreats = tuple(variant.board.parse_location(end) for end in ends)
            yield DislodgedUnit(unit, None, tuple(sorted(retreats)))


def list_differences(judged: str, ours: GameState, theirs: GameState, *, states_retreats: bool) -> Iterator[Difference]:
    """The differences of two states; ``states_retreats``: whether the file lists the possible retreats."""
    if ours.ending is not None:
        yield Difference(
            judged, Differing.ENDING, "", "the game goes on", f"{ours.ending.kind} after {ours.shown_phase}"
        )
    elif ours.phase != theirs.phase:
        yield Difference(judged, Differing.PHASE, "", str(theirs.phase), str(ours.phase))
    yield from _compare_positions(judged, ours.position, theirs.position, states_retreats=states_retreats)


def _compare_positions(judged: str, ours: Position, theirs: Position, *, states_retreats: bool) -> Iterator[Difference]:
    for key in sorted(ours.units.keys() | theirs.units.keys()):
        pair = _name(theirs.units.get(key)), _name(ours.units.get(key))
        if pair[0] != pair[1]:
            yield Difference(judged, Differing.UNIT, str(key), *pair)
    waiting = {found.unit.space: found for found in ours.dislodged}
    expected = {found.unit.space: found for found in theirs.dislodged}
    for space in sorted(waiting.keys() | expected.keys()):
        here, there = waiting.get(space), expected.get(space)
        pair = _name(there.unit if there else None), _name(here.unit if here else None)
        if pair[0] != pair[1]:
            yield Difference(judged, Differing.DISLODGED, str(space), *pair)
        elif here and there and states_retreats and sorted(here.retreats) != sorted(there.retreats):
            ends = " ".join(sorted(there.retreats)), " ".join(sorted(here.retreats))
            yield Difference(judged, Differing.RETREATS, str(space), *ends)
    for space in sorted(ours.owners.keys() | theirs.owners.keys()):
        if ours.owners.get(space) != theirs.owners.get(space):
            owners = str(theirs.owners.get(space, "")), str(ours.owners.get(space, ""))
            yield Difference(judged, Differing.OWNER, str(space), *owners)


def _name(unit: Unit | None) -> str:
    return f"{unit.power} {unit}" if unit else ""
