"""Why something cannot be ordered, in the words that a player reads, ordering it or looking at it."""

from legation.board import CentreKind, LocationId, PowerId, Unit, UnitKind
from legation.orders import ClauseId, Fault, Refusal, Rejection
from legation.render.words import word_refusal, word_rejection

AUSTRIA, SPAIN = PowerId("AUSTRIA"), PowerId("SPAIN")
A_SAV = Unit(PowerId("FRANCE"), UnitKind.ARMY, LocationId("SAV"))


def test_a_closed_site_says_why_and_by_which_clause() -> None:
    special = Refusal(Fault.SPECIAL_FOR_OTHERS, (), ClauseId("C7-6a"), (AUSTRIA, SPAIN), centre=CentreKind.SPECIAL)
    assert word_refusal(special) == "Special: builds for Austria and Spain only (C7-6a)."
    rejection = Rejection(SPAIN, "A NAP B", special._replace(choices=("EDI", "LON")))
    assert word_rejection(rejection) == "Special: builds for Austria and Spain only (C7-6a). Open: EDI or LON."


def test_a_place_that_never_builds_is_told_by_its_kind_of_centre() -> None:
    told = {centre: word_refusal(Refusal(Fault.NOT_A_BUILD_SITE, centre=centre)) for centre in CentreKind}
    assert told[CentreKind.NEUTRAL] == "Neutral centre: counts, never builds."
    assert told[CentreKind.NONE] == "No supply centre: nothing is built there."
    home = Refusal(Fault.NOT_A_BUILD_SITE, powers=(SPAIN,), centre=CentreKind.HOME)
    assert word_refusal(home) == "Home centre of Spain: counts, never builds for others."


def test_a_unit_that_stands_there_besides_is_named() -> None:
    site = Refusal(Fault.NOT_A_BUILD_SITE, centre=CentreKind.NEUTRAL, unit=A_SAV)
    assert word_refusal(site) == "Neutral centre: counts, never builds, and A SAV stands there."
    own = Refusal(Fault.SITE_OCCUPIED, centre=CentreKind.COLONIAL, unit=A_SAV)
    assert word_refusal(own) == "Colony, but A SAV stands there."


def test_an_owner_is_named_and_so_is_the_want_of_one() -> None:
    lost = Refusal(Fault.SITE_NOT_OWNED, powers=(SPAIN,), centre=CentreKind.HOME)
    assert word_refusal(lost) == "Home centre, but Spain owns it now."
    free = Refusal(Fault.SPECIAL_NOT_OWNED, clause=ClauseId("C7-6a"), centre=CentreKind.SPECIAL)
    assert word_refusal(free) == "Special: builds only for a power that owns it, and nobody owns it now (C7-6a)."


def test_a_closed_retreat_says_why() -> None:
    assert word_refusal(Refusal(Fault.SPACE_OCCUPIED, unit=A_SAV)) == "A SAV stands there."
    assert word_refusal(Refusal(Fault.UNSUITABLE_SPACE, unit=A_SAV)) == "Armies cannot stand at sea."
    far = Refusal(Fault.TWO_SEAS_AWAY, clause=ClauseId("C7-4b"))
    assert word_refusal(far) == "More than one sea away; a retreating army is carried over one (C7-4b)."
