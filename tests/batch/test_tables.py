"""The arrays of a board say what the board says."""

import dataclasses

import pytest

from legation import batch as engine
from legation.batch import switches as rule
from legation.batch.field import STACK
from legation.board import LocationId
from legation.errors import RequestError
from legation.judge import make_rulebook
from legation.variants import Variant, Victory, add_modules, list_variants, load_variant


@pytest.mark.parametrize("name", list_variants())
def test_steps_and_links_are_those_of_the_board(name: str) -> None:
    board = load_variant(name).board
    arrays = engine.make_batch_board(load_variant(name))
    for number, place in enumerate(arrays.locations):
        for rows, moves in (
            (arrays.tables.army_steps, board.army_moves),
            (arrays.tables.fleet_steps, board.fleet_moves),
        ):
            assert {arrays.locations[step] for step in rows[number] if step >= 0} == set(moves[place])
    for number in range(arrays.space_count):
        links = {int(link) for link in arrays.tables.links[number] if link >= 0}
        assert sum(1 << link for link in links) == board.convoy_links[number]


def test_the_same_machine_code_serves_every_board() -> None:
    from legation.batch.moves import judge_all_moves  # noqa: PLC0415

    for name in ("standard", "colonia-i", "cline-9-man-vii", "colonial-variant"):
        arrays = engine.make_batch_board(load_variant(name))
        batch = engine.encode_positions(arrays, [load_variant(name).start])
        engine.judge_moves(arrays, batch, engine.sample_moves(arrays, batch, 1))
    assert len(judge_all_moves.signatures) == 1  # type: ignore[attr-defined] # a compiled function has them


def test_what_the_arrays_do_not_cover_is_named() -> None:
    """The rules of the Colonial Variant hang together: one without the others is another game."""
    variant = load_variant("colonial-variant")
    rulebook = dataclasses.replace(variant.rulebook, modules=variant.rulebook.modules[:1])
    missing = engine.list_uncovered(variant.board, rulebook)
    assert missing == (f"rules.{rulebook.modules[0].name}", "traits", "orders.embark")
    with pytest.raises(RequestError, match="embark"):
        engine.make_batch_board(variant, rulebook)


@pytest.mark.parametrize("switch", [("convoy_path_in_order", "honour"), ("impossible_order", "hold_unsupportable")])
def test_switches_that_the_arrays_do_not_cover_are_named(switch: tuple[str, str]) -> None:
    variant = load_variant("standard")
    rulebook = make_rulebook(dict([switch]), variant.rulebook)
    assert engine.list_uncovered(variant.board, rulebook) == (switch[0],)


@pytest.mark.parametrize("name", ["standard", "colonial-variant"])
def test_bombs_are_not_covered(name: str) -> None:
    variant = load_variant(name)
    rulebook = add_modules(variant.rulebook, ["gigaton-bomb"])
    assert engine.list_uncovered(variant.board, rulebook) == ("rules.gigaton-bomb", "orders.bomb")


def test_all_variants_are_covered() -> None:
    for name in list_variants():
        variant = load_variant(name)
        assert engine.list_uncovered(variant.board, variant.rulebook) == ()


def test_rule_modules_become_switches() -> None:
    def switch(variant: Variant, place: int) -> int:
        return int(engine.make_batch_board(variant).tables.switches[place])

    assert switch(load_variant("colonia-i"), rule.COLONIES) == rule.AS_HOME
    assert switch(load_variant("colonia-iii"), rule.COLONIES) == 1
    assert switch(load_variant("colonia-iii"), rule.FERRIES) == 1
    assert switch(load_variant("standard"), rule.COLONIES) == 0
    assert switch(load_variant("cline-9-man-vii"), rule.BUILD_ONLY) == 1
    short = dataclasses.replace(load_variant("standard"), victory=Victory(5))
    assert switch(short, rule.VICTORY_CENTRES) == 5


def test_islands_closed_to_armies_are_flagged() -> None:
    arrays = engine.make_batch_board(load_variant("colonia-i"))
    closed = {arrays.board.order[space] for space in arrays.tables.closed.nonzero()[0]}
    assert closed == {"TAR", "TAH", "SAM", "FIJ"}
    assert not arrays.tables.closed[arrays.numbers[LocationId("PAR")]]


def test_what_the_solver_asks_of_the_rulebook_is_in_the_field_of_a_gpu() -> None:
    """A block of a GPU has only the columns of units, where the row of the rulebook is cut off too."""
    asked = (rule.MULTI_ROUTE, rule.PARADOX_RULE, rule.PARADOX_BACKUP, rule.DISLODGED_EFFECT, rule.DECKS)
    assert max(asked) < STACK
