"""Pieces: connected faces of one owner, and those among them without any of the owner's points."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field
from itertools import pairwise

import shapely
from shapely.geometry import Polygon
from shapely.geometry.base import BaseGeometry

from legation.forge.segments import SCALE, Key, keys_of, length_of

SEA = -1


@dataclass(slots=True)
class Piece:
    """Some connected faces."""

    number: int
    faces: list[int]
    is_loose: bool = True


@dataclass(slots=True)
class Pieces:
    """All pieces of a partition."""

    owners: list[str]
    ground: list[int]
    pieces: list[Piece]
    of_face: list[int]
    contacts: dict[int, dict[int, float]] = field(default_factory=dict)
    """The length of the line between two faces."""

    @property
    def loose(self) -> list[Piece]:
        """Pieces without a point of their owner; scenery has no points and is never loose."""
        return [piece for piece in self.pieces if piece.is_loose]

    def neighbours(self, piece: Piece) -> dict[int, float]:
        """Touching pieces on the same ground, with the length of the contact."""
        found: dict[int, float] = defaultdict(float)
        for face in piece.faces:
            for other, length in self.contacts.get(face, {}).items():
                if self.of_face[other] != piece.number and self.ground[other] == self.ground[face]:
                    found[self.of_face[other]] += length
        return found

    def true_neighbours(self, piece: Piece) -> set[str]:
        """Owners of touching pieces that contain a point."""
        touching = (self.pieces[number] for number in self.neighbours(piece))
        return {self.owners[other.faces[0]] for other in touching if not other.is_loose}

    def is_landlocked(self, piece: Piece) -> bool:
        """True if no way on the same ground leads to a piece with a point: then it is a lake."""
        seen, queue = {piece.number}, [piece]
        while queue:
            for number in self.neighbours(queue.pop()):
                if not self.pieces[number].is_loose:
                    return False
                if number not in seen:
                    seen.add(number)
                    queue.append(self.pieces[number])
        return True

    def give_to_longest(self, owners: list[str], remarks: list[str]) -> None:
        """Give what is still loose to the neighbour with the longest border."""
        for piece in self.loose:
            choices = [
                (length, self.owners[self.pieces[number].faces[0]])
                for number, length in self.neighbours(piece).items()
                if not self.pieces[number].is_loose
            ]
            if choices:
                _, winner = max(choices)
                remarks.append(f"{self.owners[piece.faces[0]]}: a scrap went to {winner}")
                for face in piece.faces:
                    owners[face] = winner


def make_pieces(
    faces: list[Polygon], owners: list[str], ground: list[int], points: Iterable[tuple[str, BaseGeometry]], wrap: float
) -> Pieces:
    """Group faces; on a board that wraps they are also connected across the seam at x = 0 and x = wrap."""
    contacts = _contacts(faces, wrap)
    of_face = [-1] * len(faces)
    same = list(zip(owners, ground, strict=True))
    pieces: list[Piece] = []
    for face in range(len(faces)):
        if of_face[face] < 0:
            pieces.append(Piece(len(pieces), _flood(face, same, contacts)))
            for member in pieces[-1].faces:
                of_face[member] = pieces[-1].number
    tree = shapely.STRtree(faces)
    for owner, point in points:
        for hit in tree.query(point, predicate="intersects"):
            if owners[int(hit)] == owner:
                pieces[of_face[int(hit)]].is_loose = False
    for piece in pieces:
        first = piece.faces[0]
        if owners[first].startswith("~") or (ground[first] > SEA and not _has_rivals(first, owners, ground)):
            piece.is_loose = False
    return Pieces(owners, ground, pieces, of_face, contacts)


def _has_rivals(face: int, owners: list[str], ground: list[int]) -> bool:
    return any(ground[other] == ground[face] and owners[other] != owners[face] for other in range(len(owners)))


def _flood(start: int, same: list[tuple[str, int]], contacts: dict[int, dict[int, float]]) -> list[int]:
    """All faces that can be reached without leaving the owner and the ground."""
    seen, queue = {start}, [start]
    while queue:
        face = queue.pop()
        for other in contacts.get(face, {}):
            if other not in seen and same[other] == same[start]:
                seen.add(other)
                queue.append(other)
    return sorted(seen)


def _contacts(faces: list[Polygon], wrap: float) -> dict[int, dict[int, float]]:
    sides: dict[tuple[Key, Key], list[int]] = defaultdict(list)
    edges: dict[bool, list[tuple[int, int, int]]] = {False: [], True: []}
    right = round(wrap * SCALE)
    for number, face in enumerate(faces):
        for ring in (face.exterior, *face.interiors):
            keys = keys_of(ring)
            for a, b in pairwise(keys):
                sides[(a, b) if a < b else (b, a)].append(number)
                if wrap and a[0] == b[0] and a[0] in (0, right):
                    edges[a[0] == right].append((min(a[1], b[1]), max(a[1], b[1]), number))
    contacts: dict[int, dict[int, float]] = defaultdict(lambda: defaultdict(float))
    for (a, b), both in sides.items():
        if len(both) == 2 and both[0] != both[1]:
            for here, there in (both, both[::-1]):
                contacts[here][there] += length_of(a, b)
    for low, high, left_face in edges[False]:
        for bottom, top, right_face in edges[True]:
            overlap = min(high, top) - max(low, bottom)
            if overlap > 0:
                for here, there in ((left_face, right_face), (right_face, left_face)):
                    contacts[here][there] += overlap / SCALE
    return contacts
