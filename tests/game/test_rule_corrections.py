"""What a game master sets beyond units on the board and owners: armies aboard, years of colonies, bombs."""

import pytest

from legation.board import PowerId, SpaceId
from legation.errors import RequestError
from legation.game import read_changes, verify_history
from legation.judge import BombMark, list_marks
from legation.library import Game
from legation.render.words import word_changes
from tests.carriage import list_aboard


def correct(game: Game, **texts: list[str]) -> None:
    """A correction, which must also be found sound when the game is read and verified again."""
    game.correct(read_changes(game.variant, game.state, game.rulebook, **texts), "as agreed")
    again = Game.import_json(game.export_json())
    assert again.state == game.state
    assert verify_history(game.history, game.variant, game.rulebook) == ()


def test_a_game_master_puts_an_army_aboard_and_takes_it_off() -> None:
    game = Game.new("colonial-variant")
    correct(game, put=["OCEANIA F PO7", "KHOUFAX A PO7 aboard"])
    assert list_aboard(game.state.position) == {"PO7": "KHOUFAX A PO7"}
    for text, words in (("KHOUFAX A PO7 aboard", "aboard already"), ("KHOUFAX A NA7 aboard", "no ship")):
        with pytest.raises(RequestError, match=words):
            game.correct(read_changes(game.variant, game.state, game.rulebook, put=[text]), "no")
    correct(game, take=["A PO7"])
    assert list_aboard(game.state.position) == {}


def test_a_ship_that_is_taken_off_names_the_army_that_goes_down_with_it() -> None:
    game = Game.new("colonial-variant")
    correct(game, put=["OCEANIA F PO7", "KHOUFAX A PO7 aboard"])
    correct(game, take=["F PO7"])
    told = word_changes(game.history.events[-1].changes)  # type: ignore[union-attr]
    assert told == "KHOUFAX A PO7 taken off; OCEANIA F PO7 taken off"
    assert SpaceId("PO7") not in game.state.position.units


def test_a_game_master_sets_the_years_of_a_colony() -> None:
    game = Game.new("colonial-variant")
    correct(game, centres=["NA14=OCEANIA"], years=["NA14=0/2"])
    marks = {mark.space: mark for mark in list_marks(game.variant.board, game.state.position, game.rulebook)}
    assert marks[SpaceId("NA14")][2:4] == (0, 2)
    assert marks[SpaceId("NA7")][2:4] == (1, 1)
    for text in ("NA14", "NA14=2/1", "NA15=1/1", "BI2=1/1"):
        with pytest.raises(RequestError, match=r"years|younger"):
            read_changes(game.variant, game.state, game.rulebook, years=[text])
    with pytest.raises(RequestError, match="no centre ages"):
        read_changes(Game.new().variant, Game.new().state, Game.new().rulebook, years=["PAR=1/1"])


def test_a_game_master_sets_bombs() -> None:
    game = Game.new(modules=["gigaton-bomb"])
    correct(game, bombs=["PAR=FRANCE 3", "MOS=none"])
    marks = list_marks(game.variant.board, game.state.position, game.rulebook)
    assert BombMark(SpaceId("PAR"), PowerId("FRANCE"), 3) in marks
    assert SpaceId("MOS") not in {mark.space for mark in marks}
    for text in ("PAR", "PAR=FRANCE", "PAR=FRANCE many", "PAR=3"):
        with pytest.raises(RequestError, match="expected a space"):
            read_changes(game.variant, game.state, game.rulebook, bombs=[text])
    with pytest.raises(RequestError, match="no bombs"):
        read_changes(Game.new().variant, Game.new().state, Game.new().rulebook, bombs=["PAR=FRANCE 1"])


@pytest.mark.parametrize("number", ["9" * 17, "9" * 5000, "\u0663", "1e3", "-1"])
def test_absurd_numbers_are_refused(number: str) -> None:
    bombs, colonies = Game.new(modules=["gigaton-bomb"]), Game.new("colonial-variant")
    with pytest.raises(RequestError, match="expected a space, a power and a number"):
        read_changes(bombs.variant, bombs.state, bombs.rulebook, bombs=[f"PAR=FRANCE {number}"])
    with pytest.raises(RequestError, match="expected years held"):
        read_changes(colonies.variant, colonies.state, colonies.rulebook, years=[f"NA7={number}/{number}"])


@pytest.mark.parametrize(
    ("variant", "facts", "words"),
    [
        ("colonia-i", {"put": ["ENGLAND A FIJ"]}, "closed to armies"),
        ("colonia-vii", {"put": ["ENGLAND A GLD"]}, "closed to armies"),
        ("standard", {"put": ["GERMANY A MUN"]}, "closed to all units"),
        ("standard", {"put": ["GERMANY F NTH"]}, "closed to all units"),
        ("standard", {"centres": ["MUN=GERMANY"]}, "the centre was destroyed"),
        ("standard", {"bombs": ["MUN=GERMANY 1"]}, "no bombs are in MUN"),
        ("standard", {"bombs": ["NTH=ENGLAND 2"]}, "no bombs are in NTH"),
    ],
)
def test_nothing_is_put_where_the_rules_let_nothing_be(variant: str, facts: dict[str, list[str]], words: str) -> None:
    game = Game.new(variant, modules=["gigaton-bomb"])
    if variant == "standard":
        game.set_orders("FRANCE", ["BOMB PAR - MUN", "BOMB BRE - NTH"])
        game.advance()
    before = game.state
    with pytest.raises(RequestError, match=words):
        game.correct(read_changes(game.variant, game.state, game.rulebook, **facts), "why not")
    assert game.state == before


def test_going_back_puts_no_unit_where_the_rules_let_nothing_be() -> None:
    game = Game.new("colonia-i")
    game.advance()
    before = game.state
    changes = read_changes(game.variant, game.state, game.rulebook, put=["ENGLAND A FIJ"])
    with pytest.raises(RequestError, match="closed to armies"):
        game.back(changes=changes, note="why not")
    assert game.state == before


def test_a_correction_that_fits_no_more_after_going_back_is_reported() -> None:
    game = Game.new("standard", modules=["gigaton-bomb"])
    game.advance()
    put = read_changes(game.variant, game.state, game.rulebook, put=["ENGLAND A GAS"])
    game.correct(put, "an army was forgotten")
    replay = game.back("S1901M", orders={PowerId("FRANCE"): ["BOMB PAR - GAS"]}, replay=True, holds=True, dry_run=True)
    (failed,) = replay.failed
    assert "closed to all units" in failed.why
