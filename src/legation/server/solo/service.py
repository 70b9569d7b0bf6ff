"""Games of one person against bots: there is no clock. The worker judges a phase when its player and bots are ready.

No request waits for a bot. The game shows that its bots are thinking, and its page hears when they have finished.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

from sqlalchemy import Connection

from legation.board import PowerId
from legation.game import choose_rulebook
from legation.render.words import ENGLISH
from legation.server.accounts.service import make_guest
from legation.server.base.refusals import HttpRefusal
from legation.server.base.services import Services
from legation.server.game.loaded_game import LoadedGame, decode_game, load_game, load_locked_game
from legation.server.game.log_storage import add_log
from legation.server.game.member_storage import add_member
from legation.server.game.membership import Membership, open_game
from legation.server.game.records import GameKind, Role
from legation.server.game.storage import list_unended_games
from legation.server.game.terms import ClockKind, ClockTerms, Level, PressTerms, SpectatorTerms, Terms
from legation.server.games.creating import GameRequest, put_game
from legation.server.games.game_page import describe_game
from legation.server.games.starting import begin
from legation.server.identity.once import UNNUMBERED, Sending
from legation.server.identity.viewers import Account, Viewer
from legation.server.solo.beginning import Begun
from legation.server.variants.opening import open_variant
from legation.variants import Variant

MOST_SOLO = 30
"""Games against bots that one account may have running."""


@dataclass(frozen=True, slots=True)
class SoloRequest:
    """A request for a game against bots; omitted fields have their defaults."""

    variant: str
    power: str | None = None
    """None: any."""
    level: Level = Level.STEADY
    levels: Mapping[str, Level] = field(default_factory=dict)
    """The levels of bots that differ from the rest, by power."""
    rules: str | None = None
    modules: tuple[str, ...] = ()
    bots_talk: bool = False


def start_solo(services: Services, viewer: Viewer, request: SoloRequest, sending: Sending = UNNUMBERED) -> Begun:
    """Start a game against bots, once for each sending; a visitor without an account plays as a guest."""
    services.rates.take("solo", viewer.rate_key, services.clock.now())
    with services.store.read() as connection:
        chosen = open_variant(connection, services, viewer, request.variant, hosting=True)
    _check_powers(chosen, request)
    choose_rulebook(chosen, request.rules, {}, request.modules)  # refuses choices that do not fit together
    signed_in = make_guest(services, viewer) if viewer.account is None else None
    player = signed_in.viewer if signed_in else viewer
    account = player.need_account()
    with services.store.write() as connection:
        game_id = sending.recall(connection, account.id)
        if game_id is None:
            game_id = _put_solo(connection, services, account, chosen, request)
            sending.note(connection, services.clock.now(), account.id, game_id)
    note_asker(services, player, game_id)
    services.bell.ring()
    with services.store.read() as connection:
        row, membership = open_game(connection, game_id, player)
        described = describe_game(connection, services, decode_game(connection, services, row), membership)
    return Begun(described, signed_in)


def _put_solo(
    connection: Connection, services: Services, account: Account, chosen: Variant, request: SoloRequest
) -> str:
    """Store a new game; returns its id."""
    running = [row for row in list_unended_games(connection, account.id) if row.is_solo]
    if len(running) >= MOST_SOLO:
        raise HttpRefusal(409, "too_many_games", case="solo")
    powers = list(chosen.seats)
    own = PowerId(request.power) if request.power else powers[services.randomness.seed() % len(powers)]
    bots = {other: request.levels.get(other, request.level) for other in powers if other != own}
    terms = make_terms(bots, bots_talk=request.bots_talk)
    wanted = GameRequest(chosen.name, chosen.id, request.rules, modules=request.modules)
    game_id = put_game(connection, services, chosen, wanted, terms, kind=GameKind.SOLO)
    add_member(connection, game_id, account.id, Role.PLAYER, services.clock.now(), power=own)
    game = load_game(connection, services, game_id)
    begin(connection, services, game)
    text = ENGLISH.fill("log.solo.begun", name=account.name, power=chosen.powers[own].name)
    add_log(connection, game_id, services.clock.now(), actor=account.name, act="started", text=text)
    return game_id


def _check_powers(variant: Variant, request: SoloRequest) -> None:
    named = [("power", request.power)] if request.power is not None else []
    for where, power in (*named, *(("levels", power) for power in request.levels)):
        if power not in variant.seats:
            raise HttpRefusal(
                422,
                "unknown_power",
                case="variant",
                field=where,
                candidates=tuple(variant.seats),
                power=repr(power[:40]),
                variant=variant.name,
            )


def make_terms(bots: Mapping[PowerId, Level], *, bots_talk: bool = False) -> Terms:
    """The terms of a game against bots; there is press only with bots that talk, with one power at a time."""
    return Terms(
        is_private=True,
        clock=ClockTerms(kind=ClockKind.NONE),
        press=PressTerms(private=bots_talk, rooms=bots_talk, public=False),
        spectators=SpectatorTerms(allowed=False),
        bots=bots,
        bots_talk=bots_talk,
    )


def note_asker(services: Services, viewer: Viewer, game_id: str) -> None:
    """Remember for whom the bots of a solo game think: guests of one address share their turns."""
    services.bots.askers.put(game_id, viewer.work_key)


def lock_solo(
    connection: Connection, services: Services, viewer: Viewer, game_id: str
) -> tuple[LoadedGame, Membership]:
    """A game against bots, locked until the transaction ends, and its player's membership."""
    game, membership = load_locked_game(connection, services, game_id, viewer)
    check_solo(game, membership)
    return game, membership


def check_solo(game: LoadedGame, membership: Membership) -> None:
    """Refuse a game that is not against bots, and a person who has no part in it."""
    if not game.row.is_solo:
        raise HttpRefusal(409, "not_solo")
    if membership.account is None or Role.VISITOR in membership.roles:
        raise HttpRefusal(409, "no_part")
