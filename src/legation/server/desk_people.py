"""Acts of the desk that have to do with people: seats, civil disorder, who runs the game, letters to all."""

from collections.abc import Mapping
from typing import Any

from sqlalchemy import Row

from legation.board import PowerId
from legation.game import SetDisorder
from legation.server import press
from legation.server.deeds import Chair, Deed, missing
from legation.server.facts import set_facts
from legation.server.judging import look_again
from legation.server.loaded_game import load_game
from legation.server.members import fill_seat
from legation.server.notices import notify_offered
from legation.server.refusals import HttpRefusal
from legation.server.rights import Act, Role
from legation.server.rooms import ALL, Reader
from legation.server.seats import load_seats
from legation.server.store import members as member_table
from legation.server.store.seats import change_seat
from legation.server.terms import Level
from legation.server.texts import clean_text


def seat(chair: Chair) -> Deed:
    """Give a power to a member, to a bot, or to nobody."""
    chair.need_running("open", "running", "paused")
    power, wish = chair.need_power(), chair.wish
    name = chair.name(power)
    if wish.bot is not None:
        level = _read_level(wish.bot)
        return Deed(f"{name} is played by a bot ({level.value}).", lambda: _seat_bot(chair, power, level), "members")
    if wish.account is None:
        return Deed(f"{name} has no player.", lambda: _clear_seat(chair, power), "members")
    member = _find_member(chair)
    account = member.account
    if member.role in (Role.GM, Role.CO_GM) and not chair.game.terms.gm_plays:
        raise HttpRefusal(409, "gm_plays_not", "In this game the game master does not play.", "account")
    whom = "a new player" if chair.game.terms.is_anonymous else member.name
    text = f"{name} is played by {whom}."

    def apply() -> None:
        fill_seat(chair.connection, chair.services, chair.game, account, power)
        _look(chair)

    return Deed(text, apply, "members")


def _read_level(text: str) -> Level:
    try:
        return Level(text)
    except ValueError:
        raise HttpRefusal(422, "bad_bot", f"There is no bot {text[:20]!r}.", "bot", tuple(Level)) from None


def _seat_bot(chair: Chair, power: PowerId, level: Level) -> None:
    member_table.vacate_power(chair.connection, chair.game.id, power, chair.services.clock.now())
    change_seat(chair.connection, chair.game.id, power, bot=level.value, missed=0, is_offered=False)
    if power in chair.game.state.position.in_disorder:
        changes = [SetDisorder(power, is_on=False)]
        set_facts(chair.connection, chair.services, chair.game, changes, "a bot takes the seat")
    _look(chair)


def _clear_seat(chair: Chair, power: PowerId) -> None:
    member_table.vacate_power(chair.connection, chair.game.id, power, chair.services.clock.now())
    change_seat(chair.connection, chair.game.id, power, bot=None)
    _look(chair)


def _look(chair: Chair) -> None:
    look_again(chair.connection, chair.services, load_game(chair.connection, chair.services, chair.game.id))


def _find_member(chair: Chair) -> Row[Any]:
    """The member whose account is meant."""
    if chair.wish.account is None:
        raise missing("account")
    found = [
        member
        for member in member_table.list_members(chair.connection, chair.game.id)
        if member.account == chair.wish.account
    ]
    if not found:
        message = "This account has no part in the game. Invite it first."
        raise HttpRefusal(404, "no_such_member", message, "account")
    return found[0]


def offer(chair: Chair) -> Deed:
    """Offer a power to the standbys."""
    chair.need_running()
    power = chair.need_power()
    if load_seats(chair.connection, chair.game.id)[power].bot:
        raise HttpRefusal(409, "has_bot", f"{chair.name(power)} is played by a bot.", "power")

    def apply() -> Mapping[str, Any]:
        change_seat(chair.connection, chair.game.id, power, is_offered=True)
        return {"told": notify_offered(chair.connection, chair.services, chair.game, power)}

    return Deed(f"{chair.name(power)} is offered to standbys.", apply, "members")


def set_disorder(chair: Chair) -> Deed:
    """Put a power into civil disorder, or take it out."""
    chair.need_running()
    power, is_on = chair.need_power(), chair.wish.on
    if is_on is None:
        raise missing("on")
    if is_on == (power in chair.game.state.position.in_disorder):
        raise HttpRefusal(
            409, "no_change", f"{chair.name(power)} is {'' if is_on else 'not '}in civil disorder already."
        )
    text = f"{chair.name(power)} {'falls into' if is_on else 'comes out of'} civil disorder."

    def apply() -> None:
        note = chair.wish.note or "set by the game master"
        set_facts(chair.connection, chair.services, chair.game, [SetDisorder(power, is_on=is_on)], note)

    return Deed(text, apply)


def hand_over(chair: Chair) -> Deed:
    """Another member runs the game from now on."""
    chair.membership.need(Act.HOST)
    member = _find_member(chair)
    _check_idle(chair, member)
    if member.account == chair.account.id:
        raise HttpRefusal(409, "no_change", "You run this game already.", "account")

    def apply() -> None:
        _drop_roles(chair, member.account)
        _drop_roles(chair, chair.account.id)
        now = chair.services.clock.now()
        member_table.add_member(chair.connection, chair.game.id, member.account, Role.GM, now)
        if chair.membership.power is None:
            member_table.add_member(chair.connection, chair.game.id, chair.account.id, Role.SPECTATOR, now)

    return Deed(f"{member.name} is the game master from now on.", apply, "members")


def set_co_gm(chair: Chair) -> Deed:
    """A member helps to run the game, or does no more."""
    chair.membership.need(Act.HOST)
    member, is_on = _find_member(chair), chair.wish.on
    if is_on is None:
        raise missing("on")
    _check_idle(chair, member)
    if member.role == Role.GM:
        raise HttpRefusal(409, "no_change", "The game master needs no help from the same account.", "account")

    def apply() -> None:
        _drop_roles(chair, member.account)
        role = Role.CO_GM if is_on else Role.SPECTATOR
        if member.role != Role.PLAYER or is_on:
            now = chair.services.clock.now()
            member_table.add_member(chair.connection, chair.game.id, member.account, role, now)

    text = f"{member.name} {'helps' if is_on else 'no longer helps'} to run the game."
    return Deed(text, apply, "members")


def _check_idle(chair: Chair, member: Row[Any]) -> None:
    """Who runs a game does not play in it, unless the terms say so."""
    if member.role == Role.PLAYER and not chair.game.terms.gm_plays:
        raise HttpRefusal(409, "plays", "In this game the game master does not play, and this member does.", "account")


def _drop_roles(chair: Chair, account: int) -> None:
    roles = (Role.GM, Role.CO_GM, Role.STANDBY, Role.SPECTATOR)
    member_table.leave_roles(chair.connection, chair.game.id, account, chair.services.clock.now(), roles)


def broadcast(chair: Chair) -> Deed:
    """Write to all."""
    if chair.wish.text is None:
        raise missing("text")
    text = clean_text(chair.wish.text, "text", longest=press.LONGEST)

    def apply() -> Mapping[str, Any]:
        message = press.post(
            chair.connection,
            chair.services,
            chair.game,
            Reader(is_gm=True),
            key=ALL,
            account=chair.account.id,
            text=text,
        )
        return {"message": press.describe_message(message, chair.membership)}

    return Deed(f"Broadcast to all: {text}" if len(text) <= 300 else f"Broadcast to all: {text[:297]}...", apply)
