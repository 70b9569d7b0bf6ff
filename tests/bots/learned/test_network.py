"""Weights are kept and read again; whatever is no file of weights is refused."""

from pathlib import Path

import numpy as np
import pytest

from legation.bots.learned import FEATURES, Network, Sage, find_sage, load_sage, save_sage
from legation.bots.strengths import list_learned
from legation.errors import DataError
from legation.variants import load_variant


def make_network(seed: int, features: int = FEATURES) -> Network:
    chance = np.random.default_rng(seed)

    def draw(*shape: int) -> "np.ndarray[tuple[int, ...], np.dtype[np.float32]]":
        return chance.standard_normal(shape).astype(np.float32)

    return Network(draw(features), draw(features), draw(features, 4), draw(4), draw(4, 3), draw(3), draw(3, 1), draw(1))


def test_a_network_is_two_layers_of_sums_cut_off_at_zero() -> None:
    one = np.ones((1, 1), np.float32)
    network = Network(one[0] * 2, one[0] * 3, one * 2, one[0], -one, one[0] * 20, one * 5, one[0] * 7)
    # (4 - 2) * 3 = 6; 6 * 2 + 1 = 13; -13 + 20 = 7; 7 * 5 + 7 = 42
    assert network.predict(np.array([[4.0]], np.float32)).tolist() == [42.0]
    # (9 - 2) * 3 = 21; 43; -23 is cut off; 7
    assert network.predict(np.array([[9.0]], np.float32)).tolist() == [7.0]


def test_the_kernel_says_what_products_of_matrices_say() -> None:
    network = make_network(4)
    rows = np.random.default_rng(5).standard_normal((50, FEATURES)).astype(np.float32)
    rows[:, ::3] = 0.0  # what is nought is passed over
    one = np.maximum((rows - network.mean) * network.scale @ network.first + network.first_bias, 0)
    two = np.maximum(one @ network.second + network.second_bias, 0)
    assert network.predict(rows) == pytest.approx((two @ network.last + network.last_bias)[:, 0], rel=1e-3, abs=1e-2)


def test_weights_are_the_same_after_reading(tmp_path: Path) -> None:
    sage = Sage("standard", 1, make_network(1), make_network(2))
    save_sage(sage, tmp_path / "weights.npz")
    found = load_sage(tmp_path / "weights.npz")
    rows = np.random.default_rng(3).standard_normal((5, FEATURES)).astype(np.float32)
    assert (found.variant, found.version) == ("standard", 1)
    for is_fall in (False, True):
        assert np.array_equal(found.network(is_fall=is_fall).predict(rows), sage.network(is_fall=is_fall).predict(rows))


def test_weights_for_other_features_are_refused(tmp_path: Path) -> None:
    save_sage(Sage("standard", 1, make_network(1, FEATURES - 1), make_network(2)), tmp_path / "weights.npz")
    with pytest.raises(DataError, match="features"):
        load_sage(tmp_path / "weights.npz")


@pytest.mark.parametrize("content", [b"", b"PK\x03\x04 not a zip", b"\x93NUMPY\x01\x00", b"x" * 100])
def test_what_is_no_file_of_weights_is_refused(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "weights.npz").write_bytes(content)
    with pytest.raises(DataError, match=r"weights\.npz"):
        load_sage(tmp_path / "weights.npz")


def test_the_weights_of_the_package_can_be_read() -> None:
    for name in list_learned():
        sage = find_sage(load_variant(name))
        assert sage is not None
        assert sage.variant == name
