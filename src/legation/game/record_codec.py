"""States and records as JSON and back, exactly (``docs/reference/game-files.md``)."""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from legation.board import DislodgedUnit, LocationId, Position, PowerId, SpaceId, Unit, UnitKind, aboard
from legation.errors import LegationError, RequestError
from legation.game.json_form import (
    NOTHING,
    OWN_FORMS,
    Converted,
    Names,
    Text,
    check_name,
    check_object,
    form_of,
    form_of_parts,
    read_value,
    write_value,
)
from legation.game.phase import Phase, parse_phase
from legation.game.state import GameState, PhaseRecord
from legation.judge import Reason
from legation.orders import Move, Order, Piece, Refusal, Rejection, Retreat
from legation.variants import Variant

VERSION = 1
"""The version of the form of game files; raised when an older program could no longer read them."""


def _read_phase(text: str, field: str, names: Names) -> Phase:
    try:
        return parse_phase(text)
    except LegationError:
        raise RequestError(field, f"{text[:40]!r} is not a phase") from None


def _read_kind(text: str, field: str) -> UnitKind:
    try:
        return UnitKind(text)
    except ValueError:
        raise RequestError(field, f"{text[:40]!r} is not a kind of unit") from None


def _read_unit(text: str, field: str, names: Names) -> Unit:
    words = text.rsplit(" ", 2)
    if len(words) != 3:
        raise RequestError(field, f"{text[:40]!r} is not a unit; expected one like 'FRANCE A PAR'")
    power, kind, location = words
    check_name(PowerId, power, field, names)
    check_name(LocationId, location, field, names)
    return Unit(PowerId(power), _read_kind(kind, field), LocationId(location))


def _read_piece(text: str, field: str, names: Names) -> Piece:
    kind, _, location = text.rpartition(" ")
    check_name(LocationId, location, field, names)
    return Piece(_read_kind(kind, field) if kind else None, LocationId(location))


@dataclass(frozen=True, slots=True)
class _StoredPosition:
    """A position as in files: an army aboard a ship is named ``A PO7``, as in orders, and is listed in ``cargo``."""

    units: Mapping[SpaceId, Unit] = field(default_factory=dict)
    owners: Mapping[SpaceId, PowerId] = field(default_factory=dict)
    dislodged: tuple[DislodgedUnit, ...] = ()
    contested: frozenset[SpaceId] = frozenset()
    in_disorder: frozenset[PowerId] = frozenset()
    memory: Mapping[str, object] = field(default_factory=dict)
    cargo: Mapping[SpaceId, Unit] = field(default_factory=dict)


def _pack(position: Position) -> _StoredPosition:
    armies = position.armies_aboard
    return _StoredPosition(
        units={SpaceId(key): unit for key, unit in position.units.items() if unit not in armies},
        owners=position.owners,
        dislodged=position.dislodged,
        contested=position.contested,
        in_disorder=position.in_disorder,
        memory=position.memory,
        cargo={army.space: army for army in armies},
    )


def _unpack(stored: _StoredPosition) -> Position:
    armies = [_put_aboard(army) for army in stored.cargo.values()]
    return Position(
        units=dict([*stored.units.items(), *((army.key, army) for army in armies)]),
        owners=stored.owners,
        dislodged=tuple(
            found._replace(cargo=_put_aboard(found.cargo)) if found.cargo else found for found in stored.dislodged
        ),
        contested=stored.contested,
        in_disorder=stored.in_disorder,
        memory=stored.memory,
    )


def _put_aboard(army: Unit) -> Unit:
    return army._replace(location=aboard(army.space))


class RejectionForm:
    """A rejection with its refusal in one object: ``{"power", "text", "fault", "order", "choices", ...}``."""

    def write(self, value: Rejection) -> object:
        """The rejection as JSON."""
        refusal = write_value(value.refusal, Refusal)
        head = {"power": str(value.power), "text": value.text, "fault": refusal.pop("fault")}
        if value.order is not None:
            head["order"] = write_value(value.order, Order)
        listed = {name: refusal.pop(name) for name in ("choices", "detail") if name in refusal}
        return {**head, **listed, **refusal}

    def read(self, data: object, field: str, names: Names) -> Rejection:
        """The rejection from its JSON."""
        table = dict(check_object(data, field))
        parts = {name: table.pop(name) for name in ("power", "text", "order") if name in table}
        for name in ("power", "text"):
            if not isinstance(parts.get(name), str):
                raise RequestError(f"{field}.{name}", "is missing, or is not text")
        power = PowerId(check_name(PowerId, str(parts["power"]), f"{field}.power", names))
        order = parts.get("order")
        return Rejection(
            power,
            str(parts["text"]),
            read_value(table, Refusal, field, names),
            None if order is None else form_of(Order).read(order, f"{field}.order", names),
        )


class RecordForm:
    """A record by its parts, wherever it is nested; reading restores the places of its destroyed units."""

    def write(self, value: PhaseRecord) -> object:
        """The record as JSON."""
        return form_of_parts(PhaseRecord).write(value)

    def read(self, data: object, field: str, names: Names) -> PhaseRecord:
        """The record from its JSON."""
        record: PhaseRecord = form_of_parts(PhaseRecord).read(data, field, names)
        if not record.destroyed:
            return record
        return replace(record, destroyed=tuple(_recall_ship(record, unit) for unit in record.destroyed))


OWN_FORMS |= {
    PhaseRecord: RecordForm(),
    Phase: Text(str, _read_phase),
    Unit: Text(lambda unit: f"{unit.power} {unit}", _read_unit),
    Piece: Text(str, _read_piece),
    Rejection: RejectionForm(),
    Position: Converted(_StoredPosition, _pack, _unpack),
}


def names_of(variant: Variant) -> Names:
    """The spaces, locations and powers that a file of this variant may name."""
    return {SpaceId: variant.board.spaces, LocationId: variant.board.names.locations, PowerId: variant.powers}


def write_state(state: GameState) -> dict[str, object]:
    """A state as JSON."""
    written: dict[str, object] = write_value(state, GameState)
    return written


def read_state(data: object, field: str = "state", names: Names = NOTHING) -> GameState:
    """A state from JSON; raises a ``RequestError`` that names the field."""
    return read_value(data, GameState, field, names)


def write_record(record: PhaseRecord) -> dict[str, object]:
    """A record as JSON."""
    written: dict[str, object] = write_value(record, PhaseRecord)
    return written


def read_record(data: object, field: str = "record", names: Names = NOTHING) -> PhaseRecord:
    """A record from JSON; raises a ``RequestError`` that names the field."""
    return read_value(data, PhaseRecord, field, names)


def _recall_ship(record: PhaseRecord, unit: Unit) -> Unit:
    """A destroyed unit where it was. Files name an army aboard like one ashore, but that stood there or went there."""
    before = record.before.position
    stood = (*before.units.values(), *(found.unit for found in before.dislodged))
    went = [
        (outcome.power, outcome.order.unit.kind, outcome.order.target)
        for outcome in record.outcomes
        if isinstance(outcome.order, Move | Retreat) and outcome.reason in (Reason.MOVED, Reason.RETREATED)
    ]
    return unit if unit in stood or unit in went else _put_aboard(unit)


def dump(data: object) -> str:
    """Canonical JSON: ASCII, no blanks, keys in their own order."""
    return json.dumps(data, ensure_ascii=True, allow_nan=False, separators=(",", ":"))


def dump_file(data: object) -> str:
    """The same over many lines, for files that people look into; one text for one value."""
    return json.dumps(data, ensure_ascii=True, allow_nan=False, indent=1) + "\n"


def digest(data: object) -> str:
    """SHA-256 of the canonical JSON, in hexadecimal."""
    return hashlib.sha256(dump(data).encode("ascii")).hexdigest()
