"""Links that stop e-mails of a kind: mail programs show them as a button (RFC 2369 and RFC 8058).

A link is signed with a key of the account, so that it works without signing in and cannot be forged.
"""

import hashlib
import hmac
from urllib.parse import urlencode

from legation.server.base.settings import Settings
from legation.server.mail.notice_kinds import LetterChoice

LENGTH = 32


def sign_stop(key: str, choice: LetterChoice) -> str:
    """The signature of a link that stops e-mails of a kind."""
    return hmac.new(key.encode(), f"stop {choice.value}".encode(), hashlib.sha256).hexdigest()[:LENGTH]


def make_stop_link(settings: Settings, account: int, key: str, choice: LetterChoice) -> str:
    """The address that stops e-mails of a kind for an account."""
    query = urlencode({"account": account, "choice": choice.value, "sign": sign_stop(key, choice)})
    return f"{settings.public_url}/api/v1/letters/stop?{query}"
