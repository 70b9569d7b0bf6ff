"""The stateless judge (``docs/reference/judge.md``)."""

import json

from fastapi import APIRouter, Request
from fastapi.responses import JSONResponse
from starlette.concurrency import run_in_threadpool

from legation.contract import AnswerJson, FailureJson, judge_object
from legation.errors import RequestError
from legation.game import load_json
from legation.server.base.refusals import HttpRefusal
from legation.server.identity.request_context import AsViewer, InServices

router = APIRouter(tags=["judge"])
MOST = 100
LONGEST = 1_000_000
"""Bytes of one request: as on the command line."""


JudgeAnswer = AnswerJson | FailureJson


@router.post(
    "/judge",
    response_model=JudgeAnswer | list[JudgeAnswer],
    openapi_extra={"requestBody": {"content": {"application/json": {"schema": {}}}}},
)
async def judge_requests(request: Request, services: InServices, viewer: AsViewer) -> JSONResponse:
    """Judge one phase, or a list of at most 100."""
    services.rates.take("judge", viewer.rate_key, services.clock.now())
    # Written here as on the command line; FastAPI would check every field of it once more.
    return await run_in_threadpool(lambda body: JSONResponse(_judge(body)), await request.body())


def _judge(body: bytes) -> JudgeAnswer | list[JudgeAnswer]:
    try:
        data = load_json(body)
    except RequestError:
        raise HttpRefusal(422, "not_json") from None
    if not isinstance(data, list):
        _check_size(len(body))
        return judge_object(data)
    if len(data) > MOST:
        raise HttpRefusal(422, "too_many", case="judge_requests", most=MOST)
    if len(body) > LONGEST:  # else no part of it can be too large
        for part in data:
            _check_size(len(json.dumps(part, ensure_ascii=False)))
    return [judge_object(part) for part in data]


def _check_size(size: int) -> None:
    if size > LONGEST:
        raise HttpRefusal(413, "too_large", case="judge_request")
