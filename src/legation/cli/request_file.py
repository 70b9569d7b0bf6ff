"""Loads a judge request for a command."""

import sys
from pathlib import Path

from legation.contract import read_request
from legation.errors import RequestError
from legation.game import JudgeRequest, load_json


def load_request(file: Path | None) -> JudgeRequest:
    """The request in a file, or on standard input if none is named."""
    try:
        content = sys.stdin.buffer.read() if file is None else file.read_bytes()
    except OSError as error:
        raise RequestError(str(file), error.strerror or "cannot be read") from None
    return read_request(load_json(content, "standard input" if file is None else str(file)))
