"""The variants on the shelf, their boards and their pictures."""

from typing import Annotated, Any, Literal

from fastapi import APIRouter, Query, Request, Response

from legation.server.http.cached_responses import send_cached_response
from legation.server.identity.request_context import InServices
from legation.server.variants import catalogue as variant_catalogue

router = APIRouter(tags=["variants"])
Theme = Literal["light", "dark"]


@router.get("/variants")
def list_variants() -> dict[str, Any]:
    """All variants, rulebooks and switches."""
    return variant_catalogue.list_catalogue()


@router.get("/variants/{variant}")
def read_variant(variant: str) -> dict[str, Any]:
    """One variant with its rules and clauses."""
    return variant_catalogue.describe_variant_fully(variant_catalogue.check_variant(variant))


@router.get("/variants/{variant}/board", response_class=Response)
def read_board(
    variant: str,
    request: Request,
    services: InServices,
    v: Annotated[str, Query(max_length=64)] = "",
    edition: Annotated[str, Query(max_length=64)] = "",
) -> Response:
    """The board file for drawing; with ``v`` it never changes, with ``edition`` it is the one a game began with."""
    if edition:
        with services.store.read() as connection:
            cached = variant_catalogue.pack_edition(connection, services, edition)
    else:
        cached = variant_catalogue.pack_board(variant_catalogue.check_variant(variant).id)
    return send_cached_response(request, cached, is_immutable=bool(edition) or v == cached.digest)


@router.get("/variants/{variant}/plate.svg", response_class=Response)
def read_plate(variant: str, request: Request, theme: Theme = "light") -> Response:
    """A picture of the board."""
    return send_cached_response(
        request, variant_catalogue.draw_plate(variant_catalogue.check_variant(variant).id, "svg", theme)
    )


@router.get("/variants/{variant}/plate.png", response_class=Response)
def read_png(variant: str, request: Request, theme: Theme = "light") -> Response:
    """A picture of the board, as PNG."""
    return send_cached_response(
        request, variant_catalogue.draw_plate(variant_catalogue.check_variant(variant).id, "png", theme)
    )
