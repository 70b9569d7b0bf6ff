"""The texts of the guide: for the current phase, and for judged phases."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum

from legation.board import Board, Position, Unit
from legation.game import GameState, Phase, PhaseKind, PhaseRecord
from legation.lessons.conditions import holds_after, holds_in
from legation.lessons.lesson import Lesson, Step, Task, name_kind
from legation.lessons.units import Actor, Pattern, make_actor, read_pattern, word_pattern
from legation.variants import Variant

NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


class Kind(StrEnum):
    """The state of a lesson."""

    PLAY = "play"
    """The learner is asked to do something."""
    WATCH = "watch"
    """The learner has nothing to order."""
    STUCK = "stuck"
    """The step needs a unit that the learner no longer has there."""
    FINISHED = "finished"


@dataclass(frozen=True, slots=True)
class AdvisedTask:
    """One order that the learner should give, with its units named."""

    text: str
    hint: str
    orders: tuple[str, ...]
    """Orders that fulfil the task, in standard notation; the first is the intended one."""


@dataclass(frozen=True, slots=True)
class Advice:
    """The guide's text for a phase."""

    kind: Kind
    turn: int
    title: str
    say: str
    more: str = ""
    tasks: tuple[AdvisedTask, ...] = ()
    missing: tuple[str, ...] = ()
    """Units that the step needs but that are missing, in words."""


@dataclass(frozen=True, slots=True)
class Reply:
    """The guide's comment on a judged phase."""

    phase: Phase
    turn: int
    title: str
    is_done: bool
    """True if the learner did the step's task."""
    say: str


def is_finished(lesson: Lesson, phase: Phase) -> bool:
    """True if all steps of a lesson come before a phase."""
    last = lesson.steps[-1].phase
    assert last is not None
    return phase.rank > last.rank


def advise(lesson: Lesson, variant: Variant, state: GameState, *, is_due: bool) -> Advice:
    """The guide's text for the current phase. ``is_due``: whether the learner has something to order."""
    if is_finished(lesson, state.phase):
        return Advice(Kind.FINISHED, lesson.turns, lesson.title, lesson.ending)
    step = lesson.find_step(state.phase)
    turn = lesson.turn_of(state.phase)
    if not is_due:
        return Advice(Kind.WATCH, turn, lesson.title, "")
    step = step or _spare_step(lesson, state)
    cast, missing = _cast(lesson, variant.board, step, state.position)
    if missing:
        wanted = tuple(word_pattern(variant, pattern, lesson.power) for pattern in missing)
        return Advice(Kind.STUCK, turn, step.title, "", missing=wanted)
    tasks = tuple(_advise_task(task, cast) for task in step.tasks if _is_wanted(task, cast, state.position))
    words: dict[str, Actor | str] = {**cast, **_count(lesson, state.position)}
    first = [said.say for said in step.first if all(holds_in(condition, state.position) for condition in said.when)]
    return Advice(Kind.PLAY, turn, step.title, _fill(" ".join([*first, step.say]), words), step.more, tasks)


def list_replies(lesson: Lesson, variant: Variant, records: Iterable[PhaseRecord]) -> tuple[Reply, ...]:
    """The guide's comments on the judged phases of a lesson, in sequence."""
    replies = (_reply(lesson, variant.board, record) for record in records)
    return tuple(reply for reply in replies if reply is not None)


def _reply(lesson: Lesson, board: Board, record: PhaseRecord) -> Reply | None:
    """The comment on a phase, or None if the learner had no task."""
    step = lesson.find_step(record.phase)
    if step is None or not _had_orders(lesson, record.before):
        return None
    cast, missing = _cast(lesson, board, step, record.before.position)
    if missing:
        return None
    said = next(said for said in step.replies if all(holds_after(condition, record) for condition in said.when))
    notes = [note.say for note in step.notes if all(holds_after(condition, record) for condition in note.when)]
    return Reply(record.phase, step.turn, step.title, said.is_done, _fill(" ".join([said.say, *notes]), cast))


def _had_orders(lesson: Lesson, state: GameState) -> bool:
    """True if the learner had something to order in a phase."""
    position, power = state.position, lesson.power
    match state.phase.kind:
        case PhaseKind.MOVES:
            return bool(position.units_of(power))
        case PhaseKind.RETREATS:
            return any(found.unit.power == power for found in position.dislodged)
        case PhaseKind.ADJUSTMENTS:
            return len(position.centres_of(power)) != len(position.units_of(power))


def _spare_step(lesson: Lesson, state: GameState) -> Step:
    position, power = state.position, lesson.power
    builds = len(position.centres_of(power)) - len(position.units_of(power))
    return lesson.spare[name_kind(state.phase, builds)]


def _cast(lesson: Lesson, board: Board, step: Step, position: Position) -> tuple[dict[str, Actor], tuple[Pattern, ...]]:
    """The units that play the parts of a step, and the patterns without a matching unit. No unit plays two parts."""
    units: dict[str, Unit] = {}
    missing: list[Pattern] = []
    for part, text in step.cast.items():
        pattern = read_pattern(text, lesson.power)
        unit = pattern.find(position, units.values())
        if unit is not None:
            units[part] = unit
        elif not pattern.is_optional:
            missing.append(pattern)
    return {part: make_actor(board, unit) for part, unit in units.items()}, tuple(missing)


def _is_wanted(task: Task, cast: Mapping[str, Actor], position: Position) -> bool:
    """True if a task applies: all its parts are played, and no condition makes it unnecessary."""
    if any(holds_in(condition, position) for condition in task.unless):
        return False
    return _can_fill(task.orders[0], cast) and _can_fill(task.text, cast)


def _advise_task(task: Task, cast: Mapping[str, Actor]) -> AdvisedTask:
    return AdvisedTask(
        _fill(task.text, cast), _fill(task.hint, cast), tuple(_fill(order, cast) for order in task.orders)
    )


def _can_fill(text: str, cast: Mapping[str, Actor]) -> bool:
    try:
        _fill(text, cast)
    except KeyError:
        return False
    return True


def _fill(text: str, words: Mapping[str, Actor | str]) -> str:
    return text.format_map(words)


def _count(lesson: Lesson, position: Position) -> dict[str, str]:
    """The numbers of the learner's centres and units, and the surplus, in words."""
    centres, units = len(position.centres_of(lesson.power)), len(position.units_of(lesson.power))
    return {"centres": NUMBERS[centres], "units": NUMBERS[units], "surplus": NUMBERS[abs(centres - units)]}
