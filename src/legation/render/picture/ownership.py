"""Ownership: tint, hatching and band on owned centres, half a band for the last occupant of other land."""

from collections.abc import Iterator, Mapping, Set

from legation.board import Arc, ArcKind, Board, PowerId, SpaceId, Terrain
from legation.render.picture.base import draw_space
from legation.render.picture.looks import LOOKS
from legation.render.picture.palette import Livery
from legation.render.picture.paths import Outlines
from legation.render.picture.svg import group, tag
from legation.render.picture.theme import Theme

BAND: tuple[float, float] = tuple(LOOKS["base"]["band"])
HALF_BAND: tuple[float, float] = tuple(LOOKS["base"]["halfBand"])
"""The width in px inside the border, and the opacity."""

NATION_DASHES: tuple[float, ...] = tuple(LOOKS["base"]["nationDashes"])
"""The dashes of the national boundary in black and white."""

Realms = Mapping[PowerId, Set[SpaceId]]


def draw_lands(
    outlines: Outlines,
    board: Board,
    theme: Theme,
    owners: Mapping[SpaceId, PowerId],
    liveries: Mapping[PowerId, Livery],
) -> Iterator[str]:
    """Every land space once, in its owner's tint or the colour of land."""
    lands = []
    for code in sorted(outlines.shapes.spaces):
        if code in board.spaces and board.spaces[code].terrain is Terrain.SEA:
            continue
        fill = liveries[owners[code]].tint if code in owners else theme.land
        lands.append(draw_space(outlines, board, code, fill))
    yield group(lands, id="lands")


def draw_homes(outlines: Outlines, homes: Realms, liveries: Mapping[PowerId, Livery]) -> str:
    """Home provinces without a centre: the hatching alone, fainter. A blue tint on land would look like water."""
    drawn = []
    for power, realm in homes.items():
        area = "".join(outlines.area(outlines.shapes.spaces[code].polygons) for code in sorted(realm))
        if area and power in liveries:
            livery = liveries[power]
            opacity = livery.hatch_opacity * LOOKS["base"]["homeHatching"]
            drawn.append(tag("path", d=area, fill=f"url(#{livery.pattern})", fill_opacity=opacity))
    return group(drawn, id="homes", fill_rule="evenodd")


def draw_nations(outlines: Outlines, theme: Theme) -> str:
    """The national and colonial boundary of the sheets' keys: stronger than borders between provinces."""
    nations = outlines.shapes.nations

    def is_boundary(arc: Arc) -> bool:
        sides = {nations.get(SpaceId(side)) for side in arc.sides}
        return arc.kind is ArcKind.LAND and len(sides) == 2

    path = outlines.arcs(is_boundary)
    if not path:
        return ""
    size = max(LOOKS["base"]["thinnest"], outlines.view.fineness)
    width = outlines.view.pen(LOOKS["base"]["nation"] * size)
    # In black and white a solid line goes round each realm, so this one is broken.
    dashes = None if theme.has_colour else " ".join(f"{outlines.view.pen(part * size):.1f}" for part in NATION_DASHES)
    return tag(
        "path", id="nations", d=path, fill="none", stroke=theme.coast, stroke_width=width, stroke_linejoin="round",
        stroke_linecap="round" if theme.has_colour else None, stroke_dasharray=dashes,
    )  # fmt: skip


def draw_realm_borders(outlines: Outlines, theme: Theme, owners: Mapping[SpaceId, PowerId]) -> str:
    """In black and white: a solid line wherever the land of one power ends."""

    def is_border(arc: Arc) -> bool:
        return len({owners.get(SpaceId(side)) for side in arc.sides}) > 1

    path = outlines.arcs(is_border)
    if not path:
        return ""
    return tag(
        "path", id="realm-borders", d=path, fill="none", stroke=theme.ink,
        stroke_width=outlines.view.pen(LOOKS["base"]["realm"]), stroke_linejoin="round", stroke_linecap="round",
    )  # fmt: skip


def draw_realms(outlines: Outlines, owned: Realms, held: Realms, liveries: Mapping[PowerId, Livery]) -> Iterator[str]:
    """Hatching and bands, power by power; the band runs round a realm, not round each of its spaces."""
    clips: list[str] = []
    marks: list[str] = []
    for power, livery in liveries.items():
        realm = owned.get(power, frozenset())
        area = "".join(outlines.area(outlines.shapes.spaces[code].polygons) for code in sorted(realm))
        if area:
            fill = f"url(#{livery.pattern})"
            marks.append(tag("path", d=area, fill=fill, fill_rule="evenodd", fill_opacity=livery.hatch_opacity))
        # A band of hatching over the same hatching would be invisible.
        owned_band = [] if livery.band.startswith("url") else [(realm, BAND)]
        for spaces, (width, opacity) in (*owned_band, (held.get(power, frozenset()), HALF_BAND)):
            bands = [_draw_band(outlines, code, spaces, clips) for code in sorted(spaces)]
            pen = outlines.view.pen(2 * width * outlines.view.fineness)
            marks.append(group(bands, stroke=livery.band, stroke_width=pen, stroke_opacity=opacity))
    yield tag("defs", *clips) if clips else ""
    yield group(marks, id="realms", stroke_linejoin="round", fill="none")


def _draw_band(outlines: Outlines, code: SpaceId, realm: Set[SpaceId], clips: list[str]) -> str:
    """The band along the rim of a realm, inside one space of it; a clip for each space is quick, one for all is not."""
    area = outlines.area(outlines.shapes.spaces[code].polygons)
    rim = outlines.arcs(lambda arc: code in arc.sides and _is_rim(arc, realm)) if area else ""
    if not rim:
        return ""
    clips.append(tag("clipPath", tag("path", d=area, clip_rule="evenodd"), id=f"in-{code}"))
    return tag("path", d=rim, clip_path=f"url(#in-{code})")


def _is_rim(arc: Arc, realm: Set[SpaceId]) -> bool:
    """True if one side of a line is in the realm and the other is not."""
    return sum(side in realm for side in arc.sides) == 1


def make_realms(owners: Mapping[SpaceId, PowerId]) -> Realms:
    """The spaces of each power."""
    realms: dict[PowerId, set[SpaceId]] = {}
    for code, power in owners.items():
        realms.setdefault(power, set()).add(code)
    return realms
