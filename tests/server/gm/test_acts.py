"""The acts of the game master: each act writes one line of the log, which is shown beforehand word for word."""

from typing import Any

import pytest
from sqlalchemy import select

from legation.server.game.plans import list_plans
from legation.server.game.records import GameKind
from legation.server.game.terms import ClockKind, ClockTerms, Weekday
from legation.server.gm.page import word_clock
from legation.server.judging.bot_work import order_for_bots
from legation.server.judging.integrity import check_game
from legation.server.mail.notice_kinds import NoticeKind
from legation.server.pace.pausing import end_pauses
from legation.server.store.tables import notices
from tests.server.kit import Client, Server
from tests.server.matches import host
from tests.server.people import Match, make_match


@pytest.fixture
def match(server: Server) -> Match:
    return make_match(server)


def id_of(client: Client) -> int:
    assert client.account is not None
    number: int = client.account["id"]
    return number


def is_sound(match: Match) -> bool:
    with match.server.services.store.read() as connection:
        return check_game(connection, match.server.services, match.id) == ""


def act(match: Match, name: str, **body: Any) -> dict[str, Any]:
    """Do an act, and see that the preview told its line and that it wrote just that one."""
    before = match.log()
    shown = match.gm.post(match.path("gm/acts"), params={"preview": True}, json={"act": name, **body})
    assert shown.status_code == 200, shown.text
    assert match.log() == before
    done: dict[str, Any] = match.act(name, body)
    after = match.log()
    assert len(after) == len(before) + 1
    assert after[0]["text"] == shown.json()["log"] == done["log"]
    assert after[0]["actor"] == "Master"
    assert after[0]["note"] == body.get("note", "")
    return done


def test_the_page_tells_who_is_in_and_not_what(match: Match) -> None:
    match.order("FRANCE", ["A PAR - PIC"])
    match.order("ENGLAND", ["F LON - NTH"], confirm=True)
    page = match.get(match.gm, "gm")
    states = {line["power"]: line["state"] for line in page["powers"]}
    assert (states["FRANCE"], states["ENGLAND"], states["GERMANY"]) == ("saved", "confirmed", "nothing")
    assert "PIC" not in str(page)
    assert page["orders"] is None
    france = next(line for line in page["powers"] if line["power"] == "FRANCE")
    assert (france["players"], france["at"]) == (["France player"], "2026-11-15T12:00:00Z")
    assert page["clock_text"] == "2 days a phase; retreats 1 day; builds 1 day."
    assert {member["role"] for member in page["members"]} == {"gm", "player"}


def test_a_game_master_who_is_set_to_see_sees_the_orders(server: Server) -> None:
    match = make_match(server, terms={"gm_sees_orders": True})
    match.order("FRANCE", ["A PAR - PIC"])
    assert match.get(match.gm, "gm")["orders"]["FRANCE"] == ["A PAR - PIC"]


def test_nobody_else_opens_the_page(match: Match) -> None:
    for who in (match.players["FRANCE"], match.join("Standby", "standby"), match.server.sign_up("Odd")):
        assert who.get(match.path("gm")).status_code == 403
        assert match.act("pause", who=who, status=403)["error"]["code"] == "forbidden"
    assert match.server.client().get(match.path("gm")).status_code == 401
    assert match.get(match.gm)["status"] == "running"


def test_deadlines_move_and_the_log_says_from_when_to_when(match: Match) -> None:
    done = act(match, "deadline", deadline="2026-11-20T18:00:00Z", note="A feast day")
    assert done["log"] == (
        "The deadline of Spring 1901, orders moves from Wed 18 Nov 2026, 12:00 (UTC) to Fri 20 Nov 2026, 18:00 (UTC)."
    )
    assert match.get(match.gm)["deadline"] == "2026-11-20T18:00:00Z"
    assert act(match, "extend", hours=24)["deadline"] == "2026-11-21T18:00:00Z"
    for deadline in ("2026-11-15T11:00:00Z", "2031-01-01T00:00:00Z", "tomorrow"):
        assert match.act("deadline", {"deadline": deadline}, status=422)["error"]["field"] == "deadline"


def test_a_pause_keeps_the_time_that_was_left(match: Match) -> None:
    act(match, "pause", note="Holidays")
    assert match.get(match.gm)["status"] == "paused"
    match.server.clock.pass_time(days=10)
    act(match, "resume")
    assert match.get(match.gm)["deadline"] == "2026-11-28T12:00:00Z"
    assert match.act("resume", status=409)["error"]["code"] == "not_running"


def test_a_pause_until_a_time_is_told_and_ends_by_itself(match: Match) -> None:
    done = act(match, "pause", until="2026-11-25T12:00:00Z")
    assert done["log"] == "The game is paused. It resumes automatically on Wed 25 Nov 2026, 12:00 (UTC)."
    assert match.get(match.gm)["resume_at"] == "2026-11-25T12:00:00Z"
    with match.server.services.store.read() as connection:
        bodies = list(connection.execute(select(notices.c.body).where(notices.c.kind == NoticeKind.PAUSED)).scalars())
    assert bodies
    assert all("It resumes automatically on Wed 25 Nov 2026, 12:00 (UTC)." in body for body in bodies)
    match.server.clock.pass_time(days=9)
    assert end_pauses(match.server.services) == 0
    match.server.clock.pass_time(days=1)
    assert end_pauses(match.server.services) == 1
    assert (match.get(match.gm)["status"], match.get(match.gm)["deadline"]) == ("running", "2026-11-28T12:00:00Z")


@pytest.mark.parametrize("until", ["2026-11-15T11:00:00Z", "2031-01-01T00:00:00Z", "some day"])
def test_a_pause_ends_in_the_future_and_not_in_years(match: Match, until: str) -> None:
    assert match.act("pause", {"until": until}, status=422)["error"]["field"] == "until"


def test_locked_orders_stay_as_they_are(match: Match) -> None:
    match.order("FRANCE", ["A PAR - PIC"])
    act(match, "lock", locked=True)
    turn = match.get(match.gm)["turn"]
    body = {"turn": turn, "plan": "A", "version": None, "orders": ["A PAR H"]}
    refused = match.players["FRANCE"].put(match.path("orders"), json=body)
    assert (refused.status_code, refused.json()["error"]["code"]) == (403, "locked")
    act(match, "lock", locked=False)


def test_a_phase_is_judged_at_the_game_masters_word_with_one_line(match: Match) -> None:
    match.order("FRANCE", ["A PAR - PIC"])
    done = act(match, "advance", note="All have said they are done")
    assert done["phase"] == "F1901M"
    assert match.log()[0]["act"] == "advance"
    assert "A PIC" in match.get(match.gm, "scene")["units"]["FRANCE"]


def test_a_phase_that_was_named_is_not_judged_twice(match: Match) -> None:
    match.act("advance", {"turn": 1})
    assert match.act("advance", {"turn": 1}, status=409)["error"]["code"] == "judged_already"
    assert match.get(match.gm)["phase"] == "F1901M"


def test_a_dry_run_shows_what_would_come_and_keeps_nothing(match: Match) -> None:
    match.order("FRANCE", ["A PAR - PIC"])
    done = act(match, "dry-run")
    orders = {line["order"]: line["result"] for line in done["results"]["orders"]}
    assert orders["A PAR - PIC"] == "succeeds"
    assert match.get(match.gm)["phase"] == "S1901M"
    assert match.log()[0]["text"].startswith("Dry run of Spring 1901, orders")


def test_a_game_master_who_plays_sees_no_dry_run(server: Server) -> None:
    match = make_match(server, terms={"gm_plays": True, "gm_sees_orders": True}, start=False)
    match.post(match.gm, "join", {"role": "player", "power": "ITALY"})
    match.post(match.gm, "start", {"bots": "easy"})
    assert match.act("dry-run", status=403)["error"]["code"] == "forbidden"
    assert match.get(match.gm, "gm")["orders"] is None


def test_reminders_go_to_those_without_orders_and_the_log_names_nobody(match: Match) -> None:
    match.order("FRANCE", ["A PAR - PIC"])
    done = act(match, "remind")
    assert done["sent"] == 2
    assert match.log()[0]["text"] == "The game master sent reminders."
    with match.server.services.store.read() as connection:
        told = connection.execute(notices.select().where(notices.c.kind == "reminder")).all()
    assert {notice.account for notice in told} == {id_of(match.players["ENGLAND"]), id_of(match.players["GERMANY"])}
    assert match.act("remind", {"power": "FRANCE"})["sent"] == 0


def test_a_standby_is_seated_and_a_bot_takes_over(match: Match) -> None:
    standby = match.join("Standby", "standby")
    done = act(match, "seat", power="FRANCE", account=id_of(standby), note="France is away")
    assert done["log"] == "France is played by Standby."
    assert match.get(standby)["you"]["power"] == "FRANCE"
    assert match.players["FRANCE"].get(match.path("orders")).status_code == 403
    assert act(match, "seat", power="FRANCE", bot="steady")["log"] == "France is played by a bot (steady)."
    assert act(match, "seat", power="FRANCE")["log"] == "France has no player."
    stranger = match.server.sign_up("Odd")
    refused = match.act("seat", {"power": "FRANCE", "account": id_of(stranger)}, status=404)
    assert refused["error"]["code"] == "no_such_member"
    assert match.act("seat", {"power": "FRANCE", "bot": "genius"}, status=422)["error"]["field"] == "bot"


def test_a_person_who_follows_a_bot_does_not_send_its_orders(match: Match) -> None:
    act(match, "seat", power="FRANCE", bot="easy")
    order_for_bots(match.server.services, GameKind.HOSTED)
    standby = match.join("Standby", "standby")
    act(match, "seat", power="FRANCE", account=id_of(standby))
    assert match.get(standby, "orders")["plan_a"]["orders"] == []
    act(match, "seat", power="FRANCE", bot="easy")
    order_for_bots(match.server.services, GameKind.HOSTED)
    act(match, "seat", power="FRANCE")
    with match.server.services.store.read() as connection:
        assert "FRANCE" not in list_plans(connection, match.id, 1)


@pytest.mark.parametrize(
    ("name", "fields"),
    [("advance", {}), ("extend", {"hours": 4}), ("lock", {"locked": True}), ("dry-run", {}), ("pause", {})],
)
def test_an_act_is_bound_to_the_phase_for_which_it_was_shown(match: Match, name: str, fields: dict[str, Any]) -> None:
    match.act("advance", {"turn": 1})
    error = match.act(name, {**fields, "turn": 1}, status=409)["error"]
    assert (error["code"], error["field"]) == ("judged_already", "turn")
    assert "Fall 1901" in error["message"]
    match.act(name, {**fields, "turn": 2})


def test_in_an_anonymous_game_the_log_names_no_player(server: Server) -> None:
    match = make_match(server, terms={"is_anonymous": True})
    standby = match.join("Standby person", "standby")
    act(match, "seat", power="FRANCE", account=id_of(standby))
    match.post(match.players["ENGLAND"], "leave")
    text = str(match.get(match.players["GERMANY"], "log"))
    for name in ("Standby person", "France player", "England player", "Germany player"):
        assert name not in text
    assert "Master" in text


def test_a_power_is_offered_and_the_first_standby_has_it(match: Match) -> None:
    first, second = match.join("First", "standby"), match.join("Second", "standby")
    assert match.post(first, "join", {"role": "player", "power": "FRANCE"}, status=409)["error"]["code"] == "seat_taken"
    assert act(match, "offer", power="FRANCE")["told"] == 2
    match.post(first, "join", {"role": "player", "power": "FRANCE"})
    match.post(second, "join", {"role": "player", "power": "FRANCE"}, status=409)
    assert match.get(first)["you"]["power"] == "FRANCE"


def test_civil_disorder_begins_and_ends_on_the_record(match: Match) -> None:
    act(match, "disorder", power="FRANCE", on=True, note="No word for weeks")
    assert [seat["in_disorder"] for seat in match.get(match.gm)["seats"] if seat["power"] == "FRANCE"] == [True]
    assert match.act("disorder", {"power": "FRANCE", "on": True}, status=409)["error"]["code"] == "no_change"
    match.judge()
    act(match, "disorder", power="FRANCE", on=False)
    assert is_sound(match)


def test_a_correction_needs_a_note_and_leaves_a_sound_game(match: Match) -> None:
    assert not match.get(match.gm, "spaces/PIC")["units"]  # what is known of a space is remembered
    changes = [{"take": "FRANCE A PAR"}, {"put": "FRANCE A PIC"}, {"owner": {"space": "BEL", "power": "FRANCE"}}]
    assert match.act("correct", {"changes": changes}, status=422)["error"]["field"] == "note"
    done = act(match, "correct", changes=changes, note="The letter said Picardy")
    assert done["log"].startswith(
        "Corrected Spring 1901, orders: France A PAR taken off; France A PIC put on the board;"
    )
    scene = match.get(match.players["ENGLAND"], "scene")
    assert "A PIC" in scene["units"]["FRANCE"]
    assert "BEL" in scene["centres"]["FRANCE"]
    (unit,) = match.get(match.gm, "spaces/PIC")["units"]
    assert unit["moves"] == ["BEL", "BRE", "BUR", "PAR"]
    match.judge()
    assert is_sound(match)


def test_a_correction_that_cannot_be_read_changes_nothing(match: Match) -> None:
    two = {"put": "FRANCE A BUR", "take": "A PAR"}
    tried: list[list[Any]] = [[], [{}], [{"put": 3}], [{"put": "A PAR"}], [two], [{"owner": "BEL"}]]
    for changes in tried:
        match.act("correct", {"changes": changes, "note": "why"}, status=422)
    assert match.log()[0]["act"] == "started"


def test_years_and_bombs_are_corrected_by_numbers(server: Server) -> None:
    colonies = host(server, ("OCEANIA",), variant="colonial-variant")
    correction = {"act": "correct", "changes": [{"years": {"space": "NA7", "held": 1, "age": 2}}], "note": "as agreed"}
    done = colonies.gm.post(colonies.path("/gm/acts"), json=correction).json()
    assert "NA7 held for 1 year, 2 without a battle" in done["log"]
    assert colonies.read(colonies.gm, "/scene")["marks"]["NA7"]["age"] == 2
    bombs = host(server, ("FRANCE",), modules=["gigaton-bomb"])
    for change, there in (({"power": "FRANCE", "count": 3}, {"PAR": 3}), ({}, {})):
        correction["changes"] = [{"bombs": {"space": "PAR", **change}}]
        assert bombs.gm.post(bombs.path("/gm/acts"), json=correction).status_code == 200
        marks = bombs.read(bombs.gm, "/scene")["marks"]
        assert {space: mark["bombs"] for space, mark in marks.items() if space == "PAR"} == there


def test_the_wrong_part_of_a_correction_is_named_as_it_was_sent(match: Match) -> None:
    for change, field in (
        ({"put": 3}, "changes[0].put"),
        ({"years": "NA7=1/2"}, "changes[0].years"),
        ({"years": {"space": "NA7", "held": -1, "age": 2}}, "changes[0].years.held"),
        ({"bombs": {"space": "PAR", "power": "FRANCE", "count": 1000}}, "changes[0].bombs.count"),
        ({"owner": {"space": 3}}, "changes[0].owner.space"),
        ({"owner": {"power": "FRANCE"}}, "changes[0].owner.space"),
        ({"explode": "PAR"}, "changes[0]"),
    ):
        refused = match.act("correct", {"changes": [change], "note": "why"}, status=422)
        assert refused["error"]["field"] == field


def test_going_back_hands_the_orders_in_again(match: Match) -> None:
    match.order("FRANCE", ["A PAR - PIC", "A MAR H", "F BRE H"])
    match.judge()
    done = act(match, "back", phase="S1901M", note="A letter was lost")
    assert done["phase"] == "S1901M"
    assert "Each undone phase opens with its old orders" in done["log"]
    sheet = match.get(match.players["FRANCE"], "orders")
    assert sorted(line["order"] for line in sheet["plan_a"]["orders"]) == ["A MAR H", "A PAR - PIC", "F BRE H"]
    match.order("FRANCE", ["A PAR - BUR"])
    match.judge()
    assert "A BUR" in match.get(match.gm, "scene")["units"]["FRANCE"]
    assert [phase["phase"] for phase in match.get(match.gm, "phases")["phases"]] == ["S1901M"]
    assert is_sound(match)


def test_a_phase_is_corrected_and_judged_again_with_the_same_orders(match: Match) -> None:
    match.order("FRANCE", ["A PAR - PIC"])
    match.judge()
    match.order("FRANCE", ["A PIC - BEL"])
    turn = match.get(match.gm)["turn"]
    done = act(match, "back", phase="S1901M", replay=True, note="To see")
    assert done["log"] == "Back to Spring 1901, orders. 1 phase judged again, nothing else changed."
    assert match.get(match.gm)["turn"] == turn
    sheet = match.get(match.players["FRANCE"], "orders")
    assert [line["order"] for line in sheet["plan_a"]["orders"]] == ["A PIC - BEL"]
    changes = [{"take": "FRANCE A PAR"}, {"put": "FRANCE A GAS"}]
    done = act(match, "back", phase="S1901M", replay=True, changes=changes, note="It stood in Gascony")
    assert "changed: GAS, PIC" in done["log"]
    assert is_sound(match)


def test_a_phase_that_was_never_judged_is_named(match: Match) -> None:
    refused = match.act("back", {"phase": "F1905M"}, status=404)
    assert refused["error"]["message"] == "F1905M was not judged in this game."
    assert match.act("back", {"phase": "yesterday"}, status=422)["error"]["field"] == "phase"


def test_a_broadcast_is_read_by_all_and_stands_in_the_log(match: Match) -> None:
    done = act(match, "broadcast", text="Portugal is open to a standby.")
    assert done["message"]["sender"] == "GM"
    assert done["log"] == "Broadcast to all: Portugal is open to a standby."
    rooms = match.get(match.players["FRANCE"], "press")["rooms"]
    assert next(room for room in rooms if room["key"] == "all")["unread"] == 1


def test_the_game_is_handed_over_for_good(match: Match) -> None:
    other = match.join("Other", "spectator")
    act(match, "hand-over", account=id_of(other), note="I move house")
    assert match.gm.get(match.path("gm")).status_code == 403
    assert match.get(other)["gm"] == "Other"
    match.act("pause", who=other)


def test_a_helper_does_all_but_hand_over_and_terms(match: Match) -> None:
    helper = match.join("Helper", "spectator")
    act(match, "co-gm", account=id_of(helper), on=True)
    match.act("lock", {"locked": True}, who=helper)
    assert match.act("hand-over", {"account": id_of(helper)}, who=helper, status=403)["error"]["code"] == "forbidden"
    assert match.act("terms", {"terms": {"early": "never"}}, who=helper, status=403)["error"]["code"] == "forbidden"
    act(match, "co-gm", account=id_of(helper), on=False)
    match.act("lock", {"locked": False}, who=helper, status=403)
    player = id_of(match.players["FRANCE"])
    assert match.act("co-gm", {"account": player, "on": True}, status=409)["error"]["code"] == "plays"


def test_terms_change_with_one_line(match: Match) -> None:
    done = act(match, "terms", terms={"early": "never", "press": {"grey": True}}, note="All agreed")
    assert done["log"] == "Terms changed: early from all_ready to never; press grey from off to on."
    assert match.act("terms", {"terms": {"early": "never"}}, status=409)["error"]["code"] == "no_change"
    assert match.act("terms", {"terms": {"is_anonymous": True}}, status=409)["error"]["code"] == "settled"


def test_a_webhook_that_leads_inside_is_refused_when_it_is_set(match: Match) -> None:
    for url in ("https://127.0.0.1/hook", "http://hooks.example.org/plain"):
        refused = match.act("terms", {"terms": {"webhook": url}}, status=422)
        assert refused["error"]["field"] == "terms.webhook"
    match.act("terms", {"terms": {"webhook": "https://hooks.example.org/secret"}})
    assert "hooks.example.org" not in str(match.log())


def test_acts_that_lack_something_say_what(match: Match) -> None:
    for name, field in (("deadline", "deadline"), ("lock", "locked"), ("seat", "power"), ("back", "phase")):
        assert match.act(name, status=422)["error"]["field"] == field
    assert match.act("explode", status=422)["error"]["field"] is None
    match.act("pause", {"note": "x" * 501}, status=422)


def test_clocks_are_told_in_a_sentence() -> None:
    days = (Weekday.THU, Weekday.SUN)
    clock = ClockTerms(ClockKind.WEEKDAYS, "Europe/Berlin", days, "20:00", retreat_hours=36, grace_minutes=30)
    assert word_clock(clock) == (
        "Thursdays and Sundays at 20:00 (Europe/Berlin); retreats 36 hours; builds 2 days; 30 minutes of grace."
    )
    assert word_clock(ClockTerms(ClockKind.NONE)).startswith("No deadlines: ")
