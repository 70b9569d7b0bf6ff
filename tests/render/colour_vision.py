"""How colours look to the colour-blind (Machado, Oliveira and Fernandes 2009, full severity), and how far apart."""

import math

from legation.render.picture.colour import linear

Rgb = tuple[float, float, float]
VIEWS: dict[str, tuple[Rgb, Rgb, Rgb]] = {
    "full": ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)),
    "protan": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deutan": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
}


def seen(colour: str, view: str) -> Rgb:
    """A colour in CIE L*a*b* (D65) as it appears in a view."""
    light = linear(colour)
    red, green, blue = (
        min(1.0, max(0.0, sum(weight * part for weight, part in zip(row, light, strict=True)))) for row in VIEWS[view]
    )
    x = (0.4124564 * red + 0.3575761 * green + 0.1804375 * blue) / 0.95047
    y = 0.2126729 * red + 0.7151522 * green + 0.0721750 * blue
    z = (0.0193339 * red + 0.1191920 * green + 0.9503041 * blue) / 1.08883
    fx, fy, fz = (t ** (1 / 3) if t > 216 / 24389 else (24389 / 27 * t + 16) / 116 for t in (x, y, z))
    return 116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)


def distance(one: Rgb, two: Rgb) -> float:
    """CIEDE2000 of two colours in L*a*b* (Sharma, Wu and Dalal 2005)."""
    l1, a1, b1 = one
    l2, a2, b2 = two
    mean = (math.hypot(a1, b1) + math.hypot(a2, b2)) / 2
    stretch = 1 + 0.5 * (1 - math.sqrt(mean**7 / (mean**7 + 25.0**7)))
    c1, c2 = math.hypot(a1 * stretch, b1), math.hypot(a2 * stretch, b2)
    h1, h2 = (math.degrees(math.atan2(b, a * stretch)) % 360 for a, b in ((a1, b1), (a2, b2)))
    turn = h2 - h1
    turn = 0.0 if c1 * c2 == 0 else turn - 360 if turn > 180 else turn + 360 if turn < -180 else turn
    delta_h = 2 * math.sqrt(c1 * c2) * math.sin(math.radians(turn / 2))
    level, chroma = (l1 + l2) / 2, (c1 + c2) / 2
    if c1 * c2 == 0:
        hue = h1 + h2
    elif abs(h1 - h2) <= 180:
        hue = (h1 + h2) / 2
    else:
        hue = (h1 + h2 + 360) / 2 if h1 + h2 < 360 else (h1 + h2 - 360) / 2
    tone = (
        1
        - 0.17 * math.cos(math.radians(hue - 30))
        + 0.24 * math.cos(math.radians(2 * hue))
        + 0.32 * math.cos(math.radians(3 * hue + 6))
        - 0.20 * math.cos(math.radians(4 * hue - 63))
    )
    weight_l = 1 + 0.015 * (level - 50) ** 2 / math.sqrt(20 + (level - 50) ** 2)
    weight_c = 1 + 0.045 * chroma
    weight_h = 1 + 0.015 * chroma * tone
    bend = (
        -2
        * math.sqrt(chroma**7 / (chroma**7 + 25.0**7))
        * math.sin(math.radians(60 * math.exp(-(((hue - 275) / 25) ** 2))))
    )
    part_l, part_c, part_h = (l2 - l1) / weight_l, (c2 - c1) / weight_c, delta_h / weight_h
    return math.sqrt(part_l**2 + part_c**2 + part_h**2 + bend * part_c * part_h)
