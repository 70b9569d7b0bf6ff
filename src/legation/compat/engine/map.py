"""The board under the names of that package."""

from functools import cached_property
from typing import Any

from legation.board import LocationId, Terrain, space_of
from legation.errors import LegationError
from legation.game import parse_phase, start_state
from legation.judge import list_homes
from legation.variants import Variant, open_variant

LAND, COAST, WATER, SHUT = "LAND", "COAST", "WATER", "SHUT"
SEASONS = {"S": "SPRING", "F": "FALL", "W": "WINTER"}
KINDS = {"M": "MOVEMENT", "R": "RETREATS", "A": "ADJUSTMENTS"}
COMPLETED = "COMPLETED"
FORMING = "FORMING"


def lengthen_phase(name: str) -> str:
    """``SPRING 1901 MOVEMENT`` of ``S1901M``."""
    if name in (COMPLETED, FORMING):
        return name
    phase = parse_phase(name)
    return f"{SEASONS[phase.season.value]} {phase.year} {KINDS[phase.kind.value]}"


def shorten_phase(name: str) -> str:
    """``S1901M`` of ``SPRING 1901 MOVEMENT``; a short name stays as it is."""
    words = name.upper().split()
    return f"{words[0][0]}{words[1]}{words[2][0]}" if len(words) == 3 else name.upper()


ROUND = (("S", "M"), ("S", "R"), ("F", "M"), ("F", "R"), ("W", "A"))
"""Season and type of every phase between one Spring and the next."""


class Map:
    """The board of a variant: ``standard``, another built-in one, or a folder."""

    def __init__(self, name: str = "standard") -> None:
        self.variant: Variant = open_variant(name)
        self.name = name
        self.board = self.variant.board
        self.powers: list[str] = [str(power) for power in self.variant.powers]
        self.victory: list[int] = [self.variant.victory.needed_in(self.variant.first_year)]
        self.first_year = self.variant.first_year
        self.phase = lengthen_phase(str(start_state(self.variant).phase))
        self.seq = ["NEWYEAR", "SPRING MOVEMENT", "SPRING RETREATS", "FALL MOVEMENT", "FALL RETREATS",
                    "WINTER ADJUSTMENTS"]  # fmt: skip
        self.dummies = [str(power.id) for power in self.variant.powers.values() if not power.is_played]
        self.pow_name = {power: power for power in self.powers}
        self.own_word = {str(power.id): power.adjective.upper() for power in self.variant.powers.values()}

    def __str__(self) -> str:
        return self.name

    @cached_property
    def locs(self) -> list[str]:
        """Every location; a space with coasts is listed in lower case beside its coasts."""
        found: list[str] = []
        for space in sorted(self.board.spaces.values(), key=lambda one: one.id):
            coasts = [f"{space.id}/{coast}" for coast in space.coasts]
            found += [*coasts, space.id.lower()] if coasts else [str(space.id)]
        return found

    @cached_property
    def loc_type(self) -> dict[str, str]:
        """``LAND``, ``COAST``, ``WATER`` or ``SHUT`` by location."""
        return {loc: self._type_of(loc) for loc in self.locs}

    def _type_of(self, loc: str) -> str:
        space = self.board.spaces[space_of(LocationId(loc.upper()))]
        if space.terrain is Terrain.SEA:
            return WATER
        if space.terrain is not Terrain.LAND:
            return SHUT
        has_fleets = bool(space.coasts) or bool(self.board.fleet_moves.get(LocationId(space.id)))
        return COAST if has_fleets else LAND

    @cached_property
    def loc_abut(self) -> dict[str, list[str]]:
        """Neighbours by location, in lower case if only armies can go there."""
        return {loc: self._list_abuts(loc) for loc in self.locs}

    def _list_abuts(self, loc: str) -> list[str]:
        place = LocationId(loc.upper())
        armies = {str(end) for end in self.board.army_moves.get(place, ())} if "/" not in loc else set()
        starts = [LocationId(start) for start in self.find_coasts(loc)] if loc.islower() else [place]
        fleets = {str(end) for start in starts for end in self.board.fleet_moves.get(start, ())}
        reached = {end.partition("/")[0] for end in fleets}
        return sorted([*fleets, *(end.lower() for end in armies - reached)], key=str.upper)

    @cached_property
    def homes(self) -> dict[str, list[str]]:
        """The home centres of each power."""
        return {str(power): sorted(list_homes(self.board, power)) for power in self.variant.powers}

    @cached_property
    def centers(self) -> dict[str, list[str]]:
        """The centres that each power owns at the start."""
        return {str(power): list(self.variant.start.centres_of(power)) for power in self.variant.powers}

    @cached_property
    def units(self) -> dict[str, list[str]]:
        """The units of each power at the start."""
        return {str(power): [str(unit) for unit in self.variant.start.units_of(power)] for power in self.variant.powers}

    @cached_property
    def scs(self) -> list[str]:
        """Every supply centre."""
        return sorted(str(space.id) for space in self.board.spaces.values() if space.centre.is_counted)

    @cached_property
    def loc_name(self) -> dict[str, str]:
        """The code of each name."""
        return {space.name.upper(): str(space.id) for space in self.board.spaces.values()}

    @cached_property
    def loc_coasts(self) -> dict[str, list[str]]:
        """The locations of each space."""
        return {loc.upper(): self.find_coasts(loc) for loc in self.locs}

    def find_coasts(self, loc: str) -> list[str]:
        """All locations of a space, itself included."""
        space = self.board.spaces.get(space_of(LocationId(loc.upper())))
        return [] if space is None else [str(space.id), *(f"{space.id}/{coast}" for coast in space.coasts)]

    def area_type(self, loc: str) -> str | None:
        """``LAND``, ``COAST``, ``WATER`` or ``SHUT``; None for an unknown location."""
        return self.loc_type.get(loc.upper(), self.loc_type.get(loc.lower()))

    def is_valid_unit(self, unit: str, no_coast_ok: int = 0, shut_ok: int = 0) -> int:
        """1 if a unit such as ``F STP/NC`` could stand there, otherwise 0."""
        kind, _, loc = unit.upper().partition(" ")
        try:
            place = self.board.parse_location(loc)
        except LegationError:
            return 0
        if kind == "A":
            return int("/" not in loc and self.board.can_stand(place, sails=False))
        sails = kind == "F" and self.board.can_stand(place, sails=True)
        bare = kind == "F" and bool(no_coast_ok) and bool(self.board.space(place).coasts)
        return int(sails or bare or (bool(shut_ok) and self.area_type(loc) == SHUT))

    def abuts(self, unit_type: str, unit_loc: str, order_type: str, other_loc: str) -> int:
        """1 if a unit can go to a location, support into its space, or go aboard a fleet there, otherwise 0."""
        if unit_type == "?":
            return max(self.abuts(kind, unit_loc, order_type, other_loc) for kind in "AF")
        here, there = unit_loc.upper(), other_loc.upper()
        if not self.is_valid_unit(f"{unit_type} {here}"):
            return 0
        if unit_type == "A" and order_type == "C":
            return int(there in {end.upper() for end in self.abut_list(here, incl_no_coast=True) if "/" not in there})
        moves = self.board.army_moves if unit_type == "A" else self.board.fleet_moves
        ends = {str(end) for end in moves.get(LocationId(here), ())}
        if order_type == "S":
            return int(space_of(LocationId(there)) in {space_of(LocationId(end)) for end in ends})
        return int(there in ends)

    def abut_list(self, site: str, incl_no_coast: bool = False) -> list[str]:
        """The neighbours of a location as in ``loc_abut``."""
        found = self.loc_abut.get(site.upper()) or self.loc_abut.get(site.lower()) or []
        if not incl_no_coast:
            return list(found)
        return list(dict.fromkeys(end for loc in found for end in (loc, loc.partition("/")[0])))

    def phase_long(self, phase_abbr: str, default: str = "?????") -> str:
        """``SPRING 1901 MOVEMENT`` of ``S1901M``."""
        try:
            return lengthen_phase(phase_abbr.upper())
        except LegationError:
            return default

    def phase_abbr(self, phase: str, default: str = "?????") -> str:
        """``S1901M`` of ``SPRING 1901 MOVEMENT``."""
        short = shorten_phase(phase)
        return short if self.phase_long(short, "") else default

    def find_next_phase(self, phase: str, phase_type: str | None = None, skip: int = 0) -> str:
        """The next phase after one, of a type such as ``M`` if given, after skipping some."""
        return self._walk(phase, phase_type, skip, 1)

    def find_previous_phase(self, phase: str, phase_type: str | None = None, skip: int = 0) -> str:
        """The previous phase before one, of a type such as ``M`` if given, after skipping some."""
        return self._walk(phase, phase_type, skip, -1)

    def _walk(self, phase: str, phase_type: str | None, skip: int, step: int) -> str:
        if shorten_phase(phase) in (FORMING, COMPLETED):
            return phase
        if phase_type not in (None, *"MRA"):
            return ""
        now, calendar = parse_phase(shorten_phase(phase)), self.variant.calendar
        place, year = ROUND.index((str(now)[0], str(now)[-1])), now.year
        left = skip + 1
        while left:
            place += step
            if place % len(ROUND) == (0 if step > 0 else len(ROUND) - 1):  # between a Winter and a Spring
                year += step * calendar.fall_to_spring
            elif place % len(ROUND) == (2 if step > 0 else 1):  # between a Spring and a Fall
                year += step * calendar.spring_to_fall
            season, kind = ROUND[place % len(ROUND)]
            left -= phase_type in (None, kind)
        return self.phase_long(f"{season}{year}{kind}")

    def compare_phases(self, phase1: str, phase2: str) -> int:
        """Negative if the first comes earlier, positive if it comes later."""
        first, second = self._rank(phase1), self._rank(phase2)
        return (first > second) - (first < second)

    def _rank(self, phase: str) -> tuple[Any, ...]:
        short = shorten_phase(phase)
        if short in (FORMING, COMPLETED):
            return (-1,) if short == FORMING else (10_000,)
        return parse_phase(short).rank
