"""What a game master sets beyond units on the board and owners: armies aboard, years of colonies, bombs."""

import pytest

from legation.board import PowerId, SpaceId
from legation.errors import RequestError
from legation.game import read_changes, verify_history
from legation.judge import BombMark, list_marks
from legation.library import Game
from legation.orders import Fault
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


def test_an_army_aboard_a_ship_that_must_retreat_is_taken_off_alone_or_with_the_ship() -> None:
    game = Game.new("colonial-variant")
    correct(game, put=["OCEANIA F PO7", "GENETTE A PO7 aboard", "KHOUFAX F PO9", "KHOUFAX F PO10"])
    game.set_orders("KHOUFAX", ["F PO9 - PO7", "F PO10 S F PO9 - PO7"])
    game.advance()
    correct(game, take=["A PO7"])
    (waiting,) = game.state.position.dislodged
    assert (str(waiting.unit), waiting.cargo) == ("F PO7", None)
    game.back(note="once more")
    game.advance()
    correct(game, take=["OCEANIA F PO7"])
    assert game.state.position.dislodged == ()
    told = word_changes(game.history.events[-1].changes)  # type: ignore[union-attr]
    assert told == "GENETTE A PO7 taken off; OCEANIA F PO7 taken off"


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


def test_a_colony_that_a_game_master_frees_has_no_years_any_more() -> None:
    """Not even if it is given to a power later in the same year."""
    game = Game.new("colonial-variant")
    correct(game, years=["NA7=3/3"])
    correct(game, centres=["NA7=none"])
    correct(game, centres=["NA7=KHOUFAX"])
    marks = {mark.space: mark for mark in list_marks(game.variant.board, game.state.position, game.rulebook)}
    assert marks[SpaceId("NA7")][1:4] == ("KHOUFAX", 1, 1)
    told = word_changes(game.history.events[-2].changes)  # type: ignore[union-attr]
    assert told.endswith("; NA7: no years")


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


def test_bombs_are_not_given_to_one_power_under_a_unit_of_another() -> None:
    """They would be captured at once: the fact that was noted would not be true."""
    game = Game.new(modules=["gigaton-bomb"])
    with pytest.raises(RequestError, match="FRANCE A PAR is in PAR: bombs there are FRANCE's"):
        read_changes(game.variant, game.state, game.rulebook, bombs=["PAR=GERMANY 2"])
    correct(game, take=["A PAR"], bombs=["PAR=GERMANY 2"])


def list_bombs(game: Game) -> dict[str, int]:
    marks = list_marks(game.variant.board, game.state.position, game.rulebook)
    return {str(mark.space): mark.bombs for mark in marks if isinstance(mark, BombMark)}


def test_a_correction_of_bombs_that_is_made_again_changes_only_those_bombs() -> None:
    """What the phase that was judged again did to other bombs stays done."""
    game = Game.new(modules=["gigaton-bomb"])
    game.set_orders("FRANCE", ["A MAR - BUR CARRY 1"])
    game.advance()
    correct(game, bombs=["MOS=none", "PAR=FRANCE 3"])
    game.advance()
    assert list_bombs(game)["BUR"] == 1
    game.back("S1901M", orders={PowerId("FRANCE"): ["A MAR - SPA CARRY 1", "BOMB BRE - GAS"]}, replay=True, holds=True)
    found = list_bombs(game)
    assert ("MOS" in found, found["PAR"], found["SPA"]) == (False, 3, 1)
    assert not {"BRE", "BUR", "MAR"} & found.keys()
    memory = game.state.position.memory["gigaton-bomb"]
    assert isinstance(memory, dict)
    assert memory["ruined"] == ["GAS"]
    assert verify_history(game.history, game.variant, game.rulebook) == ()


def test_a_correction_of_years_that_is_made_again_changes_only_that_colony() -> None:
    game = Game.new("colonial-variant")
    correct(game, put=["OCEANIA F PO7", "UNION F CC21"])
    game.advance()
    game.set_orders("OCEANIA", ["F PO7 - NA14"])
    game.set_orders("UNION", ["F CC21 H"])
    game.advance()
    game.advance()
    correct(game, years=["NA7=0/1"])
    game.advance()
    changed = {PowerId("OCEANIA"): ["F PO7 H"], PowerId("UNION"): ["F CC21 - CC24"]}
    game.back("F1M", orders=changed, replay=True, holds=True)
    years = game.state.position.memory["colonial_centres"]
    assert isinstance(years, dict)
    assert years["NA7"] == {"held": 0, "age": 1}
    assert years["CC24"] == {"held": 0, "age": 0}
    assert "NA14" not in years
    assert verify_history(game.history, game.variant, game.rulebook) == ()


def test_a_correction_of_years_fails_when_the_colony_has_no_owner_any_more() -> None:
    game = Game.new("colonial-variant")
    correct(game, put=["OCEANIA F PO7"])
    game.advance()
    game.set_orders("OCEANIA", ["F PO7 - NA14"])
    game.advance()
    game.advance()
    correct(game, years=["NA14=1/1"])
    game.advance()
    orders = {PowerId("OCEANIA"): ["F PO7 H"]}
    (failed,) = game.back("F1M", orders=orders, replay=True, holds=True, dry_run=True).failed
    assert failed.why == "NA14 has no years: it is not an owned colony"


@pytest.mark.clause("C3-4d")
def test_a_retreat_over_a_sea_whose_fleet_was_taken_off_is_refused() -> None:
    position = """Fall 1755, retreats
England: F COR, F SPC
Dislodged: A FIJ from MEL
France: F FIJ
Centres
England: Lon, Edi
France: Par"""
    game = Game.new("colonia-iii", position=position)
    assert "A FIJ R ARN VIA COR" in game.legal_orders("ENGLAND")
    correct(game, take=["F COR"])
    assert game.legal_orders("ENGLAND") == (
        "A FIJ R CHI VIA SPC",
        "A FIJ R NWZ VIA SPC",
        "A FIJ R PRU VIA SPC",
        "A FIJ R SAM VIA SPC",
        "A FIJ R TAH VIA SPC",
        "A FIJ D",
    )
    refused = game.review("ENGLAND", ["A FIJ R ARN"]).rejections[0]
    assert (refused.fault, refused.clause) == (Fault.NO_FERRY, "C3-4d")
    assert refused.choices == ("CHI", "NWZ", "PRU", "SAM", "TAH")
    correct(game, take=["F SPC"])
    assert game.legal_orders("ENGLAND") == ("A FIJ D",)
    assert game.review("ENGLAND", ["A FIJ R NWZ"]).rejections[0].fault is Fault.NO_FERRY
