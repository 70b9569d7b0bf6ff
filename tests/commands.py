"""The command ``legation`` in this process: a process of its own would load the packages each time."""

import shlex
import sys
from dataclasses import dataclass
from io import BytesIO, TextIOWrapper
from pathlib import Path

import pytest

from legation.cli.main import run


@dataclass(frozen=True)
class Done:
    """What a command printed, and the status it ended with."""

    stdout: str
    stderr: str
    returncode: int


def run_command(*words: str, stdin: str = "", folder: Path | None = None, joined: bool = False) -> Done:
    """Run it as from a shell, in a folder; what it says of errors may be joined with what it prints."""
    printed, errors = _open(), _open()
    with pytest.MonkeyPatch.context() as patch:
        if folder:
            patch.chdir(folder)
        patch.setattr(sys, "argv", ["legation", *words])
        patch.setattr(sys, "stdin", TextIOWrapper(BytesIO(stdin.encode()), encoding="utf-8"))
        patch.setattr(sys, "stdout", printed)
        patch.setattr(sys, "stderr", printed if joined else errors)
        status = _run_to_the_end()
    return Done(_read(printed), _read(errors), status)


def run_line(line: str, *, stdin: str = "", folder: Path | None = None, joined: bool = False) -> Done:
    """Run what stands behind ``legation`` in a line of a shell."""
    return run_command(*shlex.split(line), stdin=stdin, folder=folder, joined=joined)


def _run_to_the_end() -> int:
    try:
        run()
    except SystemExit as end:
        return end.code if isinstance(end.code, int) else int(end.code is not None)
    return 0


def _open() -> TextIOWrapper:
    return TextIOWrapper(BytesIO(), encoding="utf-8", newline="\n", write_through=True)


def _read(stream: TextIOWrapper) -> str:
    buffer = stream.buffer
    assert isinstance(buffer, BytesIO)
    return buffer.getvalue().decode()
