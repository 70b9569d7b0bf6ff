"""The guide of a lesson, as pages show it."""

from collections.abc import Iterable
from dataclasses import dataclass

from sqlalchemy import Connection

from legation.board import PowerId
from legation.errors import LegationError
from legation.game import PhaseKind, PhaseRecord
from legation.lessons import AdvisedTask, Kind, Lesson, Reply, advise, list_lessons, list_replies, load_lesson
from legation.orders import read_submissions
from legation.render.words import word_phase
from legation.server.base.refusals import HttpRefusal
from legation.server.base.services import Services
from legation.server.game.loaded_game import LoadedGame, decode_game, load_record
from legation.server.game.membership import Act, open_game
from legation.server.game.order_lines import OrderLine, describe_orders
from legation.server.game.storage import list_heads
from legation.server.identity.viewers import Viewer


@dataclass(frozen=True, slots=True)
class GuideTask:
    """One order that the learner is asked to give."""

    text: str
    hint: str
    orders: list[OrderLine]
    """Any of these counts; the first is the intended one."""


@dataclass(frozen=True, slots=True)
class GuideReply:
    """The guide's comment on a judged phase."""

    phase: str
    phase_title: str
    turn: int
    title: str
    is_done: bool
    """True if the learner did what the phase was about."""
    say: str


@dataclass(frozen=True, slots=True)
class Guide:
    """The guide's current text, and its texts for earlier phases."""

    lesson: str
    lesson_title: str
    turns: int
    first: str
    """The phase in which the lesson begins."""
    phase: str
    phase_title: str
    turn: int
    kind: Kind
    title: str
    say: str
    more: str
    tasks: list[GuideTask]
    missing: list[str]
    """Units that this phase needs and the learner lacks, in words."""
    again: str | None
    """The phase to repeat if units are missing."""
    replies: list[GuideReply]


def read_guide(services: Services, viewer: Viewer, game_id: str) -> Guide:
    """The guide's text for the player of a lesson."""
    with services.store.read() as connection:
        row, membership = open_game(connection, game_id, viewer)
        membership.need(Act.ORDERS)
        if row.lesson not in list_lessons():
            raise HttpRefusal(409, "no_lesson")
        game = decode_game(connection, services, row)
        records = _load_records(connection, game)
    return _describe(load_lesson(row.lesson or ""), game, records)


def _load_records(connection: Connection, game: LoadedGame) -> list[PhaseRecord]:
    heads = [head for head in list_heads(connection, game.id) if head.is_judged]
    return [load_record(connection, game.id, head.number, head.hash) for head in heads]


def _describe(lesson: Lesson, game: LoadedGame, records: Iterable[PhaseRecord]) -> Guide:
    state, judged = game.state, list(records)
    advice = advise(lesson, game.variant, state, is_due=lesson.power in game.due)
    moves = [str(record.phase) for record in judged if record.phase.kind is PhaseKind.MOVES]
    return Guide(
        lesson=lesson.id,
        lesson_title=lesson.title,
        turns=lesson.turns,
        first=str(lesson.steps[0].phase),
        phase=str(state.phase),
        phase_title=word_phase(state.phase),
        turn=advice.turn,
        kind=advice.kind,
        title=advice.title,
        say=advice.say,
        more=advice.more,
        tasks=[_describe_task(game, lesson.power, task) for task in advice.tasks],
        missing=list(advice.missing),
        again=moves[-1] if moves and advice.kind is Kind.STUCK else None,
        replies=[_describe_reply(reply) for reply in list_replies(lesson, game.variant, judged)],
    )


def _describe_task(game: LoadedGame, power: PowerId, task: AdvisedTask) -> GuideTask:
    board = game.variant.board
    read = [line.order for line in read_submissions(board, {power: task.orders})]
    orders = [(power, order) for order in read if not isinstance(order, LegationError)]
    return GuideTask(task.text, task.hint, describe_orders(board, orders))


def _describe_reply(reply: Reply) -> GuideReply:
    return GuideReply(str(reply.phase), word_phase(reply.phase), reply.turn, reply.title, reply.is_done, reply.say)
