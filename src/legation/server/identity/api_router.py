"""The router of every resource of the API: the paths of its routes, who sends a request, and the possible refusals."""

from typing import Any, Final

from fastapi import APIRouter, Depends
from fastapi.routing import APIRoute

from legation.server.identity.request_context import viewer

PREFIX: Final = "/api/v1"
REFUSALS: Final[dict[int | str, dict[str, Any]]] = {"4XX": {}, "503": {}}
"""The refusals that every operation may return; they replace FastAPI's form for malformed requests. The schema of the
API describes a refusal once for all routes: FastAPI would prepare to check it for every route."""


def name_operation(route: APIRoute) -> str:
    """The name of an operation in generated clients: ``listGames`` for the function ``list_games``."""
    first, *others = route.name.split("_")
    return first + "".join(word.capitalize() for word in others)


class ApiRouter(APIRouter):
    """Creates routes at their final path, since recreating a route takes as long as creating it.

    The sender is looked up for every route, so that no route can skip the check of where a change comes from.
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
