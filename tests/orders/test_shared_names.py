"""Codes that a sheet prints for several spaces: reach decides, then upper and lower case, then there is a question."""

import pytest

from legation.board import DislodgedUnit, LocationId, PowerId
from legation.judge import judge_adjustments
from legation.orders import (
    Fault,
    Rejection,
    format_order,
    list_readings,
    make_order_book,
    make_retreat_book,
    read_submissions,
)
from legation.render.words import word_refusal
from legation.variants import add_modules, load_variant
from tests.kit import make_owners, make_position, make_unit


def answer(variant: str, power: str, units: dict[str, list[str]], text: str, *modules: str) -> str | Rejection:
    """What the line becomes in a movement phase, as text."""
    found = load_variant(variant)
    rulebook = add_modules(found.rulebook, modules)
    position = make_position(units, found.board)
    lines = read_submissions(found.board, {PowerId(power): [text]})
    (taken,) = make_order_book(found.board, position, lines, rulebook.order_rules).answers
    return taken if isinstance(taken, Rejection) else format_order(taken)


@pytest.mark.parametrize(
    ("variant", "unit", "text", "order"),
    [
        pytest.param("colonia-vii", "F MNL", "F Man - SCS", "F MNL - SCS", marks=pytest.mark.clause("C7-L")),
        ("colonia-vii", "F MNL", "F MAN - SCS", "F MNL - SCS"),
        ("colonia-vii", "F MNL", "f man - scs", "F MNL - SCS"),
        ("colonia-vii", "F MNL", "Man - SCS", "F MNL - SCS"),
        ("colonia-vii", "A MNS", "A Man H", "A MNS H"),
        ("colonia-vii", "A MAN", "A Man H", "A MAN H"),
        ("colonia-vii", "F TAS", "F TAS - ANT", "F TAS - AAO"),
        ("colonia-vii", "F TAS", "f tas - ant", "F TAS - AAO"),
        ("colonia-vii", "F HAG", "F HAG - ANT", "F HAG - ANT"),
        ("colonia-vii", "A BRA", "A BRA - Arg", "A BRA - AGT"),
        ("colonia-vii", "A MAD", "A MAD - ARG", "A MAD - ARG"),
        pytest.param("colonia-i", "A URU", "A URU - ARG", "A URU - AGT", marks=pytest.mark.clause("C1-L")),
        ("colonia-i", "A MAD", "A MAD - ARG", "A MAD - ARG"),
        ("colonia-i", "A CNP", "A CON H", "A CNP H"),
        pytest.param("cline-9-man-vii", "F GEO", "F GEO - CAS", "F GEO - CSP", marks=pytest.mark.clause("N9-12")),
        ("cline-9-man-vii", "A CAT", "A CAT - CAS", "A CAT - CAS"),
    ],
)
def test_what_the_unit_can_do_decides(variant: str, unit: str, text: str, order: str) -> None:
    assert answer(variant, "SPAIN", {"SPAIN": [unit]}, text) == order


def test_a_support_is_decided_by_what_the_supporter_and_the_mover_can_reach() -> None:
    units = {"SPAIN": ["F SPO", "F TAS"]}
    assert answer("colonia-vii", "SPAIN", units, "F TAS S F SPO - ANT") == "F TAS S F SPO - AAO"


def test_a_unit_of_another_power_is_not_meant() -> None:
    units = {"SPAIN": ["F MNL"], "FRANCE": ["A MAN"]}
    assert answer("colonia-vii", "SPAIN", units, "MAN H") == "F MNL H"


BOTH = {"SPAIN": ["F ANT", "F AAO"]}


@pytest.mark.parametrize(
    ("text", "order"), [("F Ant H", "F ANT H"), ("F ANT holds", "F AAO H"), ("Fleet ANT - Tas", "F AAO - TAS")]
)
def test_upper_and_lower_case_decide_where_both_are_possible(text: str, order: str) -> None:
    """The sheet of Colonia VII: "(Ant)erwep" is a land, "Antarctic O. (ANT)" a sea."""
    assert answer("colonia-vii", "SPAIN", BOTH, text) == order


def test_in_a_line_all_in_capitals_a_code_is_the_boards_own() -> None:
    """So is every order written, and it must be read again as the same."""
    assert answer("colonia-vii", "SPAIN", BOTH, "F ANT H") == "F ANT H"


def test_otherwise_the_spaces_are_named() -> None:
    found = answer("colonia-vii", "SPAIN", BOTH, "f ant h")
    assert isinstance(found, Rejection)
    assert (found.fault, found.choices) == (Fault.AMBIGUOUS_NAME, ("ANT", "AAO"))
    assert word_refusal(found.refusal) == "ant could be Antwerp (ANT) or Antarctic Ocean (AAO)."


def test_where_no_unit_stands_the_spaces_are_named() -> None:
    found = answer("colonia-vii", "SPAIN", {"SPAIN": ["A MAD"]}, "F Man H")
    assert isinstance(found, Rejection)
    assert word_refusal(found.refusal) == "Man could be Manitoba (MAN), Manila (MNL) or Manaus (MNS)."


def test_only_spaces_that_are_possible_are_named() -> None:
    found = answer("colonia-vii", "SPAIN", {"SPAIN": ["A MAN", "F MNL"]}, "Man H")
    assert isinstance(found, Rejection)
    assert found.choices == ("MAN", "MNL")


def test_an_impossible_order_of_an_own_unit_is_refused_for_its_own_fault() -> None:
    found = answer("colonia-vii", "SPAIN", {"SPAIN": ["F MNL"]}, "F Man - NTH")
    assert isinstance(found, Rejection)
    assert found.fault is Fault.NOT_ADJACENT


@pytest.mark.parametrize(
    ("text", "order"), [("F ant R man", None), ("F ant R Tas", "F AAO R TAS"), ("ANT D", "F AAO D")]
)
def test_retreats_are_decided_in_the_same_way(text: str, order: str | None) -> None:
    board = load_variant("colonia-vii").board
    retreats = (LocationId("PAT"), LocationId("TAS"))
    dislodged = DislodgedUnit(make_unit("SPAIN", "F AAO", board), None, retreats)
    position = make_position({"FRANCE": ["F AAO"]}, board)._replace(dislodged=(dislodged,))
    lines = read_submissions(board, {PowerId("SPAIN"): [text]})
    (taken,) = make_retreat_book(board, position, lines).answers
    assert (None if isinstance(taken, Rejection) else format_order(taken)) == order


@pytest.mark.parametrize(
    ("text", "order"), [("F Man B", "F MNL B"), ("build a fleet in MAN", "F MNL B"), ("A Man B", "A MNL B")]
)
def test_builds_are_decided_in_the_same_way(text: str, order: str) -> None:
    variant = load_variant("colonia-vii")
    position = make_position({}, variant.board)._replace(owners=make_owners({"SPAIN": ["MNL", "MAN"]}))
    lines = read_submissions(variant.board, {PowerId("SPAIN"): [text]})
    verdict = judge_adjustments(variant.board, position, lines, variant.rulebook).verdict
    assert [format_order(outcome.order) for outcome in verdict.outcomes] == [order]


def test_removals_are_decided_in_the_same_way() -> None:
    variant = load_variant("colonia-vii")
    position = make_position({"SPAIN": ["F MNL"], "FRANCE": ["A MAN"]}, variant.board)
    lines = read_submissions(variant.board, {PowerId("SPAIN"): ["remove Man"]})
    verdict = judge_adjustments(variant.board, position, lines, variant.rulebook).verdict
    assert [format_order(outcome.order) for outcome in verdict.outcomes if outcome.power == "SPAIN"] == ["F MNL D"]


def test_the_impassable_is_refused_as_such() -> None:
    found = answer("standard", "GERMANY", {"GERMANY": ["A MUN"]}, "A MUN - Switzerland")
    assert isinstance(found, Rejection)
    assert (found.fault, word_refusal(found.refusal)) == (
        Fault.IMPASSABLE,
        "Switzerland is impassable: no unit can enter it.",
    )


@pytest.mark.parametrize(
    ("text", "order"),
    [("BOMB MAD - ANT", "BOMB MAD - ANT"), ("Bomb Mad - ANT", "BOMB MAD - AAO"), ("Bomb Mad - Ant", "BOMB MAD - ANT")],
)
def test_a_bomb_reaches_everything_so_the_letters_decide(text: str, order: str) -> None:
    variant = load_variant("colonia-vii")
    rulebook = add_modules(variant.rulebook, ["gigaton-bomb"])
    lines = read_submissions(variant.board, {PowerId("SPAIN"): [text]})
    (taken,) = make_order_book(variant.board, variant.start, lines, rulebook.order_rules).answers
    assert not isinstance(taken, Rejection)
    assert format_order(taken) == order


def test_a_text_that_can_mean_several_orders_has_them_all() -> None:
    names = load_variant("colonia-vii").board.names
    assert [format_order(order) for order in list_readings("F ant H", names)] == ["F ANT H", "F AAO H"]
    assert [format_order(order) for order in list_readings("F ANT h", names)] == ["F AAO H", "F ANT H"]
    assert list_readings("nonsense", names) == ()
