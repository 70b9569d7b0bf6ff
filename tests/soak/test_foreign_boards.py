"""Real boards of other programs, where a folder is named: each loads or says why not, and bots can play it."""

import os
from pathlib import Path

import pytest
from scripts.foreign import bring, list_folders, play

from tests.batch.compare import Comparison, Setting
from tests.conformance.test_environment import lead_both

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
            if found.variant is None:
                continue
            comparison = Comparison(Setting(str(found.folder)), games=4, seed=number)
            for _ in range(3):
                comparison.play_year()  # asserts that both are alike, builds by the board's own rules included
            phases += comparison.phases
    assert phases


@pytest.mark.soak
@pytest.mark.skipif(not FOLDER, reason="LEGATION_FOREIGN names no folder with boards of other programs")
def test_both_environments_lead_foreign_boards_through_the_same_games(tmp_path: Path) -> None:
    phases = 0
    for number, folder in enumerate(list_folders([Path(FOLDER)])):
        for found in bring(folder, tmp_path / str(number), maps=False):
            if found.variant is not None:
                phases += len(lead_both(str(found.folder), years=3).phases)
    assert phases
