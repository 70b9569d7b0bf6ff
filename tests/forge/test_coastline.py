"""Which file of coastlines is read, and what is said where there is none."""

from pathlib import Path

import pytest

from legation.errors import DataError
from legation.forge.coastline import get_atlas_path, load_landmasses
from legation.forge.settings import Settings


def test_a_coastline_that_is_not_in_the_atlas_is_refused_with_those_that_are(tmp_path: Path) -> None:
    (tmp_path / "land-50m.json").write_text("{}", encoding="utf-8")
    with pytest.raises(DataError, match=r"baltic/board\.toml: there is no coastline 'land-1m'; there is land-50m, or"):
        get_atlas_path("land-1m", Path("baltic"), tmp_path)


def test_a_copy_without_coastlines_says_how_they_are_added(tmp_path: Path) -> None:
    with pytest.raises(DataError, match="the coastlines are missing from this copy of Legation; in a clone, make web"):
        get_atlas_path("land-50m", Path("baltic"), tmp_path)


def test_a_file_of_ones_own_that_is_missing_is_named(tmp_path: Path) -> None:
    with pytest.raises(DataError, match=r"mine\.geojson: the file is missing"):
        load_landmasses(Settings(variant="mine", coastline="mine.geojson"), tmp_path)
