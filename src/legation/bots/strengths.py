"""How strong the levels are: what was measured, and on which boards the strongest can play."""

from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from importlib.util import find_spec
from typing import Final, NamedTuple


class Measured(NamedTuple):
    """How bots of a level fared in games that they shared with bots of another by halves."""

    against: str
    games: int
    led: float | None = None
    """The share of the games that ended with one of them in the lead."""
    lead: float | None = None
    """By how many hundredths of all centres each of them had more at the end."""


MEASURED: Final[Mapping[str, Mapping[str, Measured]]] = {
    "standard": {
        "steady": Measured("easy", 24, 0.958),
        "strong": Measured("steady", 32, 0.719),
        "master": Measured("strong", 32, lead=8.7),
    },
    "colonia-vii": {
        "strong": Measured("steady", 16, 0.875),
        "master": Measured("strong", 32, lead=1.4),
    },
    "cline-9-man-vii": {
        "strong": Measured("steady", 16, 0.812),
        "master": Measured("strong", 50, lead=3.6),
    },
}
"""By board and level; ``docs/reference/bots.md`` has the tables and the commands."""


@cache
def list_learned() -> tuple[str, ...]:
    """The boards for which weights come with the package."""
    folder = files("legation.bots") / "learned" / "weights"
    names = (item.name for item in folder.iterdir()) if folder.is_dir() else ()
    return tuple(sorted(name.removesuffix(".npz") for name in names if name.endswith(".npz")))


def has_master(variant: str) -> bool:
    """Whether bots of the level "master" can play a board: something was learned for it, and they can search here."""
    return variant in list_learned() and find_spec("numba") is not None
