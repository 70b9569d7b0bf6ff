"""Everybody whom something concerns is told once, nobody else is, and nobody learns what is secret."""

from email import message_from_bytes, policy
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest

from legation.server.mail.outbox import send_letters
from legation.server.store.tables import notices
from legation.server.worker import work_through
from tests.server.kit import Client, Server
from tests.server.people import Match, make_match


@pytest.fixture
def match(server: Server) -> Match:
    return make_match(server, terms={"webhook": "https://hooks.example.org/abc", "missing": {"limit": 2}})


def id_of(client: Client) -> int:
    assert client.account is not None
    number: int = client.account["id"]
    return number


def told(match: Match, *kinds: str, channel: str = "mail") -> list[Any]:
    with match.server.services.store.read() as connection:
        wanted = notices.select().where(notices.c.kind.in_(kinds), notices.c.channel == channel)
        return list(connection.execute(wanted.order_by(notices.c.id)))


def who(match: Match, *kinds: str) -> list[int]:
    return sorted(notice.account for notice in told(match, *kinds))


def players(match: Match, *powers: str) -> list[int]:
    return sorted(id_of(match.players[power]) for power in powers or match.players)


def choose(client: Client, **mail: bool) -> None:
    assert client.patch("/api/v1/account", json={"settings": {"mail": mail}}).status_code == 200


def miss(match: Match, *, besides: str) -> None:
    """A deadline passes; only one power has sent orders."""
    match.order(besides, ["A MUN H"])
    match.server.clock.pass_time(days=5)
    work_through(match.server.services)


def test_who_missed_is_told_that_no_orders_came(match: Match) -> None:
    miss(match, besides="GERMANY")
    letters = {notice.account: notice.body for notice in told(match, "judged")}
    own = letters[id_of(match.players["FRANCE"])]
    assert own.startswith("No orders came from France for Spring 1901, orders. Its units held.")
    assert "A PAR H" not in own
    assert "France has missed 1 in a row. After 2 the seat is offered to standbys." in own
    assert "No orders" not in letters[id_of(match.players["GERMANY"])]
    assert "No orders came from" in letters[id_of(match.gm)]


def test_the_page_tells_it_too_and_to_nobody_else(match: Match) -> None:
    miss(match, besides="GERMANY")
    lines = match.get(match.players["FRANCE"], "log")["log"]
    assert [line["text"] for line in lines if line["is_private"]] == [
        "No orders came from France for Spring 1901, orders. Its units held."
    ]
    for other in (match.players["ENGLAND"], match.players["GERMANY"], match.gm):
        assert not any("from France" in line["text"] for line in match.get(other, "log")["log"])


def test_a_seat_is_offered_kept_and_lost_and_its_player_is_told_whatever_was_chosen(match: Match) -> None:
    france, standby = match.players["FRANCE"], match.join("Standby", "standby")
    choose(france, judged=False, missed=False, seats=False)
    miss(match, besides="GERMANY")
    assert id_of(france) not in who(match, "judged", "missed")
    miss(match, besides="GERMANY")
    letter = next(notice for notice in told(match, "missed") if notice.account == id_of(france))
    assert "France has missed too many phases and is now offered to standbys." in letter.body
    assert id_of(standby) in who(match, "offer")
    match.act("offer", {"power": "FRANCE", "on": False})
    kept = told(match, "seat")[-1]
    assert (kept.account, kept.subject) == (id_of(france), "The Long Peace: you keep France")
    refused = standby.post(match.path("join"), json={"role": "player", "power": "FRANCE"})
    assert (refused.status_code, refused.json()["error"]["code"]) == (409, "seat_taken")
    match.act("offer", {"power": "FRANCE"})
    match.post(standby, "join", {"role": "player", "power": "FRANCE"})
    last = {notice.account: notice.subject for notice in told(match, "seat")}
    assert last[id_of(france)] == "The Long Peace: you no longer play France"
    assert last[id_of(standby)] == "The Long Peace: you play France"
    table = told(match, "replaced")
    assert {notice.account for notice in table} == {*players(match, "ENGLAND", "GERMANY"), id_of(match.gm)}
    assert all("France has a new player: Standby." in notice.body for notice in table)


def test_an_offer_of_an_empty_seat_is_not_taken_back(match: Match) -> None:
    match.post(match.players["FRANCE"], "leave")
    assert match.act("offer", {"power": "FRANCE", "on": False}, status=409)["error"]["code"] == "empty_seat"
    assert match.act("offer", {"power": "ENGLAND", "on": False}, status=409)["error"]["code"] == "no_change"


def test_no_letter_of_an_anonymous_game_names_anybody(server: Server) -> None:
    match = make_match(server, terms={"is_anonymous": True})
    standby = match.join("Standby", "standby")
    match.post(match.players["FRANCE"], "leave")
    match.post(standby, "join", {"role": "player", "power": "FRANCE"})
    match.act("seat", {"power": "FRANCE", "bot": "easy"})
    match.act("disorder", {"power": "ENGLAND", "on": True})
    match.post(match.players["GERMANY"], "votes", {"places": []}, status=201)
    with server.services.store.read() as connection:
        texts = [f"{notice.subject} {notice.body}" for notice in connection.execute(notices.select())]
    assert len(texts) > 10
    assert not [text for text in texts if "player of" not in text and ("Standby" in text or "France player" in text)]


@pytest.mark.parametrize(
    ("act", "body", "kind", "says"),
    [
        ("extend", {"hours": 5}, "deadline", "The deadline moves by 5 hours to"),
        ("pause", {}, "paused", "The game is paused."),
        ("correct", {"changes": [{"owner": {"space": "BUR", "power": "FRANCE"}}]}, "corrected", "Corrected Spring"),
        ("disorder", {"power": "ITALY", "on": True}, "disorder", "Italy falls into civil disorder."),
        ("terms", {"terms": {"vacation_days": 3}}, "terms", "Terms changed: vacation days from 14 to 3."),
    ],
)
def test_the_players_are_told_what_the_game_master_does(
    match: Match, act: str, body: dict[str, Any], kind: str, says: str
) -> None:
    if act == "correct":
        body = {"changes": [{"owner": {"space": "BEL", "power": "FRANCE"}}]}
    choose(match.players["ENGLAND"], deadlines=False, changes=False, seats=False)
    match.act(act, {**body, "note": "so we agreed"})
    assert who(match, kind) == players(match, "FRANCE", "GERMANY")
    letter = told(match, kind)[0]
    assert says in letter.body
    assert "The game master's note: so we agreed" in letter.body


def test_going_back_is_told_and_so_is_another_game_master(match: Match) -> None:
    match.judge()
    match.act("back", {"phase": "S1901M", "note": "wrong map"})
    assert who(match, "rewound") == players(match)
    helper = match.join("Helper", "spectator")
    match.act("hand-over", {"account": id_of(helper)})
    assert who(match, "master") == sorted([*players(match), id_of(helper)])


def test_the_webhook_hears_of_deadlines_pauses_and_seats(match: Match) -> None:
    match.act("extend", {"hours": 5})
    match.act("pause")
    match.act("resume")
    match.post(match.players["FRANCE"], "leave")
    kinds = [notice.kind for notice in told(match, "deadline", "paused", "resumed", "offer", channel="hook")]
    assert kinds == ["deadline", "paused", "resumed", "offer"]


def test_times_of_a_moved_deadline_are_also_in_the_readers_zone(match: Match) -> None:
    match.players["FRANCE"].patch("/api/v1/account", json={"settings": {"zone": "Asia/Tokyo"}})
    match.act("extend", {"hours": 5})
    own = next(notice for notice in told(match, "deadline") if notice.account == id_of(match.players["FRANCE"]))
    assert "In your time zone the deadline is Thu 19 Nov 2026, 02:00 (Asia/Tokyo)." in own.body


def test_one_game_can_have_choices_of_its_own(match: Match) -> None:
    france, other = match.players["FRANCE"], make_match(match.server, prefix="Other ")
    match.put(france, "letters", {"deadlines": False})
    assert match.get(france, "letters")["here"] == {"deadlines": False}
    match.act("extend", {"hours": 5})
    assert who(match, "deadline") == players(match, "ENGLAND", "GERMANY")
    choose(france, deadlines=False)
    match.put(france, "letters", {"deadlines": True})
    match.act("extend", {"hours": 5})
    assert id_of(france) in who(match, "deadline")
    stranger = match.server.sign_up("Stranger")
    assert other.put(stranger, "letters", {"press": False}, status=409)["error"]["code"] == "no_part"


def test_a_standby_is_admitted_or_refused_and_told(match: Match) -> None:
    asking = match.server.sign_up("Asking")
    assert match.post(asking, "join", {"role": "standby"})["you"]["roles"] == ["candidate"]
    assert [member["name"] for member in match.get(match.gm, "gm")["candidates"]] == ["Asking"]
    assert who(match, "candidate") == [id_of(match.gm)]
    match.act("offer", {"power": "FRANCE"})
    assert asking.post(match.path("join"), json={"role": "player", "power": "FRANCE"}).status_code == 403
    match.act("admit", {"account": id_of(asking), "on": False, "note": "we are full"})
    assert "we are full" in told(match, "standby")[-1].body
    assert match.get(asking)["you"]["roles"] == ["visitor"]
    assert match.act("admit", {"account": id_of(asking)}, status=404)["error"]["code"] == "no_such_member"
    match.post(asking, "join", {"role": "standby"})
    match.act("admit", {"account": id_of(asking)})
    assert told(match, "standby")[-1].subject == "The Long Peace: you are a standby"
    match.post(asking, "join", {"role": "player", "power": "FRANCE"})
    assert match.get(asking)["you"]["power"] == "FRANCE"


def test_the_terms_say_who_may_stand_by_and_who_gets_the_seat(server: Server) -> None:
    match = make_match(server, terms={"standbys": {"admission": "invited", "seats": "gm"}})
    asking = server.sign_up("Asking")
    assert match.post(asking, "join", {"role": "standby"}, status=403)["error"]["code"] == "forbidden"
    link = match.post(match.gm, "invitations", {"role": "standby"}, status=201)
    assert asking.post(f"/api/v1/invitations/{link['token']}").json()["you"]["roles"] == ["standby"]
    match.post(match.players["FRANCE"], "leave")
    refused = match.post(asking, "join", {"role": "player", "power": "FRANCE"}, status=403)
    assert "game master chooses" in refused["error"]["message"]
    match.act("seat", {"power": "FRANCE", "account": id_of(asking)})
    assert match.get(asking)["you"]["power"] == "FRANCE"


def test_a_link_in_the_letter_ends_letters_of_its_kind(match: Match) -> None:
    match.act("extend", {"hours": 5})
    send_letters(match.server.services)
    files = sorted(match.server.services.settings.letters.glob("*.eml"))
    letters = [message_from_bytes(file.read_bytes(), policy=policy.default) for file in files]
    moved = [letter for letter in letters if "deadline has moved" in str(letter["Subject"])]
    own = next(letter for letter in moved if "france" in str(letter["To"]))
    assert own["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    link = str(own["List-Unsubscribe"]).strip("<>")
    assert not any(letter["List-Unsubscribe"] for letter in letters if "you play" in str(letter["Subject"]))
    parts, program = urlsplit(link), match.server.client()
    query = {name: values[0] for name, values in parse_qs(parts.query).items()}
    for wrong in ({"choice": "judged"}, {"account": str(id_of(match.gm))}, {"sign": "0" * 32}):
        assert program.post(parts.path, params={**query, **wrong}).status_code == 404
    opened = program.get(f"{parts.path}?{parts.query}", follow_redirects=False)  # only opened, it changes nothing
    assert (opened.status_code, opened.headers["location"]) == (303, f"/letters/stop?{parts.query}")
    form = {"Content-Type": "application/x-www-form-urlencoded"}
    done = program.post(f"{parts.path}?{parts.query}", content="List-Unsubscribe=One-Click", headers=form)
    assert (done.status_code, done.json()) == (200, {"choice": "deadlines"})
    match.act("extend", {"hours": 5})
    last = [notice.account for notice in told(match, "deadline")][3:]
    assert sorted(last) == players(match, "ENGLAND", "GERMANY")
