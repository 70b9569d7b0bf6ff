"""Proposals to end a game, and votes on them. They are part of the game's state until they are counted."""

from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import Connection

from legation.board import Position, PowerId
from legation.game import (
    GameState,
    Phase,
    Proposal,
    Tally,
    VoteFault,
    VoteRefusal,
    cast_vote,
    count_agreement,
    count_votes,
    dump,
    find_proposer_fault,
    foresee_position,
    list_sharers,
    list_voters,
    may_all_agree,
    propose,
    scheme_of,
    weigh_votes,
    withdraw_proposal,
    write_state,
)
from legation.judge import Rulebook
from legation.render.words import (
    ENGLISH,
    word_count,
    word_phase,
    word_places,
    word_scheme,
    word_vote_fault,
    word_vote_refusal,
    word_with_yours,
)
from legation.server.base.refusals import HttpRefusal
from legation.server.base.services import Services
from legation.server.game.event_storage import add_event
from legation.server.game.loaded_game import (
    LoadedGame,
    Snapshot,
    decode_game,
    load_game,
    load_locked_game,
    load_record,
)
from legation.server.game.log_storage import add_log
from legation.server.game.membership import Act, Membership, open_game
from legation.server.game.storage import change_game
from legation.server.game.timeline import load_timeline
from legation.server.game.visibility import load_visible, load_visible_snapshot
from legation.server.identity.once import UNNUMBERED, Sending
from legation.server.identity.viewers import Viewer
from legation.server.judging.service import look_again
from legation.server.mail.notice_kinds import NoticeKind
from legation.server.notices.service import notify_table
from legation.variants import Subject, Variant, VoteScheme, Weight, When


@dataclass(frozen=True, slots=True)
class SchemeFacts:
    """The voting rules of a variant."""

    secret: bool
    threshold: str
    """A fraction, such as ``2/3``."""
    weight: Weight
    counted: When
    subjects: list[Subject]
    text: str


@dataclass(frozen=True, slots=True)
class WeighedVote:
    """A power and the weight of its vote."""

    power: PowerId
    weight: int


@dataclass(frozen=True, slots=True)
class TallyFacts:
    """The current votes on a proposal, for viewers who may see them."""

    yes: int
    no: int
    silent: int
    short: int
    in_favour: list[WeighedVote]
    against: list[WeighedVote]
    not_voted: list[WeighedVote]
    with_yours: str | None


@dataclass(frozen=True, slots=True)
class Agreement:
    """How many powers must agree on a draw of all for it to end the game before the count."""

    needed: int


@dataclass(frozen=True, slots=True)
class ProposalFacts:
    """A proposal as one power sees it."""

    id: str
    by: PowerId
    made: str
    """The phase in which it was made."""
    text: str
    places: list[list[PowerId]]
    shared_by: list[PowerId]
    is_yours: bool
    your_vote: bool | None
    your_weight: int
    counts: Weight
    lapsed: bool
    agreement: Agreement | None
    needed: int
    whole: int
    tally: TallyFacts | None


@dataclass(frozen=True, slots=True)
class CountedProposal:
    """A proposal whose votes were counted when a phase was judged."""

    id: str
    by: PowerId
    made: str
    """The phase in which it was made."""
    counted: str
    """The phase in which it was counted."""
    text: str
    counts: Weight
    yes: int
    whole: int
    needed: int
    short: int
    carried: bool
    lapsed: bool


@dataclass(frozen=True, slots=True)
class VotesPage:
    """Everything about votes: the scheme, open proposals, current votes if they are open, and earlier counts."""

    scheme: SchemeFacts
    proposals: list[ProposalFacts]
    counted: list[CountedProposal]
    """The latest count first."""
    may_vote: bool
    may_propose: bool
    why_not: str | None
    counted_in: str


def list_proposals(services: Services, viewer: Viewer, game_id: str) -> VotesPage:
    """The open proposals as the viewer may see them."""
    with services.store.read() as connection:
        row, membership = open_game(connection, game_id, viewer)
        game = decode_game(connection, services, row)
        shown = load_visible_snapshot(connection, game, membership)
        return describe_votes(connection, game, membership, shown)


def make_proposal(
    services: Services,
    viewer: Viewer,
    game_id: str,
    places: Sequence[Sequence[str]],
    sending: Sending = UNNUMBERED,
) -> VotesPage:
    """Propose an ending, once for each sending; everyone is told."""
    with services.store.write() as connection:
        game, membership = load_locked_game(connection, services, game_id, viewer)
        power, account = _check_voter(game, membership), viewer.need_account().id
        if sending.recall(connection, account) is not None:
            return describe_votes(connection, game, membership)
        state = apply_proposal(game.variant, game.rulebook, game.state, power, places)
        sending.note(connection, services.clock.now(), account, state.proposals[-1].id)
        game = _keep(connection, services, game, state)
        add_event(connection, game.id, "all", "vote", services.clock.now())
        _announce(connection, services, game, account, state.proposals[-1])
        return describe_votes(connection, game, membership)


def vote(services: Services, viewer: Viewer, game_id: str, proposal: str, wanted: bool | None) -> VotesPage:
    """Vote on a proposal; if votes are secret, only the power's own pages are notified."""
    with services.store.write() as connection:
        game, membership = load_locked_game(connection, services, game_id, viewer)
        power = _check_voter(game, membership)
        state = apply_vote(game.variant, game.state, power, proposal, wanted)
        game = _keep(connection, services, game, state)
        look_again(connection, services, game)
        audience = f"power:{power}" if scheme_of(game.variant).secret else "all"
        add_event(connection, game.id, audience, "vote", services.clock.now())
        return describe_votes(connection, game, membership)


def withdraw(services: Services, viewer: Viewer, game_id: str, proposal: str) -> VotesPage:
    """Withdraw the viewer's own proposal; all players are notified."""
    with services.store.write() as connection:
        game, membership = load_locked_game(connection, services, game_id, viewer)
        power, account = _check_voter(game, membership), viewer.need_account().id
        game = _keep(connection, services, game, apply_withdrawal(game.state, power, proposal))
        look_again(connection, services, game)
        add_event(connection, game.id, "all", "vote", services.clock.now())
        _say_withdrawn(connection, services, game, account, proposal)
        return describe_votes(connection, game, membership)


def propose_for_bot(connection: Connection, services: Services, game: LoadedGame, power: PowerId) -> bool:
    """Let a bot propose a draw of all in a locked game, and tell everyone; True if it may."""
    done = propose(game.variant, game.state, power, (), game.rulebook)
    if isinstance(done, VoteRefusal):
        return False
    kept = _keep(connection, services, game, done)
    add_event(connection, game.id, "all", "vote", services.clock.now())
    _announce(connection, services, kept, None, done.proposals[-1])
    return True


def _announce(
    connection: Connection, services: Services, game: LoadedGame, account: int | None, proposal: Proposal
) -> None:
    """Tell everyone of a proposal, by log and e-mail. Votes on it are not reported."""
    places, name = word_places(game.variant, proposal.places), game.variant.powers[proposal.by].name
    text = ENGLISH.fill("log.proposed", power=name, places=places)
    line = add_log(connection, game.id, services.clock.now(), actor=proposal.by, act="proposal", text=text)
    counted = word_count(scheme_of(game.variant), game.state.phase)
    said = ENGLISH.fill("mail.proposal.body", power=name, places=places, counted=counted)
    notify_table(connection, services, game, NoticeKind.PROPOSAL, said, occasion=line, besides=account)


def _say_withdrawn(connection: Connection, services: Services, game: LoadedGame, account: int, proposal: str) -> None:
    """Tell everyone that a proposal was withdrawn."""
    found = next(one for one in game.state.proposals if one.id == proposal.strip().upper())
    places, name = word_places(game.variant, found.places), game.variant.powers[found.by].name
    text = ENGLISH.fill("log.proposal_withdrawn", power=name, places=places)
    line = add_log(connection, game.id, services.clock.now(), actor=found.by, act="proposal", text=text)
    notify_table(connection, services, game, NoticeKind.VOTE, text, occasion=line, besides=account)


def _check_voter(game: LoadedGame, membership: Membership) -> PowerId:
    membership.need(Act.VOTE)
    if not game.row.is_in_play:
        raise HttpRefusal(409, "not_running", case="game")
    return membership.need_power()


def _keep(connection: Connection, services: Services, game: LoadedGame, state: GameState) -> LoadedGame:
    """Store a state with new votes. Nothing else of the row changes: nothing visible to others may reveal a vote."""
    change_game(connection, game.id, state=dump(write_state(state)))
    return load_game(connection, services, game.id)


def describe_votes(
    connection: Connection, game: LoadedGame, membership: Membership, shown: Snapshot | None = None
) -> VotesPage:
    """Everything about votes: the scheme, the open proposals, and their standing if votes are open.

    ``shown`` is the state that a delayed spectator sees; current proposals are hidden from such a viewer.
    """
    scheme = scheme_of(game.variant)
    state, power = (shown or game.snapshot).state, membership.power
    sees_votes = not membership.delay and (not scheme.secret or membership.sees_orders)
    may_vote = power is not None and Act.VOTE in membership.acts and game.row.is_in_play
    why_not = "Only players propose." if power is None else "The game does not run."
    if may_vote and power is not None:
        fault = find_proposer_fault(game.variant, state, power)
        why_not = word_vote_fault(fault) if fault else ""
    proposals = [
        describe_proposal(game.variant, game.rulebook, state, found, power, sees_votes=sees_votes)
        for found in (() if membership.delay else state.open_proposals)
    ]
    return VotesPage(
        scheme=describe_scheme(scheme),
        proposals=proposals,
        counted=_list_counted(connection, game, membership),
        may_vote=may_vote,
        may_propose=may_vote and not why_not,
        why_not=why_not or None,
        counted_in=word_count(scheme, state.phase),
    )


def _list_counted(connection: Connection, game: LoadedGame, membership: Membership) -> list[CountedProposal]:
    """Every count of the phases that the viewer may see, in the words of their results."""
    heads = load_visible(connection, game, membership).heads
    entries = load_timeline(connection, game, heads).entries
    found = []
    for head, entry in zip(heads, entries, strict=True):
        if head.is_judged and entry.has_count:
            record = load_record(connection, game.id, head.number, head.hash)
            found += [_describe_count(game.variant, record.phase, tally) for tally in record.tallies]
    return found[::-1]


def _describe_count(variant: Variant, phase: Phase, tally: Tally) -> CountedProposal:
    proposal = tally.proposal
    return CountedProposal(
        id=proposal.id,
        by=proposal.by,
        made=str(proposal.made),
        counted=word_phase(phase),
        text=word_places(variant, proposal.places),
        counts=Weight.POWERS if tally.agreement else scheme_of(variant).weight,
        yes=tally.yes,
        whole=tally.whole,
        needed=tally.needed,
        short=tally.short,
        carried=tally.is_carried,
        lapsed=tally.lapsed,
    )


def describe_scheme(scheme: VoteScheme) -> SchemeFacts:
    """How a variant votes, for the pages."""
    return SchemeFacts(
        secret=scheme.secret,
        threshold=str(scheme.threshold),
        weight=scheme.weight,
        counted=scheme.counted,
        subjects=sorted(scheme.subjects),
        text=word_scheme(scheme),
    )


def describe_proposal(
    variant: Variant,
    rulebook: Rulebook,
    state: GameState,
    proposal: Proposal,
    power: PowerId | None,
    *,
    sees_votes: bool,
) -> ProposalFacts:
    """A proposal as one power sees it, or with all votes if they may be seen."""
    position = foresee_position(variant.board, state)
    tally = count_votes(variant, position, proposal)
    sharers = [] if proposal.places else sorted(list_sharers(variant.board, state, rulebook))
    return ProposalFacts(
        id=proposal.id,
        by=proposal.by,
        made=str(proposal.made),
        text=word_places(variant, proposal.places),
        places=[list(group) for group in proposal.places],
        shared_by=sharers,
        is_yours=proposal.by == power,
        your_vote=proposal.votes.get(power) if power else None,
        your_weight=list_weights(variant, position, tally).get(power, 0) if power else 0,
        counts=Weight.POWERS if tally.agreement else scheme_of(variant).weight,
        lapsed=tally.lapsed,
        agreement=_describe_agreement(variant, position, proposal),
        needed=tally.needed,
        whole=tally.whole,
        tally=_describe_tally(variant, position, tally, power) if sees_votes else None,
    )


def _describe_agreement(variant: Variant, position: Position, proposal: Proposal) -> Agreement | None:
    if not may_all_agree(variant, proposal):
        return None
    return Agreement(count_agreement(variant, position, proposal).needed)


def _describe_tally(variant: Variant, position: Position, tally: Tally, power: PowerId | None) -> TallyFacts:
    weights = list_weights(variant, position, tally)
    votes = {voter: vote for voter, vote in tally.proposal.votes.items() if voter in weights}
    scheme = scheme_of(variant)
    return TallyFacts(
        yes=tally.yes,
        no=tally.no,
        silent=tally.silent,
        short=tally.short,
        in_favour=_list_votes(weights, [voter for voter, vote in votes.items() if vote]),
        against=_list_votes(weights, [voter for voter, vote in votes.items() if not vote]),
        not_voted=_list_votes(weights, [voter for voter in weights if voter not in votes]),
        with_yours=word_with_yours(scheme, tally, power, weights.get(power, 0)) if power else None,
    )


def list_weights(variant: Variant, position: Position, tally: Tally) -> dict[PowerId, int]:
    """The weight of each asked power's vote in a tally."""
    voters = list_voters(variant.board, position)
    if tally.agreement:
        return dict.fromkeys(sorted(voters), 1)
    weights = weigh_votes(variant.board, position, scheme_of(variant))
    return {power: weight for power, weight in weights.items() if power in voters}


def _list_votes(weights: dict[PowerId, int], powers: Sequence[PowerId]) -> list[WeighedVote]:
    """The votes of some powers, heaviest first."""
    found = [WeighedVote(power, weights[power]) for power in powers]
    return sorted(found, key=lambda vote: (-vote.weight, vote.power))


def apply_vote(variant: Variant, state: GameState, power: PowerId, proposal: str, vote: bool | None) -> GameState:
    """The state with a vote cast, changed or withdrawn; refuses what the game refuses."""
    return _accept(cast_vote(variant, state, power, proposal, vote=vote), "vote")


def apply_withdrawal(state: GameState, power: PowerId, proposal: str) -> GameState:
    """The state with a proposal withdrawn; refuses what the game refuses."""
    return _accept(withdraw_proposal(state, power, proposal), "proposal")


def apply_proposal(
    variant: Variant, rulebook: Rulebook, state: GameState, power: PowerId, places: Sequence[Sequence[str]]
) -> GameState:
    """The state with one more proposal; refuses what the game refuses."""
    named = tuple(tuple(variant.parse_power(name) for name in group) for group in places)
    return _accept(propose(variant, state, power, named, rulebook), "places")


def _accept(done: GameState | VoteRefusal, field: str) -> GameState:
    if isinstance(done, VoteRefusal):
        status = 404 if done.fault is VoteFault.NO_SUCH_PROPOSAL else 409
        raise HttpRefusal(
            status, done.fault.value, message=word_vote_refusal(done), field=field, candidates=done.choices
        )
    return done
