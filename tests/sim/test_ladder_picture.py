"""The picture of who leads whom shows what the tables say."""

import re

import pytest
from scripts.ladder_plot import PAGE, PICTURE, draw_ladder, read_leads

TABLE = """**Regular board, 10 years.** Seeds from 1 on.

<!-- ladder of standard -->

| stronger | weaker | games | its centres, % | of the other's | lead | games led, % | survival, % | the other's |
| --- | --- | --- | --- | --- | --- | --- | --- | --- |
| planner | greedy | 24 | 21.1 (19.3 to 22.8) | 7.5 (5.7 to 9.2) | {lead} | 79.2 | 90.5 | 64.3 |

<!-- end of standard -->
"""


@pytest.fixture
def one_board(monkeypatch: pytest.MonkeyPatch) -> None:
    """A page with one table."""
    monkeypatch.setattr("scripts.ladder_plot.COLOURS", ("#000000",))


@pytest.mark.usefixtures("one_board")
def test_a_row_is_drawn_with_its_lead_and_interval() -> None:
    (rate,) = read_leads(TABLE.format(lead="13.6 (-1.5 to 17.1)"))
    assert rate.name == "Regular board: planner over greedy"
    assert rate.share == pytest.approx(0.136)
    assert rate.interval == pytest.approx((-0.015, 0.171))


@pytest.mark.usefixtures("one_board")
def test_a_row_without_a_lead_is_refused() -> None:
    with pytest.raises(ValueError, match="no lead in the row"):
        list(read_leads(TABLE.format(lead="far ahead")))


def test_the_picture_in_the_docs_shows_the_tables_of_the_page() -> None:
    page = PAGE.read_text("utf-8")
    assert PICTURE.read_text("utf-8") == draw_ladder(page)
    assert len(re.findall("<circle", draw_ladder(page))) == len(list(read_leads(page))) > 10
