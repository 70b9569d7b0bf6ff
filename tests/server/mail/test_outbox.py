"""The outbox: everything is sent once, tried again where it fails, and given up at last."""

import threading
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from legation.server.base.settings import Mail
from legation.server.mail import outbox
from legation.server.mail.notice_kinds import NoticeKind
from legation.server.mail.notice_storage import Channel, add_notice
from legation.server.mail.outbox import pause_after, send_waiting
from legation.server.mail.outbox_storage import LEASE, MOST_TRIES, take_due
from legation.server.mail.webhooks import HookError
from legation.server.store.tables import notices
from tests.server.kit import Server
from tests.server.people import make_match
from tests.server.post_office import PostOffice


def put(
    server: Server, account: int | None, *, channel: Channel = Channel.MAIL, game: str | None = None, key: str = "k"
) -> bool:
    with server.services.store.write() as connection:
        return add_notice(
            connection, channel=channel, kind=NoticeKind.JUDGED, subject="Subject", body="Body", now=server.clock.now(),
            account=account, game=game, key=key,
        )  # fmt: skip


def rows(server: Server) -> list[Any]:
    with server.services.store.read() as connection:
        return list(connection.execute(notices.select().where(notices.c.kind == "judged")))


def letters(server: Server) -> list[Path]:
    folder = server.services.settings.letters
    return sorted(folder.glob("*.eml")) if folder.is_dir() else []


def account_of(server: Server, name: str = "Ilse") -> int:
    account = server.sign_up(name).account
    assert account is not None
    number: int = account["id"]
    return number


def test_a_notice_is_sent_once_and_its_text_forgotten(server_on_each: Server) -> None:
    server = server_on_each
    account = account_of(server)
    assert put(server, account) is True
    assert put(server, account) is False
    assert send_waiting(server.services, Channel.MAIL) == 1
    assert send_waiting(server.services, Channel.MAIL) == 0
    assert len(letters(server)) == 1
    assert b"Body" in letters(server)[0].read_bytes()
    row = rows(server)[0]
    assert (row.body, row.sent_at) == ("", server.clock.now())


def test_a_notice_that_two_processes_want_is_taken_by_one(server_on_each: Server) -> None:
    server = server_on_each
    account = account_of(server)
    for number in range(30):
        put(server, account, key=f"k{number}")
    taken: list[int] = []

    def take() -> None:
        for _ in range(6):
            with server.services.store.write() as connection:
                taken.extend(
                    row.id for row in take_due(connection, Channel.MAIL, server.clock.now(), lambda: "key", limit=5)
                )

    threads = [threading.Thread(target=take) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(taken) == len(set(taken)) == 30


def test_a_process_that_died_while_sending_is_replaced_after_a_while(server: Server) -> None:
    put(server, account_of(server))
    with server.services.store.write() as connection:
        assert len(take_due(connection, Channel.MAIL, server.clock.now(), lambda: "key")) == 1
    assert send_waiting(server.services, Channel.MAIL) == 0
    server.clock.pass_time(seconds=LEASE.total_seconds())
    assert send_waiting(server.services, Channel.MAIL) == 1
    assert len(letters(server)) == 1


def test_a_letter_that_was_sent_and_not_noted_comes_again_under_the_same_id(
    make_any: Callable[..., Server], monkeypatch: pytest.MonkeyPatch
) -> None:
    def lose_power(*_: Any) -> None:
        raise KeyboardInterrupt

    office = PostOffice("none", None)
    with office.opened():
        server = make_any(mail=Mail(host="127.0.0.1", port=office.port, security="none"))
        put(server, account_of(server))
        with monkeypatch.context() as patch:
            patch.setattr(outbox, "mark_sent", lose_power)
            with pytest.raises(KeyboardInterrupt):
                send_waiting(server.services, Channel.MAIL)
        server.clock.pass_time(seconds=LEASE.total_seconds())
        assert send_waiting(server.services, Channel.MAIL) == 1
        assert send_waiting(server.services, Channel.MAIL) == 0
    assert len(office.letters) == 2
    assert len({letter["Message-ID"] for letter in office.letters}) == 1


def test_what_fails_is_tried_again_with_longer_pauses_and_given_up_at_last(
    server: Server, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(*_: Any) -> None:
        raise OSError("secret-host.example.org refused ilse@example.org")

    monkeypatch.setattr(outbox, "send_email", fail)
    put(server, account_of(server))
    tried = 0
    for _ in range(60):
        tried += send_waiting(server.services, Channel.MAIL)
        server.clock.pass_time(hours=1)
    assert tried == MOST_TRIES
    row = rows(server)[0]
    assert row.problem == "given up: OSError"
    assert row.sent_at is not None
    assert "secret-host" not in caplog.text
    assert "ilse@" not in caplog.text


def test_a_letter_that_cannot_be_made_holds_up_no_other(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    sent: list[str] = []

    def send(_settings: object, letter: Any) -> None:
        if not sent:
            sent.append("none")
            raise KeyError("a fault of ours")
        sent.append(letter["To"])

    monkeypatch.setattr(outbox, "send_email", send)
    account = account_of(server)
    put(server, account, key="one")
    put(server, account, key="two")
    assert send_waiting(server.services, Channel.MAIL) == 2
    assert [(row.problem, row.sent_at is None) for row in rows(server)] == [("KeyError", True), (None, False)]


def test_pauses_grow_to_six_hours() -> None:
    assert [pause_after(tries) for tries in (1, 2, 3)] == [timedelta(minutes=number) for number in (1, 4, 16)]
    assert pause_after(7) == timedelta(hours=6)


def test_a_closed_account_gets_nothing(server: Server) -> None:
    client = server.sign_up("Ilse")
    assert client.account is not None
    put(server, client.account["id"])
    client.post("/api/v1/account/close", json={"password": "correct horse battery"})
    assert send_waiting(server.services, Channel.MAIL) == 1
    assert letters(server) == []


def test_a_webhook_is_read_from_the_terms_when_it_is_sent(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    sent: list[tuple[str, dict[str, Any]]] = []
    monkeypatch.setattr(outbox, "post_hook", lambda url, payload, to_private: sent.append((url, payload)))
    match = make_match(server, powers=(), terms={"webhook": "https://hooks.example.org/old"}, start=False)
    put(server, None, channel=Channel.WEBHOOK, game=match.id)
    match.act("terms", {"terms": {"webhook": "https://hooks.example.org/new"}})
    send_waiting(server.services, Channel.WEBHOOK)
    assert [(url, payload["embeds"][0]["title"]) for url, payload in sent] == [
        ("https://hooks.example.org/new", "The Long Peace")
    ]
    match.act("terms", {"terms": {"webhook": None}})
    put(server, None, channel=Channel.WEBHOOK, game=match.id, key="second")
    send_waiting(server.services, Channel.WEBHOOK)
    assert len(sent) == 1
    assert all(row.sent_at for row in rows(server))


def test_a_webhook_that_fails_is_written_down_without_its_address(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: Any, **__: Any) -> None:
        raise HookError("The webhook answered with 404.")

    monkeypatch.setattr(outbox, "post_hook", fail)
    match = make_match(server, powers=(), terms={"webhook": "https://hooks.example.org/secret"}, start=False)
    put(server, None, channel=Channel.WEBHOOK, game=match.id)
    send_waiting(server.services, Channel.WEBHOOK)
    assert rows(server)[0].problem == "The webhook answered with 404."


def test_letters_do_not_wait_for_webhooks(server: Server) -> None:
    match = make_match(server, powers=(), start=False)
    with server.services.store.write() as connection:
        for number in range(5):
            add_notice(
                connection, channel=Channel.WEBHOOK, kind=NoticeKind.JUDGED, subject="S", body="B",
                now=server.clock.now(),
                game=match.id, key=f"hook{number}",
            )  # fmt: skip
    put(server, account_of(server, "Ilse"))
    assert send_waiting(server.services, Channel.MAIL) == 1
    assert [row.channel for row in rows(server) if row.sent_at is None] == ["hook"] * 5
    assert send_waiting(server.services, Channel.WEBHOOK) == 5
