"""Setting a game up: its terms, its seats, its beginning."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import Connection, Row

from legation.game import History, Setup, choose_rulebook, dump, make_setup, start_state, write_setup, write_state
from legation.server.base.refusals import HttpRefusal, not_found
from legation.server.base.services import Services
from legation.server.game.editions import keep_edition
from legation.server.game.event_storage import add_event
from legation.server.game.loaded_game import LoadedGame, decode_game, load_locked_game
from legation.server.game.log_storage import add_log
from legation.server.game.member_storage import add_member, add_seats, change_member, change_seat, list_players
from legation.server.game.membership import Act, Role, load_membership, open_game
from legation.server.game.seats import draw_seats, list_free, load_seats, read_candidates
from legation.server.game.storage import add_game, change_game, list_own_games, list_public_games
from legation.server.game.terms import (
    SETTLED,
    Level,
    Seating,
    Terms,
    format_terms,
    list_changed,
    merge_terms,
    parse_terms,
)
from legation.server.games.cards import describe_cards, describe_game
from legation.server.identity.viewers import Viewer
from legation.server.judging.service import choose_deadline
from legation.server.mail.webhooks import check_hook
from legation.server.notices.service import notify_seated
from legation.variants import Variant, list_variants, load_variant

MOST_GAMES = 40
"""Games that one account may have open or running as game master or alone."""
SCOPES = {"open": ("open",), "running": ("running", "paused"), "ended": ("ended",)}


@dataclass(frozen=True, slots=True)
class GameRequest:
    """A request for a new game."""

    title: str
    variant: str
    rules: str | None = None
    options: Mapping[str, object] = field(default_factory=dict)
    modules: tuple[str, ...] = ()
    terms: object = field(default_factory=dict)


def list_games(services: Services, viewer: Viewer, scope: str, words: str = "", after: str = "") -> dict[str, Any]:
    """The viewer's own games, or public ones."""
    with services.store.read() as connection:
        if scope == "mine":
            rows = list_own_games(connection, viewer.need_account().id)
        else:
            rows = list_public_games(connection, SCOPES[scope], words, after)
            rows = [row for row in rows if _is_open_to(connection, row, viewer)]
        return {"games": describe_cards(connection, services, rows, viewer)}


def _is_open_to(connection: Connection, row: Row[Any], viewer: Viewer) -> bool:
    try:
        load_membership(connection, row, viewer)
    except HttpRefusal:
        return False
    return True


def create_game(services: Services, viewer: Viewer, request: GameRequest) -> dict[str, Any]:
    """A new game; whoever makes it is its game master."""
    account = viewer.need_account()
    if account.is_guest:
        raise HttpRefusal(403, "claim_first", "Guests play against bots. Take a name and a password to run a game.")
    variant = load_current_variant(request.variant)
    terms = parse_terms(request.terms, variant.powers)
    _check_hook(services, terms)
    with services.store.write() as connection:
        _check_number(connection, account.id)
        game = put_game(connection, services, variant, request, terms, kind="hosted")
        add_member(connection, game, account.id, Role.GM, services.clock.now())
        text = f"{account.name} made the game."
        add_log(connection, game, services.clock.now(), actor=account.name, act="created", text=text)
        return _describe(connection, services, game, viewer)


def _check_hook(services: Services, terms: Terms) -> None:
    if terms.webhook:
        check_hook(terms.webhook, to_private=services.settings.hooks_to_private)


def load_current_variant(variant: str) -> Variant:
    """A variant that this program comes with."""
    if variant not in list_variants():
        raise not_found("variant")
    return load_variant(variant)


def _check_number(connection: Connection, account: int) -> None:
    running = [row for row in list_own_games(connection, account) if row.status != "ended"]
    if len(running) >= MOST_GAMES:
        raise HttpRefusal(409, "too_many_games", f"You have {len(running)} games that are not over. Finish some first.")


def put_game(
    connection: Connection, services: Services, variant: Variant, request: GameRequest, terms: Terms, *, kind: str
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
        status="open",
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


def _describe(connection: Connection, services: Services, game: str, viewer: Viewer) -> dict[str, Any]:
    row, membership = open_game(connection, game, viewer)
    return describe_game(connection, services, decode_game(connection, services, row), membership)


def read_game(services: Services, viewer: Viewer, game: str) -> dict[str, Any]:
    """A game as its page shows it."""
    with services.store.read() as connection:
        return _describe(connection, services, game, viewer)


def change_hosting(
    services: Services, viewer: Viewer, game_id: str, *, title: str | None, terms: object | None, note: str = ""
) -> dict[str, Any]:
    """Change the title or the terms; once the game has begun, some terms stay."""
    with services.store.write() as connection:
        game, membership = load_locked_game(connection, services, game_id, viewer)
        membership.need(Act.HOST)
        now, actor = services.clock.now(), viewer.need_account().name
        if title is not None and title.strip() and title.strip() != game.row.title:
            change_game(connection, game.id, title=title.strip(), version=game.row.version + 1)
            text = f"The game is now called {title.strip()}."
            add_log(connection, game.id, now, actor=actor, act="title", text=text, note=note)
        if terms is not None:
            change_terms(connection, services, game, terms, actor=actor, note=note)
        add_event(connection, game.id, "all", "desk", now)
        return _describe(connection, services, game_id, viewer)


def change_terms(
    connection: Connection, services: Services, game: LoadedGame, changes: object, *, actor: str, note: str = ""
) -> tuple[str, ...]:
    """Change the terms of a locked game and say so in the log; gives the names of those changed."""
    terms = merge_terms(game.terms, changes, game.variant.powers)
    _check_hook(services, terms)
    changed = list_changed(game.terms, terms)
    settled = [name for name in changed if name in SETTLED]
    if game.row.status != "open" and settled:
        raise HttpRefusal(409, "settled", f"Once a game has begun, {settled[0]} stays as it is.", f"terms.{settled[0]}")
    if not changed:
        return ()
    change_game(connection, game.id, terms=dump(format_terms(terms)), version=game.row.version + 1)
    if "bots" in changed:
        for power in game.variant.powers:
            level = terms.bots.get(power)
            change_seat(connection, game.id, power, bot=level.value if level else None)
    text = f"Terms changed: {', '.join(name.replace('_', ' ') for name in changed)}."
    add_log(connection, game.id, services.clock.now(), actor=actor, act="terms", text=text, note=note)
    return changed


def start_game(services: Services, viewer: Viewer, game_id: str, *, fill: Level | None = None) -> dict[str, Any]:
    """Seat the players and begin; free seats can be filled with bots."""
    with services.store.write() as connection:
        game, membership = load_locked_game(connection, services, game_id, viewer)
        membership.need(Act.HOST)
        if game.row.status != "open":
            raise HttpRefusal(409, "begun", "The game has begun already.")
        seed = services.randomness.seed()
        _seat_players(connection, game, seed)
        _fill_seats(connection, game, fill)
        begin(connection, services, game)
        how = {Seating.CHOICE: "by choice", Seating.PREFERENCES: "by preference", Seating.LOT: "by lot"}
        given = how[game.terms.seating]
        text = f"The game begins. Seats were given {given}; the lot can be drawn again with the number {seed}."
        now = services.clock.now()
        add_log(connection, game.id, now, actor=viewer.need_account().name, act="started", text=text)
        for player in list_players(connection, game.id):
            notify_seated(connection, services, game, player.power, player.account)
        return _describe(connection, services, game_id, viewer)


def _seat_players(connection: Connection, game: LoadedGame, seed: int) -> None:
    """A power for everybody who has none; with a lot or preferences choices made before do not count."""
    players = list_players(connection, game.id)
    if game.terms.seating is not Seating.CHOICE:
        for player in players:
            change_member(connection, player.id, power=None)
        players = list_players(connection, game.id)
    free = list_free(game.terms, load_seats(connection, game.id))
    candidates = read_candidates(players, game.variant.powers)
    if len(candidates) > len(free):
        raise HttpRefusal(
            409, "too_many_players", f"{len(candidates)} players wait for a power, and {len(free)} are free."
        )
    for member, power in draw_seats(game.terms, free, candidates, seed).items():
        change_member(connection, member, power=power)


def _fill_seats(connection: Connection, game: LoadedGame, fill: Level | None) -> None:
    empty = [seat.power for seat in load_seats(connection, game.id).values() if seat.kind == "empty"]
    if empty and fill is None:
        names = ", ".join(game.variant.powers[power].name for power in empty)
        message = f"No player or bot has {names}. Wait for players, or give the free seats to bots."
        raise HttpRefusal(409, "free_seats", message, candidates=tuple(empty))
    for power in empty:
        assert fill is not None
        change_seat(connection, game.id, power, bot=fill.value)


def begin(connection: Connection, services: Services, game: LoadedGame) -> None:
    """Open the first phase."""
    now = services.clock.now()
    deadline = choose_deadline(connection, services, game, game.snapshot, is_first=True)
    change_game(
        connection,
        game.id,
        status="running",
        turn=game.row.turn + 1,
        version=game.row.version + 1,
        deadline=deadline,
        look_at=now,
        phase_since=now,
    )
    add_event(connection, game.id, "all", "members", now)
