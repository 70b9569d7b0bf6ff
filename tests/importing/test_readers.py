"""Every reader on a small board of our own, and the variant that comes of it."""

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from legation.board import LocationId, SpaceId
from legation.errors import DataError
from legation.game import start_state
from legation.importing import Imported, find_format, import_variants
from legation.importing.formats import read_foreign
from legation.importing.source import Source
from legation.variants import Calendar, FirstSeason, Variant
from tests.importing import samples


def bring(path: Path, output: Path) -> Imported:
    """The only board that a path holds, without a map."""
    (found,) = import_variants(path, output, draw=False)
    return found


def loaded(found: Imported) -> Variant:
    assert found.variant is not None, found.problem
    return found.variant


def write_dvar(folder: Path) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "bay.json").write_text(json.dumps(samples.make_dvar()))
    return folder / "bay.json"


WRITERS = [
    samples.write_webdiplomacy,
    samples.write_jdip,
    samples.write_dpjudge,
    samples.write_njudge,
    samples.write_godip,
    write_dvar,
]


@pytest.mark.parametrize("write", WRITERS, ids=lambda write: write.__name__)
def test_the_same_board_comes_of_every_form(write: Callable[[Path], Path], tmp_path: Path) -> None:
    variant = loaded(bring(write(tmp_path / "in"), tmp_path / "out"))
    board = variant.board
    names = {space.name: space.id for space in board.spaces.values()}
    haven, cape, gulf, sound = (
        next(code for name, code in names.items() if name.startswith(start)) for start in ("Ha", "Ca", "Gu", "So")
    )
    assert board.spaces[cape].coasts == ("NC", "SC")
    assert LocationId(f"{cape}/NC") in board.fleet_moves[LocationId(gulf)]
    assert LocationId(f"{cape}/NC") not in board.fleet_moves[LocationId(sound)]
    assert LocationId(cape) in board.army_moves[LocationId(haven)]
    assert {"RED", "BLUE"} <= set(variant.powers) or {"R", "B"} == set(variant.powers)
    assert sum(space.centre.is_counted for space in board.spaces.values()) == 4
    assert str(variant.start.units[haven]) == f"F {haven}"


def test_webdiplomacy_keeps_points_coasts_neutral_units_and_credits(tmp_path: Path) -> None:
    found = bring(samples.write_webdiplomacy(tmp_path), tmp_path / "out")
    variant = loaded(found)
    assert (variant.name, variant.first_year, variant.credits.author) == ("The Bay", 1850, "A. Nobody")
    assert variant.description == "Two powers & one cape."
    assert [power.id for power in variant.powers.values() if not power.is_played] == ["NEUTRAL"]
    assert sorted(map(str, variant.start.units_of(next(p for p in variant.powers if p == "NEUTRAL")))) == [
        "A MIL", "F CAP/SC",
    ]  # fmt: skip
    assert variant.powers[variant.parse_power("Blue")].colour == "#0000aa"
    isle = next(space for space in variant.board.spaces.values() if space.name == "King's Isle")
    assert isle.carries_convoys
    assert found.notes is not None
    assert any("userOrderFog" in sentence for sentence in found.notes.lost)


def test_webdiplomacy_uses_the_board_of_the_variant_that_it_extends(tmp_path: Path) -> None:
    samples.write_webdiplomacy(tmp_path)
    other = tmp_path / "BayTwo"
    other.mkdir()
    (other / "install.php").write_text('<?php require_once("variants/Bay/install.php"); ?>')
    (other / "variant.php").write_text("<?php class BayTwoVariant extends BayVariant { public $name='BayTwo'; }")
    assert len(loaded(bring(other, tmp_path / "out")).board.spaces) == 7
    (other / "install.php").write_text('<?php require_once("variants/Nowhere/install.php"); ?>')
    assert "Nowhere, which is not there" in bring(other, tmp_path / "out2").problem


def test_jdip_keeps_terms_other_names_and_difficult_borders(tmp_path: Path) -> None:
    found = bring(samples.write_jdip(tmp_path / "in"), tmp_path / "out")
    variant = loaded(found)
    assert (variant.calendar.first_season, variant.first_year) == (FirstSeason.FALL, 1850)
    assert (variant.victory.centres, variant.victory.quiet_years, variant.victory.last_year) == (3, 7, 1884)
    assert variant.rulebook.build_in == "owned_with_home"
    assert variant.parse_power("Scarlet") == "RED"
    assert variant.start.owners == {"HAV": "RED", "TOW": "BLUE", "CAP": "BLUE"}
    assert ("HAV", "MIL") in variant.board.difficult
    assert variant.powers[variant.parse_power("Red")].colour == "#c02020"
    assert found.notes is not None
    assert any("wing" in sentence for sentence in found.notes.lost)


def test_dpjudge_tells_ways_of_armies_from_those_of_fleets(tmp_path: Path) -> None:
    variant = loaded(bring(samples.write_dpjudge(tmp_path / "in"), tmp_path / "out"))
    board = variant.board
    assert str(start_state(variant).phase) == "W1850A"
    assert not board.is_adjacent("HAV", "ISL", "army")
    assert board.is_adjacent("HAV", "ISL", "fleet")
    assert not board.is_adjacent("HAV", "CAP", "fleet")
    assert board.spaces[SpaceId("ISL")].carries_convoys
    assert board.parse_location("old port") == "HAV"
    assert variant.rulebook.build_in == "owned"
    assert board.spaces[SpaceId("ALP")].terrain == "impassable"


def test_dpjudge_builds_on_another_file_and_refuses_a_circle(tmp_path: Path) -> None:
    samples.write_dpjudge(tmp_path)
    (tmp_path / "duel.map").write_text("MAP bay\nUNPLAYED BLUE\nUNOWNED TOW\nGREEN (GREEN) TOW\nA TOW\n")
    assert set(loaded(bring(tmp_path / "duel.map", tmp_path / "out")).powers) == {"RED", "GREEN"}
    (tmp_path / "one.map").write_text("MAP two.map\n")
    (tmp_path / "two.map").write_text("MAP one.map\n")
    assert "built on itself" in bring(tmp_path / "one.map", tmp_path / "out").problem


DPJUDGE_CHANGES = """
NOTIFY somebody@example.org
USE bay.politics
BEGIN A.D. 1425 MOVEMENT
FLOW NEWYEAR:5
HAV -> New Haven = nha haven
DROP CAP
AMEND NHA ABUTS *TOW GUL(MIL)
AMEND TOW ABUTS NHA
RED -MIL
_FREE+TOWN (FREE:F) @MIL
DUMMY
A MIL
IN W1430A
HOMES MIL
LEAGUE CALM
DIRECTIVES
this is for the judge alone
END DIRECTIVES
"""


def test_dpjudge_changes_what_it_builds_on(tmp_path: Path) -> None:
    samples.write_dpjudge(tmp_path)
    (tmp_path / "bay.politics").write_text("USE bay\nRED MIL\n")
    (tmp_path / "late.map").write_text(DPJUDGE_CHANGES)
    found = bring(tmp_path / "late.map", tmp_path / "out")
    variant, notes = loaded(found), found.notes
    board = variant.board
    assert variant.calendar == Calendar(1425, spring_to_fall=5, fall_to_spring=5)
    assert set(board.spaces) == {"NHA", "MIL", "TOW", "GUL", "SOU", "ISL", "ALP"}
    assert (board.spaces[SpaceId("NHA")].name, board.parse_location("haven")) == ("New Haven", "NHA")
    assert board.is_adjacent("NHA", "TOW", "army")
    assert board.is_adjacent("NHA", "GUL", "fleet")
    units = {str(unit.location): unit.power for unit in variant.start.units.values()}
    assert units == {"NHA": "RED", "TOW": "BLUE", "MIL": "FREETOWN"}
    assert [power.name for power in variant.powers.values() if not power.is_played] == ["Free Town"]
    assert notes is not None
    for words in ("* or ~", "GUL(MIL)", "IN W1430A", "HOMES", "LEAGUE", "directives", "@MIL"):
        assert any(words in sentence for sentence in notes.lost), words


def test_the_oldest_form_of_webdiplomacy_is_read_too(tmp_path: Path) -> None:
    folder = samples.write_webdiplomacy(tmp_path / "bay")
    tables = loaded(bring(folder, tmp_path / "out"))
    rows = re.findall(r"array\(((?:[^()]|\([^()]*\))*)\)", samples.INSTALL)
    calls = []
    for row in rows:
        if row.count(",") > 3:
            calls.append(f"new InstallTerritory({row});")
        else:
            start, end, rest = row.split(",", 2)
            calls.append(f"InstallTerritory::$All[{start}]->addBorder(InstallTerritory::$All[{end.strip()}],{rest});")
    (folder / "install.php").write_text("<?php\n" + "\n".join(calls))
    again = loaded(bring(folder, tmp_path / "again"))
    assert (again.board.spaces, again.board.borders) == (tables.board.spaces, tables.board.borders)


def test_njudge_names_powers_by_its_report(tmp_path: Path) -> None:
    file = samples.write_njudge(tmp_path)
    report = "Starting position for Spring of 1850.\n\nRuritania: Fleet Haven.\nBeotia:   Army  Tower.\n"
    (tmp_path / "report.bay").write_text(report)
    assert set(loaded(bring(file, tmp_path / "out")).powers) == {"RURITANIA", "BEOTIA"}
    (tmp_path / "report.bay").unlink()
    (tmp_path / "seed.bay").write_text(report.replace("Army  Tower", "Fleet Cape (north coast)"))
    variant = loaded(bring(file, tmp_path / "again"))
    assert str(start_state(variant).phase) == "S1850M"
    assert {(unit.power, str(unit)) for unit in variant.start.units.values()} == {
        ("RURITANIA", "F HAV"),
        ("BEOTIA", "F CAP/NC"),
    }


def test_njudge_reads_owners_and_refuses_machiavelli(tmp_path: Path) -> None:
    file = samples.write_njudge(tmp_path)
    variant = loaded(bring(file, tmp_path / "out"))
    assert variant.start.owners == {"HAV": "R", "TOW": "B"}
    assert variant.board.spaces[SpaceId("CAP")].carries_convoys
    file.write_text(samples.NJUDGE_MAP.replace("Haven,  R hav", "Haven,  R1f hav"))
    assert "Machiavelli" in bring(file, tmp_path / "out").problem


def test_njudge_without_units_begins_with_builds(tmp_path: Path) -> None:
    file = samples.write_njudge(tmp_path)
    (tmp_path / "seed.bay").write_text("F1900B\n-1\nR.B....\n-1\n")
    assert str(start_state(loaded(bring(file, tmp_path / "out"))).phase) == "W1900A"


def test_dvar_keeps_years_idle_powers_and_endings(tmp_path: Path) -> None:
    found = bring(write_dvar(tmp_path / "in"), tmp_path / "out")
    variant = loaded(found)
    assert (variant.calendar.spring_to_fall, variant.calendar.fall_to_spring) == (5, 5)
    assert (variant.victory.last_year, variant.victory.at_end) == (1453, "most_centres")
    assert variant.victory.holdings[0].spaces == ("MIL", "CAP")
    assert not variant.powers[variant.parse_power("Town")].is_played
    assert variant.rulebook.build_in == "owned"
    assert found.notes is not None
    assert any("unheard-of" in sentence for sentence in found.notes.lost)


def test_dvar_without_borders_is_no_board(tmp_path: Path) -> None:
    document = samples.make_dvar()
    for province in document["provinces"]:  # type: ignore[attr-defined]
        del province["adjacencies"]
    (tmp_path / "bay.json").write_text(json.dumps(document))
    assert "names no borders" in bring(tmp_path / "bay.json", tmp_path / "out").problem


def test_the_notes_lie_beside_the_board(tmp_path: Path) -> None:
    found = bring(samples.write_jdip(tmp_path / "in"), tmp_path / "out")
    assert found.folder is not None
    text = (found.folder / "import.txt").read_text()
    assert text.startswith("kept:\n  6 spaces, ")
    assert "not expressible:" in text


def test_a_folder_without_boards_is_refused(tmp_path: Path) -> None:
    with pytest.raises(DataError, match="no board in a known format"):
        list(import_variants(tmp_path, tmp_path / "out"))


@pytest.mark.parametrize(
    ("name", "form"),
    [("install.php", "webdiplomacy"), ("variants.xml", "jdip"), ("a.map", "dpjudge"), ("map", "njudge"),
     ("map.asia", "njudge"), ("map.png", None), ("map.html", None), ("x.json", "dvar"), ("readme.txt", None)],
)  # fmt: skip
def test_the_form_of_a_file_is_told_by_its_name(name: str, form: str | None) -> None:
    assert find_format(name) == form


def test_godip_keeps_first_units_owners_victory_and_author(tmp_path: Path) -> None:
    variant = loaded(bring(samples.write_godip(tmp_path / "in"), tmp_path / "out"))
    assert (variant.name, variant.first_year, variant.credits.author) == ("The Bay", 1850, "A. Nobody")
    assert variant.victory.needed_in(1850) == 3
    assert {str(unit) for unit in variant.start.units.values()} == {"F HAV", "A TOW"}
    assert set(variant.start.owners) == {"HAV", "TOW"}


def test_godip_turns_of_several_years_are_read_from_the_file_beside(tmp_path: Path) -> None:
    folder = samples.write_godip(tmp_path / "in")
    (folder / "bayphase.go").write_text("return Phase(self.Year()+5, YearSeason, godip.Movement)")
    calendar = loaded(bring(folder, tmp_path / "out")).calendar
    assert (calendar.spring_to_fall, calendar.fall_to_spring) == (5, 5)


def test_godip_neutral_armies_stand_in_every_centre_without_an_owner(tmp_path: Path) -> None:
    folder = samples.write_godip(tmp_path / "in")
    text = samples.GODIP.replace("return graph", "_ = NeutralOrders\n\treturn graph")
    (folder / "bay.go").write_text(text)
    found = bring(folder, tmp_path / "out")
    neutral = [str(unit) for unit in loaded(found).start.units.values() if unit.power == "NEUTRAL"]
    assert sorted(neutral) == ["A CAP", "A MIL"]
    assert found.notes is not None
    assert any("not built again" in line for line in found.notes.lost)


def test_webdiplomacy_rows_may_name_the_country_after_the_places(tmp_path: Path) -> None:
    bay = samples.write_webdiplomacy(tmp_path / "in")
    text = (bay / "install.php").read_text()
    names = {"0": "Neutral", "1": "Red", "2": "Blue"}
    changed = re.sub(
        r"'(Yes|No)', ([012]), (\d+, \d+, \d+, \d+)\)", lambda m: f"'{m[1]}', {m[3]}, '{names[m[2]]}')", text
    )
    assert changed.count("'Red'") == 1
    (bay / "install.php").write_text(changed)
    (found,) = read_foreign(Source(bay), "install.php", "webdiplomacy")
    assert found.provinces["Haven"].homes == ["Red"]
    assert found.provinces["Haven"].point == (20.0, 40.0)
    assert found.provinces["Mill"].homes == []


def test_a_slash_in_the_name_of_a_webdiplomacy_territory_is_no_coast(tmp_path: Path) -> None:
    bay = samples.write_webdiplomacy(tmp_path / "in")
    for file in (bay / "install.php", bay / "classes/adjudicatorPreGame.php"):
        file.write_text(file.read_text().replace("'Mill'", "'Mill/Dam'"))
    found = bring(bay, tmp_path / "out")
    assert found.variant is not None, found.problem
    board = found.variant.board
    mill = next(space for space in board.spaces.values() if space.name == "Mill/Dam")
    assert len(board.army_moves[LocationId(mill.id)]) == 2
    assert mill.id in found.variant.start.units
