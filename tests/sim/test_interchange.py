import json
import random
import warnings
from typing import Any

import pytest

from legation.bots import GreedyBot, Patience, play_match
from legation.errors import RequestError
from legation.library import Game
from legation.sim.interchange import export_saved_game, import_saved_game

with warnings.catch_warnings():
    # It opens its table of convoy paths on import and leaves the closing to the garbage collector.
    warnings.simplefilter("ignore", ResourceWarning)
    from diplomacy import Game as Peer
    from diplomacy.utils.export import from_saved_game_format, to_saved_game_format


@pytest.fixture(scope="module")
def game() -> Game:
    return play_match(Game.new("standard"), GreedyBot(), seed=5, patience=Patience(years=4))


def test_what_we_write_we_read_again(game: Game) -> None:
    again, differences = import_saved_game(export_saved_game(game))
    assert not differences
    assert len(again.records) == len(game.records) > 10
    assert again.state.position == game.state.position


def test_the_peer_reads_our_games_and_judges_them_alike(game: Game) -> None:
    saved = json.loads(export_saved_game(game))
    whole: Any = from_saved_game_format(saved)
    assert len(whole.state_history) == len(game.records)
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


def play_peer(phases: int) -> str:
    peer: Any = Peer()
    chance = random.Random(2)
    for _ in range(phases):
        possible = peer.get_all_possible_orders()
        for power in sorted(peer.powers):
            places = sorted(peer.get_orderable_locations(power))
            orders = [chance.choice([line for line in possible[at] if "VIA" not in line] or ["WAIVE"]) for at in places]
            peer.set_orders(power, orders)
        peer.process()
    return json.dumps(to_saved_game_format(peer))


def test_we_read_games_of_the_peer() -> None:
    text = play_peer(12)
    game, differences = import_saved_game(text)
    assert not differences
    last = json.loads(text)["phases"][-1]["state"]["units"]
    for power in game.variant.powers:
        ours = [str(unit) for unit in game.state.position.units_of(power)]
        assert sorted(unit for unit in last[power] if not unit.startswith("*")) == sorted(ours)


def test_where_a_saved_game_says_something_else_it_is_told(game: Game) -> None:
    saved = json.loads(export_saved_game(game))
    saved["phases"][1]["state"]["units"]["FRANCE"] = ["A MOS"]
    stopped, differences = import_saved_game(json.dumps(saved))
    assert len(stopped.records) == 1
    assert [found.power for found in differences] == ["FRANCE"]
    assert "FRANCE: units were saved as ['A MOS']" in str(differences[0])


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("{", "not JSON"),
        ("[]", "a list of phases"),
        ('{"map": "pure", "phases": []}', "pure"),
        ('{"phases": [{"name": "S1901M"}]}', "a state and orders"),
    ],
)
def test_what_is_no_saved_game_is_refused(text: str, problem: str) -> None:
    with pytest.raises(RequestError, match=problem):
        import_saved_game(text)


def test_only_games_of_the_regular_board_have_that_form() -> None:
    with pytest.raises(RequestError, match="colonia-vii"):
        export_saved_game(Game.new("colonia-vii"))
