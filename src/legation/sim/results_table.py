"""The results of many games as Parquet: one part per game while they are played, one file per table at the end.

A part is one row: the game, with its other tables as lists. It is written under a temporary name and then renamed, so
that a part is there whole or not at all, even if the program is stopped.
"""

import os
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final, TypeAlias

import pyarrow as pa
import pyarrow.parquet as pq

from legation.errors import DataError

Row: TypeAlias = dict[str, int | float | str | bool]
Part: TypeAlias = dict[str, object]

GAME: Final = {
    "game": pa.int32(),
    "seed": pa.int64(),
    "ending": pa.string(),
    "by_vote": pa.bool_(),
    "winner": pa.string(),
    "sharers": pa.int8(),
    "first_year": pa.int16(),
    "last_year": pa.int16(),
    "years": pa.int16(),
    "phases": pa.int32(),
    "seconds": pa.float32(),
}
"""Columns of the table of games. ``ending`` is victory, draw or unfinished; ``winner`` is empty without a victory."""
TABLES: Final[Mapping[str, Mapping[str, pa.DataType]]] = {
    "seats": {"power": pa.string(), "bot": pa.string(), "centres": pa.int16(), "result": pa.string()},
    "centres": {"year": pa.int16(), "power": pa.string(), "centres": pa.int16(), "units": pa.int16()},
    "contacts": {"power": pa.string(), "other": pa.string(), "phase": pa.string(), "year": pa.int16()},
    "spaces": {
        "space": pa.string(),
        "visits": pa.int32(),
        "entries": pa.int32(),
        "contests": pa.int32(),
        "captures": pa.int32(),
    },
    "rules": {"rule": pa.string(), "fired": pa.int32()},
    "stalemates": {"first_year": pa.int16(), "years": pa.int16(), "is_last": pa.bool_()},
}
"""The tables besides that of the games; each also has the column ``game``."""
PARTS: Final = "parts"
PART_SCHEMA: Final = pa.schema(
    [*GAME.items(), *((name, pa.list_(pa.struct(list(columns.items())))) for name, columns in TABLES.items())]
)


@dataclass(frozen=True, slots=True)
class Results:
    """All tables of a folder, as rows; those of one game are contiguous, games in the order of their numbers."""

    games: list[Row]
    seats: list[Row]
    centres: list[Row]
    contacts: list[Row]
    spaces: list[Row]
    rules: list[Row]
    stalemates: list[Row]


def write_part(folder: Path, part: Part) -> None:
    """Save one finished game."""
    parts = folder / PARTS
    parts.mkdir(parents=True, exist_ok=True)
    _write(pa.Table.from_pylist([part], schema=PART_SCHEMA), parts / f"game-{part['game']:06}.parquet")


def _write(table: pa.Table, file: Path, rows_a_group: int | None = None) -> None:
    draft = file.with_name(f".{file.name}.{os.getpid()}")
    pq.write_table(table, draft, row_group_size=rows_a_group)
    os.replace(draft, file)


def list_finished(folder: Path) -> frozenset[int]:
    """The numbers of the saved games."""
    return frozenset(int(file.stem.partition("-")[2]) for file in (folder / PARTS).glob("game-*.parquet"))


def gather(folder: Path) -> int:
    """Make the tables of a folder from its parts; returns the number of games."""
    parts = [_read(file) for file in sorted((folder / PARTS).glob("game-*.parquet"))]
    games = [{column: part[column] for column in GAME} for part in parts]
    _write(pa.Table.from_pylist(games, schema=pa.schema(list(GAME.items()))), folder / "games.parquet")
    for name, columns in TABLES.items():
        schema = pa.schema([("game", GAME["game"]), *columns.items()])
        rows = [{"game": part["game"], **row} for part in parts for row in _list_rows(part[name])]
        _write(pa.Table.from_pylist(rows, schema=schema), folder / f"{name}.parquet")
    return len(games)


def _list_rows(value: object) -> Iterable[Row]:
    return value if isinstance(value, list) else ()


def _read(file: Path) -> Part:
    rows: list[Part] = _read_table(file).to_pylist()
    return rows[0]


def _read_table(file: Path) -> pa.Table:
    try:
        return pq.ParquetFile(file).read()
    except FileNotFoundError:
        raise DataError("the file is missing; legation simulate makes it", file=str(file)) from None
    except (OSError, pa.ArrowInvalid) as error:
        raise DataError(f"not a Parquet file: {error}", file=str(file)) from None


def load_results(folder: Path) -> Results:
    """The tables of a folder made by ``gather``. Raises if one is missing or broken."""
    tables = {name: _read_table(folder / f"{name}.parquet").to_pylist() for name in ("games", *TABLES)}
    return Results(**tables)
