"""What a power can count on a board, against positions counted by hand on the regular board."""

import numpy as np
import pytest

from legation.board import PowerId
from legation.bots.aftermaths import enter_boards, repeat_board
from legation.bots.learned import FEATURES, describe, make_board_features
from legation.bots.learned import features as at
from legation.bots.learned.features import Floats
from legation.variants import load_variant
from tests.kit import Letters, make_position

VARIANT = load_variant("standard")
POWERS = tuple(sorted(VARIANT.powers))


def count(units: Letters, centres: Letters, power: str) -> Floats:
    board = enter_boards(VARIANT.board, VARIANT.rulebook, POWERS, [make_position(units, centres=centres)])
    number = np.array([POWERS.index(PowerId(power))], np.int8)
    found = describe(make_board_features(VARIANT.board, POWERS), board, number)
    assert found.shape == (1, FEATURES)
    return np.asarray(found[0])


def test_centres_units_and_builds() -> None:
    units = {"FRANCE": ["A PAR", "F BRE", "A SPA"], "GERMANY": ["A MUN"]}
    found = count(units, {"FRANCE": ["PAR", "BRE", "MAR"], "GERMANY": ["MUN", "KIE"]}, "FRANCE")
    assert found[at.OWNED] == 3
    assert found[at.HELD] == 4  # Spain too, if the army stays
    assert found[at.UNITS] == 3
    assert found[at.SURPLUS] == -1
    assert (found[at.ARMIES], found[at.FLEETS]) == (2, 1)
    assert found[at.FREE_HOMES] == 1  # Marseilles
    assert found[at.ALIVE] == 2
    assert found[at.LARGEST] == 2
    assert found[at.SQUARES] == 4


def test_a_centre_that_one_power_could_take() -> None:
    """Two German units beside Paris, one French army in it and one that could support it."""
    units = {"FRANCE": ["A PAR", "A GAS"], "GERMANY": ["A BUR", "A PIC"]}
    found = count(units, {"FRANCE": ["PAR"]}, "FRANCE")
    guarded = found[at.GUARDED : at.GUARDED + at.BINS]
    assert guarded.tolist() == [0, 0, 1, 0, 0]  # two against two
    assert found[at.EXPOSED] == 0
    alone = count({"FRANCE": ["A PAR"], "GERMANY": ["A BUR", "A PIC"]}, {"FRANCE": ["PAR"]}, "FRANCE")
    assert alone[at.GUARDED : at.GUARDED + at.BINS].tolist() == [0, 0, 0, 1, 0]
    assert alone[at.EXPOSED] == 1
    assert found[at.WEIGHED_THREATS] == 0  # Germany owns nothing


def test_two_powers_that_could_each_send_one_are_no_attack_of_two() -> None:
    units = {"FRANCE": ["A PAR"], "GERMANY": ["A BUR"], "ENGLAND": ["A PIC"]}
    found = count(units, {"FRANCE": ["PAR"]}, "FRANCE")
    assert found[at.GUARDED : at.GUARDED + at.BINS].tolist() == [0, 0, 1, 0, 0]


def test_centres_within_reach() -> None:
    units = {"FRANCE": ["A BUR", "A RUH"], "GERMANY": ["A KIE"]}
    found = count(units, {"GERMANY": ["MUN", "KIE"]}, "FRANCE")
    # Munich stands empty: two could come, and Kiel does not touch it... but it does: one could defend.
    assert found[at.OPEN : at.OPEN + at.BINS].tolist() == [0, 0, 0, 1, 0]
    # Kiel is held; one French army is beside it.
    assert found[at.DEFENDED : at.DEFENDED + at.BINS].tolist() == [0, 0, 1, 0, 0]
    # Belgium (two), Holland (one against one), Paris and Marseilles (one each) are nobody's.
    assert found[at.NEUTRAL : at.NEUTRAL + at.BINS].tolist() == [0, 0, 1, 2, 1]


def test_a_fleet_reaches_by_its_own_coast_only() -> None:
    north = count({"FRANCE": ["F SPA/NC"]}, {}, "FRANCE")
    south = count({"FRANCE": ["F SPA/SC"]}, {}, "FRANCE")
    assert north[at.NEUTRAL + 3] == 1  # Portugal
    assert south[at.NEUTRAL + 3] == 2  # Portugal and Marseilles


def test_units_that_were_driven_out() -> None:
    board = enter_boards(VARIANT.board, VARIANT.rulebook, POWERS, [make_position({"FRANCE": ["A PAR"]})])
    spaces = VARIANT.board.index
    board.routed[0, spaces["MUN"]] = POWERS.index(PowerId("GERMANY"))  # type: ignore[index]
    board.routed[0, spaces["BUR"]] = POWERS.index(PowerId("FRANCE"))  # type: ignore[index]
    found = describe(make_board_features(VARIANT.board, POWERS), board, np.array([2], np.int8))[0]
    assert (found[at.ROUTED], found[at.ROUTING]) == (1, 1)


@pytest.mark.parametrize("variant", ["standard", "colonia-vii", "cline-9-man-vii"])
def test_rows_do_not_touch_each_other(variant: str) -> None:
    """Each power's numbers are the same alone and among others."""
    chosen = load_variant(variant)
    powers = tuple(sorted(chosen.powers))
    terrain = make_board_features(chosen.board, powers)
    board = enter_boards(chosen.board, chosen.rulebook, powers, [chosen.start])
    numbers = np.arange(len(powers), dtype=np.int8)
    together = describe(terrain, repeat_board(board, len(powers)), numbers)
    alone = np.concatenate([describe(terrain, board, numbers[at : at + 1]) for at in range(len(powers))])
    assert np.array_equal(together, alone)
    assert (together[:, at.UNITS] > 0).all()
