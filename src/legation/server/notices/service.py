"""What is told to whom, and when. Every notice has a key, so that nothing is told twice."""

from collections.abc import Collection, Iterable
from datetime import datetime, timedelta
from typing import Literal

from sqlalchemy import Connection

from legation.board import PowerId
from legation.game import GameState, PhaseRecord
from legation.judge import Rulebook
from legation.render.words import (
    ENGLISH,
    report_concerns,
    word_ending,
    word_phase,
    word_placings,
    word_standings,
    write_text,
)
from legation.server.accounts.preferences import read_preferences
from legation.server.base.services import Services
from legation.server.base.times import word_time
from legation.server.game.loaded_game import LoadedGame
from legation.server.game.member_storage import list_members
from legation.server.game.placings import rank_places
from legation.server.game.records import NamedMember, Role
from legation.server.mail.notice_storage import Channel, add_notice
from legation.variants import Variant

PRESS_PAUSE = timedelta(minutes=30)
"""Delay before an e-mail about new press; a player who reads it before then gets none."""


def wants(member: NamedMember, kind: Literal["judged", "press", "reminders"]) -> bool:
    """Whether a member has an address and wants letters of this kind."""
    if member.email is None or member.is_closed:
        return False
    mail = read_preferences(member.settings).mail
    return {"judged": mail.judged, "press": mail.press, "reminders": mail.reminders}[kind]


def zone_of(member: NamedMember) -> str:
    """The zone in which a member reads times."""
    return read_preferences(member.settings).zone


def notify_judged(
    connection: Connection,
    services: Services,
    game: LoadedGame,
    record: PhaseRecord,
    members: Iterable[NamedMember],
    *,
    entry: int,
    deadline: datetime | None,
) -> None:
    """A phase was judged: every player is told what concerns the player, the webhook how things stand."""
    game_id, variant, rulebook = game.id, game.variant, game.rulebook
    ending = record.after.ending
    title = word_phase(record.phase)
    subject = ENGLISH.fill("mail.judged.last" if ending else "mail.judged.subject", title=game.row.title, phase=title)
    link = f"{services.settings.public_url}/g/{game_id}/results/{record.phase}"
    placings = word_placings(variant, rank_places(connection, game, record.after)) if ending else ""
    for member in _list_told(game, members, is_over=ending is not None):
        told = _write_phase(variant, rulebook, record, member.power if member.role is Role.PLAYER else None)
        body = f"{told}\n\n{_word_next(record.after, placings, deadline, zone_of(member))}\n\n{link}\n"
        key = f"judged:{game_id}:{entry}"
        _add_letter(connection, services, member, kind="judged", subject=subject, body=body, key=key)
    if game.terms.webhook:
        body = (
            f"{word_standings(variant, rulebook, record.after)}\n{_word_next(record.after, placings, deadline, 'UTC')}"
        )
        add_notice(
            connection,
            channel=Channel.WEBHOOK,
            kind="judged",
            subject=ENGLISH.fill("mail.judged.done", phase=title),
            body=body,
            now=services.clock.now(),
            game=game_id,
            key=f"hook:{game_id}:{entry}",
        )


def _list_told(game: LoadedGame, members: Iterable[NamedMember], *, is_over: bool) -> list[NamedMember]:
    """Who hears at once that a phase was judged: not onlookers who are kept back. Who plays hears it as a player."""
    late = game.terms.spectators.delay_phases > 0 and not is_over
    told = [member for member in members if wants(member, "judged")]
    told = [member for member in told if not (late and member.role is Role.SPECTATOR)]
    return sorted(told, key=lambda member: member.role is not Role.PLAYER)


def _write_phase(variant: Variant, rulebook: Rulebook, record: PhaseRecord, power: PowerId | None) -> str:
    if power is not None:
        report = report_concerns(variant, record, power)
        return write_text(report, is_titled=False).rstrip()
    ending = f"\n{word_ending(variant, record.after.ending)}" if record.after.ending else ""
    done = ENGLISH.fill("mail.judged.done", phase=word_phase(record.phase))
    return f"{done}\n{word_standings(variant, rulebook, record.after)}{ending}"


def _word_next(after: GameState, placings: str, deadline: datetime | None, zone: str) -> str:
    if after.ending:
        return f"{placings}\n{ENGLISH.texts['mail.judged.press_is_open']}"
    key = "mail.judged.next_due" if deadline else "mail.judged.next"
    return ENGLISH.fill(key, phase=word_phase(after.phase), time=word_time(deadline, zone))


def _add_letter(
    connection: Connection,
    services: Services,
    member: NamedMember,
    *,
    kind: str,
    subject: str,
    body: str,
    key: str,
    wait: timedelta = timedelta(0),
) -> bool:
    now = services.clock.now()
    return add_notice(
        connection,
        channel=Channel.MAIL,
        kind=kind,
        subject=subject,
        body=body,
        now=now,
        account=member.account,
        game=member.game,
        key=f"{key}:{member.account}",
        due_at=now + wait,
    )


def remind(connection: Connection, services: Services, game: LoadedGame, powers: Collection[str], occasion: str) -> int:
    """Remind the players of powers that have no orders in yet; once for each occasion of a turn. How many letters."""
    row, sent = game.row, 0
    for member in list_members(connection, game.id):
        if member.role is Role.PLAYER and member.power and member.power in powers and wants(member, "reminders"):
            power = game.variant.powers[member.power].name
            due = word_time(row.deadline, zone_of(member))
            told = ENGLISH.fill("mail.reminder.due" if row.deadline else "mail.reminder.body", power=power, time=due)
            body = f"{told}\n\n{services.settings.public_url}/g/{game.id}\n"
            key = f"remind:{game.id}:{row.turn}:{occasion}"
            subject = ENGLISH.fill("mail.reminder.subject", title=row.title, power=power)
            sent += _add_letter(connection, services, member, kind="reminder", subject=subject, body=body, key=key)
    return sent


def notify_deadline(connection: Connection, services: Services, game: LoadedGame, text: str) -> int:
    """The deadline has moved: the players of powers that are due are told why. How many letters."""
    row, sent = game.row, 0
    subject = ENGLISH.fill("mail.deadline.subject", title=row.title)
    body = f"{text}\n\n{services.settings.public_url}/g/{game.id}\n"
    for member in list_members(connection, game.id):
        if member.role is Role.PLAYER and member.power in game.due and wants(member, "reminders"):
            key = f"deadline:{game.id}:{row.version}"
            sent += _add_letter(connection, services, member, kind="deadline", subject=subject, body=body, key=key)
    return sent


def notify_masters(connection: Connection, services: Services, game: LoadedGame, text: str) -> int:
    """Something waits for the game masters, or did not happen as they wished. How many letters."""
    row, sent = game.row, 0
    subject = ENGLISH.fill("mail.master.subject", title=row.title)
    body = f"{text}\n\n{services.settings.public_url}/g/{game.id}/gm\n"
    for member in list_members(connection, game.id):
        if member.role.is_gm and wants(member, "reminders"):
            key = f"master:{game.id}:{row.version}:{services.clock.now():%Y%m%d%H%M%S%f}"
            sent += _add_letter(connection, services, member, kind="master", subject=subject, body=body, key=key)
    return sent


def find_occasion(deadline: datetime | None, hours: Iterable[int], now: datetime) -> int | None:
    """The reminder that is due now: the smallest number of hours before the deadline that has been reached."""
    if deadline is None or now >= deadline:
        return None
    reached = [number for number in hours if now >= deadline - timedelta(hours=number)]
    return min(reached, default=None)


def notify_press(
    connection: Connection, services: Services, game: LoadedGame, readers: Iterable[tuple[NamedMember, int]]
) -> None:
    """Tell readers that there is press. A second letter comes only after the reader's mark changed by reading some."""
    subject = ENGLISH.fill("mail.press.subject", title=game.row.title)
    body = f"{ENGLISH.texts['mail.press.body']}\n\n{services.settings.public_url}/g/{game.id}/press\n"
    for member, mark in readers:
        if wants(member, "press"):
            key = f"press:{game.id}:{mark}"
            _add_letter(
                connection, services, member, kind="press", subject=subject, body=body, key=key, wait=PRESS_PAUSE
            )


def notify_offered(
    connection: Connection, services: Services, game: LoadedGame, power: PowerId, members: Iterable[NamedMember]
) -> int:
    """A power is offered to the standbys among the members; how many were told."""
    told, name, row = 0, game.variant.powers[power].name, game.row
    for member in members:
        if member.role is Role.STANDBY and wants(member, "reminders"):
            told_so = ENGLISH.fill("mail.offer.body", title=row.title, power=name)
            body = f"{told_so}\n\n{services.settings.public_url}/g/{game.id}/briefing?power={power}\n"
            subject = ENGLISH.fill("mail.offer.subject", title=row.title, power=name)
            key = f"offer:{game.id}:{row.turn}:{power}"
            told += _add_letter(connection, services, member, kind="offer", subject=subject, body=body, key=key)
    return told


def notify_seated(connection: Connection, services: Services, game: LoadedGame, power: PowerId, account: int) -> None:
    """Somebody has a seat now."""
    name, row = game.variant.powers[power].name, game.row
    for member in list_members(connection, game.id):
        if member.account == account and member.power == power and wants(member, "reminders"):
            told = ENGLISH.fill("mail.seat.body", title=row.title, power=name)
            body = f"{told}\n\n{services.settings.public_url}/g/{game.id}/briefing\n"
            subject = ENGLISH.fill("mail.seat.subject", title=row.title, power=name)
            key = f"seat:{game.id}:{member.id}"
            _add_letter(connection, services, member, kind="seat", subject=subject, body=body, key=key)
