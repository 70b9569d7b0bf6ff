"""Reports: what admins learn and what they do not, what is logged, and that nobody floods them."""

from typing import Any

import pytest

from legation.server.store.tables import notices, reports
from tests.server.admin.helpers import get, id_of, list_told, make_admin, post
from tests.server.kit import Client, Server
from tests.server.people import Match, make_match
from tests.server.persons.helpers import call

ABOUT_LETTER = {"cause": "abuse", "text": "He insults me."}


def report(who: Client, status: int = 201, **body: Any) -> Any:
    return call(who, "POST", "reports", {**ABOUT_LETTER, **body}, status=status)


def send(match: Match, text: str = "You SECRET-INSULT!") -> Any:
    body = {"to": ["ENGLAND"], "text": text}
    return match.post(match.players["FRANCE"], "press", body, status=201)


def test_a_letter_is_read_by_an_admin_only_if_its_reporter_allows_it(server: Server) -> None:
    match, admin = make_match(server), make_admin(server)
    england, letter = match.players["ENGLAND"], send(match)
    where = {"game": match.id, "room": letter["room"], "message": letter["id"]}
    report(england, **where)
    report(england, **where, shows_letter=True)
    shown, hidden = get(admin, "reports")["reports"]
    assert (shown["has_letter"], hidden["has_letter"]) == (True, False)
    assert (shown["reporter"], shown["reported"], shown["game"]) == ("England player", "France player", match.id)
    assert "SECRET-INSULT" not in str(get(admin, "reports"))
    assert post(admin, f"reports/{shown['id']}/letter") == {"text": "You SECRET-INSULT!"}
    post(admin, f"reports/{hidden['id']}/letter", status=404)
    assert [act["act"] for act in get(admin, "log")["acts"]] == ["open-letter"]


def test_closing_tells_the_reporter_forgets_the_letter_and_is_logged(server: Server) -> None:
    match, admin = make_match(server), make_admin(server)
    england, letter = match.players["ENGLAND"], send(match)
    report(england, game=match.id, room=letter["room"], message=letter["id"], shows_letter=True)
    assert list_told(server, "admin") == ["Ada"]
    (row,) = get(admin, "reports")["reports"]
    closing = {"outcome": "acted", "answer": "We spoke to him.", "reason": "insult"}
    post(admin, f"reports/{row['id']}/close", closing)
    post(admin, f"reports/{row['id']}/close", closing, status=404)
    assert get(admin, "reports")["reports"] == []
    assert get(admin, "reports", state="closed")["reports"][0]["has_letter"] is False
    (own,) = call(england, "GET", "reports")["reports"]
    assert (own["state"], own["outcome"], own["about"]) == ("closed", "acted", "FRANCE")
    assert own["answer"] == "We spoke to him."
    assert [(act["act"], act["reason"]) for act in get(admin, "log")["acts"]] == [("close-report", "insult.")]
    with server.services.store.read() as connection:
        (told,) = connection.execute(notices.select().where(notices.c.kind == "report")).all()
        assert connection.execute(reports.select()).one().letter is None
    assert told.account == id_of(england)
    assert "We spoke to him." in told.body
    assert "SECRET-INSULT" not in told.body


def test_the_letter_to_the_admins_tells_neither_whom_nor_what(server: Server) -> None:
    make_admin(server)
    ilse = server.sign_up("Ilse")
    server.sign_up("Hans")
    report(ilse, name="Hans", text="SECRET-ACCUSATION")
    with server.services.store.read() as connection:
        (told,) = connection.execute(notices.select().where(notices.c.kind == "admin")).all()
    assert [word for word in ("Hans", "Ilse", "SECRET") if word in told.body + told.subject] == []


def test_an_admin_who_plays_learns_nothing_of_reports_from_the_game(server: Server) -> None:
    match, other = make_match(server, terms={"is_anonymous": True}), make_admin(server, "Bea")
    admin = make_admin(server, "Ada")
    match.post(admin, "join", {"role": "spectator"})
    report(match.players["ENGLAND"], game=match.id, power="FRANCE")
    (row,) = get(admin, "reports")["reports"]
    assert row["is_withheld"] is True
    assert (row["reporter"], row["reported"], row["text"], row["game"]) == (None, None, None, None)
    post(admin, f"reports/{row['id']}/close", {"outcome": "nothing"}, status=409)
    post(other, f"reports/{row['id']}/close", {"outcome": "nothing"})


def test_nobody_learns_by_a_report_who_plays_or_who_wrote_grey_press(server: Server) -> None:
    match = make_match(server, terms={"is_anonymous": True, "press": {"grey": True}})
    england = match.players["ENGLAND"]
    body = {"to": "all", "text": "Grey", "grey": True}
    letter = match.post(match.players["FRANCE"], "press", body, status=201)
    report(england, game=match.id, room=letter["room"], message=letter["id"])
    report(england, game=match.id, power="FRANCE")
    assert "France player" not in str(call(england, "GET", "reports"))


def test_letters_of_others_and_games_of_others_cannot_be_reported(server: Server) -> None:
    match, letter = make_match(server), None
    letter = send(match)
    where = {"game": match.id, "room": letter["room"], "message": letter["id"]}
    england = match.players["ENGLAND"]
    refused = [
        report(match.players["GERMANY"], 404, **where),
        report(server.sign_up("Strange person"), 409, **where),
        report(england, 404, **{**where, "message": 99}),
        report(match.players["FRANCE"], 409, **where),
        report(england, 404, name="Nobody at all"),
        report(england, 422),
    ]
    assert all(answer["error"]["message"] for answer in refused)


def test_only_so_many_reports_wait_at_once(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("legation.server.people.reports.MOST_OPEN", 4)
    ilse = server.sign_up("Ilse")
    for name in ("Hans", "Karl"):
        server.sign_up(name)
    for _ in range(3):
        report(ilse, name="Hans")
    assert report(ilse, 409, name="Hans")["error"]["code"] == "too_many"
    report(ilse, name="Karl")
    assert report(ilse, 409, name="Karl")["error"]["code"] == "too_many"


def test_nobody_but_admins_reads_reports(server: Server) -> None:
    ilse = server.sign_up("Ilse")
    assert ilse.get("/api/v1/admin/reports").status_code == 403
    assert server.client().get("/api/v1/admin/reports").status_code == 401
