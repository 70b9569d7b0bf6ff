"""Examples of rules: positions with orders that the judge resolves, phase by phase, to step through."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import cast

from legation.contract import RequestJson
from legation.server.base.refusals import not_found
from legation.server.sandbox.board_place import OWN_BOARD
from legation.server.sandbox.service import SandboxVerdict, judge_sandbox, make_start
from legation.server.variants.catalogue import name_board
from legation.server.variants.sheets import Example, list_examples
from legation.variants import load_variant


@dataclass(frozen=True, slots=True)
class JudgedStep:
    """One phase of an example: the position with its orders, and the judge's results."""

    text: str
    """What the example shows."""
    request: RequestJson
    verdict: SandboxVerdict


@dataclass(frozen=True, slots=True)
class ExamplePage:
    """An example, judged from its first phase to its last."""

    id: str
    title: str
    variant: str
    variant_name: str
    clauses: Sequence[str]
    board: str
    """The address of the board file."""
    look: Sequence[str]
    """The spaces on a small board; empty if units and orders determine them."""
    steps: Sequence[JudgedStep]


@lru_cache(maxsize=64)
def describe_example(key: str) -> ExamplePage:
    """The example with an id; the judge resolves every phase of it now, so that it cannot claim anything else."""
    example = list_examples().get(key)
    if example is None:
        raise not_found("example")
    variant = load_variant(example.variant)
    return ExamplePage(
        id=example.id,
        title=example.title,
        variant=variant.id,
        variant_name=variant.name,
        clauses=example.clauses,
        board=name_board(variant.id),
        look=example.look,
        steps=_judge_steps(example),
    )


def _judge_steps(example: Example) -> list[JudgedStep]:
    request = _begin(example)
    steps: list[JudgedStep] = []
    for step in example.steps:
        request = cast(RequestJson, {**request, "orders": {power: list(lines) for power, lines in step.orders.items()}})
        verdict = judge_sandbox(OWN_BOARD, request)
        steps.append(JudgedStep(step.text, request, verdict))
        request = cast(RequestJson, verdict.next)
    return steps


def _begin(example: Example) -> RequestJson:
    """The position of the first phase as a request without orders."""
    if example.starts:
        start = make_start(load_variant(example.variant))
        request: dict[str, object] = {**start, "memory": {**start["memory"], **example.memory}}
    else:
        request = {
            "variant": example.variant,
            "units": {power: list(units) for power, units in example.units.items()},
            "dislodged": [],
            "contested": [],
            "centres": {power: list(centres) for power, centres in example.centres.items()},
            "memory": dict(example.memory),
        }
    request["phase"] = example.phase
    if example.rules:
        request["rules"] = example.rules
    if example.options:
        request["options"] = dict(example.options)
    if example.modules:
        request["modules"] = list(example.modules)
    return cast(RequestJson, request)
