"""Query fields that several features read in the same way."""

from typing import Annotated

from fastapi import Query
from pydantic import BeforeValidator, StringConstraints


def drop_blank(text: object) -> object:
    """Treat an empty text as no value: a form field that was left empty arrives as an empty text."""
    return text if not isinstance(text, str) or text.strip() else None


def read_phase(text: object) -> object:
    """The name of a phase as games write it; people may also type it in lower case."""
    given = drop_blank(text)
    return given.strip().upper() if isinstance(given, str) else given


OfPhase = Annotated[Annotated[str, StringConstraints(max_length=12)] | None, BeforeValidator(read_phase), Query()]
OfPower = Annotated[Annotated[str, StringConstraints(max_length=40)] | None, BeforeValidator(drop_blank), Query()]
OfTheatre = Annotated[Annotated[str, StringConstraints(max_length=60)] | None, BeforeValidator(drop_blank), Query()]
