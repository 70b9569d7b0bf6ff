import pytest

from legation.board import Position, SpaceId
from legation.render.picture.memory import recall
from legation.render.picture.situation import Situation


def test_clocks_and_craters_are_recalled() -> None:
    memory = {
        "colonial_centres": {"NA4": {"held": 1, "age": 2}, "NA7": {"held": 0, "age": 0}, "SA6": {"held": 9, "age": 9}},
        "gigaton-bomb": {"ruined": ["MOS"], "closed": {"NTH": 2}, "bombs": {}},
    }
    found = recall(Situation(position=Position(memory=memory), bombed=frozenset({SpaceId("PAR")})))
    assert found.ages == {"NA4": 2, "SA6": 3}
    assert found.bombed == {"MOS", "NTH", "PAR"}


@pytest.mark.parametrize("junk", [None, 3, [], {"NA4": 5}, {"NA4": {"age": "old"}}, {"ruined": 7}])
def test_memory_of_another_form_is_passed_over(junk: object) -> None:
    memory = {"colonial_centres": junk, "gigaton-bomb": junk}
    found = recall(Situation(position=Position(memory=memory)))
    assert (found.ages, found.bombed) == ({}, frozenset())
