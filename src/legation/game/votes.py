"""Ending a game by vote: proposals, votes, and the count, in whole numbers (``docs/concepts/votes.md``)."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum

from legation.board import Board, Position, PowerId
from legation.errors import RequestError, quote
from legation.game.phase import Phase, Season
from legation.game.state import Ending, GameState, Places, Proposal, Tally, list_armed, list_survivors
from legation.judge import DrawShares, Rulebook
from legation.variants import PLAIN_DRAW, LeftOut, Proposers, Subject, Variant, VoteScheme, Weight, When

MOST_PROPOSALS = 20
"""Open at one time; more is no way to agree on anything."""


class VoteFault(StrEnum):
    """Why a proposal or a vote is not taken."""

    GAME_OVER = "game_over"
    NOT_IN_THE_GAME = "not_in_the_game"
    NOT_NOW = "not_now"
    NO_WINS = "no_wins"
    NO_DRAWS = "no_draws"
    NO_PLACINGS = "no_placings"
    DRAW_IS_SHARED_BY_ALL = "draw_is_shared_by_all"
    WINNER_IS_OUT = "winner_is_out"
    NAMED_TWICE = "named_twice"
    EMPTY_PLACE = "empty_place"
    PROPOSED_ALREADY = "proposed_already"
    TOO_MANY = "too_many"
    NO_SUCH_PROPOSAL = "no_such_proposal"
    NO_VOTE = "no_vote"


@dataclass(frozen=True, slots=True)
class VoteRefusal:
    """A proposal or a vote that is not taken, and what would be right where that can be said in short."""

    power: PowerId
    fault: VoteFault
    choices: tuple[str, ...] = ()


def scheme_of(variant: Variant) -> VoteScheme:
    """The variant's own scheme, or the rulebooks' draw by agreement of all."""
    return variant.votes or PLAIN_DRAW


def is_counted_in(scheme: VoteScheme, phase: Phase) -> bool:
    """Whether votes are counted when this phase is judged."""
    return scheme.counted is When.ANY or phase.season is Season.WINTER


def list_sharers(board: Board, position: Position, rulebook: Rulebook) -> frozenset[PowerId]:
    """Who shares in a draw of all: those with units (1971, 1982, 2000) or those with centres (2023)."""
    if rulebook.draw_shares is DrawShares.UNITS:
        return list_armed(position)
    return frozenset(owner for space, owner in position.owners.items() if board.spaces[space].centre.is_counted)


def weigh_votes(board: Board, position: Position, rulebook: Rulebook, scheme: VoteScheme) -> Mapping[PowerId, int]:
    """What the vote of each power weighs: the centres it has owned since the last Fall, or one."""
    weights: dict[PowerId, int] = {}
    if scheme.weight is Weight.POWERS:
        weights = dict.fromkeys(sorted(list_sharers(board, position, rulebook)), 1)
    else:
        for space, owner in sorted(position.owners.items()):
            if board.spaces[space].centre.is_counted:
                weights[owner] = weights.get(owner, 0) + 1
    if LeftOut.DISORDER in scheme.left_out:
        weights = {power: weight for power, weight in weights.items() if power not in position.in_disorder}
    return weights


def count_whole(board: Board, position: Position, rulebook: Rulebook, scheme: VoteScheme) -> int:
    """That of which the threshold is a fraction."""
    whole = sum(weigh_votes(board, position, rulebook, scheme).values())
    if scheme.weight is Weight.POWERS or LeftOut.NEUTRAL in scheme.left_out:
        return whole
    centres = [space.id for space in board.spaces.values() if space.centre.is_counted]
    return whole + sum(1 for space in centres if space not in position.owners)


def count_needed(scheme: VoteScheme, whole: int) -> int:
    """The least number that is the threshold of the whole or more: 2/3 of 135 is 90, 3/4 of 134 is 101."""
    return -(-scheme.threshold.numerator * whole // scheme.threshold.denominator)


def count_votes(variant: Variant, state: GameState, proposal: Proposal, rulebook: Rulebook) -> Tally:
    """How a proposal stands: how much is for it, how much is needed, and how much it is short."""
    scheme = scheme_of(variant)
    weights = weigh_votes(variant.board, state.position, rulebook, scheme)
    whole = count_whole(variant.board, state.position, rulebook, scheme)
    disorder = state.position.in_disorder
    cast = {power: vote for power, vote in proposal.votes.items() if power not in disorder}
    yes = sum(weight for power, weight in weights.items() if cast.get(power) is True)
    no = sum(weight for power, weight in weights.items() if cast.get(power) is False)
    return Tally(proposal, yes, no, whole - yes - no, count_needed(scheme, whole))


def count_proposals(variant: Variant, state: GameState, rulebook: Rulebook) -> tuple[Tally, ...]:
    """All open proposals, if this is the phase in which they are counted."""
    if not state.proposals or not is_counted_in(scheme_of(variant), state.phase):
        return ()
    return tuple(count_votes(variant, state, proposal, rulebook) for proposal in state.proposals)


def find_carried(variant: Variant, state: GameState, tallies: tuple[Tally, ...], rulebook: Rulebook) -> Ending | None:
    """How the game ends if a proposal carried; of several, the one made first."""
    for tally in tallies:
        if tally.is_carried:
            shared = tuple(sorted(list_sharers(variant.board, state.position, rulebook)))
            places = tally.proposal.places or (shared,)
            kind = "victory" if len(places[0]) == 1 else "draw"
            return Ending(kind, places[0], state.phase, by_vote=True, places=places)
    return None


def has_vote_due(variant: Variant, state: GameState) -> bool:
    """Whether a vote is to be counted in this phase, so that it cannot be passed over."""
    return bool(state.proposals) and is_counted_in(scheme_of(variant), state.phase)


def propose(
    variant: Variant, state: GameState, power: PowerId, places: Places, rulebook: Rulebook
) -> GameState | VoteRefusal:
    """The state with one more open proposal, or why it is not taken. Proposing is not voting."""
    fault = _find_proposer_fault(variant, state, power) or _find_places_fault(variant, state, places, rulebook)
    if fault:
        return VoteRefusal(power, fault)
    places = tuple(tuple(sorted(group)) for group in places)
    same = [proposal.id for proposal in state.proposals if proposal.places == places]
    if same:
        return VoteRefusal(power, VoteFault.PROPOSED_ALREADY, tuple(same))
    if len(state.proposals) >= MOST_PROPOSALS:
        return VoteRefusal(power, VoteFault.TOO_MANY)
    number = 1 + max((found.number for found in state.proposals if found.made == state.phase), default=0)
    return replace(state, proposals=(*state.proposals, Proposal(state.phase, number, power, places)))


def _find_proposer_fault(variant: Variant, state: GameState, power: PowerId) -> VoteFault | None:
    scheme = scheme_of(variant)
    if state.ending:
        return VoteFault.GAME_OVER
    if scheme.proposers is Proposers.SURVIVORS and power not in list_survivors(state.position):
        return VoteFault.NOT_IN_THE_GAME
    if power in state.position.in_disorder:
        return VoteFault.NOT_IN_THE_GAME
    if scheme.proposed is When.WINTER and state.phase.season is not Season.WINTER:
        return VoteFault.NOT_NOW
    return None


def _find_places_fault(variant: Variant, state: GameState, places: Places, rulebook: Rulebook) -> VoteFault | None:
    scheme = scheme_of(variant)
    named = [power for group in places for power in group]
    if len(named) > len(set(named)):
        return VoteFault.NAMED_TWICE
    if not all(places):
        return VoteFault.EMPTY_PLACE
    if len(places) > 1 and Subject.PLACINGS not in scheme.subjects:
        return VoteFault.NO_PLACINGS
    is_win = bool(places) and len(places[0]) == 1
    if is_win and Subject.WIN not in scheme.subjects:
        return VoteFault.NO_WINS
    if not is_win and Subject.DRAW not in scheme.subjects:
        return VoteFault.NO_DRAWS
    if places and not set(places[0]) <= list_survivors(state.position):
        return VoteFault.WINNER_IS_OUT
    sharers = list_sharers(variant.board, state.position, rulebook)
    if places and scheme.weight is Weight.POWERS and not is_win and set(places[0]) != sharers:
        return VoteFault.DRAW_IS_SHARED_BY_ALL
    return None


def cast_vote(state: GameState, power: PowerId, proposal: str, *, is_yes: bool) -> GameState | VoteRefusal:
    """The state with a power's vote on a proposal, which replaces an earlier one, or why it is not taken."""
    if state.ending:
        return VoteRefusal(power, VoteFault.GAME_OVER)
    known = tuple(found.id for found in state.proposals)
    if proposal not in known:
        return VoteRefusal(power, VoteFault.NO_SUCH_PROPOSAL, known)
    # Weight may still come in Fall: who has none today may vote, unless it is out of the game altogether.
    if power not in list_survivors(state.position) or power in state.position.in_disorder:
        return VoteRefusal(power, VoteFault.NO_VOTE)
    changed = [
        replace(found, votes={**found.votes, power: is_yes}) if found.id == proposal else found
        for found in state.proposals
    ]
    return replace(state, proposals=tuple(changed))


def parse_places(variant: Variant, text: str) -> Places:
    """Read ``draw``, ``FRANCE``, ``FRANCE + SPAIN`` or ``FRANCE > SPAIN + RUSSIA``; raises for anything else."""
    if text.strip().lower() == "draw":
        return ()
    groups = [re.split(r"\s*[+,&]\s*|\s+and\s+", group.strip()) for group in text.split(">")]
    if not all(name for group in groups for name in group):
        raise RequestError(
            "proposal", f"{quote(text)} is no proposal; expected 'draw', or powers like 'FRANCE + SPAIN > RUSSIA'"
        )
    return tuple(tuple(variant.find_power(name) for name in group) for group in groups)


def format_places(places: Places) -> str:
    """What ``parse_places`` reads: places from the first down, powers that share one joined by ``+``."""
    return " > ".join(" + ".join(group) for group in places) or "draw"
