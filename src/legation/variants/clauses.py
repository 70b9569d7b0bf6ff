"""Reads the clauses of a variant's sheet, and their topics, from ``clauses.csv``."""

import re
from collections.abc import Mapping
from itertools import chain

from legation.board import Board, Folder, LocationId, PowerId, Row, SpaceId, read_table, space_of
from legation.orders import Clause, ClauseId, Clauses, Topic, name_border

COLUMNS = ("clause", "text", "decides", "of")
FORM = re.compile(r"[A-Z][A-Z0-9]*-[A-Z0-9]+[a-z]?")
FILE = "clauses.csv"


def has_clauses(folder: Folder) -> bool:
    """True if a folder has a table of clauses; the regular board and users' boards need none."""
    return (folder / FILE).is_file()


def load_clauses(folder: Folder, board: Board | None = None, powers: Mapping[PowerId, object] | None = None) -> Clauses:
    """Read ``clauses.csv``; raises at the first wrong id, topic, place or power, naming the line."""
    listed: dict[ClauseId, Clause] = {}
    decides: dict[tuple[Topic, str], ClauseId] = {}
    for row in read_table(folder, FILE, COLUMNS):
        clause = _read_clause(row, listed)
        scopes = [_read_scope(row, scope, board, powers or {}) for scope in row["of"].split()] or [""]
        for topic in _read_topics(row):
            for scope in scopes:
                other = decides.setdefault((topic, scope), clause.id)
                if other != clause.id:
                    raise row.error(f"{topic.value} {scope} is decided by {other} already".replace("  ", " "))
    return Clauses(listed, decides)


def _read_clause(row: Row, listed: dict[ClauseId, Clause]) -> Clause:
    clause = Clause(ClauseId(row.required("clause")), row.required("text"))
    if not FORM.fullmatch(clause.id):
        raise row.error(f"{clause.id!r} is not an id of a clause; expected one like C7-4b")
    first = next(iter(listed), clause.id)
    if clause.id.partition("-")[0] != first.partition("-")[0]:
        raise row.error(f"{clause.id} is not a clause of this sheet, which has {first}")
    if listed.setdefault(clause.id, clause) is not clause:
        raise row.error(f"clause {clause.id} is given twice")
    return clause


def _read_topics(row: Row) -> list[Topic]:
    words = row["decides"].split()
    unknown = [word for word in words if word not in {topic.value for topic in Topic}]
    if unknown:
        known = ", ".join(topic.value for topic in Topic)
        raise row.error(f"{row['clause']} decides {unknown[0]!r}, which is not a topic; there are {known}")
    if row["of"] and not words:
        raise row.error(f"{row['clause']} names {row['of']!r} and decides nothing of it")
    return [Topic(word) for word in words]


def _read_scope(row: Row, scope: str, board: Board | None, powers: Mapping[PowerId, object]) -> str:
    """A space, two spaces with a hyphen, or a power."""
    ends = scope.split("-")
    spaces = board.spaces if board else {}
    if len(ends) == 2 and all(SpaceId(end) in spaces for end in ends):
        return _check_border(row, scope, board)
    if scope in spaces or scope in powers:
        return scope
    raise row.error(f"{row['clause']} is of {scope!r}, which is not a space, border or power")


def _check_border(row: Row, scope: str, board: Board | None) -> str:
    assert board is not None
    one, other = (SpaceId(end) for end in scope.split("-"))
    touches = bool(board.plain_links[board.index[LocationId(one)]] >> board.index[LocationId(other)] & 1)
    if touches is (Topic.GAP.value in row["decides"].split()) and not _is_closed_to_ships(board, one, other):
        raise row.error(f"{row['clause']} is of {scope}: {'these touch' if touches else 'there is no such border'}")
    return name_border(one, other)


def _is_closed_to_ships(board: Board, one: SpaceId, other: SpaceId) -> bool:
    """True if fleets can stand in both spaces but not go from one to the other; armies may."""
    steps = {
        end: {*chain.from_iterable(board.fleet_moves.get(place, ()) for place in board.spaces[end].locations)}
        for end in (one, other)
    }
    return all(steps.values()) and other not in {space_of(target) for target in steps[one]}
