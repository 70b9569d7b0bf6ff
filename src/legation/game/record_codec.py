"""States and records as JSON and back, exactly (``docs/reference/game-files.md``)."""

import hashlib
import json

from legation.board import LocationId, PowerId, SpaceId, Unit, UnitKind
from legation.errors import LegationError, RequestError
from legation.game.json_form import NOTHING, TEXTS, Names, Text, check_name, read_value, write_value
from legation.game.phase import Phase, parse_phase
from legation.game.state import GameState, PhaseRecord
from legation.orders import Piece
from legation.variants import Variant

VERSION = 1
"""Of the form of all game files; raised when an older program could no longer read them."""


def _read_phase(text: str, field: str, names: Names) -> Phase:
    try:
        return parse_phase(text)
    except LegationError:
        raise RequestError(field, f"{text[:40]!r} is no phase") from None


def _read_kind(text: str, field: str) -> UnitKind:
    try:
        return UnitKind(text)
    except ValueError:
        raise RequestError(field, f"{text[:40]!r} is no kind of unit") from None


def _write_unit(unit: Unit) -> str:
    return f"{unit.power} {unit.kind.value} {unit.location}"


def _read_unit(text: str, field: str, names: Names) -> Unit:
    words = text.rsplit(" ", 2)
    if len(words) != 3:
        raise RequestError(field, f"{text[:40]!r} is no unit; expected one like 'FRANCE A PAR'")
    power, kind, location = words
    check_name(PowerId, power, field, names)
    check_name(LocationId, location, field, names)
    return Unit(PowerId(power), _read_kind(kind, field), LocationId(location))


def _read_piece(text: str, field: str, names: Names) -> Piece:
    kind, _, location = text.rpartition(" ")
    check_name(LocationId, location, field, names)
    return Piece(_read_kind(kind, field) if kind else None, LocationId(location))


TEXTS.update({Phase: Text(str, _read_phase), Unit: Text(_write_unit, _read_unit), Piece: Text(str, _read_piece)})


def names_of(variant: Variant) -> Names:
    """The spaces, locations and powers that a file of this variant may name."""
    return {SpaceId: variant.board.spaces, LocationId: variant.board.index, PowerId: variant.powers}


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


def dump(data: object) -> str:
    """Canonical JSON: ASCII, no blanks, keys in their own order."""
    return json.dumps(data, ensure_ascii=True, allow_nan=False, separators=(",", ":"))


def dump_file(data: object) -> str:
    """The same over many lines, for files that people look into; one text for one value."""
    return json.dumps(data, ensure_ascii=True, allow_nan=False, indent=1) + "\n"


def digest(data: object) -> str:
    """SHA-256 of the canonical JSON, in hexadecimal."""
    return hashlib.sha256(dump(data).encode("ascii")).hexdigest()
