"""Opening a variant by a name from a request: all code that accepts such names uses this module.

A name is that of a built-in variant or of its earlier editions, the id of a board that was uploaded or is in the host's
folder, or the id and digest of one of its editions. A variant that a viewer may not see or host is refused as if it did
not exist.
"""

from sqlalchemy import Connection

from legation.board import Folder
from legation.server.base.services import Services
from legation.server.game.editions import load_edition, open_edition_folder
from legation.server.identity.viewers import Viewer
from legation.server.variants.board_access import get_reference
from legation.variants import Variant, data_folder, has_edition, list_variants, load_variant


def open_variant(
    connection: Connection, services: Services, viewer: Viewer, name: str, *, hosting: bool = False
) -> Variant:
    """A variant that the viewer may see, or on which the viewer may begin games."""
    if name in list_variants() or (has_edition(name) and not hosting):
        return load_variant(name)
    found = get_reference(connection, viewer, name, hosting=hosting)
    return load_edition(connection, services, found.edition.digest)


def open_variant_folder(connection: Connection, services: Services, viewer: Viewer, name: str) -> Folder:
    """The folder of a variant that the viewer may see, for reading it in another process."""
    if has_edition(name):
        return data_folder(name)
    return open_edition_folder(connection, services, get_reference(connection, viewer, name).edition.digest)
