"""What foreign boards need of a variant: another first phase, owners apart from units, idle powers, other endings."""

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import pytest

from legation.board import Position, PowerId, SpaceId
from legation.errors import DataError, RequestError
from legation.game import Phase, PhaseRecord, Season, advance, list_sharers, next_phase, rank_powers, start_state
from legation.judge import has_adjustments
from legation.orders import read_submissions
from legation.variants import Credits, Variant, load_variant_folder
from tests.kit import write_board

HEAD = """
id = "bay"
name = "Bay"
version = 1
rulebook = "2000"
"""
POWERS = """
[[powers]]
id = "RED"
[[powers]]
id = "BLUE"
"""
IDLE = """
[[powers]]
id = "TOWN"
played = false
colour = "#8B2b2B"
"""
SPACES = """
    HAV,Haven,land,home,RED
    TOW,Tower,land,home,BLUE
    MIL,Mill,land,neutral
    CAP,Cape,land
"""
BORDERS = """
    HAV,MIL,yes
    TOW,MIL,yes
    MIL,CAP,yes
"""
RED, BLUE, TOWN = PowerId("RED"), PowerId("BLUE"), PowerId("TOWN")


def write_bay(folder: Path, table: str, *, start: str = "", owners: str = "", powers: str = POWERS) -> Path:
    if "[calendar]" not in table:
        table += "\n[calendar]\nfirst_year = 1400\n"
    if "[victory]" not in table:
        table += "\n[victory]\ncentres = 3\n"
    write_board(folder, SPACES, BORDERS)
    (folder / "variant.toml").write_text(HEAD + table + powers, encoding="utf-8")
    (folder / "start.csv").write_text(f"power,kind,location\n{start}", encoding="utf-8")
    if owners:
        (folder / "owners.csv").write_text(f"space,power\n{owners}", encoding="utf-8")
    return folder


def make_bay(folder: Path, table: str = "", start: str = "RED,A,HAV\nBLUE,A,TOW\n", **more: str) -> Variant:
    return load_variant_folder(write_bay(folder, table, start=start, **more))


def play(variant: Variant, count: int, orders: Mapping[str, list[str]] | None = None) -> list[PhaseRecord]:
    """So many phases, each with the same orders."""
    state, records = start_state(variant), []
    for _ in range(count):
        if state.ending is None:
            lines = {PowerId(power): texts for power, texts in (orders or {}).items()}
            records.append(advance(variant, state, read_submissions(variant.board, lines)))
            state = records[-1].after
    return records


@pytest.mark.parametrize(("season", "phase"), [("spring", "S1400M"), ("fall", "F1400M"), ("winter", "W1400A")])
def test_a_game_begins_in_the_season_that_is_given(season: str, phase: str, tmp_path: Path) -> None:
    variant = make_bay(tmp_path, f'[calendar]\nfirst_year = 1400\nfirst_season = "{season}"\n')
    assert str(start_state(variant).phase) == phase


def test_a_game_that_begins_in_winter_begins_with_builds(tmp_path: Path) -> None:
    variant = make_bay(tmp_path, '[calendar]\nfirst_year = 1400\nfirst_season = "winter"\n', start="")
    (record,) = play(variant, 1, {"RED": ["Build A HAV"], "BLUE": ["Build A TOW"]})
    assert sorted(map(str, record.after.position.units.values())) == ["A HAV", "A TOW"]
    assert str(record.after.phase) == "S1401M"


def test_a_turn_may_take_several_years(tmp_path: Path) -> None:
    variant = make_bay(tmp_path, "[calendar]\nfirst_year = 1425\nspring_to_fall = 5\nfall_to_spring = 5\n")
    phases = [str(record.phase) for record in play(variant, 4)]
    assert phases == ["S1425M", "F1430M", "S1435M", "F1440M"]


def test_no_year_follows_the_last_that_can_be_written(tmp_path: Path) -> None:
    variant = make_bay(tmp_path, "[calendar]\nfirst_year = 9995\nspring_to_fall = 5\n")
    with pytest.raises(RequestError, match="four digits"):
        next_phase(Phase(Season.SPRING, 9995, start_state(variant).phase.kind), must_retreat=False,
                   calendar=variant.calendar)  # fmt: skip


def test_a_centre_may_be_owned_without_a_unit_and_a_unit_stand_on_a_free_one(tmp_path: Path) -> None:
    variant = make_bay(tmp_path, start="RED,A,MIL\n", owners="MIL,\nTOW,RED\n")
    assert variant.start.owners == {"HAV": "RED", "TOW": "RED"}


@pytest.mark.parametrize(
    ("line", "problem"),
    [("CAP,RED", "'CAP' is not a centre"), ("XXX,RED", "'XXX' is not a centre"), ("MIL,GREEN", "unknown power 'GREEN'"),
     ("MIL,RED\nMIL,", "MIL is given twice")],
)  # fmt: skip
def test_a_wrong_owner_is_named_with_its_line(line: str, problem: str, tmp_path: Path) -> None:
    with pytest.raises(DataError, match=problem) as caught:
        make_bay(tmp_path, owners=line + "\n")
    assert caught.value.file.endswith("owners.csv")


@pytest.fixture
def town(tmp_path: Path) -> Variant:
    """Nobody plays the Town, which stands in the Cape and owns the Mill."""
    start = "RED,A,HAV\nBLUE,A,TOW\nTOWN,A,CAP\n"
    return make_bay(tmp_path, "[victory]\ncentres = 1\n", start=start, owners="MIL,TOWN\n", powers=POWERS + IDLE)


def test_a_power_that_nobody_plays_has_no_seat(town: Variant) -> None:
    assert (list(town.powers), list(town.seats)) == ([RED, BLUE, TOWN], [RED, BLUE])
    assert town.powers[TOWN].colour == "#8b2b2b"
    assert town.start.in_disorder == {TOWN}


def test_a_unit_of_a_power_that_nobody_plays_holds_and_disbands_when_dislodged(tmp_path: Path) -> None:
    start = "RED,A,HAV\nBLUE,A,TOW\nTOWN,A,MIL\n"
    variant = make_bay(tmp_path, start=start, powers=POWERS + IDLE)
    alone, _ = play(variant, 2, {"RED": ["A HAV - MIL"]})
    assert str(alone.after.position.units[SpaceId("MIL")]) == "A MIL"
    together = play(variant, 1, {"RED": ["A HAV - MIL"], "BLUE": ["A TOW S A HAV - MIL"]})[0]
    assert [str(unit) for unit in together.destroyed] == ["A MIL"]
    assert not together.after.position.dislodged


def test_a_power_that_nobody_plays_neither_builds_nor_removes(town: Variant) -> None:
    assert not has_adjustments(town.board, town.start, TOWN, town.rulebook)
    without = town.start._replace(owners={})
    assert not has_adjustments(town.board, without, TOWN, town.rulebook)


def test_a_power_that_nobody_plays_neither_wins_nor_shares_a_draw(town: Variant) -> None:
    many = town.start._replace(owners=dict.fromkeys(map(SpaceId, ("HAV", "TOW", "MIL")), TOWN), units={})
    state = replace(start_state(town), position=many)
    record = advance(town, advance(town, state, []).after, [])
    assert record.after.ending is None
    assert TOWN not in list_sharers(town.board, start_state(town), town.rulebook)
    assert TOWN not in {power for group in rank_powers(town, state, town.rulebook, {}) for power in group}


def test_somebody_must_play(tmp_path: Path) -> None:
    with pytest.raises(DataError, match="nobody plays"):
        make_bay(tmp_path, start="", powers=IDLE)


def end_of(variant: Variant, position: Position | None = None) -> tuple[str, str, tuple[PowerId, ...]] | None:
    """When and how a game of ten phases without orders ends."""
    state = start_state(variant) if position is None else replace(start_state(variant), position=position)
    for _ in range(10):
        if state.ending:
            return str(state.ending.phase), state.ending.kind, state.ending.powers
        state = advance(variant, state, []).after
    return None


def test_the_last_year_ends_the_game_as_a_draw_of_the_survivors(tmp_path: Path) -> None:
    assert end_of(make_bay(tmp_path, "[victory]\ncentres = 3\nlast_year = 1401\n")) == ("F1401M", "draw", (RED, BLUE))


def test_after_the_last_year_the_power_with_most_centres_wins(tmp_path: Path) -> None:
    table = '[victory]\ncentres = 3\nlast_year = 1400\nat_end = "most_centres"\n'
    assert end_of(make_bay(tmp_path, table, owners="MIL,BLUE\n")) == ("F1400M", "victory", (BLUE,))


def test_powers_with_as_many_centres_share_the_end(tmp_path: Path) -> None:
    table = '[victory]\ncentres = 3\nlast_year = 1400\nat_end = "most_centres"\n'
    assert end_of(make_bay(tmp_path, table)) == ("F1400M", "draw", (RED, BLUE))


def test_quiet_years_end_the_game_and_a_capture_begins_their_count_anew(tmp_path: Path) -> None:
    variant = make_bay(tmp_path, "[victory]\ncentres = 3\nquiet_years = 2\n")
    assert end_of(variant) == ("F1401M", "draw", (RED, BLUE))
    moved = play(variant, 3, {"RED": ["A HAV - MIL"]})[-1].after  # the Mill changes hands in Fall 1400
    later = [advance(variant, moved, []).after]
    while later[-1].ending is None and len(later) < 9:
        later.append(advance(variant, later[-1], []).after)
    assert later[-1].ending is not None
    assert str(later[-1].ending.phase) == "F1402M"


def test_fewer_centres_may_win_in_later_years(tmp_path: Path) -> None:
    table = "[victory]\ncentres = 3\n[victory.centres_from]\n1401 = 2\n"
    assert end_of(make_bay(tmp_path, table, owners="MIL,BLUE\n")) == ("F1401M", "victory", (BLUE,))


def test_who_holds_all_spaces_of_a_list_wins(tmp_path: Path) -> None:
    table = '[victory]\ncentres = 3\n[[victory.holdings]]\nspaces = ["MIL", "CAP"]\nfrom_year = 1401\n'
    variant = make_bay(tmp_path, table, start="RED,A,HAV\nBLUE,A,CAP\n", owners="MIL,BLUE\n")
    assert end_of(variant) == ("F1401M", "victory", (BLUE,))


def test_credits_are_kept(tmp_path: Path) -> None:
    variant = make_bay(tmp_path, '[credits]\nauthor = "A. Nobody"\nlicence = "CC0"\n')
    assert variant.credits == Credits(author="A. Nobody", licence="CC0")


@pytest.mark.parametrize(
    ("table", "problem"),
    [
        ('[calendar]\nfirst_year = 1400\nfirst_season = "summer"\n', "first_season"),
        ("[calendar]\nfirst_year = 1400\nfall_to_spring = 0\n", "no year passes"),
        ("[calendar]\nfirst_year = -4\n", "first_year"),
        ("[calendar]\nfirst_year = 1400\nlast_year = 3\n", "unknown key"),
        ("[victory]\ncentres = 0\n", "centres"),
        ("[victory]\ncentres = 3\nlast_year = '1410'\n", "last_year"),
        ("[victory]\ncentres = 3\nat_end = 'lots'\n", "at_end"),
        ("[victory]\ncentres = 3\nlead = 2\n", "unknown key"),
        ("[victory]\ncentres = 3\n[victory.centres_from]\nlater = 2\n", "centres_from"),
        ("[victory]\ncentres = 3\n[[victory.holdings]]\nspaces = ['XXX']\n", "holdings.spaces"),
        ("[victory]\ncentres = 3\n[[victory.holdings]]\nspaces = ['MIL']\nyear = 3\n", "holdings.year"),
        ("[credits]\nauthor = 3\n", "credits.author"),
        ('doubtful = ["XYZ"]\n', "which is not a space"),
        ('doubtful = "ALB"\n', "expected a list of spaces"),
        ("[[powers]]\nid = 'GREY'\nplayed = 'no'\n", "played"),
        ("[[powers]]\nid = 'GREY'\ncolour = 'grey'\n", "colour"),
    ],
)
def test_wrong_terms_are_named(table: str, problem: str, tmp_path: Path) -> None:
    with pytest.raises(DataError, match=problem):
        make_bay(tmp_path, table)
