"""Overrides: a person's decisions where geometry alone is not enough. Each has its reason."""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from legation.board import read_table
from legation.errors import DataError
from legation.forge.gazetteer import Place

OVERRIDE_COLUMNS = ("act", "a", "b", "value", "clause", "reason")


class Act(StrEnum):
    """The effect of an override."""

    JOIN = "join"
    """A border that the shapes do not show; value: army, fleet or both, then marks such as ``crossing``."""
    CUT = "cut"
    """A border that the shapes show but the judge must not have; value as for join."""
    COASTS = "coasts"
    """The space has these separate coasts; value: their names."""
    ONE_COAST = "one-coast"
    """All shores of the space are one coast, as with a canal."""
    OPEN_COAST = "open-coast"
    """The shore of ``a`` on the impassable water ``b`` may be followed by fleets."""
    KEEP = "keep"
    """A short border, reviewed: it stays a border, and a mark says so."""
    POINT = "point"
    """A short border, reviewed: the spaces meet in a point only, and a mark says so."""
    APART = "apart"
    """Two spaces that nearly touch, reviewed: they are not neighbours, and a mark says so."""
    NO_SHORE = "no-shore"
    """A sea that touches no land space, reviewed: it stays so."""
    BLOCK = "block"
    """Land without a space at the point in value blocks the sea."""
    FLOAT = "float"
    """Land without a space at the point in value is drawn over the sea."""
    CANAL = "canal"
    """Only drawn: a canal from the point to the point in value."""


PASSAGES = ("army", "fleet", "both")


@dataclass(frozen=True, slots=True)
class Override:
    """One decision."""

    act: Act
    a: str
    b: str
    value: str
    clause: str
    reason: str

    @property
    def pair(self) -> tuple[str, str]:
        """The two spaces, sorted, without coasts."""
        first, second = sorted((self.a.partition("/")[0], self.b.partition("/")[0]))
        return first, second

    @property
    def for_army(self) -> bool:
        """True if it opens or closes the way of armies."""
        return self.value.split()[0] in ("army", "both")

    @property
    def for_fleet(self) -> bool:
        """True if it opens or closes the way of fleets."""
        return self.value.split()[0] in ("fleet", "both")

    @property
    def is_one_way(self) -> bool:
        """True if a join leads only from a to b."""
        return "one-way" in self.value.split()


def load_overrides(folder: Path, places: dict[str, Place]) -> list[Override]:
    """Read ``overrides.csv``; every line must name known spaces and give a reason."""
    found: list[Override] = []
    for row in read_table(folder, "overrides.csv", OVERRIDE_COLUMNS):
        override = Override(
            row.choice("act", Act), row["a"], row["b"], row["value"], row["clause"], row.required("reason")
        )
        for code in (override.a, override.b):
            if code and code.partition("/")[0] not in places:
                raise row.error(f"unknown space {code!r}")
        if override.act in (Act.JOIN, Act.CUT) and (override.value.split() or [""])[0] not in PASSAGES:
            raise row.error(f"value is {override.value!r}; expected army, fleet or both")
        if override.act in (Act.KEEP, Act.POINT, Act.APART, Act.JOIN, Act.CUT, Act.OPEN_COAST) and not (
            override.a and override.b
        ):
            raise row.error(f"{override.act.value} needs two spaces")
        found.append(override)
    return found


def pairs_of(overrides: Iterable[Override], *acts: Act) -> dict[tuple[str, str], Override]:
    """The overrides of some kinds, by their pair of spaces."""
    return {override.pair: override for override in overrides if override.act in acts}


def spaces_of(overrides: Iterable[Override], act: Act) -> dict[str, Override]:
    """The overrides of one kind, by their first space."""
    return {override.a: override for override in overrides if override.act is act}


def point_in(override: Override, file: str = "overrides.csv") -> tuple[float, float]:
    """The first point in an override's value."""
    try:
        x, y = map(float, override.value.split(";")[0].split())
    except ValueError:
        raise DataError(f"{override.value!r} is not a point; expected two numbers", file=file) from None
    return x, y
