from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from legation.bots import GreedyBot, PlannerBot, RandomBot, WhimBot, list_levels, make_bot
from legation.bots.searching import SearchBot, StrongBot
from legation.bots.strengths import MEASURED, has_master
from legation.errors import UnknownNameError
from legation.variants import load_variant

ROOT = Path(__file__).parents[2]


def test_each_level_has_its_bot() -> None:
    assert isinstance(make_bot("random"), RandomBot)
    assert isinstance(make_bot("greedy"), GreedyBot)
    assert isinstance(make_bot("easy"), WhimBot)
    assert isinstance(make_bot("steady"), PlannerBot)
    assert {"easy", "steady", "strong", "master"} <= set(list_levels())


def test_a_bot_is_made_once() -> None:
    assert make_bot("steady") is make_bot("steady")


def test_strong_is_the_searching_bot() -> None:
    assert isinstance(make_bot("strong"), StrongBot)


def test_all_threads_share_the_strong_bot_so_that_its_machine_code_is_made_once() -> None:
    with ThreadPoolExecutor(1) as pool:
        assert pool.submit(make_bot, "strong").result() is make_bot("strong")
        assert pool.submit(make_bot, "steady").result() is not make_bot("steady")


def test_where_games_must_be_repeatable_no_bot_watches_the_clock() -> None:
    strong = make_bot("strong", timed=False)
    assert isinstance(strong, SearchBot)
    assert strong.effort.seconds is None
    assert make_bot("steady", timed=False) is make_bot("steady")


def test_a_name_that_no_bot_has_is_refused() -> None:
    with pytest.raises(UnknownNameError, match="clever"):
        make_bot("clever")


def test_a_master_plays_by_what_was_learned_where_something_was() -> None:
    master = make_bot("master", timed=False)
    assert isinstance(master, SearchBot)
    assert master is not make_bot("strong", timed=False)
    assert master.find_sage(load_variant("standard")) is not None
    assert (has_master("standard"), has_master("colonia-iii"), has_master("colonia-i")) == (True, True, False)


def test_every_figure_is_that_of_the_documentation() -> None:
    """The page has the rungs; a level is named there by its rung."""
    rungs = {"easy": "easy", "steady": "planner", "strong": "searcher", "master": "learned"}
    page = (ROOT / "docs" / "reference" / "bots.md").read_text(encoding="utf-8")
    for board, levels in MEASURED.items():
        table = page.partition(f"<!-- ladder of {board} -->")[2].split("<!-- end of")[0]
        for level, found in levels.items():
            if found.led is None:
                assert f"leads by {found.lead} points of all centres" in page
                assert f"in {found.games} games" in page
                continue
            row = next(
                row for row in table.splitlines() if row.startswith(f"| {rungs[level]} | {rungs[found.against]} |")
            )
            cells = [cell.strip() for cell in row.split("|")]
            assert int(cells[3]) == found.games
            assert cells[7].startswith(f"{100 * found.led:.1f} ")
