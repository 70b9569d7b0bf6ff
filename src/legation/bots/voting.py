"""How bots vote on ending a game, and when they propose it."""

from legation.board import PowerId
from legation.bots.played_game import PlayedGame
from legation.game import GameState, Proposal, VoteRefusal, list_voters
from legation.judge import Rulebook, count_centres
from legation.variants import Variant


def wants(
    variant: Variant, rulebook: Rulebook, state: GameState, power: PowerId, proposal: Proposal, *, is_quiet: bool
) -> bool:
    """Whether a power votes for a proposal.

    A draw when nothing moves any more, or when another is about to win; another's win only when it is as good as won.
    """
    counts = {other: count_centres(variant.board, state.position, other, rulebook) for other in variant.seats}
    leader = max(counts, key=lambda other: (counts[other], other))
    almost = counts[leader] * 5 > variant.victory_centres * 4
    first = proposal.places[0] if proposal.places else ()
    if first == (power,):
        return True
    if len(first) == 1:
        return first == (leader,) and almost
    if first and power not in first:
        return False
    return is_quiet or (almost and leader != power)


def vote_on_all(game: PlayedGame, powers: list[PowerId], *, is_quiet: bool) -> None:
    """Let powers vote on every open proposal."""
    voters = list_voters(game.variant.board, game.state.position)
    for proposal in game.state.open_proposals:
        for power in powers:
            if power in voters:
                is_yes = wants(game.variant, game.rulebook, game.state, power, proposal, is_quiet=is_quiet)
                game.vote(power, is_yes, proposal.id)


def propose_draw(game: PlayedGame) -> bool:
    """Let the first survivor propose a draw of all; whether such a proposal stands now."""
    voters = list_voters(game.variant.board, game.state.position)
    for power in game.variant.seats:
        if power in voters and not isinstance(game.propose(power, "draw"), VoteRefusal):
            break
    return any(not found.places for found in game.state.open_proposals)
