"""Fields of a query that several features read the same way."""

from typing import Annotated

from fastapi import Query
from pydantic import BeforeValidator, StringConstraints


def drop_blank(text: object) -> object:
    """A field of a form that was left empty arrives as an empty text: nothing was asked for."""
    return text if not isinstance(text, str) or text.strip() else None


def read_phase(text: object) -> object:
    """The name of a phase as games write it; people type it in small letters too."""
    given = drop_blank(text)
    return given.strip().upper() if isinstance(given, str) else given


OfPhase = Annotated[Annotated[str, StringConstraints(max_length=12)] | None, BeforeValidator(read_phase), Query()]
OfPower = Annotated[Annotated[str, StringConstraints(max_length=40)] | None, BeforeValidator(drop_blank), Query()]
OfTheatre = Annotated[Annotated[str, StringConstraints(max_length=60)] | None, BeforeValidator(drop_blank), Query()]
