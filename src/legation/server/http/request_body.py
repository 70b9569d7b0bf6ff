"""Bodies of requests: an unknown field is refused, so that no request is silently ignored."""

from pydantic import BaseModel, ConfigDict


class RequestBody(BaseModel):
    """A body that allows known fields only."""

    model_config = ConfigDict(extra="forbid")
