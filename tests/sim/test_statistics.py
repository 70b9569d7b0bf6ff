import math

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.special import gammaincc  # type: ignore[import-untyped]
from scipy.stats import binomtest, chisquare  # type: ignore[import-untyped]

from legation.sim.statistics import check_equality, chi_square, chi_square_tail, quantile, wilson


def test_wilsons_interval_is_as_printed_in_tables() -> None:
    low, high = wilson(15, 50)
    assert (round(low, 4), round(high, 4)) == (0.1910, 0.4375)


@pytest.mark.parametrize(("successes", "trials"), [(0, 7), (1, 7), (7, 7), (15, 50), (499, 1000)])
def test_wilsons_interval_is_that_of_scipy(successes: int, trials: int) -> None:
    expected = binomtest(successes, trials).proportion_ci(method="wilson")
    assert wilson(successes, trials) == pytest.approx((expected.low, expected.high), abs=1e-6)


@pytest.mark.parametrize("counts", [(20, 20, 20), (31, 12, 17, 40), (100, 90, 80, 70, 60, 50, 40)])
def test_pearsons_test_is_that_of_scipy(counts: tuple[int, ...]) -> None:
    expected = chisquare(counts)
    test = check_equality(counts)
    assert (test.statistic, test.p_value) == pytest.approx((expected.statistic, expected.pvalue))


@given(st.integers(0, 60), st.integers(0, 60))
def test_an_interval_holds_its_share_and_stays_between_none_and_all(successes: int, failures: int) -> None:
    low, high = wilson(successes, successes + failures)
    assert 0 <= low <= high <= 1
    if successes + failures:
        assert low <= successes / (successes + failures) <= high


def test_nothing_tried_says_nothing() -> None:
    assert wilson(0, 0) == (0.0, 1.0)


@pytest.mark.parametrize("degrees", range(1, 12))
def test_the_tail_of_chi_square_is_that_of_scipy(degrees: int) -> None:
    for statistic in (0.0, 0.3, 1.0, 4.2, 11.0, 30.0):
        assert math.isclose(chi_square_tail(statistic, degrees), gammaincc(degrees / 2, statistic / 2), rel_tol=1e-9)


def test_equal_counts_are_no_sign_of_unequal_chances() -> None:
    test = check_equality([20, 20, 20, 20])
    assert test.statistic == 0
    assert test.p_value == 1
    assert not test.is_exact


def test_many_wins_of_one_power_are_a_sign_of_unequal_chances() -> None:
    assert check_equality([60, 10, 10, 10]).p_value < 0.001


def test_few_games_are_tested_by_draws_that_agree_with_the_exact_sum() -> None:
    test = check_equality([4, 0])
    assert test.is_exact
    assert test.p_value == pytest.approx(2 / 16, abs=0.01)


def test_without_a_victory_there_is_nothing_to_test() -> None:
    assert chi_square([0, 0, 0]) == 0
    assert check_equality([0, 0, 0]).p_value == 1


def test_quantiles_lie_between_their_neighbours() -> None:
    assert quantile([4, 1, 3, 2], 0.5) == 2.5
    assert quantile([7], 0.25) == 7
