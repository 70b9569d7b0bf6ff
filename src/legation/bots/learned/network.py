"""Small networks that value boards, and the files that keep them."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files
from pathlib import Path
from typing import Any, Final, NamedTuple
from zipfile import BadZipFile

import numpy as np

from legation.batch import kernel
from legation.bots.learned.features import FEATURES, Floats
from legation.errors import DataError
from legation.variants import Variant

SEASONS: Final = ("spring", "fall")
WEIGHTS: Final = ("mean", "scale", "first", "first_bias", "second", "second_bias", "last", "last_bias")
LARGEST: Final = 4_000_000
"""The largest size of a weights file, in bytes."""


@dataclass(frozen=True, slots=True)
class Network:
    """Two hidden layers; the output is a number of centres."""

    mean: Floats
    scale: Floats
    first: Floats
    first_bias: Floats
    second: Floats
    second_bias: Floats
    last: Floats
    last_bias: Floats

    def predict(self, features: Floats) -> Floats:
        """For each row of features: the predicted number of centres of the power."""
        first = self.scale[:, None] * self.first
        layers = _Layers(
            first, self.first_bias - self.mean @ first, self.second, self.second_bias, self.last[:, 0], self.last_bias
        )
        found = np.zeros(len(features), np.float32)
        _think(features, layers, np.zeros(first.shape[1], np.float32), np.zeros_like(self.second_bias), found)
        return found

    @property
    def size(self) -> int:
        """The number of weights."""
        return sum(getattr(self, name).size for name in WEIGHTS)


class _Layers(NamedTuple):
    """The weights in the kernel's form: the means and scales of the features are included in the first layer."""

    first: Floats
    first_bias: Floats
    second: Floats
    second_bias: Floats
    last: Floats
    last_bias: Floats


@kernel
def _think(features: Floats, layers: _Layers, one: Floats, two: Floats, found: Floats) -> None:
    """Evaluate the network for one row after another.

    A library for large matrices would start threads for these small ones, which wait for each other longer than they
    work. Many features are zero, and so is half of the layers' output.
    """
    for row in range(len(features)):
        for unit in range(len(one)):
            one[unit] = layers.first_bias[unit]
        for feature in range(features.shape[1]):
            amount = features[row, feature]
            if amount != 0:
                for unit in range(len(one)):
                    one[unit] += amount * layers.first[feature, unit]
        for unit in range(len(two)):
            two[unit] = layers.second_bias[unit]
        for before in range(len(one)):
            amount = one[before]
            if amount > 0:
                for unit in range(len(two)):
                    two[unit] += amount * layers.second[before, unit]
        total = layers.last_bias[0]
        for unit in range(len(two)):
            if two[unit] > 0:
                total += two[unit] * layers.last[unit]
        found[row] = total


class Sage(NamedTuple):
    """The weights learned for one board: a network for each season."""

    variant: str
    version: int
    spring: Network
    fall: Network

    def network(self, *, is_fall: bool) -> Network:
        """The network for boards after the moves of a season."""
        return self.fall if is_fall else self.spring


def save_sage(sage: Sage, file: Path) -> None:
    """Write all weights into one file."""
    arrays: dict[str, Any] = {"variant": np.array(sage.variant), "version": np.array(sage.version)}
    for season in SEASONS:
        network: Network = getattr(sage, season)
        arrays |= {f"{season}.{name}": getattr(network, name).astype(np.float32) for name in WEIGHTS}
    with file.open("wb") as target:
        np.savez_compressed(target, **arrays)


def load_sage(file: Path) -> Sage:
    """Read a file written by ``save_sage``. Raises ``DataError`` for anything else."""
    try:
        if file.stat().st_size > LARGEST:
            raise DataError("the file is too large for weights", file=file.name)
        # NumPy does not close a file that it cannot read.
        with file.open("rb") as source, np.load(source, allow_pickle=False) as arrays:
            networks = [_read_network(arrays, season) for season in SEASONS]
            return Sage(str(arrays["variant"]), int(arrays["version"]), networks[0], networks[1])
    except (OSError, ValueError, KeyError, EOFError, TypeError, AttributeError, BadZipFile) as error:
        raise DataError(f"no weights can be read from it: {error}", file=file.name) from error


def _read_network(arrays: Mapping[str, Any], season: str) -> Network:
    found = [np.asarray(arrays[f"{season}.{name}"], np.float32) for name in WEIGHTS]
    network = Network(*found)
    if network.mean.shape != (FEATURES,) or network.first.shape[0] != FEATURES:
        raise ValueError(f"it was made for {network.mean.size} features, and there are {FEATURES} now")
    return network


@lru_cache(maxsize=16)
def _find(name: str) -> Sage | None:
    file = files(__package__) / "weights" / f"{name}.npz"
    return load_sage(Path(str(file))) if file.is_file() else None


def find_sage(variant: Variant) -> Sage | None:
    """The weights included in the package for a board, if any."""
    return _find(variant.id)
