"""Finds the problems of a board before it is used."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from legation.board.border import Border
from legation.board.names import fold
from legation.board.space import CentreKind, LocationId, Space, SpaceId, Terrain, coast_of, space_of
from legation.errors import DataError

Value = TypeVar("Value")


@dataclass(frozen=True, slots=True)
class Placed(Generic[Value]):
    """A value read from a file, and its line."""

    value: Value
    file: str
    line: int

    def error(self, problem: str) -> DataError:
        """An error with the place."""
        return DataError(problem, file=self.file, line=self.line)


def check_board(spaces: Sequence[Placed[Space]], borders: Sequence[Placed[Border]]) -> Iterator[DataError]:
    """Every problem of a board, in the order of its files."""
    yield from _check_spaces(spaces)
    known = {placed.value.id: placed.value for placed in spaces}
    sound = []
    for placed in borders:
        problems = list(_check_border(placed, known))
        yield from problems
        if not problems:
            sound.append(placed)
    yield from _check_twice(sound)


def warn_of_board(spaces: Sequence[Placed[Space]], borders: Sequence[Placed[Border]]) -> Iterator[DataError]:
    """Unusual features of a sound board that may be intended: inland waterways, and unconnected spaces.

    A lake for fleets alone or a box beside the board is as likely as a mistake, so both are playable.
    """
    known = {placed.value.id: placed.value for placed in spaces}
    yield from _check_shores(spaces, borders, known)
    yield from _check_reachable(spaces, borders)


def _check_spaces(spaces: Sequence[Placed[Space]]) -> Iterator[DataError]:
    codes: dict[str, int] = {}
    names: dict[str, int] = {}
    for placed in spaces:
        space = placed.value
        if not re.fullmatch(r"[A-Z][A-Z0-9]*", space.id):
            yield placed.error(f"code {space.id!r} is not made of upper-case letters and digits")
        for seen, what, text in ((codes, "code", fold(space.id)), (names, "name", fold(space.name))):
            if text in seen:
                yield placed.error(f"{what} {text!r} is already on line {seen[text]}")
            seen.setdefault(text, placed.line)
        if len(set(space.coasts)) != len(space.coasts) or len(space.coasts) == 1:
            yield placed.error(f"{space.id} needs two or more different coasts, or none")
        if space.centre in (CentreKind.HOME, CentreKind.SPECIAL, CentreKind.BUILD_ONLY) and not space.powers:
            yield placed.error(f"{space.id} is a {space.centre.value} centre; name the powers it serves")
        if space.centre is not CentreKind.NONE and space.terrain is Terrain.IMPASSABLE:
            yield placed.error(f"{space.id} is impassable and can hold no centre")


def _check_border(placed: Placed[Border], known: dict[SpaceId, Space]) -> Iterator[DataError]:
    border = placed.value
    if not (border.army or border.fleet):
        yield placed.error(f"{border.start} - {border.end} lets neither armies nor fleets pass")
    if space_of(border.start) == space_of(border.end):
        yield placed.error(f"{border.start} borders on itself")
    for location in (border.start, border.end):
        space = known.get(space_of(location))
        if space is None:
            yield placed.error(f"unknown space {location!r}")
        elif location not in space.locations:
            yield placed.error(f"{space.id} has no coast {coast_of(location)!r}; it has {space.coasts or 'none'}")
        else:
            yield from _check_end(placed, location, space)


def _check_end(placed: Placed[Border], location: LocationId, space: Space) -> Iterator[DataError]:
    border = placed.value
    if space.terrain is Terrain.IMPASSABLE:
        yield placed.error(f"{space.id} is impassable and can have no border")
    if border.army and space.terrain is Terrain.SEA:
        yield placed.error(f"an army cannot enter the sea {space.id}")
    if border.army and coast_of(location):
        yield placed.error(f"armies stand in {space.id}, not on a coast of it; give the fleets a line of their own")
    if border.fleet and space.coasts and not coast_of(location):
        yield placed.error(f"{space.id} has separate coasts; name the one that the fleet uses")


def _check_twice(borders: Sequence[Placed[Border]]) -> Iterator[DataError]:
    """Borders run both ways unless declared one-way, so a second line for the reverse direction is also a mistake."""
    seen: dict[tuple[str, str, bool], int] = {}
    for placed in borders:
        border = placed.value
        ways = (
            [(border.start, border.end)]
            if border.is_one_way
            else [
                (border.start, border.end),
                (border.end, border.start),
            ]
        )
        for start, end in ways:
            for fleets in (False, True):
                if not (border.fleet if fleets else border.army):
                    continue
                line = seen.setdefault((start, end, fleets), placed.line)
                if line != placed.line:
                    yield placed.error(f"{start} - {end} is given already on line {line}")


def _check_shores(
    spaces: Sequence[Placed[Space]], borders: Sequence[Placed[Border]], known: dict[SpaceId, Space]
) -> Iterator[DataError]:
    wet: dict[LocationId, set[Terrain]] = {}
    for placed in borders:
        if placed.value.fleet:
            for here, there in (
                (placed.value.start, placed.value.end),
                (placed.value.end, placed.value.start),
            ):
                wet.setdefault(here, set()).add(known[space_of(there)].terrain)
    for placed_space in spaces:
        space = placed_space.value
        for location in space.locations[1:] or space.locations:
            touches = wet.get(location)
            expects_sea = bool(space.coasts) or touches is not None
            if space.terrain is Terrain.LAND and expects_sea and Terrain.SEA not in (touches or ()):
                yield placed_space.error(f"{location} takes fleets but touches no sea")


def _check_reachable(spaces: Sequence[Placed[Space]], borders: Sequence[Placed[Border]]) -> Iterator[DataError]:
    """Check that every space is connected with the first, ignoring the kind of unit and the direction."""
    links: dict[SpaceId, set[SpaceId]] = {}
    for placed in borders:
        start, end = space_of(placed.value.start), space_of(placed.value.end)
        links.setdefault(start, set()).add(end)
        links.setdefault(end, set()).add(start)
    open_spaces = [placed for placed in spaces if placed.value.terrain is not Terrain.IMPASSABLE]
    frontier = {open_spaces[0].value.id} if open_spaces else set()
    reached = set(frontier)
    while frontier:
        frontier = {near for space in frontier for near in links.get(space, ())} - reached
        reached |= frontier
    for placed_space in open_spaces:
        if placed_space.value.id not in reached:
            first = open_spaces[0].value.id
            yield placed_space.error(f"{placed_space.value.id} cannot be reached from {first}")
