"""The game master of a game: handing it over, and what happens if the game master is gone."""

from sqlalchemy import Connection

from legation.render.words import ENGLISH
from legation.server.base.services import Services
from legation.server.game import member_storage as member_table
from legation.server.game.event_storage import add_event
from legation.server.game.loaded_game import LoadedGame
from legation.server.game.log_storage import add_log
from legation.server.game.records import NamedMember, Role
from legation.server.mail.notice_kinds import NoticeKind
from legation.server.notices.service import notify_admins, notify_table

BESIDES_PLAYING = (Role.GM, Role.CO_GM, Role.STANDBY, Role.SPECTATOR, Role.CANDIDATE)


def make_master(connection: Connection, services: Services, game: LoadedGame, account: int) -> None:
    """Let an account run a locked game. The former master becomes a spectator, unless they play or are gone."""
    now, members = services.clock.now(), member_table.list_members(connection, game.id)
    players = {member.account for member in members if member.role is Role.PLAYER}
    for member in members:
        if member.role is Role.GM and member.account != account:
            member_table.leave_roles(connection, game.id, member.account, now, BESIDES_PLAYING)
            if member.account not in players and not member.is_closed:
                member_table.add_member(connection, game.id, member.account, Role.SPECTATOR, now)
    member_table.leave_roles(connection, game.id, account, now, BESIDES_PLAYING)
    member_table.add_member(connection, game.id, account, Role.GM, now)


def lose_master(connection: Connection, services: Services, game: LoadedGame, master: NamedMember) -> None:
    """The master of a locked game is gone for good: a second game master takes over, or the admins are told."""
    now = services.clock.now()
    member_table.leave_roles(connection, game.id, master.account, now, (Role.GM, Role.CO_GM))
    heir = next(
        (
            member
            for member in member_table.list_members(connection, game.id)
            if member.role is Role.CO_GM and not member.is_closed
        ),
        None,
    )
    if heir is None:
        text = ENGLISH.fill("log.master.gone", name=master.name)
        subject = ENGLISH.fill("mail.new_master.gone", title=game.row.title)
        body = f"{text}\n\n{services.settings.public_url}/admin/games?words={game.id}\n"
        notify_admins(connection, services, subject=subject, body=body, key=f"orphan:{game.id}:{game.row.version}")
    else:
        make_master(connection, services, game, heir.account)
        text = ENGLISH.fill("log.master.follows", name=master.name, heir=heir.name)
    line = add_log(connection, game.id, now, actor=master.name, act="master", text=text)
    add_event(connection, game.id, "all", "members", now)
    notify_table(connection, services, game, NoticeKind.MASTER, text, occasion=line)
