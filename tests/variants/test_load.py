from pathlib import Path

import pytest

from legation.board import CentreKind, PowerId, UnitKind
from legation.errors import DataError, UnknownNameError
from legation.judge import SWITCHES, Rulebook
from legation.orders import Embark
from legation.variants import (
    Variant,
    list_rulebooks,
    list_variants,
    load_rulebook,
    load_variant,
    load_variant_folder,
)
from tests.kit import PROFILES, write_board

# rulebooks.md, section 4, written out by hand.
TABLE = """
    multi_route              | any                  | all                  | all                  | all
    foreign_fleets           | offered              | offered              | offered              | offered
    paradox_rule             | r1971                | r1982                | none                 | none
    paradox_backup           | szykman              | szykman              | szykman              | szykman
    adjacent_convoy          | r1971                | intent1982           | own_or_tag           | own_or_tag
    land_fallback            | always               | no_route_only        | never                | never
    dislodged_effect         | head_to_head_only    | head_to_head_only    | head_to_head_only    | head_to_head_only
    retreat_to_convoy_origin | no                   | no                   | yes                  | yes
    convoy_path_in_order     | ignore               | ignore               | ignore               | ignore
    support_coast            | match_if_given       | match_if_given       | match_if_given       | match_if_given
    impossible_order         | ignored              | ignored              | ignored              | ignored
    double_order             | none                 | none                 | first                | first
    decline_builds           | yes                  | yes                  | yes                  | yes
    removal_target           | home                 | home                 | home                 | owned
    removal_steps            | army_any_fleet_legal | army_any_fleet_legal | army_any_fleet_legal | plain
    disorder_support         | works                | works                | works                | works
    draw_shares              | units                | units                | units                | centres
"""
ROWS = [[cell.strip() for cell in line.split("|")] for line in TABLE.strip().splitlines()]
CELLS = [(row[0], profile, row[column]) for row in ROWS for column, profile in enumerate(PROFILES, start=1)]
WORDS = {True: "yes", False: "no"}


@pytest.mark.parametrize(("switch", "profile", "value"), CELLS)
def test_a_profile_holds_the_value_of_the_table(switch: str, profile: str, value: str) -> None:
    found = getattr(load_rulebook(profile), switch)
    assert WORDS.get(found, found) == value


def test_the_table_names_every_switch_but_those_for_variants() -> None:
    of_variants = {"build_in", "coastal_crawl", "landing", "port_embarkation", "dislodged_bombs"}
    assert {row[0] for row in ROWS} == set(SWITCHES) - of_variants
    assert {load_rulebook(profile).build_in for profile in PROFILES} == {"home"}
    assert not any(load_rulebook(profile).coastal_crawl for profile in PROFILES)


def test_there_are_four_profiles() -> None:
    assert list_rulebooks() == PROFILES


def test_an_unknown_profile_is_answered_with_those_there_are() -> None:
    with pytest.raises(UnknownNameError) as caught:
        load_rulebook("1999")
    assert caught.value.candidates == PROFILES


def test_an_unknown_variant_is_answered_with_those_there_are() -> None:
    with pytest.raises(UnknownNameError) as caught:
        load_variant("standart")
    assert "standard" in caught.value.candidates


def test_every_variant_that_is_listed_can_be_loaded() -> None:
    assert "standard" in list_variants()
    for name in list_variants():
        assert load_variant(name).id == name


VARIANT_TOML = """
id = "tiny"
name = "Tiny"
version = 3
rulebook = "1971"
description = "Two powers, one strait."
[switches]
multi_route = "all"
[calendar]
first_year = 1751
[victory]
centres = 2
[[powers]]
id = "FRANCE"
name = "France"
adjective = "French"
aliases = ["FRA"]
[[powers]]
id = "SPAIN"
"""
SPACES = """
    PAR,Paris,land,home,FRANCE
    MAD,Madrid,land,home,SPAIN
    BUR,Burgundy,land,neutral
    ISLE,Isle,land,neutral,,,yes
    SEA,Sea,sea
"""
BORDERS = """
    PAR,BUR,yes
    MAD,BUR,yes
    PAR,SEA,no,yes
    ISLE,SEA,no,yes
"""
START = "power,kind,location\nFRANCE,A,PAR\nSPAIN,A,BUR\n"


def write_variant(folder: Path, toml: str = VARIANT_TOML, start: str = START, spaces: str = SPACES) -> Path:
    write_board(folder, spaces, BORDERS)
    (folder / "variant.toml").write_text(toml, encoding="utf-8")
    (folder / "start.csv").write_text(start, encoding="utf-8")
    return folder


def load_broken(folder: Path) -> DataError:
    with pytest.raises(DataError) as caught:
        load_variant_folder(folder)
    return caught.value


@pytest.fixture
def tiny(tmp_path: Path) -> Variant:
    return load_variant_folder(write_variant(tmp_path))


def test_a_variant_is_read_from_its_folder(tiny: Variant) -> None:
    assert (tiny.id, tiny.name, tiny.version) == ("tiny", "Tiny", 3)
    assert (tiny.description, tiny.first_year, tiny.victory_centres) == ("Two powers, one strait.", 1751, 2)


def test_the_switches_of_a_variant_stand_above_those_of_its_profile(tiny: Variant) -> None:
    assert tiny.rulebook_id == "1971"
    assert (tiny.rulebook.multi_route, tiny.rulebook.paradox_rule) == ("all", "r1971")


def test_a_power_has_the_names_it_is_given_or_those_of_its_id(tiny: Variant) -> None:
    france, spain = tiny.powers[PowerId("FRANCE")], tiny.powers[PowerId("SPAIN")]
    assert (france.name, france.adjective, france.aliases) == ("France", "French", ("FRA",))
    assert (spain.name, spain.adjective, spain.aliases) == ("Spain", "Spain", ())


def test_a_power_owns_its_homes_and_the_centres_under_its_first_units(tiny: Variant) -> None:
    assert tiny.start.owners == {"PAR": "FRANCE", "MAD": "SPAIN", "BUR": "SPAIN"}


BROKEN_STARTS = [
    ("an unknown power", "RUSSIA,A,PAR", "'RUSSIA'"),
    ("an unknown space", "FRANCE,A,LON", "'LON'"),
    ("an unknown kind", "FRANCE,T,PAR", "'T'"),
    ("an army at sea", "FRANCE,A,SEA", "cannot stand there"),
    ("a fleet inland", "FRANCE,F,BUR", "cannot stand there"),
]


@pytest.mark.parametrize("row", BROKEN_STARTS, ids=lambda row: row[0].replace(" ", "-"))
def test_a_broken_start_is_named_with_its_file_and_line(row: tuple[str, str, str], tmp_path: Path) -> None:
    error = load_broken(write_variant(tmp_path, start=f"power,kind,location\nSPAIN,A,MAD\n{row[1]}\n"))
    assert error.file.endswith("start.csv")
    assert error.line == 3
    assert row[2] in error.problem


def test_two_units_in_one_space_are_refused(tmp_path: Path) -> None:
    error = load_broken(write_variant(tmp_path, start=START + "FRANCE,A,BUR\n"))
    assert (error.line, error.problem) == (4, "two units in BUR")


def test_an_army_may_begin_on_an_island(tmp_path: Path) -> None:
    variant = load_variant_folder(write_variant(tmp_path, start=START + "FRANCE,A,ISLE\n"))
    assert [str(unit) for unit in variant.start.units_of(PowerId("FRANCE"))] == ["A ISLE", "A PAR"]


def test_a_fleet_on_an_unnamed_coast_is_refused(tmp_path: Path) -> None:
    spaces = SPACES.replace("ISLE,Isle,land,neutral,,,yes", "ISLE,Isle,land,neutral,,NC SC,yes")
    folder = write_variant(tmp_path, spaces=spaces, start=START + "FRANCE,F,ISLE\n")
    borders = BORDERS.replace("ISLE,SEA,no,yes", "ISLE/NC,SEA,no,yes\n    ISLE/SC,SEA,no,yes")
    write_board(folder, spaces, borders)
    assert load_broken(folder).line == 4


BROKEN_TOMLS = [
    ("no TOML at all", "id = ", "TOML"),
    ("no id", VARIANT_TOML.replace('id = "tiny"', ""), "id"),
    ("a version in words", VARIANT_TOML.replace("version = 3", 'version = "three"'), "version"),
    ("an unknown rulebook", VARIANT_TOML.replace('"1971"', '"1999"'), "1999"),
    ("an unknown switch", VARIANT_TOML.replace("multi_route", "many_routes"), "many_routes"),
    ("an unknown value", VARIANT_TOML.replace('"all"', '"some"'), "some"),
    ("switches that are no table", VARIANT_TOML.replace("[switches]\nmulti_route", "switches"), "switches"),
    ("no first year", VARIANT_TOML.replace("first_year", "last_year"), "first_year"),
    ("no victory", VARIANT_TOML.replace("[victory]\ncentres = 2", ""), "centres"),
    ("no powers", VARIANT_TOML[: VARIANT_TOML.index("[[powers]]")], "powers"),
    ("a power twice", VARIANT_TOML.replace("SPAIN", "FRANCE"), "FRANCE"),
    ("a power without id", VARIANT_TOML.replace('id = "SPAIN"', 'name = "Spain"'), "id"),
    ("powers that are no tables", 'powers = ["FRANCE"]\n' + VARIANT_TOML[: VARIANT_TOML.index("[[powers]]")], "powers"),
    ("aliases that are no list", VARIANT_TOML.replace('["FRA"]', "7"), "aliases"),
    ("aliases that are one word", VARIANT_TOML.replace('["FRA"]', '"FRA"'), "aliases"),
]


@pytest.mark.parametrize("row", BROKEN_TOMLS, ids=lambda row: row[0].replace(" ", "-"))
def test_a_broken_variant_file_is_named_with_what_is_wrong(row: tuple[str, str, str], tmp_path: Path) -> None:
    error = load_broken(write_variant(tmp_path, toml=row[1]))
    assert error.file == f"{tmp_path.name}/variant.toml"
    assert row[2] in error.problem


@pytest.mark.parametrize("name", ["variant.toml", "spaces.csv", "borders.csv", "start.csv"])
def test_a_missing_file_is_named(name: str, tmp_path: Path) -> None:
    (write_variant(tmp_path) / name).unlink()
    error = load_broken(tmp_path)
    assert error.file == f"{tmp_path.name}/{name}"
    assert "missing" in error.problem


def test_a_variant_file_that_is_not_utf_8_is_named(tmp_path: Path) -> None:
    (write_variant(tmp_path) / "variant.toml").write_bytes(b'id = "\xe3"')
    assert load_broken(tmp_path).file == f"{tmp_path.name}/variant.toml"


def test_a_home_centre_of_an_unknown_power_is_refused(tmp_path: Path) -> None:
    error = load_broken(write_variant(tmp_path, spaces=SPACES.replace("FRANCE", "FRANKREICH")))
    assert "FRANKREICH" in error.problem


def test_an_alias_that_two_powers_share_is_refused(tmp_path: Path) -> None:
    error = load_broken(write_variant(tmp_path, toml=VARIANT_TOML.replace('["FRA"]', '["Spain"]')))
    assert "Spain" in error.problem


def test_a_profile_is_a_rulebook_without_modules() -> None:
    for profile in PROFILES:
        rulebook = load_rulebook(profile)
        assert isinstance(rulebook, Rulebook)
        assert rulebook.modules == ()


TRAITS_TOML = """
[traits.TF]
cuts_support = false
stands_off = false
captures = ["colonial"]
"""


def test_further_kinds_of_unit_have_their_traits_from_the_file(tmp_path: Path) -> None:
    variant = load_variant_folder(write_variant(tmp_path, toml='orders = ["embark"]' + VARIANT_TOML + TRAITS_TOML))
    transport = variant.rulebook.traits[UnitKind.TRANSPORT]
    assert (transport.sails, transport.cuts_support, transport.stands_off) == (True, False, False)
    assert transport.captures == {CentreKind.COLONIAL}
    assert variant.rulebook.extra_kinds == {Embark}


@pytest.mark.parametrize(
    ("toml", "words"),
    [
        (VARIANT_TOML + "[traits.TF]\nwings = true\n", "wings"),
        (VARIANT_TOML + '[traits.TF]\nsails = "yes"\n', "sails"),
        (VARIANT_TOML + "[traits.DRAGON]\nsails = true\n", "DRAGON"),
        ('orders = ["teleport"]' + VARIANT_TOML, "teleport"),
        ("gravity = 1" + VARIANT_TOML, "gravity"),
    ],
)
def test_what_is_no_trait_order_or_key_is_named(tmp_path: Path, toml: str, words: str) -> None:
    assert words in load_broken(write_variant(tmp_path, toml=toml)).problem


def test_a_unit_of_a_kind_that_the_variant_lacks_cannot_start(tmp_path: Path) -> None:
    error = load_broken(write_variant(tmp_path, start=START.replace("FRANCE,A,PAR", "FRANCE,TF,PAR")))
    assert "TF" in error.problem


def test_a_folder_may_be_named_by_a_text(tmp_path: Path) -> None:
    write_variant(tmp_path)
    assert load_variant_folder(str(tmp_path)).id == load_variant_folder(tmp_path).id


@pytest.mark.parametrize("name", ["nowhere", "", "a file"])
def test_a_text_that_names_no_variant_is_refused(tmp_path: Path, name: str) -> None:
    (tmp_path / "a file").write_text("no folder", encoding="utf-8")
    with pytest.raises(DataError, match="the file is missing"):
        load_variant_folder(str(tmp_path / name))
