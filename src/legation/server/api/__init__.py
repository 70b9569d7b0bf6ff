"""The HTTP API: one file per resource."""

from legation.server.api.errors import add_error_handlers
from legation.server.api.routers import ROUTERS

__all__ = ["ROUTERS", "add_error_handlers"]
