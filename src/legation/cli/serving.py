"""The app of a serving process, with the strongest bot that this installation has."""

from functools import cache
from typing import TYPE_CHECKING

from legation.bots import Bot, PlannerBot, register_bot

if TYPE_CHECKING:
    from fastapi import FastAPI


def make_app() -> "FastAPI":
    """What Uvicorn calls in each process; without Numba the level "strong" stays the planner."""
    from legation.server import make_served_app  # noqa: PLC0415 - the server's packages load slowly

    return make_served_app(add_bots)


def add_bots() -> None:
    """Let the level "strong" be the searching bot; called in every process in which bots think."""
    register_bot("strong", _make_strong)


@cache
def _make_strong() -> Bot:
    """One for the whole process: its threads share the waiting for the machine code."""
    try:
        from legation.sim.strong_bot import StrongBot  # noqa: PLC0415 - Numba loads slowly, and may be missing
    except ImportError:
        return PlannerBot()
    return StrongBot()
