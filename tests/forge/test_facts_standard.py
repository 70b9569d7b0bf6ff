"""The regular board: the forged picture shows exactly the borders that its tables have."""

from legation.forge.audit_drawing import drawn_borders, judged_pairs
from legation.forge.gazetteer import load_places
from legation.forge.overrides import Act, load_overrides, pairs_of
from legation.forge.shapes_file import load_picture
from tests.forge.facts import GAZETTEER, board_of, data_of

V = "standard"


def test_picture_and_tables_have_the_same_borders() -> None:
    picture = load_picture(data_of(V))
    overrides = load_overrides(GAZETTEER / V, load_places(GAZETTEER / V))
    cuts, joins = pairs_of(overrides, Act.CUT), pairs_of(overrides, Act.JOIN)
    closed = set(picture.table["impassable"])
    extents, _ = drawn_borders(picture)
    drawn = {pair for pair in extents if not closed & set(pair)}
    assert drawn - set(cuts) | set(joins) == judged_pairs(board_of(V))


def test_only_the_straits_and_the_sound_need_an_override() -> None:
    overrides = load_overrides(GAZETTEER / V, load_places(GAZETTEER / V))
    assert set(pairs_of(overrides, Act.CUT)) == {("AEG", "BLA"), ("BAL", "SKA")}
    assert set(pairs_of(overrides, Act.JOIN)) == {("DEN", "SWE")}
