"""Units, centre marks and badges. Every symbol is centred on 0,0, at the size of an 18 px block."""

import math
from collections.abc import Iterator, Mapping
from typing import Any

from legation.board import CentreKind, UnitKind
from legation.judge import ColonyMark
from legation.render.picture.colour import Colour
from legation.render.picture.looks import LOOKS
from legation.render.picture.palette import Livery
from legation.render.picture.svg import number, tag, text
from legation.render.picture.theme import SANS, Theme

_UNITS = LOOKS["units"]
BLOCK: float = _UNITS["block"]
"""The side of an army's block at Region zoom; the hull of a fleet is one and a half times as long."""
TIP: float = _UNITS["tip"]
"""The degrees by which a dislodged unit is tipped."""
READABLE: float = _UNITS["readable"]
"""A block smaller than this shows no initial."""
READABLE_PRINT: float = _UNITS["readablePrint"]
"""The same in black and white, where only the initial shows a unit's power."""
LETTER_MIDDLE: float = _UNITS["letterMiddle"]
"""The height of a capital's middle above its baseline, as a share of its size."""
SET_OFF: float = _UNITS["setOff"]
"""The px between a dislodged unit and its victor."""
SET_OFF_WAY: tuple[float, float] = tuple(_UNITS["setOffWay"])
"""The direction from the victor to the unit: to the lower right."""
SECTOR: float = LOOKS["marks"]["sector"]
"""The radius of the sector that is filled for every year."""

Part = dict[str, Any]
"""A path (``d``), a ``circle`` or a ``letter`` of a symbol; its colours are names of paints."""
SYMBOLS: Mapping[str, tuple[Part, ...]] = {name: tuple(parts) for name, parts in LOOKS["symbols"].items()}
FIGURES: Mapping[CentreKind, str] = {CentreKind(kind): name for kind, name in LOOKS["centreMarks"].items()}
"""The usual figure of each kind of centre."""
Paints = Mapping[str, Colour]
Rim = Mapping[str, str | float | None]


def at(x: float, y: float, size: float, *parts: str, turn: float = 0.0) -> str:
    """A symbol at a place, scaled by this factor."""
    move = f"translate({number(x)} {number(y)})"
    grow = f" scale({number(size)})" if size != 1 else ""
    rotate = f" rotate({number(turn)})" if turn else ""
    return tag("g", *parts, transform=move + grow + rotate)


def make_paints(theme: Theme) -> dict[str, Colour]:
    """The paints of symbols that belong to no power."""
    return {"ink": theme.ink, "leaf": theme.leaf, "rim": theme.rim}


def draw_symbol(name: str, paints: Paints, *, letter: str = "", rim: Rim | None = None) -> str:
    """All parts of a symbol; ``letter`` is its letter, ``rim`` the attributes of its rim."""
    return "".join(_draw_parts(SYMBOLS[name], paints, letter, rim or {}))


def _draw_parts(parts: tuple[Part, ...], paints: Paints, letter: str, rim: Rim) -> Iterator[str]:
    for part in parts:
        fill, stroke = part.get("fill"), part.get("stroke")
        look: dict[str, str | float | None] = {
            "fill": paints[fill] if fill else "none",
            "stroke": paints[stroke] if stroke else None,
            "stroke_width": part.get("width"),
            "stroke_dasharray": part.get("dash"),
            "stroke_linecap": part.get("cap"),
            "stroke_linejoin": "round" if stroke else None,
            "opacity": part.get("opacity"),
        }
        if stroke == "rim":
            look |= rim
        if "d" in part:
            yield tag("path", d=part["d"], **look)
        elif "circle" in part:
            x, y, radius = part["circle"]
            yield tag("circle", cx=x or None, cy=y or None, r=radius, **look)
        elif letter:
            yield _draw_letter(part, letter, paints)


def _draw_letter(part: Part, letter: str, paints: Paints) -> str:
    x, base = part["letter"]
    return text(
        letter, x, base, fill=paints[part["fill"]], font_family=SANS, font_weight=700, font_size=part["size"],
        text_anchor="middle",
    )  # fmt: skip


def rim_width(block: float) -> float:
    """The width in px of the rim round a unit: pips have a finer one."""
    if block < READABLE:
        return float(min(_UNITS["mostPipRim"], _UNITS["pipRim"] * block))
    return float(_UNITS["rim"] * min(_UNITS["mostRim"], block / BLOCK))


def draw_unit(
    kind: UnitKind,
    livery: Livery,
    theme: Theme,
    *,
    block: float = BLOCK,
    dashed: bool = False,
    aboard: Livery | None = None,
    turn: float = 0.0,
) -> str:
    """An army, fleet or transport fleet for a block of this size; ``aboard`` is the power of the army on its deck.

    Letters stay upright in a tipped unit.
    """
    look: Rim = {
        "stroke_width": rim_width(block) * BLOCK / block,
        "stroke_dasharray": _UNITS["dashes"] if dashed else None,
    }
    hull = draw_symbol(kind.value, _unit_paints(livery, theme), rim=look)
    cargo = ""
    deck: float = _UNITS["decks"].get(kind.value, 0.0)
    if aboard:
        cargo = tag("g", draw_symbol("cargo", _unit_paints(aboard, theme), rim=look), transform=f"translate(0 {deck})")
    letters = ""
    if block >= (READABLE if theme.has_colour else READABLE_PRINT):
        letters = _draw_initial(kind.value, livery, theme, turn=turn)
        letters += _draw_initial("cargo", aboard, theme, deck=deck, turn=turn) if aboard else ""
    return hull + cargo + letters


def _unit_paints(livery: Livery, theme: Theme) -> Paints:
    return {"unit": livery.unit, "rim": theme.rim, "letter": livery.letter}


def _draw_initial(symbol: str, livery: Livery, theme: Theme, *, deck: float = 0.0, turn: float = 0.0) -> str:
    """The initial of a power on a symbol; its middle tips over with the unit, but the letter does not."""
    (part,) = (part for part in SYMBOLS[symbol] if "letter" in part)
    x, base = part["letter"]
    raised = part | {"letter": [x, base + deck]}
    drawn = _draw_letter(raised, livery.initial, _unit_paints(livery, theme))
    if not turn:
        return drawn
    middle = base + deck - LETTER_MIDDLE * part["size"]
    return tag("g", drawn, transform=f"rotate({number(-turn)} 0 {number(middle)})")


def draw_centre(
    kind: CentreKind,
    theme: Theme,
    colony: ColonyMark | None = None,
    *,
    figures: Mapping[CentreKind, str] | None = None,
    initial: str = "",
) -> str:
    """The mark of a centre by its kind, 8 px across; for an ageing colony, by its years too.

    ``figures`` are those of the variant's sheet, ``initial`` that of the power whose home it is.
    """
    paints = make_paints(theme)
    if kind is CentreKind.NONE:
        return ""
    if colony and colony.is_permanent:
        return draw_symbol("permanent", paints)
    if colony and colony.age:
        return draw_symbol("ageing", paints) + _draw_sector(colony.age / colony.full_age, theme)
    if initial and kind is CentreKind.HOME:
        return draw_symbol("initialled", paints, letter=initial)
    return draw_symbol((figures or {}).get(kind, FIGURES[kind]), paints)


def _draw_sector(share: float, theme: Theme) -> str:
    angle = 2 * math.pi * share
    x, y = SECTOR * math.sin(angle), -SECTOR * math.cos(angle)
    arc = f"A{SECTOR},{SECTOR} 0 {int(share > 0.5)} 1 {number(x)},{number(y)}"
    return tag("path", d=f"M0,0V{-SECTOR}{arc}Z", fill=theme.ink)


def draw_badge(mark: str, theme: Theme) -> str:
    """A void or illegal order, or a destroyed unit: a shape, never a colour, shows the result."""
    return draw_symbol("badge", make_paints(theme)) + draw_symbol(mark, make_paints(theme))


def draw_wave(colour: Colour, casing: Colour, *, is_broken: bool = False) -> str:
    """A wave under a fleet that convoys; in two parts if the convoy was disrupted."""
    return draw_symbol("broken-wave" if is_broken else "wave", {"line": colour, "casing": casing})


def draw_burst(theme: Theme) -> str:
    """A bombed space."""
    return draw_symbol("burst", make_paints(theme))


def draw_bomb(theme: Theme, count: int = 1) -> str:
    """Bombs in a space, with their number if there are several."""
    paints = make_paints(theme)
    return draw_symbol("bomb", paints) + (draw_symbol("bombs", paints, letter=str(count)) if count > 1 else "")


def draw_contested(theme: Theme) -> str:
    """Two heads that meet: closed to retreats."""
    return draw_symbol("contested", make_paints(theme))
