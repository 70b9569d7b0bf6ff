"""What the page of a game asks the API for first, for whoever opens it."""

import re
from collections.abc import Iterator

from fastapi import Request

from legation.server.base.refusals import HttpRefusal
from legation.server.base.services import Services
from legation.server.game.membership import Act, open_game
from legation.server.identity.request_context import COOKIE
from legation.server.identity.viewers import Viewer, identify_viewer
from legation.server.variants.catalogue import name_board

ROOT = "/api/v1"
PAGE = re.compile(r"g/([a-z0-9]{1,24})(?:/[a-z]+)?")
"""Pages of a game; the board with one's orders is the one without a second part."""


def list_first_asks(request: Request, path: str) -> list[str]:
    """Addresses of the API, in the order in which the page needs the answers; nothing that the viewer may not see."""
    found = PAGE.fullmatch(path)
    services: Services | None = getattr(request.app.state, "services", None)
    if found is None or services is None:
        return []
    viewer = identify_viewer(services, cookie=request.cookies.get(COOKIE), bearer=None, address="")
    asks = [f"{ROOT}/session", f"{ROOT}/games/{found[1]}"]
    if path.count("/") == 1 and not request.url.query:
        asks += _list_board_asks(services, viewer, found[1])
    return asks


def _list_board_asks(services: Services, viewer: Viewer, game: str) -> Iterator[str]:
    try:
        with services.store.read() as connection:
            row, membership = open_game(connection, game, viewer)
    except HttpRefusal:
        return
    if row.is_open:
        return
    yield name_board(row.variant, row.edition)
    yield f"{ROOT}/games/{game}/scene"
    if membership.power is not None and membership.may(Act.ORDERS) and not row.is_over:
        yield f"{ROOT}/games/{game}/orders"
        yield f"{ROOT}/games/{game}/options"
