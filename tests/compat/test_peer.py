"""The same script on both: positions, possible orders and results of random games."""

import json
import random
import warnings
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from legation.compat import Game, Map, Message
from legation.compat.utils.export import (
    from_saved_game_format,
    is_valid_saved_game,
    load_saved_games_from_disk,
    to_saved_game_format,
)
from legation.importing import import_variants
from tests.importing import samples

with warnings.catch_warnings():
    # It opens its table of convoy paths on import and leaves the closing to the garbage collector.
    warnings.simplefilter("ignore", ResourceWarning)
    import diplomacy
    from diplomacy.utils.export import from_saved_game_format as load_there

PARTS = ("name", "units", "retreats", "centers", "homes", "civil_disorder", "builds")


def sort_deep(value: Any) -> Any:  # noqa: ANN401 - JSON
    """A value with all its lists sorted."""
    if isinstance(value, dict):
        return {key: sort_deep(item) for key, item in value.items()}
    return sorted(map(sort_deep, value)) if isinstance(value, list) else value


def choose(possible: dict[str, list[str]], places: list[str], chance: random.Random) -> list[str]:
    """An order for each place; fights and support are more frequent than by pure chance, convoys stay out."""
    lines = []
    for place in places:
        found = sorted(line for line in possible[place] if "VIA" not in line and " C " not in line)
        wanted = [line for line in found if " - " in line or " S " in line or line[-1] in "BD"] or found
        lines.append(chance.choice(wanted if chance.random() < 0.9 else found))
    return lines


def compare_game(seed: int, phases: int) -> int:
    """Play one random game on both and compare every phase; gives how many were compared."""
    chance = random.Random(seed)
    ours, theirs = Game(), diplomacy.Game()
    count = 0
    while count < phases and not theirs.is_game_done:
        count += 1
        assert ours.get_current_phase() == theirs.get_current_phase()
        assert ours.get_orderable_locations() == theirs.get_orderable_locations()
        here, there = ours.get_state(), theirs.get_state()
        assert {part: sort_deep(here[part]) for part in PARTS} == {part: sort_deep(there[part]) for part in PARTS}
        possible = theirs.get_all_possible_orders()
        possible.pop("SWI")  # Switzerland is not a space here
        assert sort_deep(ours.get_all_possible_orders()) == sort_deep(possible)
        for power in sorted(theirs.powers):
            lines = choose(possible, theirs.get_orderable_locations(power), chance)
            ours.set_orders(power, lines)
            theirs.set_orders(power, lines)
            assert plain_orders(ours.get_orders(power)) == plain_orders(theirs.get_orders(power))
        orders = ours.get_orders()
        ours.process()
        theirs.process()
        assert status_of(ours, here, orders) == status_of(theirs, here, orders)
    assert ours.is_game_done == theirs.is_game_done
    return count


def plain_orders(lines: list[str]) -> list[str]:
    """Orders without what that package leaves out by itself: coasts of supports, and builds waived."""
    return sorted(line[:-3] if " S " in line and line[-3] == "/" else line for line in lines if line != "WAIVE")


def status_of(game: Any, before: dict[str, Any], orders: dict[str, list[str]]) -> Any:  # noqa: ANN401 - either game
    """What became of every order, in words; supports against one's own, or to a coast, are void there at times."""
    found = {}
    for power, units in game.get_order_status().items():
        own = {unit[2:5] for unit in before["units"][power]}
        supports = [
            line for line in orders[power] if " S " in line and (line.partition(" - ")[2][:3] in own or line[-3] == "/")
        ]
        against_own = {" ".join(line.split()[:2]) for line in supports}
        found[power] = {
            unit: sorted(map(str, words)) for unit, words in units.items() if words and unit not in against_own
        }
    return found


def test_the_map_is_the_same_on_both() -> None:
    ours, theirs = Map(), diplomacy.Map() if hasattr(diplomacy, "Map") else diplomacy.Game().map
    assert sorted(ours.locs) == sorted(loc for loc in theirs.locs if loc != "SWI")
    for part in ("homes", "centers", "units"):
        assert sort_deep(getattr(ours, part)) == sort_deep(getattr(theirs, part)), part
    assert sorted(ours.scs) == sorted(theirs.scs)
    assert ours.loc_type == {loc: kind for loc, kind in theirs.loc_type.items() if loc in ours.locs}
    for loc in ours.locs:
        expected = {end.upper() for end in theirs.abut_list(loc.upper()) if end.upper() != "SWI"}
        assert {end.upper() for end in ours.abut_list(loc)} == expected, loc
    places = [loc.upper() for loc in ours.locs]
    for kind, order, start, end in product("AF?", "-SC", places, places):
        query = (kind, start, order, end)
        assert ours.abuts(*query) == theirs.abuts(*query), query
    for unit in ("A PAR", "F PAR", "F STP", "F STP/NC", "A STP/NC", "F ENG", "A ENG", "A XXX"):
        assert ours.is_valid_unit(unit) == theirs.is_valid_unit(unit), unit


def test_codes_of_a_board_of_ones_own_may_be_long(tmp_path: Path) -> None:
    path = samples.write_dpjudge(tmp_path / "in")
    text = samples.DPJUDGE.replace("FALL 1850 ADJUSTMENTS", "SPRING 1850 MOVEMENT").replace("MIL", "MILLBY")
    path.write_text(text.replace("TOW", "TOWER"))
    (found,) = import_variants(path, tmp_path, draw=False)
    game = Game(map_name=str(found.folder))
    game.set_orders("BLUE", ["A TOWER - MILLBY"])
    game.process()
    assert game.get_order_status(loc="TOWER") == ("A TOWER", [])
    assert game.get_units("BLUE") == ["A MILLBY"]
    assert [game.map.abuts("A", "TOWER", order, "MILLBY") for order in "-SC"] == [1, 1, 1]
    assert [game.map.abuts("A", "TOWER", order, "SOU") for order in "-SC"] == [0, 0, 1]


@pytest.mark.parametrize("phase_type", [None, "M", "R", "A"])
def test_the_phases_before_and_after_are_the_same_on_both(phase_type: str | None) -> None:
    ours, theirs = Map(), diplomacy.Game().map
    for phase in ("FORMING", "S1901M", "S1901R", "F1902M", "F1902R", "W1903A", "COMPLETED"):
        name = ours.phase_long(phase, phase)
        for skip in (0, 1, 4):
            wish = (name, phase_type, skip)
            assert ours.find_next_phase(*wish) == theirs.find_next_phase(*wish), wish
            assert ours.find_previous_phase(*wish) == theirs.find_previous_phase(*wish), wish


def test_a_saved_game_goes_both_ways(tmp_path: Path) -> None:
    game = Game(game_id="ours")
    game.set_orders("FRANCE", ["A PAR - BUR", "F BRE - XXX", "A VIE H"])
    assert game.get_orders("FRANCE") == ["A PAR - BUR"]
    assert len(game.error) == 2
    game.add_message(Message(sender="FRANCE", recipient="ENGLAND", message="Shall we?", phase="S1901M"))
    game.process()
    saved = json.loads(json.dumps(to_saved_game_format(game, str(tmp_path / "games.jsonl"))))
    assert is_valid_saved_game(saved)
    again, there = from_saved_game_format(saved), load_there(saved)
    (loaded,) = load_saved_games_from_disk(str(tmp_path / "games.jsonl"))
    for other in (again, there, loaded):
        assert other.get_current_phase() == "F1901M"
        assert sort_deep(other.get_units()) == sort_deep(game.get_units())
        assert [one.message for one in other.get_phase_history()[0].messages.values()] == ["Shall we?"]
    saved["phases"][1]["state"]["units"]["FRANCE"] = []
    assert not is_valid_saved_game(saved)


def test_a_state_of_theirs_is_taken_over() -> None:
    theirs = diplomacy.Game()
    theirs.set_current_phase("S1901R")
    theirs.clear_units()
    theirs.set_units("FRANCE", ["A BUR", "*F BRE"])
    theirs.set_centers("FRANCE", ["BEL"])
    ours = Game()
    ours.set_state(theirs.get_state())
    assert ours.get_units("FRANCE") == ["A BUR", "*F BRE"]
    assert ours.get_orderable_locations("FRANCE") == ["BRE"]
    assert "BEL" in ours.get_centers("FRANCE")
    assert sort_deep(ours.get_state()["retreats"]) == sort_deep(theirs.get_state()["retreats"])


def test_homes_are_those_of_the_board_whatever_a_state_says() -> None:
    """Other programs write only the homes that a power still owns; that package then builds in no other, ever."""
    state = diplomacy.Game().get_state() | {"name": "W1905A", "homes": {"FRANCE": ["MAR", "PAR"]}}
    state["units"] = state["units"] | {"FRANCE": ["A MAR"]}
    ours, theirs = Game(), diplomacy.Game()
    for game in (ours, theirs):
        game.set_state(state)
        game.set_orders("FRANCE", ["F BRE B", "A PAR B"])
    assert sorted(ours.get_orders("FRANCE")) == ["A PAR B", "F BRE B"]
    assert theirs.get_orders("FRANCE") == ["A PAR B"]


STRANDED = {"ENGLAND": ["F NTH", "A LON"], "GERMANY": ["F HEL", "F SKA"], "FRANCE": ["F ENG"]}
WORDS: list[tuple[dict[str, list[str]], dict[str, list[str]]]] = [
    (STRANDED, {"ENGLAND": ["A LON - HOL", "F NTH C A LON - HOL"],
                "GERMANY": ["F SKA - NTH", "F HEL S F SKA - NTH"]}),
    (STRANDED, {"ENGLAND": ["A LON - BRE VIA"], "FRANCE": ["F ENG H"]}),
    ({"TURKEY": ["A CON", "F BLA", "F AEG"], "RUSSIA": ["F RUM", "F SEV"]},
     {"TURKEY": ["A CON - ANK", "F BLA - ANK"], "RUSSIA": ["F RUM - BLA", "F SEV S F RUM - BLA"]}),
    ({"ITALY": ["A NAP", "F ION", "F AEG"], "TURKEY": ["F EAS", "F ADR"]},
     {"ITALY": ["A NAP - SMY VIA", "F ION C A NAP - SMY", "F AEG C A NAP - SMY"],
      "TURKEY": ["F EAS - ION", "F ADR S F EAS - ION"]}),
]  # fmt: skip


@pytest.mark.parametrize(("units", "orders"), WORDS, ids=["fleet dislodged", "none ordered", "fights", "second fleet"])
def test_armies_that_stay_ashore_have_the_same_word_on_both(
    units: dict[str, list[str]], orders: dict[str, list[str]]
) -> None:
    found = []
    for game in (Game(), diplomacy.Game()):
        game.clear_units()
        for power, pieces in units.items():
            game.set_units(power, pieces)
        for power, lines in orders.items():
            game.set_orders(power, lines)
        game.process()
        last = game.result_history.last_value()
        found.append({unit: [str(word) for word in words] for unit, words in last.items() if words})
    assert found[0] == found[1]


def test_refused_retreats_and_builds_are_void_on_both() -> None:
    for game in (Game(), diplomacy.Game()):
        game.clear_units()
        game.set_units("ITALY", ["A VEN", "A TYR"])
        game.set_units("AUSTRIA", ["A TRI", "A BUD"])
        game.set_orders("ITALY", ["A VEN - TRI", "A TYR S A VEN - TRI"])
        game.process()
        game.set_orders("AUSTRIA", ["A TRI R BUD"])
        game.process()
        assert sorted(map(str, game.result_history.last_value()["A TRI"])) == ["disband", "void"]
        game.process()
        assert game.get_current_phase() == "W1901A"
        game.set_orders("AUSTRIA", ["A WAR B"])
        game.process()
        assert [str(word) for word in game.result_history.last_value()["A WAR"]] == ["void"]


def test_histories_know_their_ends() -> None:
    for game in (Game(), diplomacy.Game()):
        game.set_orders("FRANCE", ["A MAR - SPA"])
        while game.get_current_phase() != "S1902M":
            game.process()
        history = game.state_history
        assert str(history.first_key()) == "S1901M"
        assert history.last_value() == history[history.last_key()]
        assert history.last_value()["name"] == str(history.last_key()) == "W1901A"
        assert [str(key) for key in (history.key_from_index(1), history.get_next_key(history.first_key()))] == [
            "F1901M",
            "F1901M",
        ]
        assert str(history.get_previous_key(history.last_key())) == "F1901M"
        assert history.get_previous_key(history.first_key()) is None
        assert history.get_next_key(history.last_key()) is None
        assert [state["name"] for state in history.sub(history.key_from_index(1))] == ["F1901M", "W1901A"]
        assert game.get_hash() == game.rebuild_hash()


def test_a_game_ends_by_centres_or_as_a_draw() -> None:
    won = Game()
    won.set_current_phase("FALL 1901 MOVEMENT")
    won.clear_units()
    won.set_units("FRANCE", ["A PAR"])
    won.set_centers("FRANCE", sorted(won.map.scs)[:20])
    won.process()
    assert (won.is_game_done, won.get_current_phase(), won.phase) == (True, "COMPLETED", "COMPLETED")
    assert won.outcome == ["F1901M", "FRANCE"]
    drawn = Game()
    drawn.draw(["FRANCE", "ITALY"])
    assert (drawn.status, drawn.outcome) == ("completed", ["S1901M", "FRANCE", "ITALY"])
    assert drawn.get_orderable_locations("FRANCE") == []


def test_random_games_are_the_same_on_both() -> None:
    assert sum(compare_game(seed, 12) for seed in range(2)) > 15


@pytest.mark.soak
def test_long_random_games_are_the_same_on_both() -> None:
    assert sum(compare_game(seed, 40) for seed in range(20)) > 500
