import re
import subprocess
import sys
import threading
from collections import Counter
from collections.abc import Callable
from datetime import timedelta
from typing import Any
from unittest import mock

import pytest
from sqlalchemy import Connection, event, select

from legation.board import PowerId
from legation.game import verify_history
from legation.server.base.refusals import HttpRefusal
from legation.server.game.loaded_game import load_game
from legation.server.game.log_storage import list_log
from legation.server.game.member_storage import change_seat, list_players
from legation.server.game.records import GameKind
from legation.server.game.seats import load_seats
from legation.server.game.storage import find_game
from legation.server.games.exporting import load_history
from legation.server.judging import service as judging
from legation.server.judging.bot_work import order_for_bots
from legation.server.judging.service import Line, judge_game, judge_if_due, judge_now, look_again
from legation.server.store import values
from legation.server.store.tables import absences, entries, games, notices, orders
from legation.variants import load_variant
from tests.server.kit import Server
from tests.server.matches import CLOCK, Match, host

CHILD = """
import sys
from datetime import datetime
from pathlib import Path
from legation.server.base.times import MovableClock
from legation.server.base.services import make_services
from legation.server.worker import judge_due_games
from tests.server.kit import make_settings
services = make_services(
    make_settings(Path(sys.argv[2]), database_url=sys.argv[1]), clock=MovableClock(datetime.fromisoformat(sys.argv[3]))
)
print("ready", flush=True)
sys.stdin.readline()
print(judge_due_games(services), flush=True)
"""


def count_entries(match: Match) -> int:
    with match.server.services.store.read() as connection:
        return len(connection.execute(select(entries.c.number).where(entries.c.game == match.id)).all())


def lines_of(match: Match) -> list[str]:
    with match.server.services.store.read() as connection:
        return [line.text for line in list_log(connection, match.id)]


def verify(match: Match) -> None:
    """Judged again, every entry comes out the same, and the row is what the chain ends with."""
    with match.server.services.store.read() as connection:
        game = load_game(connection, match.server.services, match.id)
        history = load_history(connection, game)
    assert verify_history(history, game.variant, game.rulebook) == ()
    assert (history.entries[-1].hash if history.entries else history.genesis) == game.row.head
    assert len(history.entries) == game.row.entry
    assert history.state == game.state


def test_nothing_is_judged_before_the_deadline_and_all_at_it(server: Server) -> None:
    match = host(server)
    match.save("FRANCE", ["A PAR - BUR"])
    server.clock.pass_time(hours=23)
    assert match.work() == 0
    server.clock.pass_time(hours=1, minutes=1)
    assert match.work() == 1
    game = match.read(match.players["FRANCE"])
    assert (game["phase"], game["turn"], game["version"] > 0) == ("F1901M", 2, True)
    assert game["deadline"] == "2026-11-17T12:01:00Z"
    verify(match)


def test_orders_that_were_saved_count_and_what_is_missing_holds(server: Server) -> None:
    match = host(server)
    match.save("FRANCE", ["A MAR - SPA"])
    match.pass_deadline()
    results = match.read(match.players["FRANCE"], "/results")
    told = {line["order"]: line["result"] for line in results["orders"] if line["power"] == "FRANCE"}
    assert told == {"A MAR - SPA": "succeeds", "A PAR H": "succeeds", "F BRE H": "succeeds"}


def test_results_notices_log_event_and_deadline_come_together(server: Server) -> None:
    match = host(server)
    match.pass_deadline()
    with server.services.store.read() as connection:
        told = connection.execute(select(notices.c.key).where(notices.c.kind == "judged")).scalars().all()
    assert len(told) == 3
    assert lines_of(match)[0] == "Spring 1901, orders: judged."
    assert match.read(match.gm)["phase_since"] == match.read(match.gm, "/phases")["phases"][0]["judged_at"]


def test_a_kill_in_the_middle_leaves_nothing_half_done(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    match = host(server)
    match.save("FRANCE", ["A PAR - BUR"])
    server.clock.pass_time(hours=25)
    before = match.read(match.gm)
    steps = ["add_entry", "add_log", "change_game", "carry_standing_orders", "add_event", "notify_judged"]
    for step in steps:
        kept = getattr(judging, step)

        def fail(*_: Any, **__: Any) -> None:
            raise KeyboardInterrupt

        monkeypatch.setattr(judging, step, fail)
        with pytest.raises(KeyboardInterrupt):
            judge_if_due(server.services, match.id)
        monkeypatch.setattr(judging, step, kept)
        assert match.read(match.gm) == before
        assert count_entries(match) == 0
    assert match.judge()
    verify(match)


def test_many_threads_judge_a_phase_once(server_on_each: Server) -> None:
    match = host(server_on_each)
    match.save("FRANCE", ["A PAR - BUR"])
    server_on_each.clock.pass_time(hours=25)
    done: list[bool] = []
    start = threading.Barrier(6)

    def work() -> None:
        start.wait()
        done.append(judge_if_due(server_on_each.services, match.id))

    threads = [threading.Thread(target=work) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(done) == [False] * 5 + [True]
    assert count_entries(match) == 1
    verify(match)


def test_two_processes_judge_each_game_once(server_on_each: Server, database_url: str, tmp_path: Any) -> None:
    server = server_on_each
    matches = [host(server, ("FRANCE",)) for _ in range(3)]
    moment = server.clock.pass_time(hours=25)
    command = [sys.executable, "-c", CHILD, database_url, str(tmp_path), moment.isoformat()]
    children = [
        subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1) for _ in range(2)
    ]
    for child in children:
        assert child.stdout
        assert child.stdout.readline() == "ready\n"
    for child in children:
        assert child.stdin
        child.stdin.write("go\n")
        child.stdin.flush()
    judged = [int(child.communicate(timeout=60)[0]) for child in children]
    assert sum(judged) == len(matches)
    for match in matches:
        assert count_entries(match) == 1
        verify(match)


def test_a_game_that_is_long_overdue_is_judged_once_and_gets_a_new_deadline(server: Server) -> None:
    match = host(server)
    server.clock.pass_time(days=25)
    assert match.work() == 1
    assert match.work() == 0
    assert match.read(match.gm)["deadline"] == "2026-12-11T12:00:00Z"


def test_all_ready_moves_on_early_where_the_terms_allow_it(server: Server) -> None:
    match = host(server)
    match.save("FRANCE", ["A PAR - BUR"])
    match.ready("FRANCE")
    assert match.work() == 0
    match.ready("GERMANY")
    assert match.work() == 1
    assert match.read(match.gm)["phase"] == "F1901M"


def test_confirmed_is_not_ready_in_a_movement_phase(server: Server) -> None:
    match = host(server)
    for power, order in (("FRANCE", "A PAR - BUR"), ("GERMANY", "A MUN - RUH")):
        match.save(power, [order])
        match.players[power].post(match.path("/orders/confirm"), json={"turn": match.turn})
    assert match.work() == 0


def test_nothing_moves_on_early_where_the_terms_forbid_it(server: Server) -> None:
    match = host(server, terms={"early": "never"})
    match.ready("FRANCE", "GERMANY")
    assert match.work() == 0
    server.clock.pass_time(hours=25)
    assert match.work() == 1


def test_who_takes_ready_back_is_waited_for(server: Server) -> None:
    match = host(server)
    match.ready("FRANCE", "GERMANY")
    match.players["FRANCE"].post(match.path("/orders/ready"), json={"turn": match.turn, "ready": False})
    assert match.work() == 0


def test_the_grace_waits_for_missing_orders_only(server: Server) -> None:
    match = host(server, terms={"clock": {**CLOCK, "grace_minutes": 30}})
    server.clock.pass_time(hours=24, minutes=5)
    assert match.work() == 0
    late = match.read(match.players["FRANCE"], "/orders")["late"]
    assert late == {"deadline": "2026-11-16T12:00:00Z", "until": "2026-11-16T12:30:00Z"}
    match.save("FRANCE", ["A PAR - BUR"])
    assert match.work() == 0
    match.save("GERMANY", ["A MUN - RUH"])
    assert match.work() == 0
    server.clock.pass_time(minutes=10)  # late orders have rested
    assert match.work() == 1


def test_a_grace_ends(server: Server) -> None:
    match = host(server, terms={"clock": {**CLOCK, "grace_minutes": 30}})
    server.clock.pass_time(hours=24, minutes=31)
    assert match.work() == 1


def missed(match: Match, power: str = "FRANCE") -> tuple[bool, bool]:
    seats = match.read(match.gm)["seats"]
    seat = next(found for found in seats if found["power"] == power)
    return seat["is_offered"], seat["in_disorder"]


def next_moves(match: Match) -> None:
    """Judge until moves are due again, with orders of Germany alone."""
    while True:
        sheet = match.read(match.players["GERMANY"], "/orders")
        if sheet["is_due"]:
            match.players["GERMANY"].post(match.path("/orders/ready"), json={"turn": match.turn, "ready": True})
        match.pass_deadline()
        if match.game.state.phase.kind.value == "M":
            return


def test_who_misses_twice_is_offered_and_then_falls_into_disorder(server: Server) -> None:
    match = host(server)
    next_moves(match)
    assert missed(match) == (False, False)
    next_moves(match)
    assert missed(match)[0]
    assert "France has missed too many phases and is offered to standbys." in lines_of(match)
    next_moves(match)
    assert missed(match)[1]
    assert "France falls into civil disorder: it has missed its orders too often." in lines_of(match)
    assert "FRANCE" not in match.game.due
    verify(match)


def test_who_comes_back_with_orders_keeps_the_seat(server: Server) -> None:
    match = host(server, terms={"standbys": {"admission": "anyone"}})
    for _ in range(2):
        next_moves(match)
    assert missed(match) == (True, False)
    standby = server.sign_up("Standby")
    assert standby.post(match.path("/join"), json={"role": "standby"}).status_code == 200
    match.save("FRANCE", ["A PAR H"])
    refused = standby.post(match.path("/join"), json={"role": "player", "power": "FRANCE"})
    assert (refused.status_code, refused.json()["error"]["code"]) == (409, "seat_taken")
    match.pass_deadline()
    assert missed(match) == (False, False)
    assert "France has sent orders again and is no longer offered." in lines_of(match)
    assert match.read(match.players["FRANCE"])["you"]["power"] == "FRANCE"


def test_a_seat_that_is_offered_and_silent_can_be_taken(server: Server) -> None:
    match = host(server, terms={"standbys": {"admission": "anyone"}})
    for _ in range(2):
        next_moves(match)
    standby = server.sign_up("Standby")
    standby.post(match.path("/join"), json={"role": "standby"})
    assert standby.post(match.path("/join"), json={"role": "player", "power": "FRANCE"}).status_code == 200
    assert match.read(standby)["you"]["power"] == "FRANCE"


def test_disorder_comes_at_once_where_the_terms_say_so(server: Server) -> None:
    match = host(server, terms={"missing": {"limit": 1, "then": "disorder"}})
    match.save("GERMANY", ["A MUN H"])
    match.pass_deadline()
    assert missed(match) == (False, True)
    assert count_entries(match) == 2
    verify(match)


def test_orders_in_time_wipe_the_slate(server: Server) -> None:
    match = host(server)
    match.pass_deadline()
    match.save("FRANCE", ["A PAR H"])
    match.pass_deadline()
    with server.services.store.read() as connection:
        assert load_seats(connection, match.id)[PowerId("FRANCE")].missed == 0


def force(match: Match, sets: dict[str, list[str]]) -> None:
    """Let powers order, the bots' too, and judge."""
    variant = load_variant("standard")
    with match.server.services.store.write() as connection:
        connection.execute(orders.delete().where(orders.c.game == match.id, orders.c.turn == match.turn))
    for power in variant.powers:
        body = {"turn": match.turn, "plan": "A", "orders": sets.get(power, [])}
        match.gm.put(match.path("/orders"), params={"power": power}, json=body)
    judge_now(match.server.services, match.id, Line(actor="GM"))


def test_standing_retreats_become_the_orders_of_the_retreat_phase(server: Server) -> None:
    match = host(server)
    force(match, {"FRANCE": ["A PAR - BUR"], "GERMANY": ["A MUN - TYR", "A BER - MUN"]})
    match.save("FRANCE", ["A BUR H"], standing={"retreats": ["A BUR R PIC", "A MAR R SPA"], "builds": ["A PAR B"]})
    match.save("GERMANY", ["A MUN - BUR"])
    with match.server.services.store.write() as connection:
        connection.execute(
            orders.update()
            .where(orders.c.game == match.id, orders.c.power == "ITALY", orders.c.turn == match.turn)
            .values(texts='["A VEN H"]')
        )
    place_support(match)
    judge_now(server.services, match.id, Line())
    sheet = match.read(match.players["FRANCE"], "/orders")
    assert sheet["phase"] == "F1901R"
    assert [line["order"] for line in sheet["plan_a"]["orders"]] == ["A BUR R PIC"]
    judge_now(server.services, match.id, Line())
    assert "A PIC" in match.read(match.gm, "/scene")["units"]["FRANCE"]
    winter = match.read(match.players["FRANCE"], "/orders")
    if winter["phase"] == "W1901A" and winter["is_due"]:
        assert [line["order"] for line in winter["plan_a"]["orders"]] == ["A PAR B"]


def place_support(match: Match) -> None:
    """A second German army beside Burgundy, so that the attack is supported."""
    changes = [{"put": "GERMANY A RUH"}]
    answer = match.gm.post(match.path("/gm/acts"), json={"act": "correct", "changes": changes, "note": "for a test"})
    assert answer.status_code == 200, answer.text
    match.save("GERMANY", ["A MUN - BUR", "A RUH S A MUN - BUR"])


def test_retreats_wait_for_those_concerned_only_and_say_for_how_many(server: Server) -> None:
    match = host(server)
    force(match, {"FRANCE": ["A PAR - BUR"], "GERMANY": ["A MUN - TYR", "A BER - MUN"]})
    match.save("FRANCE", ["A BUR H"])
    place_support(match)
    judge_now(server.services, match.id, Line())
    assert match.game.due == ("FRANCE",)
    assert match.read(match.players["GERMANY"])["waiting_for"] == 1
    options = match.read(match.players["FRANCE"], "/options")
    assert (options["kind"], options["waiting_for"]) == ("retreats", 1)
    match.save("FRANCE", ["A BUR D"])
    assert match.work() == 0
    match.players["FRANCE"].post(match.path("/orders/confirm"), json={"turn": match.turn})
    assert match.work() >= 1


def test_the_master_judges_at_once_and_the_log_says_who(server: Server) -> None:
    match = host(server)
    line = Line(actor="Master", act="advance", text="Master judged Spring 1901.", note="all agreed")
    record = judge_now(server.services, match.id, line)
    assert str(record.phase) == "S1901M"
    assert lines_of(match)[0] == "Master judged Spring 1901."
    with pytest.raises(HttpRefusal, match="already been judged"):
        judge_now(server.services, match.id, line, turn=1)


def test_a_paused_game_is_not_judged_by_the_clock(server: Server) -> None:
    match = host(server)
    assert match.gm.post(match.path("/gm/acts"), json={"act": "pause", "note": "holidays"}).status_code == 200
    server.clock.pass_time(days=3)
    assert match.work() == 0
    with server.services.store.read() as connection:
        row = find_game(connection, match.id)
    assert row is not None
    assert row.entry == 0


def test_a_vacation_moves_the_deadline_and_uses_days(server: Server) -> None:
    match = host(server, terms={"vacation_days": 3})
    account = match.players["FRANCE"].account
    assert account is not None
    away = {"begins_at": server.clock.now(), "ends_at": server.clock.now() + timedelta(days=3)}
    with server.services.store.write() as connection:
        connection.execute(absences.insert().values(account=account["id"], **away))
    match.pass_deadline()
    # Fall would be due on the 17th; the player is back on the 18th at noon and has half a day to write.
    assert match.read(match.gm)["deadline"] == "2026-11-19T00:00:00Z"
    assert used_days(match) == 2
    match.pass_deadline()
    match.pass_deadline()


def used_days(match: Match) -> int:
    with match.server.services.store.read() as connection:
        return next(int(row.days_off) for row in list_players(connection, match.id) if row.power == "FRANCE")


def test_a_vacation_without_days_left_moves_nothing(server: Server) -> None:
    match = host(server, terms={"vacation_days": 1})
    account = match.players["FRANCE"].account
    assert account is not None
    away = {"begins_at": server.clock.now(), "ends_at": server.clock.now() + timedelta(days=3)}
    with server.services.store.write() as connection:
        connection.execute(absences.insert().values(account=account["id"], **away))
    match.pass_deadline()
    assert match.read(match.gm)["deadline"] == "2026-11-17T12:01:00Z"


def test_a_game_ends_and_everything_stands_open(server: Server) -> None:
    match = host(server)
    centres = [space.id for space in load_variant("standard").board.spaces.values() if space.centre.is_counted]
    facts: list[dict[str, Any]] = [{"owner": {"space": space, "power": "FRANCE"}} for space in centres]
    facts += [{"take": str(unit)} for unit in match.game.state.position.units.values() if unit.power != "FRANCE"]
    answer = match.gm.post(match.path("/gm/acts"), json={"act": "correct", "changes": facts, "note": "for a test"})
    assert answer.status_code == 200, answer.text
    while match.read(match.gm)["status"] == "running":
        match.pass_deadline()
    game = match.read(match.gm)
    assert game["ending"]["kind"] == "victory"
    assert (game["status"], game["deadline"]) == ("ended", None)
    assert match.work() == 0
    assert server.client().get(match.path("/export")).status_code == 200
    verify(match)


def test_bots_alone_need_not_hurry(server: Server) -> None:
    match = host(server, ("FRANCE",))
    with server.services.store.write() as connection:
        change_seat(connection, match.id, "FRANCE", bot="steady")
        look_again(connection, server.services, load_game(connection, server.services, match.id))
    assert match.work() == 0
    assert match.work() == 0
    server.clock.pass_time(hours=25)
    assert match.work() == 1


def test_a_game_whose_players_are_all_in_disorder_goes_by_the_clock(server: Server) -> None:
    match = host(server, ("FRANCE",), terms={"missing": {"limit": 1, "then": "disorder"}, "clock": CLOCK})
    assert match.pass_deadline() == 1
    assert match.work() == 0
    assert match.work() == 0


def test_a_judgement_is_one_short_transaction(server: Server) -> None:
    match = host(server)
    begun: list[str] = []
    listen: Callable[..., None] = lambda connection: begun.append("begin")  # noqa: E731
    event.listen(server.services.store.engine, "begin", listen)
    with server.services.store.write() as connection:
        judge_game(connection, server.services, load_game(connection, server.services, match.id))
    event.remove(server.services.store.engine, "begin", listen)
    assert begun == ["begin"]
    with server.services.store.read() as connection:
        assert connection.execute(select(games.c.turn).where(games.c.id == match.id)).scalar_one() == 2


def test_a_winter_waits_for_the_votes_that_it_counts_though_nobody_has_anything_to_build(server: Server) -> None:
    match = host(server, ("FRANCE", "SPAIN"), variant="colonia-iii")
    for power in sorted(set(match.game.variant.powers) - {"FRANCE", "SPAIN"}):
        done = match.gm.post(
            match.path("/gm/acts"), json={"act": "disorder", "power": power, "on": True, "note": "Empty."}
        )
        assert done.status_code == 200, done.text
    france, spain = match.players["FRANCE"], match.players["SPAIN"]
    made = france.post(match.path("/votes"), json={"places": [["SPAIN"]]}).json()["proposals"][0]["id"]
    assert france.put(match.path(f"/votes/{made}"), json={"vote": True}).status_code == 200
    while match.game.state.phase.season != "W":
        judge_now(server.services, match.id, Line())
    assert match.game.due == ()
    assert not match.judge()
    assert spain.put(match.path(f"/votes/{made}"), json={"vote": False}).status_code == 200
    assert match.judge()
    assert match.game.state.ending is None


def test_a_winter_does_not_wait_for_votes_beyond_its_deadline(server: Server) -> None:
    match = host(server, ("FRANCE", "SPAIN"), variant="colonia-iii")
    match.players["FRANCE"].post(match.path("/votes"), json={"places": [["SPAIN"]]})
    while match.game.state.phase.season != "W":
        judge_now(server.services, match.id, Line())
    match.work()
    assert match.game.state.phase.season == "W"
    assert match.pass_deadline() == 1
    assert match.game.state.phase.season != "W"


def test_a_judgement_reads_its_seats_members_and_orders_once(server: Server) -> None:
    match = host(server, ("FRANCE", "ITALY"))
    match.save("FRANCE", ["A PAR - BUR"])
    match.server.clock.pass_time(days=1)
    judge_if_due(server.services, match.id)  # bots have ordered, and the phase that was due is judged
    match.server.clock.pass_time(days=1)
    match.save("FRANCE", ["A PAR H"])
    order_for_bots(server.services, GameKind.HOSTED)
    asked = count_queries(server, lambda: judge_if_due(server.services, match.id))
    assert {table: asked[table] for table in ("games", "seats", "members", "orders")} == dict.fromkeys(
        ("games", "seats", "members", "orders"), 1
    )


def count_queries(server: Server, act: Callable[[], bool]) -> Counter[str]:
    """How often each table is asked first while something is judged."""
    asked = Counter[str]()
    ask_driver = values.ask_driver

    def note(statement: str) -> None:
        found = re.search(r"^SELECT .*?FROM (\w+)", statement, flags=re.DOTALL)
        if found:
            asked[found[1]] += 1

    def count(_connection: object, _cursor: object, statement: str, *_: object) -> None:
        note(statement)

    def ask_noted(connection: Connection, sql: str, parameters: Any = ()) -> Any:
        note(sql)
        return ask_driver(connection, sql, parameters)

    engine = server.services.store.engine
    event.listen(engine, "before_cursor_execute", count)
    try:
        with mock.patch.object(values, "ask_driver", ask_noted):
            assert act()
    finally:
        event.remove(engine, "before_cursor_execute", count)
    return asked
