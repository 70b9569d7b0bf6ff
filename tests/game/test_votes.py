from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from legation.board import PowerId, SpaceId
from legation.errors import DataError, LegationError, RequestError
from legation.game import (
    Game,
    GameState,
    Proposal,
    Tally,
    VoteFault,
    VoteRefusal,
    advance,
    cast_vote,
    count_needed,
    count_votes,
    count_whole,
    format_places,
    list_sharers,
    parse_phase,
    parse_places,
    propose,
    scheme_of,
)
from legation.orders import read_submissions
from legation.render.words import ENGLISH, word_vote_refusal
from legation.variants import PLAIN_DRAW, LeftOut, Subject, Variant, VoteScheme, When, load_variant, read_votes
from tests.kit import make_position
from tests.properties.strategies import QUICK

STANDARD = load_variant("standard")
COLONIA_III = load_variant("colonia-iii")
COLONIA_VII = load_variant("colonia-vii")
FRANCE, GERMANY, ITALY, SPAIN, RUSSIA = map(PowerId, ("FRANCE", "GERMANY", "ITALY", "SPAIN", "RUSSIA"))
WINTER = parse_phase("W1760A")


def share_out(variant: Variant, counts: dict[str, int], *, phase: str = "W1760A", disorder: str = "") -> GameState:
    """A state in which powers own so many centres, each with a unit in it, and the rest is neutral."""
    centres = [space.id for space in variant.board.spaces.values() if space.centre.is_counted]
    owners: dict[SpaceId, PowerId] = {}
    for power, count in counts.items():
        for _ in range(count):
            owners[centres[len(owners)]] = PowerId(power)
    ill = frozenset({PowerId(disorder)} if disorder else ())
    return GameState(parse_phase(phase), replace(variant.start, owners=owners, in_disorder=ill))


def vote_all(variant: Variant, state: GameState, text: str, votes: dict[str, bool]) -> GameState:
    made = propose(variant, state, next(iter(map(PowerId, votes))), parse_places(variant, text), variant.rulebook)
    assert isinstance(made, GameState)
    for power, vote in votes.items():
        voted = cast_vote(made, PowerId(power), made.proposals[-1].id, is_yes=vote)
        assert isinstance(voted, GameState)
        made = voted
    return made


def tally(variant: Variant, state: GameState) -> Tally:
    return count_votes(variant, state, state.proposals[-1], variant.rulebook)


def fault_of(result: GameState | VoteRefusal) -> VoteFault:
    assert isinstance(result, VoteRefusal)
    return result.fault


@pytest.mark.clause("C3-7b")
@pytest.mark.parametrize(("owned", "needed"), [(135, 90), (137, 92), (139, 93), (134, 90), (3, 2), (1, 1), (0, 0)])
def test_two_thirds_of_the_owned_centres_carry_in_colonia_iii(owned: int, needed: int) -> None:
    scheme = scheme_of(COLONIA_III)
    assert scheme.threshold == Fraction(2, 3)
    assert count_needed(scheme, owned) == needed


@pytest.mark.clause("C7-9b")
@pytest.mark.parametrize(("owned", "needed"), [(132, 99), (131, 99), (133, 100), (134, 101), (4, 3)])
def test_three_quarters_carry_in_colonia_vii(owned: int, needed: int) -> None:
    scheme = scheme_of(COLONIA_VII)
    assert scheme.threshold == Fraction(3, 4)
    assert count_needed(scheme, owned) == needed


@pytest.mark.clause("C7-L")
@pytest.mark.parametrize(
    ("variant", "centres", "needed"), [(COLONIA_III, 139, 93), (COLONIA_VII, 134, 101)], ids=["III", "VII"]
)
def test_the_boards_own_totals(variant: Variant, centres: int, needed: int) -> None:
    board = variant.board
    assert sum(1 for space in board.spaces.values() if space.centre.is_counted) == centres
    state = share_out(variant, {"FRANCE": centres - 5, "SPAIN": 5})
    assert count_whole(board, state.position, variant.rulebook, scheme_of(variant)) == centres
    assert count_needed(scheme_of(variant), centres) == needed


@QUICK
@given(st.integers(1, 9), st.integers(1, 9), st.integers(0, 400))
def test_the_needed_number_is_the_least_that_is_enough(above: int, below: int, whole: int) -> None:
    share = Fraction(min(above, below), max(above, below))
    needed = count_needed(VoteScheme(share), whole)
    assert needed >= share * whole
    assert needed - 1 < share * whole or whole == 0


@pytest.mark.clause("C3-7b")
def test_a_vote_weighs_the_centres_owned_and_neutral_ones_do_not_count() -> None:
    state = share_out(COLONIA_III, {"FRANCE": 40, "SPAIN": 20, "RUSSIA": 30})
    state = vote_all(COLONIA_III, state, "FRANCE", {"FRANCE": True, "SPAIN": True, "RUSSIA": False})
    assert tally(COLONIA_III, state) == Tally(state.proposals[0], yes=60, no=30, silent=0, needed=60)
    assert tally(COLONIA_III, state).is_carried


@pytest.mark.clause("C3-7b")
def test_a_missing_vote_counts_as_no() -> None:
    state = share_out(COLONIA_III, {"FRANCE": 59, "SPAIN": 31})
    found = tally(COLONIA_III, vote_all(COLONIA_III, state, "FRANCE", {"FRANCE": True}))
    assert (found.yes, found.no, found.silent, found.short) == (59, 0, 31, 1)
    assert not found.is_carried


@pytest.mark.clause("C7-9b")
def test_centres_in_civil_disorder_leave_both_sides_in_colonia_vii_but_not_in_iii() -> None:
    counts = {"FRANCE": 30, "SPAIN": 10, "RUSSIA": 60}
    for variant, needed, whole in ((COLONIA_VII, 30, 40), (COLONIA_III, 67, 100)):
        state = share_out(variant, counts, disorder="RUSSIA")
        found = tally(variant, vote_all(variant, state, "FRANCE", {"FRANCE": True}))
        assert (found.needed, found.whole) == (needed, whole)


def test_a_vote_cast_before_its_power_fell_into_disorder_no_longer_counts() -> None:
    state = vote_all(COLONIA_III, share_out(COLONIA_III, {"FRANCE": 50, "SPAIN": 50}), "FRANCE", {"SPAIN": True})
    ill = replace(state, position=replace(state.position, in_disorder=frozenset({SPAIN})))
    assert tally(COLONIA_III, state).yes == 50
    assert tally(COLONIA_III, ill).yes == 0


def test_neutral_centres_count_where_a_scheme_does_not_leave_them_out() -> None:
    variant = replace(COLONIA_III, votes=VoteScheme(Fraction(2, 3), left_out=frozenset()))
    state = share_out(variant, {"FRANCE": 100})
    assert tally(variant, vote_all(variant, state, "FRANCE", {"FRANCE": True})).whole == 139


def test_a_later_vote_replaces_an_earlier_one() -> None:
    state = share_out(COLONIA_III, {"FRANCE": 60, "SPAIN": 30})
    state = vote_all(COLONIA_III, state, "FRANCE", {"FRANCE": True})
    changed = cast_vote(state, FRANCE, state.proposals[0].id, is_yes=False)
    assert isinstance(changed, GameState)
    assert tally(COLONIA_III, changed).no == 60
    assert tally(COLONIA_III, state).yes == 60


@pytest.mark.clause("C3-7c")
def test_votes_are_counted_in_winter_and_not_before() -> None:
    centres = {"FRANCE": ["PAR", "BOR"], "SPAIN": ["MAD"]}
    position = make_position({"FRANCE": ["A PAR"], "SPAIN": ["A MAD"]}, COLONIA_III.board, centres=centres)
    state = GameState(parse_phase("S1760M"), position)
    state = vote_all(COLONIA_III, state, "FRANCE", {"FRANCE": True})
    for expected in ("F1760M", "W1760A"):
        record = advance(COLONIA_III, state, [])
        assert record.tallies == ()
        assert record.after.ending is None
        assert record.after.proposals == state.proposals
        state = record.after
        assert str(state.phase) == expected
    record = advance(COLONIA_III, state, [])
    assert [found.is_carried for found in record.tallies] == [True]
    ending = record.after.ending
    assert ending is not None
    assert (ending.kind, ending.powers, ending.by_vote, str(ending.phase)) == ("victory", (FRANCE,), True, "W1760A")


@pytest.mark.clause("C3-7c")
def test_adjustments_are_judged_with_the_vote() -> None:
    state = share_out(COLONIA_III, {"FRANCE": 60, "SPAIN": 30})
    state = vote_all(COLONIA_III, state, "FRANCE", {"FRANCE": True})
    record = advance(COLONIA_III, state, read_submissions(COLONIA_III.board, {FRANCE: ["WAIVE"]}))
    assert record.outcomes
    assert record.after.ending is not None


@pytest.mark.clause("C3-7c")
def test_a_winter_without_adjustments_is_not_passed_over_while_a_vote_is_open() -> None:
    units = {"FRANCE": ["A PAR"], "SPAIN": ["A MAD"]}
    centres = {"FRANCE": ["PAR"], "SPAIN": ["MAD"]}
    position = make_position(units, COLONIA_III.board, centres=centres)
    state = GameState(parse_phase("F1760M"), position)
    assert str(advance(COLONIA_III, state, []).after.phase) == "S1761M"
    state = vote_all(COLONIA_III, state, "FRANCE + SPAIN", {"FRANCE": True, "SPAIN": True})
    winter = advance(COLONIA_III, state, []).after
    assert str(winter.phase) == "W1760A"
    ending = advance(COLONIA_III, winter, []).after.ending
    assert ending is not None
    assert (ending.kind, ending.powers) == ("draw", (FRANCE, SPAIN))


def test_a_proposal_that_fails_lapses_and_may_be_made_again() -> None:
    state = share_out(COLONIA_III, {"FRANCE": 10, "SPAIN": 30})
    state = vote_all(COLONIA_III, state, "FRANCE", {"FRANCE": True})
    after = advance(COLONIA_III, state, []).after
    assert after.ending is None
    assert after.proposals == ()
    again = vote_all(COLONIA_III, after, "FRANCE", {"FRANCE": True})
    assert again.proposals[0].id == f"{after.phase}.1"


@pytest.mark.clause("C7-9c")
@pytest.mark.parametrize(
    ("text", "kind", "powers"),
    [
        ("FRANCE", "victory", ("FRANCE",)),
        ("SPAIN + FRANCE", "draw", ("FRANCE", "SPAIN")),
        ("FRANCE > SPAIN + RUSSIA > CHINA", "victory", ("FRANCE",)),
        ("RUSSIA + FRANCE > SPAIN", "draw", ("FRANCE", "RUSSIA")),
    ],
)
def test_any_combination_of_win_draw_and_places_can_be_voted_in_colonia_vii(
    text: str, kind: str, powers: tuple[str, ...]
) -> None:
    state = share_out(COLONIA_VII, {"FRANCE": 60, "SPAIN": 10, "RUSSIA": 10})
    ending = advance(COLONIA_VII, vote_all(COLONIA_VII, state, text, {"FRANCE": True}), []).after.ending
    assert ending is not None
    assert (ending.kind, ending.powers) == (kind, powers)
    assert ending.places[0] == ending.powers
    assert {power for group in ending.places for power in group} == set(text.replace(">", "+").split(" + "))


@pytest.mark.clause("C7-9c")
def test_a_draw_of_all_is_shared_by_those_the_rulebook_names() -> None:
    state = share_out(COLONIA_VII, {"FRANCE": 60, "SPAIN": 10})
    ending = advance(COLONIA_VII, vote_all(COLONIA_VII, state, "draw", {"FRANCE": True}), []).after.ending
    assert ending is not None
    assert set(ending.powers) == set(COLONIA_VII.powers)


def test_of_two_proposals_that_carry_the_first_made_ends_the_game() -> None:
    state = share_out(COLONIA_III, {"FRANCE": 60, "SPAIN": 30})
    state = vote_all(COLONIA_III, state, "FRANCE + SPAIN", {"FRANCE": True})
    state = vote_all(COLONIA_III, state, "FRANCE", {"FRANCE": True})
    ending = advance(COLONIA_III, state, []).after.ending
    assert ending is not None
    assert ending.powers == (FRANCE, SPAIN)


def regular(phase: str = "S1905M") -> GameState:
    units = {"FRANCE": ["A PAR"], "GERMANY": ["A MUN"]}
    return GameState(parse_phase(phase), make_position(units, centres={"FRANCE": ["PAR"], "ITALY": ["ROM"]}))


def test_elsewhere_all_survivors_together_agree_on_a_draw_in_any_phase() -> None:
    assert scheme_of(STANDARD) is PLAIN_DRAW
    state = vote_all(STANDARD, regular(), "draw", {"FRANCE": True})
    assert tally(STANDARD, state).short == 1
    assert advance(STANDARD, state, []).after.ending is None
    state = vote_all(STANDARD, regular(), "draw", {"FRANCE": True, "GERMANY": True})
    ending = advance(STANDARD, state, []).after.ending
    assert ending is not None
    assert (ending.kind, ending.powers, ending.by_vote) == ("draw", (FRANCE, GERMANY), True)


def test_who_shares_in_a_draw_is_a_switch_of_the_rulebook() -> None:
    position = regular().position
    assert list_sharers(STANDARD.board, position, Game.new().rulebook) == {FRANCE, GERMANY}
    assert list_sharers(STANDARD.board, position, Game.new(rules="2023").rulebook) == {FRANCE, ITALY}


def test_a_victory_on_the_board_goes_before_a_draw_counted_in_the_same_phase() -> None:
    others = [str(space.id) for space in STANDARD.board.spaces.values() if space.centre and space.id != "BEL"]
    position = make_position({"FRANCE": ["A BUR"]}, centres={"FRANCE": others[:17]})
    state = vote_all(STANDARD, GameState(parse_phase("F1910M"), position), "draw", {"FRANCE": True})
    record = advance(STANDARD, state, read_submissions(STANDARD.board, {FRANCE: ["A BUR - BEL"]}))
    assert record.after.ending is not None
    assert not record.after.ending.by_vote


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
    ill = replace(made, position=replace(made.position, in_disorder=frozenset({FRANCE})))
    assert fault_of(propose(STANDARD, ill, FRANCE, ((FRANCE, GERMANY),), rules)) is VoteFault.NOT_IN_THE_GAME
    assert fault_of(cast_vote(ill, FRANCE, made.proposals[0].id, is_yes=True)) is VoteFault.NO_VOTE
    assert fault_of(cast_vote(made, PowerId("TURKEY"), made.proposals[0].id, is_yes=True)) is VoteFault.NO_VOTE
    assert fault_of(cast_vote(made, FRANCE, "S1905M.9", is_yes=True)) is VoteFault.NO_SUCH_PROPOSAL
    assert fault_of(propose(STANDARD, made, FRANCE, ((),), rules)) is VoteFault.EMPTY_PLACE
    ended = advance(STANDARD, vote_all(STANDARD, regular(), "draw", {"FRANCE": True, "GERMANY": True}), []).after
    assert fault_of(propose(STANDARD, ended, FRANCE, (), rules)) is VoteFault.GAME_OVER
    assert fault_of(cast_vote(ended, FRANCE, "x", is_yes=True)) is VoteFault.GAME_OVER


def test_a_scheme_may_allow_proposals_in_winter_only_and_no_draws() -> None:
    scheme = VoteScheme(Fraction(2, 3), subjects=frozenset({Subject.WIN}), proposed=When.WINTER)
    variant = replace(COLONIA_III, votes=scheme)
    spring = share_out(variant, {"FRANCE": 60, "SPAIN": 9}, phase="S1760M")
    assert fault_of(propose(variant, spring, FRANCE, ((FRANCE,),), variant.rulebook)) is VoteFault.NOT_NOW
    winter = replace(spring, phase=WINTER)
    assert fault_of(propose(variant, winter, FRANCE, (), variant.rulebook)) is VoteFault.NO_DRAWS
    assert isinstance(propose(variant, winter, FRANCE, ((FRANCE,),), variant.rulebook), GameState)


def test_not_more_proposals_are_open_than_anybody_could_read() -> None:
    state = share_out(COLONIA_VII, {"FRANCE": 60, "SPAIN": 9})
    faults = []
    for first in sorted(COLONIA_VII.powers):
        for second in sorted(COLONIA_VII.powers):
            made = propose(COLONIA_VII, state, FRANCE, ((first,), (second,)), COLONIA_VII.rulebook)
            if isinstance(made, GameState):
                state = made
            elif first != second:
                faults.append(made.fault)
    assert len(state.proposals) == 20
    assert set(faults) == {VoteFault.TOO_MANY}


def test_every_fault_has_a_sentence() -> None:
    assert all(f"votes.{fault.value}" in ENGLISH.texts for fault in VoteFault)
    for fault in VoteFault:
        assert word_vote_refusal(VoteRefusal(FRANCE, fault, ("S1901M.1",))).endswith(".")


powers_of_vii = st.permutations(sorted(COLONIA_VII.powers))


@QUICK
@given(powers_of_vii, st.lists(st.integers(1, 3), min_size=1, max_size=4))
def test_places_are_read_as_they_are_written(powers: list[PowerId], sizes: list[int]) -> None:
    rest = list(powers)
    places = tuple(tuple(rest.pop() for _ in range(size)) for size in sizes if len(rest) >= size)
    assert parse_places(COLONIA_VII, format_places(places)) == places
    assert parse_places(COLONIA_VII, format_places(places).lower().replace(" + ", " and ")) == places


@pytest.mark.parametrize("text", ["", "FRANCE >", "FRANCE + > SPAIN", "MARS", "FRANCE + MARS"])
def test_what_is_no_proposal_is_named(text: str) -> None:
    with pytest.raises(LegationError) as caught:
        parse_places(COLONIA_VII, text)
    assert isinstance(caught.value, RequestError) or "MARS" in str(caught.value)


def test_a_scheme_is_read_from_a_table() -> None:
    assert read_votes({"threshold": "3/4", "left_out": ["neutral", "disorder"], "secret": False}, "f") == VoteScheme(
        Fraction(3, 4), left_out=frozenset(LeftOut), secret=False
    )


@pytest.mark.parametrize(
    "table",
    [
        {},
        {"threshold": 0.67},
        {"threshold": "0.67"},
        {"threshold": "4/3"},
        {"threshold": "0/3"},
        {"threshold": "2/0"},
        {"threshold": "2/3", "subjects": "win"},
        {"threshold": "2/3", "subjects": ["fame"]},
        {"threshold": "2/3", "counted": "sunday"},
        {"threshold": "2/3", "secret": "yes"},
        {"threshold": "2/3", "colour": "red"},
    ],
)
def test_a_broken_scheme_is_refused_with_its_key(table: dict[str, object]) -> None:
    with pytest.raises(DataError, match=r"votes\."):
        read_votes(table, "x/variant.toml")


def test_the_library_proposes_and_votes() -> None:
    game = Game.new("colonia-vii")
    made = game.propose("France", "FRANCE > SPAIN")
    assert isinstance(made, Proposal)
    assert isinstance(game.vote("FRANCE", True), Proposal)
    assert game.tally(game.state.proposals[0]).yes == len(game.centres[FRANCE])
    assert isinstance(game.propose("France", "FRANCE > SPAIN"), VoteRefusal)
    assert isinstance(game.vote("FRANCE", True, "S1751M.7"), VoteRefusal)
