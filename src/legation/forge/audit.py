"""The audit of a board: compares the sheet, the tables and the picture."""

import difflib
from collections import Counter
from collections.abc import Iterator, Mapping, Set
from pathlib import Path

from legation.board import Board, Terrain, fold, load_board, space_of
from legation.forge.audit_contacts import check_contacts, check_degrees, check_pieces
from legation.forge.audit_drawing import check_anchors, check_borders, check_labels, check_shapes
from legation.forge.audit_gates import check_gates
from legation.forge.audit_overrides import check_overrides
from legation.forge.expected import check_expected
from legation.forge.finding import Finding, Severity, error, note, warning
from legation.forge.gazetteer import Place, PlaceKind, load_places
from legation.forge.overrides import Act, Override, load_overrides, spaces_of
from legation.forge.settings import load_settings
from legation.forge.shapes_file import load_picture

ALIKE = 0.84


def audit_board(input_folder: Path, data_folder: Path) -> list[Finding]:
    """Everything that is wrong, undecided or worth knowing, errors first."""
    settings = load_settings(input_folder)
    places = load_places(input_folder)
    overrides = load_overrides(input_folder, places)
    board = load_board(data_folder)
    picture = load_picture(data_folder)
    names = {code: place.name for code, place in places.items() if place.is_space}
    findings = [
        *_check_totals(board, settings.totals),
        *_check_listed(board, places, lists_closed=settings.lists_closed),
        *check_shapes(picture, names),
        *check_borders(picture, board, overrides, settings.limits),
        *check_contacts(picture, board, overrides, settings.limits),
        *check_degrees(picture, board),
        *check_pieces(picture, board),
        *check_overrides(picture, board, overrides, places, settings.limits),
        *_check_one_ways(board, overrides),
        *_check_seas(board, places, overrides),
        *_check_coasts(board, overrides),
        *check_anchors(picture, board, settings.limits),
        *check_labels(picture, board, settings.limits),
        *check_gates(picture, board, settings.limits),
        *check_expected(input_folder, board),
        *_check_alike(board, set(picture.table["boxes"])),
    ]
    rank = list(Severity)
    return sorted(findings, key=lambda finding: (rank.index(finding.severity), finding.check, finding.text))


def _check_totals(board: Board, totals: Mapping[str, int]) -> Iterator[Finding]:
    counts = Counter(space.terrain.value for space in board.spaces.values())
    counts += Counter(space.centre.value for space in board.spaces.values() if space.centre.value)
    for name, expected in totals.items():
        if counts[name] != expected:
            yield error("totals", f"{counts[name]} spaces are {name}; the sheet has {expected}")
    shown = ", ".join(f"{name} {counts[name]}" for name in sorted(counts))
    yield note("totals", f"{len(board.spaces)} spaces, {len(board.borders)} lines of borders: {shown}")


def _check_listed(board: Board, places: Mapping[str, Place], *, lists_closed: bool) -> Iterator[Finding]:
    listed = {code for code, place in places.items() if place.is_space}
    closed = set() if lists_closed else {code for code in listed if places[code].kind is PlaceKind.IMPASSABLE}
    for code in sorted(listed - closed - set(board.spaces)):
        yield error("listed spaces", f"{code} {places[code].name} is missing from spaces.csv", code)
    for code in sorted(set(board.spaces) - {*listed}):
        yield error("listed spaces", f"{code} is on the board but not in the gazetteer", code)


def _check_one_ways(board: Board, overrides: list[Override]) -> Iterator[Finding]:
    declared = {(entry.a, entry.b) for entry in overrides if entry.act is Act.JOIN and entry.is_one_way}
    for border in board.borders:
        if border.is_one_way and (border.start, border.end) not in declared:
            yield error("symmetry", f"{border.start} to {border.end} is one-way without an override", border.start)


def _check_seas(board: Board, places: Mapping[str, Place], overrides: list[Override]) -> Iterator[Finding]:
    decided = spaces_of(overrides, Act.NO_SHORE)
    for code, space in board.spaces.items():
        if space.terrain is not Terrain.SEA or (code in places and places[code].kind is PlaceKind.BOX):
            continue
        kinds = {board.space(target).terrain for target in board.fleet_moves[space.locations[0]]}
        if not kinds:
            yield error("seas", f"{code} {space.name} touches nothing", code)
        elif Terrain.LAND not in kinds and code not in decided:
            yield warning("seas", f"{code} {space.name} has no shore", code)


def _check_coasts(board: Board, overrides: list[Override]) -> Iterator[Finding]:
    declared = spaces_of(overrides, Act.COASTS)
    for code, space in board.spaces.items():
        wanted = sorted(declared[code].value.split()) if code in declared else []
        if sorted(space.coasts) != wanted:
            found, names = " ".join(space.coasts) or "none", " ".join(wanted) or "none"
            yield error("coasts", f"{code} {space.name} has the coasts {found}; declared: {names}", code)
        for coast in space.locations[1:]:
            waters = sorted(
                {space_of(target) for target in board.fleet_moves[coast] if board.space(target).terrain is Terrain.SEA}
            )
            yield note("coasts", f"{coast} on {' '.join(waters)}", code)


def _check_alike(board: Board, boxes: Set[str]) -> Iterator[Finding]:
    """Note names that could be confused; those of boxes differ only in the code of a space, which is on the board."""
    spaces = sorted((space for code, space in board.spaces.items() if code not in boxes), key=lambda space: space.id)
    for index, first in enumerate(spaces):
        for second in spaces[index + 1 :]:
            one, two = fold(first.name), fold(second.name)
            if difflib.SequenceMatcher(None, one, two).quick_ratio() < ALIKE:
                continue
            if difflib.SequenceMatcher(None, one, two).ratio() >= ALIKE:
                text = f"{first.id} {first.name} and {second.id} {second.name}"
                yield note("alike", text, first.id, second.id)


def format_audit(findings: list[Finding], remarks: list[str]) -> str:
    """The text of ``audit.txt``."""
    counts = Counter(finding.severity for finding in findings)
    head = ", ".join(f"{counts[severity]} {severity.value}s" for severity in Severity)
    lines = [head, "", *map(str, findings), "", "From the forge:", *(f"- {remark}" for remark in remarks)]
    return "\n".join(lines) + "\n"
