"""Past turns: judged again, compared with what was printed, and taken over only where the game master says so."""

import pytest

from legation import Game
from legation.errors import RequestError
from legation.game import Changed, Judged, import_game
from legation.variants import load_variant
from legation.zine import ReadGame, TurnText, read_game

STANDARD = load_variant("standard")
SPRING = """Spring 1901
AUSTRIA: A Vie - Gal, A Bud - Ser, F Tri H
FRANCE: A Par - Bur, A Mar S A Par - Bur, F Bre - Mao
Germany
A Mun - Bur
A Ber - Kie; F Kie - Den
"""
AFTER = """Fall 1901
Austria: A Gal, A Ser, F Tri
France: A Bur, A Mar, F Mao
Germany: A Mun, A Kie, F Den
"""


def read(*turns: TurnText, position: str = "") -> ReadGame:
    return read_game(STANDARD, STANDARD.rulebook, position, turns)


def test_orders_of_all_powers_in_one_text_are_judged() -> None:
    found = read(TurnText(SPRING, AFTER))
    assert found.saved is not None
    [turn] = found.turns
    assert turn.differences == ()
    assert turn.printed is not None
    assert str(found.saved.history.state.phase) == "F1901M"
    assert [type(event) for event in found.saved.history.events] == [Judged]


def test_a_printed_result_that_differs_stops_the_history_and_says_why_ours_is_so() -> None:
    wrong = AFTER.replace("A Bur, A Mar", "A Par, A Mar")
    found = read(TurnText(SPRING, wrong), TurnText("Fall 1901\nFrance: A Bur - Bel"))
    assert found.saved is None
    assert len(found.turns) == 1
    burgundy, paris = found.turns[0].differences
    assert burgundy.word() == "BUR: printed none, judged FRANCE A BUR."
    assert paris.word() == "PAR: printed FRANCE A PAR, judged none."
    assert any("Burgundy" in reason for reason in paris.reasons)


def test_a_printed_result_can_be_taken_over_as_a_correction_with_a_note() -> None:
    wrong = AFTER.replace("A Bur, A Mar", "A Par, A Mar")
    found = read(TurnText(SPRING, wrong, takes_printed=True, note="as printed in issue 12"), TurnText("Fall 1901"))
    assert found.saved is not None
    judged, changed, fall = found.saved.history.events
    assert isinstance(judged, Judged)
    assert isinstance(changed, Changed)
    assert isinstance(fall, Judged)
    assert changed.note == "as printed in issue 12"
    units = fall.record.before.position.units
    assert "PAR" in units
    assert "BUR" not in units


def test_powers_that_the_printed_text_leaves_out_are_not_compared() -> None:
    found = read(TurnText(SPRING, "France: A Bur, A Mar, F Mao"))
    assert found.saved is not None
    assert found.turns[0].differences == ()


def test_owners_are_compared_where_any_are_printed() -> None:
    turns = [TurnText(SPRING), TurnText("Fall 1901\nGermany: A Kie - Hol")]
    fall = "Winter 1901\nGermany: A Mun, A Hol, F Den\nCentres: home, Hol"
    found = read(turns[0], TurnText(turns[1].orders, fall))
    assert found.saved is None
    [difference] = found.turns[1].differences
    assert difference.word() == "DEN: printed as owned by none, judged GERMANY."
    taken = read(turns[0], TurnText(turns[1].orders, fall, takes_printed=True))
    assert taken.saved is not None
    assert "DEN" not in taken.saved.history.state.position.owners


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        (
            TurnText("Fall 1901\nFrance: A Par H"),
            "Fall 1901, orders is printed, but Spring 1901, orders is to be judged",
        ),
        (TurnText("A Bur - Mun"), "is not under a power's heading"),
        (TurnText(SPRING, "Spring 1902\nFrance: A Bur, A Mar, F Mao"), "Enter the phases in between as turns"),
        (TurnText(SPRING, "France: A Bur, A Xyz, F Mao"), "unknown space 'Xyz'"),
        (
            TurnText(SPRING, "France: A Mar, F Mao, A Bur dislodged from Mun", takes_printed=True),
            "is not a retreat phase",
        ),
    ],
)
def test_a_turn_that_cannot_be_used_is_refused(text: TurnText, problem: str) -> None:
    found = read(text)
    assert found.saved is None
    assert problem in found.turns[0].errors[0].text


def test_orders_that_do_not_count_are_named() -> None:
    found = read(TurnText("France: A Par - Mos"))
    assert found.saved is not None
    assert found.turns[0].findings[0].text.startswith("FRANCE A Par - Mos: The unit cannot reach that space.")


def test_retreats_and_builds_are_turns_too() -> None:
    position = """Fall 1901
    Austria: A Boh, A Tyr
    Centres: home
    Germany: A Mun, F Kie, A Ber
    Centres: home
    """
    printed = "Autumn retreats 1901\nGermany: F Kie, A Ber, A Mun dislodged from Boh"
    fall = TurnText("Austria: A Boh - Mun; A Tyr S A Boh - Mun", printed)
    retreats = TurnText("Fall 1901 retreats\nGermany: A Mun - Ruh")
    winter = TurnText("Winter 1901\nAustria: Build A Vie, build A Bud")
    found = read(fall, retreats, winter, position=position)
    assert found.saved is not None, found.turns[-1].findings
    assert str(found.saved.history.state.phase) == "S1902M"
    assert found.saved.history.setup.start.phase.year == 1901
    assert len(found.saved.history.state.position.units) == 6


def test_a_retreat_that_the_zine_left_out_can_be_taken_over() -> None:
    position = "Fall 1901\nAustria: A Boh, A Tyr\nCentres: home\nGermany: A Mun, F Kie, A Ber\nCentres: home"
    orders = "Austria: A Boh - Mun; A Tyr S A Boh - Mun"
    printed = "Fall 1901 retreats\nAustria: A Mun, A Tyr\nGermany: F Kie, A Ber"
    found = read(TurnText(orders, printed), position=position)
    [difference] = found.turns[0].differences
    assert difference.word() == "MUN: printed as retreating none, judged GERMANY A MUN."
    taken = read(TurnText(orders, printed, takes_printed=True), position=position)
    assert taken.saved is not None
    assert taken.saved.history.state.position.dislodged == ()


def test_a_game_that_begins_in_the_middle_is_sound_and_goes_round() -> None:
    position = "Fall 1905\nAustria: A Boh, A Tyr\nCentres: home\nGermany: A Mun, F Kie, A Ber\nCentres: home"
    game = Game.new(position=position, players={"Austria": "Ann"})
    game.set_orders("AUSTRIA", ["A BOH - MUN", "A TYR S A BOH - MUN"])
    game.advance()
    assert game.verify() == ()
    again = import_game(game.export_json())
    assert again.history.sign().hashes == game.history.sign().hashes
    assert str(again.history.setup.start.phase) == "F1905M"


def test_the_library_raises_with_the_line() -> None:
    with pytest.raises(RequestError, match="position, line 2: 'A Xyz' is not a unit"):
        Game.new(position="Fall 1905\nAustria: A Xyz")
    with pytest.raises(RequestError, match=r"turns\[0\]: BUR: printed none"):
        Game.new(turns=[TurnText(SPRING, AFTER.replace("A Bur, A Mar", "A Par, A Mar"))])
    with pytest.raises(RequestError, match="needs its position"):
        Game.new(phase="F1905M")


def test_a_game_that_is_over_takes_no_more_turns() -> None:
    centres = [space.id for space in STANDARD.board.spaces.values() if space.centre][:20]
    position = f"Fall 1905\nAustria: A Vie\nCentres: {', '.join(centres)}"
    found = read(TurnText("Austria: A Vie H"), TurnText("Austria: A Vie H"), position=position)
    assert found.saved is None
    assert found.turns[1].errors[0].text == "The game ended before this turn."
