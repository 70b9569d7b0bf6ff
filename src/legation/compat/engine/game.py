"""A game with the methods of that package's ``Game``; every phase is judged by our judge."""

import hashlib
import secrets
import time
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from legation.board import DislodgedUnit, LocationId, Position, PowerId, SpaceId, Unit, make_units, space_of
from legation.compat.engine.map import COMPLETED, Map, lengthen_phase, shorten_phase
from legation.compat.engine.message import GLOBAL, Message
from legation.compat.engine.power import Power
from legation.compat.utils.game_phase_data import GamePhaseData
from legation.compat.utils.sorted_dict import SortedDict
from legation.errors import LegationError
from legation.game import (
    Ending,
    GameState,
    PhaseKind,
    PhaseRecord,
    advance,
    choose_rulebook,
    dump,
    list_legal_orders,
    list_survivors,
    parse_phase,
    read_unit,
    review_lines,
    start_state,
)
from legation.game import (
    write_state as write_our_state,
)
from legation.interchange import write_results, write_state
from legation.judge import list_retreats
from legation.orders import Build, SupportMove, Waive, format_order, read_submissions

READINGS: Mapping[str, object] = {"land_fallback": "no_route_only", "support_coast": "ignore"}
"""The switches of that package that differ from rulebook 2000."""
DEFAULT_RULES = ("SOLITAIRE", "NO_PRESS", "IGNORE_ERRORS", "POWER_CHOICE")
WAIVE = "WAIVE"
FORMING, ACTIVE, DONE = "forming", "active", "completed"


class Game:
    """One game. Orders are strings such as ``A PAR - BUR``; ``process`` judges the phase."""

    def __init__(self, game_id: str | None = None, **kwargs: Any) -> None:  # noqa: ANN401 - as that package has it
        self.map_name: str = kwargs.get("map_name", "standard")
        self.game_id = game_id or secrets.token_urlsafe(12)
        self.map = Map(self.map_name)
        self.rules: list[str] = list(kwargs.get("rules") or DEFAULT_RULES)
        self.rulebook = choose_rulebook(self.map.variant, None, READINGS)
        self.note = ""
        self.error: list[str] = []
        self.deadline = 0
        self.role = "server_type"
        self.state = start_state(self.map.variant)
        self.influence: dict[SpaceId, PowerId] = dict(self.state.position.owners)
        self.powers = {name: Power(self, name) for name in self.map.powers}
        self.state_history: SortedDict[str, dict[str, Any]] = SortedDict()
        self.order_history: SortedDict[str, dict[str, list[str] | None]] = SortedDict()
        self.result_history: SortedDict[str, dict[str, list[str]]] = SortedDict()
        self.message_history: SortedDict[str, dict[int, Message]] = SortedDict()
        self.messages: dict[int, Message] = {}
        self._orders: dict[str, list[str]] = {}
        self._refused: list[str] = []
        """The units of refused retreats, builds and removals; the package does not report refused moves."""
        self._settle_influence()

    # The current state

    @property
    def position(self) -> Position:
        """The position now."""
        return self.state.position

    @property
    def phase(self) -> str:
        """``SPRING 1901 MOVEMENT``, or ``COMPLETED``."""
        return lengthen_phase(self.get_current_phase())

    @property
    def current_short_phase(self) -> str:
        """``S1901M``, or ``COMPLETED``."""
        return self.get_current_phase()

    @property
    def phase_type(self) -> str:
        """``M``, ``R``, ``A``, or ``-`` after the end."""
        return "-" if self.state.ending else self.state.phase.kind.value

    @property
    def is_game_done(self) -> bool:
        """True if the game is over."""
        return self.state.ending is not None

    @property
    def status(self) -> str:
        """``forming``, ``active`` or ``completed``."""
        return DONE if self.is_game_done else ACTIVE if self.state_history else FORMING

    @property
    def outcome(self) -> list[str]:
        """The last phase and the winners, once the game is over."""
        ending = self.state.ending
        return [str(ending.phase), *map(str, ending.powers)] if ending else []

    @property
    def win(self) -> int:
        """How many centres win."""
        return self.map.victory[0]

    @property
    def victory(self) -> list[int]:
        """How many centres win."""
        return self.map.victory

    def get_current_phase(self) -> str:
        """``S1901M``, or ``COMPLETED``."""
        return COMPLETED if self.state.ending else str(self.state.phase)

    def get_map_power_names(self) -> list[str]:
        """The names of all powers."""
        return list(self.map.powers)

    def get_power(self, power_name: str | None) -> Power | None:
        """A power, or None if there is no such power."""
        return self.powers.get(power_name or "")

    def has_power(self, power_name: str) -> bool:
        """True if there is a power with this name."""
        return power_name in self.powers

    def get_units(self, power_name: str | None = None) -> Any:  # noqa: ANN401 - a list, or lists by power
        """The units of a power, or of all powers without a name; a star marks those that must retreat."""
        if power_name is None:
            return {name: self.get_units(name) for name in self.powers}
        power = self.powers[power_name.upper()]
        return [*power.units, *(f"*{unit}" for unit in power.retreats)]

    def get_centers(self, power_name: str | None = None) -> Any:  # noqa: ANN401 - a list, or lists by power
        """The centres of a power, or of all powers without a name."""
        if power_name is None:
            return {name: self.get_centers(name) for name in self.powers}
        return self.powers[power_name.upper()].centers

    def get_hash(self) -> str:
        """A hash of phase, units, centres and retreats; it differs from the package's own."""
        text = dump(write_our_state(replace(self.state, proposals=())))
        return str(int.from_bytes(hashlib.sha256(text.encode()).digest()[:8], "big"))

    rebuild_hash = get_hash

    def get_state(self) -> dict[str, Any]:
        """The state as a table."""
        state = write_state(self.map.variant, self.rulebook, self.state, self.influence)
        return {**state, "timestamp": time.time_ns() // 1000, "zobrist_hash": self.get_hash(), "note": self.note}

    # Orders

    def get_orders(self, power_name: str | None = None) -> Any:  # noqa: ANN401 - a list, or lists by power
        """The accepted orders of a power, or of all powers without a name."""
        if power_name is None:
            return {name: self.get_orders(name) for name in self.powers}
        return list(self._orders.get(power_name.upper(), ()))

    def has_orders(self, power_name: str) -> bool:
        """True if a power has sent orders, even an empty list."""
        return power_name in self._orders

    def set_orders(
        self, power_name: str, orders: str | Sequence[str], expand: bool = True, replace: bool = True
    ) -> None:
        """Set the orders of a power; invalid ones are left out, and ``error`` says why."""
        name = power_name.upper()
        if name not in self.powers:
            raise ValueError(f"Unknown power {name}")
        if self.is_game_done:
            return
        given = [orders] if isinstance(orders, str) else list(orders)
        kept = self._orders.get(name, [])
        lines = [line for line in given if line]
        if self.state.phase.kind is PhaseKind.ADJUSTMENTS:
            self._set_adjustments(name, lines)
            return
        board = self.map.board
        review = review_lines(
            board, self.rulebook, self.state, PowerId(name), read_submissions(board, {PowerId(name): lines})
        )
        refused = [line for line in review.lines if line.rejection]
        self.error += [f"{line.rejection.fault.value}: {line.text}" for line in refused if line.rejection]
        if self.state.phase.kind is PhaseKind.RETREATS:
            self._refused += [_unit_of(line.text.upper()) for line in refused]
        accepted = [format_order(order) for order in review.orders]
        older, newer = (kept, accepted) if replace else (accepted, kept)
        given_twice = {_unit_of(line) for line in newer}
        self._orders[name] = [*(line for line in older if _unit_of(line) not in given_twice), *newer]

    def _set_adjustments(self, name: str, lines: list[str]) -> None:
        """Set builds and removals: more than are due are accepted, and the last ones have no effect."""
        legal = list_legal_orders(self.map.board, self.rulebook, self.state, PowerId(name))
        texts = {format_order(order) for order in legal}
        wanted = [" ".join(line.upper().split()) for line in lines]
        refused = [line for line in wanted if line not in texts]
        self.error += [f"not possible: {line}" for line in refused]
        self._refused += [_unit_of(line) for line in refused]
        found = dict.fromkeys(line for line in wanted if line in texts and line != WAIVE)
        builds = self.get_state()["builds"][name]["count"]
        waived = min(wanted.count(WAIVE), max(0, builds - len(found)))
        self._orders[name] = [*found, *([WAIVE] * waived)]

    def clear_orders(self, power_name: str | None = None) -> None:
        """Delete the orders of a power, or of all powers."""
        for name in [power_name.upper()] if power_name else list(self._orders):
            self._orders.pop(name, None)

    def get_orderable_locations(self, power_name: str | None = None) -> Any:  # noqa: ANN401 - a list, or lists by power
        """The locations in which a power, or any power without a name, has something to order."""
        if power_name is None:
            return {name: self.get_orderable_locations(name) for name in self.powers}
        power = self.powers[power_name.upper()]
        if self.phase_type == "R":
            return sorted(unit[2:5] for unit in power.retreats)
        if self.phase_type == "A":
            builds = self.get_state()["builds"][power.name]
            if builds["count"] >= 0:
                return sorted(builds["homes"])
        return sorted(unit[2:5] for unit in power.units) if self.phase_type != "-" else []

    def get_all_possible_orders(self) -> dict[str, list[str]]:
        """Every legal order by location."""
        found: dict[str, list[str]] = {loc.upper(): [] for loc in self.map.locs}
        if self.is_game_done:
            return found
        for name in self.powers:
            self._add_possible(found, PowerId(name))
        return found

    def _add_possible(self, found: dict[str, list[str]], power: PowerId) -> None:
        orders = list(list_legal_orders(self.map.board, self.rulebook, self.state, power))
        sites = {space_of(order.unit.location) for order in orders if isinstance(order, Build)}
        for order in orders:
            if isinstance(order, Waive):
                for loc in {loc for site in sites for loc in self.map.find_coasts(site)}:
                    found[loc].append(WAIVE)
                continue
            text = format_order(order)
            texts = {text, text.rpartition("/")[0]} if isinstance(order, SupportMove) and text[-3:-2] == "/" else {text}
            loc = text.split()[1]
            for place in {loc, loc.partition("/")[0]}:
                found[place] += [line for line in texts if line not in found[place]]

    # Playing on

    def process(self) -> GamePhaseData:
        """Judge the phase with the orders set, and return its data."""
        if self.is_game_done:
            return self.get_phase_data()
        before = self.get_phase_data()
        texts = {PowerId(name): tuple(lines) for name, lines in self._orders.items()}
        record = advance(self.map.variant, self.state, read_submissions(self.map.board, texts), self.rulebook)
        orders = {name: self.get_orders(name) for name in self.powers}
        done = GamePhaseData(before.name, before.state, orders, self._word_results(record, orders), before.messages)
        self.state = record.after
        self._settle_influence()
        self._orders, self._refused, self.messages, self.error = {}, [], {}, []
        self.extend_phase_history(done)
        return done

    def _word_results(self, record: PhaseRecord, orders: Mapping[str, list[str]]) -> dict[str, list[str]]:
        """The result of each order; a valid removal has no words, a surplus one is void."""
        results = write_results(record)
        if record.phase.kind is PhaseKind.ADJUSTMENTS:
            units = [_unit_of(line) for lines in orders.values() for line in lines if line != WAIVE]
            results = {unit: [""] for unit in results} | {unit: ["void"] for unit in units if unit not in results}
        for unit in self._refused:
            results[unit] = ["void", *results.get(unit, ())]
        return results

    def draw(self, winners: Iterable[str] | None = None) -> GamePhaseData:
        """End the game as a draw of some powers, or of all survivors."""
        before = self.get_phase_data()
        alive = list_survivors(self.map.board, self.position)
        powers = tuple(PowerId(name) for name in (winners or [power for power in self.powers if power in alive]))
        self.extend_phase_history(before)
        self.state = replace(self.state, ending=Ending("draw", powers, self.state.phase, by_vote=True))
        self._orders, self.messages = {}, {}
        return before

    def get_order_status(self, power_name: str | None = None, unit: str | None = None, loc: str | None = None) -> Any:  # noqa: ANN401 - as that package has it
        """The results of the orders of the last phase: of a unit, a location, a power, or all."""
        results = next(reversed(self.result_history.values()), {})
        if unit:
            return list(results.get(unit, []))
        if loc:
            place = space_of(LocationId(loc.upper()))
            found = next((one for one in results if space_of(LocationId(one.split()[1])) == place), None)
            return (found, list(results[found])) if found else (loc, [])
        if power_name is None:
            return {name: self.get_order_status(name) for name in self.powers}
        last: dict[str, Any] = next(reversed(self.state_history.values()), {"units": {}})
        units = [text.removeprefix("*") for text in last["units"].get(power_name.upper(), ())]
        return {text: list(results.get(text, [])) for text in units}

    # History

    def get_phase_data(self) -> GamePhaseData:
        """The data of the current phase."""
        orders = {name: self.get_orders(name) if name in self._orders else None for name in self.powers}
        return GamePhaseData(self.get_current_phase(), self.get_state(), orders, {}, dict(self.messages))

    def extend_phase_history(self, game_phase_data: GamePhaseData) -> None:
        """Add a phase to the history."""
        name = game_phase_data.name
        self.state_history[name] = game_phase_data.state
        self.order_history[name] = game_phase_data.orders
        self.result_history[name] = game_phase_data.results
        self.message_history[name] = game_phase_data.messages

    def get_phase_history(
        self, from_phase: str | None = None, to_phase: str | None = None, game_role: str | None = None
    ) -> list[GamePhaseData]:
        """The judged phases, or those from one to another, with only the messages that a power may read."""
        found = []
        for name, state in self.state_history.items():
            if from_phase and self.map.compare_phases(name, from_phase) < 0:
                continue
            if to_phase and self.map.compare_phases(name, to_phase) > 0:
                continue
            messages = {
                sent: message
                for sent, message in self.message_history[name].items()
                if game_role is None or game_role in (message.sender, message.recipient) or message.is_global()
            }
            found.append(GamePhaseData(name, state, self.order_history[name], self.result_history[name], messages))
        return found

    def get_phase_from_history(self, short_phase_name: str, game_role: str | None = None) -> GamePhaseData:
        """One judged phase."""
        return self.get_phase_history(short_phase_name, short_phase_name, game_role)[0]

    def set_phase_data(self, phase_data: GamePhaseData | Iterable[GamePhaseData], clear_history: bool = True) -> None:
        """Load phases: the last is the current phase, the others its history."""
        phases = [phase_data] if isinstance(phase_data, GamePhaseData) else list(phase_data)
        if not phases:
            return
        if clear_history:
            self._clear_history()
        for phase in phases[:-1]:
            self.extend_phase_history(phase)
        last = phases[-1]
        self.set_state(last.state, clear_history=False)
        self._orders = {}
        for name, lines in last.orders.items():
            if lines is not None:
                self.set_orders(name, lines)
        self.messages = dict(last.messages)

    def _clear_history(self) -> None:
        for history in (self.state_history, self.order_history, self.result_history, self.message_history):
            history.clear()
        self.messages, self._orders = {}, {}

    # Setting the position

    def set_state(self, state: Mapping[str, Any], clear_history: bool = True) -> None:
        """Load a state from ``get_state``, of this class or of the package."""
        if clear_history:
            self._clear_history()
        if state.get("rules"):
            self.rules = list(state["rules"])
        self.note = state.get("note", self.note)
        if state.get("name"):
            self.set_current_phase(state["name"])
        for name, units in state.get("units", {}).items():
            self.set_units(name, list(units), reset=True)
        for name, centers in state.get("centers", {}).items():
            self.set_centers(name, list(centers), reset=True)
        retreats = state.get("retreats", {})
        waiting = tuple(
            found._replace(
                retreats=self._read_ends(retreats.get(found.unit.power, {}).get(str(found.unit))) or found.retreats
            )
            for found in self.position.dislodged
        )
        self._set_position(dislodged=waiting)
        last = {SpaceId(loc): PowerId(name) for name, locs in state.get("influence", {}).items() for loc in locs}
        self.influence = last or self.influence
        self._settle_influence()

    def _read_ends(self, ends: Sequence[str] | None) -> tuple[LocationId, ...]:
        return tuple(self.map.board.parse_location(end) for end in ends or ())

    def set_current_phase(self, new_phase: str) -> None:
        """Go to a phase, named in either form."""
        short = shorten_phase(new_phase)
        if short == COMPLETED:
            self.state = replace(self.state, ending=Ending("draw", (), self.state.phase))
        else:
            self.state = GameState(parse_phase(short), self.position)

    def set_units(self, power_name: str, units: str | Sequence[str], reset: bool = False) -> None:
        """Put units of a power on the board; those with a star must retreat."""
        name = PowerId(power_name.upper())
        if name not in self.powers:
            return
        if reset:
            self.clear_units(name)
        standing: list[Unit] = []
        gone: list[Unit] = []
        for text in [units] if isinstance(units, str) else units:
            try:
                unit = read_unit(self.map.board, name, text.removeprefix("*"), self.rulebook, "units")
            except LegationError as error:
                self.error.append(str(error))
                continue
            (gone if text.startswith("*") else standing).append(unit)
        places, left = {unit.space for unit in standing}, {unit.space for unit in gone}
        kept = [unit for unit in self.position.units.values() if unit.space not in places]
        self._set_position(units=make_units([*kept, *standing]))
        waiting = [found for found in self.position.dislodged if found.unit.space not in left]
        ends = [DislodgedUnit(unit, None, self._list_ways_out(unit)) for unit in gone]
        self._set_position(dislodged=(*waiting, *ends))
        self._settle_influence()

    def _list_ways_out(self, unit: Unit) -> tuple[LocationId, ...]:
        return list_retreats(self.map.board, self.position, unit, None, self.rulebook)

    def set_centers(self, power_name: str, centers: str | Sequence[str], reset: bool = False) -> None:
        """Give centres to a power."""
        name = PowerId(power_name.upper())
        if name not in self.powers:
            return
        if reset:
            self.clear_centers(name)
        given = [centers] if isinstance(centers, str) else centers
        known = {SpaceId(center): name for center in given if center in self.map.scs}
        self._set_position(owners={**self.position.owners, **known})

    def clear_units(self, power_name: str | None = None) -> None:
        """Remove the units of a power, or of all powers."""
        kept = [unit for unit in self.position.units.values() if power_name not in (None, unit.power)]
        waiting = tuple(found for found in self.position.dislodged if power_name not in (None, found.unit.power))
        self._set_position(units=make_units(kept), dislodged=waiting)

    def clear_centers(self, power_name: str | None = None) -> None:
        """Remove the centres of a power, or of all powers."""
        owners = {space: owner for space, owner in self.position.owners.items() if power_name not in (None, owner)}
        self._set_position(owners=owners)

    def clear_cache(self) -> None:
        """Does nothing, because nothing is cached; scripts call it anyway."""

    build_caches = clear_cache

    def _set_position(self, **changes: Any) -> None:  # noqa: ANN401 - fields of a position
        self.state = replace(self.state, position=self.position._replace(**changes))

    def _settle_influence(self) -> None:
        self.influence = {**self.influence, **{unit.space: unit.power for unit in self.position.units.values()}}

    # Rules, messages

    def add_rule(self, rule: str) -> None:
        """Add a rule's name; rules do not affect how phases are judged."""
        if rule not in self.rules:
            self.rules.append(rule)

    def remove_rule(self, rule: str) -> None:
        """Remove a rule's name."""
        if rule in self.rules:
            self.rules.remove(rule)

    def new_power_message(self, recipient: str, body: str, sender: str = "") -> Message:
        """A message to a power; it is sent with ``add_message``."""
        return Message(sender=sender or self.role, recipient=recipient, message=body, phase=self.get_current_phase())

    def new_global_message(self, body: str, sender: str = "") -> Message:
        """A message to all powers; it is sent with ``add_message``."""
        return self.new_power_message(GLOBAL, body, sender)

    def add_message(self, message: Message) -> int:
        """Send a message; returns its time in microseconds."""
        last = max(self.messages, default=0)
        message.time_sent = max(message.time_sent or time.time_ns() // 1000, last + 1)
        self.messages[message.time_sent] = message
        return message.time_sent

    def set_wait(self, power_name: str, wait: bool) -> None:
        """Store whether a power wants to wait; it has no effect."""
        self.powers[power_name.upper()].wait = wait

    def does_not_wait(self) -> bool:
        """True if every surviving power has sent its orders and does not want to wait."""
        left = [power for power in self.powers.values() if not power.is_eliminated()]
        return all(power.order_is_set and not power.wait for power in left)


def _unit_of(line: str) -> str:
    return " ".join(line.split()[:2])
