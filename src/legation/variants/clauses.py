"""The clauses of a variant's sheet, and what each of them decides (``clauses.csv``): words on rules, and no rules."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import NewType

from legation.board import Board, Folder, LocationId, PowerId, Row, SpaceId, read_table

ClauseId = NewType("ClauseId", str)
"""The id of a clause, such as ``C7-4b``; the variant's page has each of them."""

COLUMNS = ("clause", "text", "decides", "of")
FORM = re.compile(r"[A-Z][A-Z0-9]*-[A-Z0-9]+[a-z]?")
FILE = "clauses.csv"


class Point(StrEnum):
    """What a clause can be cited for."""

    RULEBOOK = "rulebook"
    CROSSING = "crossing"
    """A border that units of both kinds pass."""
    PASSAGE = "passage"
    """A border, or a space, that lets ships through."""
    GAP = "gap"
    """Two spaces that look like neighbours and are none."""
    NO_ARMIES = "no_armies"
    COLONY_BUILDS = "colony_builds"
    SPECIAL_BUILDS = "special_builds"
    SPECIAL_NEEDS_OWNER = "special_needs_owner"
    SPECIAL_FOR_OTHERS = "special_for_others"
    BUILD_ONLY = "build_only"
    FERRY = "ferry"
    FERRY_OVER_ONE_SEA = "ferry_over_one_sea"
    FERRY_OF_OWN_POWER = "ferry_of_own_power"
    FERRY_FROM_ISLANDS = "ferry_from_islands"
    FERRY_TAKES_ONE = "ferry_takes_one"
    COLONY_COUNTS = "colony_counts"
    STAND_OFF_DISRUPTS = "stand_off_disrupts"
    ENTRY_DISRUPTS = "entry_disrupts"
    EMBARKING = "embarking"
    CARRYING = "carrying"
    EMBARKING_FAILS = "embarking_fails"
    LANDING = "landing"
    CHANGING_SHIPS = "changing_ships"
    LANDING_FAILS = "landing_fails"
    TRANSPORTS_ALLOWED = "transports_allowed"
    TRANSPORT_ENTERS = "transport_enters"
    TRANSPORT_SINKS = "transport_sinks"
    TRANSPORT_YIELDS = "transport_yields"
    TRANSPORT_SUPPORTS = "transport_supports"
    TRANSPORT_IS_SUPPORTED = "transport_is_supported"
    TRANSPORT_CUTS_NOTHING = "transport_cuts_nothing"
    BOMB_FLIES = "bomb_flies"
    BOMB_DESTROYS = "bomb_destroys"
    BOMB_RUINS = "bomb_ruins"
    BOMB_CARRIED = "bomb_carried"
    BOMB_SPARES = "bomb_spares"


@dataclass(frozen=True, slots=True)
class Clause:
    """One clause of a sheet, in a sentence."""

    id: ClauseId
    text: str


@dataclass(frozen=True, slots=True)
class Clauses:
    """The clauses of a sheet, and which of them decides a point; some decide it for certain places or powers only."""

    listed: Mapping[ClauseId, Clause] = field(default_factory=dict)
    decides: Mapping[tuple[Point, str], ClauseId] = field(default_factory=dict)

    def find(self, point: Point, *scopes: str) -> Clause | None:
        """The clause for a point: for the first scope that one names, else the one for all."""
        for scope in (*scopes, ""):
            found = self.decides.get((point, scope))
            if found:
                return self.listed[found]
        return None

    def find_exactly(self, point: Point, *scopes: str) -> Clause | None:
        """The clause for a point of just these places, if one names any of them."""
        found = (self.decides.get((point, scope)) for scope in scopes)
        return next((self.listed[clause] for clause in found if clause), None)

    def join(self, others: "Clauses") -> "Clauses":
        """Both sheets."""
        return Clauses({**self.listed, **others.listed}, {**self.decides, **others.decides})


def name_border(one: SpaceId, other: SpaceId) -> str:
    """``CLY-IRE``: a border as the table names it, whichever way it is crossed."""
    return "-".join(sorted((one, other)))


def has_clauses(folder: Folder) -> bool:
    """Whether a folder has a table of clauses; the regular board, and boards of one's own, need none."""
    return (folder / FILE).is_file()


def load_clauses(folder: Folder, board: Board | None = None, powers: Mapping[PowerId, object] | None = None) -> Clauses:
    """Read ``clauses.csv``; raises at the first id, point, place or power that is not right, naming the line."""
    listed: dict[ClauseId, Clause] = {}
    decides: dict[tuple[Point, str], ClauseId] = {}
    for row in read_table(folder, FILE, COLUMNS):
        clause = _read_clause(row, listed)
        scopes = [_read_scope(row, scope, board, powers or {}) for scope in row["of"].split()] or [""]
        for point in _read_points(row):
            for scope in scopes:
                other = decides.setdefault((point, scope), clause.id)
                if other != clause.id:
                    raise row.error(f"{point.value} {scope} is decided by {other} already".replace("  ", " "))
    return Clauses(listed, decides)


def _read_clause(row: Row, listed: dict[ClauseId, Clause]) -> Clause:
    clause = Clause(ClauseId(row.required("clause")), row.required("text"))
    if not FORM.fullmatch(clause.id):
        raise row.error(f"{clause.id!r} is no id of a clause; expected one like C7-4b")
    first = next(iter(listed), clause.id)
    if clause.id.partition("-")[0] != first.partition("-")[0]:
        raise row.error(f"{clause.id} is no clause of this sheet, which has {first}")
    if listed.setdefault(clause.id, clause) is not clause:
        raise row.error(f"clause {clause.id} is given twice")
    return clause


def _read_points(row: Row) -> list[Point]:
    words = row["decides"].split()
    unknown = [word for word in words if word not in {point.value for point in Point}]
    if unknown:
        known = ", ".join(point.value for point in Point)
        raise row.error(f"{row['clause']} decides {unknown[0]!r}, which is no point; there are {known}")
    if row["of"] and not words:
        raise row.error(f"{row['clause']} names {row['of']!r} and decides nothing of it")
    return [Point(word) for word in words]


def _read_scope(row: Row, scope: str, board: Board | None, powers: Mapping[PowerId, object]) -> str:
    """A space, two spaces with a hyphen, or a power."""
    ends = scope.split("-")
    spaces = board.spaces if board else {}
    if len(ends) == 2 and all(SpaceId(end) in spaces for end in ends):
        return _check_border(row, scope, board)
    if scope in spaces or scope in powers:
        return scope
    raise row.error(f"{row['clause']} is of {scope!r}, which is no space, border or power")


def _check_border(row: Row, scope: str, board: Board | None) -> str:
    assert board is not None
    one, other = (SpaceId(end) for end in scope.split("-"))
    touches = bool(board.plain_links[board.index[LocationId(one)]] >> board.index[LocationId(other)] & 1)
    if touches is (Point.GAP.value in row["decides"].split()):
        raise row.error(f"{row['clause']} is of {scope}: {'these touch' if touches else 'there is no such border'}")
    return name_border(one, other)
