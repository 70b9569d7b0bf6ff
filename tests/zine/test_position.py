"""Positions as zines print them: every usual dialect is read, nothing is passed over, nothing is guessed in silence."""

import time

import pytest

from legation.board import PowerId, SpaceId
from legation.contract import describe_state
from legation.game import start_state
from legation.game.record_codec import dump
from legation.variants import add_modules, load_variant
from legation.zine import Gravity, ReadPosition, read_position, read_printed_phase

STANDARD = load_variant("standard")
CENTRES = """
Supply centres
Austria: Vie, Bud, Tri
England: Lon, Edi, Lvp
France: home
Germany: home
Italy: home
Russia: home
Turkey: home
"""
UNITS = """
Austria: A Vie, A Bud, F Tri
England: F Lon, F Edi, A Lvp
France: F Bre, A Par, A Mar
Germany: F Kie, A Ber, A Mun
Italy: F Nap, A Rom, A Ven
Russia: F Stp/sc, A Mos, A War, F Sev
Turkey: F Ank, A Con, A Smy
"""


def read(text: str, variant: str = "standard", phase: str = "") -> ReadPosition:
    found = load_variant(variant)
    return read_position(found, found.rulebook, text, phase)


def errors(text: str, variant: str = "standard") -> list[str]:
    return [found.text for found in read(text, variant).errors]


def units_of(found: ReadPosition, power: str) -> list[str]:
    assert found.state is not None, found.findings
    return [str(unit) for unit in found.state.position.units_of(PowerId(power))]


def test_the_first_position_typed_is_the_first_position() -> None:
    found = read(f"Spring 1901\n{UNITS}{CENTRES}")
    assert found.findings == ()
    start = start_state(STANDARD)
    assert found.state is not None
    assert found.state.phase == start.phase
    assert dict(found.state.position.units) == dict(start.position.units)
    assert dict(found.state.position.owners) == dict(start.position.owners)


@pytest.mark.parametrize(
    ("printed", "phase"),
    [
        ("Spring 1902", "S1902M"), ("SPRING, 1902", "S1902M"), ("Spring '02", "S1902M"), ("S02", "S1902M"),
        ("s1902m", "S1902M"), ("Fall 1902", "F1902M"), ("Autumn 1902", "F1902M"), ("AUTUMN 1902 MOVES DUE", "F1902M"),
        ("Fall of 1902", "F1902M"), ("1902 Fall", "F1902M"), ("Winter 1902", "W1902A"),
        ("Winter 1902 builds", "W1902A"), ("Winter 1902 adjustments", "W1902A"), ("Fall 1902 builds", "W1902A"),
        ("W02B", "W1902A"), ("Season: Fall 1902", "F1902M"), ("Position before Fall 1902", "F1902M"),
        ("Position after Spring 1902", "F1902M"), ("After Winter 1902", "S1903M"),
    ],
)  # fmt: skip
def test_seasons_are_read_in_every_usual_dialect(printed: str, phase: str) -> None:
    found = read(f"{printed}\n{UNITS}{CENTRES}")
    assert str(found.phase) == phase


@pytest.mark.parametrize(
    ("printed", "phase"),
    [
        ("Summer 1902", "S1902R"), ("Summer retreats 1902", "S1902R"), ("Spring 1902 retreats", "S1902R"),
        ("Autumn retreats 1902", "F1902R"), ("Fall 1902", "F1902R"), ("S02R", "S1902R"),
    ],
)  # fmt: skip
def test_with_dislodged_units_the_phase_is_one_of_retreats(printed: str, phase: str) -> None:
    text = UNITS.replace("A Ber, A Mun", "A Ber; A Mun dislodged from Boh").replace("A Vie", "A Mun")
    found = read(f"{printed}\n{text}{CENTRES}")
    assert found.state is not None, found.errors
    assert str(found.state.phase) == phase
    waiting = found.state.position.dislodged[0]
    assert (str(waiting.unit), waiting.attacker_from) == ("A MUN", "BOH")
    assert waiting.retreats == ("BUR", "RUH", "SIL", "TYR")


@pytest.mark.parametrize(
    "line",
    [
        "AUSTRIA: A Vie, F Tri, A Bud",
        "Austria (3): A(Vie), F(Tri), A(Bud)",
        "Austria (Ann Smith): A Vie, F Tri, A Bud.",
        "Austria - A Vie, F Tri, A Bud",
        "Austria \u2013 A Vie; F Tri; A Bud",
        "AUSTRIA A Vie A Bud F Tri",
        "AUSTRIA\nA Vie\nF Tri\nA Bud",
        "Austria:\n  Army Vienna, Fleet Trieste and Army Budapest",
        "Austria\nArmies: Vie, Bud\nFleets: Tri",
        "AUSTRIA (3 units)\n* A Vie\n* F Tri\n* A Bud",
        "Austria: Units: A vienna, f trieste, a budapest = 3",
        "austria: a vie & a bud & f tri (3)",
    ],
)
def test_units_are_read_in_every_usual_form(line: str) -> None:
    text = UNITS.replace("Austria: A Vie, A Bud, F Tri", line)
    found = read(f"Spring 1901\n{text}{CENTRES}")
    assert units_of(found, "AUSTRIA") == ["A BUD", "F TRI", "A VIE"]
    assert found.findings == ()


@pytest.mark.parametrize(
    "line",
    [
        "Centres: Vie, Bud, Tri, Ser", "Centers (4): Vie, Bud, Tri, Ser", "Owned: home, Ser",
        "SCs: Vie Bud Tri Ser = 4",
        "Supply centres: Vienna, Budapest, Trieste, Serbia (4). Builds 1.", "Owns: Home centres, +Ser, -Gre",
        "Centres:\nVie, Bud\nTri, Ser",
    ],
)  # fmt: skip
def test_centres_are_read_in_every_usual_form(line: str) -> None:
    text = UNITS.replace("A Bud, F Tri", f"A Bud, F Tri\n{line}")
    found = read(f"Winter 1901\n{text}{CENTRES.replace('Austria: Vie, Bud, Tri', '')}")
    assert found.state is not None, found.errors
    assert found.state.position.centres_of(PowerId("AUSTRIA")) == ("BUD", "SER", "TRI", "VIE")
    assert (found.counts[PowerId("AUSTRIA")].units, found.counts[PowerId("AUSTRIA")].centres) == (3, 4)


def test_lost_home_centres_can_be_said_shortly() -> None:
    found = read(f"Spring 1902\n{UNITS}{CENTRES.replace('France: home', 'France: home less Bre/Mar')}")
    assert found.state is not None
    assert found.state.position.centres_of(PowerId("FRANCE")) == ("PAR",)


@pytest.mark.parametrize(
    ("line", "ways"),
    [
        ("A Mun dislodged from Ber, retreats: Boh, Tyr", ("BOH", "TYR")),
        ("A Mun (dislodged from Ber, may retreat to Boh or Tyr)", ("BOH", "TYR")),
        ("A Mun dislodged by A Ber; A Bur", ("BOH", "RUH", "SIL", "TYR")),
        ("A Mun must retreat (from Ber)", ("BOH", "BUR", "RUH", "SIL", "TYR")),
        ("A Mun dislodged from Ber: no retreat", ()),
        ("A Mun dislodged from Ber, retreats to Boh, Tyr or disband", ("BOH", "TYR")),
        ("Dislodged: A Mun (from Ber): Boh, Tyr", ("BOH", "TYR")),
    ],
)
def test_dislodged_units_are_read_with_where_they_may_go(line: str, ways: tuple[str, ...]) -> None:
    text = UNITS.replace("F Kie, A Ber, A Mun", f"F Kie\n{line}").replace("A War", "A Mun")
    found = read(f"Fall 1902 retreats\n{text}{CENTRES}")
    assert found.state is not None, found.errors
    [waiting] = found.state.position.dislodged
    assert (waiting.attacker_from, waiting.retreats) == ("BER", ways)


def test_every_line_is_accounted_for() -> None:
    text = f"# The Long Peace, issue 12\nSpring 1901\n-----{UNITS}{CENTRES}"
    found = read(text)
    written = [number for number, line in enumerate(text.splitlines(), start=1) if line.strip()]
    assert [line.number for line in found.lines] == written
    silent = [line.text for line in found.lines if not line.meanings]
    assert silent == ["# The Long Peace, issue 12", "-----"]


@pytest.mark.parametrize(
    ("line", "problem", "candidates"),
    [
        ("GERMNAY: A Ber", "'GERMNAY' is neither a power nor the name of a list, such as Centres.", ("Germany",)),
        ("Germany: A Brelin", "'A Brelin' is not a unit: unknown space 'Brelin'.", None),
        ("Germany: F Stp", "'F Stp' cannot stand there; name its coast, STP/NC or STP/SC", ()),
        ("Germany: A Nth", "'A Nth' cannot stand there", ()),
        ("Germany: F Mun", "'F Mun' cannot stand there", ()),
        ("Germany: A Swi", "'A Swi' is not a unit", None),
        ("Germany: Ruh", "'Ruh': is it an army or a fleet?", ("A RUH",)),
        ("Germany: A Vie", "Two units in VIE: AUSTRIA A VIE in line 3, and GERMANY A VIE here.", ()),
        ("Germany\nCentres: Ruh", "Ruhr (RUH) has no supply centre.", ()),
        ("Germany\nCentres: Vie", "VIE has two owners", ()),
        ("Germany\nCentres: Ber", "BER is listed twice for GERMANY", ()),
        ("The war goes on", "'The war goes on' is not understood.", None),
        ("Spring 1902", "A phase is already named above.", ()),
        ("Civil disorder: Tibet", "Unknown power 'Tibet'.", None),
        ("Aboard: A Nth", "Armies do not go aboard ships in this variant.", ()),
        ("Years: Vie 1/2", "no centre ages in this game", ()),
        ("Bombs: Vie=AUSTRIA 2", "there are no bombs in this game", ()),
        ("Memory: {", "Not JSON", ()),
        ("Germany: A Kie aboard", "Armies do not go aboard ships in this variant.", ()),
    ],
)
def test_what_cannot_be_read_is_refused_with_a_reason(
    line: str, problem: str, candidates: tuple[str, ...] | None
) -> None:
    found = read(f"Fall 1901\n{UNITS}{CENTRES}Units\n{line}\n")
    assert found.state is None
    fault = found.errors[0]
    assert problem in fault.text
    assert candidates is None or fault.candidates == candidates
    assert fault.line is not None


def test_the_board_is_shown_as_far_as_it_was_understood() -> None:
    found = read(f"Fall 1901\n{UNITS}{CENTRES}Germany: A Brelin")
    assert found.state is None
    assert found.shown is not None
    assert len(found.shown.units) == 22


def test_units_without_a_heading_are_refused() -> None:
    assert errors("Spring 1901\nA Vie, A Bud")[0] == "'A Vie, A Bud' is not under a power's heading."


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        (f"{UNITS}{CENTRES}", "The text names no phase."),
        (f"Spring 1901\n{CENTRES}", "No unit could be read."),
        (f"Spring 1901\n{UNITS}", "The text does not say who owns the supply centres."),
        (f"Spring 1899\n{UNITS}{CENTRES}", "Spring 1899, orders is before the game begins"),
        (f"Spring 1902 retreats\n{UNITS}{CENTRES}", "no unit is dislodged"),
        (f"Winter 1902\n{UNITS}{CENTRES}Austria: A Gal dislodged from War", "is not a retreat phase"),
        ("", "No unit could be read."),
        ("x" * 200_000, "characters; at most"),
        ("\n" * 3 + "a\n" * 3000, "lines; at most"),
        ("{", "not JSON"),
        ('{"phase": "S1902M", "army": 3}', "unknown field"),
        ("[" * 1000, "is not under a power's heading"),
        ("Austria: " + "A Vie " * 1000, "This line has 6009 characters"),
        ("Austria: A Xyzzy\n" * 1000, "Nothing after this line was tried."),
        ("{" + '"a":{' * 3000 + "}" * 3001, "nested more than 100 deep"),
    ],
)
def test_a_position_that_cannot_begin_a_game_is_refused(text: str, problem: str) -> None:
    assert any(problem in error for error in errors(text)), errors(text)


def test_doubtful_things_are_warnings() -> None:
    text = UNITS.replace("Austria: A Vie", "Austria (7): A Gal, A Vie").replace("Turkey: F Ank, A Con, A Smy", "")
    found = read(f"Spring 1902\n{text}{CENTRES.replace('Turkey: home', '')}")
    assert found.state is not None
    warnings = {finding.text for finding in found.warnings}
    assert warnings == {
        "Austria: 7 is printed; 4 units and 3 centres were read.",
        "Turkey is not named, and has neither units nor centres.",
        "Austria has more units than centres: 4 units, 3 centres.",
    }


def test_a_colony_that_does_not_count_yet_feeds_no_unit() -> None:
    """Khoufax owns five centres for its five units; one of them is a colony that it took last Fall."""
    text = dump(
        {
            "phase": "S4M",
            "units": {"KHOUFAX": ["F MC2", "A MC3", "A MC4", "A SA6", "F NA14"]},
            "centres": {"KHOUFAX": ["MC2", "MC3", "MC4", "SA6", "NA14"]},
            "memory": {"colonial_centres": {"NA14": {"held": 0, "age": 0}, "SA6": {"held": 3, "age": 3}}},
        }
    )
    warnings = [finding.text for finding in read(text, "colonial-variant").warnings]
    assert "Khoufax has more units than centres: 5 units, 4 centres." in warnings


def test_a_kind_that_is_carried_on_is_pointed_out() -> None:
    found = read(f"Spring 1901\n{UNITS.replace('A Vie, A Bud, F Tri', 'A Vie, Bud, F Tri')}{CENTRES}")
    assert units_of(found, "AUSTRIA") == ["A BUD", "F TRI", "A VIE"]
    assert [finding.text for finding in found.warnings] == ["'Bud' is taken for A BUD, like the unit before it."]


def test_civil_disorder_is_part_of_a_position() -> None:
    found = read(f"Spring 1903\n{UNITS}{CENTRES}Civil disorder: Italy, Turkey")
    assert found.state is not None
    assert found.state.position.in_disorder == {"ITALY", "TURKEY"}


def test_the_judges_json_is_a_position_too() -> None:
    state = start_state(STANDARD)
    found = read_position(STANDARD, STANDARD.rulebook, dump(describe_state(STANDARD, state)))
    assert found.findings == ()
    assert found.state == state


def test_colony_years_can_be_stated_and_what_is_not_is_named() -> None:
    variant = load_variant("colonial-variant")
    start = start_state(variant).position
    owned = sorted(space for space, owner in start.owners.items() if variant.board.spaces[space].centre == "colonial")
    lines = []
    for power in variant.powers:
        lines.append(f"{power}: {', '.join(str(unit) for unit in start.units_of(power) if not unit.is_aboard)}")
        lines.append(f"Centres: {', '.join(start.centres_of(power))}")
    first = f"Spring {variant.first_year + 1}"
    plain = read("\n".join([first, *lines]), variant.id)
    assert plain.state is not None, plain.errors
    said = [finding.text for finding in plain.warnings if "Years of" in finding.text]
    assert bool(said) == bool(owned)
    if owned:
        stated = read("\n".join([first, *lines, f"Years: {owned[0]} 1/2"]), variant.id)
        assert stated.state is not None, stated.errors
        memory = stated.state.position.memory["colonial_centres"]
        assert memory[owned[0]] == {"held": 1, "age": 2}  # type: ignore[index]
        assert not any(owned[0] in finding.text for finding in stated.warnings)


def test_bombs_can_be_stated_and_are_taken_as_at_the_start_otherwise() -> None:
    rulebook = add_modules(STANDARD.rulebook, ["gigaton-bomb"])
    silent = read_position(STANDARD, rulebook, f"Fall 1901\n{UNITS}{CENTRES}")
    assert [finding.text for finding in silent.warnings] == [
        "No bombs are named: taken as at the start, one in each home centre, and no space struck."
    ]
    text = f"Fall 1901\n{UNITS}{CENTRES}Bombs: Par=FRANCE 2, Ber=GERMANY 1\nRuined: Bur\nClosed: Nth 2\n"
    stated = read_position(STANDARD, rulebook, text)
    assert stated.findings == ()
    assert stated.state is not None
    assert stated.state.position.memory["gigaton-bomb"] == {
        "bombs": {"BER": {"owner": "GERMANY", "count": 1}, "PAR": {"owner": "FRANCE", "count": 2}},
        "ruined": ["BUR"],
        "closed": {"NTH": 2},
    }


def test_bombs_under_a_heading_are_that_powers() -> None:
    rulebook = add_modules(STANDARD.rulebook, ["gigaton-bomb"])
    text = f"Fall 1901\n{UNITS.replace('A Par, A Mar', 'A Par, A Mar' + chr(10) + 'Bombs: Par 2, Mar')}{CENTRES}"
    found = read_position(STANDARD, rulebook, text)
    assert found.state is not None, found.errors
    assert found.state.position.memory["gigaton-bomb"]["bombs"] == {  # type: ignore[index]
        "MAR": {"owner": "FRANCE", "count": 1},
        "PAR": {"owner": "FRANCE", "count": 2},
    }


@pytest.mark.parametrize(
    ("text", "phase"), [("Fall 1759", "F1759M"), ("F1759R", "F1759R"), ("Winter 1759", "W1759A"), ("S59", "S1759M")]
)
def test_a_phase_can_be_named_by_itself(text: str, phase: str) -> None:
    assert str(read_printed_phase(text, 1751)) == phase


def test_findings_know_their_weight() -> None:
    found = read(f"Fall 1901\n{UNITS}{CENTRES}Germany: A Brelin")
    assert {finding.weight for finding in found.errors} == {Gravity.ERROR}
    assert found.shown is not None
    assert SpaceId("BER") in found.shown.units


@pytest.mark.parametrize(
    "part",
    ["Vie ", "(", "(a ", "home less ", "A Vie dislodged from ", "Qzx ", " \t", "- ", "A xyz ", "= 5 "],
)
@pytest.mark.parametrize("head", ["Austria: ", "Austria", "Centres: ", "A Vie"])
def test_hostile_lines_are_read_in_no_time(part: str, head: str) -> None:
    line = head + part * ((1490 - len(head)) // len(part)) + "x"
    begun = time.process_time()
    found = read(f"Fall 1901\nAustria\n{line}\n{line}", "colonia-vii")
    assert time.process_time() - begun < 2
    assert found.state is None


FIJI = """Fall 1755, retreats
England: F COR, F SPC
{dislodged}
France: F FIJ, F BIS
Convoyed: {convoyed}
Centres
England: Lon, Edi
France: Par"""
"""In Colonia III an army was driven off Fiji."""


@pytest.mark.clause("C3-4h")
@pytest.mark.parametrize(
    ("convoyed", "ways"),
    [
        ("none", ("ARN", "AUS", "CHI", "NWG", "NWZ", "PRU", "SAM", "TAH")),
        ("Coral Sea", ("CHI", "NWZ", "PRU", "SAM", "TAH")),
        ("Cor, Spc", ()),
    ],
)
def test_a_fleet_that_is_said_to_have_convoyed_carries_no_army_away(convoyed: str, ways: tuple[str, ...]) -> None:
    text = FIJI.format(dislodged="Dislodged: A FIJ from MEL", convoyed=convoyed)
    found = read(text, "colonia-iii")
    assert found.state is not None
    assert [one.retreats for one in found.state.position.dislodged] == [ways]


@pytest.mark.clause("C3-4h")
def test_a_printed_way_that_needs_a_fleet_that_has_convoyed_is_an_error() -> None:
    text = FIJI.format(dislodged="A FIJ dislodged from MEL, retreats: ARN, NWZ", convoyed="Cor")
    assert errors(text, "colonia-iii") == ["A FIJ cannot reach ARN"]
    assert errors(text.replace("ARN, ", ""), "colonia-iii") == []


@pytest.mark.clause("C3-4h")
def test_only_fleets_at_sea_have_convoyed() -> None:
    text = FIJI.format(dislodged="Dislodged: A FIJ from MEL", convoyed="Paris")
    assert errors(text, "colonia-iii") == ["PAR is not a sea, and only fleets at sea convoy"]


def test_a_dislodged_unit_may_be_listed_with_its_power() -> None:
    text = """Fall 1901, retreats
England: F NTH
France: A BUR
Dislodged: German A BUR from PAR
Centres
England: Lon"""
    found = read(text)
    assert found.state is not None
    assert [(one.unit.power, str(one.unit)) for one in found.state.position.dislodged] == [("GERMANY", "A BUR")]
