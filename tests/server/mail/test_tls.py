"""Letters by STARTTLS and SMTPS and webhooks by https, to real servers: delivered, or kept where TLS does not hold."""

import smtplib
import socket
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import trustme
from pydantic import SecretStr
from sqlalchemy import Row, select

from legation.server.base.settings import Mail, Security
from legation.server.mail.notice_kinds import NoticeKind
from legation.server.mail.notice_storage import Channel, add_notice
from legation.server.mail.outbox import send_letters, send_webhooks
from legation.server.mail.webhooks import HookError, make_payload, post_hook
from legation.server.store.tables import notices
from tests.server.kit import Server
from tests.server.people import make_match
from tests.server.post_office import USER, WORD, HookTaker, PostOffice, make_context, make_wrong

HOST, HOOK_HOST = "localhost", "hooks.example.org"
FAULTS = ["of another authority", "of another host", "that has run out"]
MakeAny = Callable[..., Server]


@pytest.fixture(scope="module")
def authority() -> trustme.CA:
    return trustme.CA()


@pytest.fixture(autouse=True)
def trusted(authority: trustme.CA, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The machine trusts the tests' authority, as a host trusts one of its own."""
    authority.cert_pem.write_to_path(str(tmp_path / "authority.pem"))
    monkeypatch.setenv("SSL_CERT_FILE", str(tmp_path / "authority.pem"))


def mail_to(office: PostOffice, security: Security, *, word: str = WORD) -> Mail:
    return Mail(
        host=HOST, port=office.port, security=security, user=USER, password=SecretStr(word), sender="gm@example.org"
    )


def put_letter(server: Server) -> None:
    account = server.sign_up("Ilse").account
    assert account is not None
    with server.services.store.write() as connection:
        add_notice(
            connection, channel=Channel.MAIL, kind=NoticeKind.JUDGED, subject="Spring", body="Your move.",
            now=server.clock.now(),
            account=account["id"],
        )  # fmt: skip


def find_notice(server: Server, kind: str = "judged") -> Row[Any]:
    with server.services.store.read() as connection:
        return connection.execute(select(notices).where(notices.c.kind == kind)).one()


@pytest.mark.parametrize("security", ["starttls", "tls"])
def test_a_letter_arrives_over_tls_with_name_and_password(
    make_any: MakeAny, authority: trustme.CA, security: Security
) -> None:
    office = PostOffice(security, make_context(authority.issue_cert(HOST)))
    with office.opened():
        server = make_any(mail=mail_to(office, security))
        put_letter(server)
        assert send_letters(server.services) == 1
    letter = office.letters[0]
    assert (letter["To"], letter["Subject"]) == ("ilse@example.org", "Spring")
    assert office.box.secured == [True]
    assert find_notice(server).sent_at is not None


@pytest.mark.parametrize("security", ["starttls", "tls"])
@pytest.mark.parametrize("fault", FAULTS)
def test_a_wrong_certificate_is_refused_and_the_letter_goes_when_it_is_mended(
    make_any: MakeAny, authority: trustme.CA, security: Security, fault: str
) -> None:
    context = make_context(make_wrong(authority, fault, HOST))
    office = PostOffice(security, context)
    with office.opened():
        server = make_any(mail=mail_to(office, security))
        put_letter(server)
        assert send_letters(server.services) == 1
        notice = find_notice(server)
        assert office.letters == []
        assert (notice.sent_at, notice.problem) == (None, "SSLCertVerificationError")
        assert notice.body == "Your move."
        authority.issue_cert(HOST).configure_cert(context)
        assert send_letters(server.services) == 0
        server.clock.pass_time(minutes=1)
        assert send_letters(server.services) == 1
    assert [letter["Subject"] for letter in office.letters] == ["Spring"]
    assert find_notice(server).sent_at == server.clock.now()


def test_a_wrong_password_of_the_post_office_keeps_the_letter(make_any: MakeAny, authority: trustme.CA) -> None:
    office = PostOffice("tls", make_context(authority.issue_cert(HOST)))
    with office.opened():
        server = make_any(mail=mail_to(office, "tls", word="wrong"))
        put_letter(server)
        send_letters(server.services)
    assert office.letters == []
    assert find_notice(server).problem == smtplib.SMTPAuthenticationError.__name__


def test_a_post_office_without_tls_gets_no_letter_that_should_go_over_tls(make_any: MakeAny) -> None:
    office = PostOffice("none", None)
    with office.opened():
        server = make_any(mail=mail_to(office, "starttls"))
        put_letter(server)
        send_letters(server.services)
    assert office.letters == []
    assert find_notice(server).problem == smtplib.SMTPNotSupportedError.__name__


@pytest.fixture
def at_home(monkeypatch: pytest.MonkeyPatch) -> None:
    """The webhook's host is this machine."""
    look_up = socket.getaddrinfo

    def find(host: Any, *rest: Any, **more: Any) -> Any:
        return look_up("127.0.0.1" if host == HOOK_HOST else host, *rest, **more)

    monkeypatch.setattr(socket, "getaddrinfo", find)


@pytest.fixture
def taker(authority: trustme.CA) -> Iterator[HookTaker]:
    with HookTaker(make_context(authority.issue_cert(HOOK_HOST))).opened() as taker:
        yield taker


@pytest.mark.usefixtures("at_home")
def test_a_webhook_is_delivered_by_https_to_the_host_of_the_certificate(taker: HookTaker) -> None:
    post_hook(f"https://{HOOK_HOST}:{taker.port}/x", make_payload("hello", "t", "d", "u"), to_private=True)
    host, body = taker.taken[0]
    assert (host, body["content"]) == (f"{HOOK_HOST}:{taker.port}", "hello")


@pytest.mark.usefixtures("at_home")
@pytest.mark.parametrize("fault", FAULTS)
def test_a_webhook_with_a_wrong_certificate_gets_nothing(authority: trustme.CA, fault: str) -> None:
    with HookTaker(make_context(make_wrong(authority, fault, HOOK_HOST))).opened() as taker:
        with pytest.raises(HookError, match="SSLCertVerificationError"):
            post_hook(f"https://{HOOK_HOST}:{taker.port}/x", {"content": "secret"}, to_private=True)
        assert taker.taken == []


@pytest.mark.usefixtures("at_home")
def test_a_webhook_waits_until_its_host_can_be_believed(make_any: MakeAny, authority: trustme.CA) -> None:
    context = make_context(make_wrong(authority, FAULTS[0], HOOK_HOST))
    server = make_any(hooks_to_private=True)
    with HookTaker(context).opened() as taker:
        terms = {"webhook": f"https://{HOOK_HOST}:{taker.port}/hook"}
        match = make_match(server, powers=(), terms=terms, start=False)
        with server.services.store.write() as connection:
            add_notice(
                connection, channel=Channel.WEBHOOK, kind=NoticeKind.JUDGED, subject="Judged.", body="Text",
                now=server.clock.now(), game=match.id,
            )  # fmt: skip
        send_webhooks(server.services)
        assert (taker.taken, find_notice(server).sent_at) == ([], None)
        authority.issue_cert(HOOK_HOST).configure_cert(context)
        server.clock.pass_time(minutes=1)
        send_webhooks(server.services)
        assert [body["content"] for _, body in taker.taken] == ["Judged."]
        assert find_notice(server).sent_at is not None
