"""Who may propose what, who may withdraw it, and which votes are taken."""

from dataclasses import replace
from fractions import Fraction
from itertools import combinations

import pytest

from legation.board import PowerId
from legation.game import (
    GameState,
    Proposal,
    VoteFault,
    VoteRefusal,
    advance,
    cast_vote,
    parse_places,
    propose,
    verify_history,
    withdraw_proposal,
)
from legation.game.proposals import MOST_MADE, MOST_OPEN
from legation.library import Game
from legation.render.words import word_vote_refusal
from legation.variants import Subject, Variant, VoteScheme, When
from tests.game.voting import (
    COLONIA_III,
    COLONIA_VII,
    FRANCE,
    GERMANY,
    RUSSIA,
    SPAIN,
    STANDARD,
    WINTER,
    fault_of,
    regular,
    share_out,
    vote_all,
)

SCHEMED = pytest.mark.parametrize("variant", [COLONIA_III, COLONIA_VII], ids=["III", "VII"])


def make(variant: Variant, state: GameState, power: PowerId, text: str) -> GameState:
    done = propose(variant, state, power, parse_places(variant, text), variant.rulebook)
    assert isinstance(done, GameState), done
    return done


def test_what_may_not_be_proposed_is_refused_with_the_reason() -> None:
    rules = STANDARD.rulebook

    def ask(text: str, power: PowerId = FRANCE, state: GameState | None = None) -> VoteFault:
        return fault_of(propose(STANDARD, state or regular(), power, parse_places(STANDARD, text), rules))

    assert ask("FRANCE") is VoteFault.NO_WINS
    assert ask("FRANCE + GERMANY > ITALY") is VoteFault.NO_PLACINGS
    assert ask("FRANCE + TURKEY") is VoteFault.WINNER_IS_OUT
    assert ask("FRANCE + ITALY") is VoteFault.DRAW_IS_SHARED_BY_ALL
    assert ask("FRANCE + FRANCE") is VoteFault.NAMED_TWICE
    assert ask("draw", PowerId("TURKEY")) is VoteFault.NOT_IN_THE_GAME
    made = propose(STANDARD, regular(), FRANCE, (), rules)
    assert isinstance(made, GameState)
    assert fault_of(propose(STANDARD, made, GERMANY, (), rules)) is VoteFault.PROPOSED_ALREADY
    ill = replace(made, position=made.position._replace(in_disorder=frozenset({FRANCE})))
    assert fault_of(propose(STANDARD, ill, FRANCE, ((FRANCE, GERMANY),), rules)) is VoteFault.NOT_IN_THE_GAME
    assert fault_of(cast_vote(STANDARD, ill, FRANCE, made.proposals[0].id, vote=True)) is VoteFault.NO_VOTE
    assert fault_of(cast_vote(STANDARD, made, PowerId("TURKEY"), made.proposals[0].id, vote=True)) is VoteFault.NO_VOTE
    assert fault_of(cast_vote(STANDARD, made, FRANCE, "S1905M.9", vote=True)) is VoteFault.NO_SUCH_PROPOSAL
    assert fault_of(propose(STANDARD, made, FRANCE, ((),), rules)) is VoteFault.EMPTY_PLACE


def test_nothing_is_proposed_voted_or_withdrawn_after_the_end() -> None:
    votes = {"FRANCE": True, "GERMANY": True, "ITALY": True}
    ended = advance(STANDARD, vote_all(STANDARD, regular(), "draw", votes), []).after
    assert ended.ending is not None
    assert fault_of(propose(STANDARD, ended, FRANCE, (), STANDARD.rulebook)) is VoteFault.GAME_OVER
    assert fault_of(cast_vote(STANDARD, ended, FRANCE, "x", vote=True)) is VoteFault.GAME_OVER
    assert fault_of(withdraw_proposal(ended, FRANCE, "x")) is VoteFault.GAME_OVER


def test_all_who_share_may_be_named_where_only_their_draw_can_be_voted() -> None:
    made = make(STANDARD, regular(), FRANCE, "FRANCE + GERMANY")
    assert made.proposals[0].places == ()


def test_a_scheme_may_allow_proposals_in_winter_only_and_no_draws() -> None:
    subjects = frozenset({Subject.WIN})
    scheme = VoteScheme(Fraction(2, 3), subjects=subjects, proposed=When.WINTER, draw_by_all=False)
    variant = replace(COLONIA_III, votes=scheme)
    spring = share_out(variant, {"FRANCE": 60, "SPAIN": 9}, phase="S1760M")
    assert fault_of(propose(variant, spring, FRANCE, ((FRANCE,),), variant.rulebook)) is VoteFault.NOT_NOW
    winter = replace(spring, phase=WINTER)
    assert fault_of(propose(variant, winter, FRANCE, (), variant.rulebook)) is VoteFault.NO_DRAWS
    assert isinstance(propose(variant, winter, FRANCE, ((FRANCE,),), variant.rulebook), GameState)
    beside = replace(variant, votes=replace(scheme, draw_by_all=True))
    assert isinstance(propose(beside, spring, FRANCE, (), variant.rulebook), GameState)
    assert fault_of(propose(beside, spring, FRANCE, ((FRANCE, SPAIN),), variant.rulebook)) is VoteFault.NOT_NOW


@pytest.mark.clause("C3-7g")
@pytest.mark.clause("C7-9g")
@SCHEMED
def test_nothing_is_conceded_to_a_power_in_civil_disorder(variant: Variant) -> None:
    state = share_out(variant, {"FRANCE": 60, "SPAIN": 9, "RUSSIA": 9}, disorder="RUSSIA")
    for places in (((RUSSIA,),), ((FRANCE, RUSSIA),)):
        assert fault_of(propose(variant, state, FRANCE, places, variant.rulebook)) is VoteFault.WINNER_IN_DISORDER
    assert isinstance(propose(variant, state, FRANCE, (), variant.rulebook), GameState)


@pytest.mark.clause("C3-7i")
@pytest.mark.clause("C7-9i")
@SCHEMED
@pytest.mark.parametrize("phase", ["S1760M", "F1760R", "W1760A"])
def test_no_power_can_keep_the_others_from_proposing(variant: Variant, phase: str) -> None:
    state = share_out(variant, dict.fromkeys(variant.powers, 5), phase=phase)
    faults = []
    for pair in combinations(sorted(variant.powers), 2):
        made = propose(variant, state, RUSSIA, (pair,), variant.rulebook)
        if isinstance(made, GameState):
            state = made
        else:
            faults.append(made.fault)
    assert len(state.proposals) == MOST_OPEN
    assert set(faults) == {VoteFault.TOO_MANY}
    for power in sorted(variant.powers):
        if power != RUSSIA:
            state = make(variant, state, power, power)
    assert len(state.proposals) == MOST_OPEN + len(variant.powers) - 1


@pytest.mark.clause("C3-7i")
@pytest.mark.clause("C7-9i")
@SCHEMED
def test_a_proposer_withdraws_its_proposal_and_the_votes_on_it(variant: Variant) -> None:
    state = share_out(variant, {"FRANCE": 60, "SPAIN": 9})
    state = vote_all(variant, state, "FRANCE", {"FRANCE": True, "SPAIN": True})
    name = state.proposals[0].id
    refused = withdraw_proposal(state, SPAIN, name)
    assert fault_of(refused) is VoteFault.NOT_THE_PROPOSER
    done = withdraw_proposal(state, FRANCE, name)
    assert isinstance(done, GameState)
    assert done.open_proposals == ()
    assert done.proposals[0].votes == {}
    assert fault_of(cast_vote(variant, done, SPAIN, name, vote=True)) is VoteFault.NO_SUCH_PROPOSAL
    assert fault_of(withdraw_proposal(done, FRANCE, name)) is VoteFault.NO_SUCH_PROPOSAL
    record = advance(variant, done, [])
    assert (record.tallies, record.after.ending, record.after.proposals) == ((), None, ())


def test_the_name_of_a_withdrawn_proposal_is_not_given_again() -> None:
    state = make(COLONIA_III, share_out(COLONIA_III, {"FRANCE": 6, "SPAIN": 9}), FRANCE, "FRANCE")
    name = state.proposals[0].id
    withdrawn = withdraw_proposal(state, FRANCE, name)
    assert isinstance(withdrawn, GameState)
    again = make(COLONIA_III, withdrawn, SPAIN, "FRANCE")
    assert [found.id for found in again.open_proposals] != [name]


def test_proposing_and_withdrawing_over_and_over_has_an_end() -> None:
    state = share_out(COLONIA_III, {"FRANCE": 6, "SPAIN": 9})
    for _ in range(MOST_MADE):
        state = make(COLONIA_III, state, FRANCE, "FRANCE")
        done = withdraw_proposal(state, FRANCE, state.proposals[-1].id)
        assert isinstance(done, GameState)
        state = done
    refused = propose(COLONIA_III, state, FRANCE, ((FRANCE,),), COLONIA_III.rulebook)
    assert fault_of(refused) is VoteFault.TOO_MANY_IN_A_PHASE
    assert isinstance(propose(COLONIA_III, state, SPAIN, ((FRANCE,),), COLONIA_III.rulebook), GameState)


def test_a_withdrawn_proposal_does_not_outlast_its_phase() -> None:
    state = make(COLONIA_III, share_out(COLONIA_III, {"FRANCE": 6, "SPAIN": 9}, phase="S1760M"), FRANCE, "FRANCE")
    done = withdraw_proposal(state, FRANCE, state.proposals[0].id)
    assert isinstance(done, GameState)
    done = make(COLONIA_III, done, SPAIN, "SPAIN")
    assert [found.by for found in advance(COLONIA_III, done, []).after.proposals] == [SPAIN]


def test_every_fault_has_a_sentence() -> None:
    for fault in VoteFault:
        assert word_vote_refusal(VoteRefusal(FRANCE, fault, ("S1901M.1",))).endswith(".")


def test_the_library_proposes_votes_and_withdraws() -> None:
    game = Game.new("colonia-vii")
    made = game.propose("France", "FRANCE > SPAIN")
    assert isinstance(made, Proposal)
    assert isinstance(game.vote("FRANCE", True), Proposal)
    assert game.tally(game.state.proposals[0]).yes == len(game.centres[FRANCE])
    assert isinstance(game.propose("France", "FRANCE > SPAIN"), VoteRefusal)
    assert isinstance(game.vote("FRANCE", True, "S1751M.7"), VoteRefusal)
    taken_back = game.vote("FRANCE", None)
    assert isinstance(taken_back, Proposal)
    assert taken_back.votes == {}
    assert isinstance(game.withdraw_proposal("SPAIN"), VoteRefusal)
    assert isinstance(game.withdraw_proposal("SPAIN", made.id), VoteRefusal)
    withdrawn = game.withdraw_proposal("FRANCE")
    assert isinstance(withdrawn, Proposal)
    assert withdrawn.withdrawn
    assert isinstance(game.propose("France", "FRANCE > SPAIN"), Proposal)


def test_a_game_with_a_withdrawn_proposal_is_sound_and_can_be_undone() -> None:
    game = Game.new("colonia-vii")
    game.propose("FRANCE", "FRANCE")
    game.advance()
    game.withdraw_proposal("FRANCE", "S1751M.1")
    game.propose("SPAIN", "SPAIN")
    game.advance()
    assert [found.by for found in game.state.proposals] == [SPAIN]
    assert verify_history(game.pack().history, game.variant, game.rulebook) == ()
    again = Game.import_json(game.export_json())
    assert again.state == game.state
    again.back()
    assert [(found.by, found.withdrawn) for found in again.state.proposals] == [(FRANCE, True), (SPAIN, False)]
