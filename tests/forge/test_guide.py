"""The guide for designers holds files that the forge can read."""

import re
from pathlib import Path

from legation.forge.gazetteer import load_places
from legation.forge.settings import load_settings

GUIDE = Path(__file__).parents[2] / "docs" / "guides" / "forging-a-board.md"


def test_the_files_of_the_guide_are_read_as_they_stand(tmp_path: Path) -> None:
    text = GUIDE.read_text(encoding="utf-8")
    blocks = re.findall(r"```(?:csv|toml)\n(.*?)```", text, re.DOTALL)
    for name, block in zip(("places.csv", "board.toml", "overrides.csv"), blocks, strict=False):
        (tmp_path / name).write_text(block, encoding="utf-8")
    places = load_places(tmp_path)
    assert len(places) == 11
    assert {place.code for place in places.values() if place.kind == "sea"} == {"ATL", "BIS", "STR", "MED"}
    assert load_settings(tmp_path).variant == "iberia"
