"""``legation judge``: the stateless judge on JSON Lines."""

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated

import typer

from legation.contract import judge_lines
from legation.errors import RequestError
from legation.variants import Variant, load_variant, load_variant_folder


def judge(
    file: Annotated[Path | None, typer.Argument(help="A file of requests; standard input by default.")] = None,
    board: Annotated[
        list[Path] | None,
        typer.Option(help="The folder of your own variant, which requests name by its id; may be repeated."),
    ] = None,
) -> None:
    """Judge phases: one JSON object per line in, one result per line out, in the same order."""
    own = {variant.id: variant for variant in map(load_variant_folder, board or ())}

    def load(name: str) -> Variant:
        return own[name] if name in own else load_variant(name)

    lines = sys.stdin.buffer if file is None else _read_lines(file)
    for line in judge_lines((raw.decode("utf-8", errors="replace") for raw in lines), load):
        sys.stdout.buffer.write(line.encode() + b"\n")
        sys.stdout.buffer.flush()


def _read_lines(file: Path) -> Iterator[bytes]:
    """The lines of a file. An error of the output is not one of this file, so it is not caught here."""
    try:
        with file.open("rb") as stream:
            yield from stream
    except OSError as error:
        raise RequestError(str(file), error.strerror or "cannot be read") from None
