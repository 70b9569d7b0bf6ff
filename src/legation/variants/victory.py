"""How a game ends on the board: from the table ``[victory]`` of ``variant.toml``."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from legation.board import Board, SpaceId
from legation.errors import DataError


class AtEnd(StrEnum):
    """What happens when the last year is over and nobody has won."""

    DRAW = "draw"
    """All powers that are still in the game share a draw."""
    MOST_CENTRES = "most_centres"
    """The power with most centres wins; powers with equally many share a draw."""


@dataclass(frozen=True, slots=True)
class Holding:
    """A power that holds all of these spaces after a Fall wins."""

    spaces: tuple[SpaceId, ...]
    from_year: int = 0
    """The first year in which it counts."""


@dataclass(frozen=True, slots=True)
class Victory:
    """The victory conditions, and when a game is over without a winner."""

    centres: int
    """A power that owns this many after a Fall, and more than any other, wins."""
    centres_from: Mapping[int, int] = field(default_factory=dict)
    """From a year on, a different number of centres wins."""
    holdings: tuple[Holding, ...] = ()
    last_year: int | None = None
    """After the Fall of this year the game is over."""
    at_end: AtEnd = AtEnd.DRAW
    quiet_years: int | None = None
    """After this many Falls in which no centre changed hands, the game is a draw."""

    def needed_in(self, year: int) -> int:
        """The number of centres that wins in a year."""
        begun = [first for first in self.centres_from if first <= year]
        return self.centres_from[max(begun)] if begun else self.centres


def read_victory(table: Mapping[str, object], board: Board, file: str) -> Victory:
    """Read the table; raises a ``DataError`` that names the key."""
    known = ("centres", "centres_from", "holdings", "last_year", "at_end", "quiet_years")
    for key in table:
        if key not in known:
            raise DataError(f"victory.{key}: unknown key; there are {', '.join(known)}", file=file)
    at_end = table.get("at_end", AtEnd.DRAW.value)
    if at_end not in [choice.value for choice in AtEnd]:
        raise DataError(f"victory.at_end is {at_end!r}; expected {' or '.join(AtEnd)}", file=file)
    if type(table.get("centres")) is not int:
        raise DataError(f"centres is {table.get('centres')!r}; expected a value of type int", file=file)
    return Victory(
        centres=_read_number(table, "centres", file) or 0,
        centres_from=_read_years(table.get("centres_from", {}), file),
        holdings=_read_holdings(table.get("holdings", []), board, file),
        last_year=_read_number(table, "last_year", file),
        at_end=AtEnd(str(at_end)),
        quiet_years=_read_number(table, "quiet_years", file),
    )


def _read_number(table: Mapping[str, object], key: str, file: str) -> int | None:
    value = table.get(key)
    if value is None or (type(value) is int and value > 0):
        return value
    raise DataError(f"victory.{key} is {value!r}; expected a whole number above 0", file=file)


def _read_years(value: object, file: str) -> Mapping[int, int]:
    if not isinstance(value, dict):
        raise DataError(f"victory.centres_from is {value!r}; expected a table of years", file=file)
    found = {}
    for year, centres in value.items():
        if not (year.isascii() and year.isdigit()) or len(year) > 4 or type(centres) is not int or centres < 1:
            raise DataError(f"victory.centres_from: {year} = {centres!r}; expected a year and a number", file=file)
        found[int(year)] = centres
    return found


def _read_holdings(value: object, board: Board, file: str) -> tuple[Holding, ...]:
    if not isinstance(value, list) or not all(isinstance(entry, dict) for entry in value):
        raise DataError("victory.holdings: expected [[victory.holdings]] tables", file=file)
    return tuple(_read_holding(entry, board, file) for entry in value)


def _read_holding(entry: Mapping[str, object], board: Board, file: str) -> Holding:
    for key in entry:
        if key not in ("spaces", "from_year"):
            raise DataError(f"victory.holdings.{key}: unknown key; there are spaces, from_year", file=file)
    spaces, year = entry.get("spaces"), entry.get("from_year", 0)
    if not isinstance(spaces, list) or not spaces or any(space not in board.spaces for space in spaces):
        raise DataError(f"victory.holdings.spaces is {spaces!r}; expected a list of codes of spaces", file=file)
    if type(year) is not int or year < 0:
        raise DataError(f"victory.holdings.from_year is {year!r}; expected a year", file=file)
    return Holding(tuple(SpaceId(space) for space in spaces), year)
