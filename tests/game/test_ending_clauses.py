"""A game that ends names the clause of the sheet that ended it, or the rulebook."""

from dataclasses import replace

import pytest

from legation.board import PowerId
from legation.game import (
    Ending,
    GameState,
    History,
    Judged,
    advance,
    find_ending,
    read_record,
    verify_history,
    write_record,
)
from legation.library import Game
from legation.orders import NO_CLAUSE, ClauseId
from legation.render.words import word_ending
from legation.variants import Variant, load_variant
from legation.variants.rules import ColonialCentres
from tests.contract.kit import judge_json
from tests.game.voting import COLONIA_III, COLONIA_VII, STANDARD, share_out, vote_all

CLINE = load_variant("cline-9-man-vii")
COLONIA_I = load_variant("colonia-i")


def end_on_the_board(variant: Variant, **centres: int) -> Ending:
    state = share_out(variant, centres, phase="F1760M")
    ending = find_ending(variant, state.position, state.phase, variant.rulebook)
    assert ending is not None
    return ending


def end_by_vote(variant: Variant, state: GameState, text: str, *voters: str) -> Ending:
    voted = vote_all(variant, state, text, dict.fromkeys(voters, True))
    ending = advance(variant, voted, []).after.ending
    assert ending is not None
    return ending


@pytest.mark.parametrize(
    ("variant", "enough", "clause"),
    [(COLONIA_I, 50, "C1-9"), (COLONIA_III, 50, "C3-7a"), (COLONIA_VII, 50, "C7-9a"), (CLINE, 23, "N9-7")],
    ids=lambda value: value.id if isinstance(value, Variant) else None,
)
@pytest.mark.clause("C1-9")
@pytest.mark.clause("C3-7a")
@pytest.mark.clause("C7-9a")
@pytest.mark.clause("N9-7")
def test_a_victory_names_the_clause_with_the_number(variant: Variant, enough: int, clause: str) -> None:
    ending = end_on_the_board(variant, FRANCE=enough, RUSSIA=10)
    assert ending.clause == clause
    assert word_ending(variant, ending) == f"France wins ({clause})."


@pytest.mark.parametrize(
    ("variant", "clause"),
    [(COLONIA_I, "C1-9b"), (COLONIA_III, "C3-7d"), (COLONIA_VII, "C7-9d")],
    ids=lambda value: value.id if isinstance(value, Variant) else None,
)
@pytest.mark.clause("C1-9b")
@pytest.mark.clause("C3-7d")
@pytest.mark.clause("C7-9d")
def test_the_larger_of_two_with_enough_wins_by_the_clause_on_that(variant: Variant, clause: str) -> None:
    ending = end_on_the_board(variant, FRANCE=50, RUSSIA=51)
    assert (ending.powers, ending.clause) == (("RUSSIA",), clause)


def test_the_regular_board_has_no_sheet_and_names_none() -> None:
    ending = end_on_the_board(STANDARD, FRANCE=18)
    assert ending.clause == ""
    assert word_ending(STANDARD, ending) == "France wins."


@pytest.mark.parametrize(
    ("variant", "conceded", "agreed", "printed", "number"),
    [(COLONIA_III, "C3-7b", "C3-7f", "C3-7e", 90), (COLONIA_VII, "C7-9b", "C7-9f", "C7-9e", 99)],
    ids=["III", "VII"],
)
def test_a_vote_names_the_clause_by_which_it_was_counted(
    variant: Variant, conceded: str, agreed: str, printed: str, number: int
) -> None:
    winter = share_out(variant, {"FRANCE": 20, "RUSSIA": 4})
    assert end_by_vote(variant, winter, "FRANCE", "FRANCE").clause == conceded
    alive = sorted({unit.power for unit in variant.start.units.values()})
    spring = share_out(variant, {"FRANCE": 20, "RUSSIA": 4}, phase="S1760M")
    assert end_by_vote(variant, spring, "draw", *map(str, alive)).clause == agreed
    assert variant.votes is not None
    strict = replace(variant, votes=replace(variant.votes, full_board=number))
    centres = sum(space.centre.is_counted for space in variant.board.spaces.values())
    full = share_out(variant, {"FRANCE": number, "RUSSIA": centres - number})
    assert end_by_vote(strict, full, "FRANCE", "FRANCE").clause == printed
    full = share_out(variant, {"FRANCE": number + 5, "RUSSIA": centres - number - 5})
    assert end_by_vote(variant, full, "FRANCE", "FRANCE").clause == conceded


@pytest.mark.clause("C1-9c")
def test_a_draw_of_all_in_colonia_i_names_its_reading_and_one_on_the_regular_board_nothing() -> None:
    for variant, clause in ((COLONIA_I, "C1-9c"), (STANDARD, "")):
        alive = sorted({unit.power for unit in variant.start.units.values()})
        state = share_out(variant, {"FRANCE": 3, "RUSSIA": 4}, phase="S1760M")
        assert end_by_vote(variant, state, "draw", *map(str, alive)).clause == clause


@pytest.mark.clause("CV-3")
@pytest.mark.clause("CV-22")
def test_own_conditions_name_their_clause_and_several_winners_another() -> None:
    variant = load_variant("colonial-variant")
    rules = next(module for module in variant.rulebook.modules if isinstance(module, ColonialCentres))

    def end_with(**needs: tuple[int, int]) -> Ending | None:
        changed = replace(rules, needs={PowerId(power): need for power, need in needs.items()})
        others = tuple(module for module in variant.rulebook.modules if module is not rules)
        rulebook = replace(variant.rulebook, modules=(changed, *others))
        state = Game.new("colonial-variant").state
        return find_ending(variant, state.position, state.phase, rulebook)

    one = end_with(UNION=(1, 0), KHOUFAX=(60, 60))
    two = end_with(UNION=(1, 0), KHOUFAX=(1, 0))
    assert one is not None
    assert two is not None
    assert (one.kind, one.clause) == ("victory", "CV-3")
    assert (two.kind, two.clause) == ("draw", "CV-22")


def agree_on_a_draw() -> Game:
    game = Game.new("colonia-iii")
    game.propose("FRANCE", "draw")
    for power in game.variant.powers:
        game.vote(power, True)
    game.advance()
    return game


def test_a_game_written_before_endings_named_their_clause_is_still_sound() -> None:
    game = agree_on_a_draw()
    record = game.records[-1]
    assert record.after.ending is not None
    assert record.after.ending.clause == "C3-7f"
    assert read_record(write_record(record)).after == record.after
    written = write_record(record)
    written["after"]["ending"].pop("clause")  # type: ignore[index] # it is an object of JSON
    old = read_record(written)
    assert old.after.ending == replace(record.after.ending, clause=NO_CLAUSE)
    history = History(game.history.setup, (Judged(old),))
    assert verify_history(history, game.variant, game.rulebook) == ()
    forged = replace(old, after=replace(old.after, ending=replace(record.after.ending, clause=ClauseId("C3-7a"))))
    assert verify_history(History(game.history.setup, (Judged(forged),)), game.variant, game.rulebook) != ()


def test_the_judges_answer_names_clause_and_source() -> None:
    for variant, clause, cite in (("cline-9-man-vii", "N9-7", "N9-7"), ("standard", None, "2000 rulebook")):
        loaded = load_variant(variant)
        enough = [space.id for space in loaded.board.spaces.values() if space.centre.is_counted][:23]
        request = {"variant": variant, "phase": "F1905M", "units": {}, "centres": {"FRANCE": enough}, "orders": {}}
        expected = {"kind": "victory", "powers": ["FRANCE"], "clause": clause, "cite": cite}
        assert judge_json(request)["ended"] == expected
