"""Pictures of a balance report: plain SVG in the colours of the boards. The pictures can be read without colours: every
line, row and panel has its name.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from legation.board import PowerId
from legation.render.picture import (
    BLACK,
    LIGHT,
    SANS,
    WHITE,
    Livery,
    clearer,
    document,
    escape,
    group,
    make_liveries,
    mix,
    number,
    tag,
    text,
)
from legation.sim.statistics import Interval

WIDTH: Final = 760
EDGE: Final = 16
ROW: Final = 28
PANEL: Final = (232, 130)
COLUMNS: Final = 3
CELL: Final = (62, 34)
LABELS: Final = 130
"""Room for names on the left."""


@dataclass(frozen=True, slots=True)
class Rate:
    """A share with its interval: one row of a picture."""

    name: str
    share: float
    interval: Interval
    colour: str


@dataclass(frozen=True, slots=True)
class Course:
    """Centres of one power by year: the mean, and the middle half of the games."""

    power: PowerId
    mean: Sequence[float]
    low: Sequence[float]
    high: Sequence[float]


def liveries_of(powers: Sequence[PowerId]) -> dict[PowerId, Livery]:
    """The livery of each power."""
    return make_liveries(powers, LIGHT)


@dataclass(frozen=True, slots=True)
class _Axis:
    """Shares from left to right, beginning at zero."""

    most: float
    labels: float = LABELS
    """Room for names on the left."""

    def x(self, share: float) -> float:
        """Where a share stands."""
        return self.labels + share * (WIDTH - self.labels - 90) / self.most


def draw_rates(rates: Sequence[Rate], *, equal: float | None, title: str, labels: float = LABELS) -> str:
    """Shares as dots with their intervals, one row each; a dashed line marks equal chances."""
    axis = _Axis(max([rate.interval.high for rate in rates] + [0.1]), labels)
    height = EDGE * 2 + ROW * len(rates) + 34
    parts = [_draw_axis(axis, height)]
    if equal is not None:
        x = axis.x(equal)
        parts.append(
            tag("path", d=f"M{number(x)} {EDGE}V{height - 40}", stroke=LIGHT.ink_2, stroke_dasharray="5 4", fill="none")
        )
        parts.append(_write("equal chances", x + 5, EDGE + 2, size=11, colour=LIGHT.ink_2))
    for place, rate in enumerate(rates):
        parts.append(_draw_rate(rate, EDGE + 14 + ROW * place + ROW / 2, axis))
    return _make_page(WIDTH, height, parts, title)


def _draw_axis(axis: _Axis, height: float) -> str:
    step = next(step for step in (0.02, 0.05, 0.1, 0.2, 0.5) if axis.most / step <= 8)
    parts = []
    for tick in range(int(axis.most / step + 1e-9) + 1):
        x = axis.x(tick * step)
        parts.append(tag("path", d=f"M{number(x)} {EDGE + 10}V{height - 40}", stroke=LIGHT.rule, fill="none"))
        parts.append(_write(f"{tick * step:.0%}", x, height - 24, anchor="middle", size=12, colour=LIGHT.ink_2))
    return group(parts)


def _draw_rate(rate: Rate, y: float, axis: _Axis, *, is_hollow: bool = False, has_name: bool = True) -> str:
    low, high = (axis.x(edge) for edge in rate.interval)
    x = axis.x(rate.share)
    return group(
        [
            _write(rate.name, axis.labels - 10, y + 4, anchor="end") if has_name else "",
            tag(
                "path", d=f"M{number(low)} {number(y)}H{number(high)}", stroke=LIGHT.ink, stroke_width=1.6, fill="none"
            ),
            tag("circle", cx=x, cy=y, r=6, fill=LIGHT.leaf, stroke=rate.colour, stroke_width=3)
            if is_hollow
            else tag("circle", cx=x, cy=y, r=6, fill=rate.colour, stroke=LIGHT.ink, stroke_width=1.2),
            _write(f"{rate.share:.0%}", high + 8, y + 4, size=12, colour=LIGHT.ink_2),
        ]
    )


def draw_rate_pairs(rows: Sequence[tuple[Rate | None, Rate | None]], names: tuple[str, str], *, title: str) -> str:
    """Two shares per row: the first as a disc, the second as a ring below it; a row may have only one of them."""
    axis = _Axis(max([rate.interval.high for row in rows for rate in row if rate] + [0.1]))
    tall = ROW + 12
    height = EDGE * 2 + tall * len(rows) + 58
    parts = [_draw_axis(axis, height - 24)]
    for place, row in enumerate(rows):
        y = EDGE + 14 + tall * place + tall / 2
        for rate, offset, is_first in zip(row, (-8, 8), (True, False), strict=True):
            if rate:
                parts.append(_draw_rate(rate, y + offset, axis, is_hollow=not is_first, has_name=False))
        named = next(rate for rate in row if rate)
        parts.append(_write(named.name, LABELS - 10, y + 4, anchor="end"))
    for place, name in enumerate(names):
        x, y = LABELS + 8 + 300 * place, height - 20
        fill = LIGHT.leaf if place else LIGHT.ink_2
        parts.append(tag("circle", cx=x, cy=y - 4, r=6, fill=fill, stroke=LIGHT.ink, stroke_width=1.6))
        parts.append(_write(name, x + 14, y))
    return _make_page(WIDTH, height, parts, title)


def draw_course_pairs(
    pairs: Sequence[tuple[str, Course | None, Course | None]], names: tuple[str, str], *, title: str
) -> str:
    """A named panel for each power: the mean of the first games as a line, that of the second as a dashed one."""
    wide, tall = PANEL
    courses = [course for _, *pair in pairs for course in pair if course]
    looks = liveries_of(list(dict.fromkeys(course.power for course in courses)))
    most = max(max(course.mean) for course in courses) * 1.05
    years = max(len(course.mean) for course in courses)
    rows = -(-len(pairs) // COLUMNS)
    parts = []
    for place, (power, *pair) in enumerate(pairs):
        x, y = EDGE + (place % COLUMNS) * (wide + 16), EDGE + 18 + (place // COLUMNS) * (tall + 46)
        look = next(looks[course.power] for course in pair if course)
        panel = _draw_pair_panel(power, pair, look, most, years)
        parts.append(tag("g", panel, transform=f"translate({x} {y})"))
    height = EDGE * 2 + rows * (tall + 46) + 24
    for place, name in enumerate(names):
        x = EDGE + 24 + 300 * place
        dashes = "6 4" if place else None
        line = f"M{x} {height - 22}h34"
        parts.append(tag("path", d=line, stroke=LIGHT.ink, stroke_width=2.4, stroke_dasharray=dashes, fill="none"))
        parts.append(_write(name, x + 42, height - 18))
    return _make_page(WIDTH, height, parts, title)


def _draw_pair_panel(power: str, pair: Sequence[Course | None], look: Livery, most: float, years: int) -> str:
    wide, tall = PANEL

    def line(values: Sequence[float]) -> str:
        points = (
            f"{number(24 + (wide - 24) * year / max(1, years - 1))} {number(tall - tall * value / most)}"
            for year, value in enumerate(values)
        )
        return "M" + "L".join(points)

    parts = [
        tag("path", d=f"M24 0V{tall}H{wide}", stroke=LIGHT.border, fill="none"),
        _write(power, 24, -5, weight="bold"),
        _write("0", 19, tall, anchor="end", size=11, colour=LIGHT.ink_2),
        _write(f"{most / 1.05:.0f}", 19, 10, anchor="end", size=11, colour=LIGHT.ink_2),
        _write("start", 24, tall + 14, size=11, colour=LIGHT.ink_2),
        _write(f"year {years - 1}", wide, tall + 14, anchor="end", size=11, colour=LIGHT.ink_2),
    ]
    for course, dashes in zip(pair, (None, "6 4"), strict=True):
        if course:
            d = line(course.mean)
            parts.append(tag("path", d=d, stroke=look.line, stroke_width=2.4, stroke_dasharray=dashes, fill="none"))
    return group(parts)


def draw_courses(courses: Sequence[Course], first_year: int, *, title: str) -> str:
    """A panel for each power: its mean line and the middle half of the games; all others as thin grey lines."""
    wide, tall = PANEL
    looks = liveries_of([course.power for course in courses])
    most = max(max(course.high) for course in courses) * 1.05
    rows = -(-len(courses) // COLUMNS)
    parts = []
    for place, course in enumerate(courses):
        x, y = EDGE + (place % COLUMNS) * (wide + 16), EDGE + 18 + (place // COLUMNS) * (tall + 46)
        panel = _draw_panel(course, courses, looks[course.power], most, first_year)
        parts.append(tag("g", panel, transform=f"translate({x} {y})"))
    return _make_page(WIDTH, EDGE * 2 + rows * (tall + 46), parts, title)


def _draw_panel(course: Course, courses: Sequence[Course], look: Livery, most: float, first_year: int) -> str:
    wide, tall = PANEL
    years = len(course.mean)

    def point(year: int, value: float) -> str:
        return f"{number(24 + (wide - 24) * year / max(1, years - 1))} {number(tall - tall * value / most)}"

    def line(values: Sequence[float]) -> str:
        return "L".join(point(year, value) for year, value in enumerate(values))

    band = f"M{line(course.low)}L" + "L".join(
        point(years - 1 - at, value) for at, value in enumerate(course.high[::-1])
    )
    parts = [
        tag("path", d=f"M24 0V{tall}H{wide}", stroke=LIGHT.border, fill="none"),
        *(tag("path", d=f"M{line(other.mean)}", stroke=LIGHT.rule, fill="none") for other in courses),
        tag("path", d=f"{band}Z", fill=look.tint, fill_opacity=0.75),
        tag("path", d=f"M{line(course.mean)}", stroke=look.line, stroke_width=2.4, fill="none"),
        _write(_title(course.power), 24, -5, weight="bold"),
        _write("0", 19, tall, anchor="end", size=11, colour=LIGHT.ink_2),
        _write(f"{most / 1.05:.0f}", 19, 10, anchor="end", size=11, colour=LIGHT.ink_2),
        _write(str(first_year), 24, tall + 14, size=11, colour=LIGHT.ink_2),
        _write(str(first_year + years - 1), wide, tall + 14, anchor="end", size=11, colour=LIGHT.ink_2),
    ]
    return group(parts)


def draw_contacts(
    powers: Sequence[PowerId], years: Mapping[tuple[PowerId, PowerId], tuple[float, float]], *, title: str
) -> str:
    """A matrix: the median year of the first contact, and the share of games with one."""
    wide, tall = CELL
    left, top = LABELS, 96
    latest = max([year for year, _ in years.values()] + [1.0])
    parts = []
    for row, one in enumerate(powers):
        parts.append(_write(_title(one), left - 8, top + tall * row + 22, anchor="end"))
        x = left + wide * row + wide / 2
        parts.append(tag("g", _write(_title(one), 0, 0), transform=f"translate({number(x)} {top - 8}) rotate(-40)"))
        for column, other in enumerate(powers):
            cell = _draw_cell(years.get((one, other)) or years.get((other, one)), one == other, latest)
            parts.append(tag("g", cell, transform=f"translate({left + wide * column} {top + tall * row})"))
    return _make_page(left + wide * len(powers) + 70, top + tall * len(powers) + EDGE, parts, title)


def _draw_cell(found: tuple[float, float] | None, is_self: bool, latest: float) -> str:
    wide, tall = CELL
    if is_self:
        return tag("rect", width=wide - 2, height=tall - 2, fill=LIGHT.rule, fill_opacity=0.35)
    if found is None:
        never = _write("never", (wide - 2) / 2, 21, anchor="middle", size=12, colour=LIGHT.accent)
        return tag("rect", width=wide - 2, height=tall - 2, fill=WHITE, stroke=LIGHT.accent) + never
    year, share = found
    shade = mix("#0E4A6B", LIGHT.leaf, min(1.0, (year - 1) / max(1.0, latest - 1)))
    ink = clearer(shade, WHITE, BLACK)
    words = _write(f"{year:.0f}", (wide - 2) / 2, 15, anchor="middle", colour=ink, weight="bold")
    share_words = _write(f"{share:.0%}", (wide - 2) / 2, 28, anchor="middle", size=11, colour=ink)
    return tag("rect", width=wide - 2, height=tall - 2, fill=shade, stroke=LIGHT.rule) + words + share_words


def draw_counts(counts: Sequence[tuple[str, float]], *, title: str) -> str:
    """Bars with their numbers, one row each."""
    left = 290
    most = max([count for _, count in counts] + [1e-9])
    parts = []
    for place, (name, count) in enumerate(counts):
        y = EDGE + ROW * place
        parts.append(_write(name, left - 10, y + 18, anchor="end"))
        parts.append(
            tag("rect", x=left, y=y + 4, width=(WIDTH - left - 80) * count / most, height=ROW - 10, fill="#4A7F9B")
        )
        tail = left + (WIDTH - left - 80) * count / most + 7
        parts.append(
            _write(f"{count:.1f}" if count < 100 else f"{count:.0f}", tail, y + 18, size=12, colour=LIGHT.ink_2)
        )
    return _make_page(WIDTH, EDGE * 2 + ROW * len(counts), parts, title)


def _title(power: PowerId) -> str:
    return power.replace("_", " ").title()


def _write(
    words: str,
    x: float,
    y: float,
    *,
    anchor: str = "start",
    size: int = 13,
    colour: str = LIGHT.ink,
    weight: str | None = None,
) -> str:
    return text(escape(words), x, y, text_anchor=anchor, font_size=size, fill=colour, font_weight=weight)


def _make_page(width: float, height: float, parts: Sequence[str], title: str) -> str:
    paper = tag("rect", width=width, height=height, fill=LIGHT.leaf)
    return document(width, height, [paper, group(parts, font_family=SANS)], title=title)
