"""The stateless judge (``docs/reference/judge.md``)."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial

from fastapi import Request, Response

from legation.contract import AnswerJson, FailureJson, judge_object
from legation.errors import RequestError
from legation.game import load_json
from legation.render.words import capitalize
from legation.server.base.refusals import HttpRefusal
from legation.server.base.services import Services
from legation.server.http.computed import accepts_gzip, answer_body, compute, pack
from legation.server.identity.api_router import ApiRouter
from legation.server.identity.request_context import AsAnybody, InServices
from legation.server.identity.scopes import Scope, needs_scope
from legation.server.identity.viewers import Viewer
from legation.server.sandbox.board_place import OWN_BOARD, BoardPlace, locate_named_board
from legation.variants import Variant, has_edition

router = ApiRouter(tag="judge")
MOST = 100
AT_ONCE = 10
"""Phases that are judged before another request has a turn."""
MOST_BOARDS = 8
"""Boards in one list that are not built in: each is opened before its requests are judged."""
LONGEST = 1_000_000
"""Bytes of one request: the same as on the command line."""


JudgeAnswer = AnswerJson | FailureJson


@router.post(
    "/judge",
    response_model=JudgeAnswer | list[JudgeAnswer],
    openapi_extra={"requestBody": {"content": {"application/json": {"schema": {}}}}},
)
@needs_scope(Scope.READ)
async def judge_requests(request: Request, services: InServices, viewer: AsAnybody) -> Response:
    """Judge one phase, or a list of at most 100."""
    services.rates.take("judge", viewer.work_key, services.clock.now())  # a refused request need not wait
    judge = partial(_judge, services, viewer, await request.body(), accepts_gzip(request))
    return await services.open_work.run(viewer.work_key, judge, yields=not viewer.has_full_account)


def _judge(services: Services, viewer: Viewer, body: bytes, packs: bool) -> Response:
    """Judge part by part, so that other requests have their turn between two parts."""
    places: dict[str, BoardPlace] = {}
    part = compute(services, judge_part, body, 0, places)
    if part.boards:
        places = {name: locate_named_board(services, viewer, name) for name in part.boards}
        part = compute(services, judge_part, body, 0, places)
    if part.count is None:
        return answer_body(pack(part.answers[0].encode(), packs=packs))
    services.rates.take("judge", viewer.work_key, services.clock.now(), part.count - 1)
    answers = [*part.answers]
    while len(answers) < part.count:
        answers += compute(services, judge_part, body, len(answers), places).answers
    return answer_body(pack(f"[{','.join(answers)}]".encode(), packs=packs))


@dataclass(frozen=True, slots=True)
class JudgedPart:
    """Some of the judge's answers, as JSON."""

    count: int | None
    """The number of requests; None for a single request outside a list."""
    answers: tuple[str, ...]
    boards: tuple[str, ...] = ()
    """Names of boards that are not built in and whose places are needed; then there are no answers."""


def judge_part(body: bytes, first: int, places: Mapping[str, BoardPlace]) -> JudgedPart:
    """Judge some of the requests in a body, starting at one of them. Runs in another process."""
    try:
        data = load_json(body)
    except RequestError as error:
        raise HttpRefusal(422, "not_json", message=f"{capitalize(error.problem)}.") from None
    requests = data if isinstance(data, list) else [data]
    count = len(requests) if isinstance(data, list) else None
    if len(requests) > MOST:
        raise HttpRefusal(422, "too_many", case="judge_requests", most=MOST)
    if first == 0:
        _check_sizes(body, requests)
        boards = _list_boards(requests)
        if not boards <= places.keys():
            return JudgedPart(count, (), tuple(sorted(boards)))

    def load(name: str) -> Variant:
        return places.get(name, OWN_BOARD).load(name)

    return JudgedPart(count, tuple(_write(judge_object(part, load)) for part in requests[first : first + AT_ONCE]))


def _check_sizes(body: bytes, requests: Sequence[object]) -> None:
    if len(body) <= LONGEST:
        return  # no part of it can be too large
    if len(requests) == 1 or any(len(json.dumps(part, ensure_ascii=False)) > LONGEST for part in requests):
        raise HttpRefusal(413, "too_large", case="judge_request")


def _list_boards(requests: Sequence[object]) -> set[str]:
    """The names of boards that are not built in."""
    names = [request.get("variant") for request in requests if isinstance(request, dict)]
    boards = {name for name in names if isinstance(name, str) and not has_edition(name)}
    if len(boards) > MOST_BOARDS:
        raise HttpRefusal(422, "too_many", case="judge_boards", most=MOST_BOARDS)
    return boards


def _write(answer: JudgeAnswer) -> str:
    return json.dumps(answer, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
