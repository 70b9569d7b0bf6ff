"""Games as an admin sees them, and a master for a game that has none."""

from sqlalchemy import select, update

from legation.server.store.tables import accounts, games, members
from tests.server.admin.helpers import get, id_of, list_told, make_admin, post
from tests.server.kit import PASSWORD, Server
from tests.server.people import Match, make_match


def close(match: Match) -> None:
    """The game master leaves for good."""
    answer = match.gm.post("/api/v1/account/close", json={"password": PASSWORD})
    assert answer.status_code == 204, answer.text


def test_games_are_found_by_title_and_state(server: Server) -> None:
    admin, match = make_admin(server), make_match(server)
    (row,) = get(admin, "games", words="long")["games"]
    assert (row["id"], row["status"], row["phase"], row["gm"]) == (match.id, "running", "S1901M", "Master")
    assert (row["players"], row["entries"], row["size"], row["judged_at"]) == (3, 0, 0, None)
    assert (row["is_overdue"], row["is_orphaned"]) == (False, False)
    match.judge()
    (row,) = get(admin, "games", which="running")["games"]
    assert row["judged_at"] == "2026-11-15T12:00:00Z"
    assert row["size"] > 1000
    assert get(admin, "games", which="paused")["games"] == []
    server.clock.pass_time(days=10)
    assert [row["is_overdue"] for row in get(admin, "games", which="overdue")["games"]] == [True]
    assert get(admin, "host")["games"]["overdue"] == 1


def test_games_are_listed_a_page_at_a_time(server: Server) -> None:
    admin = make_admin(server)
    for number in range(30):
        wish = {"title": f"Game {number}", "variant": "standard", "terms": {}}
        assert admin.post("/api/v1/games", json=wish).status_code == 201
        server.clock.pass_time(seconds=1)
    first = get(admin, "games")
    second = get(admin, "games", after=first["next"])
    assert [row["title"] for row in first["games"] + second["games"]] == [f"Game {29 - n}" for n in range(30)]
    assert second["next"] is None


def test_a_game_whose_master_closes_the_account_is_shown_as_without_one(server: Server) -> None:
    admin, match = make_admin(server), make_match(server)
    france = match.players["FRANCE"]
    assert get(admin, "games", which="orphaned")["games"] == []
    close(match)
    assert match.get(france)["gm"] == ""
    assert match.get(france, "log")["log"][0]["text"] == (
        "Master has closed their account. The game now has no game master."
    )
    assert list_told(server, "master") == ["England player", "France player", "Germany player"]
    assert list_told(server, "admin") == ["Ada"]
    (row,) = get(admin, "games", which="orphaned")["games"]
    assert (row["id"], row["is_orphaned"], row["gm"]) == (match.id, True, None)
    assert get(admin, "host")["games"]["orphaned"] == 1


def test_the_second_game_master_takes_over(server: Server) -> None:
    admin, match = make_admin(server), make_match(server)
    otto = match.join("Otto", "spectator")
    match.act("co-gm", {"account": id_of(otto), "on": True})
    close(match)
    assert match.get(otto)["gm"] == "Otto"
    assert match.get(otto)["you"]["roles"] == ["gm"]
    assert match.get(otto, "log")["log"][0]["text"] == ("Master has closed their account. Otto now runs the game.")
    assert "Otto" in list_told(server, "master")
    assert list_told(server, "admin") == []
    assert get(admin, "games", which="orphaned")["games"] == []


def test_an_admin_appoints_a_master_and_all_are_told(server: Server) -> None:
    admin, match = make_admin(server), make_match(server)
    otto = server.sign_up("Otto")
    close(match)
    server.clock.pass_time(hours=1)
    body = {"login": "otto", "reason": "the players chose him"}
    assert post(admin, f"games/{match.id}/master", body)["text"] == "Otto now runs The Long Peace."
    assert match.get(otto)["you"]["is_gm"]
    match.act("extend", {"hours": 24}, who=otto)
    log = match.get(otto, "log")["log"]
    assert log[1]["text"] == "Otto now runs the game, appointed by the admins of this host."
    assert (log[1]["note"], log[1]["actor"]) == ("the players chose him.", "the host")
    assert list_told(server, "master").count("France player") == 2
    assert get(admin, "log")["acts"][0]["target"] == f"game {match.id} (The Long Peace)"


def test_a_master_who_is_replaced_looks_on(server: Server) -> None:
    admin, match = make_admin(server), make_match(server)
    server.sign_up("Otto")
    post(admin, f"games/{match.id}/master", {"login": "Otto", "reason": "no sign of life for a month"})
    assert match.get(match.gm)["you"]["roles"] == ["spectator"]
    match.act("extend", {"hours": 24}, status=403)


def test_who_cannot_run_a_game_is_not_appointed(server: Server) -> None:
    admin, match = make_admin(server), make_match(server)
    close(match)
    post(admin, f"games/{match.id}/master", {"login": "France player"}, status=409)
    post(admin, f"games/{match.id}/master", {"login": "nobody"}, status=404)
    post(admin, "games/none/master", {"login": "Ada"}, status=404)
    otto = server.sign_up("Otto")
    post(admin, f"accounts/{id_of(otto)}/ban", {"reason": "x"})
    post(admin, f"games/{match.id}/master", {"login": "Otto"}, status=409)
    post(admin, f"games/{match.id}/master", {"login": "Ada"})
    post(admin, f"games/{match.id}/master", {"login": "Ada"}, status=409)


def test_a_game_of_an_older_version_whose_master_is_gone_has_none(server: Server) -> None:
    admin, match = make_admin(server), make_match(server)
    with server.services.store.write() as connection:
        connection.execute(update(accounts).where(accounts.c.name == "Master").values(is_closed=True))
    assert [row["id"] for row in get(admin, "games", which="orphaned")["games"]] == [match.id]
    assert match.get(match.players["FRANCE"])["gm"] == ""
    post(admin, f"games/{match.id}/master", {"login": "Ada"})
    with server.services.store.read() as connection:
        running = select(accounts.c.name).join(members).where(members.c.role == "gm", members.c.left_at.is_(None))
        assert connection.execute(running).scalars().all() == ["Ada"]


def test_a_player_who_closes_the_account_leaves_the_seat_to_standbys(server: Server) -> None:
    match = make_match(server)
    standby = match.join("Otto", "standby")
    france = match.players["FRANCE"]
    assert france.post("/api/v1/account/close", json={"password": PASSWORD}).status_code == 204
    seats = {seat["power"]: seat for seat in match.get(standby)["seats"]}
    assert (seats["FRANCE"]["kind"], seats["FRANCE"]["is_offered"]) == ("empty", True)
    assert list_told(server, "offer") == ["Master", "Otto"]


def test_a_game_that_has_ended_keeps_the_name_of_its_master(server: Server) -> None:
    match = make_match(server)
    with server.services.store.write() as connection:
        connection.execute(update(games).values(status="ended"))
    close(match)
    assert match.get(match.players["FRANCE"])["gm"] == "Master"
    assert list_told(server, "master") == []


def test_the_host_pauses_a_game_and_lets_it_go_on(server: Server) -> None:
    admin, match = make_admin(server), make_match(server)
    post(admin, f"games/{match.id}/pause", {"reason": "the mail server is down"})
    game = match.get(match.players["FRANCE"])
    assert game["status"] == "paused"
    line = match.log()[0]
    assert (line["actor"], line["note"]) == ("the host", "the mail server is down.")
    post(admin, f"games/{match.id}/pause", status=409)
    server.clock.pass_time(days=2)
    post(admin, f"games/{match.id}/resume")
    again = match.get(match.players["FRANCE"])
    assert (again["status"], again["deadline"]) == ("running", "2026-11-20T12:00:00Z")


def test_an_admin_sees_neither_orders_nor_press_nor_notes(server: Server) -> None:
    admin, match = make_admin(server), make_match(server, terms={"is_private": True, "gm_sees_orders": True})
    match.order("FRANCE", ["A PAR - BUR"], confirm=True)
    match.put(match.players["FRANCE"], "notes", {"text": "TOPSECRETNOTE"})
    letter = {"to": ["ENGLAND"], "text": "TOPSECRETPLAN"}
    match.post(match.players["FRANCE"], "press", letter, status=201)
    for rest in ("", "orders", "press", "gm", "log", "board", "results", "export", "notes"):
        assert admin.get(match.path(rest)).status_code in (403, 404, 405), rest
    seen = ""
    for path in ("accounts", "games", "host", "log", "letters?state=waiting", "sizes", "networks"):
        seen += admin.get(f"/api/v1/admin/{path}").text
    assert "TOPSECRET" not in seen
    assert "BUR" not in seen


def test_games_against_bots_have_no_master_and_none_is_appointed(server: Server) -> None:
    admin, ilse = make_admin(server), server.sign_up("Ilse")
    game = ilse.post("/api/v1/solo", json={"variant": "standard", "level": "easy"}).json()["game"]["id"]
    assert get(admin, "games", which="orphaned")["games"] == []
    assert get(admin, "games")["games"] == []
    assert [row["id"] for row in get(admin, "games", which="solo")["games"]] == [game]
    post(admin, f"games/{game}/master", {"login": "Ada"}, status=409)
