import pytest
from sqlalchemy import select

from legation.server.mail.notice_kinds import NoticeKind
from legation.server.store.tables import notices
from tests.server.admin.helpers import get, id_of, list_told, make_admin, post
from tests.server.kit import PASSWORD, Client, Server, list_routes
from tests.server.people import make_match


def test_nobody_but_an_admin_sees_or_does_anything(server: Server) -> None:
    ilse = server.sign_up("Ilse")
    routes = [(path, method) for path, method in list_routes() if path.startswith("/api/v1/admin/")]
    assert len(routes) >= 19
    for path, method in routes:
        address = path.replace("{account}", "1").replace("{game}", "x").replace("{ban}", "1").replace("{letter}", "1")
        body = {"reason": "x", "network": "203.0.113.1", "login": "Ilse"}
        options = {"json": body} if method == "POST" else {}
        assert server.client().request(method, address, **options).status_code in (401, 422), path
        refused = ilse.request(method, address, **options)
        assert refused.status_code in (403, 422), path
    assert ilse.post("/api/v1/admin/accounts/1/ban", json={"reason": "x"}).status_code == 403
    assert ilse.get("/api/v1/admin/accounts").status_code == 403


def test_a_token_of_an_admin_is_not_enough(server: Server) -> None:
    admin = make_admin(server)
    token = admin.post("/api/v1/tokens", json={"label": "script"}).json()["token"]
    answer = server.client().get("/api/v1/admin/accounts", headers={"Authorization": f"Bearer {token}"})
    assert answer.status_code == 403
    assert "token" in answer.json()["error"]["message"]


def test_accounts_are_found_by_name_address_and_state_a_page_at_a_time(server: Server) -> None:
    admin = make_admin(server)
    for name in ("Otto", "Ottilie", "Paul_1"):
        server.sign_up(name)
    assert [row["name"] for row in get(admin, "accounts")["accounts"]] == ["Paul_1", "Ottilie", "Otto", "Ada"]
    assert [row["name"] for row in get(admin, "accounts", words="OTT")["accounts"]] == ["Ottilie", "Otto"]
    assert [row["name"] for row in get(admin, "accounts", words="l_1")["accounts"]] == ["Paul_1"]
    assert [row["name"] for row in get(admin, "accounts", words="_")["accounts"]] == ["Paul_1"]
    assert [row["name"] for row in get(admin, "accounts", state="admin")["accounts"]] == ["Ada"]
    (row,) = get(admin, "accounts", words="paul_1@example.org")["accounts"]
    assert (row["state"], row["sessions"], row["games"], row["banned_until"]) == ("account", 1, 0, None)
    for number in range(50):
        server.sign_up(f"Person {number}")
    first = get(admin, "accounts")
    assert len(first["accounts"]) == 50
    second = get(admin, "accounts", before=first["next"])
    assert [row["name"] for row in second["accounts"]] == ["Paul_1", "Ottilie", "Otto", "Ada"]
    assert second["next"] is None


def sign_in(server: Server, name: str) -> tuple[Client, int, str]:
    client = server.client()
    answer = client.post("/api/v1/session", json={"login": name, "password": PASSWORD})
    return client, answer.status_code, answer.json().get("error", {}).get("message", "")


def test_who_is_banned_is_out_cannot_sign_in_and_is_told_why(server: Server) -> None:
    admin, otto = make_admin(server), server.sign_up("Otto")
    token = otto.post("/api/v1/tokens", json={"label": "script"}).json()["token"]
    as_script = {"Authorization": f"Bearer {token}"}
    assert server.client().get("/api/v1/games?scope=mine", headers=as_script).status_code == 200
    post(admin, f"accounts/{id_of(otto)}/ban", {"reason": "insults in press", "days": 3})
    assert otto.get("/api/v1/session").json()["account"] is None
    assert otto.get("/api/v1/tokens").status_code == 401
    refused = server.client().get("/api/v1/games?scope=mine", headers=as_script)
    assert (refused.status_code, refused.json()["error"]["code"]) == (403, "banned")
    _, status, message = sign_in(server, "Otto")
    assert status == 403
    assert message == "This account is banned until Wed 18 Nov 2026, 12:00 (UTC): insults in press."
    assert list_told(server, "ban") == ["Otto"]
    (row,) = get(admin, "accounts", state="banned")["accounts"]
    assert (row["name"], row["state"], row["ban_reason"]) == ("Otto", "banned", "insults in press.")


def test_the_masters_of_a_banned_players_games_are_told_the_power_and_no_name(server: Server) -> None:
    admin, match = make_admin(server), make_match(server)
    france = id_of(match.players["FRANCE"])
    post(admin, f"accounts/{france}/ban", {"reason": "insults in press", "days": 3})
    server.clock.pass_time(hours=1)
    post(admin, f"accounts/{france}/unban", {})
    server.clock.pass_time(hours=1)
    post(admin, f"accounts/{france}/ban", {"reason": "again"})
    post(admin, f"accounts/{id_of(match.gm)}/ban", {"reason": "plays nothing there"})
    with server.services.store.read() as connection:
        wanted = select(notices.c.body, notices.c.account).where(notices.c.kind == NoticeKind.TASK)
        letters = connection.execute(wanted.order_by(notices.c.id)).all()
    assert {letter.account for letter in letters} == {id_of(match.gm)}
    assert [letter.body.partition(" and ")[0].removeprefix("The player of France is ") for letter in letters] == [
        "banned from this host until Wed 18 Nov 2026, 12:00 (UTC)",
        "no longer banned from this host",
        "banned from this host",
    ]
    assert not any("France player" in letter.body or "insults" in letter.body for letter in letters)


def test_a_wrong_password_of_a_banned_account_tells_nothing_of_the_ban(server: Server) -> None:
    admin, otto = make_admin(server), server.sign_up("Otto")
    post(admin, f"accounts/{id_of(otto)}/ban", {"reason": "secret"})
    answer = server.client().post("/api/v1/session", json={"login": "Otto", "password": "wrong password"})
    assert answer.status_code == 401


def test_a_ban_ends_by_itself_or_is_lifted(server: Server) -> None:
    admin, otto, paul = make_admin(server), server.sign_up("Otto"), server.sign_up("Paul")
    post(admin, f"accounts/{id_of(otto)}/ban", {"reason": "a rest", "days": 1})
    post(admin, f"accounts/{id_of(paul)}/ban", {"reason": "cheating"})
    assert sign_in(server, "Paul")[2] == "This account is banned: cheating."
    server.clock.pass_time(days=1, minutes=1)
    assert sign_in(server, "Otto")[1] == 200
    assert sign_in(server, "Paul")[1] == 403
    post(admin, f"accounts/{id_of(paul)}/unban", {"reason": "it was his brother"})
    assert sign_in(server, "Paul")[1] == 200
    post(admin, f"accounts/{id_of(paul)}/unban", {}, status=409)


def test_a_link_for_a_new_password_opens_no_banned_account(server: Server) -> None:
    admin, otto = make_admin(server), server.sign_up("Otto")
    post(admin, f"accounts/{id_of(otto)}/ban", {"reason": "cheating"})
    post(admin, f"accounts/{id_of(otto)}/reset")
    with server.services.store.read() as connection:
        body = connection.exec_driver_sql("SELECT body FROM notices WHERE kind = 'reset'").scalar_one()
    secret = body.split("/reset/")[1].split()[0]
    answer = server.client().post("/api/v1/passwords/reset", json={"token": secret, "password": "a new password"})
    assert (answer.status_code, answer.json()["error"]["code"]) == (403, "banned")


def test_a_ban_needs_a_reason_and_spares_admins(server: Server) -> None:
    admin, otto = make_admin(server), server.sign_up("Otto")
    other = make_admin(server, "Bea")
    post(admin, f"accounts/{id_of(otto)}/ban", {"reason": "  "}, status=422)
    for client in (admin, other):
        post(admin, f"accounts/{id_of(client)}/ban", {"reason": "x"}, status=409)
        post(admin, f"accounts/{id_of(client)}/close", {"reason": "x"}, status=409)
    post(admin, "accounts/999/ban", {"reason": "x"}, status=404)
    assert otto.get("/api/v1/games").status_code == other.get("/api/v1/games").status_code == 200


def test_somebody_is_signed_out_everywhere(server: Server) -> None:
    admin, otto = make_admin(server), server.sign_up("Otto")
    again, status, _ = sign_in(server, "Otto")
    assert status == 200
    post(admin, f"accounts/{id_of(otto)}/sign-out", {"reason": "lost laptop"})
    assert [client.get("/api/v1/session").json()["account"] for client in (otto, again)] == [None, None]
    assert sign_in(server, "Otto")[1] == 200


def test_every_act_stands_in_the_log_with_who_when_whom_and_why(server: Server) -> None:
    admin, otto = make_admin(server), server.sign_up("Otto")
    post(admin, f"accounts/{id_of(otto)}/ban", {"reason": "insults", "days": 3})
    post(admin, f"accounts/{id_of(otto)}/unban", {"reason": "he said sorry"})
    post(admin, f"accounts/{id_of(otto)}/sign-out")
    post(admin, f"accounts/{id_of(otto)}/reset")
    post(admin, f"accounts/{id_of(otto)}/close", {"reason": "asked for it"})
    lines = get(admin, "log")["acts"]
    target = f"account {id_of(otto)} (Otto)"
    assert [(line["act"], line["actor"], line["target"], line["reason"]) for line in reversed(lines)] == [
        ("ban", "Ada", target, "insults."),
        ("unban", "Ada", target, "he said sorry."),
        ("sign-out", "Ada", target, ""),
        ("reset", "Ada", target, ""),
        ("close", "Ada", target, "asked for it."),
    ]
    assert lines[0]["at"] == "2026-11-15T12:00:00Z"
    assert lines[-1]["text"] == "Otto is banned until Wed 18 Nov 2026, 12:00 (UTC)."


@pytest.mark.parametrize("network", ["203.0.113.7", "203.0.113.0/24"])
def test_strangers_of_a_banned_network_read_and_do_nothing_else(server: Server, network: str) -> None:
    admin = make_admin(server)
    post(admin, "networks", {"network": network, "reason": "flooding", "days": 2}, status=201)
    stranger = Client(server.app, client=("203.0.113.7", 5000))
    neighbour = Client(server.app, client=("198.51.100.1", 5000))
    refused = stranger.post("/api/v1/solo", json={"variant": "standard", "level": "easy"})
    assert (refused.status_code, refused.json()["error"]["code"]) == (403, "banned")
    assert stranger.post("/api/v1/sandboxes/judge", json={"request": {}}).status_code == 403
    new = {"name": "New", "email": "new@example.org", "password": PASSWORD}
    assert stranger.post("/api/v1/accounts", json=new).status_code == 403
    assert stranger.get("/api/v1/variants").status_code == 200
    assert neighbour.post("/api/v1/accounts", json=new).status_code == 201
    server.clock.pass_time(days=3)
    assert stranger.post("/api/v1/solo", json={"variant": "standard", "level": "easy"}).status_code == 201


def test_who_has_an_account_gets_in_from_a_banned_network(server: Server) -> None:
    admin = make_admin(server)
    server.sign_up("Otto")
    post(admin, "networks", {"network": "203.0.113.7", "reason": "flooding"}, status=201)
    otto = Client(server.app, client=("203.0.113.7", 5000))
    assert otto.post("/api/v1/session", json={"login": "Otto", "password": PASSWORD}).status_code == 200
    assert otto.post("/api/v1/tokens", json={"label": "script"}).status_code == 201
    (ban,) = get(admin, "networks")["networks"]
    assert admin.delete(f"/api/v1/admin/networks/{ban['id']}").status_code == 200
    assert get(admin, "networks")["networks"] == []


def test_an_address_of_a_household_stands_for_all_of_it(server: Server) -> None:
    admin = make_admin(server)
    post(admin, "networks", {"network": "2001:db8:1:2:3:4:5:6", "reason": "flooding"}, status=201)
    assert get(admin, "networks")["networks"][0]["network"] == "2001:db8:1:2::/64"
    stranger = Client(server.app, client=("2001:db8:1:2:ffff::1", 5000))
    assert stranger.post("/api/v1/solo", json={"variant": "standard", "level": "easy"}).status_code == 403
    for wrong in ("nowhere", "0.0.0.0/0", "::/0", ""):
        post(admin, "networks", {"network": wrong, "reason": "x"}, status=422)
