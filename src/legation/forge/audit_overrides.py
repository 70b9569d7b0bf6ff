"""Audits overrides: one that has no effect, or whose reason is false, is an error."""

import re
from collections.abc import Iterator, Mapping

import shapely

from legation.board import Board, LocationId, Terrain
from legation.forge.audit_contacts import Pair, list_gaps
from legation.forge.audit_drawing import drawn_borders, judged_pairs
from legation.forge.finding import Finding, error
from legation.forge.gazetteer import Place
from legation.forge.overrides import Act, Override
from legation.forge.settings import Limits
from legation.forge.shapes_file import Picture

JOINING = re.compile(r"\b(?:reach(?:es)?|touch(?:es)?|meets?|joins?)\b")
"""Words in a reason that claim that spaces are neighbours."""


class _Facts:
    """Facts shown by the picture and the tables."""

    def __init__(self, picture: Picture, board: Board, limits: Limits) -> None:
        self.picture, self.board, self.limits = picture, board, limits
        self.extents, self.points = drawn_borders(picture)
        self.judged = judged_pairs(board)
        self.gaps = list_gaps(picture, board, limits.gap)
        self.seas = {str(code) for code, space in board.spaces.items() if space.terrain is Terrain.SEA}

    def is_drawn(self, pair: Pair) -> bool:
        """True if the shapes show a border."""
        return self.extents.get(pair, 0.0) >= self.limits.border

    def count_coasts(self, code: str) -> int:
        """The number of stretches of shore that have no sea in common."""
        shape = self.picture.shapes[code].boundary
        shores = [shape.intersection(self.picture.shapes[sea]) for sea in sorted(self.seas & set(self.picture.shapes))]
        lines = [part for shore in shores for part in shapely.get_parts(shore) if part.length]
        pieces = shapely.get_parts(shapely.line_merge(shapely.union_all(lines)))
        groups: list[set[int]] = []
        for piece in pieces:
            touched = {number for number, shore in enumerate(shores) if shore.intersects(piece)}
            apart = [group for group in groups if not group & touched]
            groups = [*apart, touched.union(*(group for group in groups if group & touched))]
        return len(groups)


def check_overrides(
    picture: Picture, board: Board, overrides: list[Override], places: Mapping[str, Place], limits: Limits
) -> Iterator[Finding]:
    """Check that every override has an effect, and that its reason is true as far as the board can tell."""
    facts = _Facts(picture, board, limits)
    for entry in overrides:
        name = " ".join(part for part in (entry.act.value, entry.a, entry.b) if part)
        problem = _find_idle(entry, facts)
        if problem:
            yield error("dead override", f"{name} does nothing: {problem}", entry.a, entry.b)
        for false in _list_false_neighbours(entry, facts, places):
            yield error("false reason", f"{name}: the reason says that {false}", entry.a, entry.b)


def _find_idle(entry: Override, facts: _Facts) -> str:
    """The reason why an override changes nothing; empty if it has an effect."""
    pair, extent = entry.pair, facts.extents.get(entry.pair, 0.0)
    match entry.act:
        case Act.CUT if not facts.is_drawn(pair):
            return "the shapes show no such border"
        case Act.JOIN if facts.is_drawn(pair) and not entry.is_one_way and _is_same_ground(entry, facts):
            return "the shapes show the border already"
        case Act.KEEP if pair not in facts.judged or extent >= facts.limits.doubtful:
            return "it is not a short border"
        case Act.POINT if pair not in facts.points:
            return "the spaces do not meet in a point"
        case Act.APART if pair not in facts.gaps:
            return "the spaces are neighbours, or far apart"
        case Act.NO_SHORE if any(facts.board.space(end).terrain is Terrain.LAND for end in _fleet_ends(entry, facts)):
            return "the sea has a shore"
        case Act.ONE_COAST if facts.count_coasts(entry.a) < 2:
            return "the space has one coast anyway"
        case Act.OPEN_COAST if not extent:
            return "the space has no shore on that water"
    return ""


def _fleet_ends(entry: Override, facts: _Facts) -> Iterator[LocationId]:
    for location, ends in facts.board.fleet_moves.items():
        if location.partition("/")[0] == entry.a:
            yield from ends


def _is_same_ground(entry: Override, facts: _Facts) -> bool:
    """True if a border in the shapes already opens the join's way: for armies between lands, for fleets by sea."""
    has_sea = bool(set(entry.pair) & facts.seas)
    return entry.for_fleet if has_sea else not entry.for_fleet


def _list_false_neighbours(entry: Override, facts: _Facts, places: Mapping[str, Place]) -> Iterator[str]:
    """Neighbours claimed in a reason that the board does not have."""
    names = {place.name: code for code, place in places.items() if code in facts.board.spaces}
    pattern = re.compile(r"\b(" + "|".join(re.escape(name) for name in sorted(names, key=len, reverse=True)) + r")\b")
    for sentence in re.split(r"[.;:]\s*", entry.reason):
        # "A touches B", or only "touches B": what the sentence names before the verb is a neighbour of what it
        # names after it. With nothing before, the override's own first space is meant.
        verb = JOINING.search(sentence)
        if not verb or re.search(r"\b(?:not|no|neither|never)\b", sentence):
            continue
        before = [names[name] for name in pattern.findall(sentence[: verb.start()])]
        after = [names[name] for name in pattern.findall(sentence[verb.end() :])]
        claims = [(one, two) for one in before or [entry.a] for two in after]
        if not after and len(before) == 2:  # "A and B touch"
            claims = [(before[0], before[1])]
        for one, two in claims:
            if one and one != two and (min(one, two), max(one, two)) not in facts.judged:
                yield f"{one} and {two} are neighbours, which they are not"
