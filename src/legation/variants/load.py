"""Reading variants and rulebooks from their data files."""

import io
import re
import zipfile
from collections.abc import Iterator, Mapping
from dataclasses import fields, replace
from difflib import get_close_matches
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import cast

from legation.board import (
    STANDARD_TRAITS,
    Board,
    CentreKind,
    Folder,
    LocationId,
    Position,
    PowerId,
    SpaceId,
    Unit,
    UnitKind,
    UnitTraits,
    fold,
    load_board,
    make_units,
    read_table,
)
from legation.errors import DataError, LegationError, UnknownNameError, quote, word_read_error
from legation.judge import Edition, Rulebook, RuleModule, make_rulebook
from legation.orders import NO_CLAUSES, Bomb, Clauses, Embark, Topic
from legation.variants.calendar import read_calendar
from legation.variants.centre_marks import read_centre_marks
from legation.variants.clauses import has_clauses, load_clauses
from legation.variants.rules import make_module
from legation.variants.toml_text import parse_toml
from legation.variants.variant import Credits, Power, Variant
from legation.variants.victory import read_victory
from legation.variants.votes import read_votes

START_COLUMNS = ("power", "kind", "location")
OWNER_COLUMNS = ("space", "power")
VARIANT_KEYS = (
    "id", "name", "version", "rulebook", "description", "board_note", "calendar", "victory", "powers", "switches",
    "traits", "orders", "rules", "votes", "impassable", "credits", "marks", "doubtful",
)  # fmt: skip
POWER_KEYS = ("id", "name", "adjective", "aliases", "played", "colour")
ORDER_KINDS: Mapping[str, type[Embark] | type[Bomb]] = {"embark": Embark, "bomb": Bomb}
HERE = files("legation.variants")
EARLIER = "earlier"
"""The folder beside a variant's files with its earlier editions, each packed as ``<version>.zip``."""


@cache
def list_variants() -> tuple[str, ...]:
    """The ids of the variants that come with the program."""
    folders = (HERE / "data").iterdir()
    return tuple(sorted(folder.name.replace("_", "-") for folder in folders if (folder / "variant.toml").is_file()))


def list_rulebooks() -> tuple[str, ...]:
    """The ids of the rulebook profiles."""
    return tuple(sorted(file.name.removesuffix(".toml") for file in (HERE / "rulebooks").iterdir()))


def list_editions(variant: str) -> tuple[str, ...]:
    """The earlier editions of a variant that the program still has, such as ``colonia-i@1``."""
    folder = data_folder(variant) / EARLIER
    files = [file.name for file in folder.iterdir()] if folder.is_dir() else []
    return tuple(f"{variant}@{version}" for version in sorted(int(name.removesuffix(".zip")) for name in files))


def has_edition(name: str) -> bool:
    """True if the program includes a variant, or an earlier edition of one, with this name."""
    variant = name.partition("@")[0]
    return variant in list_variants() and (name == variant or name in list_editions(variant))


def data_folder(variant: str) -> Folder:
    """The folder of a variant's data files, playable or not; ``colonia-i@1`` is an earlier edition."""
    name, _, version = variant.partition("@")
    folder = HERE / "data" / name.replace("-", "_")
    if not folder.is_dir():
        raise UnknownNameError("variant", variant, list_variants())
    if not version:
        return folder
    if variant not in list_editions(name):
        raise UnknownNameError("edition", variant, (*list_editions(name), name))
    return _open_edition(variant)


@cache
def _open_edition(edition: str) -> zipfile.Path:
    """The files of an earlier edition, which the package has as a zip with one folder in it."""
    name, _, version = edition.partition("@")
    packed = (data_folder(name) / EARLIER / f"{version}.zip").read_bytes()
    return zipfile.Path(zipfile.ZipFile(io.BytesIO(packed)), f"{name.replace('-', '_')}/")


@cache
def load_variant(variant: str) -> Variant:
    """The variant with an id such as ``standard``, or an earlier edition of it such as ``colonia-i@1``."""
    if variant.partition("@")[0] not in list_variants():
        raise UnknownNameError("variant", variant, list_variants())
    return load_variant_folder(data_folder(variant))


def name_edition(variant: Variant) -> str:
    """The id with which ``load_variant`` finds exactly this edition."""
    is_current = variant.version == load_variant(variant.id).version
    return variant.id if is_current else f"{variant.id}@{variant.version}"


def open_variant(variant: str) -> Variant:
    """The variant with an id, or the one in a user's folder. Not for names from strangers: it reads files."""
    if variant not in list_variants() and Path(variant).is_dir():
        return load_variant_folder(variant)
    return load_variant(variant)


@cache
def load_rulebook(rulebook: str) -> Rulebook:
    """The rulebook profile with an id such as ``1971``."""
    if rulebook not in list_rulebooks():
        raise UnknownNameError("rulebook", rulebook, list_rulebooks())
    table = _read_toml(HERE / "rulebooks", f"{rulebook}.toml")
    found = make_rulebook(_table(table, "switches", f"rulebooks/{rulebook}.toml"))
    return replace(found, edition=Edition(rulebook))


def load_variant_folder(folder: Folder | str) -> Variant:
    """A variant from a folder with ``variant.toml``, ``spaces.csv``, ``borders.csv`` and ``start.csv``."""
    folder = Path(folder) if isinstance(folder, str) else folder
    file = f"{folder.name}/variant.toml"
    table = _read_toml(folder, "variant.toml")
    powers = _read_powers(table, file)
    board = _name_powers(load_board(folder), powers, _table(table, "impassable", file), file)
    _check_homes(board, powers, f"{folder.name}/spaces.csv")
    for key in table:
        if key not in VARIANT_KEYS:
            raise DataError(f"unknown key {key!r}; there are {', '.join(VARIANT_KEYS)}", file=file)
    rulebook_id = str(_value(table, "rulebook", str, file))
    try:
        rulebook = make_rulebook(_table(table, "switches", file), load_rulebook(rulebook_id))
        rulebook = replace(
            rulebook,
            traits=_read_traits(table, file),
            extra_kinds=_read_kinds(table, file),
            modules=_read_modules(table, file),
            unplayed=frozenset(power for power, found in powers.items() if not found.is_played),
        )
    except LegationError as error:
        raise error if isinstance(error, DataError) else DataError(str(error), file=file) from None
    variant_id = str(_value(table, "id", str, file))
    clauses = _load_sheet(folder, variant_id, board, powers)
    rulebook = replace(rulebook, edition=Edition(rulebook_id, clauses.cite(Topic.RULEBOOK))).with_clauses(clauses)
    return Variant(
        id=variant_id,
        name=str(_value(table, "name", str, file)),
        version=cast(int, _value(table, "version", int, file)),
        description=str(table.get("description", "")),
        board_note=str(table.get("board_note", "")),
        board=board,
        rulebook=rulebook,
        rulebook_id=rulebook_id,
        powers=powers,
        start=_read_start(folder, board, powers, rulebook),
        calendar=read_calendar(_table(table, "calendar", file), file),
        victory=read_victory(_table(table, "victory", file), board, file),
        votes=read_votes(_table(table, "votes", file), file) if "votes" in table else None,
        centre_marks=read_centre_marks(_table(table, "marks", file), file),
        credits=_read_credits(_table(table, "credits", file), file),
        doubtful=_read_doubtful(table, board, file),
    )


def _read_doubtful(table: Mapping[str, object], board: Board, file: str) -> frozenset[SpaceId]:
    """Spaces whose place the sheet leaves open."""
    codes = table.get("doubtful", [])
    if not isinstance(codes, list) or not all(isinstance(code, str) for code in codes):
        raise DataError(f"doubtful is {codes!r}; expected a list of spaces", file=file)
    for code in codes:
        if code not in board.spaces:
            raise DataError(f"doubtful names {code!r}, which is not a space", file=file)
    return frozenset(codes)


def _load_sheet(folder: Folder, variant: str, board: Board, powers: Mapping[PowerId, Power]) -> Clauses:
    """The clauses of a sheet. An edition older than the table of clauses has those of the program."""
    if has_clauses(folder):
        return load_clauses(folder, board, powers)
    if variant in list_variants() and has_clauses(data_folder(variant)):
        return load_variant(variant).clauses
    return NO_CLAUSES


def _read_toml(folder: Folder, name: str) -> dict[str, object]:
    label = f"{folder.name}/{name}"
    try:
        text = (folder / name).read_text(encoding="utf-8-sig")
        return parse_toml(text, label)
    except (FileNotFoundError, NotADirectoryError):
        raise DataError("the file is missing", file=label) from None
    except UnicodeDecodeError:
        raise DataError("not a text in UTF-8; save it in that encoding", file=label) from None
    except (ValueError, RecursionError) as error:  # broken TOML or UTF-8, an endless number, tables nested without end
        raise DataError(f"not a TOML file: {word_read_error(error)}", file=label, line=_find_line(error)) from None


def _find_line(error: Exception) -> int | None:
    """The line named in the TOML reader's message."""
    found = re.search(r"\(at line (\d+), column \d+\)", str(error))
    return int(found[1]) if found else None


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
    names: dict[str, PowerId] = {}
    for entry in entries:
        if not isinstance(entry, dict):
            raise DataError(f"powers holds {entry!r}; expected [[powers]] tables", file=file)
        power = _read_power(entry, file)
        if power.id in powers:
            raise DataError(f"power {power.id} is given twice", file=file)
        powers[power.id] = power
        for name in (power.name, power.id, *power.aliases):
            if names.setdefault(fold(name), power.id) != power.id:
                raise DataError(f"{name!r} could mean {names[fold(name)]} or {power.id}", file=file)
    if not any(power.is_played for power in powers.values()):
        raise DataError("nobody plays any of the powers", file=file)
    return powers


def list_unknown_power_keys(folder: Folder) -> Iterator[DataError]:
    """Unknown keys of ``[[powers]]``; editions with such keys are kept, so they are not errors."""
    label = f"{folder.name}/variant.toml"
    lines = (folder / "variant.toml").read_text(encoding="utf-8-sig").splitlines()
    entries = cast(list[Mapping[str, object]], _read_toml(folder, "variant.toml").get("powers", []))
    for entry in entries:
        for key in entry:
            if key not in POWER_KEYS:
                near = get_close_matches(key, POWER_KEYS, 1)
                hint = f"did you mean {near[0]}?" if near else f"there are {', '.join(POWER_KEYS)}"
                problem = f"unknown key {quote(key)} of the power {entry.get('id')}, which is not read; {hint}"
                yield DataError(problem, file=label, line=_find_power_line(lines, str(entry.get("id")), key))


def _find_power_line(lines: list[str], power: str, key: str) -> int | None:
    """The line of a key in the table of a power, if each is on its own line."""
    table: list[tuple[int, str]] = []
    for number, line in [*enumerate(lines, start=1), (0, "[")]:
        if line.lstrip().startswith("["):
            if any(re.match(rf"\s*id\s*=\s*[\"']{re.escape(power)}[\"']", other) for _, other in table):
                pattern = rf"\s*[\"']?{re.escape(key)}[\"']?\s*="
                return next((place for place, other in table if re.match(pattern, other)), None)
            table = []
        table.append((number, line))
    return None


def _read_power(entry: Mapping[str, object], file: str) -> Power:
    power = PowerId(str(_value(entry, "id", str, file)))
    name = str(entry.get("name", power.title()))
    aliases = entry.get("aliases", [])
    if not isinstance(aliases, list) or not all(isinstance(alias, str) for alias in aliases):
        raise DataError(f"aliases of {power} is {aliases!r}; expected a list of names", file=file)
    is_played = entry.get("played", True)
    if not isinstance(is_played, bool):
        raise DataError(f"played of {power} is {is_played!r}; expected true or false", file=file)
    colour = entry.get("colour", "")
    if not isinstance(colour, str) or not re.fullmatch(r"(#[0-9A-Fa-f]{6})?", colour):
        raise DataError(f'colour of {power} is {colour!r}; expected one such as "#8b2b2b"', file=file)
    return Power(power, name, str(entry.get("adjective", name)), tuple(aliases), is_played, colour.lower())


def _read_credits(table: Mapping[str, object], file: str) -> Credits:
    known = [item.name for item in fields(Credits)]
    for key, value in table.items():
        if key not in known or not isinstance(value, str):
            raise DataError(f"credits.{key} = {value!r}; expected texts for {', '.join(known)}", file=file)
    return Credits(**{key: str(value) for key, value in table.items()})


def _name_powers(board: Board, powers: Mapping[PowerId, Power], impassable: Mapping[str, object], file: str) -> Board:
    """The board with further names for orders: those of powers, and of lands that are not spaces."""
    names = board.names.with_nations(
        (name, power.id)
        for power in powers.values()
        for name in (*power.aliases, power.id, power.adjective, power.name)
    )
    for name, aliases in impassable.items():
        if not isinstance(aliases, list) or not all(isinstance(alias, str) for alias in aliases):
            raise DataError(f"impassable.{name} is {aliases!r}; expected a list of other names", file=file)
        names = names.with_impassable(name, aliases)
    return replace(board, names=names)


def _check_homes(board: Board, powers: Mapping[PowerId, Power], file: str) -> None:
    for space in board.spaces.values():
        for power in space.powers:
            if power not in powers:
                raise DataError(f"{space.id} belongs to {power!r}, which is not a power of the variant", file=file)


def _read_traits(table: Mapping[str, object], file: str) -> Mapping[UnitKind, UnitTraits]:
    """The usual armies and fleets, and the further kinds of ``[traits.TF]`` and the like."""
    tables = _table(table, "traits", file)
    if not tables:
        return STANDARD_TRAITS
    traits = dict(STANDARD_TRAITS)
    known = {item.name for item in fields(UnitTraits)}
    for kind, values in tables.items():
        if kind not in [known_kind.value for known_kind in UnitKind] or not isinstance(values, dict):
            raise DataError(f"traits.{kind}: expected a table for one of A, F, TF", file=file)
        for name, value in values.items():
            if name not in known or not isinstance(value, list if name == "captures" else bool):
                raise DataError(
                    f"traits.{kind}.{name} = {value!r} is not a trait; there are {', '.join(sorted(known))}", file=file
                )
        captures = [_read_captured(value, kind, file) for value in values.pop("captures", [])]
        given = UnitTraits(**{"sails": True, **values})
        traits[UnitKind(kind)] = replace(given, captures=frozenset(captures)) if captures else given
    return traits


def _read_captured(value: object, kind: str, file: str) -> CentreKind:
    if value not in [centre.value for centre in CentreKind]:
        known = ", ".join(repr(centre.value) for centre in CentreKind)
        raise DataError(f"traits.{kind}.captures holds {value!r}; expected {known}", file=file)
    return CentreKind(str(value))


def _read_modules(table: Mapping[str, object], file: str) -> tuple[RuleModule, ...]:
    """The rule modules that ``[rules.<name>]`` tables switch on, in the order of the file."""
    tables = _table(table, "rules", file)
    return tuple(make_module(name, _table(tables, name, file)) for name in tables)


def _read_kinds(table: Mapping[str, object], file: str) -> frozenset[type[Embark] | type[Bomb]]:
    """Order kinds beyond the rulebook's: ``orders = ["embark"]``."""
    names = table.get("orders", [])
    if not isinstance(names, list) or any(name not in ORDER_KINDS for name in names):
        raise DataError(f"orders is {names!r}; expected a list of {', '.join(ORDER_KINDS)}", file=file)
    return frozenset(ORDER_KINDS[name] for name in names)


def _read_start(folder: Folder, board: Board, powers: Mapping[PowerId, Power], rulebook: Rulebook) -> Position:
    """The units at the start. A power owns its home centres, and the centres under its first units.

    ``owners.csv``, if it exists, overrides single centres.
    """
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
        if location not in board.names.locations:
            raise row.error(f"unknown space {location!r}")
        kind = row.choice("kind", UnitKind)
        if kind not in rulebook.traits:
            raise row.error(f"the variant has no units of kind {kind.value}")
        if not board.can_stand(location, sails=rulebook.traits[kind].sails):
            raise row.error(f"{kind.value} {location} cannot stand there")
        unit = Unit(power, kind, location)
        if any(other.space == unit.space for other in units):
            raise row.error(f"two units in {unit.space}")
        units.append(unit)
        if board.space(location).centre is not CentreKind.NONE:
            owners[unit.space] = power
    if (folder / "owners.csv").is_file():
        _read_owners(folder, board, powers, owners)
    return Position(make_units(units), owners, in_disorder=rulebook.unplayed)


def _read_owners(folder: Folder, board: Board, powers: Mapping[PowerId, Power], owners: dict[SpaceId, PowerId]) -> None:
    """Set the owners of individual centres at the start; a line without a power means no owner."""
    seen: set[SpaceId] = set()
    for row in read_table(folder, "owners.csv", OWNER_COLUMNS):
        space, power = SpaceId(row["space"]), PowerId(row["power"])
        if space not in board.spaces or board.spaces[space].centre is CentreKind.NONE:
            raise row.error(f"{space!r} is not a centre")
        if power and power not in powers:
            raise row.error(f"unknown power {power!r}")
        if space in seen:
            raise row.error(f"{space} is given twice")
        seen.add(space)
        owners.pop(space, None)
        if power:
            owners[space] = power
