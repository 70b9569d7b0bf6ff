"""Proposals to end a game: making one, withdrawing it, and voting on it."""

import re
from dataclasses import dataclass, replace
from enum import StrEnum

from legation.board import PowerId
from legation.errors import RequestError, quote
from legation.game.phase import Season
from legation.game.state import GameState, Places, Proposal, list_survivors
from legation.game.votes import list_sharers, list_voters, scheme_of
from legation.judge import Rulebook
from legation.variants import Proposers, Subject, Variant, Weight, When

MOST_OPEN = 5
"""The most proposals that one power may have open. The limit is per power, so that none can block the others."""
MOST_MADE = 20
"""The most proposals that one power may make in one phase, including withdrawn ones."""


class VoteFault(StrEnum):
    """Why a proposal or a vote is refused."""

    GAME_OVER = "game_over"
    NOT_IN_THE_GAME = "not_in_the_game"
    NOT_NOW = "not_now"
    NO_WINS = "no_wins"
    NO_DRAWS = "no_draws"
    NO_PLACINGS = "no_placings"
    DRAW_IS_SHARED_BY_ALL = "draw_is_shared_by_all"
    WINNER_IS_OUT = "winner_is_out"
    WINNER_IN_DISORDER = "winner_in_disorder"
    NAMED_TWICE = "named_twice"
    EMPTY_PLACE = "empty_place"
    PROPOSED_ALREADY = "proposed_already"
    TOO_MANY = "too_many"
    TOO_MANY_IN_A_PHASE = "too_many_in_a_phase"
    NO_SUCH_PROPOSAL = "no_such_proposal"
    NOT_THE_PROPOSER = "not_the_proposer"
    NO_VOTE = "no_vote"


@dataclass(frozen=True, slots=True)
class VoteRefusal:
    """The refusal of a proposal or a vote, and a short correction if there is one."""

    power: PowerId
    fault: VoteFault
    choices: tuple[str, ...] = ()


def propose(
    variant: Variant, state: GameState, power: PowerId, places: Places, rulebook: Rulebook
) -> GameState | VoteRefusal:
    """The state with one more open proposal, or the refusal. Proposing is not voting."""
    fault = _find_proposer_fault(variant, state, power, places) or _find_places_fault(variant, state, places, rulebook)
    if fault:
        return VoteRefusal(power, fault)
    places = tuple(tuple(sorted(group)) for group in places)
    if places and _is_draw_of_all(variant, state, places, rulebook):
        places = ()
    same = [proposal.id for proposal in state.open_proposals if proposal.places == places]
    if same:
        return VoteRefusal(power, VoteFault.PROPOSED_ALREADY, tuple(same))
    own = [proposal for proposal in state.proposals if proposal.by == power]
    is_open = [proposal.id for proposal in own if not proposal.withdrawn]
    if len(is_open) >= MOST_OPEN:
        return VoteRefusal(power, VoteFault.TOO_MANY, tuple(is_open))
    if sum(proposal.made == state.phase for proposal in own) >= MOST_MADE:
        return VoteRefusal(power, VoteFault.TOO_MANY_IN_A_PHASE)
    number = 1 + max((found.number for found in state.proposals if found.made == state.phase), default=0)
    return replace(state, proposals=(*state.proposals, Proposal(state.phase, number, power, places)))


def find_proposer_fault(variant: Variant, state: GameState, power: PowerId) -> VoteFault | None:
    """Why a power may not propose anything now; None if it may."""
    if state.ending:
        return VoteFault.GAME_OVER
    is_out = power not in list_survivors(variant.board, state.position)
    if is_out and scheme_of(variant).proposers is Proposers.SURVIVORS:
        return VoteFault.NOT_IN_THE_GAME
    return VoteFault.NOT_IN_THE_GAME if power in state.position.in_disorder else None


def _find_proposer_fault(variant: Variant, state: GameState, power: PowerId, places: Places) -> VoteFault | None:
    fault = find_proposer_fault(variant, state, power)
    if fault:
        return fault
    scheme = scheme_of(variant)
    is_season = scheme.proposed is When.ANY or state.phase.season is Season.WINTER
    # The rulebook's draw is possible in any season.
    return None if is_season or (not places and scheme.draw_by_all) else VoteFault.NOT_NOW


def _find_places_fault(variant: Variant, state: GameState, places: Places, rulebook: Rulebook) -> VoteFault | None:
    scheme = scheme_of(variant)
    if not places:
        return None if Subject.DRAW in scheme.subjects or scheme.draw_by_all else VoteFault.NO_DRAWS
    named = [power for group in places for power in group]
    if len(named) > len(set(named)):
        return VoteFault.NAMED_TWICE
    if not all(places):
        return VoteFault.EMPTY_PLACE
    if len(places) > 1 and Subject.PLACINGS not in scheme.subjects:
        return VoteFault.NO_PLACINGS
    is_win = len(places[0]) == 1
    if is_win and Subject.WIN not in scheme.subjects:
        return VoteFault.NO_WINS
    if not is_win and Subject.DRAW not in scheme.subjects:
        return VoteFault.NO_DRAWS
    if not set(places[0]) <= list_survivors(variant.board, state.position):
        return VoteFault.WINNER_IS_OUT
    if scheme.weight is Weight.POWERS and not is_win:
        return None if _is_draw_of_all(variant, state, places, rulebook) else VoteFault.DRAW_IS_SHARED_BY_ALL
    if set(places[0]) & state.position.in_disorder:
        return VoteFault.WINNER_IN_DISORDER
    return None


def _is_draw_of_all(variant: Variant, state: GameState, places: Places, rulebook: Rulebook) -> bool:
    """True if places name all who share by the rulebook, where only that draw can be voted."""
    if scheme_of(variant).weight is not Weight.POWERS or len(places) != 1 or len(places[0]) < 2:
        return False
    return set(places[0]) == list_sharers(variant.board, state, rulebook)


def _find_open(state: GameState, proposal: str) -> Proposal | None:
    """The open proposal with an id, in capitals or not."""
    return next((one for one in state.open_proposals if one.id == proposal.strip().upper()), None)


def withdraw_proposal(state: GameState, power: PowerId, proposal: str) -> GameState | VoteRefusal:
    """The state with a proposal withdrawn by the power that made it, or why not. The votes on it are dropped."""
    if state.ending:
        return VoteRefusal(power, VoteFault.GAME_OVER)
    found = _find_open(state, proposal)
    if found is None:
        return VoteRefusal(power, VoteFault.NO_SUCH_PROPOSAL, tuple(one.id for one in state.open_proposals))
    if found.by != power:
        own = tuple(one.id for one in state.open_proposals if one.by == power)
        return VoteRefusal(power, VoteFault.NOT_THE_PROPOSER, own)
    return _replace_proposal(state, replace(found, votes={}, withdrawn=True))


def cast_vote(
    variant: Variant, state: GameState, power: PowerId, proposal: str, *, vote: bool | None
) -> GameState | VoteRefusal:
    """The state with a power's vote on a proposal, or why it is not taken.

    It replaces an earlier vote; ``None`` takes that back.
    """
    if state.ending:
        return VoteRefusal(power, VoteFault.GAME_OVER)
    found = _find_open(state, proposal)
    if found is None:
        return VoteRefusal(power, VoteFault.NO_SUCH_PROPOSAL, tuple(one.id for one in state.open_proposals))
    # A power without a centre may still win one in Fall: it may vote until it is out of the game altogether.
    if power not in list_voters(variant.board, state.position):
        return VoteRefusal(power, VoteFault.NO_VOTE)
    votes = {voter: cast for voter, cast in found.votes.items() if voter != power}
    if vote is not None:
        votes[power] = vote
    return _replace_proposal(state, replace(found, votes=votes))


def _replace_proposal(state: GameState, changed: Proposal) -> GameState:
    return replace(state, proposals=tuple(changed if one.id == changed.id else one for one in state.proposals))


def parse_places(variant: Variant, text: str) -> Places:
    """Read ``draw``, ``FRANCE``, ``FRANCE + SPAIN`` or ``FRANCE > SPAIN + RUSSIA``; raises for anything else."""
    if text.strip().lower() == "draw":
        return ()
    groups = [re.split(r" ?[+,&] ?| and ", " ".join(group.split())) for group in text.split(">")]
    if not all(name for group in groups for name in group):
        raise RequestError(
            "proposal", f"{quote(text)} is not a proposal; expected 'draw', or powers like 'FRANCE + SPAIN > RUSSIA'"
        )
    return tuple(tuple(variant.parse_power(name) for name in group) for group in groups)


def format_places(places: Places) -> str:
    """What ``parse_places`` reads: places from the first down, powers that share one joined by ``+``."""
    return " > ".join(" + ".join(group) for group in places) or "draw"
