"""The judge asked as other programs ask it."""

from typing import Any

from legation.contract import judge_object


def judge_json(request: object) -> dict[str, Any]:
    """The judge's answer, or its error, as plain JSON."""
    answer: Any = judge_object(request)
    found: dict[str, Any] = answer
    return found
