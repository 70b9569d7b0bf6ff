"""Real games of other programs, where a folder is named: every difference has a cause."""

import os
from pathlib import Path

import pytest
from scripts.foreign import bring, bring_games, list_folders

FOLDER = os.environ.get("LEGATION_FOREIGN", "")


@pytest.mark.soak
@pytest.mark.skipif(not FOLDER, reason="LEGATION_FOREIGN names no folder with games of other programs")
def test_every_foreign_game_is_judged_again_and_every_difference_explained(tmp_path: Path) -> None:
    folders = list(list_folders([Path(FOLDER)]))
    boards = [one for number, folder in enumerate(folders) for one in bring(folder, tmp_path / str(number), maps=False)]
    tried = 0
    for folder in folders:
        for found in bring_games(folder, tmp_path / "games", boards):
            tried += 1
            # A game whose board is not in the folder cannot be judged.
            assert found.replayed is not None or "unknown power" in found.problem, found.problem
            assert found.replayed is None or all(one.cause for one in found.replayed.differences), found.file
    assert tried
