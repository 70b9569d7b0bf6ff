"""Games of one person against bots: there is no clock, and a phase in which only bots order is judged at once."""

from collections.abc import Mapping
from dataclasses import dataclass

from sqlalchemy import Connection

from legation.board import PowerId
from legation.render.words import ENGLISH
from legation.server.accounts.service import make_guest
from legation.server.base.refusals import HttpRefusal
from legation.server.base.services import Services
from legation.server.bots.service import prepare_bots
from legation.server.game.deadlines import State
from legation.server.game.loaded_game import LoadedGame, decode_game, load_game
from legation.server.game.log_storage import add_log
from legation.server.game.member_storage import add_member
from legation.server.game.membership import Act, open_game
from legation.server.game.plan_storage import list_plans
from legation.server.game.records import GameKind, Role
from legation.server.game.seats import Seat, load_seats
from legation.server.game.storage import list_own_games
from legation.server.game.terms import ClockKind, ClockTerms, Level, PressTerms, SpectatorTerms, Terms
from legation.server.games.creating import GameRequest, put_game
from legation.server.games.game_page import GamePage, describe_game
from legation.server.games.starting import begin
from legation.server.identity.viewers import SignedIn, Viewer
from legation.server.judging.service import Line, has_living_player, judge_now, list_handed
from legation.server.variants.catalogue import check_variant

MOST_SOLO = 30
"""Games against bots that one account may have running."""
MOST_STEPS = 12
"""Phases judged at one time; a player who is out watches phase by phase."""


@dataclass(frozen=True, slots=True)
class Begun:
    """A game against bots that has begun, and the session of a guest for whom it was made."""

    game: GamePage
    signed_in: SignedIn | None = None


def start_solo(services: Services, viewer: Viewer, *, variant: str, power: str | None, level: Level) -> Begun:
    """Start a game against bots; a visitor without an account plays as a guest."""
    services.rates.take("solo", viewer.rate_key, services.clock.now())
    chosen = check_variant(variant)
    if power is not None and power not in chosen.powers:
        raise HttpRefusal(
            422,
            "unknown_power",
            case="variant",
            field="power",
            candidates=tuple(chosen.powers),
            power=repr(power[:40]),
            variant=chosen.name,
        )
    signed_in = make_guest(services, viewer) if viewer.account is None else None
    player = signed_in.viewer if signed_in else viewer
    account = player.need_account()
    with services.store.write() as connection:
        running = [row for row in list_own_games(connection, account.id) if row.is_solo and not row.is_over]
        if len(running) >= MOST_SOLO:
            raise HttpRefusal(409, "too_many_games", case="solo")
        powers = list(chosen.powers)
        own = PowerId(power) if power else powers[services.randomness.seed() % len(powers)]
        terms = make_terms({other: level for other in powers if other != own})
        game_id = put_game(connection, services, chosen, GameRequest(chosen.name, variant), terms, kind=GameKind.SOLO)
        add_member(connection, game_id, account.id, Role.PLAYER, services.clock.now(), power=own)
        game = load_game(connection, services, game_id)
        begin(connection, services, game)
        text = ENGLISH.fill("log.solo", name=account.name, power=chosen.powers[own].name)
        add_log(connection, game_id, services.clock.now(), actor=account.name, act="started", text=text)
    prepare_bots(services, game_id)
    with services.store.read() as connection:
        row, membership = open_game(connection, game_id, player)
        described = describe_game(connection, services, decode_game(connection, services, row), membership)
    return Begun(described, signed_in)


def make_terms(bots: Mapping[PowerId, Level]) -> Terms:
    """The terms of a game against bots."""
    return Terms(
        is_private=True,
        clock=ClockTerms(kind=ClockKind.NONE),
        press=PressTerms(private=False, rooms=False, public=False),
        spectators=SpectatorTerms(allowed=False),
        bots=bots,
    )


def play_on(services: Services, game_id: str) -> int:
    """Judge a game against bots until its player has something to order; returns how many phases were judged.

    For a player who is out of the game one phase is judged at each request.
    """
    for steps in range(MOST_STEPS):
        with services.store.read() as connection:
            game = load_game(connection, services, game_id)
            seats = load_seats(connection, game_id)
            if not (game.row.is_solo and game.row.is_running):
                return steps
            if not _may_go_on(connection, game, seats) or (steps and not has_living_player(game, seats)):
                return steps
        try:
            judge_now(services, game_id, Line(), turn=game.row.turn)
        except HttpRefusal as refusal:
            if refusal.code != "judged_already":  # the worker came first
                raise
    return MOST_STEPS


def play_next_phase(services: Services, viewer: Viewer, game: str) -> int:
    """Judge the next phase for a player who is out of the game and watches; returns how many phases were judged."""
    with services.store.read() as connection:
        row, membership = open_game(connection, game, viewer)
        membership.need(Act.ORDERS)
    if not row.is_solo:
        raise HttpRefusal(409, "not_solo")
    services.rates.take("solo", viewer.rate_key, services.clock.now())
    return play_on(services, game)


def _may_go_on(connection: Connection, game: LoadedGame, seats: Mapping[PowerId, Seat]) -> bool:
    """Whether only bots have anything left to do in the phase: in a solo game, confirming means being ready."""
    handed = list_handed(game, seats, list_plans(connection, game.id, game.row.turn))
    own = [handed[power] for power in game.due if not seats[power].bot]
    return all(what.is_ready or what.state is State.CONFIRMED for what in own)
