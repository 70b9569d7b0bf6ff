"""Games of the regular board in the JSON form of the PyPI package ``diplomacy``, in and out.

That form is one object: ``id``, ``map``, ``rules`` and ``phases``, each with its name, the state before it, the orders
and their results. What is read is judged again by our judge, and what we find must be what was saved.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, Final

from legation.board import PowerId
from legation.errors import RequestError
from legation.game import GameState, PhaseRecord, load_json
from legation.judge import Fate, Outcome, Result, count_adjustments, list_build_sites, list_homes
from legation.library import Game
from legation.orders import Waive, format_order, read_submissions
from legation.variants import Variant

BOARD: Final = "standard"
COMPLETED: Final = "COMPLETED"
BOUNCE, CUT, VOID, DISLODGED, DISRUPTED, DISBAND = "bounce", "cut", "void", "dislodged", "disrupted", "disband"
THEIRS: Final[Mapping[str, Any]] = {"land_fallback": "no_route_only"}
"""Where that engine chose another reading than our rulebook 2000; see docs/reference/peers.md."""
WORDS: Final[Mapping[Result, tuple[str, ...]]] = {
    Result.SUCCEEDS: (),
    Result.FAILS: (BOUNCE,),
    Result.CUT: (CUT,),
    Result.DISRUPTED: (DISRUPTED,),
    Result.VOID: (VOID,),
}


@dataclass(frozen=True, slots=True)
class Difference:
    """Where a saved game says something else than our judge."""

    phase: str
    power: str
    what: str
    saved: tuple[str, ...]
    judged: tuple[str, ...]

    def __str__(self) -> str:
        return (
            f"{self.phase}, {self.power}: {self.what} were saved as {list(self.saved)}, judged as {list(self.judged)}"
        )


def export_saved_game(game: Game, *, name: str = "legation") -> str:
    """A game as one line of JSON. Raises for any board but the regular one."""
    if game.variant.id != BOARD:
        raise RequestError("variant", f"{game.variant.id}; the form is for the board {BOARD} only")
    phases = [_write_phase(game, record.before, record, name) for record in game.records]
    phases.append(_write_phase(game, game.state, None, name))
    return json.dumps({"id": name, "map": BOARD, "rules": [], "phases": phases}, separators=(",", ":"))


def _write_phase(game: Game, state: GameState, record: PhaseRecord | None, name: str) -> dict[str, Any]:
    powers = list(game.variant.powers)
    title = COMPLETED if state.ending else str(state.phase)
    orders: dict[str, list[str] | None] = {power: None if record is None else [] for power in powers}
    results: dict[str, list[str]] = {}
    for outcome in record.outcomes if record else ():
        lines = orders[outcome.power]
        if lines is not None:
            lines.append(format_order(outcome.order))
        if not isinstance(outcome.order, Waive):
            unit = format_order(outcome.order).split()[:2]
            results[" ".join(unit)] = _list_results(outcome)
    return {
        "name": title,
        "state": _write_state(game.variant, game, state, title, name),
        "orders": orders,
        "results": results,
        "messages": [],
    }


def _list_results(outcome: Outcome) -> list[str]:
    fates = {Fate.DISLODGED: (DISLODGED,), Fate.DESTROYED: (DISBAND,)}
    return [*WORDS[outcome.result], *fates.get(outcome.fate, ())]


def _write_state(variant: Variant, game: Game, state: GameState, title: str, name: str) -> dict[str, Any]:
    position, board = state.position, variant.board
    gone = {
        power: {str(found.unit): list(found.retreats) for found in position.dislodged if found.unit.power == power}
        for power in variant.powers
    }
    return {
        "timestamp": 0,
        "zobrist_hash": "0",
        "note": "",
        "name": title,
        "units": {
            power: [str(unit) for unit in position.units_of(power)] + [f"*{unit}" for unit in gone[power]]
            for power in variant.powers
        },
        "retreats": gone,
        "centers": {power: list(position.centres_of(power)) for power in variant.powers},
        "homes": {power: sorted(list_homes(board, power)) for power in variant.powers},
        "influence": {power: [] for power in variant.powers},
        "civil_disorder": {power: int(power in position.in_disorder) for power in variant.powers},
        "builds": {power: _write_builds(game, state, power) for power in variant.powers},
        "game_id": name,
        "map": BOARD,
        "rules": [],
    }


def _write_builds(game: Game, state: GameState, power: PowerId) -> dict[str, Any]:
    if state.phase.kind != "A" or state.ending:
        return {"count": 0, "homes": []}
    due = count_adjustments(game.variant.board, state.position, power, game.rulebook)
    sites = sorted(list_build_sites(game.variant.board, state.position, power, game.rulebook)) if due > 0 else []
    return {"count": min(due, len(sites)) if due > 0 else due, "homes": sites}


def import_saved_game(text: str, rules: str | None = None) -> tuple[Game, tuple[Difference, ...]]:
    """A saved game, judged again by our judge, and where the result differs. Raises for what cannot be read.

    It is judged as that engine does, where that is a choice of rules, unless a rulebook is named. The game goes as far
    as the two agree: after the first difference the rest is not played.
    """
    saved = _read(text)
    game = Game.new(BOARD, rules, **({} if rules else THEIRS))
    phases = saved["phases"]
    for entry, coming in pairwise(phases):
        while str(game.state.phase) != entry["name"] and game.state.ending is None:
            if _is_past(str(game.state.phase), entry["name"]):
                break  # they stopped at a phase in which nobody had anything to order
            game.advance()
        if game.state.ending is not None or str(game.state.phase) != entry["name"]:
            continue
        _give(game, entry)
        game.advance()
        found = _compare(game, coming)
        if found:
            return game, found
    return game, ()


def _read(text: str) -> dict[str, Any]:
    saved = load_json(text, "game")
    if not isinstance(saved, dict) or not isinstance(saved.get("phases"), list):
        raise RequestError("phases", "a list of phases was expected")
    if saved.get("map", BOARD) != BOARD:
        raise RequestError("map", f"{saved['map']!r}; only {BOARD} is known")
    for entry in saved["phases"]:
        if not isinstance(entry, dict) or not {"name", "state", "orders"} <= set(entry):
            raise RequestError("phases", "each needs a name, a state and orders")
    return saved


def _is_past(ours: str, theirs: str) -> bool:
    """Whether our phase comes after theirs."""
    if theirs == COMPLETED:
        return False
    return _rank(ours) > _rank(theirs)


def _rank(phase: str) -> tuple[int, int]:
    sequence = ("SM", "SR", "FM", "FR", "WA")
    name = phase[:1] + phase[-1:]
    if name not in sequence or not phase[1:-1].isdigit():
        raise RequestError("phases", f"{phase!r} is not a phase; expected one like S1901M")
    return int(phase[1:-1]), sequence.index(name)


def _give(game: Game, entry: Mapping[str, Any]) -> None:
    for power, lines in entry["orders"].items():
        seat = game.variant.parse_power(power)
        game.enter(read_submissions(game.variant.board, {seat: [line for line in lines or () if line.strip()]}))


def _compare(game: Game, coming: Mapping[str, Any]) -> tuple[Difference, ...]:
    """Units and centres after a phase, ours and theirs."""
    state, position = coming["state"], game.state.position
    found = []
    for power in game.variant.powers:
        gone = [f"*{waiting.unit}" for waiting in position.dislodged if waiting.unit.power == power]
        ours: dict[str, list[str]] = {
            "units": [*(str(unit) for unit in position.units_of(power)), *gone],
            "centers": [str(space) for space in position.centres_of(power)],
        }
        for what, judged in ours.items():
            saved: Sequence[str] = state.get(what, {}).get(power, ())
            if sorted(saved) != sorted(judged):
                difference = Difference(coming["name"], power, what, tuple(sorted(saved)), tuple(sorted(judged)))
                found.append(difference)
    return tuple(found)
