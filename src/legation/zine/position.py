"""Reads a printed position as the state of a game, with all errors and doubts."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from legation.board import PowerId, SpaceId, UnitKind, space_of
from legation.contract import read_state
from legation.errors import LegationError, RequestError
from legation.game import (
    RULE_FACTS,
    GameState,
    Phase,
    PhaseKind,
    apply_changes,
    find_ending,
    has_orders_due,
    load_json,
)
from legation.judge import Assumption, Rulebook, count_adjustments, count_centres
from legation.render.words import ENGLISH, word_phase
from legation.variants import Variant
from legation.zine.phase_text import read_printed_phase
from legation.zine.reading import Count, Finding, Gravity, ReadLine, ReadPosition
from legation.zine.text_reader import Printed, PrintedRetreat, PrintedUnit, Section, TextReader

MOST_CHARACTERS = 100_000
"""Per position; a full giant board needs about 5,000."""
NO_FACTS: Final[Mapping[str, object]] = {}
JSON_FIELDS = ("phase", "units", "dislodged", "contested", "centres", "memory", "disorder")


def read_position(variant: Variant, rulebook: Rulebook, text: str, phase: str = "") -> ReadPosition:
    """Read a position from a printed text or the judge's JSON; ``phase`` is used if the text names none.

    Problems are returned as findings, never raised.
    """
    if len(text) > MOST_CHARACTERS:
        return _refuse(f"{len(text)} characters; at most {MOST_CHARACTERS} are read")
    if text.lstrip("\ufeff \t\r\n").startswith("{"):
        return _read_json(variant, rulebook, text, phase)
    try:
        printed = TextReader(variant, rulebook).read(text)
    except RequestError as error:
        return _refuse(error.problem)
    return _Assembly(variant, rulebook, printed).finish(phase)


def _refuse(problem: str) -> ReadPosition:
    return ReadPosition((), (Finding(Gravity.ERROR, problem),), None, None, None, {})


def _read_json(variant: Variant, rulebook: Rulebook, text: str, phase: str) -> ReadPosition:
    """A position in the judge's JSON."""
    try:
        data = load_json(text, "position")
        assert isinstance(data, dict)
        for key in data:
            if key not in JSON_FIELDS:
                raise RequestError(str(key), f"unknown field; there are {', '.join(JSON_FIELDS)}")
        if phase:
            data = {**data, "phase": str(read_printed_phase(phase, variant.first_year))}
        state = read_state(data, variant, rulebook)
        disorder = data.get("disorder") or []
        if not isinstance(disorder, list):
            raise RequestError("disorder", "expected a list of powers")
        in_disorder = rulebook.unplayed | {variant.parse_power(str(name)) for name in disorder}
    except LegationError as error:
        return _refuse(str(error))
    state = replace(state, position=state.position._replace(in_disorder=in_disorder))
    state, assumptions = assume_memory(variant, rulebook, state)
    findings = [*_check_state(variant, rulebook, state), *_word_assumptions(assumptions)]
    if not state.position.owners:
        findings.append(Finding(Gravity.ERROR, ENGLISH.texts["zine.no_owners"]))
    return _conclude(variant, (), findings, state, frozenset(variant.powers))


def _conclude(
    variant: Variant,
    lines: Iterable[ReadLine],
    findings: Iterable[Finding],
    state: GameState | None,
    named: frozenset[PowerId],
    *,
    has_owners: bool = True,
) -> ReadPosition:
    found = sorted(findings, key=lambda one: (one.weight is Gravity.WARNING, one.line or MOST_CHARACTERS))
    usable = state if state and not any(one.weight is Gravity.ERROR for one in found) else None
    phase, shown = (state.phase, state.position) if state else (None, None)
    return ReadPosition(
        tuple(lines), tuple(found), usable, phase, shown, count_forces(variant, state), named, has_owners
    )


def count_forces(variant: Variant, state: GameState | None) -> dict[PowerId, Count]:
    """The units and centres of every power in a state."""
    if state is None:
        return {}
    position, spaces = state.position, variant.board.spaces
    units = Counter(unit.power for unit in position.units.values())
    centres = Counter(owner for space, owner in position.owners.items() if spaces[space].centre.is_counted)
    waiting = Counter(found.unit.power for found in position.dislodged)
    return {power: Count(units[power], centres[power], waiting[power]) for power in variant.powers}


@dataclass(slots=True)
class _Assembly:
    """Puts together what the lines say."""

    variant: Variant
    rulebook: Rulebook
    printed: Printed

    def finish(self, phase: str) -> ReadPosition:
        """The position with all findings."""
        printed = self.printed
        findings = [*printed.findings, *self._check_units()]
        state = None
        try:
            state = self._make_state(self._settle_phase(phase))
        except LegationError as error:
            findings.append(Finding(Gravity.ERROR, str(getattr(error, "problem", error))))
        if not printed.units:
            findings.append(Finding(Gravity.ERROR, ENGLISH.texts["zine.no_units"]))
        if not printed.has_owners:
            findings.append(Finding(Gravity.ERROR, ENGLISH.texts["zine.no_owners"]))
        if state is not None:
            state, assumptions = assume_memory(self.variant, self.rulebook, state, self._list_stated())
            state = self._apply_facts(state, findings)
            if printed.facts and printed.dislodged:
                state = self._settle_retreats(state, findings)
            findings += _word_assumptions(self._drop_stated(assumptions))
            findings += _check_state(self.variant, self.rulebook, state)
            if not printed.has_contested and any(found.ways is None for found in printed.dislodged):
                findings.append(Finding(Gravity.WARNING, ENGLISH.texts["zine.assumed.contested"]))
        findings += self._check_totals()
        missing = [name.name for power, name in self.variant.powers.items() if power not in printed.named]
        if missing:
            text = ENGLISH.count("zine.missing", len(missing), powers=ENGLISH.join_and(missing))
            findings.append(Finding(Gravity.WARNING, text))
        return _conclude(
            self.variant, printed.lines, findings, state, frozenset(printed.named), has_owners=printed.has_owners
        )

    def _settle_phase(self, phase: str) -> Phase:
        if phase:
            return read_printed_phase(phase, self.variant.first_year)
        if self.printed.phase is None:
            raise RequestError("phase", ENGLISH.texts["zine.no_phase"])
        return self.printed.phase.settle(must_retreat=bool(self.printed.dislodged))

    def _make_state(self, phase: Phase, facts: Mapping[str, object] = NO_FACTS) -> GameState:
        """Make the state with the reader of the judge's JSON, which checks where units can stand and retreat.

        ``facts`` are what the rules remember, as far as it is known already.
        """
        printed = self.printed
        units: dict[str, list[str]] = {}
        first = {found.unit.space: found.unit for found in reversed(printed.units)}  # a second one is an error already
        for unit in reversed(first.values()):
            units.setdefault(unit.power, []).append(str(unit))
        centres: dict[str, list[str]] = {}
        for space, (power, _) in sorted(printed.owners.items()):
            centres.setdefault(power, []).append(space)
        ships = {found.unit.space for found in printed.units if found.unit.kind is not UnitKind.ARMY}
        memory = {**printed.memory, **facts}
        for army in (found.unit for found in printed.aboard):
            held = memory.setdefault("cargo" if army.space in ships else "cargo_waiting", {})
            assert isinstance(held, dict)
            held[army.space] = {"power": army.power, "unit": str(army)}
        dislodged = [
            {
                "power": found.unit.power,
                "unit": str(found.unit),
                "from": found.origin,
                "retreats": None if found.ways is None else list(found.ways),
            }
            for found in {found.unit.space: found for found in reversed(printed.dislodged)}.values()
        ]
        data = {
            "phase": str(phase),
            "units": units,
            "centres": centres,
            "dislodged": dislodged,
            "contested": printed.contested,
            "memory": memory,
        }
        if dislodged and phase.kind is not PhaseKind.RETREATS:
            raise RequestError("phase", ENGLISH.fill("zine.not_retreats", phase=word_phase(phase)))
        state = read_state(data, self.variant, self.rulebook)
        return replace(
            state, position=state.position._replace(in_disorder=self.rulebook.unplayed.union(printed.disorder))
        )

    def _settle_retreats(self, state: GameState, findings: list[Finding]) -> GameState:
        """The state with the retreats that the rules leave open: a fleet that has convoyed carries nobody away."""
        try:
            return self._make_state(state.phase, state.position.memory)
        except LegationError as error:
            findings.append(Finding(Gravity.ERROR, str(getattr(error, "problem", error))))
            return state

    def _check_units(self) -> Iterator[Finding]:
        """Two units in one space, or aboard one ship."""
        groups: tuple[Sequence[PrintedUnit | PrintedRetreat], ...]
        groups = (self.printed.units, self.printed.aboard, self.printed.dislodged)
        for group in groups:
            seen: dict[SpaceId, PrintedUnit | PrintedRetreat] = {}
            for found in group:
                known = seen.setdefault(found.unit.space, found)
                if known is not found:
                    units = [f"{one.unit.power} {one.unit}" for one in (known, found)]
                    text = ENGLISH.fill(
                        "zine.two_units", space=found.unit.space, first=units[0], second=units[1], line=known.line
                    )
                    yield Finding(Gravity.ERROR, text, found.line)

    def _list_stated(self) -> frozenset[str]:
        """The sections of facts that the text has."""
        return frozenset(fact.section.value for fact in self.printed.facts)

    def _apply_facts(self, state: GameState, findings: list[Finding]) -> GameState:
        for fact in self.printed.facts:
            try:
                change = RULE_FACTS[fact.section.value](self.variant, self.rulebook, state.position, fact.text)
                state = apply_changes(state, [change])
            except LegationError as error:
                text = str(getattr(error, "problem", error))
                findings.append(Finding(Gravity.ERROR, text, fact.line, getattr(error, "candidates", ())))
        return state

    def _drop_stated(self, assumptions: Iterable[Assumption]) -> Iterator[Assumption]:
        """The assumptions that no line of the text replaces."""
        facts = self.printed.facts
        stated = {fact.text.partition("=")[0].strip() for fact in facts if fact.section is Section.YEARS}
        known = set()
        for name in stated:
            try:
                known.add(space_of(self.variant.board.parse_location(name)))
            except LegationError:
                continue
        for one in assumptions:
            spaces = tuple(space for space in one.spaces if space not in known)
            if spaces or not one.spaces:
                yield one._replace(spaces=spaces)

    def _check_totals(self) -> Iterator[Finding]:
        """Printed numbers that match neither the units nor the centres of their power."""
        forces: list[PrintedUnit | PrintedRetreat] = [*self.printed.units, *self.printed.aboard]
        forces += self.printed.dislodged
        units = Counter(found.unit.power for found in forces)
        centres = Counter(power for power, _ in self.printed.owners.values())
        for power, number, line, section in self.printed.totals:
            found = {Section.UNITS: {units[power]}, Section.CENTRES: {centres[power]}}.get(
                section or Section.MEMORY, {units[power], centres[power]}
            )
            if number not in found:
                text = ENGLISH.fill(
                    "zine.wrong_total",
                    power=self.variant.powers[power].name,
                    number=number,
                    units=units[power],
                    centres=centres[power],
                )
                yield Finding(Gravity.WARNING, text, line)


def assume_memory(
    variant: Variant, rulebook: Rulebook, state: GameState, stated: frozenset[str] = frozenset()
) -> tuple[GameState, tuple[Assumption, ...]]:
    """The state with the rules' default assumptions added, and those assumptions."""
    position, years = state.position, state.phase.year - variant.first_year
    memory, assumptions = dict(position.memory), []
    is_retreat = state.phase.kind is PhaseKind.RETREATS
    for module in rulebook.modules:
        if module.name in memory:
            continue
        assumed = module.assume_memory(variant.board, position, variant.start, max(0, years), is_retreat=is_retreat)
        if assumed is None:
            continue
        codes = {one.code for one in assumed.assumptions}
        if stated & {"bombs", "ruined", "closed"} and "bombs" in codes:
            # If the text names some bombs, there are no others.
            memory[module.name] = {"bombs": {}, "ruined": [], "closed": {}} if "bombs" in stated else assumed.memory
            continue
        if assumed.memory is not None:
            memory[module.name] = assumed.memory
        assumptions += [one for one in assumed.assumptions if one.code not in stated or one.spaces]
    return replace(state, position=position._replace(memory=memory)), tuple(assumptions)


def _word_assumptions(assumptions: Iterable[Assumption]) -> Iterator[Finding]:
    for one in assumptions:
        key = f"zine.assumed.{one.code}"
        if one.spaces:
            text = ENGLISH.count(key, one.number, spaces=ENGLISH.join_and([*map(str, one.spaces)]))
        else:
            text = ENGLISH.texts[key]
        yield Finding(Gravity.WARNING, text)


def _check_state(variant: Variant, rulebook: Rulebook, state: GameState) -> Iterator[Finding]:
    """Errors and doubts about a position as a whole."""
    phase, position = state.phase, state.position
    if phase.year < variant.first_year:
        text = ENGLISH.fill("zine.too_early", year=variant.first_year, phase=word_phase(phase))
        yield Finding(Gravity.ERROR, text)
    if phase.kind is PhaseKind.RETREATS and not position.dislodged:
        yield Finding(Gravity.ERROR, ENGLISH.fill("zine.no_dislodged", phase=word_phase(phase)))
    for found in position.dislodged:
        if found.unit.space not in position.units:
            text = ENGLISH.fill("zine.nobody_came", unit=f"{found.unit.power} {found.unit}", space=found.unit.space)
            yield Finding(Gravity.WARNING, text)
        closed = [way for way in found.retreats if space_of(way) in position.units]
        if closed:
            unit, spaces = f"{found.unit.power} {found.unit}", ENGLISH.join_and([*map(str, closed)])
            yield Finding(Gravity.WARNING, ENGLISH.count("zine.way_taken", len(closed), unit=unit, spaces=spaces))
    if phase.kind is PhaseKind.ADJUSTMENTS:
        if not has_orders_due(variant.board, state, rulebook):
            yield Finding(Gravity.WARNING, ENGLISH.fill("zine.idle_winter", phase=word_phase(phase)))
    else:
        yield from _check_numbers(variant, rulebook, state)
    ending = find_ending(variant, position, phase, rulebook)
    if ending:
        names = ENGLISH.join_and([variant.powers[power].name for power in ending.powers])
        yield Finding(Gravity.WARNING, ENGLISH.fill("zine.has_won", powers=names))


def _check_numbers(variant: Variant, rulebook: Rulebook, state: GameState) -> Iterator[Finding]:
    """Warn about powers with more units than centres that count, which is possible only after a Fall."""
    board, position = variant.board, state.position
    counts: Mapping[PowerId, Count] = count_forces(variant, state)
    for power, count in counts.items():
        centres = count_centres(board, position, power, rulebook)
        units = centres - count_adjustments(board, position, power, rulebook) + count.dislodged
        if units > centres:
            text = ENGLISH.fill("zine.more_units", power=variant.powers[power].name, units=units, centres=centres)
            yield Finding(Gravity.WARNING, text)
