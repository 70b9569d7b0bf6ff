"""The e-mails that a person wants about one game, where they differ from the account's preferences."""

from dataclasses import dataclass

from legation.server.accounts.preferences import LetterChanges, LetterPreferences, read_preferences
from legation.server.base.refusals import HttpRefusal
from legation.server.base.services import Services
from legation.server.game.member_storage import put_letter_choices, read_letter_choices
from legation.server.game.membership import open_game
from legation.server.game.records import Role
from legation.server.identity.viewers import Viewer
from legation.server.mail.notice_kinds import LetterChoice


@dataclass(frozen=True, slots=True)
class GameLetters:
    """The e-mails about one game."""

    everywhere: LetterPreferences
    """The choices for all games."""
    here: dict[LetterChoice, bool]
    """The different choices for this game."""


def read_game_letters(services: Services, viewer: Viewer, game: str) -> GameLetters:
    """The e-mails the viewer wants about a game."""
    account = viewer.need_account()
    with services.store.read() as connection:
        row, membership = open_game(connection, game, viewer)
        if Role.VISITOR in membership.roles:
            raise HttpRefusal(409, "no_part")
        here = read_letter_choices(connection, row.id, account.id)
    return GameLetters(read_preferences(account.settings).mail, {LetterChoice(name): on for name, on in here.items()})


def choose_game_letters(services: Services, viewer: Viewer, game: str, changes: LetterChanges) -> GameLetters:
    """Set the e-mails the viewer wants about a game; fields left out or null follow the account's settings."""
    account = viewer.need_account()
    with services.store.write() as connection:
        row, membership = open_game(connection, game, viewer)
        if Role.VISITOR in membership.roles:
            raise HttpRefusal(409, "no_part")
        put_letter_choices(connection, row.id, account.id, changes.model_dump(exclude_none=True))
    return read_game_letters(services, viewer, game)
