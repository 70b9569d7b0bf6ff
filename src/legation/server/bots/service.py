"""Bots in their seats: they order and vote from what their power may see, the same for the same game and turn."""

import hashlib
from collections.abc import Collection, Mapping

from sqlalchemy import Connection

from legation.board import PowerId
from legation.bots import Patience, wants
from legation.game import GameState, cast_vote, dump, hide_votes, list_voters, scheme_of, write_state
from legation.server.base.bot_process import Answer, Question, Thinker
from legation.server.base.services import Services
from legation.server.game.loaded_game import LoadedGame, decode_game
from legation.server.game.plan_storage import list_plans, put_plan
from legation.server.game.records import Author, StoredPlan
from legation.server.game.seats import Seat, load_seats
from legation.server.game.storage import change_game, find_game, lock_game
from legation.server.game.timeline import count_quiet_years


def ask_bots(thinker: Thinker, game: LoadedGame, levels: Mapping[PowerId, str]) -> dict[PowerId, Answer]:
    """The orders of some powers' bots for the phase now."""
    scheme = scheme_of(game.variant)
    questions = [
        Question(
            level,
            game.variant,
            game.rulebook,
            hide_votes(game.state, scheme, power),
            power,
            make_seed(game.id, game.row.turn, power),
        )
        for power, level in levels.items()
    ]
    return dict(zip(levels, thinker.ask(questions), strict=True)) if questions else {}


def make_seed(game: str, turn: int, power: PowerId) -> int:
    """The random seed of one power in one turn of one game."""
    return int.from_bytes(hashlib.sha256(f"{game}/{turn}/{power}".encode()).digest()[:8], "big")


def list_idle_bots(
    game: LoadedGame, seats: Mapping[PowerId, Seat], plans: Mapping[PowerId, StoredPlan]
) -> dict[PowerId, str]:
    """Bots that have something to order and have not yet, with their level."""
    return {power: seat.bot for power, seat in seats.items() if seat.bot and power in game.due and power not in plans}


def prepare_bots(services: Services, game_id: str) -> int | None:
    """Let the bots of a game order, outside any transaction, and store what they chose.

    Returns the turn that they ordered for, so that the caller notices when another process has judged it since;
    None where the game is not running.
    """
    with services.store.read() as connection:
        row = find_game(connection, game_id)
        if row is None or not row.is_running:
            return None
        game = decode_game(connection, services, row)
        idle = list_idle_bots(game, load_seats(connection, game_id), list_plans(connection, game_id, row.turn))
    turn = row.turn
    chosen = ask_bots(services.thinker, game, idle)
    if chosen:
        with services.store.write() as connection:
            now = lock_game(connection, game_id)
            if now is not None and now.turn == turn:
                put_chosen(connection, services, game, list_plans(connection, game_id, turn), chosen)
    return turn


def put_chosen(
    connection: Connection,
    services: Services,
    game: LoadedGame,
    plans: Mapping[PowerId, StoredPlan],
    chosen: Mapping[PowerId, Answer],
) -> dict[PowerId, StoredPlan]:
    """Store the orders that bots chose for this turn, unless they have some already; gives all plans."""
    added = {
        power: put_plan(
            connection, game.id, game.row.turn, power, "A",
            texts=texts, version=1, by=Author.BOT, now=services.clock.now(),
        )
        for power, texts in chosen.items()
        if power not in plans
    }  # fmt: skip
    return {**plans, **added}


def vote_for_bots(connection: Connection, game: LoadedGame, powers: Collection[PowerId]) -> GameState:
    """Let bots vote on every open proposal, in the state of a locked game; gives the state with their votes."""
    state = game.state
    if not state.proposals or not game.terms.bot_voting:
        return state
    voters = list_voters(game.variant.board, state.position)
    is_quiet = count_quiet_years(connection, game) >= Patience().quiet_years
    for proposal in state.open_proposals:
        for power in sorted(powers):
            if power in voters:
                seen = hide_votes(state, scheme_of(game.variant), power)
                wanted = wants(game.variant, game.rulebook, seen, power, proposal, is_quiet=is_quiet)
                done = cast_vote(game.variant, state, power, proposal.id, vote=wanted)
                state = done if isinstance(done, GameState) else state
    if state != game.state:
        change_game(connection, game.id, state=dump(write_state(state)))
    return state
