"""Changing the title and the terms of a game."""

from collections.abc import Mapping

from sqlalchemy import Connection

from legation.game import dump
from legation.render.words import ENGLISH
from legation.server.base.refusals import HttpRefusal
from legation.server.base.services import Services
from legation.server.base.text_cleaning import clean_line, clean_text
from legation.server.bots.levels import check_levels
from legation.server.game.event_storage import add_event
from legation.server.game.loaded_game import LoadedGame, load_locked_game
from legation.server.game.log_storage import add_log
from legation.server.game.member_storage import change_seat
from legation.server.game.membership import Act
from legation.server.game.storage import change_game
from legation.server.game.terms import SETTLED, Terms, format_terms, list_changed, merge_terms
from legation.server.games.game_page import GamePage, load_game_page
from legation.server.identity.viewers import Account, Viewer
from legation.server.mail.notice_kinds import NoticeKind
from legation.server.mail.webhooks import check_hook
from legation.server.notices.service import notify_table

LONGEST_TITLE, LONGEST_NOTE = 120, 1000
MOST_TOLD = 12
"""The number of changed terms that a line of the log names one by one."""


def change_title_and_terms(
    services: Services, viewer: Viewer, game_id: str, *, title: str | None, terms: object | None, note: str = ""
) -> GamePage:
    """Change the title or the terms; once the game has begun, some terms cannot change."""
    with services.store.write() as connection:
        game, membership = load_locked_game(connection, services, game_id, viewer)
        membership.need(Act.HOST)
        now, actor = services.clock.now(), viewer.need_account()
        note = clean_text(note, "note", longest=LONGEST_NOTE, may_be_empty=True)
        if title is not None:
            title = clean_line(title, "title", longest=LONGEST_TITLE, may_be_empty=False)
        if title is not None and title != game.row.title:
            change_game(connection, game.id, title=title, version=game.row.version + 1)
            text = ENGLISH.fill("log.title", title=title)
            add_log(connection, game.id, now, actor=actor.name, act="title", text=text, note=note)
        if terms is not None:
            change_terms(connection, services, game, terms, actor=actor, note=note)
        add_event(connection, game.id, "all", "gm", now)
        return load_game_page(connection, services, game_id, viewer)


def change_terms(
    connection: Connection, services: Services, game: LoadedGame, changes: object, *, actor: Account, note: str = ""
) -> tuple[str, ...]:
    """Change the terms of a locked game and log that; returns the names of the changed terms."""
    terms = merge_terms(game.terms, changes, game.variant.seats)
    check_webhook(services, terms)
    check_levels(game.variant, terms.bots.values())
    changed = list_changed(game.terms, terms)
    settled = [name for name in changed if name in SETTLED]
    if not game.row.is_open and settled:
        raise HttpRefusal(409, "settled", field=f"terms.{settled[0]}", term=settled[0])
    if not changed:
        return ()
    change_game(connection, game.id, terms=dump(format_terms(terms)), version=game.row.version + 1)
    if "bots" in changed:
        for power in game.variant.seats:
            level = terms.bots.get(power)
            change_seat(connection, game.id, power, bot=level.value if level else None)
    text = word_changed_terms(game.terms, terms)
    line = add_log(connection, game.id, services.clock.now(), actor=actor.name, act="terms", text=text, note=note)
    notify_table(connection, services, game, NoticeKind.TERMS, text, occasion=line, note=note, besides=actor.id)
    return changed


def word_changed_terms(before: Terms, after: Terms) -> str:
    """The line of the log about changed terms, each with its old and new value."""
    old, new = _flatten(format_terms(before)), _flatten(format_terms(after))
    names = [name for name in {**old, **new} if old.get(name) != new.get(name)]
    parts = [_word_change(name, old.get(name), new.get(name)) for name in names[:MOST_TOLD]]
    if len(names) > MOST_TOLD:
        parts.append(ENGLISH.fill("log.more_terms", number=len(names) - MOST_TOLD))
    return ENGLISH.fill("log.terms", terms="; ".join(parts))


def _word_change(name: str, old: object, new: object) -> str:
    words = name.replace("_", " ")
    if name == "webhook":
        return words  # anyone who knows its address can post there
    return ENGLISH.fill("log.term", term=words, old=_word_value(old), new=_word_value(new))


def _word_value(value: object) -> str:
    match value:
        case None | "" | []:
            return ENGLISH.texts["log.no_value"]
        case bool():
            return ENGLISH.texts["log.on" if value else "log.off"]
        case list():
            return ENGLISH.list_all([str(one) for one in value])
        case _:
            return str(value)


def _flatten(terms: Mapping[str, object], before: str = "") -> dict[str, object]:
    """``{"press grey": False}`` for ``{"press": {"grey": False}}``."""
    found: dict[str, object] = {}
    for name, value in terms.items():
        if isinstance(value, Mapping) and value:
            found |= _flatten(value, f"{before}{name} ")
        else:
            found[f"{before}{name}"] = None if isinstance(value, Mapping) else value
    return found


def check_webhook(services: Services, terms: Terms) -> None:
    """Refuse a webhook with an address that the server must not call."""
    if terms.webhook:
        check_hook(terms.webhook, to_private=services.settings.hooks_to_private)
