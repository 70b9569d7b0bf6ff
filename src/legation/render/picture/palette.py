"""Nine slots for powers. Each identifies a power in three ways: colour, initial and hatching."""

import math
import string
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from legation.board import PowerId
from legation.render.picture.colour import Colour, channels, clearer, contrast, mix
from legation.render.picture.looks import LOOKS
from legation.render.picture.theme import BLACK, WHITE, Theme

CELL: float = LOOKS["hatching"]["cell"]
"""The side of a cell of hatching, in px."""


class Hatching(NamedTuple):
    """Strokes that repeat in a square cell, in px; without a path, dots."""

    cell: float
    path: str
    width: float


@dataclass(frozen=True, slots=True)
class Slot:
    """One of the nine looks; the hatching follows Petra Sancta's code of the engravers."""

    id: str
    unit: Colour
    tint: Colour
    unit_dark: Colour
    tint_dark: Colour
    hatching: str
    """Path in a cell of 8 by 8 px; empty for dots."""
    opacity: float
    printed: Hatching
    """In black and white: the same figure, but fine, medium or coarse, so that all nine differ in a small picture."""


SLOTS: Mapping[str, Slot] = {
    name: Slot(
        name,
        look["unit"],
        look["tint"],
        look["unitDark"],
        look["tintDark"],
        look["hatching"],
        look["opacity"],
        Hatching(*look["print"]),
    )
    for name, look in LOOKS["slots"].items()
}
"""Slots in the order in which powers without a wish take them."""

WISHES: Mapping[str, str] = LOOKS["usualSlots"]
"""Powers that have the same look on every board."""
STRONG: float = LOOKS["hatching"]["strong"]
"""The opacity of hatching that replaces tints."""
WIDTH: float = LOOKS["hatching"]["width"]
"""The width of a stroke of hatching, in px."""
PRINTED: float = LOOKS["hatching"]["print"]
"""The opacity of hatching in black and white."""
CLEAR_LINE: float = LOOKS["hatching"]["clearLine"]
"""The least contrast of an order line with land, sea and paper."""
CLEAR_HATCH: float = LOOKS["hatching"]["clearHatch"]
"""The least contrast of hatching with the tint beneath it."""


@dataclass(frozen=True, slots=True)
class Livery:
    """The look of one power in one theme."""

    power: PowerId
    initial: str
    slot: Slot
    unit: Colour
    tint: Colour
    hatch: Colour
    hatch_opacity: float
    line: Colour
    """The colour of its order lines in results."""
    letter: Colour
    """The colour of the initial on a unit."""
    band: str
    """The paint of the band inside its borders: without colour, its hatching."""
    hatching: Hatching

    @property
    def pattern(self) -> str:
        """The id of its hatching in a drawing."""
        return f"hatch-{self.slot.id}"


def assign_slots(powers: Sequence[PowerId], wishes: Mapping[PowerId, str] | None = None) -> dict[PowerId, Slot]:
    """A slot for each power: its wish, its usual one, or otherwise the first free one."""
    assigned: dict[PowerId, Slot] = {}
    free = list_slots(len(powers))
    for power in powers:
        wish = (wishes or {}).get(power, WISHES.get(power, ""))
        if wish in free:
            assigned[power] = free.pop(wish)
    for power in powers:
        if power not in assigned:
            assigned[power] = free.pop(next(iter(free)))
    return {power: assigned[power] for power in powers}


def list_slots(count: int) -> dict[str, Slot]:
    """At least this many slots: the nine, then the same colours nearer to white, each with the hatching of another."""
    slots, names = dict(SLOTS), list(SLOTS)
    rounds = 1
    while len(slots) < count:
        share = min(0.75, 0.22 * rounds)
        for place, name in enumerate(names):
            slot, other = SLOTS[name], SLOTS[names[(place + 2 * rounds + 1) % len(names)]]
            slots[f"{name}-{rounds + 1}"] = Slot(
                f"{name}-{rounds + 1}",
                mix(slot.unit, WHITE, share),
                mix(slot.tint, other.tint, 0.3),
                mix(slot.unit_dark, WHITE, share),
                mix(slot.tint_dark, other.tint_dark, 0.3),
                other.hatching,
                slot.opacity,
                other.printed,
            )
        rounds += 1
    return slots


def choose_slots(colours: Mapping[PowerId, Colour]) -> dict[PowerId, str]:
    """For powers whose author gave them colours: the slot nearest to each colour, the nearest pairs first."""
    free = dict(SLOTS)
    wishes: dict[PowerId, str] = {}
    pairs = sorted(
        (math.dist(channels(colour), channels(slot.unit)), power, name)
        for power, colour in colours.items()
        if colour
        for name, slot in SLOTS.items()
    )
    for _, power, name in pairs:
        if power not in wishes and name in free:
            wishes[power] = name
            del free[name]
    return wishes


def assign_initials(powers: Iterable[PowerId]) -> dict[PowerId, str]:
    """A unique letter for each power: the first of its name that is free."""
    taken: dict[PowerId, str] = {}
    for power in powers:
        letters = [letter for letter in power.upper() if letter.isalnum()]
        spare = [*string.ascii_uppercase, *string.digits, *string.ascii_lowercase]
        taken[power] = next(letter for letter in (*letters, *spare) if letter not in taken.values())
    return taken


def make_liveries(
    powers: Sequence[PowerId], theme: Theme, *, wishes: Mapping[PowerId, str] | None = None, strong: bool = False
) -> dict[PowerId, Livery]:
    """The livery of every power; ``strong`` strengthens the hatching and drops the tints."""
    initials = assign_initials(powers)
    slots = assign_slots(powers, wishes)
    return {power: _make_livery(power, initials[power], slots[power], theme, strong=strong) for power in powers}


def _make_livery(power: PowerId, initial: str, slot: Slot, theme: Theme, *, strong: bool) -> Livery:
    if not theme.has_colour:
        return Livery(
            power=power,
            initial=initial,
            slot=slot,
            unit=WHITE,
            tint=theme.land,
            hatch=theme.ink,
            hatch_opacity=PRINTED,
            line=theme.ink,
            letter=theme.ink,
            band=f"url(#hatch-{slot.id})",
            hatching=slot.printed,
        )
    unit = slot.unit_dark if theme.is_dark else slot.unit
    tint = slot.tint_dark if theme.is_dark else slot.tint
    away = WHITE if theme.is_dark else "#000000"
    grounds = (theme.paper, theme.land, theme.sea)

    def is_clear_line(colour: Colour) -> bool:
        return all(contrast(colour, ground) >= CLEAR_LINE for ground in grounds)

    def is_clear_hatch(colour: Colour) -> bool:
        return contrast(mix(tint, colour, slot.opacity), tint) >= CLEAR_HATCH

    return Livery(
        power=power,
        initial=initial,
        slot=slot,
        unit=unit,
        tint=theme.land if strong else tint,
        hatch=_shade(unit, away, 0.25, is_clear_hatch),
        hatch_opacity=STRONG if strong else slot.opacity,
        line=_shade(unit, away, 0.2, is_clear_line),
        letter=clearer(unit, WHITE, BLACK),
        band=unit,
        hatching=Hatching(CELL, slot.hatching, WIDTH),
    )


def _shade(colour: Colour, away: Colour, least: float, is_clear: Callable[[Colour], bool]) -> Colour:
    """A colour mixed with at least this share of black or white, and as much more as makes it clear."""
    shares = [least, *(step / 100 for step in range(1, 101) if step / 100 > least)]
    shades = [mix(colour, away, share) for share in shares]
    return next((shade for shade in shades if is_clear(shade)), shades[-1])
