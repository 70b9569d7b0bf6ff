"""E-mails: sent by SMTP if a host is set, otherwise written to a folder as ``.eml`` files."""

import os
import re
import smtplib
import socket
import ssl
import threading
from contextlib import suppress
from datetime import datetime
from email.message import EmailMessage
from email.utils import format_datetime
from pathlib import Path
from typing import NamedTuple
from urllib.parse import urlsplit

from legation.server.base.settings import Mail, Settings

PATIENCE = 15
"""Seconds for each step of sending."""
LONGEST_SENDING = 60.0
"""Seconds for all steps together: a host that answers one byte at a time must not delay other people's e-mails."""
ENCODED_WORD = "=?"
"""The beginning of an encoded word in a header."""
PLAIN_ADDRESS = re.compile(r"[^\s@<>,;:\"()\[\]\\]+@[^\s@<>,;:\"()\[\]\\]+")


class Attachment(NamedTuple):
    """A picture attached to an e-mail."""

    name: str
    content: bytes


def make_email(
    settings: Settings,
    *,
    number: int,
    made_at: datetime,
    to: str,
    subject: str,
    body: str,
    now: datetime,
    picture: Attachment | None = None,
    stop_link: str | None = None,
) -> EmailMessage:
    """A plain text e-mail; raises ``ValueError`` if the address is not a single plain one."""
    if not PLAIN_ADDRESS.fullmatch(to) or ENCODED_WORD in to:
        raise ValueError("this is not a plain address")
    letter = EmailMessage()
    letter["From"] = settings.mail.sender
    letter["To"] = to
    letter["Subject"] = make_header(subject)
    letter["Date"] = format_datetime(now)
    letter["Message-ID"] = name_email(settings, number, made_at)
    letter["Auto-Submitted"] = "auto-generated"
    if stop_link:
        letter["List-Unsubscribe"] = f"<{stop_link}>"
        letter["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
    letter.set_content(f"{body.rstrip()}\n\n-- \nChoose which e-mails you get: {settings.public_url}/account\n")
    if picture is not None:
        letter.add_attachment(picture.content, maintype="image", subtype="png", filename=picture.name)
    return letter


def make_header(text: str) -> str:
    """Text by other people, as one line that cannot start another header.

    Python before 3.11.10 decodes anything that looks like an encoded word and writes it unchanged, including line
    breaks. So nothing in the text may look like one.
    """
    line = "".join(sign if sign.isprintable() else " " for sign in text)
    return " ".join(line.replace(ENCODED_WORD, "= ?").split())


def name_email(settings: Settings, number: int, made_at: datetime) -> str:
    """The id of a notice's e-mail: the same if it is sent again after a crash, so that mail programs drop the second.

    It contains the time, because a new database numbers its notices from one again.
    """
    return f"<notice-{number}.{int(made_at.timestamp())}@{urlsplit(settings.public_url).hostname or 'legation'}>"


class TimedSmtp(smtplib.SMTP):
    """A connection to a mail server that is cut off if all steps together take too long.

    The timeout of ``smtplib`` starts again with every byte that arrives, from the greeting on.
    """

    def __init__(self, host: str, port: int, *, timeout: float, **options: ssl.SSLContext) -> None:
        self._timer = threading.Timer(LONGEST_SENDING, self._cut_off)
        self._timer.daemon = True
        self._timer.start()
        try:
            super().__init__(host, port, timeout=timeout, **options)  # type: ignore[arg-type]
        except BaseException:
            self._timer.cancel()
            raise

    def _cut_off(self) -> None:
        connection: socket.socket | None = getattr(self, "sock", None)
        if connection is not None:
            with suppress(OSError):
                connection.shutdown(socket.SHUT_RDWR)

    def close(self) -> None:
        """Close the connection."""
        self._timer.cancel()
        super().close()


class TimedSmtpOverTls(TimedSmtp, smtplib.SMTP_SSL):
    """The same, encrypted from the first byte."""


def send_email(settings: Settings, letter: EmailMessage) -> None:
    """Send an e-mail, or write it to the folder; raises ``OSError`` or ``SMTPException`` on failure."""
    if settings.mail.host is None:
        write_email(settings.letters, letter)
    elif settings.mail.security == "tls":
        context = ssl.create_default_context()
        with TimedSmtpOverTls(settings.mail.host, settings.mail.port, timeout=PATIENCE, context=context) as server:
            _hand_over(server, settings.mail, letter)
    else:
        with TimedSmtp(settings.mail.host, settings.mail.port, timeout=PATIENCE) as server:
            if settings.mail.security == "starttls":
                server.starttls(context=ssl.create_default_context())
            _hand_over(server, settings.mail, letter)


def _hand_over(server: smtplib.SMTP, mail: Mail, letter: EmailMessage) -> None:
    if mail.user is not None:
        server.login(mail.user, mail.password.get_secret_value() if mail.password else "")
    server.send_message(letter)


def write_email(folder: Path, letter: EmailMessage) -> Path:
    """Write an e-mail to a folder that only the host can read, under the number of its notice."""
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    file = folder / f"{letter['Message-ID'].strip('<>').partition('@')[0]}.eml"
    part = file.with_suffix(".part")  # readers of the folder see complete e-mails only, even if the disk is full
    try:
        with os.fdopen(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as stream:
            stream.write(letter.as_bytes())
        part.replace(file)
    finally:
        part.unlink(missing_ok=True)
    return file
