"""How bots vote on ending a game, and when they propose it."""

from legation.board import PowerId
from legation.bots.played_game import PlayedGame
from legation.game import GameState, Proposal, VoteRefusal, list_voters
from legation.judge import Rulebook, count_centres
from legation.variants import Variant

ALMOST = 0.8
"""A power with more than this share of the centres needed to win is about to win."""
HOPELESS = 2.0
"""A power whose leader is this many times as large does not expect to win any more."""
ADVANCED = 0.4
"""While the leader has less than this share of the centres needed to win, all powers still hope."""


def wants(
    variant: Variant, rulebook: Rulebook, state: GameState, power: PowerId, proposal: Proposal, *, is_quiet: bool
) -> bool:
    """True if a power votes for a proposal.

    A draw when nothing moves any more, when another is about to win, or when it does not expect to win itself;
    another's win only when it is practically certain.
    """
    first = proposal.places[0] if proposal.places else ()
    if first == (power,):
        return True
    if len(first) == 1:
        leader, most, _ = _leader_of(variant, rulebook, state, power)
        return first == (leader,) and most > ALMOST * variant.victory_centres
    if first and power not in first:
        return False
    return is_quiet or wants_draw(variant, rulebook, state, power)


def wants_draw(variant: Variant, rulebook: Rulebook, state: GameState, power: PowerId) -> bool:
    """True if a power would share a draw although the game still moves: another is far ahead, or about to win."""
    leader, most, own = _leader_of(variant, rulebook, state, power)
    if leader == power:
        return False
    if most > ALMOST * variant.victory_centres:
        return True
    return most >= ADVANCED * variant.victory_centres and most >= HOPELESS * own


def _leader_of(variant: Variant, rulebook: Rulebook, state: GameState, power: PowerId) -> tuple[PowerId, int, int]:
    """The power with most centres, their number, and the number of a given power."""
    counts = {other: count_centres(variant.board, state.position, other, rulebook) for other in variant.seats}
    leader = max(counts, key=lambda other: (counts[other], other))
    return leader, counts[leader], counts.get(power, 0)


def vote_on_all(game: PlayedGame, powers: list[PowerId], *, is_quiet: bool) -> None:
    """Let powers vote on every open proposal."""
    voters = list_voters(game.variant.board, game.state.position)
    for proposal in game.state.open_proposals:
        for power in powers:
            if power in voters:
                is_yes = wants(game.variant, game.rulebook, game.state, power, proposal, is_quiet=is_quiet)
                game.vote(power, is_yes, proposal.id)


def propose_draw(game: PlayedGame) -> bool:
    """Let the first survivor propose a draw of all; returns whether such a proposal is open now."""
    voters = list_voters(game.variant.board, game.state.position)
    for power in game.variant.seats:
        if power in voters and not isinstance(game.propose(power, "draw"), VoteRefusal):
            break
    return any(not found.places for found in game.state.open_proposals)
