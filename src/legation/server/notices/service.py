"""Who is notified of what, and when. Every notice has a key, so that nothing is sent twice."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import NamedTuple

from sqlalchemy import Connection

from legation.board import PowerId
from legation.game import GameState, Judged, PhaseRecord, hide_open_votes, scheme_of
from legation.render.words import (
    ENGLISH,
    TurnDetails,
    report_concerns,
    report_turn,
    word_ending,
    word_missed,
    word_phase,
    word_placings,
    word_standings,
    write_text,
)
from legation.server.base.services import Services
from legation.server.base.times import word_time
from legation.server.game.loaded_game import LoadedGame, load_record
from legation.server.game.member_storage import list_members
from legation.server.game.placings import rank_places
from legation.server.game.records import NamedMember, Role
from legation.server.game.storage import list_heads
from legation.server.game.terms import StandbySeats, Then
from legation.server.identity.account_storage import list_admins
from legation.server.mail.notice_kinds import LetterChoice, NoticeKind
from legation.server.mail.notice_storage import Channel, add_notice
from legation.server.notices.emails import (
    GameEmail,
    add_game_email,
    add_note,
    notify_webhook,
    send_game_email,
    wants,
    zone_of,
)

PRESS_PAUSE = timedelta(minutes=30)
"""Delay before an e-mail about new press; a player who reads it before then gets none."""
ON_THE_CLOCK = (NoticeKind.DEADLINE, NoticeKind.RESUMED)
"""Kinds that concern a deadline."""
TO_THE_WEBHOOK = (
    NoticeKind.DEADLINE,
    NoticeKind.PAUSED,
    NoticeKind.RESUMED,
    NoticeKind.REWOUND,
    NoticeKind.DISORDER,
    NoticeKind.REPLACED,
)
SUBJECTS = {
    NoticeKind.DEADLINE: "mail.deadline.subject",
    NoticeKind.PAUSED: "mail.paused.subject",
    NoticeKind.RESUMED: "mail.resumed.subject",
    NoticeKind.PROPOSAL: "mail.proposal.subject",
    NoticeKind.VOTE: "mail.vote.subject",
    NoticeKind.DISORDER: "mail.disorder.subject",
    NoticeKind.REPLACED: "mail.replaced.subject",
    NoticeKind.REWOUND: "mail.rewound.subject",
    NoticeKind.CORRECTED: "mail.corrected.subject",
    NoticeKind.TERMS: "mail.terms.subject",
    NoticeKind.MASTER: "mail.new_master.subject",
}
"""The e-mails to the whole table."""
PAGES = {NoticeKind.PROPOSAL: "/votes", NoticeKind.VOTE: "/votes", NoticeKind.TERMS: "/rules"}


class Seal(NamedTuple):
    """A judgement's entry in the chain: people who keep its hash can check whether anyone changed the past."""

    number: int
    hash: str


@dataclass(frozen=True, slots=True)
class Missed:
    """Missing orders of a power that has a player."""

    times: int
    """Phases in a row, including this one."""
    is_offered: bool = False
    """True if standbys may take the seat from now on."""
    is_fallen: bool = False
    """True if the power falls into civil disorder."""


def notify_judged(
    connection: Connection,
    services: Services,
    game: LoadedGame,
    record: PhaseRecord,
    members: Iterable[NamedMember],
    *,
    entry: int,
    seal: Seal,
    deadline: datetime | None,
    missed: Mapping[PowerId, Missed] | None = None,
) -> None:
    """A phase was judged: every player receives the results that concern the player, the webhook the standings."""
    members = list(members)
    judgement = _Judgement(game, record, deadline, missed or {}, _word_placings(connection, game, record), seal)
    kind = NoticeKind.ENDING if record.after.ending else NoticeKind.JUDGED
    title = word_phase(record.phase)
    subject = ENGLISH.fill("mail.judged.last" if record.after.ending else "mail.judged.subject",
                           title=game.row.title, phase=title)  # fmt: skip
    page = f"/results/{record.phase}"
    for member in _list_told(game, members, is_over=record.after.ending is not None):
        own = judgement.find_missed(member)
        if wants(member, LetterChoice.JUDGED) or (record.after.ending and wants(member, LetterChoice.ENDING)):
            letter = GameEmail(kind, f"{entry}", subject, judgement.write, page, picture=str(record.phase))
            add_game_email(connection, services, game, member, letter)
        elif own and wants(member, None if own.is_offered or own.is_fallen else LetterChoice.MISSED):
            letter = GameEmail(NoticeKind.MISSED, f"{entry}", subject, judgement.write_missed, "")
            add_game_email(connection, services, game, member, letter)
    if not record.after.ending:
        _tell_onlookers(connection, services, game, members)
    said = ENGLISH.fill("mail.judged.done", phase=title)
    if record.after.ending:
        said = f"{said} {word_ending(game.variant, record.after.ending)}"
    body = judgement.write_standings("UTC")
    picture = str(record.phase)
    notify_webhook(connection, services, game, kind, occasion=f"{entry}", text=said, body=body, picture=picture)


def _tell_onlookers(
    connection: Connection, services: Services, game: LoadedGame, members: Iterable[NamedMember]
) -> None:
    """Notify delayed spectators of the phase that they see from now on."""
    delay = game.terms.spectators.delay_phases
    judged = [head for head in list_heads(connection, game.id) if head.is_judged]
    if not 0 < delay < len(judged):
        return
    shown = judged[-1 - delay]
    record = load_record(connection, game.id, shown.number, shown.hash)
    judgement = _Judgement(game, record, None, {}, "", Seal(shown.number, shown.hash))
    subject = ENGLISH.fill("mail.judged.subject", title=game.row.title, phase=word_phase(record.phase))
    letter = GameEmail(
        NoticeKind.JUDGED, f"{shown.number}", subject, judgement.write, f"/results/{record.phase}",
        picture=str(record.phase),
    )  # fmt: skip
    others = {member.account for member in members if not member.role.is_onlooker}
    late = [member for member in members if member.role.is_onlooker and member.account not in others]
    send_game_email(connection, services, game, late, letter)


def _word_placings(connection: Connection, game: LoadedGame, record: PhaseRecord) -> str:
    return word_placings(game.variant, rank_places(connection, game, record.after)) if record.after.ending else ""


def _list_told(game: LoadedGame, members: Iterable[NamedMember], *, is_over: bool) -> list[NamedMember]:
    """The members notified at once of a judged phase: not delayed spectators. Players are notified as players."""
    late = game.terms.spectators.delay_phases > 0 and not is_over
    told = [member for member in members if not (late and member.role.is_onlooker)]
    return sorted(told, key=lambda member: member.role is not Role.PLAYER)


@dataclass(frozen=True, slots=True)
class _Judgement:
    """The news of a judged phase."""

    game: LoadedGame
    record: PhaseRecord
    deadline: datetime | None
    missed: Mapping[PowerId, Missed]
    placings: str
    seal: Seal

    def find_missed(self, member: NamedMember) -> Missed | None:
        """The missed turn of a member, as a player."""
        return self.missed.get(member.power) if member.role is Role.PLAYER and member.power else None

    def write(self, member: NamedMember) -> str:
        """The e-mail to one member."""
        is_whole = wants(member, LetterChoice.WHOLE_TURN)
        told = [self._write_turn(zone_of(member)) if is_whole else self._write_phase(member)]
        if not is_whole or self.record.after.ending:
            told.append(self._word_next(zone_of(member)))
        if own := self.find_missed(member):
            assert member.power is not None
            told.insert(1, self._word_consequence(member.power, own))
        told.append(ENGLISH.fill("mail.judged.seal", number=self.seal.number, hash=self.seal.hash))
        return "\n\n".join(part for part in told if part)

    def write_missed(self, member: NamedMember) -> str:
        """The e-mail to a player who wants no results, but has missed a turn."""
        own = self.find_missed(member)
        assert own is not None
        assert member.power is not None
        said = word_missed(self.game.variant, self.record.phase, member.power)
        return f"{said} {self._word_consequence(member.power, own)}\n\n{self._word_next(zone_of(member))}"

    def write_standings(self, zone: str) -> str:
        """The standings, for people who play no power."""
        standings = word_standings(self.game.variant, self.game.rulebook, self.record.after)
        return f"{standings}\n{self._word_next(zone)}"

    def _write_turn(self, zone: str) -> str:
        """All orders with their results, the centres and the next phase, for people who read no page."""
        deadline = word_time(self.deadline, zone) if self.deadline else ""
        scheme = scheme_of(self.game.variant)
        judged = Judged(hide_open_votes(self.record, scheme, None))
        report = report_turn(self.game.variant, self.game.rulebook, [judged], TurnDetails(deadline=deadline))
        return write_text(report, is_titled=False).rstrip()

    def _write_phase(self, member: NamedMember) -> str:
        variant, record = self.game.variant, self.record
        if member.role is Role.PLAYER and member.power is not None:
            report = report_concerns(variant, record, member.power, has_orders=member.power not in self.missed)
            return write_text(report, is_titled=False).rstrip()
        lines = [ENGLISH.fill("mail.judged.done", phase=word_phase(record.phase))]
        if member.role.is_gm and self.missed:
            names = [variant.powers[power].name for power in self.missed]
            lines.append(ENGLISH.fill("mail.missed.from", powers=ENGLISH.list_all(names)))
        lines.append(word_standings(variant, self.game.rulebook, record.after))
        if record.after.ending:
            lines.append(word_ending(variant, record.after.ending))
        return "\n".join(lines)

    def _word_consequence(self, power: PowerId, own: Missed) -> str:
        """The consequence of missed orders."""
        name, missing = self.game.variant.powers[power].name, self.game.terms.missing
        if own.is_fallen:
            return ENGLISH.fill("mail.missed.fallen", power=name)
        if own.is_offered:
            return ENGLISH.fill("mail.missed.offered", power=name)
        key = "mail.missed.then_disorder" if missing.then is Then.DISORDER else "mail.missed.then_standby"
        return ENGLISH.fill(key, power=name, times=own.times, limit=missing.limit)

    def _word_next(self, zone: str) -> str:
        if self.record.after.ending:
            return f"{self.placings}\n{ENGLISH.texts['mail.judged.press_is_open']}"
        return word_next(self.record.after, self.deadline, zone)


def word_next(state: GameState, deadline: datetime | None, zone: str) -> str:
    """``Next: Fall 1901, orders, due Tue 17 Nov 2026, 12:00 (UTC).``"""
    key = "mail.judged.next_due" if deadline else "mail.judged.next"
    return ENGLISH.fill(key, phase=word_phase(state.phase), time=word_time(deadline, zone))


def remind(connection: Connection, services: Services, game: LoadedGame, powers: Collection[str], occasion: str) -> int:
    """Remind the players of powers without orders; once for each occasion of a turn. Returns the number of e-mails."""
    row, sent = game.row, 0
    players = [member for member in list_members(connection, game.id) if member.role is Role.PLAYER]
    for power in (PowerId(power) for power in powers):
        name = game.variant.powers[power].name

        def write(member: NamedMember, name: str = name) -> str:
            key = "mail.reminder.due" if row.deadline else "mail.reminder.body"
            return ENGLISH.fill(key, power=name, time=word_time(row.deadline, zone_of(member)))

        subject = ENGLISH.fill("mail.reminder.subject", title=row.title, power=name)
        letter = GameEmail(NoticeKind.REMINDER, f"{row.turn}:{occasion}", subject, write)
        own = [member for member in players if member.power == power]
        sent += send_game_email(connection, services, game, own, letter)
    return sent


def notify_masters(
    connection: Connection, services: Services, game: LoadedGame, text: str, *, besides: int | None = None
) -> int:
    """Tell the game masters of a task, or of a failed plan. Returns the number of e-mails.

    ``besides``: an account that is not told.
    """
    subject = ENGLISH.fill("mail.master.subject", title=game.row.title)
    masters = [one for one in list_members(connection, game.id) if one.role.is_gm and one.account != besides]
    occasion = f"{game.row.version}:{services.clock.now():%Y%m%d%H%M%S%f}"
    letter = GameEmail(NoticeKind.TASK, occasion, subject, lambda _: text, "/gm")
    return send_game_email(connection, services, game, masters, letter)


def find_occasion(deadline: datetime | None, hours: Iterable[int], now: datetime) -> int | None:
    """The reminder that is due now: the smallest number of hours before the deadline that has been reached."""
    if deadline is None or now >= deadline:
        return None
    reached = [number for number in hours if now >= deadline - timedelta(hours=number)]
    return min(reached, default=None)


def notify_table(
    connection: Connection,
    services: Services,
    game: LoadedGame,
    kind: NoticeKind,
    text: str,
    *,
    occasion: str | int,
    note: str = "",
    besides: int | None = None,
    powers: Collection[PowerId] | None = None,
) -> int:
    """Send the line of the log to the players and the game masters. Returns the number of e-mails.

    ``game`` is the game after the event. ``besides`` is the account that caused it. ``powers`` restricts the players;
    of a moved deadline only those are told who have something to order. The webhook is notified of the kinds meant for
    it.
    """
    if powers is None and kind is NoticeKind.DEADLINE:
        powers = game.due
    subject = ENGLISH.fill(SUBJECTS[kind], title=game.row.title)
    said = add_note(text, note)

    def write(member: NamedMember) -> str:
        zone = zone_of(member)
        if kind in ON_THE_CLOCK and game.row.deadline and zone != game.terms.clock.zone:
            return f"{said}\n\n{ENGLISH.fill('mail.deadline.for_you', time=word_time(game.row.deadline, zone))}"
        return said

    letter = GameEmail(kind, str(occasion), subject, write, PAGES.get(kind, ""))
    told = [member for member in list_table(connection, game, powers) if member.account != besides]
    if kind in TO_THE_WEBHOOK:
        notify_webhook(connection, services, game, kind, occasion=str(occasion), text=text, body=note)
    return send_game_email(connection, services, game, told, letter)


def list_table(
    connection: Connection, game: LoadedGame, powers: Collection[PowerId] | None = None
) -> list[NamedMember]:
    """The players, or those of some powers, and the game masters."""
    return [
        member
        for member in list_members(connection, game.id)
        if member.role.is_gm or (member.role is Role.PLAYER and (powers is None or member.power in powers))
    ]


def notify_press(
    connection: Connection, services: Services, game: LoadedGame, readers: Iterable[tuple[NamedMember, int]]
) -> None:
    """Tell readers of new press. A second e-mail comes only after the reader has read some of it."""
    subject = ENGLISH.fill("mail.press.subject", title=game.row.title)
    for member, mark in readers:
        letter = GameEmail(
            NoticeKind.PRESS, f"{mark}", subject, lambda _: ENGLISH.texts["mail.press.body"], "/press", PRESS_PAUSE
        )
        send_game_email(connection, services, game, [member], letter)


def notify_offered(
    connection: Connection,
    services: Services,
    game: LoadedGame,
    power: PowerId,
    members: Iterable[NamedMember],
    *,
    occasion: str | int,
    besides: int | None = None,
    tells_player: bool = True,
) -> int:
    """A power is offered: standbys, game masters and the power's players are told. Returns how many standbys were."""
    name, title = game.variant.powers[power].name, game.row.title
    subject = ENGLISH.fill("mail.offer.subject", title=title, power=name)
    by_gm = game.terms.standbys.seats is StandbySeats.GM
    text = ENGLISH.fill("mail.offer.by_gm" if by_gm else "mail.offer.first", title=title, power=name)
    key = f"{occasion}:{power}"
    everybody = [member for member in members if member.account != besides]
    page = f"/briefing?power={power}"
    letter = GameEmail(NoticeKind.OFFER, key, subject, lambda _: text, page)
    standbys = [member for member in everybody if member.role is Role.STANDBY]
    told = send_game_email(connection, services, game, standbys, letter)
    masters = [member for member in everybody if member.role.is_gm and member.power != power]
    said = ENGLISH.fill("mail.offer.to_gm", title=title, power=name)
    send_game_email(
        connection, services, game, masters, GameEmail(NoticeKind.OFFER, key, subject, lambda _: said, "/gm")
    )
    if tells_player:
        warning = ENGLISH.fill("mail.seat.offered", title=title, power=name)
        subject = ENGLISH.fill("mail.seat.offered_subject", title=title, power=name)
        own = [member for member in everybody if member.role is Role.PLAYER and member.power == power]
        letter = GameEmail(NoticeKind.SEAT, f"offered:{key}", subject, lambda _: warning)
        send_game_email(connection, services, game, own, letter)
    said = ENGLISH.fill("log.offered", power=name)
    notify_webhook(connection, services, game, NoticeKind.OFFER, occasion=key, text=said)
    return told


def notify_kept(
    connection: Connection, services: Services, game: LoadedGame, power: PowerId, *, occasion: str | int
) -> None:
    """An offer was withdrawn: the power's players keep it, and are told."""
    name = game.variant.powers[power].name
    subject = ENGLISH.fill("mail.seat.kept_subject", title=game.row.title, power=name)
    text = ENGLISH.fill("mail.seat.kept", title=game.row.title, power=name)
    letter = GameEmail(NoticeKind.SEAT, f"kept:{occasion}:{power}", subject, lambda _: text)
    players = [member for member in list_members(connection, game.id) if member.role is Role.PLAYER]
    send_game_email(connection, services, game, [member for member in players if member.power == power], letter)


def notify_seated(connection: Connection, services: Services, game: LoadedGame, power: PowerId, account: int) -> None:
    """Tell a person about their new seat."""
    name, row = game.variant.powers[power].name, game.row
    subject = ENGLISH.fill("mail.seat.subject", title=row.title, power=name)
    text = ENGLISH.fill("mail.seat.body", title=row.title, power=name)
    for member in list_members(connection, game.id):
        if member.account == account and member.power == power:
            letter = GameEmail(NoticeKind.SEAT, f"{member.id}", subject, lambda _: text, "/briefing")
            send_game_email(connection, services, game, [member], letter)


def notify_replaced(
    connection: Connection,
    services: Services,
    game: LoadedGame,
    power: PowerId,
    before: Iterable[NamedMember],
    *,
    text: str,
    occasion: str | int,
    besides: int | None = None,
) -> None:
    """A seat has changed hands: the former players are told, and the table receives the line of the log."""
    name = game.variant.powers[power].name
    old = [member for member in before if member.account != besides]
    subject = ENGLISH.fill("mail.seat.lost_subject", title=game.row.title, power=name)
    said = ENGLISH.fill("mail.seat.lost", title=game.row.title, power=name)
    letter = GameEmail(NoticeKind.SEAT, f"lost:{occasion}", subject, lambda _: said)
    send_game_email(connection, services, game, old, letter)
    others = [other for other in game.variant.seats if other != power]
    notify_table(
        connection, services, game, NoticeKind.REPLACED, text, occasion=occasion, besides=besides, powers=others
    )


def notify_disorder(
    connection: Connection,
    services: Services,
    game: LoadedGame,
    power: PowerId,
    *,
    text: str,
    occasion: str | int,
    note: str = "",
    besides: int | None = None,
) -> None:
    """A power fell into civil disorder or left it: its players are told in any case, and the table."""
    subject = ENGLISH.fill("mail.disorder.subject", title=game.row.title)
    said = add_note(text, note)
    own = [member for member in list_table(connection, game, [power]) if member.power == power]
    send_game_email(
        connection, services, game, own, GameEmail(NoticeKind.SEAT, f"disorder:{occasion}", subject, lambda _: said)
    )
    others = [other for other in game.variant.seats if other != power]
    notify_table(
        connection,
        services,
        game,
        NoticeKind.DISORDER,
        text,
        occasion=occasion,
        note=note,
        besides=besides,
        powers=others,
    )


def notify_standby(
    connection: Connection,
    services: Services,
    game: LoadedGame,
    member: NamedMember,
    *,
    is_admitted: bool,
    note: str,
    occasion: str | int,
) -> None:
    """Answer a person who asked to be a standby."""
    key = "admitted" if is_admitted else "refused"
    subject = ENGLISH.fill(f"mail.standby.{key}_subject", title=game.row.title)
    text = add_note(ENGLISH.fill(f"mail.standby.{key}", title=game.row.title), note)
    send_game_email(
        connection, services, game, [member], GameEmail(NoticeKind.STANDBY, f"{occasion}", subject, lambda _: text)
    )


def notify_candidate(
    connection: Connection, services: Services, game: LoadedGame, name: str, *, occasion: str | int
) -> None:
    """Someone asks to be a standby: the game masters are told."""
    subject = ENGLISH.fill("mail.standby.asked_subject", title=game.row.title)
    text = ENGLISH.fill("mail.standby.asked", title=game.row.title, name=name)
    masters = [member for member in list_members(connection, game.id) if member.role.is_gm]
    letter = GameEmail(NoticeKind.CANDIDATE, f"{occasion}", subject, lambda _: text, "/gm")
    send_game_email(connection, services, game, masters, letter)


def notify_admins(connection: Connection, services: Services, *, subject: str, body: str, key: str) -> None:
    """Notify the admins of the host."""
    for admin in list_admins(connection):
        add_notice(
            connection,
            channel=Channel.MAIL,
            kind=NoticeKind.ADMIN,
            subject=subject,
            body=body,
            now=services.clock.now(),
            account=admin.id,
            key=f"{key}:{admin.id}",
        )
