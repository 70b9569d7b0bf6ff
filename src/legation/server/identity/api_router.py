"""The router of every resource of the API: where its routes stand, who asks, and what may be refused."""

from typing import Any, Final

from fastapi import APIRouter, Depends
from fastapi.routing import APIRoute

from legation.server.identity.request_context import viewer

PREFIX: Final = "/api/v1"
REFUSALS: Final[dict[int | str, dict[str, Any]]] = {"4XX": {}, "503": {}}
"""What every operation may answer; it stands instead of the form that FastAPI has for malformed requests. What a
refusal looks like, the schema of the API says once for all: FastAPI would prepare to check it for every route."""


def name_operation(route: APIRoute) -> str:
    """The name of an operation in generated clients: ``listGames`` for the function ``list_games``."""
    first, *others = route.name.split("_")
    return first + "".join(word.capitalize() for word in others)


class ApiRouter(APIRouter):
    """Makes routes at their final address, since making one anew takes as long as making it.

    Who asks is looked up for every route, so that no route can leave out the check of where a change came from.
    """

    def __init__(self, *, tag: str, prefix: str = "", route_class: type[APIRoute] = APIRoute) -> None:
        super().__init__(
            prefix=f"{PREFIX}{prefix}",
            tags=[tag],
            route_class=route_class,
            dependencies=[Depends(viewer)],
            responses=REFUSALS,
            generate_unique_id_function=name_operation,
        )
