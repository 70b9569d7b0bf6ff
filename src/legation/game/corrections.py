"""Corrections as a game master writes them: units to put or take off, owners of centres."""

from collections.abc import Iterable

from legation.board import PowerId, SpaceId, Unit, UnitKind, fold, space_of
from legation.errors import LegationError, RequestError, quote
from legation.game.changes import Change, PutUnit, SetOwner, TakeUnit
from legation.game.state import GameState
from legation.game.unit_text import read_unit
from legation.judge import Rulebook
from legation.variants import Variant

NOBODY = ("none", "nobody", "neutral", "-")


def read_put(variant: Variant, rulebook: Rulebook, text: str) -> PutUnit:
    """``FRANCE A PAR``: a unit that shall stand on the board."""
    power, rest = _split_power(variant, text)
    if power is None:
        raise RequestError("unit", f"{quote(text)} names no power; expected one like 'FRANCE A PAR'")
    return PutUnit(read_unit(variant.board, power, rest, rulebook, "unit"))


def read_take(variant: Variant, state: GameState, text: str) -> TakeUnit:
    """``A PAR``, ``PAR`` or ``FRANCE A PAR``: a unit that shall go; where several fit, all are named."""
    power, rest = _split_power(variant, text)
    words = rest.split()
    kind = None
    if len(words) > 1 and words[0].upper() in [known.value for known in UnitKind]:
        kind, rest = UnitKind(words[0].upper()), " ".join(words[1:])
    space = _find_space(variant, rest, "unit")
    position = state.position
    waiting = [found.unit for found in position.dislodged]
    fitting = [
        unit
        for unit in (*position.units.values(), *waiting)
        if unit.space == space and kind in (None, unit.kind) and power in (None, unit.power)
    ]
    if len(fitting) != 1:
        found = " or ".join(_name(unit) for unit in fitting) or "no unit"
        written = quote(text)
        raise RequestError("unit", f"{written} could be {found}" if fitting else f"there is {found} like {written}")
    return TakeUnit(fitting[0])


def read_owner(variant: Variant, text: str) -> SetOwner:
    """``PAR=FRANCE`` or ``PAR=none``: whose a centre is."""
    name, equals, owner = text.partition("=")
    if not equals or not owner.strip():
        raise RequestError("centre", f"{quote(text)}: expected a space and its owner, like 'PAR=FRANCE' or 'PAR=none'")
    space = _find_space(variant, name, "centre")
    if not variant.board.spaces[space].centre:
        raise RequestError("centre", f"{quote(name.strip())} is no centre")
    return SetOwner(space, None if owner.strip().lower() in NOBODY else variant.find_power(owner.strip()))


def read_changes(
    variant: Variant,
    state: GameState,
    rulebook: Rulebook,
    *,
    put: Iterable[str] = (),
    take: Iterable[str] = (),
    centres: Iterable[str] = (),
) -> list[Change]:
    """All of a correction, units off the board first."""
    return [
        *(read_take(variant, state, text) for text in take),
        *(read_put(variant, rulebook, text) for text in put),
        *(read_owner(variant, text) for text in centres),
    ]


def _split_power(variant: Variant, text: str) -> tuple[PowerId | None, str]:
    """The power that a text begins with, if it does, and the rest."""
    words = text.split()
    for count in range(len(words) - 1, 0, -1):
        name = fold(" ".join(words[:count]))
        if name in variant.power_names:
            return variant.power_names[name], " ".join(words[count:])
    return None, text


def _find_space(variant: Variant, text: str, field: str) -> SpaceId:
    try:
        return space_of(variant.board.find_location(text.strip()))
    except LegationError as error:
        raise RequestError(field, str(error)) from None


def _name(unit: Unit) -> str:
    return f"{unit.power} {unit}"
