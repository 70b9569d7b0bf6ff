"""Counting the votes on how a game shall end, in whole numbers (``docs/concepts/votes.md``)."""

from collections.abc import Mapping
from dataclasses import replace

from legation.board import Board, Position, PowerId
from legation.game.phase import Phase, Season
from legation.game.state import Ending, GameState, Proposal, Tally, list_armed, list_owners, list_survivors
from legation.judge import DrawShares, Rulebook
from legation.orders import Topic
from legation.variants import PLAIN_DRAW, LeftOut, Subject, Variant, VoteScheme, Weight, When


def scheme_of(variant: Variant) -> VoteScheme:
    """The variant's own scheme, or the rulebooks' draw by agreement of all."""
    return variant.votes or PLAIN_DRAW


def is_counted_in(scheme: VoteScheme, phase: Phase) -> bool:
    """True if the scheme's votes are counted when this phase is judged."""
    return scheme.counted is When.ANY or phase.season is Season.WINTER


def list_voters(board: Board, position: Position) -> frozenset[PowerId]:
    """The voters: all powers that are still in the game, except those in civil disorder."""
    return list_survivors(board, position) - position.in_disorder


def list_sharers(board: Board, state: GameState, rulebook: Rulebook) -> frozenset[PowerId]:
    """Who shares in a draw of all: those with units (1971, 1982, 2000) or those with centres (2023).

    Before the Winter adjustments a power without units shares if it owns a centre, since its builds are still to come.
    A draw is not made for one power: where fewer than two would share it, all powers that are still in the game do.
    """
    position = state.position
    if rulebook.draw_shares is DrawShares.CENTRES:
        sharers = list_owners(board, position)
    elif state.phase.season is Season.WINTER:
        sharers = list_armed(position) | list_owners(board, position)
    else:
        sharers = list_armed(position)
    sharers -= rulebook.unplayed
    return sharers if len(sharers) > 1 else list_survivors(board, position) - rulebook.unplayed


def foresee_position(board: Board, state: GameState) -> Position:
    """The position at the count of this phase, as far as it is certain before the phase is judged.

    In Winter a power without a supply centre loses all its units, so it will have no vote.
    """
    if state.phase.season is not Season.WINTER:
        return state.position
    owners = list_owners(board, state.position)
    units = {space: unit for space, unit in state.position.units.items() if unit.power in owners}
    return state.position._replace(units=units)


def weigh_votes(board: Board, position: Position, scheme: VoteScheme) -> Mapping[PowerId, int]:
    """The weight of each power's vote: the centres it owns, or one."""
    weights: dict[PowerId, int] = {}
    if scheme.weight is Weight.POWERS:
        weights = dict.fromkeys(sorted(list_survivors(board, position)), 1)
    else:
        for space, owner in sorted(position.owners.items()):
            if board.spaces[space].centre.is_counted:
                weights[owner] = weights.get(owner, 0) + 1
    if LeftOut.DISORDER in scheme.left_out:
        weights = {power: weight for power, weight in weights.items() if power not in position.in_disorder}
    return weights


def count_whole(board: Board, position: Position, scheme: VoteScheme) -> int:
    """The whole of which the threshold is a fraction."""
    whole = sum(weigh_votes(board, position, scheme).values())
    if scheme.weight is Weight.POWERS or LeftOut.NEUTRAL in scheme.left_out:
        return whole
    centres = [space.id for space in board.spaces.values() if space.centre.is_counted]
    return whole + sum(1 for space in centres if space not in position.owners)


def count_needed(scheme: VoteScheme, whole: int) -> int:
    """The least number that is the threshold of the whole or more: 2/3 of 135 is 90, 3/4 of 134 is 101."""
    return -(-scheme.threshold.numerator * whole // scheme.threshold.denominator)


def is_full_board(board: Board, position: Position, scheme: VoteScheme) -> bool:
    """True if every centre of the board is owned, and none is left out of the whole."""
    centres = [space.id for space in board.spaces.values() if space.centre.is_counted]
    return sum(weigh_votes(board, position, scheme).values()) == len(centres)


def find_printed_number(board: Board, position: Position, scheme: VoteScheme) -> int | None:
    """The votes that the sheet prints for a full board, if the board is full and the game has that setting."""
    is_used = bool(scheme.full_board) and scheme.weight is Weight.CENTRES and is_full_board(board, position, scheme)
    return scheme.full_board if is_used else None


def count_votes(variant: Variant, position: Position, proposal: Proposal) -> Tally:
    """The count of a proposal by the variant's scheme: what is for it, what is needed, and what is missing."""
    board, scheme = variant.board, scheme_of(variant)
    if not proposal.places and Subject.DRAW not in scheme.subjects:
        return count_agreement(variant, position, proposal)
    whole = count_whole(board, position, scheme)
    needed = find_printed_number(board, position, scheme) or count_needed(scheme, whole)
    yes, no = _add_up(proposal, weigh_votes(board, position, scheme), list_voters(board, position))
    return Tally(proposal, yes, no, whole - yes - no, needed, lapsed=has_lapsed(board, position, proposal))


def count_agreement(variant: Variant, position: Position, proposal: Proposal) -> Tally:
    """The count of a draw of all by the rulebook: each voter has one vote, and all must agree."""
    voters = list_voters(variant.board, position)
    yes, no = _add_up(proposal, dict.fromkeys(voters, 1), voters)
    return Tally(proposal, yes, no, len(voters) - yes - no, len(voters), agreement=True)


def _add_up(proposal: Proposal, weights: Mapping[PowerId, int], voters: frozenset[PowerId]) -> tuple[int, int]:
    """The weight of the votes for and against a proposal."""
    cast = {power: vote for power, vote in proposal.votes.items() if power in voters}
    yes = sum(weights.get(power, 0) for power, vote in cast.items() if vote)
    no = sum(weights.get(power, 0) for power, vote in cast.items() if not vote)
    return yes, no


def has_lapsed(board: Board, position: Position, proposal: Proposal) -> bool:
    """True if the first place names a power that is out of the game or in civil disorder."""
    return bool(proposal.places) and not set(proposal.places[0]) <= list_voters(board, position)


def may_all_agree(variant: Variant, proposal: Proposal) -> bool:
    """True if a proposal ends the game in any phase if all agree: it is the rulebook's draw beside a scheme."""
    return variant.votes is not None and variant.votes.draw_by_all and not proposal.places


def count_proposals(variant: Variant, before: GameState, position: Position) -> tuple[Tally, ...]:
    """The proposals that count when a phase has been judged and left a position.

    All of them in the phases in which the scheme counts. In other phases only a draw on which all agree: any other
    stays open, and its votes stay secret.
    """
    if is_counted_in(scheme_of(variant), before.phase):
        return tuple(_count_both_ways(variant, position, proposal) for proposal in before.open_proposals)
    draws = [proposal for proposal in before.open_proposals if may_all_agree(variant, proposal)]
    agreements = [count_agreement(variant, position, proposal) for proposal in draws]
    return tuple(tally for tally in agreements if tally.is_carried)


def _count_both_ways(variant: Variant, position: Position, proposal: Proposal) -> Tally:
    """By the scheme; or as the rulebook's draw where only that is carried."""
    tally = count_votes(variant, position, proposal)
    if tally.is_carried or not may_all_agree(variant, proposal):
        return tally
    agreement = count_agreement(variant, position, proposal)
    return agreement if agreement.is_carried else tally


def settle_votes(
    variant: Variant, before: GameState, after: GameState, tallies: tuple[Tally, ...], rulebook: Rulebook
) -> GameState:
    """The state after the count: a carried proposal ends the game, a counted one lapses, any other stays open.

    A victory on the board goes before any vote.
    """
    if after.ending or not before.proposals:
        return after
    carried = choose_carried(variant, after.position, tallies)
    if carried:
        return replace(after, ending=make_ending(variant, before.phase, after, carried, rulebook))
    if is_counted_in(scheme_of(variant), before.phase):
        return after
    return replace(after, proposals=before.open_proposals)


def choose_carried(variant: Variant, position: Position, tallies: tuple[Tally, ...]) -> Tally | None:
    """The carried proposal that ends the game: the one with most votes for it; of equal ones the one made first."""
    weights = weigh_votes(variant.board, position, scheme_of(variant))
    voters = list_voters(variant.board, position)
    carried = [tally for tally in tallies if tally.is_carried]
    return max(carried, key=lambda tally: _add_up(tally.proposal, weights, voters)[0], default=None)


def make_ending(variant: Variant, phase: Phase, after: GameState, tally: Tally, rulebook: Rulebook) -> Ending:
    """How a carried proposal ends the game. A draw of all has no winner, however few share it."""
    places = tally.proposal.places
    clause = rulebook.clauses.cite(_choose_topic(variant, after.position, tally))
    if not places:
        sharers = tuple(sorted(list_sharers(variant.board, after, rulebook)))
        return Ending("draw", sharers, phase, by_vote=True, places=(sharers,), clause=clause)
    kind = "victory" if len(places[0]) == 1 else "draw"
    return Ending(kind, places[0], phase, by_vote=True, places=places, clause=clause)


def _choose_topic(variant: Variant, position: Position, tally: Tally) -> Topic:
    """The rule by which a proposal was counted."""
    if tally.agreement or variant.votes is None:
        return Topic.AGREED_DRAW
    printed = find_printed_number(variant.board, position, variant.votes)
    return Topic.FULL_BOARD_VOTE if printed else Topic.CONCESSION


def has_vote_due(variant: Variant, state: GameState) -> bool:
    """True if votes are counted in this phase, so that it cannot be skipped.

    If proposals are for Winter only, no Winter is skipped: it may be the only time to make one.
    """
    scheme = scheme_of(variant)
    may_begin = scheme.proposed is When.WINTER and state.phase.season is Season.WINTER
    return is_counted_in(scheme, state.phase) and (may_begin or bool(state.open_proposals))
