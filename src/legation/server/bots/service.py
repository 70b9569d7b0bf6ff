"""Bots in their seats: they order and vote from what their power may see, the same for the same game and turn."""

import hashlib
from collections.abc import Collection, Mapping, Sequence

from sqlalchemy import Connection

from legation.board import PowerId
from legation.bots import Patience, wants
from legation.game import GameState, cast_vote, dump, hide_votes, list_voters, propose, scheme_of, write_state
from legation.lessons import list_lessons, load_lesson
from legation.server.base.bot_process import Answer, Question
from legation.server.base.services import Services
from legation.server.game.loaded_game import LoadedGame
from legation.server.game.plans import put_plan
from legation.server.game.records import Author, StoredPlan
from legation.server.game.seats import Seat
from legation.server.game.storage import change_game
from legation.server.game.timeline import count_quiet_years


def make_question(game: LoadedGame, power: PowerId, level: str) -> Question:
    """The question to the bot of a power in the current phase."""
    return Question(
        level,
        game.variant,
        game.rulebook,
        hide_votes(game.state, scheme_of(game.variant), power),
        power,
        make_seed(game.id, game.row.turn, power),
    )


def make_seed(game: str, turn: int, power: PowerId) -> int:
    """The random seed of one power in one turn of one game."""
    return int.from_bytes(hashlib.sha256(f"{game}/{turn}/{power}".encode()).digest()[:8], "big")


def list_idle_bots(
    game: LoadedGame, seats: Mapping[PowerId, Seat], plans: Mapping[PowerId, StoredPlan]
) -> dict[PowerId, str]:
    """Bots that have not yet given their orders, with their level."""
    return {power: seat.bot for power, seat in seats.items() if seat.bot and power in game.due and power not in plans}


def find_script(game: LoadedGame, power: PowerId) -> Answer | None:
    """A power's orders in this phase by the script of a lesson; None if its bot thinks for itself."""
    if game.row.lesson not in list_lessons():
        return None
    return load_lesson(game.row.lesson).find_script(game.state, power)


def put_chosen(
    connection: Connection,
    services: Services,
    game: LoadedGame,
    plans: Mapping[PowerId, StoredPlan],
    chosen: Mapping[PowerId, Answer],
) -> dict[PowerId, StoredPlan]:
    """Store the orders that bots chose for this turn, unless they already have some; returns all plans."""
    added = {
        power: put_plan(
            connection, game.id, game.row.turn, power, "A",
            texts=texts, by=Author.BOT, now=services.clock.now(),
        )
        for power, texts in chosen.items()
        if power not in plans
    }  # fmt: skip
    return {**plans, **added}


def vote_for_bots(
    connection: Connection, game: LoadedGame, powers: Collection[PowerId], *, may_propose: bool
) -> GameState:
    """Let bots vote on every open proposal, in the state of a locked game; returns the state with their votes.

    Among themselves they propose a draw when they lose patience, as no one else would.
    """
    state = game.state
    if not game.terms.bot_voting or not (state.proposals or may_propose):
        return state
    voters = list_voters(game.variant.board, state.position)
    patience = Patience()
    is_quiet = count_quiet_years(connection, game) >= patience.quiet_years
    if may_propose:
        is_quiet = is_quiet or state.phase.year - game.rules.setup.start.phase.year >= patience.years
    if may_propose and is_quiet:
        state = _propose_draw(game, state, sorted(voters & set(powers)))
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


def _propose_draw(game: LoadedGame, state: GameState, powers: Sequence[PowerId]) -> GameState:
    """A draw of all, proposed by the first bot that may propose it."""
    if any(not proposal.places for proposal in state.open_proposals):
        return state
    for power in powers:
        done = propose(game.variant, state, power, (), game.rulebook)
        if isinstance(done, GameState):
            return done
    return state
