"""Settings of an account: how pages look, which zone, which letters."""

from collections.abc import Mapping
from typing import Any
from zoneinfo import ZoneInfo

from legation.server.base.refusals import HttpRefusal

THEMES = ("system", "light", "dark")
DEFAULTS: Mapping[str, Any] = {
    "theme": "system",
    "strong_hatching": False,
    "single_keys": True,
    "zone": "UTC",
    "mail": {"judged": True, "press": True, "reminders": True},
}


def fill_preferences(stored: Mapping[str, Any]) -> dict[str, Any]:
    """All settings, with the defaults for those never set."""
    mail = {**DEFAULTS["mail"], **stored.get("mail", {})}
    return {**DEFAULTS, **stored, "mail": mail}


def merge_preferences(stored: Mapping[str, Any], wishes: Mapping[str, Any]) -> dict[str, Any]:
    """The stored settings with some changed; what is not known is refused."""
    merged = dict(stored)
    for name, value in wishes.items():
        _check(name, value)
        merged[name] = {**stored.get("mail", {}), **value} if name == "mail" else value
    return merged


def is_zone(text: str) -> bool:
    """Whether a time zone has this name."""
    try:
        ZoneInfo(text)
    except (ValueError, OSError):  # ZoneInfoNotFoundError is a KeyError on some paths
        return False
    except KeyError:
        return False
    return True


def _check(name: str, value: object) -> None:
    field = f"settings.{name}"[:80]
    if name not in DEFAULTS:
        raise HttpRefusal(422, "unknown_setting", "There is no such setting.", field, tuple(DEFAULTS))
    if name == "theme" and value not in THEMES:
        raise HttpRefusal(422, "bad_setting", "A theme is system, light or dark.", field, THEMES)
    if name == "zone" and not (isinstance(value, str) and len(value) <= 60 and is_zone(value)):
        raise HttpRefusal(422, "bad_setting", "There is no time zone of this name. One is Europe/Berlin.", field)
    if name == "mail":
        _check_mail(value)
    elif isinstance(DEFAULTS[name], bool) and not isinstance(value, bool):
        raise HttpRefusal(422, "bad_setting", "This setting is true or false.", field)


def _check_mail(value: object) -> None:
    known = DEFAULTS["mail"]
    if not isinstance(value, dict) or not all(key in known and isinstance(flag, bool) for key, flag in value.items()):
        message = f"Letters are {', '.join(known)}, each true or false."
        raise HttpRefusal(422, "bad_setting", message, "settings.mail", tuple(known))
