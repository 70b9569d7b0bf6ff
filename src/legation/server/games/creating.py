"""Creating a game: its variant, its rules, its terms and its empty seats."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from sqlalchemy import Connection

from legation.game import History, Setup, choose_rulebook, dump, make_setup, start_state, write_setup, write_state
from legation.render.words import ENGLISH
from legation.server.base.refusals import HttpRefusal
from legation.server.base.services import Services
from legation.server.game.editions import keep_edition
from legation.server.game.log_storage import add_log
from legation.server.game.member_storage import add_member, add_seats, change_seat
from legation.server.game.records import GameKind, GameStatus, Role
from legation.server.game.storage import add_game, list_own_games
from legation.server.game.terms import Terms, format_terms, parse_terms
from legation.server.games.changing import check_webhook
from legation.server.games.game_page import GamePage, load_game_page
from legation.server.identity.viewers import Viewer
from legation.server.variants.catalogue import check_variant
from legation.variants import Variant

MOST_GAMES = 40
"""Games that one account may have open or running as game master or alone."""


@dataclass(frozen=True, slots=True)
class GameRequest:
    """A request for a new game."""

    title: str
    variant: str
    rules: str | None = None
    options: Mapping[str, object] = field(default_factory=dict)
    modules: tuple[str, ...] = ()
    terms: object = field(default_factory=dict)


def create_game(services: Services, viewer: Viewer, request: GameRequest) -> GamePage:
    """A new game; whoever makes it is its game master."""
    account = viewer.need_account()
    if account.is_guest:
        raise HttpRefusal(403, "claim_first", case="create")
    variant = check_variant(request.variant)
    terms = parse_terms(request.terms, variant.powers)
    check_webhook(services, terms)
    with services.store.write() as connection:
        _check_number(connection, account.id)
        game = put_game(connection, services, variant, request, terms, kind=GameKind.HOSTED)
        add_member(connection, game, account.id, Role.GM, services.clock.now())
        text = ENGLISH.fill("log.created", name=account.name)
        add_log(connection, game, services.clock.now(), actor=account.name, act="created", text=text)
        return load_game_page(connection, services, game, viewer)


def _check_number(connection: Connection, account: int) -> None:
    running = [row for row in list_own_games(connection, account) if not row.is_over]
    if len(running) >= MOST_GAMES:
        raise HttpRefusal(409, "too_many_games", case="hosted", number=len(running))


def put_game(
    connection: Connection, services: Services, variant: Variant, request: GameRequest, terms: Terms, *, kind: GameKind
) -> str:
    """Write a game that has not begun, with its seats; gives its id."""
    game = services.randomness.name_id()
    setup = _make_setup(variant, request)
    add_game(
        connection,
        id=game,
        title=request.title.strip() or variant.name,
        variant=variant.id,
        edition=keep_edition(connection, services, variant.id),
        status=GameStatus.OPEN,
        kind=kind,
        terms=dump(format_terms(terms)),
        setup=dump(write_setup(setup)),
        state=dump(write_state(setup.start)),
        phase=str(setup.start.phase),
        head=History(setup).genesis,
        made_at=services.clock.now(),
    )
    add_seats(connection, game, variant.powers)
    for power, level in terms.bots.items():
        change_seat(connection, game, power, bot=level.value)
    return game


def _make_setup(variant: Variant, request: GameRequest) -> Setup:
    rules = request.rules if request.rules and request.rules != variant.rulebook_id else None
    rulebook = choose_rulebook(variant, rules, request.options, request.modules)
    return make_setup(variant, rulebook, start_state(variant), rules=rules or "")
