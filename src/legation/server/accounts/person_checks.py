"""Rules for names, addresses and passwords."""

import re
import unicodedata

from legation.server.base.password_hashing import LONGEST, SHORTEST
from legation.server.base.refusals import HttpRefusal

RESERVED = {
    "admin", "clock", "command line", "game master", "gm", "guest", "host", "legation", "moderator", "nobody", "system",
    "the host",
}  # fmt: skip
"""Names that the log and the pages use themselves."""
EMAIL = re.compile(r"[^\s@<>,;:\"()\[\]\\]{1,64}@[^\s@<>,;:\"()\[\]\\.]+(\.[^\s@<>,;:\"()\[\]\\.]+)*")


def fold(text: str) -> str:
    """The form in which names and addresses are compared."""
    return " ".join(unicodedata.normalize("NFKC", text).casefold().split())


def check_name(text: str) -> str:
    """Return a valid name for an account."""
    name = " ".join(unicodedata.normalize("NFC", text).split())
    if not 2 <= len(name) <= 40 or len(fold(name)) > 60:
        raise HttpRefusal(422, "bad_name", case="length", field="name")
    if "@" in name or any(unicodedata.category(sign)[0] == "C" for sign in name):
        raise HttpRefusal(422, "bad_name", case="characters", field="name")
    if fold(name) in RESERVED or fold(name).startswith("guest "):
        raise HttpRefusal(422, "bad_name", case="reserved", field="name", name=repr(name))
    return name


def check_email(text: str) -> str:
    """Return an e-mail address, folded; whether it works shows when an e-mail is sent."""
    email = fold(text)
    is_plain = "=?" not in email and not any(unicodedata.category(sign)[0] == "C" for sign in email)
    if len(email) > 254 or not EMAIL.fullmatch(email) or not is_plain:
        raise HttpRefusal(422, "bad_email", field="email", email=repr(text[:80]))
    return email


def check_password(text: str) -> str:
    """Return a password of sufficient length; there are no other rules."""
    if len(text) < SHORTEST:
        raise HttpRefusal(422, "short_password", field="password", fewest=SHORTEST)
    if len(text) > LONGEST:
        raise HttpRefusal(422, "long_password", field="password", most=LONGEST)
    return text
