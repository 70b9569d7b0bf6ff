from legation.board import Border, LocationId


def test_a_border_runs_both_ways_and_has_no_condition_unless_told() -> None:
    border = Border(LocationId("PAR"), LocationId("BUR"), army=True, fleet=False)
    assert not border.is_one_way
    assert border.condition == ""


def test_borders_are_compared_by_value() -> None:
    one, other = (Border(LocationId("PAR"), LocationId("BUR"), army=True, fleet=False) for _ in range(2))
    assert one == other
    assert len({one, other}) == 1
