"""Coasts: stretches of a space's shore that a fleet can follow, and how they are separated."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from itertools import permutations

from legation.forge.arcs import Mesh
from legation.forge.gazetteer import Place, PlaceKind
from legation.forge.overrides import Act, Override, spaces_of

ARROWS = {"NC": (0.0, -1.0), "SC": (0.0, 1.0), "EC": (1.0, 0.0), "WC": (-1.0, 0.0)}


@dataclass(slots=True)
class Coast:
    """Connected shore arcs of one space."""

    arcs: set[int]
    waters: set[str]
    name: str = ""


@dataclass(slots=True)
class Coasts:
    """The coasts of every land space."""

    of_space: dict[str, list[Coast]] = field(default_factory=dict)

    def names(self, code: str) -> list[str]:
        """The names of its separate coasts; empty if it has one or none."""
        return [coast.name for coast in self.of_space.get(code, []) if coast.name]

    def name_at(self, code: str, arc: int) -> str:
        """The coast to which a shore arc belongs."""
        return next((coast.name for coast in self.of_space.get(code, []) if arc in coast.arcs), "")


def make_coasts(mesh: Mesh, places: Mapping[str, Place], overrides: Iterable[Override]) -> Coasts:
    """The coasts of all land spaces, named where there are several."""
    known = list(overrides)
    declared, single = spaces_of(known, Act.COASTS), spaces_of(known, Act.ONE_COAST)
    open_coasts = {(entry.a, entry.b) for entry in known if entry.act is Act.OPEN_COAST}
    coasts = Coasts()
    for code, place in places.items():
        if place.kind is not PlaceKind.LAND:
            continue
        found = _runs(mesh, code, places, open_coasts)
        wanted = declared[code].value.split() if code in declared else []
        if place.is_island or code in single:
            found = [_join(found)] if found else []
        elif wanted:
            found = _reduce(found, mesh, len(wanted))
        else:
            found = _merge_shared(found)
        if len(found) > 1:
            _name(found, mesh, wanted if len(wanted) == len(found) else [])
        coasts.of_space[code] = found
    return coasts


def _is_wet(code: str, other: str, places: Mapping[str, Place], opened: set[tuple[str, str]]) -> bool:
    place = places.get(other)
    return place is not None and (place.kind is PlaceKind.SEA or (code, other) in opened)


def _runs(mesh: Mesh, code: str, places: Mapping[str, Place], opened: set[tuple[str, str]]) -> list[Coast]:
    runs: list[Coast] = []
    for polygon in mesh.rings.get(code, []):
        for ring in polygon:
            numbers = [ref if ref >= 0 else ~ref for ref in ring]
            wet = [_is_wet(code, mesh.arcs[number].other(code), places, opened) for number in numbers]
            # Start after a dry arc, so that a run is not cut in two at the start of the ring.
            begin = wet.index(False) + 1 if False in wet else 0
            current: Coast | None = None
            for step in range(len(numbers)):
                index = (begin + step) % len(numbers)
                if not wet[index]:
                    current = None
                    continue
                if current is None:
                    current = Coast(set(), set())
                    runs.append(current)
                current.arcs.add(numbers[index])
                current.waters.add(mesh.arcs[numbers[index]].other(code))
    # Fleets cannot reach a shore that has only opened impassable water.
    return [run for run in runs if any(places[water].kind is PlaceKind.SEA for water in run.waters)]


def _join(runs: Iterable[Coast]) -> Coast:
    joined = Coast(set(), set())
    for run in runs:
        joined.arcs |= run.arcs
        joined.waters |= run.waters
    return joined


def _merge_shared(runs: list[Coast]) -> list[Coast]:
    """Stretches that share a water are one coast: a fleet goes from one to the other through it."""
    merged: list[Coast] = []
    for run in runs:
        same = [other for other in merged if other.waters & run.waters]
        merged = [other for other in merged if other not in same] + [_join([*same, run])]
    return merged


def _reduce(runs: list[Coast], mesh: Mesh, count: int) -> list[Coast]:
    """Join the smallest stretches to others with a shared water until the declared number is left."""
    runs = list(runs)
    while len(runs) > count:
        runs.sort(key=lambda run: sum(mesh.arcs[number].extent for number in run.arcs))
        for run in runs:
            friend = next((other for other in reversed(runs) if other is not run and other.waters & run.waters), None)
            if friend:
                runs = [other for other in runs if other is not run and other is not friend] + [_join([friend, run])]
                break
        else:
            break
    return runs


def _name(runs: list[Coast], mesh: Mesh, wanted: list[str]) -> None:
    """Assign the names that best fit the positions of the coasts."""
    spots = [_middle(run, mesh) for run in runs]
    centre = (sum(x for x, _ in spots) / len(spots), sum(y for _, y in spots) / len(spots))
    best: tuple[float, tuple[str, ...]] = (float("-inf"), ())
    for names in permutations(wanted or sorted(ARROWS), len(runs)):
        score = sum(
            ARROWS[name][0] * (x - centre[0]) + ARROWS[name][1] * (y - centre[1])
            for name, (x, y) in zip(names, spots, strict=True)
        )
        best = max(best, (round(score, 3), names))
    for run, name in zip(runs, best[1], strict=True):
        run.name = name
    runs.sort(key=lambda run: run.name)


def _middle(run: Coast, mesh: Mesh) -> tuple[float, float]:
    keys = [key for number in sorted(run.arcs) for key in mesh.arcs[number].keys]
    return sum(x for x, _ in keys) / len(keys), sum(y for _, y in keys) / len(keys)
