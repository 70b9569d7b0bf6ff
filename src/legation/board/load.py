"""Reading a board from its data files: the only file access of this package."""

import csv
import io
import json
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from enum import StrEnum
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from legation.board.board import Board, make_board
from legation.board.border import Border
from legation.board.check import Placed, check_board, warn_of_board
from legation.board.shapes import Shapes
from legation.board.shapes_table import parse_relief, parse_shapes
from legation.board.space import CentreKind, LocationId, PowerId, Space, SpaceId, Terrain
from legation.errors import DataError, word_read_error

if TYPE_CHECKING:
    from _csv import Reader

Folder = Path | Traversable
Choice = TypeVar("Choice", bound=StrEnum)

SPACE_COLUMNS = ("code", "name", "kind", "centre", "powers", "coasts", "island", "convoy", "theatre", "aliases")
BORDER_COLUMNS = ("from", "to", "army", "fleet", "one_way", "condition", "note")


def load_board(folder: Folder) -> Board:
    """Read ``spaces.csv`` and ``borders.csv``; raises at the first error, naming file and line."""
    spaces, borders = _read_tables(folder)
    for problem in check_board(spaces, borders):
        raise problem
    return make_board((placed.value for placed in spaces), (placed.value for placed in borders))


def list_problems(folder: Folder) -> Iterator[DataError]:
    """All errors of the board in a folder. Raises if it cannot be read at all."""
    return check_board(*_read_tables(folder))


def list_warnings(folder: Folder) -> list[DataError]:
    """Unusual features of the board in a folder, which may be mistakes. Raises if it cannot be read at all."""
    return list(warn_of_board(*_read_tables(folder)))


def _read_tables(folder: Folder) -> tuple[list[Placed[Space]], list[Placed[Border]]]:
    spaces = [_read_space(row) for row in read_table(folder, "spaces.csv", SPACE_COLUMNS)]
    borders = [_read_border(row) for row in read_table(folder, "borders.csv", BORDER_COLUMNS)]
    return spaces, borders


def load_shapes(folder: Folder) -> Shapes:
    """Read ``shapes.json``, the geometry of a board, and ``relief.json`` if there is one."""
    shapes = parse_shapes(_read_json(folder, "shapes.json"), f"{folder.name}/shapes.json")
    if not (folder / "relief.json").is_file():
        return shapes
    relief = parse_relief(_read_json(folder, "relief.json"), f"{folder.name}/relief.json")
    return replace(shapes, relief=relief)


def _read_json(folder: Folder, name: str) -> object:
    label = f"{folder.name}/{name}"
    try:
        table: object = json.loads((folder / name).read_text(encoding="utf-8-sig"))
    except FileNotFoundError:
        raise DataError("the file is missing", file=label) from None
    except (ValueError, RecursionError, OSError) as error:
        raise DataError(f"cannot be read: {word_read_error(error)}", file=label) from None
    return table


class Row:
    """One line of a table, with its position in the file."""

    def __init__(self, file: str, line: int, cells: dict[str, str]) -> None:
        self.file = file
        self.line = line
        self.cells = cells

    def __getitem__(self, column: str) -> str:
        return self.cells[column]

    def error(self, problem: str) -> DataError:
        """An error with this line."""
        return DataError(problem, file=self.file, line=self.line)

    def flag(self, column: str, *, default: bool = False) -> bool:
        """A yes/no cell."""
        text = self.cells[column]
        if text not in ("", "yes", "no"):
            raise self.error(f"{column} is {text!r}; expected yes, no or nothing")
        return text == "yes" if text else default

    def choice(self, column: str, choices: type[Choice]) -> Choice:
        """A cell with a value of an enumeration."""
        try:
            return choices(self.cells[column])
        except ValueError:
            known = ", ".join(repr(choice.value) for choice in choices)
            raise self.error(f"{column} is {self.cells[column]!r}; expected one of {known}") from None

    def required(self, column: str) -> str:
        """A cell that may not be empty."""
        if not self.cells[column]:
            raise self.error(f"{column} is empty")
        return self.cells[column]


def read_table(folder: Folder, name: str, columns: tuple[str, ...]) -> Iterator[Row]:
    """The rows of a CSV file whose header must be exactly these columns."""
    file = folder / name
    label = f"{folder.name}/{name}"
    try:
        text = file.read_text(encoding="utf-8-sig")
    except FileNotFoundError:
        raise DataError("the file is missing", file=label) from None
    except UnicodeDecodeError:
        raise DataError("not a text in UTF-8; save it in that encoding", file=label) from None
    except OSError as error:
        raise DataError(f"cannot be read: {error}", file=label) from None
    reader = csv.reader(io.StringIO(text))
    try:
        yield from _read_rows(reader, label, columns)
    except csv.Error as error:
        raise DataError(f"not a CSV table: {error}", file=label, line=reader.line_num) from None


def _read_rows(reader: "Reader", label: str, columns: tuple[str, ...]) -> Iterator[Row]:
    header = next(reader, [])
    if tuple(header) != columns:
        raise DataError(f"the header is {','.join(header)!r}; expected {','.join(columns)!r}", file=label, line=1)
    for cells in reader:
        if not cells:
            continue
        if len(cells) != len(columns):
            raise DataError(f"{len(cells)} cells; expected {len(columns)}", file=label, line=reader.line_num)
        yield Row(label, reader.line_num, dict(zip(columns, (cell.strip() for cell in cells), strict=True)))


def _read_space(row: Row) -> Placed[Space]:
    terrain = row.choice("kind", Terrain)
    space = Space(
        id=SpaceId(row.required("code")),
        name=row.required("name"),
        terrain=terrain,
        centre=row.choice("centre", CentreKind),
        powers=_split(row["powers"], PowerId),
        coasts=tuple(row["coasts"].split()),
        is_island=row.flag("island"),
        carries_convoys=row.flag("convoy", default=terrain is Terrain.SEA),
        theatre=row["theatre"],
        aliases=tuple(alias for alias in (part.strip() for part in row["aliases"].split(";")) if alias),
    )
    return Placed(space, row.file, row.line)


Part = TypeVar("Part")


def _split(text: str, make: Callable[[str], Part]) -> tuple[Part, ...]:
    parts: Iterable[str] = (part.strip() for part in text.split(";"))
    return tuple(make(part) for part in parts if part)


def _read_border(row: Row) -> Placed[Border]:
    border = Border(
        start=LocationId(row.required("from")),
        end=LocationId(row.required("to")),
        army=row.flag("army"),
        fleet=row.flag("fleet"),
        is_one_way=row.flag("one_way"),
        condition=row["condition"],
    )
    return Placed(border, row.file, row.line)
