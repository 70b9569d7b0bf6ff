"""A lesson as data: the opponents' orders, the learner's tasks, and the comments on the results."""

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
    """One order that the learner should give."""

    text: str
    orders: tuple[str, ...]
    """Orders that fulfil the task; the first is the intended one."""
    hint: str = ""
    unless: tuple[str, ...] = ()
    """Conditions under each of which the task is left out."""


@dataclass(frozen=True, slots=True)
class Said:
    """A text that is shown if all its conditions hold."""

    say: str
    when: tuple[str, ...] = ()
    is_done: bool = False


@dataclass(frozen=True, slots=True)
class Step:
    """One phase of a lesson in which the learner orders."""

    title: str
    say: str
    """The subject of the step, in a few sentences."""
    first: tuple[Said, ...] = ()
    """Texts before that: all whose conditions hold."""
    phase: Phase | None = None
    """None means any phase of its kind for which the lesson has no step."""
    turn: int = 0
    cast: Mapping[str, str] = field(default_factory=dict)
    """The parts of the step: patterns of units such as ``F NTH`` or ``A YOR|EDI``; ``?`` marks an optional one."""
    tasks: tuple[Task, ...] = ()
    more: str = ""
    """Further explanation for curious readers."""
    replies: tuple[Said, ...] = ()
    """Comments after the phase was judged; the first whose conditions hold is shown."""
    notes: tuple[Said, ...] = ()
    """Further comments; all whose conditions hold are shown."""


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
    """Texts for phases without a step of their own: ``retreats``, ``builds``, ``removals``."""
    scripts: Mapping[str, Mapping[PowerId, tuple[str, ...]]]
    """The orders of the opponents by phase. In a phase without a script they play as bots."""
    ending: str
    """The text after the last turn."""

    @property
    def turns(self) -> int:
        """The number of guided turns."""
        return self.steps[-1].turn

    def find_step(self, phase: Phase) -> Step | None:
        """The step that belongs to a phase."""
        return next((step for step in self.steps if step.phase == phase), None)

    def turn_of(self, phase: Phase) -> int:
        """The turn that a phase belongs to."""
        return max((step.turn for step in self.steps if step.phase and step.phase.rank <= phase.rank), default=1)

    def find_script(self, state: GameState, power: PowerId) -> tuple[str, ...] | None:
        """The scripted orders of an opponent in the current phase, or None if it plays as a bot.

        The positions of its units may depend on the learner, so lines for units that are elsewhere are left out.
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
    """The key of the spare step for a phase, for a power with this many builds (negative for removals)."""
    if phase.kind is PhaseKind.RETREATS:
        return "retreats"
    return "builds" if builds > 0 else "removals"
