"""The land within the national and colonial boundaries in the sheets' keys."""

from collections.abc import Mapping

from legation.board import CentreKind
from legation.errors import DataError
from legation.forge.gazetteer import Place, PlaceKind
from legation.forge.settings import Settings

OWNED = (CentreKind.HOME, CentreKind.COLONIAL, CentreKind.BUILD_ONLY)


def list_nations(settings: Settings, places: Mapping[str, Place]) -> dict[str, str]:
    """The power to which each space belongs at the start: homes and colonies, and home provinces without a centre."""
    found = {
        code: place.powers.split(";")[0] for code, place in places.items() if place.powers and place.centre in OWNED
    }
    for power, provinces in settings.nations.items():
        for code in provinces:
            if code not in places or places[code].kind is not PlaceKind.LAND or code in found:
                problem = f"{code} is not unowned land, as home provinces of {power} must be"
                raise DataError(problem, file=f"{settings.variant}/board.toml [nations]")
            found[code] = power
    return dict(sorted(found.items()))
