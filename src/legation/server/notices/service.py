"""What is told to whom, and when. Every notice has a key, so that nothing is told twice."""

import json
from collections.abc import Collection, Iterable
from datetime import datetime, timedelta

from sqlalchemy import Connection

from legation.board import PowerId
from legation.game import GameState, PhaseRecord
from legation.judge import Rulebook
from legation.render.words import report_concerns, word_ending, word_phase, word_placings, word_standings, write_text
from legation.server.accounts.preferences import fill_preferences
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


def wants(member: NamedMember, kind: str) -> bool:
    """Whether a member has an address and wants letters of this kind: ``judged``, ``press`` or ``reminders``."""
    if member.email is None or member.is_closed:
        return False
    return bool(fill_preferences(json.loads(member.settings))["mail"].get(kind, True))


def zone_of(member: NamedMember) -> str:
    """The zone in which a member reads times."""
    return str(fill_preferences(json.loads(member.settings))["zone"])


def notify_judged(
    connection: Connection,
    services: Services,
    game: LoadedGame,
    record: PhaseRecord,
    *,
    entry: int,
    deadline: datetime | None,
) -> None:
    """A phase was judged: every player is told what concerns the player, the webhook how things stand."""
    game_id, variant, rulebook = game.id, game.variant, game.rulebook
    ending = record.after.ending
    title = word_phase(record.phase)
    subject = f"{game.row.title}: {title}" + (", and the game is over" if ending else "")
    link = f"{services.settings.public_url}/g/{game_id}/results/{record.phase}"
    placings = word_placings(variant, rank_places(connection, game, record.after)) if ending else ""
    for member in _list_told(connection, game, is_over=ending is not None):
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
            subject=f"{title} is judged.",
            body=body,
            now=services.clock.now(),
            game=game_id,
            key=f"hook:{game_id}:{entry}",
        )


def _list_told(connection: Connection, game: LoadedGame, *, is_over: bool) -> list[NamedMember]:
    """Who hears at once that a phase was judged: not onlookers who are kept back. Who plays hears it as a player."""
    late = game.terms.spectators.delay_phases > 0 and not is_over
    members = [member for member in list_members(connection, game.id) if wants(member, "judged")]
    members = [member for member in members if not (late and member.role is Role.SPECTATOR)]
    return sorted(members, key=lambda member: member.role is not Role.PLAYER)


def _write_phase(variant: Variant, rulebook: Rulebook, record: PhaseRecord, power: PowerId | None) -> str:
    if power is not None:
        report = report_concerns(variant, record, power)
        return write_text(report, is_titled=False).rstrip()
    ending = f"\n{word_ending(variant, record.after.ending)}" if record.after.ending else ""
    return f"{word_phase(record.phase)} is judged.\n{word_standings(variant, rulebook, record.after)}{ending}"


def _word_next(after: GameState, placings: str, deadline: datetime | None, zone: str) -> str:
    if after.ending:
        return f"{placings}\nThe press of all powers can be read now."
    due = f", due {word_time(deadline, zone)}" if deadline else ""
    return f"Next: {word_phase(after.phase)}{due}."


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
            due = f" They are due {word_time(row.deadline, zone_of(member))}." if row.deadline else ""
            body = f"No orders of {power} are in yet.{due}\n\n{services.settings.public_url}/g/{game.id}\n"
            key = f"remind:{game.id}:{row.turn}:{occasion}"
            subject = f"{row.title}: orders of {power}"
            sent += _add_letter(connection, services, member, kind="reminder", subject=subject, body=body, key=key)
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
    subject = f"{game.row.title}: press"
    body = f"There is press for you to read.\n\n{services.settings.public_url}/g/{game.id}/press\n"
    for member, mark in readers:
        if wants(member, "press"):
            key = f"press:{game.id}:{mark}"
            _add_letter(
                connection, services, member, kind="press", subject=subject, body=body, key=key, wait=PRESS_PAUSE
            )


def notify_offered(connection: Connection, services: Services, game: LoadedGame, power: PowerId) -> int:
    """A power is offered to the standbys; how many were told."""
    told, name, row = 0, game.variant.powers[power].name, game.row
    for member in list_members(connection, game.id):
        if member.role is Role.STANDBY and wants(member, "reminders"):
            body = (
                f"{name} in {row.title} has no player any more, and you stand by. Who takes it first has it:"
                f"\n\n{services.settings.public_url}/g/{game.id}/briefing?power={power}\n"
            )
            key, subject = f"offer:{game.id}:{row.turn}:{power}", f"{row.title}: {name} is free"
            told += _add_letter(connection, services, member, kind="offer", subject=subject, body=body, key=key)
    return told


def notify_seated(connection: Connection, services: Services, game: LoadedGame, power: PowerId, account: int) -> None:
    """Somebody has a seat now."""
    name, row = game.variant.powers[power].name, game.row
    for member in list_members(connection, game.id):
        if member.account == account and member.power == power and wants(member, "reminders"):
            body = f"You play {name} in {row.title}.\n\n{services.settings.public_url}/g/{game.id}/briefing\n"
            key, subject = f"seat:{game.id}:{member.id}", f"{row.title}: you play {name}"
            _add_letter(connection, services, member, kind="seat", subject=subject, body=body, key=key)
