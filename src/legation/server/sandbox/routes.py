"""Sandboxes: try any position with any rulebook."""

from typing import Annotated

from fastapi import Request as HttpRequest
from fastapi import Response
from pydantic import Field, StringConstraints

from legation.contract import StateRequestJson
from legation.server.http.computed import compute_answer
from legation.server.http.query_fields import OfPhase
from legation.server.http.request_body import RequestBody
from legation.server.http.routes import OpenWorkRoute, ValueRoute
from legation.server.identity.api_router import ApiRouter
from legation.server.identity.request_context import AsAnybody, AsViewer, InServices
from legation.server.identity.scopes import Scope, needs_scope
from legation.server.orders.reviews import CheckedText
from legation.server.results.space_facts import ReachPage, SpacePage
from legation.server.sandbox import service as sandbox
from legation.server.sandbox.board_place import locate_board
from legation.server.sandbox.examples import ExamplePage, describe_example
from legation.server.sandbox.service import Sandbox, SandboxLink, SandboxOptions, SandboxVerdict

router = ApiRouter(tag="sandbox", route_class=ValueRoute)
open_work = ApiRouter(tag="sandbox", route_class=OpenWorkRoute)
Request = Annotated[dict[str, object], Field(max_length=20)]
Short = Annotated[str, StringConstraints(max_length=60)]


class Keep(RequestBody):
    """A request to store."""

    request: Request
    variant: Short | None = None


class Judge(RequestBody):
    """A request to judge, and rulebooks to compare with."""

    request: Request
    also_rules: list[Short] = Field(default_factory=list, max_length=6)


class Options(RequestBody):
    """A request, and the power whose options are wanted."""

    request: Request
    power: Short


class Space(RequestBody):
    """A request, and a space of its board."""

    request: Request
    space: Short


class Reach(RequestBody):
    """A request, whose position is examined."""

    request: Request


class Check(RequestBody):
    """A request, and a text with orders."""

    request: Request
    text: Annotated[str, StringConstraints(max_length=50_000)]


@router.get("/variants/{variant}/start")
def read_start_position(variant: str, services: InServices, viewer: AsViewer) -> StateRequestJson:
    """The first position, as a request to the judge, for starting a sandbox."""
    return sandbox.read_start(services, viewer, variant)


@router.get("/examples/{example}")
def read_example(example: str) -> ExamplePage:
    """An example of a rule, judged phase by phase."""
    return describe_example(example[:40])


@router.post("/sandboxes", status_code=201)
@needs_scope(Scope.PLAY)
def keep_sandbox(body: Keep, services: InServices, viewer: AsViewer) -> SandboxLink:
    """Store a position with its orders, to share it as a link."""
    services.rates.take("sandbox", viewer.rate_key, services.clock.now())
    return sandbox.keep_sandbox(services, viewer, body.request)


@open_work.post("/sandboxes/judge", response_model=SandboxVerdict)
@needs_scope(Scope.READ)
def judge_sandbox(body: Judge, request: HttpRequest, services: InServices, viewer: AsAnybody) -> Response:
    """Judge a position, and see what other rulebooks change."""
    services.rates.take("sandbox", viewer.work_key, services.clock.now(), 1 + len(body.also_rules))
    wish = (locate_board(services, viewer, body.request), body.request, tuple(body.also_rules))
    return compute_answer(request, services, SandboxVerdict, sandbox.judge_sandbox, *wish)


@open_work.post("/sandboxes/options", response_model=SandboxOptions)
@needs_scope(Scope.READ)
def list_sandbox_options(body: Options, request: HttpRequest, services: InServices, viewer: AsAnybody) -> Response:
    """What a power may order in a position."""
    services.rates.take("sandbox", viewer.work_key, services.clock.now())
    place = locate_board(services, viewer, body.request)
    return compute_answer(
        request, services, SandboxOptions, sandbox.list_sandbox_options, place, body.request, body.power
    )


@open_work.post("/sandboxes/space", response_model=SpacePage)
@needs_scope(Scope.READ)
def read_sandbox_space(body: Space, request: HttpRequest, services: InServices, viewer: AsAnybody) -> Response:
    """The facts about a space of a position."""
    services.rates.take("sandbox", viewer.work_key, services.clock.now())
    place = locate_board(services, viewer, body.request)
    return compute_answer(request, services, SpacePage, sandbox.read_sandbox_space, place, body.request, body.space)


@open_work.post("/sandboxes/reach", response_model=ReachPage)
@needs_scope(Scope.READ)
def read_sandbox_reach(body: Reach, request: HttpRequest, services: InServices, viewer: AsAnybody) -> Response:
    """Who could go where in a position, and how strongly."""
    services.rates.take("sandbox", viewer.work_key, services.clock.now())
    place = locate_board(services, viewer, body.request)
    return compute_answer(request, services, ReachPage, sandbox.read_sandbox_reach, place, body.request)


@open_work.post("/sandboxes/check", response_model=CheckedText)
@needs_scope(Scope.READ)
def check_sandbox(body: Check, request: HttpRequest, services: InServices, viewer: AsAnybody) -> Response:
    """How a text with orders would be understood in a position."""
    services.rates.take("sandbox", viewer.work_key, services.clock.now())
    place = locate_board(services, viewer, body.request)
    return compute_answer(request, services, CheckedText, sandbox.check_sandbox, place, body.request, body.text)


@router.get("/sandboxes/{key}")
def read_sandbox(key: str, services: InServices) -> Sandbox:
    """A stored position."""
    return sandbox.read_sandbox(services, key)


@router.get("/games/{game}/sandbox")
def copy_game_to_sandbox(
    game: str,
    services: InServices,
    viewer: AsViewer,
    *,
    phase: OfPhase = None,
    own: bool = False,
) -> StateRequestJson:
    """A position from a phase of a game; with ``own`` the current position includes the reader's saved orders."""
    return sandbox.copy_game(services, viewer, game, phase, with_own=own)
