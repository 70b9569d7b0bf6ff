"""Saved games of jDip (``.jdip``): Java objects as compressed XML, with every turn's position and orders."""

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import replace

from legation.errors import RequestError, quote
from legation.game import Phase, PhaseKind, Season
from legation.interchange.java_objects import JavaObject, peek, read_objects, unpack
from legation.interchange.model import (
    LONGEST_LINE,
    MOST_LINES,
    MOST_PHASES,
    ForeignGame,
    ForeignPhase,
    ForeignPosition,
    Origin,
)

WORLD = "dip.world.World"
KINDS = {"movement": PhaseKind.MOVES, "retreat": PhaseKind.RETREATS, "adjustment": PhaseKind.ADJUSTMENTS}
SEASONS = {"1000": Season.SPRING, "2000": Season.FALL}
UNITS = {"army": "A", "fleet": "F"}
COASTS = frozenset({"nc", "sc", "ec", "wc"})
REGULAR = frozenset({"Standard", "Standard [No Units]"})
Lines = defaultdict[str, list[str]]


def is_jdip_save(data: bytes) -> bool:
    """True if a file begins like these games."""
    return b"<jsx " in peek(data, 2000)


def read_jdip_save(data: bytes, name: str) -> ForeignGame:
    """Read the game in a file; raises a ``RequestError`` if it is not a game or broken."""
    world = read_objects(unpack(data, name), name)
    if world.kind != WORLD:
        raise RequestError(name, f"holds an object of {quote(world.kind)}; expected {WORLD}")
    turns = world.get("turnStates", "m")
    if len(turns.pairs) > MOST_PHASES:
        raise RequestError(name, f"{len(turns.pairs)} phases are too many; at most {MOST_PHASES}")
    phases = list(_keep_owners([_read_phase(turn) for _, turn in turns.pairs]))
    if not phases:
        raise RequestError(name, "there is no phase in it")
    said = {key.text: value for key, value in world.get("nonTurnData").pairs}
    variant = said["_variant_info_"].get("variantName").text if "_variant_info_" in said else ""
    return ForeignGame(Origin.JDIP, name, "standard" if variant in REGULAR else variant[:60], tuple(phases))


def _keep_owners(phases: list[ForeignPhase]) -> Iterator[ForeignPhase]:
    """The phases with owners unchanged until the retreats of Fall are over; jDip also changes them before."""
    centres = phases[0].position.centres if phases else {}
    for found in phases:
        phase, position = found.phase, found.position
        if phase is not None and phase.is_fall and phase.kind is PhaseKind.RETREATS:
            position = replace(position, centres=centres)
        centres = position.centres
        yield replace(found, position=position)


def _read_phase(turn: JavaObject) -> ForeignPhase:
    phase = turn.get("phase")
    year, season = phase.get("yearType", "year").text, phase.get("seasonType", "position").text
    kind = phase.get("phaseType", "constName").text
    name = f"{year} {season} {kind}"
    if season not in SEASONS or kind not in KINDS or not (year.isascii() and year.isdigit() and len(year) < 5):
        raise RequestError("phase", f"{quote(name)} is not a phase in a year AD")
    is_winter = KINDS[kind] is PhaseKind.ADJUSTMENTS
    moment = Phase(Season.WINTER if is_winter else SEASONS[season], int(year), KINDS[kind])
    return ForeignPhase(moment, str(moment), _read_position(turn, str(moment)), _read_orders(turn, str(moment)))


def _read_position(turn: JavaObject, place: str) -> ForeignPosition:
    units, centres = Lines(list), Lines(list)
    dislodged: defaultdict[str, dict[str, tuple[str, ...] | None]] = defaultdict(dict)
    position = turn.get("position")
    codes = {province.get("index").text: _code(province, place) for province in position.get("map", "provinces").items}
    for number, found in enumerate(position.get("provArray").items):
        code = codes.get(str(number), "")
        for key in ("unit", "dislodgedUnit"):
            unit = found.get(key)
            if not unit.is_there:
                continue
            text = f"{_letter(unit.get('type'), place)} {code}{_coast(unit.get('coast'))}"
            if key == "unit":
                units[_power(unit.get("owner"), place)].append(text)
            else:
                dislodged[_power(unit.get("owner"), place)][text] = None
        if found.get("SCOwner").is_there:
            centres[_power(found.get("SCOwner"), place)].append(code)
    return ForeignPosition(_freeze(units), _freeze(centres), dict(dislodged))


def _read_orders(turn: JavaObject, place: str) -> dict[str, tuple[str, ...]]:
    orders = Lines(list)
    for power, given in turn.get("orderMap").pairs:
        if len(given.items) > MOST_LINES:
            raise RequestError(place, f"{len(given.items)} orders of one power are too many; at most {MOST_LINES}")
        for order in given.items:
            orders[_power(power, place)] += _write_order(order, place)
    return _freeze(orders)


def _write_order(order: JavaObject, place: str) -> Iterator[str]:
    """An order in our notation; nothing for orders that only set up a position."""
    verb = order.kind.rpartition(".")[2].removeprefix("GUI")
    if verb == "Waive":
        yield "WAIVE"
        return
    if verb == "DefineState":
        return
    unit = f"{_letter(order.get('srcUnitType'), place)} {_spot(order.get('src'), place)}"
    match verb:
        case "Hold":
            yield f"{unit} H"
        case "Move" | "MoveExplicit":
            by_sea = verb == "MoveExplicit" or order.get("_isViaConvoy").text == "true"
            yield f"{unit} - {_spot(order.get('dest'), place)}{' VIA' if by_sea else ''}"
        case "Support":
            goal = order.get("supDest")
            helped = f"{_letter(order.get('supUnitType'), place)} {_spot(order.get('supSrc'), place)}"
            yield f"{unit} S {helped} - {_spot(goal, place)}" if goal.is_there else f"{unit} S {helped}"
        case "Convoy":
            carried = f"{_letter(order.get('convoyUnitType'), place)} {_spot(order.get('convoySrc'), place)}"
            yield f"{unit} C {carried} - {_spot(order.get('convoyDest'), place)}"
        case "Retreat":
            yield f"{unit} R {_spot(order.get('dest'), place)}"
        case "Disband" | "Remove":
            yield f"{unit} D"
        case "Build":
            yield f"{unit} B"
        case _:
            raise RequestError(place, f"{quote(order.kind)} is not a known order")


def _letter(kind: JavaObject, place: str) -> str:
    name = kind.get("internalName").text
    if name not in UNITS:
        raise RequestError(place, f"units of the kind {quote(name)} are not known here")
    return UNITS[name]


def _spot(location: JavaObject, place: str) -> str:
    return _code(location.get("province"), place) + _coast(location.get("coast"))


def _coast(coast: JavaObject) -> str:
    name = coast.get("abbreviation").text
    return f"/{name}" if name in COASTS else ""


def _code(province: JavaObject, place: str) -> str:
    return _first_text(province.get("shortNames"), "province", place)


def _power(power: JavaObject, place: str) -> str:
    return _first_text(power.get("names"), "power", place)


def _first_text(names: JavaObject, what: str, place: str) -> str:
    text = names.items[0].text if names.items else ""
    if not text or len(text) > LONGEST_LINE or not text.isprintable():
        raise RequestError(place, f"a {what} has no name")
    return text


def _freeze(found: Lines) -> dict[str, tuple[str, ...]]:
    return {power: tuple(lines) for power, lines in found.items()}
