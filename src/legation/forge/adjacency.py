"""Adjacency: which unit may go where, derived from the arcs and corrected by the overrides."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Set
from dataclasses import dataclass

from legation.forge.arcs import Mesh, Pair
from legation.forge.coasts import Coasts
from legation.forge.gazetteer import Place, PlaceKind
from legation.forge.overrides import Act, Override, pairs_of
from legation.forge.segments import Key


@dataclass(frozen=True, slots=True, order=True)
class Passage:
    """One line of ``borders.csv``."""

    start: str
    end: str
    army: bool
    fleet: bool
    is_one_way: bool = False
    note: str = ""


def list_passages(
    mesh: Mesh,
    places: Mapping[str, Place],
    coasts: Coasts,
    overrides: Iterable[Override],
    short: Set[Pair] = frozenset(),
) -> list[Passage]:
    """All borders, sorted; pairs in ``short`` touch too little for a border."""
    known = list(overrides)
    cuts = pairs_of(known, Act.CUT)
    army: dict[tuple[str, str], str] = {}
    fleet: dict[tuple[str, str], str] = {}
    for pair in set(mesh.extents()) - short:
        if all(places[code].kind is PlaceKind.LAND for code in pair) and not _is_cut(cuts, pair, army=True):
            army[pair] = ""
    for start, end in _fleet_ways(mesh, places, coasts, known):
        pair = _sorted(start.partition("/")[0], end.partition("/")[0])
        if pair not in short and not _is_cut(cuts, pair, army=False):
            fleet[_sorted(start, end)] = ""
    passages: list[Passage] = []
    for entry in (entry for entry in known if entry.act is Act.JOIN):
        note = f"{entry.clause}: {entry.reason}" if entry.clause else entry.reason
        if entry.is_one_way:
            passages.append(Passage(entry.a, entry.b, entry.for_army, entry.for_fleet, True, note))
            continue
        if entry.for_army:
            army.setdefault(entry.pair, note)
        if entry.for_fleet:
            fleet.setdefault(_sorted(entry.a, entry.b), note)
    for pair in sorted({*army, *fleet}):
        note = army.get(pair) or fleet.get(pair, "")
        passages.append(Passage(*pair, pair in army, pair in fleet, False, note))
    return sorted(passages)


def _sorted(a: str, b: str) -> tuple[str, str]:
    return (a, b) if a < b else (b, a)


def _is_cut(cuts: Mapping[tuple[str, str], Override], pair: tuple[str, str], *, army: bool) -> bool:
    entry = cuts.get(_sorted(*pair))
    return entry is not None and (entry.for_army if army else entry.for_fleet)


def _fleet_ways(
    mesh: Mesh, places: Mapping[str, Place], coasts: Coasts, overrides: list[Override]
) -> Iterator[tuple[str, str]]:
    ends: dict[Key, list[int]] = defaultdict(list)
    for number, arc in enumerate(mesh.arcs):
        for key in {arc.keys[0], arc.keys[-1]}:
            ends[key].append(number)
    shores = {code: set().union(*(coast.arcs for coast in found)) for code, found in coasts.of_space.items()}
    for number, arc in enumerate(mesh.arcs):
        a, b = arc.pair
        if a not in places or b not in places:
            continue
        kinds = {places[a].kind, places[b].kind}
        if kinds == {PlaceKind.SEA}:
            yield a, b
        elif kinds == {PlaceKind.SEA, PlaceKind.LAND}:
            land, sea = (a, b) if places[a].kind is PlaceKind.LAND else (b, a)
            yield _location(land, coasts.name_at(land, number)), sea
        elif kinds == {PlaceKind.LAND}:
            for key in {arc.keys[0], arc.keys[-1]}:
                yield from _along_shore(mesh, arc.pair, ends[key], shores, coasts)


def _along_shore(
    mesh: Mesh, pair: Pair, around: list[int], shores: Mapping[str, set[int]], coasts: Coasts
) -> Iterator[tuple[str, str]]:
    """Two lands whose border ends in the same water: a fleet can follow the shore."""
    a, b = pair
    for first in (arc for arc in around if arc in shores.get(a, ())):
        for second in (arc for arc in around if arc in shores.get(b, ())):
            if mesh.arcs[first].other(a) == mesh.arcs[second].other(b):
                yield _location(a, coasts.name_at(a, first)), _location(b, coasts.name_at(b, second))


def _location(code: str, coast: str) -> str:
    return f"{code}/{coast}" if coast else code
