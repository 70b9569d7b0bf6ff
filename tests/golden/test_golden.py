"""Kept games, replayed from their text and compared letter by letter. ``scripts/golden.py`` makes them anew."""

import pytest

from tests.golden.playthrough import (
    golden_file,
    list_differences,
    list_kept,
    other_rulebooks,
    read_game,
    replay,
    tell_game,
)


@pytest.mark.parametrize("match", list_kept())
def test_a_kept_game_is_judged_as_it_was(match: str) -> None:
    text = golden_file(match).read_text(encoding="utf-8")
    assert tell_game(replay(match, read_game(text))) == text


@pytest.mark.parametrize("match", list_kept())
def test_a_kept_game_can_be_judged_by_another_rulebook(match: str) -> None:
    game = replay(match, read_game(golden_file(match).read_text(encoding="utf-8")))
    assert list(list_differences(game, game.variant.rulebook_id)) == []
    judged = sum(len(record.outcomes) for record in game.records)
    for rules in other_rulebooks(game):
        found = list(list_differences(game, rules))
        # The editions differ about rare situations only, so nearly every result must be the same.
        assert len(found) < judged / 100, (rules, found)
