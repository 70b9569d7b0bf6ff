"""Small changes to a board on a page: units, powers, victory, votes, rules; each time as a new edition."""

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, cast

from sqlalchemy import Connection

from legation.board import Terrain, format_table
from legation.server.base.refusals import HttpRefusal
from legation.server.base.services import Services
from legation.server.boards.checking import Identity, check_files
from legation.server.boards.service import (
    BoardCheck,
    check,
    check_number,
    keep_new,
    keep_next,
    need_bringer,
    new_identity,
)
from legation.server.game.editions import BOARD_FILES, open_edition_folder, read_files
from legation.server.identity.viewers import Viewer
from legation.server.variants.board_access import get_reference
from legation.variants import (
    MODULES,
    ORDER_KINDS,
    START_COLUMNS,
    AtEnd,
    Subject,
    Variant,
    Weight,
    When,
    data_folder,
    list_variants,
    load_variant_folder,
    make_module,
    write_toml,
)


@dataclass(frozen=True, slots=True)
class EditedPower:
    """A power as the editor shows and sends it."""

    id: str
    name: str
    adjective: str
    colour: str
    """Such as ``#8b2b2b``; empty: any."""


@dataclass(frozen=True, slots=True)
class EditedUnit:
    """A unit at the start."""

    power: str
    kind: str
    location: str


@dataclass(frozen=True, slots=True)
class EditedVictory:
    """How a game on the board ends."""

    centres: int
    last_year: int | None
    at_end: AtEnd
    quiet_years: int | None


@dataclass(frozen=True, slots=True)
class EditedVotes:
    """How a game may end by vote."""

    threshold: str
    subjects: Sequence[Subject]
    weight: Weight
    counted: When
    secret: bool


@dataclass(frozen=True, slots=True)
class BoardEdit:
    """The parts of a board that can be changed on the page."""

    name: str
    description: str
    rulebook: str
    powers: Sequence[EditedPower]
    units: Sequence[EditedUnit]
    victory: EditedVictory
    votes: EditedVotes | None
    """None: all survivors may agree on a draw."""
    switches: Mapping[str, str]
    """Only those that differ from the rulebook."""
    modules: Sequence[str]


@dataclass(frozen=True, slots=True)
class EditablePlace:
    """A place where a unit can stand."""

    location: str
    name: str
    takes_armies: bool
    takes_fleets: bool


@dataclass(frozen=True, slots=True)
class EditableModule:
    """A rule module, and whether it can be switched on here: some need settings, which only a file can contain."""

    id: str
    can_switch: bool


@dataclass(frozen=True, slots=True)
class EditablePage:
    """A board with everything in it that can be changed."""

    id: str
    is_own: bool
    """True if saving makes the next edition; otherwise it makes a copy."""
    edit: BoardEdit
    places: list[EditablePlace]
    modules: list[EditableModule]
    kinds: list[str]
    """The kinds of unit in the variant."""


def read_editable(services: Services, viewer: Viewer, name: str) -> EditablePage:
    """A variant that the viewer may see, with everything in it that can be changed."""
    viewer.need_account()
    with services.store.read() as connection:
        files, is_own = _read_source(connection, services, viewer, name)
        variant = _load(connection, services, viewer, name)
    table = _read_table(files)
    places = [
        EditablePlace(
            location,
            space.name if str(location) == str(space.id) else f"{space.name}, {location.partition('/')[2]}",
            variant.board.can_stand(location, sails=False),
            variant.board.can_stand(location, sails=True),
        )
        for space in variant.board.spaces.values()
        if space.terrain is not Terrain.IMPASSABLE
        for location in space.locations
    ]
    used = {module.name for module in variant.rulebook.modules}
    modules = [EditableModule(module, module in used or _can_switch(module)) for module in MODULES]
    kinds = [kind.value for kind in variant.rulebook.traits]
    return EditablePage(name, is_own, _describe(variant, table), places, modules, kinds)


def save_edit(services: Services, viewer: Viewer, name: str, edit: BoardEdit) -> BoardCheck:
    """Save changes as the next edition of the viewer's own board, otherwise as a new board, a copy."""
    account = need_bringer(services, viewer)
    with services.store.read() as connection:
        files, is_own = _read_source(connection, services, viewer, name)
        if not is_own:
            check_number(connection, services, account)
        found = get_reference(connection, viewer, name).board if is_own else None
    changed = apply_edit(files, edit)
    if found is None:
        return keep_new(services, viewer, account, check(services, check_files, changed, new_identity(services)))
    checked = check(services, check_files, changed, Identity(found.id, "", found.number + 1))
    return keep_next(services, viewer, found, checked)


def apply_edit(files: Mapping[str, bytes], edit: BoardEdit) -> dict[str, bytes]:
    """The files of a variant with the changes applied."""
    table = _read_table(files)
    table |= {"name": edit.name, "description": edit.description, "rulebook": edit.rulebook}
    table["powers"] = _change_powers(table.get("powers", []), edit.powers)
    table["victory"] = _change_victory(table.get("victory", {}), edit.victory)
    table["switches"] = dict(edit.switches)
    _change_votes(table, edit.votes)
    _change_modules(table, edit.modules)
    return {**files, "variant.toml": write_toml(_drop_empty(table)).encode(), "start.csv": _write_units(edit.units)}


def _read_source(
    connection: Connection, services: Services, viewer: Viewer, name: str
) -> tuple[Mapping[str, bytes], bool]:
    """The files of a variant; True if it is a board that the viewer can change."""
    if name in list_variants():
        return read_files(data_folder(name), BOARD_FILES), False
    found = get_reference(connection, viewer, name)
    is_own = found.board.owner is not None and found.board.owner == viewer.account_id and found.board.removed_at is None
    return read_files(open_edition_folder(connection, services, found.edition.digest), BOARD_FILES), is_own


def _load(connection: Connection, services: Services, viewer: Viewer, name: str) -> Variant:
    if name in list_variants():
        return load_variant_folder(data_folder(name))
    digest = get_reference(connection, viewer, name).edition.digest
    return load_variant_folder(open_edition_folder(connection, services, digest))


def _read_table(files: Mapping[str, bytes]) -> dict[str, Any]:
    return tomllib.loads(files["variant.toml"].decode())


def _describe(variant: Variant, table: Mapping[str, Any]) -> BoardEdit:
    victory, votes = variant.victory, variant.votes
    return BoardEdit(
        name=variant.name,
        description=variant.description,
        rulebook=variant.rulebook_id,
        powers=[EditedPower(one.id, one.name, one.adjective, one.colour) for one in variant.powers.values()],
        units=[EditedUnit(unit.power, unit.kind.value, unit.location) for unit in variant.start.units.values()],
        victory=EditedVictory(victory.centres, victory.last_year, victory.at_end, victory.quiet_years),
        votes=EditedVotes(
            str(votes.threshold),
            sorted(votes.subjects),
            votes.weight,
            votes.counted,
            votes.secret,
        )
        if votes
        else None,
        switches={key: _write_switch(value) for key, value in table.get("switches", {}).items()},
        modules=[module.name for module in variant.rulebook.modules],
    )


def _change_powers(entries: Sequence[Mapping[str, Any]], powers: Sequence[EditedPower]) -> list[dict[str, Any]]:
    wanted = {power.id: power for power in powers}
    unknown = set(wanted) - {str(entry.get("id")) for entry in entries}
    if unknown:
        raise HttpRefusal(422, "unknown_power", case="game", field="powers", power=repr(min(unknown)[:40]))
    changed = []
    for entry in entries:
        power = wanted.get(str(entry.get("id")))
        values = {} if power is None else {"name": power.name, "adjective": power.adjective or power.name}
        colour = {} if power is None else {"colour": power.colour}
        changed.append({**entry, **values, **colour})
    return [{key: value for key, value in entry.items() if key != "colour" or value} for entry in changed]


def _change_victory(table: Mapping[str, Any], victory: EditedVictory) -> dict[str, Any]:
    values = {"centres": victory.centres, "last_year": victory.last_year, "quiet_years": victory.quiet_years}
    changed = {**table, **values, "at_end": victory.at_end.value}
    return {key: value for key, value in changed.items() if value is not None}


def _change_votes(table: dict[str, Any], votes: EditedVotes | None) -> None:
    if votes is None:
        table.pop("votes", None)
        return
    table["votes"] = {
        **table.get("votes", {}),
        "threshold": votes.threshold,
        "subjects": [subject.value for subject in votes.subjects],
        "weight": votes.weight.value,
        "counted": votes.counted.value,
        "secret": votes.secret,
    }


def _change_modules(table: dict[str, Any], modules: Sequence[str]) -> None:
    """Modules keep their settings; the orders that belong to one are allowed and removed with it."""
    rules = cast("dict[str, Any]", table.get("rules", {}))
    names = {kind: name for name, kind in ORDER_KINDS.items()}
    orders = list(table.get("orders", []))
    for module in [*rules, *modules]:
        if module not in MODULES:
            raise HttpRefusal(422, "unknown_module", case="name", field="modules", name=repr(module[:40]))
        if module not in rules and not _can_switch(module):
            raise HttpRefusal(422, "unknown_module", case="settings", field="modules", name=module)
        kinds = [names[kind] for kind in make_module(module, rules.get(module, {})).order_kinds if kind in names]
        orders = [order for order in orders if order not in kinds] if module not in modules else [*orders, *kinds]
    table["rules"] = {module: rules.get(module, {}) for module in modules}
    table["orders"] = list(dict.fromkeys(orders))


def _can_switch(module: str) -> bool:
    try:
        make_module(module, {})
    except TypeError:
        return False
    return True


def _drop_empty(table: Mapping[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in table.items() if value not in ({}, [])}


def _write_switch(value: object) -> str:
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)


def _write_units(units: Sequence[EditedUnit]) -> bytes:
    return format_table(START_COLUMNS, ([unit.power, unit.kind, unit.location] for unit in units)).encode()
