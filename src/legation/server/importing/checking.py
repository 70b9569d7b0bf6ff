"""The result of reading a printed game, before anything is stored."""

from dataclasses import dataclass
from typing import Any

from legation.board import PowerId
from legation.contract import StateJson, describe_state
from legation.game import GameState, choose_rulebook
from legation.render.words import word_phase
from legation.server.base.refusals import HttpRefusal
from legation.server.base.services import Services
from legation.server.identity.viewers import Account, Viewer
from legation.server.variants.opening import open_variant
from legation.variants import Variant
from legation.zine import Finding, Gravity, ReadGame, ReadTurn, TurnText, count_forces, read_game

MOST_TURNS = 120
"""Turns of one request; each is judged, which takes some 20 ms on a giant board."""

TURNS_TOGETHER, CHARACTERS_TOGETHER = 10, 50_000
"""This many turns, and this many characters, each count as one more request for the account's rate limit."""


@dataclass(frozen=True, slots=True)
class PrintedGame:
    """A game as it is typed or pasted."""

    variant: str
    position: str
    phase: str
    turns: tuple[TurnText, ...]
    rules: str | None
    options: dict[str, Any]
    modules: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class FindingFacts:
    """A remark on a text for the game master."""

    weight: Gravity
    text: str
    line: int | None
    candidates: list[str]


@dataclass(frozen=True, slots=True)
class LineFacts:
    """One line of the position, as written and as understood."""

    number: int
    text: str
    meanings: list[str]


@dataclass(frozen=True, slots=True)
class PowerCount:
    """A power's pieces on the board as it was understood."""

    power: PowerId
    name: str
    units: int
    centres: int
    dislodged: int


@dataclass(frozen=True, slots=True)
class DifferenceFacts:
    """A difference between the printed position and ours, with the reason for ours."""

    text: str
    reasons: list[str]


@dataclass(frozen=True, slots=True)
class TurnFacts:
    """A past turn with its judgement."""

    phase: str | None
    """Its name in words; null if it could not be judged."""
    leads_to: str | None
    findings: list[FindingFacts]
    differences: list[DifferenceFacts]
    is_taken: bool
    """True if the printed position replaces a different result."""
    is_open: bool
    """True if a decision or correction is needed before the next turn can be judged."""


@dataclass(frozen=True, slots=True)
class ImportCheck:
    """The result of reading a printed game."""

    can_begin: bool
    phase: str | None
    """The phase with which the game continues, in words."""
    lines: list[LineFacts]
    findings: list[FindingFacts]
    """About the position."""
    counts: list[PowerCount]
    turns: list[TurnFacts]
    board: StateJson | None
    """The board with which the game continues, as far as it was understood."""


def read_printed(services: Services, viewer: Viewer, printed: PrintedGame) -> tuple[Variant, ReadGame]:
    """Read and judge a printed game; stores nothing."""
    characters = len(printed.position) + sum(len(turn.orders) + len(turn.printed) for turn in printed.turns)
    work = 1 + len(printed.turns) / TURNS_TOGETHER + characters / CHARACTERS_TOGETHER
    need_importer(services, viewer, work=work)
    with services.store.read() as connection:
        variant = open_variant(connection, services, viewer, printed.variant, hosting=True)
    if len(printed.turns) > MOST_TURNS:
        raise HttpRefusal(422, "too_many", case="turns", field="turns", most=MOST_TURNS)
    rules = printed.rules if printed.rules and printed.rules != variant.rulebook_id else None
    rulebook = choose_rulebook(variant, rules, printed.options, printed.modules)
    return variant, read_game(
        variant, rulebook, printed.position, printed.turns, phase=printed.phase, rules=rules or ""
    )


def need_importer(services: Services, viewer: Viewer, *, work: float) -> Account:
    """The importing account; refuses guests, and accounts that ask too often."""
    account = viewer.need_account()
    if account.is_guest:
        raise HttpRefusal(403, "claim_first", case="create")
    services.rates.take("import", viewer.work_key, services.clock.now(), work)
    return account


def check_printed(services: Services, viewer: Viewer, printed: PrintedGame) -> ImportCheck:
    """How a printed game would be imported."""
    variant, read = read_printed(services, viewer, printed)
    position = read.position
    state = _find_state(read)
    counts = count_forces(variant, state)
    return ImportCheck(
        can_begin=read.saved is not None,
        phase=word_phase(state.shown_phase) if state else None,
        lines=[LineFacts(line.number, line.text, list(line.meanings)) for line in position.lines] if position else [],
        findings=[_describe_finding(found) for found in position.findings] if position else [],
        counts=[
            PowerCount(power, variant.powers[power].name, count.units, count.centres, count.dislodged)
            for power, count in counts.items()
        ],
        turns=[_describe_turn(turn) for turn in read.turns],
        board=describe_state(variant, state) if state else None,
    )


def _find_state(read: ReadGame) -> GameState | None:
    """The state to show: after the last turn that was judged, or the position as far as it was understood."""
    judged = [turn.record.after for turn in read.turns if turn.record and turn.is_open]
    if judged:
        return judged[-1]
    if read.past is not None:
        return read.past.saved.history.state
    position = read.position
    if position is None or position.shown is None or position.phase is None:
        return None
    return GameState(position.phase, position.shown)


def _describe_finding(found: Finding) -> FindingFacts:
    return FindingFacts(found.weight, found.text, found.line, list(found.candidates))


def _describe_turn(turn: ReadTurn) -> TurnFacts:
    record = turn.record
    return TurnFacts(
        phase=word_phase(record.phase) if record else None,
        leads_to=word_phase(record.after.shown_phase) if record else None,
        findings=[_describe_finding(found) for found in turn.findings],
        differences=[DifferenceFacts(one.word(), list(one.reasons)) for one in turn.differences],
        is_taken=bool(turn.changes),
        is_open=turn.is_open,
    )
