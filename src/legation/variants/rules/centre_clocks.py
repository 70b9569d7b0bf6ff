"""How long colonial centres have been held: two clocks for each, kept as plain JSON in a module's memory."""

from collections.abc import Mapping
from typing import NamedTuple

from legation.board import Board, CentreKind, SpaceId
from legation.variants.rules.memory_form import check_entries, is_count

YEARS_TO_PERMANENT = 3


class CentreClock(NamedTuple):
    """The complete years of one colonial centre."""

    held: int
    """By its present owner, without a break."""
    age: int
    """By all powers that followed each other without a battle."""

    @property
    def is_permanent(self) -> bool:
        """Rule 5: after three years it can no longer be disrupted."""
        return self.age >= YEARS_TO_PERMANENT


def read_count(value: object) -> int:
    """A number that may come from outside; zero if it is not one."""
    return max(0, value) if isinstance(value, int) else 0


def read_clocks(memory: object) -> dict[SpaceId, CentreClock]:
    """The clocks that a module remembers; entries of another form are skipped."""
    if not isinstance(memory, Mapping):
        return {}
    return {
        SpaceId(str(space)): CentreClock(read_count(entry.get("held")), read_count(entry.get("age")))
        for space, entry in memory.items()
        if isinstance(entry, Mapping)
    }


def check_clocks(board: Board, memory: object) -> str | None:
    """What is wrong with clocks from outside."""
    form = '{"held": years, "age": years}, held in no more years than its age'
    return check_entries(board, memory, _is_clock, form) or _check_colonial(board, memory)


def _check_colonial(board: Board, memory: object) -> str | None:
    """Only colonial centres have clocks (rule 5)."""
    spaces = memory if isinstance(memory, Mapping) else {}
    others = [space for space in spaces if board.spaces[space].centre is not CentreKind.COLONIAL]
    return f"{others[0]} is not a colonial centre" if others else None


def _is_clock(entry: object) -> bool:
    if not (isinstance(entry, Mapping) and entry.keys() == {"held", "age"} and all(map(is_count, entry.values()))):
        return False
    held, age = read_count(entry["held"]), read_count(entry["age"])
    return held <= age or age >= YEARS_TO_PERMANENT  # its owner's own years are part of its age, which ends with three


def write_clocks(clocks: Mapping[SpaceId, CentreClock]) -> dict[str, dict[str, int]]:
    """The same as JSON."""
    return {str(space): clock._asdict() for space, clock in sorted(clocks.items())}
