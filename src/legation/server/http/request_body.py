"""Bodies of requests: a field that nobody reads is refused, so that no wish is passed over in silence."""

from pydantic import BaseModel, ConfigDict


class RequestBody(BaseModel):
    """A body whose every field is known."""

    model_config = ConfigDict(extra="forbid")
