"""The location of a request's board, for the process that judges it."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from legation.server.base.refusals import HttpRefusal
from legation.server.base.services import Services
from legation.server.identity.viewers import Viewer
from legation.server.variants.opening import open_variant_folder
from legation.variants import Variant, has_edition, load_variant, load_variant_folder

RequestData = Mapping[str, object]
"""A request in its original form; ``read_request`` checks it."""


@dataclass(frozen=True, slots=True)
class BoardPlace:
    """The location of a board, for another process; None if the board is built in, or unknown."""

    folder: str | None

    def load(self, name: str) -> Variant:
        """The variant; raises an error if the name is wrong."""
        return load_variant(name) if self.folder is None else _load_folder(self.folder)


OWN_BOARD = BoardPlace(None)


@lru_cache(maxsize=8)
def _load_folder(folder: str) -> Variant:
    return load_variant_folder(folder)


def locate_board(services: Services, viewer: Viewer, request: RequestData) -> BoardPlace:
    """The location of a request's board."""
    name = request.get("variant")
    return locate_named_board(services, viewer, name) if isinstance(name, str) else OWN_BOARD


def locate_named_board(services: Services, viewer: Viewer, name: str) -> BoardPlace:
    """The location of a board; one that the viewer may not see is as unknown as one that does not exist."""
    if has_edition(name):
        return OWN_BOARD
    try:
        with services.store.read() as connection:
            return BoardPlace(str(open_variant_folder(connection, services, viewer, name)))
    except HttpRefusal:
        return OWN_BOARD
