"""Reading variants and rulebooks from their data files."""

import tomllib
from collections.abc import Iterable, Mapping
from functools import cache
from importlib.resources import files
from typing import cast

from legation.board import (
    Board,
    CentreKind,
    Folder,
    LocationId,
    Position,
    PowerId,
    Unit,
    UnitKind,
    load_board,
    make_units,
    read_table,
)
from legation.errors import DataError, LegationError, UnknownNameError
from legation.judge import Rulebook, make_rulebook
from legation.variants.variant import Power, Variant

START_COLUMNS = ("power", "kind", "location")
HERE = files("legation.variants")


def list_variants() -> tuple[str, ...]:
    """The ids of the variants that come with the program."""
    folders = (HERE / "data").iterdir()
    return tuple(sorted(folder.name.replace("_", "-") for folder in folders if (folder / "variant.toml").is_file()))


def list_rulebooks() -> tuple[str, ...]:
    """The ids of the rulebook profiles."""
    return tuple(sorted(file.name.removesuffix(".toml") for file in (HERE / "rulebooks").iterdir()))


@cache
def load_variant(variant: str) -> Variant:
    """The variant with an id such as ``standard``."""
    if variant not in list_variants():
        raise UnknownNameError("variant", variant, list_variants())
    return load_variant_folder(HERE / "data" / variant.replace("-", "_"))


@cache
def load_rulebook(rulebook: str) -> Rulebook:
    """The rulebook profile with an id such as ``1971``."""
    if rulebook not in list_rulebooks():
        raise UnknownNameError("rulebook", rulebook, list_rulebooks())
    table = _read_toml(HERE / "rulebooks", f"{rulebook}.toml")
    return make_rulebook(_table(table, "switches", f"rulebooks/{rulebook}.toml"))


def load_variant_folder(folder: Folder) -> Variant:
    """A variant from a folder of its own: ``variant.toml``, ``spaces.csv``, ``borders.csv``, ``start.csv``."""
    file = f"{folder.name}/variant.toml"
    table = _read_toml(folder, "variant.toml")
    board = load_board(folder)
    powers = _read_powers(table, file)
    rulebook_id = str(_value(table, "rulebook", str, file))
    try:
        rulebook = make_rulebook(_table(table, "switches", file), load_rulebook(rulebook_id))
    except LegationError as error:
        raise DataError(str(error), file=file) from None
    return Variant(
        id=str(_value(table, "id", str, file)),
        name=str(_value(table, "name", str, file)),
        version=cast(int, _value(table, "version", int, file)),
        description=str(table.get("description", "")),
        board=board,
        rulebook=rulebook,
        rulebook_id=rulebook_id,
        powers=powers,
        start=_read_start(folder, board, powers),
        first_year=cast(int, _value(_table(table, "calendar", file), "first_year", int, file)),
        victory_centres=cast(int, _value(_table(table, "victory", file), "centres", int, file)),
    )


def _read_toml(folder: Folder, name: str) -> dict[str, object]:
    label = f"{folder.name}/{name}"
    try:
        return tomllib.loads((folder / name).read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise DataError("the file is missing", file=label) from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise DataError(f"not a TOML file: {error}", file=label) from None


def _table(table: Mapping[str, object], key: str, file: str) -> Mapping[str, object]:
    value = table.get(key, {})
    if not isinstance(value, dict):
        raise DataError(f"{key} is {value!r}; expected a table", file=file)
    return value


def _value(table: Mapping[str, object], key: str, kind: type, file: str) -> object:
    value = table.get(key)
    if type(value) is not kind:
        raise DataError(f"{key} is {value!r}; expected a value of type {kind.__name__}", file=file)
    return value


def _read_powers(table: Mapping[str, object], file: str) -> Mapping[PowerId, Power]:
    entries = table.get("powers")
    if not isinstance(entries, list) or not entries:
        raise DataError("no [[powers]] are given", file=file)
    powers: dict[PowerId, Power] = {}
    for entry in cast(Iterable[Mapping[str, object]], entries):
        power = PowerId(str(_value(entry, "id", str, file)))
        if power in powers:
            raise DataError(f"power {power} is given twice", file=file)
        name = str(entry.get("name", power.title()))
        aliases = cast(list[str], entry.get("aliases", []))
        powers[power] = Power(power, name, str(entry.get("adjective", name)), tuple(map(str, aliases)))
    return powers


def _read_start(folder: Folder, board: Board, powers: Mapping[PowerId, Power]) -> Position:
    """Units where they begin. A power owns its home centres, and the centres under its first units."""
    units: list[Unit] = []
    owners = {
        space.id: space.powers[0]
        for space in board.spaces.values()
        if space.centre in (CentreKind.HOME, CentreKind.BUILD_ONLY)
    }
    for row in read_table(folder, "start.csv", START_COLUMNS):
        location = LocationId(row["location"])
        power = PowerId(row["power"])
        if power not in powers:
            raise row.error(f"unknown power {power!r}")
        if location not in board.index:
            raise row.error(f"unknown space {location!r}")
        kind = row.choice("kind", UnitKind)
        if not board.moves(location, sails=kind is not UnitKind.ARMY):
            raise row.error(f"{kind.value} {location} cannot stand there")
        unit = Unit(power, kind, location)
        if any(other.space == unit.space for other in units):
            raise row.error(f"two units in {unit.space}")
        units.append(unit)
        if board.space(location).centre is not CentreKind.NONE:
            owners[unit.space] = power
    return Position(make_units(units), owners)
