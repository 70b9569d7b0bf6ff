"""Options that several commands share: the rules of a game, and its players."""

from collections.abc import Sequence
from typing import Annotated, Any, TypeAlias

import typer

from legation.errors import RequestError
from legation.judge import SWITCHES

Rules: TypeAlias = Annotated[str, typer.Option(help="Another edition of the rulebook, such as 1971.")]
Switches: TypeAlias = Annotated[
    list[str] | None, typer.Option("--option", help="A switch and its value, such as multi_route=any; may be repeated.")
]
Modules: TypeAlias = Annotated[
    list[str] | None,
    typer.Option("--module", help="An optional rule module, such as gigaton-bomb; may be repeated."),
]
Levels: TypeAlias = Annotated[str, typer.Option(help="The bots that play, separated by commas, assigned in turn.")]


def read_pairs(name: str, texts: Sequence[str] | None) -> dict[str, str]:
    """``key=value`` of an option that may be repeated."""
    pairs = {}
    for text in texts or ():
        key, equals, value = text.partition("=")
        if not equals or not key.strip():
            raise RequestError(f"--{name}", f"{text!r}: expected a name, '=' and a value")
        pairs[key.strip()] = value.strip()
    return pairs


def read_switches(texts: Sequence[str] | None) -> dict[str, Any]:
    """The switches of ``--option``; raises if there is no such switch."""
    switches = read_pairs("option", texts)
    for name in switches:
        if name not in SWITCHES:
            raise RequestError(f"options.{name}", f"no such switch; there are {', '.join(SWITCHES)}")
    return switches


def read_levels(text: str) -> tuple[str, ...]:
    """Names separated by commas."""
    return tuple(level.strip() for level in text.split(",") if level.strip())
