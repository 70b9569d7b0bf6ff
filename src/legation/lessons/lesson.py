"""A lesson as data: what the opponents order, what the learner is asked to do, and what is said of the result."""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from typing import Any

from legation.board import PowerId
from legation.errors import RequestError
from legation.game import GameState, Phase, PhaseKind, parse_phase
from legation.orders import piece_of

FOLDER = files("legation.lessons") / "data"


@dataclass(frozen=True, slots=True)
class Task:
    """One order that the learner is asked for."""

    text: str
    orders: tuple[str, ...]
    """Any of these counts; the first is the one that is meant."""
    hint: str = ""
    unless: tuple[str, ...] = ()
    """Conditions under each of which the task is left out."""


@dataclass(frozen=True, slots=True)
class Said:
    """Something that is said where all its conditions hold."""

    say: str
    when: tuple[str, ...] = ()
    is_done: bool = False


@dataclass(frozen=True, slots=True)
class Step:
    """One phase of a lesson in which the learner orders."""

    title: str
    say: str
    """What this is about, in a few sentences."""
    first: tuple[Said, ...] = ()
    """What comes before that: all whose conditions hold."""
    phase: Phase | None = None
    """None: for any phase of its kind that the lesson did not foresee."""
    turn: int = 0
    cast: Mapping[str, str] = field(default_factory=dict)
    """Who plays which part: patterns of units, as ``F NTH`` or ``A YOR|EDI``; ``?`` ends one that may be absent."""
    tasks: tuple[Task, ...] = ()
    more: str = ""
    """What a reader may want to know besides."""
    replies: tuple[Said, ...] = ()
    """The first whose conditions hold is said after the phase was judged."""
    notes: tuple[Said, ...] = ()
    """All whose conditions hold are said after that."""


@dataclass(frozen=True, slots=True)
class Lesson:
    """A game with scripted opponents."""

    id: str
    title: str
    variant: str
    power: PowerId
    """The power of the learner."""
    steps: tuple[Step, ...]
    spare: Mapping[str, Step]
    """What is said in phases that were not foreseen: ``retreats``, ``builds``, ``removals``."""
    scripts: Mapping[str, Mapping[PowerId, tuple[str, ...]]]
    """The orders of the opponents by phase. In a phase without a script they think for themselves."""
    ending: str
    """What is said when all turns are over."""

    @property
    def turns(self) -> int:
        """How many turns are guided."""
        return self.steps[-1].turn

    def find_step(self, phase: Phase) -> Step | None:
        """The step that belongs to a phase."""
        return next((step for step in self.steps if step.phase == phase), None)

    def find_turn(self, phase: Phase) -> int:
        """The turn that a phase belongs to."""
        return max((step.turn for step in self.steps if step.phase and step.phase.rank <= phase.rank), default=1)

    def find_script(self, state: GameState, power: PowerId) -> tuple[str, ...] | None:
        """What an opponent orders in the phase of a state; none if it thinks for itself.

        Where its units stand may depend on the learner: lines for units that are elsewhere are left out.
        """
        script = self.scripts.get(str(state.phase))
        if script is None:
            return None
        lines = script.get(power, ())
        if state.phase.kind is not PhaseKind.MOVES:
            return lines
        standing = {str(piece_of(unit)) for unit in state.position.units_of(power)}
        return tuple(line for line in lines if " ".join(line.split()[:2]) in standing)


def list_lessons() -> tuple[str, ...]:
    """The ids of all lessons."""
    return tuple(sorted(entry.name.removesuffix(".toml") for entry in FOLDER.iterdir() if entry.name.endswith(".toml")))


@cache
def load_lesson(lesson: str) -> Lesson:
    """The lesson with an id."""
    if lesson not in list_lessons():
        raise RequestError("lesson", f"there is no lesson {lesson[:40]!r}", list_lessons())
    data = tomllib.loads((FOLDER / f"{lesson}.toml").read_text(encoding="utf-8"))
    steps = tuple(_read_step(step) for step in data["steps"])
    spare = {kind: _read_step(step) for kind, step in data["spare"].items()}
    scripts = {
        phase: {PowerId(power): tuple(orders) for power, orders in script.items()}
        for phase, script in data["scripts"].items()
    }
    return Lesson(
        lesson, data["title"], data["variant"], PowerId(data["power"]), steps, spare, scripts, data["ending"].strip()
    )


def _read_step(data: Mapping[str, Any]) -> Step:
    return Step(
        title=data["title"],
        say=data["say"].strip(),
        first=tuple(_read_said(said) for said in data.get("first", ())),
        phase=parse_phase(data["phase"]) if "phase" in data else None,
        turn=data.get("turn", 0),
        cast=data.get("cast", {}),
        tasks=tuple(
            Task(task["text"], tuple(task["orders"]), task.get("hint", ""), tuple(task.get("unless", ())))
            for task in data.get("tasks", ())
        ),
        more=data.get("more", "").strip(),
        replies=tuple(_read_said(said) for said in data.get("replies", ())),
        notes=tuple(_read_said(said) for said in data.get("notes", ())),
    )


def _read_said(data: Mapping[str, Any]) -> Said:
    return Said(data["say"].strip(), tuple(data.get("when", ())), data.get("done", False))


def name_kind(phase: Phase, builds: int) -> str:
    """Which of the spare steps a phase needs, for a power with so many builds, or removals below zero."""
    if phase.kind is PhaseKind.RETREATS:
        return "retreats"
    return "builds" if builds > 0 else "removals"
