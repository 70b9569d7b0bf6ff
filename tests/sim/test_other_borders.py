import random

from benchmarks.other_borders import Row, is_plain, move_borders


def border(start: str, end: str, army: str = "yes") -> Row:
    fleet = "no" if army == "yes" else "yes"
    return {"from": start, "to": end, "army": army, "fleet": fleet, "one_way": "", "condition": "", "note": ""}


CHAIN = [border("A", "B"), border("B", "C"), border("C", "D"), border("D", "E")]
LAND = dict.fromkeys("ABCDE", "land")


def test_a_border_that_is_gone_comes_again_between_spaces_that_had_none() -> None:
    moved = move_borders(CHAIN, LAND, 1.0, random.Random(3))
    pairs = [frozenset((row["from"], row["to"])) for row in moved]
    assert not {frozenset((row["from"], row["to"])) for row in CHAIN} & set(pairs)
    assert len(pairs) == len(set(pairs)) > 0
    assert all(row["army"] == "yes" for row in moved)


def test_no_border_moves_where_the_share_is_nothing() -> None:
    assert move_borders(CHAIN, LAND, 0.0, random.Random(3)) == CHAIN


def test_borders_of_a_coast_or_of_both_kinds_stay() -> None:
    assert is_plain(border("A", "B"))
    assert not is_plain(border("A/NC", "B"))
    assert not is_plain({**border("A", "B"), "fleet": "yes"})
