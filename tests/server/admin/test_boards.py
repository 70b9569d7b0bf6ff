"""What admins do with boards: they say who may bring them, publish them and remove them."""

from tests.server.admin.helpers import get, id_of, make_admin, post
from tests.server.boards.helpers import bring, host
from tests.server.kit import Server


def test_an_admin_names_who_may_bring_boards(server: Server) -> None:
    admin, bob = make_admin(server), server.sign_up("Bob")
    path = f"accounts/{id_of(bob)}/boards"
    assert post(admin, path, {"allowed": True}) == {"text": "Bob may upload boards."}
    assert bob.get("/api/v1/boards").json()["may_bring"] is True
    assert [row["brings_boards"] for row in get(admin, "accounts", words="Bob")["accounts"]] == [True]
    assert post(admin, path, {"allowed": True}, status=409)["error"]["code"] == "no_change"
    assert post(admin, path, {"allowed": False})
    assert bob.get("/api/v1/boards").json()["may_bring"] is False
    assert post(bob, path, {"allowed": True}, status=403)["error"]["code"] == "forbidden"


def test_an_admin_publishes_and_removes_boards(server: Server) -> None:
    admin, bob = make_admin(server), server.sign_up("Bob")
    board = bring(admin)["id"]
    admin.put(f"/api/v1/boards/{board}/publishing", json={"wanted": True})
    rows = get(admin, "boards")
    assert (rows["uploads"], rows["folder"]) == ("named", None)
    assert [(row["id"], row["state"], row["owner"]) for row in rows["boards"]] == [(board, "asked", "Ada")]
    host(bob, board, status=404)
    assert post(admin, f"boards/{board}/publish") == {"text": "The board The Lagoon is published."}
    host(bob, board)
    assert post(admin, f"boards/{board}/publish", status=409)["error"]["code"] == "no_change"
    assert post(admin, f"boards/{board}/unpublish")
    host(bob, board, status=404)
    assert post(admin, f"boards/{board}/remove", {"reason": "A copy"})
    assert get(admin, "boards")["boards"] == []
    assert get(admin, "log")["acts"][0]["act"] == "remove-board"
