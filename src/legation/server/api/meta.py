"""Whether the server is well."""

from fastapi import APIRouter

from legation.server.api.context import InServices
from legation.server.store import check_store
from legation.server.version import VERSION

router = APIRouter(tags=["meta"])


@router.get("/health")
def read_health(services: InServices) -> dict[str, str]:
    """Whether the server and its database answer."""
    check_store(services.store)
    return {"status": "ok", "version": VERSION}
