"""Saved games of the PyPI package: what we write it loads, what it writes we judge alike."""

import json
import random
import warnings
from typing import Any

import pytest

from legation.board import PowerId
from legation.bots import GreedyBot, Patience, play_match
from legation.errors import RequestError
from legation.game import Message, parse_phase
from legation.interchange import Differing, read_game_file, replay_game
from legation.library import Game
from legation.variants import load_variant

with warnings.catch_warnings():
    # It opens its table of convoy paths on import and leaves the closing to the garbage collector.
    warnings.simplefilter("ignore", ResourceWarning)
    from diplomacy import Game as Peer
    from diplomacy.utils.export import from_saved_game_format, to_saved_game_format

FRANCE, ENGLAND = PowerId("FRANCE"), PowerId("ENGLAND")


@pytest.fixture(scope="module")
def game() -> Game:
    played = play_match(Game.new("standard"), GreedyBot(), seed=5, patience=Patience(years=4))
    played.press = (
        Message(parse_phase("S1901M"), FRANCE, (ENGLAND,), "Shall we?", 1_660_957_918),
        Message(parse_phase("F1901M"), ENGLAND, (), "Peace to all."),
    )
    return played


def test_what_we_write_we_read_again(game: Game) -> None:
    again, replayed = Game.import_foreign(game.export_saved_game())
    assert not replayed.differences
    assert len(again.records) == len(game.records) > 10
    assert again.state.position == game.state.position
    assert again.press == game.press
    assert again.verify() == ()


def test_the_peer_reads_our_games_and_judges_them_alike(game: Game) -> None:
    saved = json.loads(game.export_saved_game())
    whole: Any = from_saved_game_format(saved)
    assert len(whole.state_history) == len(game.records)
    assert [message.message for message in whole.message_history["S1901M"].values()] == ["Shall we?"]
    for now, then in list(zip(saved["phases"], saved["phases"][1:], strict=False))[:12]:
        peer: Any = from_saved_game_format({**saved, "phases": [now]})
        peer.clear_orders()
        for power, lines in now["orders"].items():
            peer.set_orders(power, lines)
        peer.process()
        assert peer.get_current_phase() == then["name"]
        for power in peer.powers:
            assert sorted(peer.get_units(power)) == sorted(then["state"]["units"][power])
            assert sorted(peer.get_centers(power)) == sorted(then["state"]["centers"][power])


def play_peer(phases: int) -> dict[str, Any]:
    peer: Any = Peer()
    chance = random.Random(2)
    for _ in range(phases):
        possible = peer.get_all_possible_orders()
        for power in sorted(peer.powers):
            places = sorted(peer.get_orderable_locations(power))
            orders = [chance.choice([line for line in possible[at] if "VIA" not in line] or ["WAIVE"]) for at in places]
            peer.set_orders(power, orders)
        peer.process()
    saved: dict[str, Any] = to_saved_game_format(peer)
    return saved


def test_the_peer_loses_no_letter_of_the_same_second() -> None:
    """It keeps letters by their time, so that one to several powers needs several times."""
    spring, fall = parse_phase("S1901M"), parse_phase("F1901M")
    game = Game.new("standard")
    game.press = (
        Message(spring, FRANCE, (ENGLAND, PowerId("ITALY")), "Shall we?", 1_660_957_918),
        Message(spring, ENGLAND, (FRANCE,), "We shall.", 1_660_957_918),
        Message(fall, ENGLAND, (), "Peace to all."),
        Message(fall, FRANCE, (), "And to you."),
    )
    game.advance()
    game.advance()
    saved = game.export_saved_game()
    whole: Any = from_saved_game_format(json.loads(saved))
    assert [len(whole.message_history[phase]) for phase in ("S1901M", "F1901M")] == [3, 2]
    again, _ = Game.import_foreign(saved)
    assert {(letter.text, letter.sent) for letter in again.press} == {
        (letter.text, letter.sent) for letter in game.press
    }


def test_we_read_games_of_the_peer() -> None:
    saved = play_peer(12)
    game, replayed = Game.import_foreign(json.dumps(saved))
    assert not replayed.differences
    last = saved["phases"][-1]["state"]["units"]
    for power in game.variant.powers:
        ours = [str(unit) for unit in game.state.position.units_of(power)]
        assert sorted(unit for unit in last[power] if not unit.startswith("*")) == sorted(ours)


def test_after_a_difference_the_game_goes_on_from_the_file(game: Game) -> None:
    saved = json.loads(game.export_saved_game())
    saved["phases"][1]["state"]["units"]["FRANCE"] = ["A MOS"]
    again, replayed = Game.import_foreign(json.dumps(saved))
    assert len(again.records) == len(game.records)
    first = [one for one in replayed.differences if one.phase == "S1901M"]
    assert {one.kind for one in first} == {Differing.UNIT}
    assert "MOS" in {one.space for one in first}
    assert "S1901M: unit in MOS: FRANCE A MOS there" in str([str(one) for one in first])
    assert "unexplained" in str(first[0])
    assert again.state.position == game.state.position
    assert again.verify() == ()


def make_saved(names: list[str], positions: list[dict[str, list[str]]], orders: dict[str, list[str]]) -> str:
    """Two phases in the form of dipcc."""
    phases = [
        {"name": name, "state": {"units": units, "centers": {}, "retreats": {}}, "orders": {}, "messages": []}
        for name, units in zip(names, positions, strict=True)
    ]
    phases[0]["orders"] = orders
    return json.dumps({"id": "x", "map": "standard", "phases": phases})


def test_a_difference_that_is_a_choice_of_rules_names_the_switch() -> None:
    # The army has a fleet of its own that would carry it: by some rules the two change places.
    before = {"FRANCE": ["A BEL", "F NTH"], "GERMANY": ["A HOL"]}
    after = {"FRANCE": ["A HOL", "F NTH"], "GERMANY": ["A BEL"]}
    orders = {"FRANCE": ["A BEL - HOL", "F NTH C A BEL - HOL"], "GERMANY": ["A HOL - BEL"]}
    text = make_saved(["S1901M", "F1901M"], [before, after], orders)
    found = replay_game(read_game_file(text.encode(), "x"), load_variant("standard")).differences
    assert [(one.space, one.ours) for one in found] == [("BEL", "FRANCE A BEL"), ("HOL", "GERMANY A HOL")]
    assert all(one.cause.startswith("they judge by adjacent_convoy = ") for one in found)


def test_a_unit_without_a_retreat_is_gone_though_dipcc_keeps_it_for_a_phase() -> None:
    units = {"ENGLAND": ["F NTH", "F NWG", "A YOR", "A CLY", "A LVP"], "FRANCE": ["F EDI"]}
    gone = {"ENGLAND": ["F NTH", "F NWG", "A EDI", "A CLY", "A LVP"], "FRANCE": []}
    orders = {"ENGLAND": ["A YOR - EDI", "F NWG S A YOR - EDI"], "FRANCE": ["F EDI H"]}
    after = {**gone, "FRANCE": ["*F EDI"]}
    text = json.loads(make_saved(["S1901M", "S1901R", "F1901M"], [units, after, gone], orders))
    text["phases"][1]["state"]["retreats"] = {"FRANCE": {"F EDI": []}}
    replayed = replay_game(read_game_file(json.dumps(text).encode(), "x"), load_variant("standard"))
    assert not replayed.differences
    assert replayed.phases == 1


def test_a_retreat_that_is_none_holds_up_the_owners_of_fall() -> None:
    # The army in Holland has nowhere to go, since all its neighbours are occupied; the package lists them all the same.
    before = {"ENGLAND": ["A LON", "F NTH", "F HEL"], "GERMANY": ["A HOL", "A KIE"], "FRANCE": ["A BEL", "A RUH"]}
    after = {"ENGLAND": ["A HOL", "F NTH", "F HEL"], "GERMANY": ["*A HOL", "A KIE"], "FRANCE": ["A BEL", "A RUH"]}
    orders = {"ENGLAND": ["A LON - HOL VIA", "F NTH C A LON - HOL", "F HEL S A LON - HOL"]}
    text = json.loads(make_saved(["F1901M", "F1901R"], [before, after], orders))
    text["phases"][1]["state"]["retreats"] = {"GERMANY": {"A HOL": ["BEL", "KIE", "RUH"]}}
    text |= {"rules": ["NO_PRESS"]}
    found = replay_game(read_game_file(json.dumps(text).encode(), "x"), load_variant("standard")).differences
    assert {one.kind for one in found} == {Differing.PHASE, Differing.DISLODGED, Differing.OWNER}
    assert all("occupied ones too" in one.cause for one in found)


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("{", "not a game in a known format"),
        ("[]", "not a game in a known format"),
        ('{"map": "pure", "phases": []}', "no phase"),
        ('{"phases": [{"name": "S1901M"}]}', "expected an object"),
        ('{"phases": [{"name": "S1901M", "state": {"units": {"FRANCE": "A PAR"}}}]}', "expected a list"),
        ('{"phases": [{"name": "X1901M", "state": {}}]}', "is not a phase"),
        ('{"phases": [{"name": "S1901M", "state": {"units": {"NOBODY": ["A PAR"]}}}]}', "unknown power"),
        ('{"phases": [{"name": "S1901M", "state": {"units": {"FRANCE": ["A XXX"]}}}]}', "is not a unit"),
        ('{"phases": [{"name": "S1901M", "state": {"units": {"FRANCE": ["F MOS"]}}}]}', "cannot stand there"),
        ('{"phases": [{"name": "S1901M", "state": {"units": {"FRANCE": ["A PAR", "F PAR"]}}}]}', "cannot stand there"),
        ('{"phases": [{"name": "S1901M", "state": {"centers": {"FRANCE": ["BUR"]}}}]}', "is not a centre"),
        ('{"phases": [{"name": "COMPLETED", "state": {}}]}', "over before its first phase"),
        ('{"map": "ancmed", "phases": [{"name": "S1901M", "state": {}}]}', "with --board"),
        ('{"phases": [' + "[" * 200 + "]" * 200 + "]}", "nested"),
        ('{"phases": [{"name": "S1901M", "state": {}, "messages": [1]}]}', "expected an object"),
    ],
)
def test_what_is_no_saved_game_is_refused(text: str, problem: str) -> None:
    with pytest.raises(RequestError, match=problem):
        Game.import_foreign(text)


def test_lists_that_are_too_long_are_refused() -> None:
    phase = {"name": "S1901M", "state": {}, "orders": {"FRANCE": ["A PAR H"] * 500}}
    with pytest.raises(RequestError, match="at most 400"):
        Game.import_foreign(json.dumps({"phases": [phase]}))
    with pytest.raises(RequestError, match="at most 2000"):
        Game.import_foreign(json.dumps({"phases": [{}] * 2001}))
    with pytest.raises(RequestError, match="characters"):
        Game.import_foreign(json.dumps({"phases": [{**phase, "orders": {"FRANCE": ["A" * 300]}}]}))


def test_a_variant_with_units_of_its_own_has_no_such_form() -> None:
    with pytest.raises(RequestError, match="colonial-variant"):
        Game.new("colonial-variant").export_saved_game()
