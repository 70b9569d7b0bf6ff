"""A game to try: Colonia VII after two years, with an account that plays in it and is its game master."""

import json
import os
from dataclasses import dataclass
from pathlib import Path

from sqlalchemy import Connection

from legation.board import PowerId
from legation.game import PhaseKind
from legation.render.words import ENGLISH
from legation.server.accounts.entrance import add_entrance
from legation.server.accounts.person_checks import fold
from legation.server.accounts.service import set_password
from legation.server.base.services import Services
from legation.server.game.loaded_game import load_game
from legation.server.game.log_storage import add_log
from legation.server.game.member_storage import add_member, change_seat, find_member, find_resigned
from legation.server.game.plans import drop_bot_plans
from legation.server.game.records import GameKind, Role
from legation.server.game.storage import list_unended_games
from legation.server.game.terms import ClockKind, ClockTerms, Level, Terms
from legation.server.games.creating import GameRequest, put_game
from legation.server.games.starting import begin
from legation.server.identity.account_storage import add_account, find_by_name
from legation.server.judging.service import Line, judge_now, look_again
from legation.variants import load_variant

NAME = "Demo"
TITLE = "Colonia VII, a demonstration"
VARIANT = "colonia-vii"
POWER = PowerId("FRANCE")
SECRETS = "demo.json"
PHASES = 6
"""Phases judged in advance at least, so that there are results to see."""


@dataclass(frozen=True, slots=True)
class Demo:
    """The demonstration game, and how to sign in."""

    name: str
    password: str
    game: str
    link: str
    """The address that signs in and shows the game."""


def make_demo(services: Services) -> Demo:
    """The demonstration game, created if it is missing.

    Password and link are stored in the data folder, so that a second start does not change them. If the server was
    stopped while it made the game, the next start completes it.
    """
    password, secret = _load_secrets(services)
    with services.store.write() as connection:
        account = _load_account(connection, services, password)
        add_entrance(connection, services, account, secret)
        game = find_demo_game(connection, account) or _begin_game(connection, services, account)
        is_complete = _has_played(connection, game, account)
    if not is_complete:
        _play_first_phases(services, game)
        with services.store.write() as connection:
            _take_seat(connection, services, game, account)
    return Demo(NAME, password, game, f"{services.settings.public_url}/enter/{secret}")


def _load_secrets(services: Services) -> tuple[str, str]:
    """The password and the secret of the link, from a file that only its owner may read."""
    file = Path(services.settings.data) / SECRETS
    if file.is_file():
        kept = json.loads(file.read_text(encoding="utf-8"))
        return kept["password"], kept["link"]
    password, secret = services.randomness.name_id(14), services.randomness.secret()
    temporary = file.with_name(f".{SECRETS}.tmp")
    temporary.touch(mode=0o600)
    temporary.write_text(json.dumps({"password": password, "link": secret}), encoding="utf-8")
    os.replace(temporary, file)  # a server that is stopped now leaves no half of it
    return password, secret


def find_demo_game(connection: Connection, account: int) -> str | None:
    """The demonstration game that runs, if there is one."""
    rows = list_unended_games(connection, account)
    return next((row.id for row in rows if row.title == TITLE), None)


def _load_account(connection: Connection, services: Services, password: str) -> int:
    row = find_by_name(connection, fold(NAME))
    if row is not None:
        return row.id
    account = add_account(
        connection, made_at=services.clock.now(), name=NAME, folded_name=fold(NAME), email="demo@example.org"
    )
    assert account is not None
    set_password(connection, services, account, password)
    return account


def _begin_game(connection: Connection, services: Services, account: int) -> str:
    variant, now = load_variant(VARIANT), services.clock.now()
    terms = Terms(clock=ClockTerms(kind=ClockKind.NONE), gm_plays=True, bots=dict.fromkeys(variant.seats, Level.STEADY))
    game = put_game(connection, services, variant, GameRequest(TITLE, VARIANT), terms, kind=GameKind.HOSTED)
    add_member(connection, game, account, Role.GM, now)
    begin(connection, services, load_game(connection, services, game))
    add_log(connection, game, now, actor=NAME, act="started", text=ENGLISH.texts["log.demo.started"])
    return game


def _has_played(connection: Connection, game: str, account: int) -> bool:
    """True if the account has or had a power."""
    is_player = find_member(connection, game, account, Role.PLAYER) is not None
    return is_player or find_resigned(connection, game, account) is not None


def _play_first_phases(services: Services, game: str) -> None:
    """Let bots play the first phases, up to one with moves, the heart of the game."""
    while True:
        with services.store.read() as connection:
            found = load_game(connection, services, game)
        # The turn counts the phases that were opened, including the current one.
        if found.row.turn > PHASES and found.state.phase.kind is PhaseKind.MOVES:
            return
        judge_now(services, game, Line())


def _take_seat(connection: Connection, services: Services, game_id: str, account: int) -> None:
    """The account plays a power from now on."""
    change_seat(connection, game_id, POWER, bot=None)
    add_member(connection, game_id, account, Role.PLAYER, services.clock.now(), power=POWER)
    text = ENGLISH.fill("log.demo.seat", name=NAME)
    add_log(connection, game_id, services.clock.now(), actor=NAME, act="seat", text=text)
    game = load_game(connection, services, game_id)
    drop_bot_plans(connection, game_id, game.row.turn, POWER)
    look_again(connection, services, game)
