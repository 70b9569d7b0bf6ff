"""Whether the server is well."""

from fastapi import APIRouter

from legation.server.base.version import VERSION
from legation.server.identity.request_context import InServices
from legation.server.store import check_store

router = APIRouter(tags=["meta"])


@router.get("/health")
def read_health(services: InServices) -> dict[str, str]:
    """Whether the server and its database answer."""
    check_store(services.store)
    return {"status": "ok", "version": VERSION}
