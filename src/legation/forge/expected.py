"""Compares a board with a list of expected borders."""

from collections.abc import Iterator
from pathlib import Path

from legation.board import Board, coast_of, read_table, space_of
from legation.forge.finding import Finding, error

EXPECTED_COLUMNS = ("a", "b", "army", "fleet", "note")
Line = tuple[str, str, bool, frozenset[str]]


def check_expected(folder: Path, board: Board) -> Iterator[Finding]:
    """Check that the board has exactly the borders of ``expected.csv``, if it exists, for armies, fleets and coasts."""
    if not (folder / "expected.csv").exists():
        return
    wanted = dict(_read(folder))
    found = _ways(board)
    for pair in sorted({*wanted, *found}):
        if wanted.get(pair) != found.get(pair):
            text = f"{pair[0]} - {pair[1]}: expected {_show(wanted.get(pair))}, found {_show(found.get(pair))}"
            yield error("expected borders", text, *pair)


def _show(way: tuple[bool, frozenset[str]] | None) -> str:
    if way is None:
        return "none"
    return f"army {'yes' if way[0] else 'no'}, fleet {' '.join(sorted(way[1])) or 'no'}"


def _read(folder: Path) -> Iterator[tuple[tuple[str, str], tuple[bool, frozenset[str]]]]:
    for row in read_table(folder, "expected.csv", EXPECTED_COLUMNS):
        a, b = row["a"].upper(), row["b"].upper()
        first, second = sorted((a, b)) if row["note"] != "one way" else (a, b)
        kind, _, coasts = row["fleet"].partition(":")
        fleets = frozenset(coasts.upper().split("+")) if coasts else frozenset({"yes"} if kind == "yes" else ())
        yield (first, second), (row["army"] == "yes", fleets)


def _ways(board: Board) -> dict[tuple[str, str], tuple[bool, frozenset[str]]]:
    found: dict[tuple[str, str], tuple[bool, frozenset[str]]] = {}
    for border in board.borders:
        start, end = str(space_of(border.start)), str(space_of(border.end))
        first, second = (start, end) if border.is_one_way else sorted((start, end))
        army, fleets = found.get((first, second), (False, frozenset()))
        if border.fleet:
            coasts = {str(place) for place in (border.start, border.end) if coast_of(place)}
            fleets |= frozenset(coasts or {"yes"})
        found[(first, second)] = (army or border.army, fleets)
    return found
