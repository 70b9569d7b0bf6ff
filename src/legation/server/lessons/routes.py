"""Lessons, and the texts of their guide."""

from dataclasses import dataclass

from fastapi import Response
from pydantic import Field

from legation.server.games.game_page import GamePage
from legation.server.http.request_body import RequestBody
from legation.server.http.routes import JudgingRoute
from legation.server.identity.api_router import ApiRouter
from legation.server.identity.request_context import AsSignedIn, AsViewer, InServices
from legation.server.identity.scopes import Scope, needs_scope
from legation.server.lessons import guide, service
from legation.server.lessons.guide import Guide
from legation.server.lessons.service import LessonCard
from legation.server.solo.beginning import BegunGame, answer_begun

router = ApiRouter(tag="lessons", route_class=JudgingRoute)


class AgainBody(RequestBody):
    """The phase to repeat."""

    phase: str = Field(max_length=12)


@dataclass(frozen=True, slots=True)
class LessonList:
    """All lessons."""

    lessons: list[LessonCard]


@router.get("/lessons")
def list_lessons(services: InServices, viewer: AsViewer) -> LessonList:
    """All lessons, and the caller's progress in each."""
    return LessonList(service.list_cards(services, viewer))


@router.post("/lessons/{lesson}", status_code=201)
@needs_scope(Scope.PLAY)
def start_lesson(lesson: str, response: Response, services: InServices, viewer: AsViewer) -> BegunGame:
    """Continue a lesson, or begin it; a visitor without an account plays as a guest."""
    begun = service.start_lesson(services, viewer, lesson)
    return answer_begun(services, response, begun)


@router.get("/games/{game}/lesson")
def read_guide(game: str, services: InServices, viewer: AsSignedIn) -> Guide:
    """The texts of a lesson's guide."""
    return guide.read_guide(services, viewer, game)


@router.post("/games/{game}/lesson/again")
@needs_scope(Scope.PLAY)
def take_again(game: str, body: AgainBody, services: InServices, viewer: AsSignedIn) -> GamePage:
    """Go back to a phase of a lesson, with an empty sheet."""
    return service.take_again(services, viewer, game, body.phase)


@router.post("/games/{game}/lesson/leave")
@needs_scope(Scope.PLAY)
def leave_lesson(game: str, services: InServices, viewer: AsSignedIn) -> GamePage:
    """Continue without the guide: from now on the opponents think for themselves."""
    return service.leave_lesson(services, viewer, game)
