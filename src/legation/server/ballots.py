"""Proposals to end a game, and votes on them. They lie in the game's state until they are counted."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from sqlalchemy import Connection

from legation.board import PowerId
from legation.game import (
    GameState,
    Proposal,
    Tally,
    VoteFault,
    VoteRefusal,
    cast_vote,
    count_votes,
    dump,
    propose,
    scheme_of,
    write_state,
)
from legation.judge import Rulebook
from legation.render.words import word_places, word_scheme, word_vote_refusal, word_with_yours
from legation.server.holding import hold_game
from legation.server.refusals import Refusal
from legation.server.rights import Act, Standing, open_game
from legation.server.services import Services
from legation.server.store.events import add_event
from legation.server.store.games import change_game
from legation.server.table import Table, load_table, make_table
from legation.server.titles import title_of
from legation.server.viewers import Viewer
from legation.variants import Variant, VoteScheme, When

NOT_A_PROPOSER = (VoteFault.GAME_OVER, VoteFault.NOT_IN_THE_GAME, VoteFault.NOT_NOW, VoteFault.TOO_MANY)


def list_proposals(services: Services, viewer: Viewer, game: str) -> dict[str, Any]:
    """The open proposals as the viewer may see them."""
    with services.store.read() as connection:
        row, standing = open_game(connection, game, viewer)
        return describe_votes(make_table(connection, services, row), standing)


def make_proposal(services: Services, viewer: Viewer, game: str, places: Sequence[Sequence[str]]) -> dict[str, Any]:
    """Propose an ending; everybody hears of it."""
    with services.store.write() as connection:
        desk, standing = hold_game(connection, services, game, viewer)
        power = _check_voter(desk, standing)
        state = apply_proposal(desk.variant, desk.rulebook, desk.state, power, places)
        desk = _keep(connection, services, desk, state)
        add_event(connection, desk.id, "all", "vote", services.clock.now())
        return describe_votes(desk, standing)


def vote(services: Services, viewer: Viewer, game: str, proposal: str, wanted: bool | None) -> dict[str, Any]:
    """Vote on a proposal; where votes are secret, only the power's own pages hear of it."""
    with services.store.write() as connection:
        desk, standing = hold_game(connection, services, game, viewer)
        power = _check_voter(desk, standing)
        state = apply_vote(desk.state, power, proposal, wanted)
        desk = _keep(connection, services, desk, state)
        audience = f"power:{power}" if scheme_of(desk.variant).secret else "all"
        add_event(connection, desk.id, audience, "vote", services.clock.now())
        return describe_votes(desk, standing)


def _check_voter(desk: Table, standing: Standing) -> PowerId:
    standing.need(Act.VOTE)
    if desk.row.status not in ("running", "paused"):
        raise Refusal(409, "not_running", "The game does not run.")
    return standing.need_power()


def _keep(connection: Connection, services: Services, desk: Table, state: GameState) -> Table:
    """Write a state with new votes. Nothing else of the row changes: what others can see must not tell of a vote."""
    change_game(connection, desk.id, state=dump(write_state(state)))
    return load_table(connection, services, desk.id)


def describe_votes(desk: Table, standing: Standing) -> dict[str, Any]:
    """All about votes: the scheme, what is proposed, and how it stands where votes are open."""
    scheme = scheme_of(desk.variant)
    state, power = desk.state, standing.power
    sees_votes = not standing.delay and (not scheme.secret or standing.sees_orders)
    may_vote = power is not None and standing.may(Act.VOTE) and desk.row.status in ("running", "paused")
    why_not = "Only players propose." if power is None else "The game does not run."
    if may_vote and power is not None:
        why_not = why_not_propose(desk.variant, desk.rulebook, state, power) or ""
    proposals = [
        describe_proposal(desk.variant, desk.rulebook, state, found, power, sees_votes=sees_votes)
        for found in (() if standing.delay else state.proposals)
    ]
    return {
        "scheme": describe_scheme(scheme),
        "proposals": proposals,
        "may_vote": may_vote,
        "may_propose": may_vote and not why_not,
        "why_not": why_not or None,
        "counted_in": tell_count(scheme, state, title_of(state.phase)),
    }


def describe_scheme(scheme: VoteScheme) -> dict[str, Any]:
    """A scheme on the wire."""
    return {
        "secret": scheme.secret,
        "threshold": str(scheme.threshold),
        "weight": scheme.weight.value,
        "counted": scheme.counted.value,
        "subjects": sorted(subject.value for subject in scheme.subjects),
        "text": word_scheme(scheme),
    }


def describe_proposal(
    variant: Variant,
    rulebook: Rulebook,
    state: GameState,
    proposal: Proposal,
    power: PowerId | None,
    *,
    sees_votes: bool,
) -> dict[str, Any]:
    """A proposal as one power sees it, or with all votes where they may be seen."""
    tally = count_votes(variant, state, proposal, rulebook)
    return {
        "id": proposal.id,
        "by": proposal.by,
        "made": str(proposal.made),
        "text": word_places(variant, proposal.places),
        "places": [list(group) for group in proposal.places],
        "your_vote": proposal.votes.get(power) if power else None,
        "needed": tally.needed,
        "whole": tally.whole,
        "tally": _describe_tally(variant, rulebook, state, tally, power) if sees_votes else None,
    }


def _describe_tally(
    variant: Variant, rulebook: Rulebook, state: GameState, tally: Tally, power: PowerId | None
) -> dict[str, Any]:
    weights = weigh_powers(variant, rulebook, state, tally.proposal)
    votes = {voter: vote for voter, vote in tally.proposal.votes.items() if voter in weights}
    scheme = scheme_of(variant)
    return {
        "yes": tally.yes,
        "no": tally.no,
        "silent": tally.silent,
        "short": tally.short,
        "for": _list_weights(weights, [voter for voter, vote in votes.items() if vote]),
        "against": _list_weights(weights, [voter for voter, vote in votes.items() if not vote]),
        "not_voted": _list_weights(weights, [voter for voter in weights if voter not in votes]),
        "with_yours": word_with_yours(scheme, tally, power, weights.get(power, 0)) if power else None,
    }


def weigh_powers(variant: Variant, rulebook: Rulebook, state: GameState, proposal: Proposal) -> dict[PowerId, int]:
    """What each power's vote would weigh: that which it alone would bring to a proposal."""
    alone = {
        power: count_votes(variant, state, replace(proposal, votes={power: True}), rulebook).yes
        for power in variant.powers
    }
    return {power: weight for power, weight in alone.items() if weight}


def _list_weights(weights: dict[PowerId, int], powers: Sequence[PowerId]) -> list[dict[str, Any]]:
    found = [{"power": power, "weight": weights[power]} for power in powers]
    return sorted(found, key=lambda entry: (-int(str(entry["weight"])), entry["power"]))


def why_not_propose(variant: Variant, rulebook: Rulebook, state: GameState, power: PowerId) -> str | None:
    """Why a power may propose nothing now; none where it may."""
    tried = propose(variant, replace(state, proposals=()), power, (), rulebook)
    if isinstance(tried, VoteRefusal) and tried.fault in NOT_A_PROPOSER:
        return word_vote_refusal(tried)
    return None


def tell_count(scheme: VoteScheme, state: GameState, title: str) -> str:
    """In which phase votes are counted: ``Winter 1756``, or the phase now."""
    return f"Winter {state.phase.year}" if scheme.counted is When.WINTER else title


def withdraw_vote(state: GameState, power: PowerId, proposal: str) -> GameState:
    """The state without a power's vote on a proposal: it counts as silent again."""
    changed = [
        replace(found, votes={voter: vote for voter, vote in found.votes.items() if voter != power})
        if found.id == proposal
        else found
        for found in state.proposals
    ]
    return replace(state, proposals=tuple(changed))


def apply_vote(state: GameState, power: PowerId, proposal: str, vote: bool | None) -> GameState:
    """The state with a vote cast, changed or taken back; refuses what the game does."""
    done = cast_vote(state, power, proposal, is_yes=bool(vote))
    if isinstance(done, VoteRefusal):
        status = 404 if done.fault is VoteFault.NO_SUCH_PROPOSAL else 409
        raise Refusal(status, done.fault.value, word_vote_refusal(done), "vote", done.choices)
    return withdraw_vote(state, power, proposal) if vote is None else done


def apply_proposal(
    variant: Variant, rulebook: Rulebook, state: GameState, power: PowerId, places: Sequence[Sequence[str]]
) -> GameState:
    """The state with one more proposal; refuses what the game does."""
    named = tuple(tuple(variant.find_power(name) for name in group) for group in places)
    done = propose(variant, state, power, named, rulebook)
    if isinstance(done, VoteRefusal):
        raise Refusal(409, done.fault.value, word_vote_refusal(done), "places", done.choices)
    return done
