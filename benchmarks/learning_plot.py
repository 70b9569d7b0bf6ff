"""Draws a learning curve as SVG: what the network explains, and its lead over the searcher, against games."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

from legation.sim.intervals import Estimate

WIDTH, HEIGHT = 760, 320
TOP, BOTTOM = 48, 264
PANELS = ((64, 352), (452, 736))
"""The left and right edges of both panels."""
SPRING, FALL, LEAD, INK, PALE = "#2e7d4f", "#b3551e", "#1f5f8b", "#333333", "#8a8a8a"


@dataclass(frozen=True, slots=True)
class Point:
    """What a network does that was fitted to some games."""

    games: int
    examples: int
    spring: float
    """The share of the variance that it explains for boards in Spring, in games that it never saw."""
    fall: float
    lead: Estimate
    """Over the searcher, as a share of all centres."""


@dataclass(frozen=True, slots=True)
class Curve:
    """All points, and what counting centres explains in the same games for testing."""

    variant: str
    pairs: int
    plain_spring: float
    plain_fall: float
    points: tuple[Point, ...]


class Panel:
    """Games from left to right, each size as far from the next as their ratio is large; a figure from below."""

    def __init__(self, edges: tuple[int, int], games: Sequence[int], low: float, high: float) -> None:
        self.left, self.right = edges
        self.games, self.low, self.high = games, low, high

    def x(self, games: float) -> float:
        """Where a number of games stands."""
        first, last = math.log(self.games[0]), math.log(self.games[-1])
        return self.left + 24 + (self.right - self.left - 48) * (math.log(games) - first) / max(last - first, 1e-9)

    def y(self, figure: float) -> float:
        """How high a figure stands."""
        return BOTTOM - (BOTTOM - TOP) * (figure - self.low) / (self.high - self.low)

    def frame(self, title: str, step: float) -> list[str]:
        """Title, axes and their figures."""
        parts = [
            write(title, self.left, TOP - 22, "start", INK),
            f'<path d="M{self.left} {TOP}V{BOTTOM}H{self.right}" fill="none" stroke="{INK}"/>',
            write("games learned from", (self.left + self.right) / 2, BOTTOM + 44, "middle", INK),
        ]
        parts += [write(str(games), self.x(games), BOTTOM + 20, "middle", INK) for games in self.games]
        for tick in range(math.ceil(self.low / step), math.floor(self.high / step + 1e-9) + 1):
            figure = tick * step
            parts.append(write(f"{figure:.0%}", self.left - 8, self.y(figure) + 4, "end", INK))
            parts.append(f'<path d="M{self.left} {self.y(figure):.1f}H{self.right}" stroke="#dddddd"/>')
        return parts

    def line(self, figures: Sequence[float], colour: str) -> list[str]:
        """A figure for each size, joined."""
        points = [
            f"{self.x(games):.1f} {self.y(figure):.1f}" for games, figure in zip(self.games, figures, strict=True)
        ]
        dots = [f'<circle cx="{point.split()[0]}" cy="{point.split()[1]}" r="4" fill="{colour}"/>' for point in points]
        return [f'<path d="M{"L".join(points)}" fill="none" stroke="{colour}" stroke-width="2"/>', *dots]


def draw_curve(curve: Curve) -> str:
    """The picture."""
    games = [point.games for point in curve.points]
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}"',
            'font-family="sans-serif" font-size="13">',
            f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#ffffff"/>',
            *draw_explained(curve, games),
            *draw_leads(curve, games),
            "</svg>",
            "",
        ]
    )


def draw_explained(curve: Curve, games: Sequence[int]) -> list[str]:
    """What the networks explain in Spring and Fall; dashed lines for counting centres."""
    springs, falls = [point.spring for point in curve.points], [point.fall for point in curve.points]
    figures = [*springs, *falls, curve.plain_spring, curve.plain_fall]
    low, high = math.floor(10 * min(figures)) / 10, math.ceil(10 * max(figures)) / 10
    panel = Panel(PANELS[0], games, low, high)
    parts = panel.frame("Variance of centres in three years, explained", 0.1 if high - low > 0.25 else 0.05)
    for name, found, plain, colour in (
        ("Spring", springs, curve.plain_spring, SPRING),
        ("Fall", falls, curve.plain_fall, FALL),
    ):
        y = panel.y(plain)
        parts.append(f'<path d="M{panel.left} {y:.1f}H{panel.right}" stroke="{colour}" stroke-dasharray="6 4"/>')
        parts += panel.line(found, colour)
        parts.append(write(name, panel.right - 26, panel.y(found[-1]) - 10, "end", colour))
        parts.append(write(f"{name}: counting centres", panel.right - 4, y + 15, "end", colour))
    return parts


def draw_leads(curve: Curve, games: Sequence[int]) -> list[str]:
    """The lead over the searcher, with its interval."""
    leads = [point.lead for point in curve.points]
    low = min(0.0, math.floor(20 * min(lead.low for lead in leads)) / 20)
    high = max(0.05, math.ceil(20 * max(lead.high for lead in leads)) / 20)
    panel = Panel(PANELS[1], games, low, high)
    parts = panel.frame("Lead over the searcher, of all centres", 0.05)
    parts.append(f'<path d="M{panel.left} {panel.y(0):.1f}H{panel.right}" stroke="{PALE}" stroke-dasharray="6 4"/>')
    for size, lead in zip(games, leads, strict=True):
        x = panel.x(size)
        parts.append(f'<path d="M{x:.1f} {panel.y(lead.low):.1f}V{panel.y(lead.high):.1f}" stroke="{LEAD}"/>')
    return [*parts, *panel.line([lead.middle for lead in leads], LEAD)]


def write(words: str, x: float, y: float, anchor: str, colour: str) -> str:
    """Words, with a white edge so that lines do not cross them."""
    return (
        f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" fill="{colour}" '
        f'stroke="#ffffff" stroke-width="3" paint-order="stroke">{words}</text>'
    )
