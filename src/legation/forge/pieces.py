"""Pieces: connected faces of one owner, and those among them that hold none of the owner's points."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

import shapely
from shapely.geometry import Polygon

from legation.forge.segments import Key, keys_of, length_of

SEA = -1


@dataclass(slots=True)
class Piece:
    """Some faces that hang together."""

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
    """Length of the line between two faces."""

    @property
    def loose(self) -> list[Piece]:
        """Pieces without a point of their owner; scenery has none and is never loose."""
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
        """Owners of touching pieces that hold a point."""
        touching = (self.pieces[number] for number in self.neighbours(piece))
        return {self.owners[other.faces[0]] for other in touching if not other.is_loose}

    def touches_sea(self, piece: Piece) -> bool:
        """Whether any other water touches it; else it is a lake."""
        return bool(self.neighbours(piece))

    def give_to_longest(self, owners: list[str], remarks: list[str]) -> None:
        """Hand what is still loose to the neighbour with the longest border."""
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


def find_pieces(
    faces: list[Polygon], owners: list[str], ground: list[int], points: Iterable[tuple[str, Any]], width: float
) -> Pieces:
    """Group faces; faces also hang together over the seam at x = 0 and x = width."""
    contacts = _contacts(faces, width)
    of_face = [-1] * len(faces)
    pieces: list[Piece] = []
    for face in range(len(faces)):
        if of_face[face] < 0:
            pieces.append(_flood(face, len(pieces), owners, ground, contacts, of_face))
    tree = shapely.STRtree(faces)
    for owner, point in points:
        for hit in tree.query(point, predicate="intersects"):
            if owners[int(hit)] == owner:
                pieces[of_face[int(hit)]].is_loose = False
    for piece in pieces:
        first = piece.faces[0]
        if owners[first].startswith("~") or ground[first] > SEA and not _has_rivals(first, owners, ground):
            piece.is_loose = False
    return Pieces(owners, ground, pieces, of_face, contacts)


def _has_rivals(face: int, owners: list[str], ground: list[int]) -> bool:
    return any(ground[other] == ground[face] and owners[other] != owners[face] for other in range(len(owners)))


def _flood(
    start: int, number: int, owners: list[str], ground: list[int], contacts: dict[int, dict[int, float]], of_face: list[int]
) -> Piece:
    piece, queue = Piece(number, []), [start]
    of_face[start] = number
    while queue:
        face = queue.pop()
        piece.faces.append(face)
        for other in contacts.get(face, {}):
            if of_face[other] < 0 and owners[other] == owners[face] and ground[other] == ground[face]:
                of_face[other] = number
                queue.append(other)
    piece.faces.sort()
    return piece


def _contacts(faces: list[Polygon], width: float) -> dict[int, dict[int, float]]:
    sides: dict[tuple[Key, Key], list[int]] = defaultdict(list)
    edges: dict[bool, list[tuple[int, int, int]]] = {False: [], True: []}
    right = round(width * 50)
    for number, face in enumerate(faces):
        for ring in (face.exterior, *face.interiors):
            keys = keys_of(ring)
            for a, b in zip(keys, keys[1:], strict=False):
                sides[(a, b) if a < b else (b, a)].append(number)
                if a[0] == b[0] and a[0] in (0, right):
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
                    contacts[here][there] += overlap / 50
    return contacts
