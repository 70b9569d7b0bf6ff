from itertools import combinations

import pytest

from legation.board import PowerId
from legation.render.picture.colour import contrast, mix
from legation.render.picture.palette import SLOTS, WISHES, assign_initials, assign_slots, choose_slots, make_liveries
from legation.render.picture.theme import DARK, LIGHT, PRINT, Theme
from tests.render.colour_vision import VIEWS, distance, seen

COLONIA = tuple(
    PowerId(name)
    for name in ("AUSTRIA", "CHINA", "ENGLAND", "FRANCE", "NETHERLANDS", "OTTOMAN", "PORTUGAL", "RUSSIA", "SPAIN")
)
CLINE = ("AUSTRIA", "BARBARY STATES", "ENGLAND", "FRANCE", "GERMANY", "ITALY", "PERSIA-ARABIA", "RUSSIA", "TURKEY")


def test_the_distance_agrees_with_the_published_examples() -> None:
    # Sharma, Wu and Dalal (2005), table 1, pairs 1, 7, 17 and 25.
    assert distance((50, 2.6772, -79.7751), (50, 0, -82.7485)) == pytest.approx(2.0425, abs=1e-4)
    assert distance((50, 0, 0), (50, -1, 2)) == pytest.approx(2.3669, abs=1e-4)
    assert distance((50, 2.5, 0), (73, 25, -18)) == pytest.approx(27.1492, abs=1e-4)
    assert distance((60.2574, -34.0099, 36.2677), (60.4626, -34.1751, 39.4387)) == pytest.approx(1.2644, abs=1e-4)


@pytest.mark.parametrize("view", VIEWS)
@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=["light", "dark"])
def test_units_are_told_apart_by_the_colour_blind(theme: Theme, view: str) -> None:
    colours = [livery.unit for livery in make_liveries(COLONIA, theme).values()]
    assert min(distance(seen(a, view), seen(b, view)) for a, b in combinations(colours, 2)) >= 14


@pytest.mark.parametrize("view", VIEWS)
@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=["light", "dark"])
def test_tints_are_told_apart_from_each_other_and_from_bare_land(theme: Theme, view: str) -> None:
    colours = [theme.land, *(livery.tint for livery in make_liveries(COLONIA, theme).values())]
    assert min(distance(seen(a, view), seen(b, view)) for a, b in combinations(colours, 2)) >= 8


@pytest.mark.parametrize("theme", [LIGHT, DARK, PRINT], ids=["light", "dark", "print"])
def test_text_can_be_read_on_every_ground(theme: Theme) -> None:
    for ground in (theme.paper, theme.leaf, theme.land, theme.sea):
        assert contrast(theme.ink, ground) >= 7
        assert contrast(theme.ink_2, ground) >= 4.5
    assert contrast(theme.sea_text, theme.sea) >= 4.5
    assert contrast(theme.accent, theme.paper) >= 4.5
    assert contrast(theme.border, theme.land) >= 3
    assert contrast(theme.coast, theme.sea) >= 3
    for livery in make_liveries(COLONIA, theme).values():
        assert contrast(theme.ink, livery.tint) >= 4.5
        assert contrast(livery.letter, livery.unit) >= 4.5


@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=["light", "dark"])
def test_units_stand_off_their_own_tint_by_their_rim(theme: Theme) -> None:
    for livery in make_liveries(COLONIA, theme).values():
        assert max(contrast(theme.rim, livery.tint), contrast(theme.rim, livery.unit)) >= 3


@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=["light", "dark"])
def test_order_lines_stand_out_from_land_sea_and_paper(theme: Theme) -> None:
    for livery in make_liveries(COLONIA, theme).values():
        for ground in (theme.paper, theme.land, theme.sea):
            assert contrast(livery.line, ground) >= 3, livery.power


@pytest.mark.parametrize("view", VIEWS)
@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=["light", "dark"])
def test_order_lines_are_told_apart_by_the_colour_blind(theme: Theme, view: str) -> None:
    colours = [livery.line for livery in make_liveries(COLONIA, theme).values()]
    assert min(distance(seen(a, view), seen(b, view)) for a, b in combinations(colours, 2)) >= 8


@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=["light", "dark"])
def test_hatching_shows_on_its_own_tint(theme: Theme) -> None:
    for livery in make_liveries(COLONIA, theme).values():
        stroke = mix(livery.tint, livery.hatch, livery.hatch_opacity)
        assert contrast(stroke, livery.tint) >= 1.2, livery.power


def test_every_slot_has_a_hatching_of_its_own() -> None:
    assert len(SLOTS) == 9
    assert len({slot.hatching for slot in SLOTS.values()}) == 9
    assert set(WISHES.values()) <= set(SLOTS)


def test_a_power_keeps_its_look_on_every_board() -> None:
    few = assign_slots((PowerId("FRANCE"), PowerId("RUSSIA")))
    assert few == {power: slot for power, slot in assign_slots(COLONIA).items() if power in few}


def test_other_powers_take_free_slots_and_wishes_count() -> None:
    names = tuple(PowerId(name) for name in CLINE)
    slots = assign_slots(names)
    assert list(slots) == list(names)
    assert len({slot.id for slot in slots.values()}) == 9
    assert assign_slots((PowerId("UNION"),), {PowerId("UNION"): "or"})[PowerId("UNION")].id == "or"


def test_more_powers_than_slots_get_looks_of_their_own() -> None:
    many = tuple(PowerId(f"P{number}") for number in range(60))
    liveries = make_liveries(many, LIGHT)
    assert len({livery.slot.id for livery in liveries.values()}) == 60
    assert len({livery.initial for livery in liveries.values()}) == 60
    assert len({(livery.unit, livery.slot.hatching) for livery in liveries.values()}) >= 36


def test_an_authors_colour_leads_to_the_nearest_slot() -> None:
    first, *_ = SLOTS.values()
    fifth = list(SLOTS.values())[4]
    one, two, three, four = (PowerId(name) for name in ("ONE", "TWO", "THREE", "FOUR"))
    wishes = choose_slots({one: fifth.unit, two: first.unit, three: "", four: first.unit})
    assert wishes[one] == fifth.id
    assert wishes[four] == first.id, "of two with one colour the first by name has it"
    assert three not in wishes
    assert len(set(wishes.values())) == 3


def test_initials_are_never_shared() -> None:
    initials = assign_initials([PowerId(name) for name in ("BERENIA", "BARBARY", "B", "BB")])
    assert initials == {"BERENIA": "B", "BARBARY": "A", "B": "C", "BB": "D"}


def test_without_colour_only_hatching_and_initials_are_left() -> None:
    liveries = make_liveries(COLONIA, PRINT)
    assert {livery.tint for livery in liveries.values()} == {PRINT.land}
    assert len({(livery.initial, livery.band) for livery in liveries.values()}) == 9


def test_strong_hatching_drops_the_tints() -> None:
    for livery in make_liveries(COLONIA, LIGHT, strong=True).values():
        assert (livery.tint, livery.hatch_opacity) == (LIGHT.land, 0.6)
