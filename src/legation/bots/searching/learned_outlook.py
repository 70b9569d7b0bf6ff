"""The value of boards as learned from games."""

import numpy as np

from legation.batch import Small
from legation.bots.aftermaths import Aftermaths
from legation.bots.learned import BoardFeatures, Network, describe
from legation.bots.searching.outlook import Floats


class LearnedOutlook:
    """Asks a network how many centres a power will have after some years."""

    def __init__(self, terrain: BoardFeatures, network: Network, number: int) -> None:
        self.terrain = terrain
        self.network = network
        self.number = number

    def value(self, after: Aftermaths) -> Floats:
        """For each board, in centres."""
        return self.value_for(after, np.full(len(after.power), self.number, np.int8))

    def value_for(self, after: Aftermaths, powers: Small) -> Floats:
        """The same, for a given power on each board."""
        return np.asarray(self.network.predict(describe(self.terrain, after, powers)), np.float64)
