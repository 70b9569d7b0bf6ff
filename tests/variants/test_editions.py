"""A game begun on an earlier edition of a board goes on on it: in the library and in a folder."""

import json
from pathlib import Path

import pytest

from legation.cli.picture import write_picture
from legation.errors import UnknownNameError
from legation.game import start_state
from legation.library import Game
from legation.render.picture import open_atlas
from legation.variants import list_editions, list_variants, load_variant, name_edition

CHANGED = ("ENG", "MAT")
"""Colonia I: the Channel touches the Mid-Atlantic since its second edition."""


def begin_on_the_first_edition() -> Game:
    variant = load_variant("colonia-i@1")
    return Game(variant, variant.rulebook, start_state(variant))


def test_an_earlier_edition_has_its_own_borders() -> None:
    old, new = load_variant("colonia-i@1"), load_variant("colonia-i")
    assert (old.id, old.version, new.version) == ("colonia-i", 1, 2)
    assert not old.board.is_adjacent(*CHANGED, "fleet")
    assert new.board.is_adjacent(*CHANGED, "fleet")
    assert name_edition(old) == "colonia-i@1"
    assert name_edition(new) == "colonia-i"


@pytest.mark.parametrize("edition", [edition for variant in list_variants() for edition in list_editions(variant)])
def test_every_edition_can_be_played_and_drawn(edition: str) -> None:
    atlas = open_atlas(edition)
    assert load_variant(edition).version == int(edition.partition("@")[2])
    assert set(atlas.shapes.spaces) <= {str(space) for space in atlas.board.spaces}


def test_a_variant_has_every_version_before_its_own() -> None:
    for variant in list_variants():
        wanted = [f"{variant}@{version}" for version in range(1, load_variant(variant).version)]
        assert list(list_editions(variant)) == wanted


@pytest.mark.parametrize("name", ["colonia-i@2", "colonia-i@x", "standard@1", "nowhere@1", "colonia-i@../1"])
def test_an_edition_that_is_not_there_is_said(name: str) -> None:
    with pytest.raises(UnknownNameError):
        load_variant(name)


def test_a_game_folder_goes_on_on_the_edition_it_began_with(tmp_path: Path) -> None:
    begun = begin_on_the_first_edition()
    begun.save(tmp_path / "game")
    assert json.loads((tmp_path / "game" / "game.json").read_text())["setup"]["variant"] == "colonia-i"
    game = Game.load(tmp_path / "game")
    assert game.variant.version == 1
    game.advance()
    game.save(tmp_path / "game")
    again = Game.load(tmp_path / "game")
    assert again.phase == "F1751M"
    assert not again.variant.board.is_adjacent(*CHANGED, "fleet")
    assert Game.import_json(again.export_json()).variant.version == 1
    write_picture(again, tmp_path / "now.svg")
    assert again.board_name == "colonia-i@1"
