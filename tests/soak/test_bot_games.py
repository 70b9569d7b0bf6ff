"""Bot games: 200 a variant when asked for (``make soak``; LEGATION_SOAK_GAMES sets how many), two short ones always."""

import os

import pytest

from tests.soak.bot_games import list_matches, list_rules, play_games

GAMES = int(os.environ.get("LEGATION_SOAK_GAMES", "200"))


@pytest.mark.parametrize("match", list_matches())
def test_two_short_games_break_nothing(match: str) -> None:
    report = play_games(match, 2, years=4, first=1000)
    assert report.problems == []
    assert report.games == 2


@pytest.mark.soak
@pytest.mark.parametrize("match", list_matches())
def test_many_games_break_nothing_and_use_every_special_rule(match: str) -> None:
    report = play_games(match, GAMES)
    assert report.problems == []
    assert report.endings["not ended"] == 0
    assert [rule for rule in list_rules(match) if not report.fired[rule]] == []
