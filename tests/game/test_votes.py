from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from legation.board import PowerId
from legation.errors import DataError, LegationError, RequestError
from legation.game import (
    GameState,
    Tally,
    advance,
    cast_vote,
    count_needed,
    count_whole,
    format_places,
    list_sharers,
    parse_phase,
    parse_places,
    scheme_of,
)
from legation.library import Game
from legation.orders import read_submissions
from legation.variants import PLAIN_DRAW, LeftOut, Variant, VoteScheme, When, read_votes
from tests.game.voting import (
    COLONIA_III,
    COLONIA_VII,
    FRANCE,
    GERMANY,
    ITALY,
    SPAIN,
    STANDARD,
    regular,
    share_out,
    tally,
    vote_all,
)
from tests.kit import make_position
from tests.properties.strategies import QUICK


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
    assert count_whole(board, state.position, scheme_of(variant)) == centres
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
    ill = replace(state, position=state.position._replace(in_disorder=frozenset({SPAIN})))
    assert tally(COLONIA_III, state).yes == 50
    assert tally(COLONIA_III, ill).yes == 0


@pytest.mark.clause("C7-9b")
def test_a_vote_cast_before_disorder_is_gone_when_a_new_player_takes_the_seat() -> None:
    game = Game.new("colonia-vii")
    game.propose("FRANCE", "FRANCE")
    for power in ("FRANCE", "SPAIN"):
        game.vote(power, True)
    game.set_disorder("SPAIN", True)
    game.set_disorder("SPAIN", False)
    (proposal,) = game.state.proposals
    assert proposal.votes == {FRANCE: True}
    assert game.tally(proposal).yes == 5
    game.advance()
    assert Game.unpack(game.pack()).verify() == ()


def test_neutral_centres_count_where_a_scheme_does_not_leave_them_out() -> None:
    variant = replace(COLONIA_III, votes=VoteScheme(Fraction(2, 3), left_out=frozenset()))
    state = share_out(variant, {"FRANCE": 100})
    assert tally(variant, vote_all(variant, state, "FRANCE", {"FRANCE": True})).whole == 139


def test_a_later_vote_replaces_an_earlier_one() -> None:
    state = share_out(COLONIA_III, {"FRANCE": 60, "SPAIN": 30})
    state = vote_all(COLONIA_III, state, "FRANCE", {"FRANCE": True})
    changed = cast_vote(COLONIA_III, state, FRANCE, state.proposals[0].id, vote=False)
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


def test_where_proposals_are_for_winter_only_no_winter_is_passed_over() -> None:
    """With every centre owned and a unit on each there is nothing to build; still the powers may concede the game."""
    scheme = replace(scheme_of(COLONIA_III), proposed=When.WINTER)
    variant = replace(COLONIA_III, votes=scheme)
    units = {"FRANCE": ["A PAR"], "SPAIN": ["A MAD"]}
    position = make_position(units, variant.board, centres={"FRANCE": ["PAR"], "SPAIN": ["MAD"]})
    winter = advance(variant, GameState(parse_phase("F1760M"), position), []).after
    assert str(winter.phase) == "W1760A"
    assert str(advance(variant, winter, []).after.phase) == "S1761M"
    voted = vote_all(variant, winter, "FRANCE", {"FRANCE": True, "SPAIN": True})
    ending = advance(variant, voted, []).after.ending
    assert ending is not None
    assert ending.powers == (FRANCE,)


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
def test_a_draw_of_all_is_shared_by_those_with_units_after_the_adjustments() -> None:
    state = share_out(COLONIA_VII, {"FRANCE": 60, "SPAIN": 10})
    ending = advance(COLONIA_VII, vote_all(COLONIA_VII, state, "draw", {"FRANCE": True}), []).after.ending
    assert ending is not None
    # All others have units and no centre: they are removed in this Winter.
    assert (ending.kind, ending.powers) == ("draw", (FRANCE, SPAIN))


@pytest.mark.clause("C3-7h")
@pytest.mark.clause("C7-9h")
@pytest.mark.parametrize("variant", [COLONIA_III, COLONIA_VII], ids=["III", "VII"])
def test_of_two_proposals_that_carry_the_one_with_most_votes_ends_the_game(variant: Variant) -> None:
    state = share_out(variant, {"FRANCE": 45, "SPAIN": 30, "RUSSIA": 15, "ENGLAND": 10})
    two = {"FRANCE": True, "SPAIN": True}
    state = vote_all(variant, state, "FRANCE", two)
    state = vote_all(variant, state, "FRANCE + SPAIN", {**two, "RUSSIA": True, "ENGLAND": True})
    record = advance(variant, state, [])
    assert [(found.yes, found.is_carried) for found in record.tallies] == [(75, True), (100, True)]
    ending = record.after.ending
    assert ending is not None
    assert ending.powers == (FRANCE, SPAIN)


@pytest.mark.clause("C3-7h")
def test_of_two_proposals_with_the_same_votes_the_one_made_first_ends_the_game() -> None:
    state = share_out(COLONIA_III, {"FRANCE": 60, "SPAIN": 30})
    state = vote_all(COLONIA_III, state, "FRANCE + SPAIN", {"FRANCE": True})
    state = vote_all(COLONIA_III, state, "FRANCE", {"FRANCE": True})
    ending = advance(COLONIA_III, state, []).after.ending
    assert ending is not None
    assert ending.powers == (FRANCE, SPAIN)


def test_elsewhere_all_survivors_together_agree_on_a_draw_in_any_phase() -> None:
    assert scheme_of(STANDARD) is PLAIN_DRAW
    # Italy has a centre and no unit: it is asked all the same.
    state = vote_all(STANDARD, regular(), "draw", {"FRANCE": True, "GERMANY": True})
    assert (tally(STANDARD, state).needed, tally(STANDARD, state).short) == (3, 1)
    assert advance(STANDARD, state, []).after.ending is None
    state = vote_all(STANDARD, regular(), "draw", {"FRANCE": True, "GERMANY": True, "ITALY": True})
    ending = advance(STANDARD, state, []).after.ending
    assert ending is not None
    assert (ending.kind, ending.powers, ending.by_vote) == ("draw", (FRANCE, GERMANY), True)


def test_who_shares_in_a_draw_is_a_switch_of_the_rulebook() -> None:
    state = regular()
    assert list_sharers(STANDARD.board, state, Game.new().rulebook) == {FRANCE, GERMANY}
    assert list_sharers(STANDARD.board, state, Game.new(rules="2023").rulebook) == {FRANCE, ITALY}


@pytest.mark.parametrize("rules", ["1971", "1982", "2000", "2023"])
def test_before_the_adjustments_a_power_shares_that_may_still_build(rules: str) -> None:
    units = {"FRANCE": ["A PAR"], "GERMANY": ["A MUN"]}
    centres = {"FRANCE": ["PAR"], "GERMANY": ["MUN"], "ITALY": ["ROM"]}
    state = GameState(parse_phase("F1905M"), make_position(units, centres=centres))
    state = vote_all(STANDARD, state, "draw", {"FRANCE": True, "GERMANY": True, "ITALY": True})
    ending = advance(STANDARD, state, [], Game.new(rules=rules).rulebook).after.ending
    assert ending is not None
    assert ending.powers == (FRANCE, GERMANY, ITALY)


def test_a_victory_on_the_board_goes_before_a_draw_counted_in_the_same_phase() -> None:
    others = [str(space.id) for space in STANDARD.board.spaces.values() if space.centre and space.id != "BEL"]
    position = make_position({"FRANCE": ["A BUR"]}, centres={"FRANCE": others[:17]})
    state = vote_all(STANDARD, GameState(parse_phase("F1910M"), position), "draw", {"FRANCE": True})
    record = advance(STANDARD, state, read_submissions(STANDARD.board, {FRANCE: ["A BUR - BEL"]}))
    assert record.after.ending is not None
    assert not record.after.ending.by_vote


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
