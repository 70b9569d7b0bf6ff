"""``legation judge``: the stateless judge on JSON Lines."""

import sys
from pathlib import Path
from typing import Annotated, BinaryIO

import typer

from legation.contract import judge_lines
from legation.errors import RequestError


def judge(
    file: Annotated[Path | None, typer.Argument(help="A file of requests; standard input by default.")] = None,
) -> None:
    """Judge phases: one JSON object a line in, one result a line out, in the same order."""
    if file is None:
        _answer(sys.stdin.buffer)
        return
    try:
        with file.open("rb") as stream:
            _answer(stream)
    except OSError as error:
        raise RequestError(str(file), error.strerror or "cannot be read") from None


def _answer(stream: BinaryIO) -> None:
    for line in judge_lines(raw.decode("utf-8", errors="replace") for raw in stream):
        sys.stdout.buffer.write(line.encode() + b"\n")
        sys.stdout.buffer.flush()
