import pytest

from legation.bots import GreedyBot, PlannerBot, RandomBot, WhimBot, list_levels, make_bot, register_bot
from legation.errors import UnknownNameError


def test_each_level_has_its_bot() -> None:
    assert isinstance(make_bot("random"), RandomBot)
    assert isinstance(make_bot("greedy"), GreedyBot)
    assert isinstance(make_bot("easy"), WhimBot)
    assert isinstance(make_bot("steady"), PlannerBot)
    assert {"easy", "steady", "strong"} <= set(list_levels())


def test_a_bot_is_made_once() -> None:
    assert make_bot("steady") is make_bot("steady")


def test_a_program_may_put_another_bot_in_a_place() -> None:
    before = make_bot("strong")
    register_bot("strong", RandomBot)
    try:
        assert isinstance(make_bot("strong"), RandomBot)
    finally:
        register_bot("strong", lambda: before)
    assert make_bot("strong") is before


def test_a_name_that_no_bot_has_is_refused() -> None:
    with pytest.raises(UnknownNameError, match="clever"):
        make_bot("clever")
