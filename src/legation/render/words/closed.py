"""Why a build or a retreat is closed, in a sentence with its clause: ``No: two seas away; one is allowed (C7-4b).``"""

from collections.abc import Callable, Mapping

from legation.board import CentreKind
from legation.judge import Bar, ClosedRetreat, ClosedSite, Obstacle
from legation.render.words.wording import join
from legation.variants import ClauseId, Variant

CENTRES: Mapping[CentreKind, str] = {
    CentreKind.HOME: "Home centre",
    CentreKind.NEUTRAL: "Neutral centre",
    CentreKind.COLONIAL: "Colony",
    CentreKind.SPECIAL: "Special centre",
    CentreKind.BUILD_ONLY: "Build centre",
}


class _Speaker:
    """Words for one obstacle."""

    def __init__(self, variant: Variant, bar: Bar, year: int) -> None:
        self.variant = variant
        self.bar = bar
        self.year = year

    def powers(self) -> str:
        """``Austria and Spain``; nobody where there is none."""
        return join([self.variant.powers[power].name for power in self.bar.powers]) or "nobody"

    def owner(self) -> str:
        """``France owns it now``."""
        return f"{self.powers()} owns it now"

    def winter(self) -> str:
        """``Winter 1757``."""
        return f"Winter {self.year + self.bar.years}"


SITES: Mapping[Obstacle, Callable[[_Speaker], str]] = {
    Obstacle.NOT_OWNED: lambda told: f"Home centre, but {told.owner()}",
    Obstacle.NEUTRAL: lambda _: "Neutral centre: counts, never builds",
    Obstacle.FOREIGN_HOME: lambda told: f"Home centre of {told.powers()}: counts, never builds for others",
    Obstacle.SPECIAL: lambda told: f"Special: builds for {told.powers()} only",
    Obstacle.SPECIAL_NOT_OWNED: lambda told: f"Special: builds only once it is yours, and {told.owner()}",
    Obstacle.COLONY: lambda _: "Colony: counts, never builds",
    Obstacle.UNRIPE_COLONY: lambda told: f"Colony, held for less than a year: counts from {told.winter()} on if kept",
    Obstacle.BUILD_ONLY: lambda told: f"Builds for {told.powers()} only, and does not count",
    Obstacle.BUILD_ONLY_NOT_OWNED: lambda told: f"Builds only while you hold it, and {told.owner()}",
    Obstacle.RUINED: lambda _: "Struck by a bomb: nothing stands there any more",
    Obstacle.NO_PLACE: lambda _: "No unit can stand there",
    Obstacle.NO_ARMIES: lambda _: "Closed to armies",
}
"""Why nothing is built in a place that one owns, or that would build for one."""

RETREATS: Mapping[Obstacle, Callable[[_Speaker], str]] = {
    Obstacle.OCCUPIED: lambda told: f"{told.bar.unit} stands there",
    Obstacle.CONTESTED: lambda _: "left empty by a stand-off",
    Obstacle.ATTACKED_FROM_THERE: lambda _: "the attacker came from there",
    Obstacle.WAS_CLOSED: lambda _: "it was not open when the moves were judged",
    Obstacle.AT_SEA: lambda _: "armies cannot enter a sea",
    Obstacle.INLAND: lambda _: "fleets cannot go inland",
    Obstacle.NO_BORDER: lambda _: "no border there for a unit of this kind",
    Obstacle.NO_ARMIES: lambda _: "closed to armies",
    Obstacle.RUINED: lambda _: "struck by a bomb",
    Obstacle.NO_PLACE: lambda _: "no unit of this kind can stand there",
    Obstacle.NO_FERRY: lambda _: "armies cannot enter a sea, and no fleet of yours is there to carry it over",
    Obstacle.TWO_SEAS_AWAY: lambda _: "two seas away; one is allowed",
    Obstacle.NOT_FROM_AN_ISLAND: lambda _: "armies cannot enter a sea, and fleets carry them only from island centres",
}
"""Why a dislodged unit cannot go somewhere."""

KINDS: Mapping[Obstacle, str] = {
    Obstacle.INLAND: "inland",
    Obstacle.NO_ARMIES: "closed to armies",
    Obstacle.RUINED: "struck by a bomb",
    Obstacle.NO_PLACE: "not for every kind of unit",
}
"""Why a kind of unit cannot be built in a place that is open to others."""


def tell_closed_site(variant: Variant, site: ClosedSite, year: int, clause: ClauseId | None = None) -> str:
    """``Special: builds for Austria and Spain only (C7-6a).``"""
    if site.bar is None:
        kind = CENTRES[variant.board.spaces[site.space].centre]
        return f"{kind}, but {site.unit} stands there."
    text = SITES[site.bar.why](_Speaker(variant, site.bar, year))
    if site.unit:
        text += f", and {site.unit} stands there"
    return _close(text, clause)


def tell_closed_retreat(variant: Variant, place: ClosedRetreat, clause: ClauseId | None = None) -> str:
    """``No: two seas away; one is allowed (C7-4b).``"""
    return _close(f"No: {RETREATS[place.bar.why](_Speaker(variant, place.bar, 0))}", clause)


def tell_kind_bar(bar: Bar, clause: ClauseId | None = None) -> str:
    """``inland``: what is to be known of a site where only some kinds of unit can be built."""
    return KINDS[bar.why] + (f" ({clause})" if clause else "")


def tell_ferry_rule(clause: ClauseId | None) -> str:
    """Why a fleet is closed to a second army."""
    return _close("One army a season", clause)


def _close(text: str, clause: ClauseId | None) -> str:
    return f"{text} ({clause})." if clause else f"{text}."
