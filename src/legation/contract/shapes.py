"""The objects of the judge's JSON, field by field (``docs/reference/judge.md``)."""

import sys
from typing import Literal

if sys.version_info >= (3, 12):
    from typing import NotRequired, TypedDict
else:  # the API's schema cannot be made from the TypedDict of older versions
    from typing import NotRequired

    from typing_extensions import TypedDict

ResultWord = Literal["succeeds", "fails", "cut", "disrupted", "void", "dislodged", "destroyed"]
"""The result of an order; if its unit was dislodged, that is the result."""


class UnitJson(TypedDict):
    """A unit, such as ``F STP/SC``, and its power."""

    power: str
    unit: str


# Some fields below are named with Python keywords, so these two classes are written as calls.
DislodgedJson = TypedDict(
    "DislodgedJson",
    {
        "power": str,
        "unit": str,
        "from": str | None,  # the space that the attacker came from
        "retreats": list[str],
    },
)
"""A unit that must retreat."""

RequestedDislodgedJson = TypedDict(
    "RequestedDislodgedJson",
    {"power": str, "unit": str, "from": NotRequired[str | None], "retreats": NotRequired[list[str] | None]},
)
"""A unit that must retreat, in a request: what is left out is computed."""


class BoardJson(TypedDict):
    """The board by power: units, centres, dislodged units and contested spaces."""

    units: dict[str, list[str]]
    dislodged: list[DislodgedJson]
    contested: list[str]
    centres: dict[str, list[str]]


class StateJson(BoardJson):
    """A state of a game."""

    phase: str
    memory: dict[str, object]
    disorder: NotRequired[list[str]]


class RequestJson(TypedDict, total=False):
    """What the judge is asked."""

    id: object
    variant: str
    rules: str | None
    options: dict[str, object] | None
    modules: list[str] | None
    phase: str
    units: dict[str, list[str]] | None
    dislodged: list[RequestedDislodgedJson] | None
    contested: list[str] | None
    centres: dict[str, list[str]] | None
    disorder: list[str] | None
    orders: dict[str, list[str]] | None
    memory: dict[str, object] | None
    detail: bool | None


class StateRequestJson(StateJson):
    """A request made from a state: what to judge next, with or without orders."""

    variant: str
    rules: NotRequired[str]
    options: NotRequired[dict[str, object]]
    modules: NotRequired[list[str]]
    orders: dict[str, list[str]]


class StrengthsJson(TypedDict):
    """The strengths that met."""

    attack: int
    hold: int
    defend: int
    prevent: int


class OutcomeJson(TypedDict):
    """What happened to one order."""

    power: str
    order: str
    result: ResultWord
    reason: str
    because_of: list[str]
    text: str
    clause: str | None
    cite: str
    strengths: NotRequired[StrengthsJson]
    order_result: NotRequired[ResultWord]


class RejectionJson(TypedDict):
    """An order that was not followed."""

    power: str
    text: str
    reason: str
    hint: str
    clause: str | None
    cite: str


class DisruptionJson(TypedDict):
    """A colonial centre that was fought over and lost its owner; after a Fall it may have one again."""

    space: str
    owner: str
    clause: str


class EndingJson(TypedDict):
    """How a game ended."""

    kind: str
    powers: list[str]
    clause: str | None
    cite: str


class AfterJson(BoardJson):
    """The first part of an answer: the state that follows."""

    phase: str
    next_phase: str | None
    destroyed: list[UnitJson]
    disorder: NotRequired[list[str]]


class RestJson(TypedDict):
    """The last part of an answer."""

    rejected: list[RejectionJson]
    disrupted: list[DisruptionJson]
    ended: EndingJson | None
    memory: dict[str, object]


class AnswerJson(AfterJson, RestJson):
    """What the judge answers."""

    id: object
    outcomes: list[OutcomeJson]


class ErrorJson(TypedDict):
    """What is wrong with a request, and in which field."""

    field: str
    problem: str
    candidates: list[str]


class FailureJson(TypedDict):
    """The answer to a request that cannot be judged."""

    id: object
    error: ErrorJson
