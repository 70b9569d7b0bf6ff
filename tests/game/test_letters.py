"""Whose the lines of a letter are."""

import json

import pytest

from legation import Game
from legation.board import PowerId
from legation.errors import RequestError
from legation.game import read_letter


def read(game: Game, text: str) -> dict[PowerId, tuple[str, ...]]:
    return read_letter(game.variant, text, state=game.state)


def test_a_line_that_cannot_be_read_goes_on_for_the_power_of_the_line_before() -> None:
    text = "A PAR - BUR\nA MARS H\nF LON - NTH\nplease"
    assert read(Game.new(), text) == {"FRANCE": ("A PAR - BUR", "A MARS H"), "ENGLAND": ("F LON - NTH", "please")}


def test_a_waived_build_goes_on_for_the_power_of_the_line_before() -> None:
    position = {"phase": "W1901A", "units": {"FRANCE": ["A MUN"]}, "centres": {"FRANCE": ["PAR", "BRE", "MAR"]}}
    game = Game.new(position=json.dumps(position))
    assert read(game, "F BRE B\nWAIVE") == {"FRANCE": ("F BRE B", "WAIVE")}


def test_a_greeting_goes_with_the_first_power() -> None:
    assert read(Game.new(), "Dear GM,\n\nFRANCE:\nA PAR H") == {"FRANCE": ("Dear GM,", "A PAR H")}
    assert read(Game.new(), "> A MUN H\nA PAR H") == {"FRANCE": ("> A MUN H", "A PAR H")}
    assert read(Game.new(), "Hi John\nF LON H\nA PAR H") == {"ENGLAND": ("Hi John", "F LON H"), "FRANCE": ("A PAR H",)}


@pytest.mark.parametrize("text", ["please", "A BUR H\nA PAR H", "A PAR H\nA BUR H", "A PAR H\nA BUR H\nplease"])
def test_a_line_is_nobodys_that_names_nothing_above_all_or_a_unit_that_is_not_there(text: str) -> None:
    with pytest.raises(RequestError, match="not under a power's heading"):
        read(Game.new(), text)


def test_a_code_that_spaces_share_means_the_one_with_a_unit() -> None:
    assert read(Game.new("colonia-vii"), "F Man - SCS") == {"SPAIN": ("F Man - SCS",)}
