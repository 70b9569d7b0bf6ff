"""Whole games in which some of the bots talk, and the results of their promises."""

import random
from collections.abc import Mapping
from dataclasses import dataclass, field

from legation.board import PowerId
from legation.bots.bot import Bot
from legation.bots.match import Patience, Quiet
from legation.bots.played_game import PlayedGame
from legation.bots.survey import Survey
from legation.bots.talking.characters import Character
from legation.bots.talking.diplomat import Diplomat
from legation.bots.talking.memory import JudgedPromise, remember
from legation.bots.talking.messages import Letter
from legation.bots.talking.parley import open_talks
from legation.bots.voting import propose_draw, vote_on_all, wants_draw
from legation.game import Phase, PhaseKind, PhaseRecord, list_survivors
from legation.orders import Order, write_submissions


@dataclass(slots=True)
class Talks:
    """What was said in a game so far, and the judged phases."""

    letters: list[Letter] = field(default_factory=list)
    records: dict[Phase, PhaseRecord] = field(default_factory=dict)

    def list_judged(self, game: PlayedGame) -> list[JudgedPromise]:
        """The result of every promise, each once."""
        found: dict[JudgedPromise, None] = {}
        for power in game.variant.seats:
            for phase in self.records:
                memory = remember(game.variant.board, power, phase, self.letters, self.records)
                found |= dict.fromkeys(one for one in memory.judged if one.promise.by == power)
        return list(found)


def play_talking_match(
    game: PlayedGame,
    bots: Mapping[PowerId, Bot],
    characters: Mapping[PowerId, Character],
    *,
    seed: int = 0,
    patience: Patience | None = None,
) -> Talks:
    """Play a game to its end. The powers with a character talk with each other; the others are silent."""
    chance, limit, quiet, talks = random.Random(seed), patience or Patience(), Quiet(game), Talks()
    last = game.state.phase.year + limit.years * game.variant.calendar.round_years
    while game.state.ending is None and game.state.phase.year <= last:
        is_over = game.state.phase.year >= last or quiet.years_now(game) >= limit.quiet_years
        if is_over:
            propose_draw(game)
        vote_on_all(game, list(game.variant.seats), is_quiet=is_over)
        orders = {
            power: bots[power].choose(game.variant, game.rulebook, game.state, power, chance)
            for power in game.variant.seats
        }
        if game.state.phase.kind is PhaseKind.MOVES:
            orders |= _talk(game, orders, characters, talks, seed)
        game.enter(write_submissions(orders))
        record = game.advance()
        talks.records[record.phase] = record
    return talks


def _talk(
    game: PlayedGame,
    orders: Mapping[PowerId, list[Order]],
    characters: Mapping[PowerId, Character],
    talks: Talks,
    seed: int,
) -> dict[PowerId, list[Order]]:
    """Let bots talk; returns their orders after that."""
    variant, state = game.variant, game.state
    survey = Survey(variant, game.rulebook, state.position)
    alive = list_survivors(variant.board, state.position)
    diplomats = {
        power: Diplomat(
            survey,
            state.phase,
            character,
            remember(variant.board, power, state.phase, talks.letters, talks.records),
            orders[power],
            seed=random.Random(f"{seed}/{state.phase}/{power}").getrandbits(63),
            likes_draw=wants_draw(variant, game.rulebook, state, power),
        )
        for power, character in characters.items()
        if power in alive
    }
    talks.letters += open_talks(diplomats)
    return {power: diplomat.list_orders() for power, diplomat in diplomats.items()}
