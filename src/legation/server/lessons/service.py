"""Starting or continuing a lesson, repeating a turn, and playing on without the guide.

A lesson is an ordinary game against bots that follow a script; the guide's text follows from the game itself.
"""

from dataclasses import dataclass

from sqlalchemy import Connection

from legation.board import PowerId
from legation.game import parse_phase
from legation.lessons import Lesson, is_finished, list_lessons, load_lesson
from legation.render.words import ENGLISH, word_phase
from legation.server.accounts.service import make_guest
from legation.server.base.refusals import HttpRefusal
from legation.server.base.services import Services
from legation.server.game.event_storage import add_event
from legation.server.game.loaded_game import LoadedGame, load_game, load_locked_game
from legation.server.game.log_storage import add_log
from legation.server.game.member_storage import add_member
from legation.server.game.membership import Act, load_membership
from legation.server.game.records import GameHead, GameKind, Role
from legation.server.game.storage import change_game, list_unended_games
from legation.server.game.terms import Level
from legation.server.games.creating import GameRequest, put_game
from legation.server.games.game_page import GamePage, load_game_page
from legation.server.games.starting import begin
from legation.server.identity.viewers import Account, Viewer
from legation.server.judging.rewind import RewindRequest, apply_rewind, load_past, plan_rewind
from legation.server.solo.beginning import Begun
from legation.server.solo.service import MOST_SOLO, make_terms, note_asker
from legation.server.solo.taking_back import write_way_back
from legation.variants import load_variant

LEVEL = Level.EASY
"""The strength of the opponents once the script is over."""


@dataclass(frozen=True, slots=True)
class LessonCard:
    """A lesson, and the viewer's progress in it."""

    id: str
    title: str
    turns: int
    game: str | None
    """The viewer's game of this lesson; null if there is none."""
    turn: int
    """The current turn of that game."""
    is_finished: bool


def list_cards(services: Services, viewer: Viewer) -> list[LessonCard]:
    """All lessons, each with the viewer's game."""
    with services.store.read() as connection:
        return [_describe_card(connection, viewer, load_lesson(lesson)) for lesson in list_lessons()]


def _describe_card(connection: Connection, viewer: Viewer, lesson: Lesson) -> LessonCard:
    row = _find_own(connection, viewer.account, lesson.id)
    if row is None:
        return LessonCard(lesson.id, lesson.title, lesson.turns, None, 0, is_finished=False)
    phase = parse_phase(row.phase)
    turn = lesson.turn_of(phase)
    return LessonCard(lesson.id, lesson.title, lesson.turns, row.id, turn, is_finished(lesson, phase))


def _find_own(connection: Connection, account: Account | None, lesson: str) -> GameHead | None:
    """The game in which an account plays a lesson."""
    if account is None:
        return None
    return next((row for row in list_unended_games(connection, account.id) if row.lesson == lesson), None)


def start_lesson(services: Services, viewer: Viewer, lesson_id: str) -> Begun:
    """Continue a lesson, or begin it; a visitor without an account plays as a guest."""
    services.rates.take("solo", viewer.rate_key, services.clock.now())
    if lesson_id not in list_lessons():
        raise HttpRefusal(404, "no_such_lesson", candidates=list_lessons())
    lesson = load_lesson(lesson_id)
    signed_in = make_guest(services, viewer) if viewer.account is None else None
    player = signed_in.viewer if signed_in else viewer
    with services.store.write() as connection:
        row = _find_own(connection, player.account, lesson_id)
        if row is not None and is_finished(lesson, parse_phase(row.phase)):
            change_game(connection, row.id, lesson=None)  # it goes on as an ordinary game against bots
            row = None
        game_id = row.id if row else _put_game(connection, services, player.need_account(), lesson)
        page = load_game_page(connection, services, game_id, player)
    note_asker(services, player, game_id)
    services.bell.ring()
    return Begun(page, signed_in)


def _put_game(connection: Connection, services: Services, account: Account, lesson: Lesson) -> str:
    running = [row for row in list_unended_games(connection, account.id) if row.is_solo]
    if len(running) >= MOST_SOLO:
        raise HttpRefusal(409, "too_many_games", case="solo")
    variant, now = load_variant(lesson.variant), services.clock.now()
    terms = make_terms({PowerId(power): LEVEL for power in variant.seats if power != lesson.power})
    request = GameRequest(lesson.title, lesson.variant)
    game_id = put_game(connection, services, variant, request, terms, kind=GameKind.SOLO)
    change_game(connection, game_id, lesson=lesson.id)
    add_member(connection, game_id, account.id, Role.PLAYER, now, power=lesson.power)
    begin(connection, services, load_game(connection, services, game_id))
    text = ENGLISH.fill("log.lesson.started", name=account.name, lesson=lesson.title)
    add_log(connection, game_id, now, actor=account.name, act="started", text=text)
    return game_id


def take_again(services: Services, viewer: Viewer, game_id: str, phase: str) -> GamePage:
    """Go back to a phase of a lesson, with an empty sheet."""
    services.rates.take("solo", viewer.rate_key, services.clock.now())
    with services.store.read() as connection:
        game = load_game(connection, services, game_id)
        _need_lesson(connection, game, viewer)
        if phase == str(game.state.phase):
            return load_game_page(connection, services, game_id, viewer)
        past = load_past(connection, game, phase)
    power = load_lesson(game.row.lesson or "").power
    rewind = plan_rewind(past, RewindRequest(phase, orders={power: ()}, whole_sheets=True), services.clock.now())

    def write(connection: Connection, locked: LoadedGame) -> str:
        apply_rewind(connection, services, locked, rewind)
        return ENGLISH.fill("log.lesson.again", phase=word_phase(rewind.state.shown_phase))

    return write_way_back(services, viewer, game_id, game.row.head, write)


def leave_lesson(services: Services, viewer: Viewer, game_id: str) -> GamePage:
    """Continue without the guide: from now on the opponents think for themselves."""
    with services.store.write() as connection:
        game, _ = load_locked_game(connection, services, game_id, viewer)
        _need_lesson(connection, game, viewer)
        now = services.clock.now()
        change_game(connection, game_id, lesson=None, version=game.row.version + 1)
        add_event(connection, game_id, "all", "gm", now)
        text = ENGLISH.texts["log.lesson.left"]
        add_log(connection, game_id, now, actor=viewer.need_account().name, act="terms", text=text)
        return load_game_page(connection, services, game_id, viewer)


def _need_lesson(connection: Connection, game: LoadedGame, viewer: Viewer) -> None:
    """Refuse a viewer who does not play in the game, and a game that is not a lesson."""
    load_membership(connection, game.row, viewer).need(Act.ORDERS)
    if game.row.lesson not in list_lessons():
        raise HttpRefusal(409, "no_lesson")
