"""A plot of cost against units, as SVG."""

from collections.abc import Mapping

WIDTH, HEIGHT, EDGE = 640, 360, 56
BUDGET = 10.0
"""Microseconds a phase: 100,000 phases a second."""


def draw_costs(costs: Mapping[int, float]) -> str:
    """Microseconds a phase against units on Colonia III, with the line that fits best through nothing."""
    most_units = max(costs) * 1.05
    most_cost = max(*costs.values(), BUDGET) * 1.1
    slope = sum(units * cost for units, cost in costs.items()) / sum(units * units for units in costs)

    def x(units: float) -> str:
        return f"{EDGE + (WIDTH - 2 * EDGE) * units / most_units:.1f}"

    def y(cost: float) -> str:
        return f"{HEIGHT - EDGE - (HEIGHT - 2 * EDGE) * cost / most_cost:.1f}"

    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}"',
        'font-family="sans-serif" font-size="13">',
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#ffffff"/>',
        f'<path d="M{x(0)} {y(most_cost)}V{y(0)}H{x(most_units)}" fill="none" stroke="#333333"/>',
        f'<path d="M{x(0)} {y(BUDGET)}H{x(most_units)}" stroke="#b3261e" stroke-dasharray="6 4"/>',
        f'<text x="{x(0)}" y="{y(BUDGET)}" dx="6" dy="-6" fill="#b3261e">budget: 10 us, 100,000 phases a second</text>',
        f'<path d="M{x(0)} {y(0)}L{x(max(costs))} {y(slope * max(costs))}" stroke="#8a8a8a"/>',
        f'<text x="{WIDTH / 2}" y="{HEIGHT - 12}" text-anchor="middle">units on the board of Colonia III</text>',
        f'<text x="{x(0)}" y="{EDGE - 18}" text-anchor="middle">us a phase</text>',
    ]
    for units, cost in costs.items():
        parts.append(f'<circle cx="{x(units)}" cy="{y(cost)}" r="4" fill="#1f5f8b"/>')
        parts.append(f'<text x="{x(units)}" y="{HEIGHT - EDGE + 18}" text-anchor="middle">{units}</text>')
    for cost in range(0, int(most_cost) + 1, 5):
        parts.append(f'<text x="{x(0)}" y="{y(cost)}" dx="-8" dy="4" text-anchor="end">{cost}</text>')
    return "\n".join([*parts, "</svg>", ""])
