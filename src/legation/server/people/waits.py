"""Waiting lists: for a game of a variant and a speed, and for a seat in a full game.

People who wait for a seat in a game that has not begun are among its standbys, and are told when a seat is free. People
who wait for any game of a variant and a speed are told when someone opens one. As soon as there are as many of them as
the variant has powers, the server opens one itself: all of them are in it, and the person who has waited longest runs
it. It begins at once, with days for the first turn; only a live game waits for its game master, because its players
must be there at the same time. Two people of whom one has blocked the other are never put into one game. An uploaded
board has a list for those who may begin games on it, and the list is closed when the board is no longer open to
everyone.
"""

from dataclasses import dataclass
from datetime import timedelta

from sqlalchemy import Connection

from legation.render.words import ENGLISH
from legation.server.accounts.block_storage import list_apart
from legation.server.accounts.sessions import refuse_guest
from legation.server.base.refusals import HttpRefusal
from legation.server.base.services import Services
from legation.server.base.times import format_time
from legation.server.game.loaded_game import load_game
from legation.server.game.log_storage import add_log
from legation.server.game.member_storage import add_member, list_members, list_players
from legation.server.game.records import GameKind, Role
from legation.server.game.speeds import USUAL_CLOCKS, Speed
from legation.server.game.storage import count_free_seats
from legation.server.game.terms import Seating, Terms
from legation.server.games.creating import GameRequest, put_game
from legation.server.games.starting import begin_hosted_game
from legation.server.identity.viewers import Viewer
from legation.server.mail.notice_kinds import NoticeKind
from legation.server.people import wait_storage as store
from legation.server.people.emails import send_person_email
from legation.server.people.wait_storage import StoredWait
from legation.server.variants.opening import open_variant
from legation.server.variants.played_variants import is_open_to_all, name_variant
from legation.variants import Variant

GOOD_FOR = timedelta(days=30)
MOST_WAITS = 5
"""Lists that one account may be on."""


@dataclass(frozen=True, slots=True)
class WaitingList:
    """The number of people who wait for a game of a variant and a speed."""

    variant: str
    variant_name: str
    speed: Speed
    waiting: int
    needed: int
    """With this many people, a game is opened."""
    until: str | None
    """How long the viewer waits; null if the viewer is not on the list."""


@dataclass(frozen=True, slots=True)
class WaitingLists:
    """All lists with people on them, fullest first."""

    lists: list[WaitingList]
    opened: str | None
    """The game that was just opened, because the viewer was the last person needed."""


def list_waiting_lists(services: Services, viewer: Viewer, opened: str | None = None) -> WaitingLists:
    """All lists with people on them; the other people's names are not shown."""
    now = services.clock.now()
    lists = []
    with services.store.read() as connection:
        own = store.list_own_waits(connection, viewer.account_id, now) if viewer.account_id is not None else []
        until = {(wait.variant, wait.speed): wait.ends_at for wait in own}
        for (name, speed), waiting in store.count_waiting(connection, now).items():
            variant = _open(connection, services, viewer, name)
            if variant is None:
                continue
            ends_at = until.get((name, speed))
            lists.append(WaitingList(name, variant.name, speed, waiting, len(variant.seats), format_time(ends_at)))
    lists.sort(key=lambda one: (one.until is None, one.waiting - one.needed, one.variant, one.speed))
    return WaitingLists(lists, opened)


def _open(connection: Connection, services: Services, viewer: Viewer, name: str) -> Variant | None:
    """A variant on which the viewer may begin games; None for others, whose lists are hidden."""
    try:
        return open_variant(connection, services, viewer, name, hosting=True)
    except HttpRefusal:
        return None


def wait_for_game(services: Services, viewer: Viewer, variant_id: str, speed: Speed) -> WaitingLists:
    """Put the viewer on a list, or prolong the wait; a game is opened when enough people wait."""
    account = viewer.need_account()
    refuse_guest(account)
    now = services.clock.now()
    with services.store.write() as connection:
        # A list is for a board, not for a single edition of it.
        variant = open_variant(connection, services, viewer, variant_id.partition("@")[0], hosting=True)
        own = store.list_own_waits(connection, account.id, now)
        is_known = any((wait.variant, wait.speed) == (variant.id, speed) for wait in own)
        if not is_known and len(own) >= MOST_WAITS:
            raise HttpRefusal(409, "too_many", case="waits", most=MOST_WAITS)
        store.put_wait(connection, account.id, variant.id, speed, now=now, ends_at=now + GOOD_FOR)
        opened = _open_if_enough(connection, services, variant, speed)
    return list_waiting_lists(services, viewer, opened)


def stop_waiting(services: Services, viewer: Viewer, variant_id: str, speed: Speed) -> WaitingLists:
    """Remove the viewer from a list."""
    account = viewer.need_account()
    with services.store.write() as connection:
        if not store.drop_wait(connection, account.id, variant_id, speed):
            raise HttpRefusal(409, "not_waiting")
    return list_waiting_lists(services, viewer)


def _open_if_enough(connection: Connection, services: Services, variant: Variant, speed: Speed) -> str | None:
    waiting = store.list_waiting(connection, variant.id, speed, services.clock.now())
    chosen: list[StoredWait] = []
    for wait in waiting:
        apart = list_apart(connection, wait.account)
        if len(chosen) < len(variant.seats) and not any(other.account in apart for other in chosen):
            chosen.append(wait)
    if len(chosen) < len(variant.seats):
        return None
    return _open_game(connection, services, variant, speed, chosen)


def _open_game(
    connection: Connection, services: Services, variant: Variant, speed: Speed, chosen: list[StoredWait]
) -> str:
    now = services.clock.now()
    terms = Terms(seating=Seating.LOT, clock=USUAL_CLOCKS[speed], gm_plays=True)
    title = ENGLISH.fill("waits.title", variant=variant.name)
    game = put_game(connection, services, variant, GameRequest(title, variant.id), terms, kind=GameKind.HOSTED)
    add_member(connection, game, chosen[0].account, Role.GM, now)
    for wait in chosen:
        add_member(connection, game, wait.account, Role.PLAYER, now)
        store.drop_wait(connection, wait.account, variant.id, speed)
    text = ENGLISH.fill("log.opened_for_waiting", number=len(chosen))
    add_log(connection, game, now, actor="clock", act="created", text=text)
    if speed is not Speed.LIVE:
        loaded = load_game(connection, services, game)
        begin_hosted_game(connection, services, loaded, actor="clock", fill=None, tells_players=False)
    _tell_opened(connection, services, variant, game, title)
    return game


def _tell_opened(connection: Connection, services: Services, variant: Variant, game: str, title: str) -> None:
    """One e-mail to everyone: the game, the person's power if it has begun, and its game master."""
    players = list_players(connection, game)
    for place, player in enumerate(players):
        words = ENGLISH.fill("mail.waited.opened", title=title, number=len(players))
        if player.power is not None:
            words = ENGLISH.fill("mail.waited.begun", title=title, power=variant.powers[player.power].name)
        elif place:
            words += ENGLISH.texts["mail.waited.not_begun"]
        if place == 0:
            words += ENGLISH.texts["mail.waited.runs" if player.power else "mail.waited.runs_and_begins"]
        send_person_email(
            connection,
            services,
            player.account,
            NoticeKind.WAITED,
            subject=ENGLISH.fill("mail.waited.opened_subject", title=title),
            text=words,
            page=f"/g/{game}",
            key=f"opened:{game}:{player.account}",
            game=game,
        )


def notify_waiting(services: Services) -> int:
    """Tell people about the games they wait for, and remove those who waited too long; returns how many e-mails."""
    now = services.clock.now()
    with services.store.read() as connection:
        chances, seat_waits = store.list_chances(connection, now), store.list_seat_waits(connection)
        free = count_free_seats(connection, {*(one.game for one in chances), *(one.game for one in seat_waits)})
        over = store.list_over(connection, now)
    chances = [chance for chance in chances if free.get(chance.game)]
    seat_waits = [wait for wait in seat_waits if free.get(wait.game)]
    if not chances and not seat_waits and not over:
        return 0
    with services.store.write() as connection:
        sent = sum(_tell_of_game(connection, services, chance) for chance in chances)
        sent += sum(_tell_of_seat(connection, services, wait) for wait in seat_waits)
        return sent + sum(_end_wait(connection, services, wait) for wait in over)


def _tell_of_game(connection: Connection, services: Services, chance: store.Chance) -> bool:
    apart = list_apart(connection, chance.account)
    if apart and any(member.account in apart for member in list_members(connection, chance.game)):
        return False
    return send_person_email(
        connection,
        services,
        chance.account,
        NoticeKind.WAITED,
        subject=ENGLISH.fill("mail.waited.game_subject", title=chance.title),
        text=ENGLISH.fill("mail.waited.game", title=chance.title),
        page=f"/g/{chance.game}",
        key=f"waited:{chance.game}:{chance.account}",
        game=chance.game,
    )


def _tell_of_seat(connection: Connection, services: Services, wait: store.SeatWait) -> bool:
    return send_person_email(
        connection,
        services,
        wait.account,
        NoticeKind.WAITED,
        subject=ENGLISH.fill("mail.waited.seat_subject", title=wait.title),
        text=ENGLISH.fill("mail.waited.seat", title=wait.title),
        page=f"/g/{wait.game}",
        key=f"seat:{wait.game}:{wait.left}:{wait.account}",
        game=wait.game,
    )


def _end_wait(connection: Connection, services: Services, wait: StoredWait) -> bool:
    store.drop_wait(connection, wait.account, wait.variant, wait.speed)
    variant, is_open = name_variant(connection, wait.variant), is_open_to_all(connection, wait.variant)
    return send_person_email(
        connection,
        services,
        wait.account,
        NoticeKind.WAITED,
        subject=ENGLISH.fill("mail.waited.over_subject", variant=variant),
        text=ENGLISH.fill("mail.waited.over" if is_open else "mail.waited.closed", variant=variant, days=GOOD_FOR.days),
        page="/",
        key=f"over:{wait.id}:{wait.ends_at:%Y%m%d%H%M}",
    )
