"""The measured strength of the levels, and the boards that the strongest can play."""

from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from importlib.util import find_spec
from typing import Final, NamedTuple


class Measured(NamedTuple):
    """Results of bots of a level in games shared half and half with bots of another level."""

    against: str
    games: int
    led: float | None = None
    """The share of the games that ended with one of them in the lead."""
    lead: float | None = None
    """The lead of each of them at the end, in hundredths of all centres."""


MEASURED: Final[Mapping[str, Mapping[str, Measured]]] = {
    "standard": {
        "steady": Measured("easy", 24, 0.958),
        "strong": Measured("steady", 32, 0.719),
        "master": Measured("strong", 32, lead=8.7),
    },
    "colonia-vii": {
        "steady": Measured("easy", 16, 0.938),
        "strong": Measured("steady", 16, 0.875),
        "master": Measured("strong", 32, lead=1.4),
    },
    "cline-9-man-vii": {
        "steady": Measured("easy", 16, 0.938),
        "strong": Measured("steady", 16, 0.812),
        "master": Measured("strong", 50, lead=3.6),
    },
    "colonia-iii": {
        "steady": Measured("easy", 16, 1.000),
        "strong": Measured("steady", 16, 0.688),
        "master": Measured("strong", 14, lead=5.0),
    },
    "colonia-i": {
        "steady": Measured("easy", 16, 0.875),
        "strong": Measured("steady", 16, 0.938),
    },
    "colonial-variant": {
        "steady": Measured("easy", 16, 0.812),
        "strong": Measured("steady", 24, 0.792),
    },
}
"""By board and level; ``docs/reference/bots.md`` has the tables and the commands."""


@cache
def list_learned() -> tuple[str, ...]:
    """The boards with weights in the package."""
    folder = files("legation.bots") / "learned" / "weights"
    names = (item.name for item in folder.iterdir()) if folder.is_dir() else ()
    return tuple(sorted(name.removesuffix(".npz") for name in names if name.endswith(".npz")))


def has_master(variant: str) -> bool:
    """True if bots of the level "master" can play a board: there are weights for it, and they can search here."""
    return variant in list_learned() and find_spec("numba") is not None
