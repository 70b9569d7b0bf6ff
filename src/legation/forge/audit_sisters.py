"""Boards of one family: where two of them show the same spaces, they have the same borders or a written reason."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path

from legation.board import Board, load_board, read_table, space_of
from legation.errors import DataError
from legation.forge.finding import Finding, error

FILE = "sisters.csv"
COLUMNS = ("family", "a", "b", "has", "lacks", "reason")
Pair = tuple[str, str]
"""Two spaces by their names, sorted."""


@dataclass(frozen=True, slots=True)
class Sister:
    """A board of a family, by the names of its spaces."""

    names: frozenset[str]
    pairs: frozenset[Pair]

    def between(self, pair: Pair, strangers: frozenset[str]) -> bool:
        """True if a space that the other board lacks touches both: then it lies between them."""
        return any(_sorted(pair[0], name) in self.pairs and _sorted(pair[1], name) in self.pairs for name in strangers)


def audit_sisters(gazetteers: Path, boards: Path) -> list[Finding]:
    """All unexplained differences between sister boards, and all reasons without a difference.

    A difference needs no reason if the board without the border has a space between the two that the other lacks.
    """
    findings: list[Finding] = []
    for family, reasons in sorted(_read_reasons(gazetteers).items()):
        sisters = {name: _open(boards / name.replace("-", "_")) for name in sorted(_list_boards(reasons))}
        findings += _compare(family, sisters, reasons)
    return findings


Reasons = Mapping[tuple[Pair, str, str], str]


def _read_reasons(gazetteers: Path) -> dict[str, Reasons]:
    """The lines of ``sisters.csv`` by family; a line may name several boards on either side."""
    found: dict[str, dict[tuple[Pair, str, str], str]] = {}
    for row in read_table(gazetteers, FILE, COLUMNS):
        pair, reason = _sorted(row.required("a"), row.required("b")), row.required("reason")
        family = found.setdefault(row.required("family"), {})
        for has in row.required("has").split():
            for lacks in row.required("lacks").split():
                if (pair, has, lacks) in family:
                    raise DataError(f"{pair[0]} - {pair[1]} is listed twice for {has} and {lacks}", file=FILE)
                family[pair, has, lacks] = reason
    return dict(found)


def _list_boards(reasons: Reasons) -> set[str]:
    return {name for _, has, lacks in reasons for name in (has, lacks)}


def _open(folder: Path) -> Sister:
    board: Board = load_board(folder)
    names = {space: board.spaces[space].name for space in board.spaces}
    pairs = {_sorted(names[space_of(border.start)], names[space_of(border.end)]) for border in board.borders}
    return Sister(frozenset(names.values()), frozenset(pairs))


def _compare(family: str, sisters: Mapping[str, Sister], reasons: Reasons) -> Iterator[Finding]:
    different: set[tuple[Pair, str, str]] = set()
    for one, two in combinations(sisters, 2):
        for has, lacks in ((one, two), (two, one)):
            different |= {(pair, has, lacks) for pair in _list_differences(sisters[has], sisters[lacks])}
    for pair, has, lacks in sorted(different - set(reasons)):
        yield error("sister boards", f"{pair[0]} - {pair[1]} is a border on {has} and none on {lacks}: say why")
    for pair, has, lacks in sorted(set(reasons) - different):
        text = f"{family}: {pair[0]} - {pair[1]}: {has} and {lacks} do not differ, or a space lies between"
        yield error("sister boards", f"{text}; take the line out of {FILE}")


def _list_differences(has: Sister, lacks: Sister) -> Iterator[Pair]:
    strangers = lacks.names - has.names
    for pair in has.pairs - lacks.pairs:
        if lacks.names.issuperset(pair) and not lacks.between(pair, strangers):
            yield pair


def _sorted(a: str, b: str) -> Pair:
    return (a, b) if a < b else (b, a)
