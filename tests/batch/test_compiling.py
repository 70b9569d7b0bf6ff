"""Machine code kept on disk never outlives the source that it was made of."""

import os
from pathlib import Path

from legation.batch.compiling import forget_stale


def test_machine_code_older_than_any_source_is_removed(tmp_path: Path) -> None:
    cache = tmp_path / "__pycache__"
    cache.mkdir()
    for name, age in (("old.nbi", 30), ("old.1.nbc", 30), ("new.nbi", 10), ("moves.pyc", 30)):
        (cache / name).touch()
        os.utime(cache / name, (1000 - age, 1000 - age))
    for name, age in (("moves.py", 40), ("strength.py", 20)):
        (tmp_path / name).touch()
        os.utime(tmp_path / name, (1000 - age, 1000 - age))
    forget_stale(tmp_path)
    assert sorted(file.name for file in cache.iterdir()) == ["moves.pyc", "new.nbi"]
