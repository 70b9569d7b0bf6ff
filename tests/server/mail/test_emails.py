"""Letters: by SMTP to a real socket, or as files."""

import email
import os
import smtplib
import socket
import socketserver
import stat
import threading
import time
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from email import policy
from email.message import EmailMessage
from pathlib import Path
from typing import Any

import pytest

from legation.server.base.settings import Mail, Settings
from legation.server.mail.emails import make_email, name_email, send_email, write_email
from tests.server.kit import make_settings
from tests.server.mail.dripping import dripping

NOW = datetime(2026, 11, 15, 12, tzinfo=UTC)


class Sink(socketserver.StreamRequestHandler):
    """As much of SMTP as a letter needs."""

    def handle(self) -> None:
        self.reply("220 sink")
        while line := self.rfile.readline().decode().strip():
            verb = line.split(" ")[0].upper()
            if verb == "EHLO":
                self.reply("250 sink")
            elif verb == "DATA":
                self.reply("354 go on")
                self.server.letters.append(self.read_order_text())  # type: ignore[attr-defined]
                self.reply("250 taken")
            elif verb == "QUIT":
                self.reply("221 bye")
                return
            elif verb == "STARTTLS":
                self.reply("502 no such thing")
            else:
                self.reply("250 ok")

    def reply(self, text: str) -> None:
        self.wfile.write(f"{text}\r\n".encode())

    def read_order_text(self) -> bytes:
        lines = []
        while (line := self.rfile.readline()) != b".\r\n":
            lines.append(line)
        return b"".join(lines)


class Post(socketserver.ThreadingTCPServer):
    """A post office that keeps what it gets."""

    daemon_threads = True
    allow_reuse_address = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Sink)
        self.letters: list[bytes] = []


@pytest.fixture
def post() -> Iterator[Post]:
    with Post() as office:
        thread = threading.Thread(target=office.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
        thread.start()
        yield office
        office.shutdown()
        thread.join()


def letter_of(settings: Settings, subject: str = "Spring 1901", body: str = "Größe\n") -> EmailMessage:
    return make_email(settings, number=7, made_at=NOW, to="ilse@example.org", subject=subject, body=body, now=NOW)


def test_a_letter_arrives_by_smtp(tmp_path: Path, post: Post) -> None:
    mail = Mail(host="127.0.0.1", port=post.server_address[1], security="none", sender="Legation <gm@example.org>")
    settings = make_settings(tmp_path, mail=mail)
    send_email(settings, letter_of(settings))
    arrived = email.message_from_bytes(post.letters[0], policy=policy.default)
    assert (arrived["To"], arrived["From"]) == ("ilse@example.org", "Legation <gm@example.org>")
    assert arrived["Message-ID"] == "<notice-7.1794744000@testserver>"
    assert arrived["Auto-Submitted"] == "auto-generated"
    text = arrived.get_body()
    assert text is not None
    assert text.get_content().splitlines()[0] == "Größe"
    assert "http://testserver/account" in text.get_content()


def test_where_tls_is_wished_and_not_offered_nothing_is_sent(tmp_path: Path, post: Post) -> None:
    mail = Mail(host="127.0.0.1", port=post.server_address[1], security="starttls")
    settings = make_settings(tmp_path, mail=mail)
    with pytest.raises(Exception, match="STARTTLS"):
        send_email(settings, letter_of(settings))
    assert post.letters == []


def test_without_a_host_letters_lie_in_a_folder_that_only_the_host_reads(tmp_path: Path) -> None:
    settings = make_settings(tmp_path, mail_folder=tmp_path / "letters")
    send_email(settings, letter_of(settings))
    file = tmp_path / "letters" / "notice-7.1794744000.eml"
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert email.message_from_bytes(file.read_bytes(), policy=policy.default)["Subject"] == "Spring 1901"


def test_a_letter_keeps_its_id_and_a_new_database_makes_others(tmp_path: Path) -> None:
    settings = make_settings(tmp_path, public_url="https://games.example.org:8443")
    later = NOW + timedelta(days=2)
    assert name_email(settings, 7, NOW) == "<notice-7.1794744000@games.example.org>"
    assert len({name_email(settings, number, moment) for number in (7, 8) for moment in (NOW, later)}) == 4


def test_a_subject_opens_no_second_header(tmp_path: Path) -> None:
    settings = make_settings(tmp_path)
    letter = letter_of(settings, subject="A game\r\nBcc: all@example.org")
    assert letter["Subject"] == "A game Bcc: all@example.org"
    assert letter["Bcc"] is None


def test_a_post_office_that_is_closed_is_an_error(tmp_path: Path) -> None:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        settings = make_settings(tmp_path, mail=Mail(host="127.0.0.1", port=listener.getsockname()[1], security="none"))
        with pytest.raises(OSError, match="refused"):
            send_email(settings, letter_of(settings))


ENCODED = "=?utf-8?q?x=0d=0aReply-To:_evil@example.net=0d=0aX-Evil:_1?="
"""An encoded word that holds two line ends: a mail library that decodes it and does not encode again opens headers."""


@pytest.mark.parametrize(
    "subject",
    [
        ENCODED,
        f"{ENCODED}: you play France",
        ENCODED.replace("=0d=0aReply", "=0d=0a=0d=0aReply"),
        "=?utf-8?b?eA0KUmVwbHktVG86IGV2aWxAZXhhbXBsZS5uZXQ=?=",
        "a\u2028Reply-To: evil@example.net",
        "a\x0bReply-To: evil@example.net\x85X-Evil: 1",
        "Ä" * 150 + ENCODED,
        "a " * 80 + ENCODED,
    ],
)
def test_no_subject_writes_headers_or_text(tmp_path: Path, subject: str) -> None:
    written = letter_of(make_settings(tmp_path), subject=subject).as_bytes()
    head, _, body = written.partition(b"\n\n")
    names = [line.partition(b":")[0] for line in head.split(b"\n") if line[:1] not in b" \t"]
    assert names == [
        b"From", b"To", b"Subject", b"Date", b"Message-ID", b"Auto-Submitted",
        b"Content-Type", b"Content-Transfer-Encoding", b"MIME-Version",
    ]  # fmt: skip
    assert b"evil" not in body
    arrived = email.message_from_bytes(written, policy=policy.default)
    assert "\n" not in arrived["Subject"]
    assert arrived["Reply-To"] is None


@pytest.mark.parametrize(
    "to", ["=?utf-8?q?victim=40evil.org=2ca?=@x.org", "a@x.org, b@x.org", "a@x.org\r\nBcc: b@x.org"]
)
def test_a_letter_goes_to_one_plain_address_or_nowhere(tmp_path: Path, to: str) -> None:
    with pytest.raises(ValueError, match="address"):
        make_email(make_settings(tmp_path), number=7, made_at=NOW, to=to, subject="Hello", body="text", now=NOW)


def test_a_post_office_that_drips_is_given_up_in_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("legation.server.mail.emails.LONGEST_SENDING", 0.5)
    with dripping(b"220-a\r\n") as port:
        settings = make_settings(tmp_path, mail=Mail(host="127.0.0.1", port=port, security="none"))
        begun = time.monotonic()
        with pytest.raises((OSError, smtplib.SMTPException)):
            send_email(settings, letter_of(settings))
        assert time.monotonic() - begun < 5


def test_a_full_disk_leaves_no_half_letter(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    letter = EmailMessage()
    letter["Message-ID"] = "<7@example.org>"
    letter.set_content("The whole turn.")
    write = os.fdopen

    def write_half(handle: int, mode: str) -> Any:
        os.close(handle)
        return write(os.open("/dev/full", os.O_WRONLY), mode, buffering=0)

    monkeypatch.setattr(os, "fdopen", write_half)
    with pytest.raises(OSError, match="No space"):
        write_email(tmp_path, letter)
    assert list(tmp_path.iterdir()) == []
    monkeypatch.undo()
    assert b"The whole turn." in write_email(tmp_path, letter).read_bytes()
    assert [file.name for file in tmp_path.iterdir()] == ["7.eml"]
