"""Units, centre marks and outcome marks. Every symbol is drawn round 0,0 at the size of an 18 px block."""

import math

from legation.board import CentreKind, UnitKind
from legation.judge import ColonyMark
from legation.render.picture.palette import Livery
from legation.render.picture.svg import group, number, tag, text
from legation.render.picture.theme import SANS, Theme

BLOCK = 18.0
"""Side of an army's block at Region zoom; the hull of a fleet is half as long again."""
RIM = 1.5
TIP = 24.0
"""Degrees by which a dislodged unit is tipped."""
SET_OFF = 26.0
"""Px between a dislodged unit and its victor."""
READABLE = 10.0
"""A block smaller than this carries no initial."""

HULL = "M-13.5,.8H13.5L9.8,11.6H-9.8Z"
SAILS = ("M-1,-1.4V-12.4L-10.4,-1.4Z", "M1,-1.4V-12.4L10.4,-1.4Z")
BARGE = "M-14,-5L-9.8,7.5H9.8L14,-5H11L10,-1.6H-10L-11,-5Z"


def at(x: float, y: float, size: float, *parts: str, turn: float = 0.0) -> str:
    """A symbol at a place, so many times its usual size."""
    move = f"translate({number(x)} {number(y)})"
    grow = f" scale({number(size)})" if size != 1 else ""
    rotate = f" rotate({number(turn)})" if turn else ""
    return tag("g", *parts, transform=move + grow + rotate)


def draw_unit(
    kind: UnitKind,
    livery: Livery,
    theme: Theme,
    *,
    dashed: bool = False,
    letters: bool = True,
    aboard: Livery | None = None,
) -> str:
    """An army, fleet or transport fleet; ``aboard`` is the power of the army on its deck."""
    look = {"fill": livery.unit, "stroke": theme.rim, "stroke_width": RIM, "stroke_linejoin": "round"}
    if dashed:
        look["stroke_dasharray"] = "2.6 1.8"
    parts: list[str]
    if kind is UnitKind.ARMY:
        parts = [tag("rect", x=-9, y=-9, width=18, height=18, rx=1.6), _initial(livery, 4.5, 13) if letters else ""]
    elif kind is UnitKind.FLEET:
        hull = tag("path", d=HULL)
        sails = [tag("path", d=sail) for sail in SAILS]
        parts = [hull, *sails, _initial(livery, 10.1, 11) if letters else ""]
    else:
        parts = [tag("path", d=BARGE), _initial(livery, 6.2, 9) if letters else ""]
    cargo = ""
    if aboard:
        deck = -1.0 if kind is UnitKind.FLEET else -2.4
        block = tag("rect", x=-5.5, y=deck - 10, width=11, height=11, rx=1.2, fill=aboard.unit)
        cargo = block + (_initial(aboard, deck - 1.4, 9) if letters else "")
    return tag("g", *parts, cargo, **look)  # type: ignore[arg-type]


def _initial(livery: Livery, base: float, size: float) -> str:
    return text(
        livery.initial, 0, base, fill=livery.letter, stroke="none", font_family=SANS, font_weight=700, font_size=size,
        text_anchor="middle",
    )  # fmt: skip


def draw_centre(kind: CentreKind, theme: Theme, colony: ColonyMark | None = None) -> str:
    """The mark of a centre by its kind, 8 px across; of a colony that ages, by its years too.

    Hollow circles are colonial centres, as the sheet of the Colonial Variant has them; a full one is a home.
    """
    ring = {"fill": theme.leaf, "stroke": theme.ink, "stroke_width": 1.3}
    halo = tag("circle", r=5.2, fill=theme.leaf, opacity=0.75)
    if colony and colony.is_permanent:
        return halo + tag("circle", r=4.2, fill=theme.ink) + tag("circle", r=1.7, fill=theme.leaf)
    if colony and colony.age:
        sector = _sector(colony.age / colony.full_age, theme)
        return halo + tag("circle", r=3.7, **ring) + sector  # type: ignore[arg-type]
    match kind:
        case CentreKind.HOME:
            return halo + tag("circle", r=3.8, fill=theme.ink)
        case CentreKind.SPECIAL:
            return halo + tag("path", d="M0,-4.8L4.8,0L0,4.8L-4.8,0Z", fill=theme.ink)
        case CentreKind.COLONIAL:
            return halo + tag("circle", r=3.8, **ring)  # type: ignore[arg-type]
        case CentreKind.BUILD_ONLY:
            return halo + tag("rect", x=-3.3, y=-3.3, width=6.6, height=6.6, **ring)  # type: ignore[arg-type]
        case CentreKind.NEUTRAL:
            return halo + tag("circle", r=3.4, **ring) + tag("circle", r=1.5, fill=theme.ink)  # type: ignore[arg-type]
    return ""


def _sector(share: float, theme: Theme) -> str:
    angle = 2 * math.pi * share
    x, y = 3.7 * math.sin(angle), -3.7 * math.cos(angle)
    return tag("path", d=f"M0,0V-3.7A3.7,3.7 0 {int(share > 0.5)} 1 {number(x)},{number(y)}Z", fill=theme.ink)


WAVE = "M-11,0Q-8.2,-4 -5.5,0T0,0T5.5,0T11,0"
BROKEN_WAVE = "M-12,-1Q-9,-6 -6,-1T-2,0M2,0Q5,-5 8,0T12,-1"
BURST = (
    "M0,-9L2,-3.4L7.2,-6.6L4.2,-1.4L10,0L4.2,1.6L7,6.8L1.8,3.8L0,9.6"
    "L-2,3.8L-7.2,6.8L-4.2,1.6L-10,0L-4.2,-1.6L-7,-6.6L-1.8,-3.4Z"
)

OUTCOME_MARKS = ("succeeds", "beaten", "cut", "void", "illegal", "disrupted", "dislodged", "destroyed")


def draw_outcome(mark: str, theme: Theme) -> str:
    """A mark for a list or a badge, 16 px across: shape, never colour, tells what became of an order."""
    ink, leaf = theme.ink, theme.leaf
    line = {"fill": "none", "stroke": ink, "stroke_width": 1.8, "stroke_linecap": "round"}
    match mark:
        case "succeeds":
            tick = tag("path", d="M-3.6,.2L-1,3L3.8,-2.6", fill="none", stroke=leaf, stroke_width=2)
            return tag("circle", r=7.4, fill=ink) + tick
        case "beaten":
            frame = tag("rect", x=-7, y=-7, width=14, height=14, fill=leaf, stroke=ink, stroke_width=1.7)
            return frame + tag("path", d="M-3.4,-3.4L3.4,3.4M3.4,-3.4L-3.4,3.4", **line)  # type: ignore[arg-type]
        case "cut":
            return tag("path", d="M-8,0H-4M4,0H8M-3.4,4.5L.2,-4.5M.2,4.5L3.8,-4.5", **line)  # type: ignore[arg-type]
        case "void":
            return tag(
                "path", d="M0,-7.6L7.6,0L0,7.6L-7.6,0Z", fill=leaf, stroke=ink, stroke_width=1.7, stroke_dasharray="3 2"
            )
        case "illegal":
            octagon = tag("path", d="M-3,-7.4H3L7.4,-3V3L3,7.4H-3L-7.4,3V-3Z", fill=ink)
            return octagon + tag("path", d="M-3.6,3.6L3.6,-3.6", stroke=leaf, stroke_width=2.2)
        case "disrupted":
            return tag("path", d="M-8,0Q-5.6,-4 -3.6,0T-1,1.6M1,-1.6Q3.2,-4.4 5,0T8,0", **line)  # type: ignore[arg-type]
        case "dislodged":
            block = tag("rect", x=-5, y=-6.5, width=10, height=10, fill=leaf, stroke=ink, stroke_width=1.6,
                        stroke_dasharray="2.4 1.6", transform="rotate(24)")  # fmt: skip
            return block + tag("path", d="M-7,8H7", **line)  # type: ignore[arg-type]
        case "destroyed":
            return tag("path", d="M0,-8V8M-4.4,-3.6H4.4", fill="none", stroke=ink, stroke_width=2.2)
    raise ValueError(f"no outcome mark {mark!r}")


def draw_wave(colour: str, casing: str, *, is_broken: bool = False) -> str:
    """Under a fleet that convoys; in two parts where the convoy was disrupted."""
    path = BROKEN_WAVE if is_broken else WAVE
    under = tag("path", d=path, stroke=casing, stroke_width=5)
    return group([under, tag("path", d=path, stroke=colour, stroke_width=2)], fill="none", stroke_linecap="round")


def draw_burst(theme: Theme) -> str:
    """A bombed space."""
    return tag("path", d=BURST, fill=theme.leaf, stroke=theme.ink, stroke_width=1.5, stroke_linejoin="round")


def draw_bomb(theme: Theme, count: int = 1) -> str:
    """Bombs that lie in a space, with their number where there are several."""
    fuse = tag(
        "path", d="M2.6,-3.2Q4,-6.4 7,-6", fill="none", stroke=theme.ink, stroke_width=1.5, stroke_linecap="round"
    )
    body = tag("circle", cy=1, r=5.2, fill=theme.ink, stroke=theme.leaf, stroke_width=1.2)
    if count < 2:
        return fuse + body
    many = text(
        str(count), 0, 3.9, fill=theme.leaf, stroke="none", font_family=SANS, font_weight=700, font_size=8,
        text_anchor="middle",
    )  # fmt: skip
    return fuse + body + many


def draw_contested(theme: Theme) -> str:
    """Two heads that meet: closed to retreats."""
    heads = "M-2,0L-9,-4.4L-7,0L-9,4.4ZM2,0L9,-4.4L7,0L9,4.4Z"
    tails = tag("path", d="M-15,0H-7M15,0H7", stroke=theme.ink, stroke_width=2.2)
    casing = tag("path", d=f"M-15,0H15{heads}", fill=theme.leaf, stroke=theme.leaf, stroke_width=5)
    return casing + tails + tag("path", d=heads, fill=theme.ink)
