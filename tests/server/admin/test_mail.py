"""Letters that do not arrive: listed, tried again, deleted; never read."""

from datetime import timedelta
from typing import Any

from sqlalchemy import select

from legation.server.mail.notice_kinds import NoticeKind
from legation.server.mail.notice_storage import Channel, add_notice
from legation.server.mail.outbox_storage import mark_failed, mark_sent
from legation.server.store.tables import notices
from tests.server.admin.helpers import get, id_of, make_admin, post
from tests.server.kit import START, Server


def put_letters(server: Server, account: int) -> dict[str, int]:
    """One letter that waits, one that fails, one that was given up, and one that arrived."""
    numbers = {}
    with server.services.store.write() as connection:
        for name in ("waiting", "failing", "given_up", "arrived"):
            add_notice(
                connection, channel=Channel.MAIL, kind=NoticeKind.PRESS, subject="SECRET", body=f"SECRET {name}",
                now=START, account=account,
            )  # fmt: skip
            numbers[name] = connection.execute(select(notices.c.id).order_by(notices.c.id.desc()).limit(1)).scalar_one()
        connection.execute(notices.update().where(notices.c.id == numbers["failing"]).values(tries=5))
        mark_failed(connection, numbers["failing"], START + timedelta(hours=6), "SMTPServerDisconnected")
        mark_sent(connection, numbers["given_up"], START, "given up: SMTPRecipientsRefused")
        mark_sent(connection, numbers["arrived"], START)
    return numbers


def list_ids(admin: Any, state: str) -> list[int]:
    return [row["id"] for row in get(admin, "letters", state=state)["letters"]]


def test_letters_are_listed_by_what_became_of_them_without_their_text(server: Server) -> None:
    admin, otto = make_admin(server), server.sign_up("Otto")
    numbers = put_letters(server, id_of(otto))
    for state in ("waiting", "failing", "given_up"):
        assert list_ids(admin, state) == [numbers[state]]
    answer = admin.get("/api/v1/admin/letters?state=failing")
    assert "SECRET" not in answer.text
    (row,) = answer.json()["letters"]
    assert (row["to"], row["tries"], row["problem"]) == ("Otto", 5, "SMTPServerDisconnected")
    queues = {queue["name"]: queue for queue in get(admin, "host")["queues"]}
    assert queues["letters"] == {"name": "letters", "waiting": 1, "failing": 1, "given_up": 1}
    assert queues["webhooks"] == {"name": "webhooks", "waiting": 0, "failing": 0, "given_up": 0}


def test_a_failing_letter_is_tried_at_once(server: Server) -> None:
    admin, otto = make_admin(server), server.sign_up("Otto")
    numbers = put_letters(server, id_of(otto))
    post(admin, f"letters/{numbers['failing']}/retry")
    with server.services.store.read() as connection:
        due = connection.execute(select(notices.c.due_at).where(notices.c.id == numbers["failing"])).scalar_one()
    assert due == server.clock.now()
    for name in ("waiting", "given_up", "arrived"):
        post(admin, f"letters/{numbers[name]}/retry", status=409)
    assert post(admin, "letters/retry")["text"] == "1 e-mails and webhooks will be sent again."


def test_a_letter_that_has_not_arrived_is_deleted(server: Server) -> None:
    admin, otto = make_admin(server), server.sign_up("Otto")
    numbers = put_letters(server, id_of(otto))
    for name, status in (("waiting", 200), ("failing", 200), ("given_up", 200), ("arrived", 409)):
        assert admin.delete(f"/api/v1/admin/letters/{numbers[name]}").status_code == status
    assert [list_ids(admin, state) for state in ("waiting", "failing", "given_up")] == [[], [], []]
    assert [act["act"] for act in get(admin, "log")["acts"]] == ["drop"] * 3
