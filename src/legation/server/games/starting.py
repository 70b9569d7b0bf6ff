"""Starting a game: assigning the powers, and opening the first phase."""

from sqlalchemy import Connection

from legation.render.words import ENGLISH
from legation.server.base.refusals import HttpRefusal
from legation.server.base.services import Services
from legation.server.bots.levels import check_levels
from legation.server.game.event_storage import add_event
from legation.server.game.loaded_game import LoadedGame, load_game, load_locked_game
from legation.server.game.log_storage import add_log
from legation.server.game.member_storage import change_member, change_seat, list_players
from legation.server.game.membership import Act
from legation.server.game.records import GameStatus
from legation.server.game.seats import SeatKind, draw_seats, list_free, load_seats, read_candidates
from legation.server.game.storage import change_game
from legation.server.game.terms import Level, Seating
from legation.server.games.game_page import GamePage, load_game_page
from legation.server.identity.viewers import Viewer
from legation.server.judging.service import choose_deadline, look_again
from legation.server.notices.service import notify_seated


def start_game(services: Services, viewer: Viewer, game_id: str, *, fill: Level | None = None) -> GamePage:
    """Seat the players and begin; free seats can be filled with bots."""
    with services.store.write() as connection:
        game, membership = load_locked_game(connection, services, game_id, viewer)
        membership.need(Act.HOST)
        if not game.row.is_open:
            raise HttpRefusal(409, "begun", case="start")
        begin_hosted_game(connection, services, game, actor=viewer.need_account().name, fill=fill)
        return load_game_page(connection, services, game_id, viewer)


def begin_hosted_game(
    connection: Connection,
    services: Services,
    game: LoadedGame,
    *,
    actor: str,
    fill: Level | None,
    tells_players: bool = True,
) -> None:
    """Seat the players of a locked game and begin; a line of the log and e-mails report the assigned powers."""
    seed = services.randomness.seed()
    _seat_players(connection, game, seed)
    _fill_seats(connection, game, fill)
    begin(connection, services, game)
    text = ENGLISH.fill(f"log.started.{game.terms.seating.value}", seed=seed)
    add_log(connection, game.id, services.clock.now(), actor=actor, act="started", text=text)
    for player in list_players(connection, game.id) if tells_players else ():
        assert player.power is not None
        notify_seated(connection, services, game, player.power, player.account)


def _seat_players(connection: Connection, game: LoadedGame, seed: int) -> None:
    """Assign powers to players without one; earlier choices do not count if seats are drawn or follow preferences."""
    players = list_players(connection, game.id)
    if game.terms.seating is not Seating.CHOICE:
        for player in players:
            change_member(connection, player.id, power=None)
        players = list_players(connection, game.id)
    free = list_free(game.terms, load_seats(connection, game.id))
    candidates = read_candidates(players, game.variant.seats)
    if len(candidates) > len(free):
        raise HttpRefusal(409, "too_many_players", players=len(candidates), free=len(free))
    for member, power in draw_seats(game.terms, free, candidates, seed).items():
        change_member(connection, member, power=power)


def _fill_seats(connection: Connection, game: LoadedGame, fill: Level | None) -> None:
    empty = [seat.power for seat in load_seats(connection, game.id).values() if seat.kind is SeatKind.EMPTY]
    if fill is None and game.terms.is_run_by_master:
        return
    if empty and fill is None:
        names = ENGLISH.list_all([game.variant.powers[power].name for power in empty])
        raise HttpRefusal(409, "free_seats", candidates=tuple(empty), powers=names)
    check_levels(game.variant, [fill] if fill else [])
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
        status=GameStatus.RUNNING,
        turn=game.row.turn + 1,
        version=game.row.version + 1,
        deadline=deadline,
        phase_since=now,
    )
    look_again(connection, services, load_game(connection, services, game.id))
    add_event(connection, game.id, "all", "members", now)
