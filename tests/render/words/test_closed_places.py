"""Why a choice is closed, in the words that a player reads."""

from pathlib import Path

import pytest

from legation.board import LocationId, PowerId, SpaceId, Unit, UnitKind
from legation.judge import Bar, ClosedRetreat, ClosedSite, Obstacle
from legation.render.words import ENGLISH, word_closed_retreat, word_closed_site, word_ferry_rule, word_kind_bar
from legation.variants import ClauseId, load_variant

SEVEN = load_variant("colonia-vii")
AUSTRIA, SPAIN = PowerId("AUSTRIA"), PowerId("SPAIN")
A_SAV = Unit(PowerId("FRANCE"), UnitKind.ARMY, LocationId("SAV"))


def site(space: str, bar: Bar | None = None, unit: Unit | None = None, clause: str = "") -> str:
    found = ClosedSite(SpaceId(space), bar, unit)
    return word_closed_site(SEVEN, found, 1756, ClauseId(clause) if clause else None)


def retreat(bar: Bar, clause: str = "") -> str:
    return word_closed_retreat(SEVEN, ClosedRetreat(SpaceId("BRI"), bar), ClauseId(clause) if clause else None)


def test_a_site_is_told_as_the_pictures_have_it() -> None:
    assert site("NAP", Bar(Obstacle.SPECIAL, (AUSTRIA, SPAIN)), clause="C7-6a") == (
        "Special: builds for Austria and Spain only (C7-6a)."
    )
    assert site("MAS", Bar(Obstacle.NEUTRAL)) == "Neutral centre: counts, never builds."
    quebec = Unit(PowerId("FRANCE"), UnitKind.ARMY, LocationId("QUE"))
    assert site("QUE", None, quebec) == "Colony, but A QUE stands there."


def test_a_site_with_two_obstacles_tells_both() -> None:
    assert site("SAV", Bar(Obstacle.NEUTRAL), A_SAV) == "Neutral centre: counts, never builds, and A SAV stands there."


def test_an_owner_is_named_and_so_is_the_want_of_one() -> None:
    assert site("PAR", Bar(Obstacle.NOT_OWNED, (SPAIN,))) == "Home centre, but Spain owns it now."
    assert site("NAP", Bar(Obstacle.SPECIAL_NOT_OWNED), clause="C7-6a") == (
        "Special: builds only once it is yours, and nobody owns it now (C7-6a)."
    )


def test_a_young_colony_says_when_it_counts() -> None:
    assert site("QUE", Bar(Obstacle.UNRIPE_COLONY, years=1), clause="CV-5a") == (
        "Colony, held for less than a year: counts from Winter 1757 on if kept (CV-5a)."
    )


def test_a_retreat_is_told_as_the_pictures_have_it() -> None:
    assert retreat(Bar(Obstacle.TWO_SEAS_AWAY), "C7-4b") == "No: two seas away; one is allowed (C7-4b)."
    assert retreat(Bar(Obstacle.OCCUPIED, unit=A_SAV)) == "No: A SAV stands there."
    assert retreat(Bar(Obstacle.AT_SEA)) == "No: armies cannot enter a sea."


def test_a_fleet_that_is_taken_and_a_place_for_some_units_only_are_told() -> None:
    assert word_ferry_rule(ClauseId("C7-4e")) == "One army a season (C7-4e)."
    assert word_ferry_rule(None) == "One army a season."
    assert word_kind_bar(Bar(Obstacle.INLAND)) == "inland"
    assert word_kind_bar(Bar(Obstacle.NO_ARMIES), ClauseId("C1-4")) == "closed to armies (C1-4)"


@pytest.mark.parametrize("obstacle", Obstacle)
def test_every_obstacle_has_words(obstacle: Obstacle) -> None:
    bar = Bar(obstacle, (SPAIN,), A_SAV, 1)
    told = [site("NAP", bar)] if f"closed_sites.{obstacle.value}" in ENGLISH.texts else []
    told += [retreat(bar)] if f"closed_retreats.{obstacle.value}" in ENGLISH.texts else []
    assert told
    assert all(text.endswith(".") and "!" not in text for text in told)


@pytest.mark.parametrize("obstacle", Obstacle)
def test_every_obstacle_is_documented(obstacle: Obstacle) -> None:
    page = (Path(__file__).parents[3] / "docs" / "reference" / "reasons.md").read_text(encoding="utf-8")
    assert f"| `{obstacle.value}` |" in page
