"""A game to click on: Colonia VII two years on, with an account that plays in it and is its game master."""

from dataclasses import dataclass

from sqlalchemy import Connection

from legation.board import PowerId
from legation.game import PhaseKind
from legation.server.accounts import fold, set_password
from legation.server.hosting import Wish, begin, find_current, put_game
from legation.server.judging import Line, judge_now, look_again
from legation.server.rights import Role
from legation.server.services import Services
from legation.server.store.accounts import add_account, find_by_name
from legation.server.store.games import list_own_games
from legation.server.store.log import add_log
from legation.server.store.members import add_member
from legation.server.store.orders import drop_plan
from legation.server.store.seats import change_seat
from legation.server.table import load_table
from legation.server.terms import ClockKind, ClockTerms, Level, Terms

NAME = "Demo"
TITLE = "Colonia VII, a demonstration"
VARIANT = "colonia-vii"
POWER = PowerId("FRANCE")
PHASES = 5
"""At least so many are judged beforehand, so that there are results to look at."""


@dataclass(frozen=True, slots=True)
class Demo:
    """What to click on, and how to sign in."""

    name: str
    password: str
    game: str
    url: str


def make_demo(services: Services) -> Demo:
    """The demonstration game, made where it is missing. The password is a new one each time; it is kept nowhere."""
    password = services.chance.name_id(14)
    with services.store.write() as connection:
        account = _find_account(connection, services)
        set_password(connection, services, account, password)
        known = [row.id for row in list_own_games(connection, account) if row.title == TITLE and row.status != "ended"]
    game = known[0] if known else _make_game(services, account)
    return Demo(NAME, password, game, f"{services.settings.public_url}/g/{game}")


def _find_account(connection: Connection, services: Services) -> int:
    row = find_by_name(connection, fold(NAME))
    if row is not None:
        return int(row.id)
    account = add_account(
        connection, made_at=services.clock.now(), name=NAME, folded_name=fold(NAME), email="demo@example.org"
    )
    assert account is not None
    return account


def _make_game(services: Services, account: int) -> str:
    variant = find_current(VARIANT)
    terms = Terms(
        clock=ClockTerms(kind=ClockKind.NONE), gm_plays=True, bots=dict.fromkeys(variant.powers, Level.STEADY)
    )
    with services.store.write() as connection:
        now = services.clock.now()
        game = put_game(connection, services, variant, Wish(TITLE, VARIANT), terms, kind="hosted")
        add_member(connection, game, account, Role.GM, now)
        begin(connection, services, load_table(connection, services, game))
        add_log(
            connection, game, now, actor=NAME, act="started", text="The game begins. Bots play all powers at first."
        )
    for _ in range(PHASES):
        judge_now(services, game, Line())
    while judge_now(services, game, Line()).after.phase.kind is not PhaseKind.MOVES:
        pass  # it begins with moves, which are the heart of the game
    with services.store.write() as connection:
        _take_seat(connection, services, game, account)
    return game


def _take_seat(connection: Connection, services: Services, game: str, account: int) -> None:
    """The account plays a power from here on."""
    change_seat(connection, game, POWER, bot=None)
    add_member(connection, game, account, Role.PLAYER, services.clock.now(), power=POWER)
    text = f"{NAME} takes the seat of France from a bot."
    add_log(connection, game, services.clock.now(), actor=NAME, act="seat", text=text)
    table = load_table(connection, services, game)
    drop_plan(connection, game, table.row.turn, POWER)
    look_again(connection, services, table)
