"""The stateless judge (``docs/reference/judge.md``)."""

import json
from dataclasses import dataclass

from fastapi import APIRouter, Request, Response

from legation.contract import AnswerJson, FailureJson, judge_object
from legation.errors import RequestError
from legation.game import load_json
from legation.server.base.refusals import HttpRefusal
from legation.server.base.services import Services
from legation.server.http.computed import accepts_gzip, answer_body, compute, pack
from legation.server.identity.request_context import AsAnybody, InServices
from legation.server.identity.scopes import Scope, needs_scope
from legation.server.identity.viewers import Viewer

router = APIRouter(tags=["judge"])
MOST = 100
AT_ONCE = 10
"""Phases that are judged before somebody else has a turn."""
LONGEST = 1_000_000
"""Bytes of one request: as on the command line."""


JudgeAnswer = AnswerJson | FailureJson


@router.post(
    "/judge",
    response_model=JudgeAnswer | list[JudgeAnswer],
    openapi_extra={"requestBody": {"content": {"application/json": {"schema": {}}}}},
)
@needs_scope(Scope.READ)
async def judge_requests(request: Request, services: InServices, viewer: AsAnybody) -> Response:
    """Judge one phase, or a list of at most 100."""
    body = await request.body()
    return await services.open_work.run(viewer.work_key, lambda: _judge(services, viewer, body, accepts_gzip(request)))


def _judge(services: Services, viewer: Viewer, body: bytes, packs: bool) -> Response:
    """Judge part by part, so that others have their turn between two parts."""
    services.rates.take("judge", viewer.work_key, services.clock.now())
    part = compute(services, judge_part, body, 0)
    if part.count is None:
        return answer_body(pack(part.answers[0].encode(), packs=packs))
    services.rates.take("judge", viewer.work_key, services.clock.now(), part.count - 1)
    answers = [*part.answers]
    while len(answers) < part.count:
        answers += compute(services, judge_part, body, len(answers)).answers
    return answer_body(pack(f"[{','.join(answers)}]".encode(), packs=packs))


@dataclass(frozen=True, slots=True)
class JudgedPart:
    """Some answers of the judge, as JSON."""

    count: int | None
    """How many requests there are; none where it is one that stands alone."""
    answers: tuple[str, ...]


def judge_part(body: bytes, first: int) -> JudgedPart:
    """Judge some of the requests in a body, from one on. Runs in another process."""
    try:
        data = load_json(body)
    except RequestError:
        raise HttpRefusal(422, "not_json") from None
    if not isinstance(data, list):
        _check_size(len(body))
        return JudgedPart(None, (_write(judge_object(data)),))
    if len(data) > MOST:
        raise HttpRefusal(422, "too_many", case="judge_requests", most=MOST)
    if first == 0 and len(body) > LONGEST:  # else no part of it can be too large
        for part in data:
            _check_size(len(json.dumps(part, ensure_ascii=False)))
    return JudgedPart(len(data), tuple(_write(judge_object(part)) for part in data[first : first + AT_ONCE]))


def _write(answer: JudgeAnswer) -> str:
    return json.dumps(answer, ensure_ascii=False, allow_nan=False, separators=(",", ":"))


def _check_size(size: int) -> None:
    if size > LONGEST:
        raise HttpRefusal(413, "too_large", case="judge_request")
