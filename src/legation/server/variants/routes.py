"""The variants, their boards and their pictures."""

from typing import Annotated, Literal

from fastapi import Query, Request, Response

from legation.server.http.cached_responses import send_cached_response
from legation.server.http.routes import ValueRoute
from legation.server.identity.api_router import ApiRouter
from legation.server.identity.request_context import AsAnybody, InServices
from legation.server.variants import catalogue
from legation.server.variants.catalogue import Catalogue, PlateLook, VariantPage

router = ApiRouter(tag="variants", route_class=ValueRoute)
Theme = Literal["light", "dark"]


@router.get("/variants")
def list_variants(services: InServices, viewer: AsAnybody) -> Catalogue:
    """All variants on which the caller may start games, rulebooks and switches."""
    return catalogue.list_catalogue(services, viewer)


@router.get("/variants/{variant}")
def read_variant(variant: str, services: InServices, viewer: AsAnybody) -> VariantPage:
    """One variant with its rules and clauses."""
    return catalogue.read_variant_page(services, viewer, variant)


@router.get(
    "/variants/{variant}/board",
    response_class=Response,
    responses={200: {"content": {"application/json": {"schema": {"type": "object", "title": "BoardFile"}}}}},
)
def read_board(
    variant: str,
    request: Request,
    services: InServices,
    viewer: AsAnybody,
    *,
    v: Annotated[str, Query(max_length=64)] = "",
    edition: Annotated[str, Query(max_length=64)] = "",
) -> Response:
    """The board file for drawing; with ``v`` it never changes, with ``edition`` it is the one a game started with."""
    cached = catalogue.open_board_file(services, viewer, variant, edition)
    return send_cached_response(
        request, cached, is_immutable=bool(edition) or v == cached.digest, is_private=catalogue.is_brought(variant)
    )


@router.get(
    "/variants/{variant}/plate.svg",
    response_class=Response,
    responses={200: {"content": {"image/svg+xml": {"schema": {"type": "string"}}}}},
)
def read_plate(
    variant: str,
    request: Request,
    services: InServices,
    viewer: AsAnybody,
    *,
    theme: Theme = "light",
    size: Literal["small", "large"] = "small",
) -> Response:
    """A picture of the board; a large one has initials on the units, and no names."""
    look = PlateLook("svg", theme, is_large=size == "large")
    return send_cached_response(
        request, catalogue.open_plate(services, viewer, variant, look), is_private=catalogue.is_brought(variant)
    )


@router.get(
    "/variants/{variant}/plate.png",
    response_class=Response,
    responses={200: {"content": {"image/png": {"schema": {"type": "string"}}}}},
)
def read_plate_png(
    variant: str, request: Request, services: InServices, viewer: AsAnybody, theme: Theme = "light"
) -> Response:
    """A picture of the board, as PNG."""
    return send_cached_response(
        request,
        catalogue.open_plate(services, viewer, variant, PlateLook("png", theme)),
        is_private=catalogue.is_brought(variant),
    )
