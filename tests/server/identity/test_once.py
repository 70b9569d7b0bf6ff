"""What a page sends again under the same number is done once."""

from typing import Any

import pytest

from legation.server.admin.expiry import tidy
from legation.server.base.refusals import HttpRefusal
from legation.server.identity.once import KEPT, Sending
from legation.server.worker import work_through
from tests.server.kit import Client, Server
from tests.server.people import Match, make_match

NUMBER = {"Idempotency-Key": "6f1c2a9e-0b1d-4d55-8f3e-1b9c1f6f5a10"}
OTHER = {"Idempotency-Key": "11111111-0b1d-4d55-8f3e-1b9c1f6f5a10"}
SOLO = {"variant": "standard", "level": "easy"}
HOSTED = {"title": "The Long Peace", "variant": "standard"}


@pytest.fixture
def match(server: Server) -> Match:
    return make_match(server)


def send(client: Client, path: str, body: object, number: dict[str, str]) -> Any:
    answer = client.post(f"/api/v1{path}", json=body, headers=number)
    assert answer.is_success, answer.text
    client.get("/api/v1/session")
    return answer.json()


def count_games(client: Client) -> int:
    return len(client.get("/api/v1/games", params={"scope": "mine"}).json()["games"])


def test_a_guest_who_missed_the_answer_begins_one_game(server: Server) -> None:
    guest = server.client()
    first = send(guest, "/solo", SOLO, NUMBER)["game"]["id"]
    assert send(guest, "/solo", SOLO, NUMBER)["game"]["id"] == first
    assert count_games(guest) == 1
    assert send(guest, "/solo", SOLO, OTHER)["game"]["id"] != first
    assert count_games(guest) == 2


def test_a_number_belongs_to_its_sender(server: Server) -> None:
    ana, remy = server.sign_up("Ana"), server.sign_up("Remy")
    assert send(ana, "/games", HOSTED, NUMBER)["id"] != send(remy, "/games", HOSTED, NUMBER)["id"]


def test_a_hosted_game_is_made_once_and_without_a_number_each_time(server: Server) -> None:
    ana = server.sign_up("Ana")
    made = {send(ana, "/games", HOSTED, NUMBER)["id"] for _ in range(3)}
    assert len(made) == count_games(ana) == 1
    send(ana, "/games", HOSTED, {})
    send(ana, "/games", HOSTED, {})
    assert count_games(ana) == 3


def test_a_deadline_is_moved_once(match: Match) -> None:
    path, act = f"/games/{match.id}/gm/acts", {"act": "extend", "hours": 24, "note": "A holiday"}
    before = match.get(match.gm, "")["deadline"]
    first = send(match.gm, path, act, NUMBER)["log"]
    once = match.get(match.gm, "")["deadline"]
    assert once != before
    assert send(match.gm, path, act, NUMBER)["log"] == first
    assert match.get(match.gm, "")["deadline"] == once
    send(match.gm, path, act, OTHER)
    assert match.get(match.gm, "")["deadline"] != once


def test_a_dry_run_has_results_each_time(match: Match) -> None:
    path, act = f"/games/{match.id}/gm/acts", {"act": "dry-run"}
    assert all(send(match.gm, path, act, NUMBER)["results"] for _ in range(2))


def test_an_ending_is_proposed_once(match: Match) -> None:
    france, path = match.players["FRANCE"], f"/games/{match.id}/votes"
    for _ in range(2):
        assert len(send(france, path, {"places": []}, NUMBER)["proposals"]) == 1


def test_what_was_refused_is_done_when_it_is_sent_again(server: Server) -> None:
    ana = server.sign_up("Ana")
    refused = ana.post("/api/v1/games", json={**HOSTED, "variant": "nowhere"}, headers=NUMBER)
    assert refused.status_code == 404
    send(ana, "/games", HOSTED, NUMBER)
    assert count_games(ana) == 1


def test_of_two_at_a_time_one_is_refused(server: Server) -> None:
    ana = server.sign_up("Ana")
    assert ana.account is not None
    sending, now = Sending("POST /games", "one-number"), server.clock.now()
    with server.services.store.write() as connection:
        sending.note(connection, now, ana.account["id"], "abc")
    with pytest.raises(HttpRefusal, match="sent before"), server.services.store.write() as connection:
        sending.note(connection, now, ana.account["id"], "def")
    with server.services.store.read() as connection:
        assert sending.recall(connection, ana.account["id"]) == "abc"


def test_numbers_are_forgotten_after_some_days(server: Server) -> None:
    ana = server.sign_up("Ana")
    first = send(ana, "/games", HOSTED, NUMBER)["id"]
    server.clock.pass_time(seconds=KEPT.total_seconds() + 1)
    tidy(server.services)
    assert send(ana, "/games", HOSTED, NUMBER)["id"] != first


@pytest.mark.parametrize("number", ["short", "x" * 65, "not a number"])
def test_a_number_that_is_none_is_refused(server: Server, number: str) -> None:
    answer = server.sign_up("Ana").post("/api/v1/games", json=HOSTED, headers={"Idempotency-Key": number})
    assert answer.status_code == 422


def test_a_person_is_reported_once(server: Server) -> None:
    ana, _ = server.sign_up("Ana"), server.sign_up("Remy")
    body = {"cause": "spam", "text": "The same letter, to everybody", "name": "Remy"}
    for _ in range(2):
        assert len(send(ana, "/reports", body, NUMBER)["reports"]) == 1
    assert len(send(ana, "/reports", body, OTHER)["reports"]) == 2


def test_a_vacation_is_announced_once_and_says_again_what_it_did(match: Match) -> None:
    france, away = match.players["FRANCE"], {"begins_at": "2026-11-17T00:00:00Z", "ends_at": "2026-11-20T00:00:00Z"}
    first = send(france, "/absences", away, NUMBER)
    assert [game["outcome"] for game in first["games"]] == ["moved"]
    assert send(france, "/absences", away, NUMBER) == first
    assert len(france.get("/api/v1/absences").json()["absences"]) == 1


def test_an_excuse_takes_its_days_once(match: Match) -> None:
    france, away = match.players["FRANCE"], {"begins_at": "2026-11-17T00:00:00Z", "ends_at": "2026-11-20T00:00:00Z"}
    first = send(france, f"/games/{match.id}/excuses", away, NUMBER)
    assert (first["outcome"], first["days_used"]) == ("moved", 2)
    assert send(france, f"/games/{match.id}/excuses", away, NUMBER) == first
    assert len(match.get(france, "excuses")["absences"]) == 1


def test_an_act_is_set_for_later_once(match: Match) -> None:
    body = {"act": {"act": "remind"}, "at": "2026-11-16T20:00:00Z"}
    for _ in range(2):
        assert len(send(match.gm, f"/games/{match.id}/gm/schedule", body, NUMBER)["acts"]) == 1
    assert [line["act"] for line in match.log()].count("schedule") == 1


def test_the_next_phase_is_judged_once(server: Server) -> None:
    ana = server.sign_up("Ana")
    game = send(ana, "/solo", SOLO, {})["game"]["id"]
    send(ana, f"/games/{game}/solo/resign", {}, {})
    before = ana.get(f"/api/v1/games/{game}").json()["turn"]
    for _ in range(2):
        send(ana, f"/games/{game}/solo/next", {"turn": before}, NUMBER)
        work_through(server.services)
        assert ana.get(f"/api/v1/games/{game}").json()["turn"] == before + 1


def test_a_token_takes_the_place_of_one_whose_secret_did_not_arrive(server: Server) -> None:
    ana, wish = server.sign_up("Ana"), {"label": "my bot", "scope": "play", "days": 7}
    unseen, seen = (send(ana, "/tokens", wish, NUMBER)["token"] for _ in range(2))
    assert len(ana.get("/api/v1/tokens").json()["tokens"]) == 1
    script = server.client()
    for token, status in ((unseen, 401), (seen, 200)):
        answer = script.get("/api/v1/games?scope=mine", headers={"Authorization": f"Bearer {token}"})
        assert answer.status_code == status
    # A third time replaces the second.
    send(ana, "/tokens", wish, NUMBER)
    assert len(ana.get("/api/v1/tokens").json()["tokens"]) == 1


def test_a_link_takes_the_place_of_one_that_was_not_seen(match: Match) -> None:
    path, body = f"/games/{match.id}/invitations", {"role": "spectator", "uses": 1, "days": 7}
    before = len(match.log())
    unseen, seen = (send(match.gm, path, body, NUMBER)["token"] for _ in range(2))
    stranger = match.server.client()
    assert stranger.get(f"/api/v1/invitations/{unseen}").status_code == 404
    assert stranger.get(f"/api/v1/invitations/{seen}").status_code == 200
    assert len(match.get(match.gm, "gm")["invitations"]) == 1
    assert len(match.log()) == before + 1


def test_links_for_all_seats_are_made_once(server: Server) -> None:
    gm = server.sign_up("Gisela")
    game = send(gm, "/games", HOSTED, {})["id"]
    first, second = (send(gm, f"/games/{game}/invitations/seats", {"days": 7}, NUMBER)["links"] for _ in range(2))
    assert len(first) == len(second) == 7
    stranger = server.client()
    for links, status in ((first, 404), (second, 200)):
        tokens = [link["url"].rpartition("/")[2] for link in links]
        assert {stranger.get(f"/api/v1/invitations/{token}").status_code for token in tokens} == {status}
