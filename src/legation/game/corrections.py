"""Corrections as a game master writes them: units to put or remove, owners of centres, years of colonies, bombs."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Literal

from legation.board import LocationId, Position, PowerId, SpaceId, Terrain, Unit, UnitKind, aboard, fold, space_of
from legation.errors import LegationError, RequestError, quote
from legation.game.changes import Change, PutAboard, PutUnit, SetMemory, SetOwner, TakeUnit, apply_changes
from legation.game.state import GameState
from legation.game.unit_text import read_unit
from legation.judge import Rulebook
from legation.orders import Embark
from legation.variants import Variant
from legation.variants.rules import (
    YEARS_TO_PERMANENT,
    CentreClock,
    ColonialCentres,
    GigatonBomb,
    IslandRetreats,
    write_clocks,
)

MOST_DIGITS = 3
"""The most digits of a number of years or bombs."""
FactKind = Literal["put", "take", "owner", "aboard", "years", "bombs"]
"""What a game master can correct."""
NOBODY = ("none", "nobody", "neutral", "-")


def list_fact_kinds(rulebook: Rulebook) -> list[FactKind]:
    """The facts that a game master can correct: years only where colonies age, bombs only where there are any."""
    kinds: list[FactKind] = ["put", "take", "owner"]
    if Embark in rulebook.extra_kinds:
        kinds.append("aboard")
    if any(isinstance(module, ColonialCentres) for module in rulebook.modules):
        kinds.append("years")
    if any(isinstance(module, GigatonBomb) for module in rulebook.modules):
        kinds.append("bombs")
    return kinds


def read_put(variant: Variant, rulebook: Rulebook, text: str) -> PutUnit | PutAboard:
    """``FRANCE A PAR``: a unit to put on the board; ``OCEANIA A PO7 aboard``: an army aboard a ship."""
    power, rest = _split_power(variant, text)
    if power is None:
        raise RequestError("unit", f"{quote(text)} names no power; expected one like 'FRANCE A PAR'")
    if rest.lower().endswith(" aboard"):
        return _read_aboard(variant, rulebook, power, rest[: -len(" aboard")])
    return PutUnit(read_unit(variant.board, power, rest, rulebook, "unit"))


def _read_aboard(variant: Variant, rulebook: Rulebook, power: PowerId, text: str) -> PutAboard:
    kind, _, name = text.strip().partition(" ")
    if kind.upper() != UnitKind.ARMY.value or Embark not in rulebook.extra_kinds:
        raise RequestError("unit", f"{quote(text)} cannot be aboard a ship in this game")
    return PutAboard(Unit(power, UnitKind.ARMY, LocationId(_parse_space(variant, name, "unit"))))


def read_take(variant: Variant, state: GameState, text: str) -> list[TakeUnit]:
    """``A PAR``, ``PAR`` or ``FRANCE A PAR``: a unit to remove; if several fit, all are listed.

    An army aboard goes down with its ship, and is listed first.
    """
    power, rest = _split_power(variant, text)
    words = rest.split()
    kind = None
    if len(words) > 1 and words[0].upper() in [known.value for known in UnitKind]:
        kind, rest = UnitKind(words[0].upper()), " ".join(words[1:])
    space = _parse_space(variant, rest, "unit")
    position = state.position
    waiting = [unit for found in position.dislodged for unit in found.units]
    fitting = [
        unit
        for unit in (*position.units.values(), *waiting)
        if unit.space == space and kind in (None, unit.kind) and power in (None, unit.power)
    ]
    if len(fitting) != 1:
        found = " or ".join(_name(unit) for unit in fitting) or "no unit"
        written = quote(text)
        raise RequestError("unit", f"{written} could be {found}" if fitting else f"there is {found} like {written}")
    ships = {found.unit: found.cargo for found in position.dislodged}
    if space in position.units:
        ships[position.units[space]] = position.units.get(aboard(space))
    army = ships.get(fitting[0])
    going = [army, fitting[0]] if army else fitting
    return [TakeUnit(unit._replace(location=LocationId(space)) if unit.is_aboard else unit) for unit in going]


def read_years(variant: Variant, rulebook: Rulebook, position: Position, text: str) -> SetMemory:
    """``NA7=1/2``: a colony that its owner has held for one year, two years after the last battle."""
    module = next((found for found in rulebook.modules if isinstance(found, ColonialCentres)), None)
    name, _, years = text.partition("=")
    parts = [part.strip() for part in years.split("/")]
    if module is None or len(parts) != 2 or not all(map(_is_count, parts)):
        expected = "years held and years without a battle, like 'NA7=1/2'"
        raise RequestError("years", f"{quote(text)}: expected {expected}" if module else "no centre ages in this game")
    space, held, age = _parse_space(variant, name, "years"), int(parts[0]), int(parts[1])
    clocks = module.clocks(variant.board, position)
    if space not in clocks or held > age < YEARS_TO_PERMANENT:
        problem = "has no years: it is not an owned colony" if space not in clocks else "is younger than that"
        raise RequestError("years", f"{space} {problem}")
    clocks[space] = CentreClock(held, min(age, YEARS_TO_PERMANENT))
    fact = f"{space} held for {held} {'year' if held == 1 else 'years'}, {age} without a battle"
    return SetMemory(module.name, write_clocks(clocks), fact)


def read_bombs(variant: Variant, rulebook: Rulebook, position: Position, text: str) -> SetMemory:
    """``PAR=FRANCE 2`` or ``PAR=none``: the bombs in a space, and their owner."""
    module = _need_bombs(rulebook, "bombs")
    name, equals, value = text.partition("=")
    owner, _, number = value.strip().rpartition(" ")
    is_none = value.strip().lower() in NOBODY
    if not equals or not (is_none or (owner.strip() and _is_count(number))):
        raise RequestError("bombs", f"{quote(text)}: expected a space, a power and a number, like 'PAR=FRANCE 2'")
    space = _parse_space(variant, name, "bombs")
    store = module.store(variant.board, position)
    store.take(space, store.bombs.get(space, 0))
    if not is_none:
        power, unit = variant.parse_power(owner.strip()), position.units.get(space)
        if unit is not None and unit.power != power:
            raise RequestError("bombs", f"{_name(unit)} is in {space}: bombs there are {unit.power}'s")
        store.put(space, int(number), power)
    return SetMemory(module.name, store.write(), f"bombs in {space}: {value.strip()}")


def read_ruined(variant: Variant, rulebook: Rulebook, position: Position, text: str) -> SetMemory:
    """``PAR``: land that a bomb has struck."""
    module = _need_bombs(rulebook, "ruined")
    space = _parse_space(variant, text, "ruined")
    store = module.store(variant.board, position)
    store.ruined.add(space)
    return SetMemory(module.name, store.write(), f"{space} is ruined")


def read_closed(variant: Variant, rulebook: Rulebook, position: Position, text: str) -> SetMemory:
    """``NTH=2``: a sea that a bomb has struck, and the number of further moves for which it is closed."""
    module = _need_bombs(rulebook, "closed")
    name, _, number = text.partition("=") if "=" in text else text.rpartition(" ")
    if not _is_count(number.strip()) or not int(number):
        raise RequestError("closed", f"{quote(text)}: expected a sea and a number of moves, like 'NTH=2'")
    space = _parse_space(variant, name, "closed")
    store = module.store(variant.board, position)
    store.closed[space] = int(number)
    return SetMemory(module.name, store.write(), f"{space} is closed for {int(number)} more moves")


def _need_bombs(rulebook: Rulebook, field: str) -> GigatonBomb:
    module = next((found for found in rulebook.modules if isinstance(found, GigatonBomb)), None)
    if module is None:
        raise RequestError(field, "there are no bombs in this game")
    return module


def read_convoyed(variant: Variant, rulebook: Rulebook, position: Position, text: str) -> SetMemory:
    """``NTH``: a fleet that has convoyed an army in the moves, and ferries none in the retreats."""
    module = next((found for found in rulebook.modules if isinstance(found, IslandRetreats)), None)
    if module is None:
        raise RequestError("convoyed", "no fleet ferries armies that retreat in this game")
    space = _parse_space(variant, text, "convoyed")
    if variant.board.spaces[space].terrain is not Terrain.SEA:
        raise RequestError("convoyed", f"{space} is not a sea, and only fleets at sea convoy")
    convoyed = sorted({*module.list_convoyers(position), space})
    return SetMemory(module.name, {"convoyed": convoyed}, f"the fleet in {space} has convoyed")


RULE_FACTS: Mapping[str, Callable[[Variant, Rulebook, Position, str], SetMemory]] = {
    "years": read_years,
    "bombs": read_bombs,
    "ruined": read_ruined,
    "closed": read_closed,
    "convoyed": read_convoyed,
}
"""The readers of rules' memory, by its subject."""


def _is_count(text: str) -> bool:
    """True if a text is a number of years or bombs that a game can have."""
    return text.isascii() and text.isdecimal() and len(text) <= MOST_DIGITS


def read_owner(variant: Variant, text: str) -> SetOwner:
    """``PAR=FRANCE`` or ``PAR=none``: the owner of a centre."""
    name, equals, owner = text.partition("=")
    if not equals or not owner.strip():
        raise RequestError("centre", f"{quote(text)}: expected a space and its owner, like 'PAR=FRANCE' or 'PAR=none'")
    space = _parse_space(variant, name, "centre")
    if not variant.board.spaces[space].centre:
        raise RequestError("centre", f"{quote(name.strip())} is not a centre")
    return SetOwner(space, None if owner.strip().lower() in NOBODY else variant.parse_power(owner.strip()))


def read_changes(
    variant: Variant,
    state: GameState,
    rulebook: Rulebook,
    *,
    put: Iterable[str] = (),
    take: Iterable[str] = (),
    centres: Iterable[str] = (),
    years: Iterable[str] = (),
    bombs: Iterable[str] = (),
) -> list[Change]:
    """A complete correction: units off the board first, then units put on it, owners, and rules' memory."""
    taken = [change for text in take for change in read_take(variant, state, text)]
    changes: list[Change] = [
        *dict.fromkeys(taken),
        *(read_put(variant, rulebook, text) for text in put),
        *(read_owner(variant, text) for text in centres),
    ]
    changes += _forget_years(variant, state, rulebook, changes)
    for read, texts in ((read_years, years), (read_bombs, bombs)):
        for text in texts:
            changes.append(read(variant, rulebook, apply_changes(state, changes).position, text))
    return changes


def _forget_years(
    variant: Variant, state: GameState, rulebook: Rulebook, changes: Sequence[Change]
) -> Iterator[SetMemory]:
    """A colony that has no owner any more has no years either: the next owner begins anew (Colonial Variant, 5)."""
    freed = {change.space for change in changes if isinstance(change, SetOwner) and change.power is None}
    for module in rulebook.modules:
        if isinstance(module, ColonialCentres) and freed & module.clocks(variant.board, state.position).keys():
            kept = module.clocks(variant.board, apply_changes(state, changes).position)
            lost = sorted(freed & module.clocks(variant.board, state.position).keys())
            yield SetMemory(module.name, write_clocks(kept), f"{', '.join(lost)}: no years")


def _split_power(variant: Variant, text: str) -> tuple[PowerId | None, str]:
    """The power at the beginning of a text, if any, and the rest."""
    words = text.split()
    for count in range(len(words) - 1, 0, -1):
        name = fold(" ".join(words[:count]))
        if name in variant.power_names:
            return variant.power_names[name], " ".join(words[count:])
    return None, text


def _parse_space(variant: Variant, text: str, field: str) -> SpaceId:
    try:
        return space_of(variant.board.parse_location(text.strip()))
    except LegationError as error:
        raise RequestError(field, str(error)) from None


def _name(unit: Unit) -> str:
    return f"{unit.power} {unit}"
