"""What rule modules remember and a picture shows: the age of colonial centres, spaces that were bombed."""

from collections.abc import Mapping
from dataclasses import replace

from legation.board import SpaceId
from legation.render.picture.situation import Situation

FULL_AGE = 3
"""Years after which a colonial centre is permanent: its ring is full."""


def recall(situation: Situation) -> Situation:
    """The situation with what its position's memory adds; what the caller has set goes first."""
    memory = situation.position.memory
    return replace(
        situation,
        ages={**_ages(memory.get("colonial_centres")), **situation.ages},
        bombed=situation.bombed | _bombed(memory.get("gigaton-bomb")),
    )


def _ages(clocks: object) -> dict[SpaceId, int]:
    if not isinstance(clocks, Mapping):
        return {}
    ages = {SpaceId(str(space)): clock.get("age") for space, clock in clocks.items() if isinstance(clock, Mapping)}
    return {space: min(age, FULL_AGE) for space, age in ages.items() if isinstance(age, int) and age > 0}


def _bombed(store: object) -> frozenset[SpaceId]:
    if not isinstance(store, Mapping):
        return frozenset()
    found: set[SpaceId] = set()
    for key in ("ruined", "closed"):
        spaces = store.get(key)
        if isinstance(spaces, Mapping | list | tuple):
            found |= {SpaceId(str(space)) for space in spaces}
    return frozenset(found)
