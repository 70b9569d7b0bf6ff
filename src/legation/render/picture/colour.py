"""Colour calculations."""

Colour = str
"""``#RRGGBB``."""


def channels(colour: Colour) -> tuple[int, int, int]:
    """Red, green and blue, 0 to 255."""
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)


def mix(colour: Colour, other: Colour, share: float) -> Colour:
    """A colour blended with a share of another."""
    blended = (round(a + (b - a) * share) for a, b in zip(channels(colour), channels(other), strict=True))
    return "#" + "".join(f"{part:02X}" for part in blended)


def linear(colour: Colour) -> tuple[float, float, float]:
    """Red, green and blue as light, 0 to 1 (sRGB)."""
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4
        for part in (channel / 255 for channel in channels(colour))
    )
    return red, green, blue


def luminance(colour: Colour) -> float:
    """The luminance of a colour, as defined by WCAG."""
    red, green, blue = linear(colour)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(colour: Colour, other: Colour) -> float:
    """The contrast ratio of two colours, 1 to 21, as defined by WCAG."""
    low, high = sorted((luminance(colour), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def clearer(ground: Colour, *choices: Colour) -> Colour:
    """The colour that contrasts best with the ground."""
    return max(choices, key=lambda choice: contrast(ground, choice))
