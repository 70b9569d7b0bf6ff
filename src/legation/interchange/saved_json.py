"""Saved games of the PyPI package ``diplomacy`` and of dipcc, the engine of Cicero, which writes the same format.

One object: ``id``, ``map`` and ``phases``, each with its name, the state before it, the orders and the messages.
"""

from collections.abc import Mapping
from typing import Final

from legation.errors import RequestError, quote
from legation.game import Phase, PhaseKind, load_json, parse_phase
from legation.interchange.model import (
    LONGEST_LINE,
    LONGEST_MESSAGE,
    MOST_LINES,
    MOST_MESSAGES,
    MOST_PHASES,
    MOST_POWERS,
    ForeignGame,
    ForeignMessage,
    ForeignPhase,
    ForeignPosition,
    Origin,
)

BOARD: Final = "standard"
COMPLETED: Final = "COMPLETED"
EVERYBODY: Final = ("GLOBAL", "ALL")
SYSTEM: Final = "SYSTEM"
OBSERVERS: Final = ("OBSERVER", "OMNISCIENT")
EARLIEST_SECOND: Final = 1_000_000
LATEST_SECOND: Final = 4_000_000_000
Table = Mapping[str, object]


def is_saved_game(value: object) -> bool:
    """True if a JSON value looks like a saved game."""
    return isinstance(value, dict) and isinstance(value.get("phases"), list)


def read_saved_json(text: str, name: str) -> ForeignGame:
    """The game of one JSON text; raises a ``RequestError`` that names the field."""
    return read_saved_value(load_json(text, name), name)


def read_saved_value(value: object, name: str) -> ForeignGame:
    """The game of a JSON value."""
    saved = _table(value, name)
    entries = _list(saved.get("phases"), "phases", MOST_PHASES)
    if not entries:
        raise RequestError("phases", "there is no phase in it")
    tables = [_table(entry, f"phases[{number}]") for number, entry in enumerate(entries)]
    phases = [_read_phase(table, f"phases[{number}]") for number, table in enumerate(tables)]
    press, notes = _read_press(tables)
    first = _table(tables[0].get("state"), "phases[0].state")
    return ForeignGame(
        origin=Origin.DIPLOMACY if "rules" in saved or "zobrist_hash" in first else Origin.DIPCC,
        name=_text(saved.get("id", ""), "id", 200) or name,
        board=_text(saved.get("map", BOARD), "map", 60),
        phases=tuple(phase for phase in phases if not _is_empty_retreat(phase)),
        press=press,
        notes=notes,
    )


def _is_empty_retreat(phase: ForeignPhase) -> bool:
    """True if no unit can retreat: dipcc keeps a phase for units without a retreat; here they are destroyed at once."""
    is_retreat = phase.phase is not None and phase.phase.kind is PhaseKind.RETREATS
    return is_retreat and not any(phase.position.dislodged.values())


def _read_phase(table: Table, field: str) -> ForeignPhase:
    name = _text(table.get("name"), f"{field}.name", 20)
    state = _table(table.get("state"), f"{field}.state")
    orders = {}
    for power, lines in _powers(table.get("orders") or {}, f"{field}.orders").items():
        place = f"{field}.orders.{power}"
        read = [_text(line, place, LONGEST_LINE).strip() for line in _list(lines or [], place, MOST_LINES)]
        orders[power] = tuple(line for line in read if line)
    return ForeignPhase(_read_name(name, field), name, _read_position(state, f"{field}.state"), orders)


def _read_name(name: str, field: str) -> Phase | None:
    if name == COMPLETED:
        return None
    try:
        return parse_phase(name)
    except RequestError as error:
        raise RequestError(f"{field}.name", error.problem) from None


def _read_position(state: Table, field: str) -> ForeignPosition:
    units = {power: _texts(found, f"{field}.units.{power}") for power, found in _part(state, "units", field).items()}
    centres = {
        power: _texts(found, f"{field}.centers.{power}") for power, found in _part(state, "centers", field).items()
    }
    retreats: dict[str, dict[str, tuple[str, ...] | None]] = {}
    for power, found in _part(state, "retreats", field).items():
        place = f"{field}.retreats.{power}"
        ways = {unit: _texts(ends, place) for unit, ends in _powers(found, place).items()}
        retreats[power] = {unit: ends for unit, ends in ways.items() if ends}
    standing = {power: tuple(unit for unit in found if not unit.startswith("*")) for power, found in units.items()}
    return ForeignPosition(standing, centres, retreats)


def _part(state: Table, key: str, field: str) -> Table:
    return _powers(state.get(key, {}), f"{field}.{key}")


def _read_press(tables: list[Table]) -> tuple[tuple[ForeignMessage, ...], tuple[str, ...]]:
    """All letters, and notes on those left out."""
    press: list[ForeignMessage] = []
    left_out = cut = 0
    for number, table in enumerate(tables):
        field = f"phases[{number}].messages"
        for message in _list(table.get("messages") or [], field, MOST_MESSAGES):
            found = _table(message, field)
            sender = _text(found.get("sender", ""), field, 40)
            to = _text(found.get("recipient", ""), field, 40)
            text = _text(found.get("message", ""), field, None)
            phase = _read_name(_text(found.get("phase", table.get("name")), field, 20), field)
            if sender in (SYSTEM, *OBSERVERS) or to in (SYSTEM, *OBSERVERS) or phase is None or not text.strip():
                left_out += 1
                continue
            cut += len(text) > LONGEST_MESSAGE
            readers = () if to in EVERYBODY else (to,)
            sent = _read_time(found.get("time_sent", 0))
            press.append(ForeignMessage(phase, sender, readers, text[:LONGEST_MESSAGE], sent))
    if len(press) > MOST_MESSAGES:
        raise RequestError("messages", f"{len(press)} are too many; at most {MOST_MESSAGES}")
    notes = []
    if left_out:
        notes.append(f"{left_out} messages of the program itself, of observers or without text are left out")
    if cut:
        notes.append(f"{cut} messages are cut after {LONGEST_MESSAGE} characters")
    return tuple(press), tuple(notes)


def _read_time(value: object) -> int:
    """Seconds since 1970; the programs write four or six more digits. Small numbers just count letters."""
    if not isinstance(value, int) or isinstance(value, bool) or value < EARLIEST_SECOND:
        return 0
    while value > LATEST_SECOND:
        value //= 10
    return value


def _table(value: object, field: str) -> Table:
    if not isinstance(value, dict):
        raise RequestError(field, "expected an object")
    return value


def _powers(value: object, field: str) -> Table:
    table = _table(value, field)
    if len(table) > max(MOST_POWERS, MOST_LINES):
        raise RequestError(field, f"has {len(table)} entries; at most {MOST_LINES} are read")
    for key in table:
        if len(key) > 60:
            raise RequestError(field, f"{quote(key)} is too long for a name")
    return table


def _list(value: object, field: str, most: int) -> list[object]:
    if not isinstance(value, list):
        raise RequestError(field, "expected a list")
    if len(value) > most:
        raise RequestError(field, f"has {len(value)} entries; at most {most} are read")
    return value


def _texts(value: object, field: str) -> tuple[str, ...]:
    return tuple(_text(item, field, LONGEST_LINE) for item in _list(value, field, MOST_LINES))


def _text(value: object, field: str, most: int | None) -> str:
    if not isinstance(value, str):
        raise RequestError(field, "expected text")
    if most is not None and len(value) > most:
        raise RequestError(field, f"has {len(value)} characters; at most {most} are read")
    return value
