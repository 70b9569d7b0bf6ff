"""Real boards of other programs, where a folder is named: each loads or says why not, and bots can play it."""

import os
from pathlib import Path

import pytest
from scripts.foreign import bring, list_folders, play

from tests.batch.compare import Comparison, Setting

FOLDER = os.environ.get("LEGATION_FOREIGN", "")


@pytest.mark.soak
@pytest.mark.skipif(not FOLDER, reason="LEGATION_FOREIGN names no folder with boards of other programs")
def test_every_foreign_board_loads_or_says_why_not_and_is_played(tmp_path: Path) -> None:
    tried = 0
    for number, folder in enumerate(list_folders([Path(FOLDER)])):
        for found in bring(folder, tmp_path / str(number), maps=True):
            tried += 1
            assert found.problem or play(found, years=5) == "", found.file
            assert found.problem or (found.folder is not None and (found.folder / "shapes.json").is_file())
    assert tried


@pytest.mark.soak
@pytest.mark.skipif(not FOLDER, reason="LEGATION_FOREIGN names no folder with boards of other programs")
def test_the_batch_engine_judges_foreign_boards_as_the_judge_does(tmp_path: Path) -> None:
    phases = 0
    for number, folder in enumerate(list_folders([Path(FOLDER)])):
        for found in bring(folder, tmp_path / str(number), maps=False):
            # Orders here are for every unit on the board; powers that nobody plays have none in a game.
            if found.variant is None or not all(power.is_played for power in found.variant.powers.values()):
                continue
            comparison = Comparison(Setting(str(found.folder)), games=4, seed=number)
            for _ in range(3):
                comparison.play_year()  # asserts that both are alike, builds by the board's own rules included
            phases += comparison.phases
    assert phases
