"""Machine code kept on disk never outlives the source that it was made of."""

import os
from collections.abc import Callable
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any

import pytest

from legation.batch.compiling import forget_stale, kernel, part


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


@pytest.mark.parametrize("compiled", [kernel, part])
def test_kernels_of_other_packages_outlive_no_source_either(
    tmp_path: Path, compiled: Callable[[Callable[..., Any]], object]
) -> None:
    source, stale = tmp_path / "features.py", tmp_path / "__pycache__" / "features.nbi"
    source.write_text("def answer() -> int:\n    return 42\n", encoding="utf-8")
    stale.parent.mkdir()
    stale.touch()
    os.utime(stale, (1, 1))
    specification = spec_from_file_location("features", source)
    assert specification is not None
    assert specification.loader is not None
    module = module_from_spec(specification)
    specification.loader.exec_module(module)
    compiled(module.answer)
    assert not stale.exists()
