from legation.server.game.storage import list_heads
from legation.server.game.timeline import Timeline, TimelineEntry, count_quiet_years, load_timeline, read_position
from legation.server.judging.service import Line, judge_now
from tests.server.kit import Server
from tests.server.matches import host


def page(number: int, **stood: str) -> TimelineEntry:
    return TimelineEntry(number, str(number), "S1901M", stood, {}, {})


def test_influence_is_folded_entry_by_entry_up_to_where_one_looks() -> None:
    chronicle = Timeline((page(1, BUR="FRANCE"), page(2, BUR="GERMANY", RUH="GERMANY")))
    start = {"PAR": "FRANCE"}
    assert chronicle.influence(start) == {"PAR": "FRANCE", "BUR": "GERMANY", "RUH": "GERMANY"}
    assert chronicle.influence(start, 2) == {"PAR": "FRANCE", "BUR": "FRANCE"}
    assert chronicle.influence(start, 1) == start


def test_a_position_is_read_from_its_json_with_armies_aboard() -> None:
    stood, units = read_position(
        {"units": {"PAR": "FRANCE A PAR", "NTH": "NEW SPAIN F NTH"}, "cargo": {"NTH": "FRANCE A NTH"}}
    )
    assert stood == {"PAR": "FRANCE", "NTH": "NEW SPAIN"}
    assert units == {"FRANCE": 2, "NEW SPAIN": 1}


def test_only_entries_that_are_new_are_read(server: Server) -> None:
    match = host(server, ("FRANCE",))
    judge_now(server.services, match.id, Line())
    with server.services.store.read() as connection:
        first = load_timeline(connection, match.game, tuple(list_heads(connection, match.id)))
    judge_now(server.services, match.id, Line())
    with server.services.store.read() as connection:
        second = load_timeline(connection, match.game, tuple(list_heads(connection, match.id)))
        assert count_quiet_years(connection, match.game) == 0
    assert second.entries[0] is first.entries[0]
    assert len(second.entries) == 2
    assert second.entries[1].units.keys() == {str(power) for power in match.game.variant.powers}
