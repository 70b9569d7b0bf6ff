from concurrent.futures import ThreadPoolExecutor

import pytest

from legation.bots import GreedyBot, PlannerBot, RandomBot, WhimBot, list_levels, make_bot
from legation.bots.searching import SearchBot, StrongBot
from legation.errors import UnknownNameError


def test_each_level_has_its_bot() -> None:
    assert isinstance(make_bot("random"), RandomBot)
    assert isinstance(make_bot("greedy"), GreedyBot)
    assert isinstance(make_bot("easy"), WhimBot)
    assert isinstance(make_bot("steady"), PlannerBot)
    assert {"easy", "steady", "strong"} <= set(list_levels())


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
