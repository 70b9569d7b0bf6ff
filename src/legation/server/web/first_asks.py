"""The first API requests of a game's page for a viewer."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from fastapi import Request

from legation.server.base.refusals import HttpRefusal
from legation.server.base.services import Services
from legation.server.game.membership import Act, Membership, open_game
from legation.server.game.records import GameHead
from legation.server.identity.request_context import COOKIE
from legation.server.identity.viewers import Viewer, identify_viewer
from legation.server.live.positions import read_position
from legation.server.press.service import reader_of
from legation.server.variants.catalogue import name_board

ROOT = "/api/v1"
PAGE = re.compile(r"g/([a-z0-9]{1,24})(?:/[a-z]+)?")
"""Pages of a game; the board with the viewer's orders is the one without a second part."""


@dataclass(frozen=True, slots=True)
class FirstAsks:
    """The first requests of a page, and the position of its game before any of them was answered."""

    addresses: tuple[str, ...] = ()
    """In the order in which the page needs the responses; none that the viewer may not see."""
    since: str | None = None
    """The game and its position: the responses are simultaneous, so none of them can show what the others missed."""


def list_first_asks(request: Request, path: str) -> FirstAsks:
    """The first requests of the page at an address."""
    found = PAGE.fullmatch(path)
    services: Services | None = getattr(request.app.state, "services", None)
    if found is None or services is None:
        return FirstAsks()
    viewer = identify_viewer(services, cookie=request.cookies.get(COOKIE), bearer=None, address="")
    asks = (f"{ROOT}/session", f"{ROOT}/games/{found[1]}")
    if path.count("/") == 1 and not request.url.query:
        return _add_board_asks(services, viewer, found[1], asks)
    return FirstAsks(asks)


def _add_board_asks(services: Services, viewer: Viewer, game: str, asks: tuple[str, ...]) -> FirstAsks:
    try:
        with services.store.read() as connection:
            row, membership = open_game(connection, game, viewer)
            position = read_position(connection, game, reader_of(membership))
    except HttpRefusal:
        return FirstAsks(asks)
    if row.is_open:
        return FirstAsks(asks)
    return FirstAsks((*asks, *_list_board_asks(row, membership)), f"{game} {position}")


def _list_board_asks(row: GameHead, membership: Membership) -> Iterator[str]:
    game = row.id
    yield name_board(row.variant, row.edition)
    yield f"{ROOT}/games/{game}/scene"
    if membership.power is not None and Act.ORDERS in membership.acts and not row.is_over:
        yield f"{ROOT}/games/{game}/orders"
        yield f"{ROOT}/games/{game}/options"
