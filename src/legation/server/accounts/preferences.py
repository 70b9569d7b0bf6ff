"""Preferences of an account: the look of pages, the time zone, the e-mails."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, fields
from enum import StrEnum
from typing import Annotated, Any
from zoneinfo import ZoneInfo

from pydantic import AfterValidator, StrictBool, StringConstraints

from legation.server.http.request_body import RequestBody
from legation.server.http.routes import EVERY_FIELD
from legation.server.mail.notice_kinds import LetterChoice


class Theme(StrEnum):
    """The brightness of the pages."""

    SYSTEM = "system"
    LIGHT = "light"
    DARK = "dark"


@dataclass(frozen=True, slots=True)
class LetterPreferences:
    """The e-mails that an account wants; the fields are named like ``LetterChoice``."""

    __pydantic_config__ = EVERY_FIELD

    judged: bool = True
    press: bool = True
    reminders: bool = True
    missed: bool = True
    deadlines: bool = True
    votes: bool = True
    seats: bool = True
    changes: bool = True
    ending: bool = True
    whole_turn: bool = False
    picture: bool = False
    invitations: bool = True

    def has(self, choice: LetterChoice) -> bool:
        """True if e-mails of a kind are wanted."""
        wanted: bool = getattr(self, choice.value)
        return wanted


@dataclass(frozen=True, slots=True)
class Preferences:
    """All preferences of an account."""

    __pydantic_config__ = EVERY_FIELD

    theme: Theme = Theme.SYSTEM
    strong_hatching: bool = False
    single_keys: bool = True
    zone: str = "UTC"
    mail: LetterPreferences = LetterPreferences()


def check_zone(text: str) -> str:
    """Refuse a text that is not the name of a time zone."""
    try:
        ZoneInfo(text)
    except (ValueError, OSError, KeyError):  # a folder of the zone files is not a zone either
        raise ValueError("this is not a time zone; expected one like Europe/Berlin") from None
    return text


class LetterChanges(RequestBody):
    """Changes to the e-mails that an account wants; omitted fields stay."""

    judged: StrictBool | None = None
    press: StrictBool | None = None
    reminders: StrictBool | None = None
    missed: StrictBool | None = None
    deadlines: StrictBool | None = None
    votes: StrictBool | None = None
    seats: StrictBool | None = None
    changes: StrictBool | None = None
    ending: StrictBool | None = None
    whole_turn: StrictBool | None = None
    picture: StrictBool | None = None
    invitations: StrictBool | None = None


class PreferenceChanges(RequestBody):
    """Changes to preferences; omitted fields stay."""

    theme: Theme | None = None
    strong_hatching: StrictBool | None = None
    single_keys: StrictBool | None = None
    zone: Annotated[str, StringConstraints(max_length=60), AfterValidator(check_zone)] | None = None
    mail: LetterChanges | None = None


def read_preferences(text: str) -> Preferences:
    """The stored preferences of an account, with the defaults for those never set."""
    stored = json.loads(text)
    mail = LetterPreferences(**_choose(LetterPreferences, stored.get("mail", {})))
    chosen = _choose(Preferences, stored) | {"mail": mail}
    return Preferences(**chosen | {"theme": Theme(chosen.get("theme", Theme.SYSTEM))})


def _choose(kind: type, stored: Mapping[str, Any]) -> dict[str, Any]:
    return {field.name: stored[field.name] for field in fields(kind) if field.name in stored}


def merge_preferences(text: str, changes: PreferenceChanges) -> str:
    """The preferences to store after some changes."""
    stored, new = json.loads(text), changes.model_dump(mode="json", exclude_none=True)
    if "mail" in new:
        new["mail"] = {**stored.get("mail", {}), **new["mail"]}
    return json.dumps({**stored, **new})
