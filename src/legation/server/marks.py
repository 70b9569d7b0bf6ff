"""What a rule of the variant remembers of a space and the board shows: ageing, disruption, bombs."""

from collections.abc import Mapping
from typing import Any

from legation.board import Position, PowerId
from legation.variants import Variant

FULL_AGE = 3
"""Years after which a colonial centre is permanent."""


def list_marks(variant: Variant, position: Position) -> dict[str, dict[str, Any]]:
    """A mark for each space of which something is to be said."""
    marks = _list_ages(position.memory.get("colonial_centres"))
    return marks | _list_bombs(variant, position.memory.get("gigaton-bomb"))


def _list_ages(clocks: object) -> dict[str, dict[str, Any]]:
    marks: dict[str, dict[str, Any]] = {}
    for space, clock in clocks.items() if isinstance(clocks, Mapping) else ():
        age = clock.get("age") if isinstance(clock, Mapping) else None
        if isinstance(age, int) and 0 < age < FULL_AGE:
            text = f"Colonial centre, {age} of {FULL_AGE} years held."
            marks[str(space)] = {"kind": "ageing", "age": age, "text": text}
        elif age == 0:
            marks[str(space)] = {"kind": "disrupted", "text": "Fought over: its years begin anew."}
    return marks


def _list_bombs(variant: Variant, store: object) -> dict[str, dict[str, Any]]:
    marks: dict[str, dict[str, Any]] = {}
    if not isinstance(store, Mapping):
        return marks
    for space, bombs in (store.get("bombs") or {}).items():
        power = variant.powers.get(PowerId(str(bombs.get("owner"))))
        count = bombs.get("count")
        text = f"{count} bomb{'s' if count != 1 else ''} of {power.name if power else 'nobody'}."
        marks[str(space)] = {"kind": "bomb", "text": text}
    for space in store.get("ruined") or ():
        marks[str(space)] = {"kind": "ruined", "text": "Struck by a bomb: nobody enters any more."}
    for space, phases in (store.get("closed") or {}).items():
        marks[str(space)] = {"kind": "closed", "text": f"Struck by a bomb: closed for {phases} more movement phases."}
    return marks
