"""Letters: sent by SMTP where a host is set, else written to a folder as ``.eml`` files."""

import os
import smtplib
import ssl
from datetime import datetime
from email.message import EmailMessage
from email.utils import format_datetime
from pathlib import Path
from urllib.parse import urlsplit

from legation.server.base.settings import Mail, Settings

PATIENCE = 15
"""Seconds for each step of sending."""


def make_letter(
    settings: Settings, *, number: int, made_at: datetime, to: str, subject: str, body: str, now: datetime
) -> EmailMessage:
    """A letter in plain text."""
    letter = EmailMessage()
    letter["From"] = settings.mail.sender
    letter["To"] = to
    letter["Subject"] = " ".join(subject.split())
    letter["Date"] = format_datetime(now)
    letter["Message-ID"] = name_letter(settings, number, made_at)
    letter["Auto-Submitted"] = "auto-generated"
    letter.set_content(f"{body.rstrip()}\n\n-- \nWhich letters you get: {settings.public_url}/account\n")
    return letter


def name_letter(settings: Settings, number: int, made_at: datetime) -> str:
    """The id of a notice's letter: sent again after a crash it is the same, so that mail programs drop the second.

    The moment stands in it because a new database counts its notices from one again.
    """
    return f"<notice-{number}.{int(made_at.timestamp())}@{urlsplit(settings.public_url).hostname or 'legation'}>"


def send_letter(settings: Settings, letter: EmailMessage) -> None:
    """Send a letter, or write it to the folder; raises ``OSError`` or ``SMTPException`` where that fails."""
    if settings.mail.host is None:
        write_letter(settings.letters, letter)
    elif settings.mail.security == "tls":
        context = ssl.create_default_context()
        with smtplib.SMTP_SSL(settings.mail.host, settings.mail.port, timeout=PATIENCE, context=context) as server:
            _hand_over(server, settings.mail, letter)
    else:
        with smtplib.SMTP(settings.mail.host, settings.mail.port, timeout=PATIENCE) as server:
            if settings.mail.security == "starttls":
                server.starttls(context=ssl.create_default_context())
            _hand_over(server, settings.mail, letter)


def _hand_over(server: smtplib.SMTP, mail: Mail, letter: EmailMessage) -> None:
    if mail.user is not None:
        server.login(mail.user, mail.password or "")
    server.send_message(letter)


def write_letter(folder: Path, letter: EmailMessage) -> Path:
    """Write a letter to a folder that only the host reads, under the number of its notice."""
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    file = folder / f"{letter['Message-ID'].strip('<>').partition('@')[0]}.eml"
    handle = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with os.fdopen(handle, "wb") as stream:
        stream.write(letter.as_bytes())
    return file
