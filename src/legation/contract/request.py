"""The judge's request as JSON: read with every field checked (``docs/reference/judge.md``)."""

from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import lru_cache
from typing import TypeVar, cast

from legation.board import (
    STANDARD_TRAITS,
    Board,
    DislodgedUnit,
    LocationId,
    Position,
    PowerId,
    SpaceId,
    Unit,
    UnitKey,
    UnitKind,
    new_unit,
    space_of,
)
from legation.contract.cargo import CARGO, WAITING, load_cargo
from legation.contract.fields import check_fields
from legation.contract.shapes import RequestedDislodgedJson, RequestJson
from legation.errors import LegationError, RequestError, quote
from legation.game import (
    GameState,
    JudgeRequest,
    Phase,
    PhaseKind,
    check_closed,
    check_memory,
    choose_rulebook,
    kind_of,
    parse_phase,
    read_unit,
)
from legation.judge import Rulebook, list_retreats
from legation.orders import Scene, list_ways, read_submissions, settle_letter
from legation.variants import Variant, load_rulebook, load_variant

FIELDS = tuple(RequestJson.__annotations__)
DISLODGED_FIELDS = tuple(RequestedDislodgedJson.__annotations__)
Found = TypeVar("Found")
MAX_ITEMS = 2000
"""More units or orders than any board holds; more is refused."""
USUAL = Rulebook()
"""For units of the usual kinds, which every rulebook has."""
ANYBODY = PowerId("")
"""Stands in for a power where any will do."""
Place = tuple[UnitKind, LocationId, SpaceId]
"""The kind of a unit, its location, and its space."""
NO_UNITS: Mapping[str, Place] = {}


def read_request(data: object, find: Callable[[str], Variant] = load_variant) -> JudgeRequest:
    """Check a request field by field; raises a ``LegationError`` that names the field. ``find`` knows the variants."""
    if not isinstance(data, dict):
        raise RequestError("request", f"expected an object, not {kind_of(data)}")
    check_fields(data, FIELDS)
    variant = _known("variant", find, _text(data, "variant", "standard"))
    rulebook = _read_rulebook(data, variant)
    state, orders = read_state(data, variant, rulebook), _lists(data, "orders", variant)
    if idle := [power for power in _list_disordered(data, variant) if orders.get(power)]:
        raise RequestError("orders", f"{idle[0]} is in civil disorder and gives no orders")
    phase = str(state.phase)
    settled = {power: settle_letter(variant.board, power, lines, phase) for power, lines in orders.items()}
    return JudgeRequest(
        variant=variant,
        rulebook=rulebook,
        state=state,
        submissions=tuple(read_submissions(variant.board, settled)),
        wants_detail=_flag(data, "detail"),
    )


def read_state(data: Mapping[str, object], variant: Variant, rulebook: Rulebook) -> GameState:
    """The state of a request, in a game that is known; raises a ``LegationError`` that names the field."""
    phase = parse_phase(_text(data, "phase"))
    position = _read_position(data, variant, rulebook, phase)
    position = load_cargo(variant.board, position, rulebook, lambda name, field: _power(variant, name, field))
    return GameState(phase, position)


def _read_rulebook(data: Mapping[str, object], variant: Variant) -> Rulebook:
    rules = None if data.get("rules") is None else _text(data, "rules")
    if rules is not None:
        _known("rules", load_rulebook, rules)
    return choose_rulebook(variant, rules, _object(data, "options"), [str(name) for name in _list(data, "modules")])


def _read_position(data: Mapping[str, object], variant: Variant, rulebook: Rulebook, phase: Phase) -> Position:
    board = variant.board
    units: dict[UnitKey, Unit] = {}
    known_units = _list_units(board) if rulebook.traits is STANDARD_TRAITS else NO_UNITS
    for power, texts in _lists(data, "units", variant).items():
        for text in texts:
            kind, location, space = known_units.get(text) or _read_unit(board, power, text, rulebook)
            unit = new_unit(Unit, (power, kind, location))
            if space in units:
                raise RequestError("units", f"two units in {space}: {units[space]} and {unit}")
            units[space] = unit
    owners: dict[SpaceId, PowerId] = {}
    known_centres = _list_centres(board)
    for power, texts in _lists(data, "centres", variant).items():
        for text in texts:
            space = known_centres.get(text) or _read_centre(board, text)
            if space in owners:
                raise RequestError("centres", f"{space} has two owners, {owners[space]} and {power}")
            owners[space] = power
    contested = frozenset(space_of(_location(board, text, "contested")) for text in _list(data, "contested"))
    memory = _read_memory(data, variant, rulebook)
    in_disorder = rulebook.unplayed | set(_list_disordered(data, variant))
    position = Position(units, owners, (), contested, in_disorder, memory)
    check_closed(board, position, rulebook, units="units", owners="centres")
    if phase.kind is not PhaseKind.RETREATS:
        return position
    dislodged = tuple(_read_dislodged(entry, position, variant, rulebook) for entry in _list(data, "dislodged"))
    spaces = [found.unit.space for found in dislodged]
    for space in spaces:
        if spaces.count(space) > 1:
            raise RequestError("dislodged", f"two units from {space}")
    position = position._replace(dislodged=dislodged)
    check_closed(board, position, rulebook, units="dislodged.unit", owners="centres")
    return position


def _list_disordered(data: Mapping[str, object], variant: Variant) -> list[PowerId]:
    """The powers in civil disorder."""
    return [_power(variant, name, "disorder") for name in _list(data, "disorder")]


def _read_memory(data: Mapping[str, object], variant: Variant, rulebook: Rulebook) -> dict[str, object]:
    """The memory of rule modules, and the armies aboard ships."""
    memory = _object(data, "memory")
    if memory:
        check_memory(variant, rulebook, memory, others=(CARGO, WAITING))
    return memory


# Programs write units and centres by their codes. Their meanings on a board are computed once, so that a request
# needs only table look-ups; any other text is parsed.


@lru_cache(maxsize=64)
def _list_units(board: Board) -> Mapping[str, Place]:
    """By text: every unit of a usual kind that can stand on a board."""
    found = {}
    for text in [f"{kind.value} {code}" for kind in STANDARD_TRAITS for code in board.names.locations]:
        with suppress(RequestError):
            found[text] = _read_unit(board, ANYBODY, text, USUAL)
    return found


def _read_unit(board: Board, power: PowerId, text: str, rulebook: Rulebook) -> Place:
    _, kind, location = read_unit(board, power, text, rulebook, "units")
    return kind, location, space_of(location)


@lru_cache(maxsize=64)
def _list_centres(board: Board) -> Mapping[str, SpaceId]:
    """By code: every centre of a board."""
    return {code: _read_centre(board, code) for code, space in board.spaces.items() if space.centre}


def _read_centre(board: Board, text: str) -> SpaceId:
    space = space_of(_location(board, text, "centres"))
    if not board.spaces[space].centre:
        raise RequestError("centres", f"{quote(text)} is not a centre")
    return space


def _read_dislodged(entry: object, position: Position, variant: Variant, rulebook: Rulebook) -> DislodgedUnit:
    """A unit that must retreat; if its retreats are not given, they are computed."""
    if not isinstance(entry, dict):
        raise RequestError("dislodged", f"expected an object with power and unit, not {kind_of(entry)}")
    check_fields(entry, DISLODGED_FIELDS, "dislodged.")
    board = variant.board
    power = _power(variant, entry.get("power"), "dislodged.power")
    unit = read_unit(board, power, _text(entry, "unit", field="dislodged.unit"), rulebook, "dislodged.unit")
    if not rulebook.traits[unit.kind].survives_dislodgement:
        raise RequestError("dislodged.unit", f"{unit} does not retreat: dislodged, it is destroyed")
    origin = entry.get("from")
    attacker = None if origin is None else space_of(_location(board, origin, "dislodged.from"))
    if entry.get("retreats") is None:
        return DislodgedUnit(unit, attacker, list_retreats(board, position, unit, attacker, rulebook))
    places = _list(entry, "retreats", "dislodged.retreats")
    found = DislodgedUnit(
        unit, attacker, tuple(sorted({_location(board, text, "dislodged.retreats") for text in places}))
    )
    _check_retreats(board, position, found, rulebook)
    return found


def _check_retreats(board: Board, position: Position, dislodged: DislodgedUnit, rulebook: Rulebook) -> None:
    """Raise if a place in a given list could never be reached by the unit from where it was."""
    unit = dislodged.unit
    ways = list_ways(Scene(board, position, rulebook.order_rules), unit)
    for location in dislodged.retreats:
        if not board.can_stand(location, sails=rulebook.traits[unit.kind].sails):
            coasts = board.spaces[space_of(location)].locations[1:] if rulebook.traits[unit.kind].sails else ()
            advice = f"; name its coast, {' or '.join(coasts)}" if coasts else ""
            raise RequestError("dislodged.retreats", f"{unit} cannot stand in {location}{advice}")
        if location not in ways:
            raise RequestError("dislodged.retreats", f"{unit} cannot reach {location}")


def _lists(data: Mapping[str, object], field: str, variant: Variant) -> dict[PowerId, list[str]]:
    """The texts of an object such as ``{"FRANCE": ["A PAR"]}``, by power."""
    powers = variant.powers
    lists: dict[PowerId, list[str]] = {}
    for name, texts in _object(data, field).items():
        power: PowerId = name if name in powers else _power(variant, name, field)  # type: ignore[assignment]
        if texts is None:
            continue
        if not isinstance(texts, list):
            raise RequestError(f"{field}.{name}"[:80], f"expected a list, not {kind_of(texts)}")
        try:
            "".join(texts)  # the quickest way to check that all of them are texts
        except TypeError:
            strange = next(text for text in texts if not isinstance(text, str))
            raise RequestError(f"{field}.{power}", f"expected text, not {kind_of(strange)}") from None
        lists[power] = lists[power] + texts if power in lists else texts
    count = sum(map(len, lists.values()))
    if count > MAX_ITEMS:
        raise RequestError(field, f"{count} entries; at most {MAX_ITEMS} are read")
    return lists


def _power(variant: Variant, name: object, field: str) -> PowerId:
    if isinstance(name, str) and name in variant.powers:
        return cast(PowerId, name)
    return _known(field, variant.parse_power, str(name)[:60])


def _location(board: Board, text: object, field: str) -> LocationId:
    if not isinstance(text, str):
        raise RequestError(field, f"expected the name of a space, not {kind_of(text)}")
    return _known(field, board.parse_location, text[:60])


def _known(field: str, find: Callable[[str], Found], text: str) -> Found:
    """Look a name up; an error names the field that the name was in."""
    try:
        return find(text)
    except LegationError as error:
        raise RequestError(field, str(error), getattr(error, "candidates", ())) from None


def _object(data: Mapping[str, object], key: str) -> dict[str, object]:
    value = data.get(key)
    if value is None:
        return {}
    if not isinstance(value, dict):
        raise RequestError(key, f"expected an object, not {kind_of(value)}")
    return value


def _text(data: Mapping[str, object], key: str, default: str | None = None, field: str = "") -> str:
    value = data.get(key, default)
    if not isinstance(value, str):
        problem = "is missing" if value is None else f"expected text, not {kind_of(value)}"
        raise RequestError(field or key, problem)
    return value


def _flag(data: Mapping[str, object], key: str) -> bool:
    value = data.get(key)
    if value is None or isinstance(value, bool):
        return value is True
    raise RequestError(key, f"expected true or false, not {kind_of(value)}")


def _list(data: Mapping[str, object], key: str, field: str = "") -> list[object]:
    value = data.get(key)
    if value is None:
        return []
    if not isinstance(value, list):
        raise RequestError(field or key, f"expected a list, not {kind_of(value)}")
    return value
