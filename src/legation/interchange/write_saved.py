"""Our games in the JSON form that the PyPI package ``diplomacy`` loads."""

import json
from collections import defaultdict
from collections.abc import Iterator, Mapping
from typing import Any, Final

from legation.board import PowerId, SpaceId
from legation.errors import RequestError
from legation.game import GameState, Message, PhaseKind, PhaseRecord, SavedGame, parse_phase
from legation.interchange.saved_json import COMPLETED
from legation.judge import Fate, Outcome, Reason, Result, Rulebook, count_adjustments, list_build_sites, list_homes
from legation.orders import Convoy, Move, Waive, format_order
from legation.variants import Variant

BOUNCE, CUT, VOID, DISLODGED, DISRUPTED, DISBAND = "bounce", "cut", "void", "dislodged", "disrupted", "disband"
NO_CONVOY = "no convoy"
UNCARRIED = frozenset({Reason.NO_CONVOY_ORDERED, Reason.CONVOY_DISRUPTED, Reason.CONVOY_PARADOX})
"""Reasons why a convoyed army does not arrive, other than a fight."""
WORDS: Final[Mapping[Result, tuple[str, ...]]] = {
    Result.SUCCEEDS: (),
    Result.FAILS: (BOUNCE,),
    Result.CUT: (CUT,),
    Result.DISRUPTED: (DISRUPTED,),
    Result.VOID: (VOID,),
}
GLOBAL: Final = "GLOBAL"
MASTER: Final = "SYSTEM"
MICROSECONDS: Final = 1_000_000
Influence = Mapping[SpaceId, PowerId]
"""The power whose unit was last in each space."""


def write_saved_game(saved: SavedGame, variant: Variant, rulebook: Rulebook, name: str = "legation") -> dict[str, Any]:
    """A game as one JSON object. The package can load it if it has a map of the variant's name."""
    _check(variant, rulebook)
    phases = []
    influence: Influence = _begin_influence(variant, saved.history.setup.start)
    press = _sort_press(saved.press)
    for record in saved.history.records:
        influence = _spread(influence, record.before)
        state = write_state(variant, rulebook, record.before, influence)
        phases.append(_write_phase(variant, state, record, press))
    last = saved.history.state
    state = write_state(variant, rulebook, last, _spread(influence, last))
    orders = {
        power: list(saved.inbox.orders[power]) if power in saved.inbox.orders else None for power in variant.powers
    }
    messages = [message for phase in list(press) for message in press.pop(phase)]
    phases.append({"name": state["name"], "state": state, "orders": orders, "results": {}, "messages": messages})
    for phase in phases:
        phase["state"] |= {"game_id": name, "map": variant.id, "rules": []}
    return {"id": name, "map": variant.id, "rules": [], "phases": phases}


def dump_saved_game(saved: SavedGame, variant: Variant, rulebook: Rulebook, name: str = "legation") -> str:
    """A game as one line of JSON."""
    return json.dumps(write_saved_game(saved, variant, rulebook, name), separators=(",", ":"))


def _check(variant: Variant, rulebook: Rulebook) -> None:
    kinds = [kind.value for kind in rulebook.traits if kind.value not in "AF"]
    if kinds or rulebook.modules:
        what = f"units of kind {', '.join(kinds)}" if kinds else f"the rule {rulebook.modules[0].name}"
        raise RequestError("variant", f"{variant.id} has {what}, which that form cannot hold")


def _begin_influence(variant: Variant, start: GameState) -> Influence:
    return {**start.position.owners}


def _spread(influence: Influence, state: GameState) -> Influence:
    return {**influence, **{unit.space: unit.power for unit in state.position.units.values()}}


def _sort_press(press: tuple[Message, ...]) -> dict[str, list[dict[str, Any]]]:
    """The letters by phase; a letter to several powers is written once for each.

    No two of a phase have the same time, because PyPI ``diplomacy`` stores letters by time and would lose one.
    """
    found: defaultdict[str, list[dict[str, Any]]] = defaultdict(list)
    for message in sorted(press, key=lambda one: (one.phase.rank, one.sent)):
        for reader in message.to or (GLOBAL,):
            letters = found[str(message.phase)]
            last = letters[-1]["time_sent"] if letters else -1
            letters.append(
                {
                    "sender": str(message.sender or MASTER),
                    "recipient": str(reader),
                    "time_sent": max(message.sent * MICROSECONDS, last + 1),
                    "phase": str(message.phase),
                    "message": message.text,
                }
            )
    return dict(found)


def _write_phase(
    variant: Variant, state: dict[str, Any], record: PhaseRecord, press: dict[str, list[dict[str, Any]]]
) -> dict[str, Any]:
    due = [phase for phase in press if parse_phase(phase).rank <= record.phase.rank]
    return {
        "name": state["name"],
        "state": state,
        "orders": write_orders(variant, record),
        "results": write_results(record),
        "messages": [message for phase in due for message in press.pop(phase)],
    }


def write_orders(variant: Variant, record: PhaseRecord) -> dict[str, list[str]]:
    """The orders of a judged phase by power, in the package's notation, which is also ours."""
    orders: dict[str, list[str]] = {power: [] for power in variant.powers}
    for outcome in record.outcomes:
        orders[outcome.power].append(format_order(outcome.order))
    return orders


def write_results(record: PhaseRecord) -> dict[str, list[str]]:
    """The result of each unit's order, in the package's words."""
    return dict(_list_results(record))


def _list_results(record: PhaseRecord) -> Iterator[tuple[str, list[str]]]:
    stranded = {
        outcome.order.unit for outcome in record.outcomes if isinstance(outcome.order, Move) and _is_uncarried(outcome)
    }
    for outcome in record.outcomes:
        order = outcome.order
        if not isinstance(order, Waive):
            is_in_vain = isinstance(order, Convoy) and order.army in stranded and outcome.result is Result.SUCCEEDS
            words = [NO_CONVOY] if is_in_vain else _word(outcome, record.phase.kind)
            yield " ".join(format_order(order).split()[:2]), words


def _is_uncarried(outcome: Outcome) -> bool:
    return isinstance(outcome.order, Move) and outcome.reason in UNCARRIED


def _word(outcome: Outcome, kind: PhaseKind) -> list[str]:
    """The words for an outcome. A destroyed unit is still called dislodged; nothing is said about its convoy."""
    destroyed = DISLODGED if kind is PhaseKind.MOVES else DISBAND
    fates = {Fate.DISLODGED: (DISLODGED,), Fate.DESTROYED: (destroyed,)}
    words = (NO_CONVOY,) if _is_uncarried(outcome) else WORDS[outcome.result]
    if outcome.fate in fates and words == (DISRUPTED,):
        words = ()
    return [*words, *fates.get(outcome.fate, ())]


def write_state(variant: Variant, rulebook: Rulebook, state: GameState, influence: Influence) -> dict[str, Any]:
    """A state as the package writes it; ``zobrist_hash`` is 0, because the package's hash numbers are its own."""
    position, board = state.position, variant.board
    powers = variant.powers
    gone = {
        power: {str(found.unit): list(found.retreats) for found in position.dislodged if found.unit.power == power}
        for power in powers
    }
    return {
        "timestamp": 0,
        "zobrist_hash": "0",
        "note": "",
        "name": COMPLETED if state.ending else str(state.phase),
        "units": {
            power: [str(unit) for unit in position.units_of(power)] + [f"*{unit}" for unit in gone[power]]
            for power in powers
        },
        "retreats": gone,
        "centers": {power: list(position.centres_of(power)) for power in powers},
        "homes": {power: sorted(list_homes(board, power)) for power in powers},
        "influence": {power: sorted(space for space, last in influence.items() if last == power) for power in powers},
        "civil_disorder": {power: int(power in position.in_disorder) for power in powers},
        "builds": {power: _write_builds(variant, rulebook, state, power) for power in powers},
    }


def _write_builds(variant: Variant, rulebook: Rulebook, state: GameState, power: PowerId) -> dict[str, Any]:
    if state.phase.kind is not PhaseKind.ADJUSTMENTS or state.ending:
        return {"count": 0, "homes": []}
    due = count_adjustments(variant.board, state.position, power, rulebook)
    sites = sorted(list_build_sites(variant.board, state.position, power, rulebook)) if due > 0 else []
    return {"count": min(due, len(sites)) if due > 0 else due, "homes": sites}
