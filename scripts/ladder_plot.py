"""Draws who leads whom, and by how much, as the tables of docs/reference/bots.md tell it.

    python -m scripts.ladder_plot

``scripts/ladder.py --write`` draws the picture again itself.
"""

import re
from collections.abc import Iterator
from pathlib import Path

from legation.sim.charts import Rate, draw_rates
from legation.sim.statistics import Interval

DOCS = Path(__file__).parent.parent / "docs"
PAGE = DOCS / "reference" / "bots.md"
PICTURE = DOCS / "images" / "ladder.svg"
TABLE = re.compile(
    r"^\*\*(?P<board>[^*]+), \d+ years\.\*\*"
    r"((?!^\*\*).)*?"  # how it was played
    r"<!-- ladder of (?P<variant>\S+) -->\n(?P<rows>.*?)<!-- end of (?P=variant) -->",
    re.DOTALL | re.MULTILINE,
)
FIGURE = re.compile(r"(?P<middle>-?[\d.]+) \((?P<low>-?[\d.]+) to (?P<high>-?[\d.]+)\)")
STRONGER, WEAKER, LEAD = 0, 1, 5
"""The columns of the tables that are drawn."""
COLOURS = ("#1f5f8b", "#b3551e", "#2e7d4f", "#7a4b94", "#8a6d1a", "#5b6472")
"""One for each board."""
LABELS = 300


def draw_ladder(page: str) -> str:
    """All leads on the page: a row for each meeting, the boards in the page's order."""
    return draw_rates(list(read_leads(page)), equal=None, title="Who leads whom", labels=LABELS) + "\n"


def read_leads(page: str) -> Iterator[Rate]:
    """The lead in each row of the tables, as a share of all centres."""
    for table, colour in zip(TABLE.finditer(page), COLOURS, strict=True):
        for row in table["rows"].strip().splitlines()[2:]:
            cells = [cell.strip() for cell in row.strip("|").split("|")]
            figure = FIGURE.fullmatch(cells[LEAD])
            if figure is None:
                raise ValueError(f"no lead in the row {row!r}")
            middle, low, high = (float(figure[name]) / 100 for name in ("middle", "low", "high"))
            yield Rate(f"{table['board']}: {cells[STRONGER]} over {cells[WEAKER]}", middle, Interval(low, high), colour)


if __name__ == "__main__":
    PICTURE.write_text(draw_ladder(PAGE.read_text("utf-8")), "utf-8")
