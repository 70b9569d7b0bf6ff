"""Real boards of other programs, where a folder is named: each loads or says why not, and bots can play it."""

import os
from pathlib import Path

import pytest
from scripts.foreign import bring, list_folders, play

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
