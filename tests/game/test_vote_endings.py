"""Who is asked, who shares, and to whom a game can be conceded when the votes are counted."""

from dataclasses import replace
from fractions import Fraction

import pytest

from legation.board import PowerId
from legation.game import GameState, advance, count_agreement, count_votes, list_sharers, list_survivors, parse_phase
from legation.library import Game
from legation.orders import read_submissions
from legation.variants import LeftOut, Variant, VoteScheme, list_variants, load_variant
from tests.game.voting import (
    COLONIA_III,
    COLONIA_VII,
    FRANCE,
    GERMANY,
    ITALY,
    RUSSIA,
    SPAIN,
    STANDARD,
    share_out,
    tally,
    vote_all,
)
from tests.kit import make_position

ENGLAND = PowerId("ENGLAND")
SCHEMED = pytest.mark.parametrize("variant", [COLONIA_III, COLONIA_VII], ids=["III", "VII"])


def judge(variant: Variant, state: GameState, orders: dict[str, list[str]] | None = None) -> GameState:
    texts = {PowerId(power): lines for power, lines in (orders or {}).items()}
    return advance(variant, state, read_submissions(variant.board, texts)).after


def three_left(variant: Variant, phase: str = "W1790A") -> GameState:
    """Spain and England have units; France has two home centres and nothing on them."""
    units = {"SPAIN": ["A MAD"], "ENGLAND": ["F LON"]}
    homes = [space.id for space in variant.board.spaces.values() if space.powers == (FRANCE,) and space.centre]
    centres = {"SPAIN": ["MAD"], "ENGLAND": ["LON"], "FRANCE": sorted(map(str, homes))[:2]}
    return GameState(parse_phase(phase), make_position(units, variant.board, centres=centres))


@pytest.mark.parametrize("name", ["colonia-i", "colonia-iii", "colonia-vii"])
@pytest.mark.clause("C1-9c")
@pytest.mark.clause("C3-7f")
@pytest.mark.clause("C7-9f")
def test_a_power_that_builds_this_winter_is_asked_and_its_no_counts(name: str) -> None:
    variant = load_variant(name)
    state, builds = three_left(variant), {"FRANCE": ["A PAR B"]}
    yes = {"SPAIN": True, "ENGLAND": True}
    for votes in (yes, {**yes, "FRANCE": False}):
        voted = vote_all(variant, state, "draw", votes)
        assert count_agreement(variant, voted.position, voted.proposals[0]).needed == 3
        assert judge(variant, voted, builds).ending is None
    ending = judge(variant, vote_all(variant, state, "draw", {**yes, "FRANCE": True}), builds).ending
    assert ending is not None
    assert (ending.kind, ending.powers) == ("draw", (ENGLAND, FRANCE, SPAIN))


@pytest.mark.parametrize("name", list_variants())
def test_a_carried_draw_never_makes_a_winner(name: str) -> None:
    """With one power on the board and one without units, and with one power alone."""
    variant = load_variant(name)
    one, other, *_ = sorted(variant.powers)
    homes = {
        power: [space for space, owner in sorted(variant.start.owners.items()) if owner == power]
        for power in (one, other)
    }
    units = [unit for unit in variant.start.units.values() if unit.power == one][:1]
    for owners in ((one, other), (one,)):
        held = {space: power for power in owners for space in homes[power]}
        for phase in ("S1905M", "F1905M", "W1905A"):
            position = variant.start._replace(units={unit.space: unit for unit in units}, owners=held)
            state = GameState(parse_phase(phase), position)
            voted = vote_all(variant, state, "draw", dict.fromkeys(map(str, owners), True))
            ending = judge(variant, voted).ending
            assert ending is not None, phase
            assert ending.kind == "draw"
            assert ending.by_vote
            assert ending.powers == tuple(sorted(owners))


def test_the_only_one_with_units_does_not_win_by_a_vote_for_a_draw_it_made_itself() -> None:
    """Fall 1790: France lost its last unit and owns three centres; Spain alone votes."""
    variant = load_variant("colonia-i")
    units = {"SPAIN": ["A BUR", "A NOR", "A MAD"]}
    centres = {"FRANCE": ["PAR", "TOU", "BOR"], "SPAIN": ["MAD"]}
    state = GameState(parse_phase("W1790A"), make_position(units, variant.board, centres=centres))
    voted = vote_all(variant, state, "draw", {"SPAIN": True})
    assert tally(variant, voted).short == 1
    assert judge(variant, voted, {"FRANCE": ["A TOU B", "F BOR B"]}).ending is None


def test_a_power_that_loses_its_last_unit_in_winter_is_not_asked() -> None:
    units = {"FRANCE": ["A PAR"], "GERMANY": ["A MUN"], "ITALY": ["A ROM"]}
    centres = {"FRANCE": ["PAR"], "GERMANY": ["MUN"]}
    state = GameState(parse_phase("W1905A"), make_position(units, centres=centres))
    ending = judge(STANDARD, vote_all(STANDARD, state, "draw", {"FRANCE": True, "GERMANY": True})).ending
    assert ending is not None
    assert ending.powers == (FRANCE, GERMANY)
    assert ITALY not in ending.powers


def test_who_owns_nothing_but_a_centre_that_does_not_count_is_out() -> None:
    """Arkangel builds for Russia and is no supply centre."""
    variant = load_variant("cline-9-man-vii")
    units = {"FRANCE": ["A PAR"], "GERMANY": ["A MUN"]}
    centres = {"FRANCE": ["PAR"], "GERMANY": ["MUN"], "RUSSIA": ["ARK"]}
    state = GameState(parse_phase("S1905M"), make_position(units, variant.board, centres=centres))
    assert list_survivors(variant.board, state.position) == {FRANCE, GERMANY}
    ending = judge(variant, vote_all(variant, state, "draw", {"FRANCE": True, "GERMANY": True})).ending
    assert ending is not None
    assert ending.powers == (FRANCE, GERMANY)


def test_powers_in_civil_disorder_are_not_asked_but_share() -> None:
    units = {"FRANCE": ["A PAR"], "GERMANY": ["A MUN"], "ITALY": ["A ROM"]}
    centres = {"FRANCE": ["PAR"], "GERMANY": ["MUN"], "ITALY": ["ROM"]}
    position = make_position(units, centres=centres)._replace(in_disorder=frozenset({ITALY}))
    state = GameState(parse_phase("S1905M"), position)
    ending = judge(STANDARD, vote_all(STANDARD, state, "draw", {"FRANCE": True, "GERMANY": True})).ending
    assert ending is not None
    assert ending.powers == (FRANCE, GERMANY, ITALY)


@pytest.mark.clause("C3-7g")
@pytest.mark.clause("C7-9g")
@SCHEMED
@pytest.mark.parametrize("text", ["ENGLAND", "ENGLAND + FRANCE"])
def test_a_concession_to_a_power_that_has_fallen_lapses_at_the_count(variant: Variant, text: str) -> None:
    units = {"ENGLAND": ["F LON"], "FRANCE": ["F ENG", "F NTH", "A PAR"], "SPAIN": ["A MAD"]}
    centres = {"ENGLAND": ["LON"], "FRANCE": ["PAR"], "SPAIN": ["MAD"]}
    state = GameState(parse_phase("F1755M"), make_position(units, variant.board, centres=centres))
    voted = vote_all(variant, state, text, {"SPAIN": True, "FRANCE": True})
    later = judge(variant, voted, {"FRANCE": ["F ENG - LON", "F NTH S F ENG - LON"]})
    while later.phase.season != "W":
        later = judge(variant, later)
    assert ENGLAND not in list_survivors(variant.board, later.position)
    record = advance(variant, later, [])
    assert [(found.lapsed, found.is_carried) for found in record.tallies] == [(True, False)]
    assert record.after.ending is None
    assert record.after.proposals == ()


@pytest.mark.clause("C3-7g")
@pytest.mark.clause("C7-9g")
@SCHEMED
def test_a_concession_to_a_power_that_fell_into_disorder_lapses_at_the_count(variant: Variant) -> None:
    state = share_out(variant, {"FRANCE": 60, "SPAIN": 60, "RUSSIA": 5})
    voted = vote_all(variant, state, "SPAIN", {"FRANCE": True, "SPAIN": True, "RUSSIA": True})
    ill = replace(voted, position=voted.position._replace(in_disorder=frozenset({SPAIN})))
    assert judge(variant, voted).ending is not None
    assert judge(variant, ill).ending is None


@pytest.mark.clause("C3-7g")
@pytest.mark.clause("C7-9g")
@SCHEMED
def test_a_concession_to_a_power_whose_last_unit_is_removed_in_this_winter_lapses(variant: Variant) -> None:
    units = {"ENGLAND": ["F NTH"], "FRANCE": ["A PAR"], "SPAIN": ["A MAD"]}
    centres = {"FRANCE": ["PAR", "LON"], "SPAIN": ["MAD"]}
    state = GameState(parse_phase("W1755A"), make_position(units, variant.board, centres=centres))
    voted = vote_all(variant, state, "ENGLAND", {"SPAIN": True, "FRANCE": True})
    assert judge(variant, voted).ending is None


def test_how_a_vote_stands_in_winter_leaves_out_who_will_be_removed() -> None:
    """What is told before the count is what is counted."""
    units = {"FRANCE": ["A PAR"], "GERMANY": ["A MUN"], "ITALY": ["A ROM"]}
    centres = {"FRANCE": ["PAR"], "GERMANY": ["MUN"]}
    game = Game.new()
    game.state = GameState(parse_phase("W1905A"), make_position(units, centres=centres))
    game.propose("FRANCE", "draw")
    for power in ("FRANCE", "GERMANY"):
        game.vote(power, True)
    told = game.tally(game.state.proposals[0])
    assert (told.yes, told.needed) == (2, 2)
    assert game.advance().tallies == (told,)


@pytest.mark.clause("C7-9c")
def test_a_fallen_power_may_be_named_in_a_later_place() -> None:
    state = share_out(COLONIA_VII, {"FRANCE": 60, "SPAIN": 5})
    voted = vote_all(COLONIA_VII, state, "FRANCE > CHINA", {"FRANCE": True})
    bare = {space: unit for space, unit in voted.position.units.items() if unit.power != "CHINA"}
    ending = judge(COLONIA_VII, replace(voted, position=voted.position._replace(units=bare))).ending
    assert ending is not None
    assert ending.places == ((FRANCE,), (PowerId("CHINA"),))


@pytest.mark.clause("C3-7f")
@pytest.mark.clause("C7-9f")
@SCHEMED
@pytest.mark.parametrize("phase", ["S1755M", "F1755M", "W1755A"])
def test_the_rulebooks_draw_stands_beside_concessions_in_any_phase(variant: Variant, phase: str) -> None:
    units = {"FRANCE": ["A PAR"], "SPAIN": ["A MAD"], "RUSSIA": ["A MOS"]}
    centres = {"FRANCE": ["PAR"], "SPAIN": ["MAD"], "RUSSIA": ["MOS"]}
    state = GameState(parse_phase(phase), make_position(units, variant.board, centres=centres))
    agreed = vote_all(variant, state, "draw", {"FRANCE": True, "SPAIN": True, "RUSSIA": True})
    record = advance(variant, agreed, [])
    ending = record.after.ending
    assert ending is not None
    assert (ending.kind, ending.powers, str(ending.phase)) == ("draw", (FRANCE, RUSSIA, SPAIN), phase)
    assert [found.is_carried for found in record.tallies] == [True]
    if phase != "W1755A":
        short = vote_all(variant, state, "draw", {"FRANCE": True, "SPAIN": True})
        record = advance(variant, short, [])
        assert (record.tallies, record.after.ending, record.after.proposals) == ((), None, short.proposals)


@pytest.mark.clause("C3-7f")
@pytest.mark.clause("C7-9f")
@SCHEMED
def test_a_concession_is_not_carried_before_winter_even_if_all_agree(variant: Variant) -> None:
    state = share_out(variant, {"FRANCE": 30, "SPAIN": 30}, phase="S1755M")
    votes = dict.fromkeys(map(str, variant.powers), True)
    assert judge(variant, vote_all(variant, state, "FRANCE + SPAIN", votes)).ending is None
    off = replace(variant, votes=replace(variant.votes or VoteScheme(Fraction(1)), draw_by_all=False))
    assert judge(off, vote_all(off, state, "draw", votes)).ending is None


def test_all_who_have_a_player_may_agree_on_a_draw_though_they_have_too_few_centres() -> None:
    """In Colonia III the centres of a power in disorder count against a concession; the rulebook's draw needs votes."""
    state = share_out(COLONIA_III, {"FRANCE": 20, "SPAIN": 20, "RUSSIA": 60}, disorder="RUSSIA")
    state = replace(state, position=state.position._replace(units={}))
    voted = vote_all(COLONIA_III, state, "draw", {"FRANCE": True, "SPAIN": True})
    record = advance(COLONIA_III, voted, [])
    assert [(found.yes, found.needed, found.agreement) for found in record.tallies] == [(2, 2, True)]
    assert record.after.ending is not None
    assert record.after.ending.kind == "draw"


@pytest.mark.clause("C3-7e")
@pytest.mark.clause("C7-9e")
@pytest.mark.parametrize(
    ("variant", "printed", "fraction"), [(COLONIA_III, 90, 93), (COLONIA_VII, 99, 101)], ids=["III", "VII"]
)
def test_the_printed_number_is_a_setting_for_the_full_board(variant: Variant, printed: int, fraction: int) -> None:
    assert variant.votes is not None
    by_number = replace(variant, votes=replace(variant.votes, full_board=printed))
    centres = sum(space.centre.is_counted for space in variant.board.spaces.values())
    for yes, is_carried in ((printed, True), (printed - 1, False)):
        state = share_out(by_number, {"FRANCE": yes, "SPAIN": centres - yes})
        assert tally(by_number, vote_all(by_number, state, "FRANCE", {"FRANCE": True})).is_carried is is_carried
    state = share_out(variant, {"FRANCE": printed, "SPAIN": centres - printed})
    found = tally(variant, vote_all(variant, state, "FRANCE", {"FRANCE": True}))
    assert (found.needed, found.is_carried) == (fraction, False)


@pytest.mark.clause("C3-7e")
@pytest.mark.clause("C7-9e")
@pytest.mark.parametrize(("variant", "printed"), [(COLONIA_III, 90), (COLONIA_VII, 99)], ids=["III", "VII"])
def test_with_a_neutral_centre_left_the_fraction_decides_all_the_same(variant: Variant, printed: int) -> None:
    assert variant.votes is not None
    scheme = replace(variant.votes, full_board=printed)
    centres = sum(space.centre.is_counted for space in variant.board.spaces.values())
    state = share_out(variant, {"FRANCE": printed, "SPAIN": centres - printed - 1})
    voted = vote_all(variant, state, "FRANCE", {"FRANCE": True})
    plain = count_votes(variant, voted.position, voted.proposals[0])
    assert count_votes(replace(variant, votes=scheme), voted.position, voted.proposals[0]) == plain
    if LeftOut.DISORDER in scheme.left_out:
        full = share_out(variant, {"FRANCE": printed, "SPAIN": centres - printed}, disorder="SPAIN")
        voted = vote_all(variant, full, "FRANCE", {"FRANCE": True})
        assert tally(replace(variant, votes=scheme), voted).needed < printed


@pytest.mark.clause("C3-7b")
@pytest.mark.clause("C7-9b")
@pytest.mark.parametrize(("variant", "yes", "no"), [(COLONIA_III, 60, 30), (COLONIA_VII, 60, 20)], ids=["III", "VII"])
def test_just_the_threshold_carries_and_one_less_does_not(variant: Variant, yes: int, no: int) -> None:
    for given, is_carried in ((yes, True), (yes - 1, False)):
        state = share_out(variant, {"FRANCE": given, "SPAIN": no + yes - given})
        after = judge(variant, vote_all(variant, state, "FRANCE", {"FRANCE": True, "SPAIN": False}))
        assert (after.ending is not None) is is_carried


@pytest.mark.clause("C3-7c")
@SCHEMED
def test_a_vote_sent_in_spring_counts_in_winter_without_being_sent_again(variant: Variant) -> None:
    units = {"FRANCE": ["A PAR"], "SPAIN": ["A MAD"]}
    centres = {"FRANCE": ["PAR"], "SPAIN": ["MAD"]}
    state = GameState(parse_phase("S1755M"), make_position(units, variant.board, centres=centres))
    state = vote_all(variant, state, "FRANCE", {"FRANCE": True, "SPAIN": True})
    for _ in range(3):
        state = judge(variant, state)
    assert state.ending is not None
    assert (state.ending.powers, str(state.ending.phase)) == ((FRANCE,), "W1755A")


def test_a_game_that_has_ended_is_shown_in_the_phase_that_ended_it() -> None:
    units = {"FRANCE": ["A PAR"], "SPAIN": ["A MAD"]}
    centres = {"FRANCE": ["PAR"], "SPAIN": ["MAD"]}
    game = Game.new("colonia-iii")
    game.state = GameState(parse_phase("W1758A"), make_position(units, game.variant.board, centres=centres))
    game.propose("FRANCE", "FRANCE")
    for power in ("FRANCE", "SPAIN"):
        game.vote(power, True)
    game.advance()
    assert game.state.ending is not None
    assert game.phase == "W1758A"
    assert str(game.state.shown_phase) == "W1758A"


def test_by_the_letter_a_power_without_units_after_winter_does_not_share_but_must_agree() -> None:
    """France owns Munich and has no home centre to build in."""
    units = {"GERMANY": ["A BER"], "ITALY": ["A ROM"]}
    centres = {"FRANCE": ["MUN"], "GERMANY": ["BER"], "ITALY": ["ROM"]}
    state = GameState(parse_phase("S1905M"), make_position(units, centres=centres))
    assert list_sharers(STANDARD.board, state, STANDARD.rulebook) == {GERMANY, ITALY}
    assert judge(STANDARD, vote_all(STANDARD, state, "draw", {"GERMANY": True, "ITALY": True})).ending is None
    everybody = {"GERMANY": True, "ITALY": True, "FRANCE": True}
    ending = judge(STANDARD, vote_all(STANDARD, state, "draw", everybody)).ending
    assert ending is not None
    assert ending.powers == (GERMANY, ITALY)
    assert RUSSIA not in ending.powers
