"""Conditions in the texts of a lesson, checked against positions and verdicts.

- ``has ENGLAND A NWY``, ``lacks ENGLAND A NWY``: a unit stands there; with ``dislodged`` before ``A`` it must retreat.
- ``owns ENGLAND NWY``: a centre is owned.
- ``counts ENGLAND 4``: the number of units.
- ``built ENGLAND``: a unit was built.
- ``tried ENGLAND NWY``, ``bounced ENGLAND BEL``: a move there was ordered; it bounced.
- ``beaten ENGLAND NWY``: the unit there was dislodged. ``retreated ENGLAND NWY``: it retreated.
"""

from legation.board import Position, PowerId, SpaceId, space_of
from legation.game import PhaseRecord
from legation.judge import Fate, Outcome, Reason, Result
from legation.lessons.units import read_pattern
from legation.orders import Bomb, Build, Move, Retreat, Waive


def holds_in(condition: str, position: Position) -> bool:
    """True if a condition holds in a position."""
    verb, power, what = _split(condition)
    match verb:
        case "has":
            return read_pattern(what, power).find(position) is not None
        case "lacks":
            return read_pattern(what, power).find(position) is None
        case "owns":
            return position.owners.get(SpaceId(what)) == power
        case "counts":
            return len(position.units_of(power)) == int(what)
    raise ValueError(f"not a condition of a position: {condition}")


def holds_after(condition: str, record: PhaseRecord) -> bool:
    """True if a condition holds after a phase was judged."""
    verb, power, what = _split(condition)
    match verb:
        case "built":
            return any(outcome.power == power and isinstance(outcome.order, Build) for outcome in record.outcomes)
        case "tried":
            return any(_goes_to(outcome, power, what) for outcome in record.outcomes)
        case "bounced":
            moves = [outcome for outcome in record.outcomes if _goes_to(outcome, power, what)]
            return any(outcome.reason is Reason.BOUNCED for outcome in moves)
        case "beaten":
            return any(_is_beaten(outcome, power, what) for outcome in record.outcomes)
        case "retreated":
            return any(_has_retreated(outcome, power, what) for outcome in record.outcomes)
    return holds_in(condition, record.after.position)


def _split(condition: str) -> tuple[str, PowerId, str]:
    verb, power, *what = condition.split(maxsplit=2)
    return verb, PowerId(power), " ".join(what)


def _goes_to(outcome: Outcome, power: PowerId, space: str) -> bool:
    order = outcome.order
    return outcome.power == power and isinstance(order, Move) and space_of(order.target) == space


def _is_beaten(outcome: Outcome, power: PowerId, space: str) -> bool:
    order = outcome.order
    if isinstance(order, Waive | Bomb) or outcome.power != power:
        return False
    return order.unit.space == space and outcome.fate is not Fate.STANDS


def _has_retreated(outcome: Outcome, power: PowerId, space: str) -> bool:
    order = outcome.order
    if not isinstance(order, Retreat) or outcome.power != power:
        return False
    return order.unit.space == space and outcome.result is Result.SUCCEEDS
