import pytest

from legation.contract import read_request
from legation.game import GameState, read_changes
from legation.game.explain import remake_book
from legation.judge import Fate, Reason
from legation.library import Game
from legation.orders import format_order, make_order_book, read_submissions
from tests.kit import make_position


def make_game() -> Game:
    game = Game.new()
    position = make_position({"FRANCE": ["A PAR", "A MAR"], "ITALY": ["A PIE"], "GERMANY": ["A BUR"]})
    game.state = GameState(game.state.phase, position)
    return game


def test_the_chain_leads_from_the_order_to_what_decided_it() -> None:
    game = make_game()
    game.set_orders("FRANCE", ["A PAR - BUR", "A MAR S A PAR - BUR"])
    game.set_orders("ITALY", ["A PIE - MAR"])
    game.set_orders("GERMANY", ["A BUR H"])
    game.advance()
    explanation = game.trace("A PAR")
    assert [(link.depth, link.outcome.reason) for link in explanation.chain] == [
        (0, Reason.REPELLED),
        (1, Reason.HELD),
        (1, Reason.SUPPORT_CUT),
        (2, Reason.REPELLED),
    ]
    support = game.trace("A MAR")
    assert [link.outcome.reason for link in support.chain][:2] == [Reason.SUPPORT_CUT, Reason.REPELLED]


def test_one_change_that_would_have_helped_is_found() -> None:
    game = make_game()
    game.set_orders("FRANCE", ["A PAR - BUR", "A MAR H"])
    game.set_orders("GERMANY", ["A BUR H"])
    game.advance()
    remedies = game.trace("A PAR").remedies
    own = [remedy for remedy in remedies if remedy.is_own]
    assert [format_order(remedy.instead) for remedy in own] == ["A MAR S A PAR - BUR"]


def test_a_unit_of_a_power_in_civil_disorder_is_saved_only_by_staying() -> None:
    """It disbands when it is dislodged, so a free place to retreat to is of no use to it."""
    game = make_game()
    game.set_disorder("GERMANY", is_on=True)
    game.set_orders("FRANCE", ["A PAR - BUR", "A MAR S A PAR - BUR"])
    game.set_orders("ITALY", ["A PIE - TUS"])
    game.advance()
    explanation = game.trace("A BUR")
    assert explanation.chain[0].outcome.fate is Fate.DESTROYED
    assert {format_order(remedy.instead) for remedy in explanation.remedies} == {"A PIE - MAR", "A MAR H", "A PAR H"}


def test_asked_by_unit_an_order_that_was_refused_is_told_too() -> None:
    game = make_game()
    game.set_orders("FRANCE", ["A PAR - MUN"])
    game.advance()
    explanation = game.trace("A PAR")
    assert explanation.refused
    assert explanation.refused[0].text == "A PAR - MUN"
    assert explanation.chain[0].outcome.reason is Reason.HELD
    assert game.trace("A PAR - MUN").refused == explanation.refused
    assert game.trace("A MAR").refused == ()


def test_a_refused_build_is_found_by_its_unit() -> None:
    request = {
        "phase": "W1901A",
        "units": {"FRANCE": ["A BRE"]},
        "centres": {"FRANCE": ["BRE", "PAR"]},
        "orders": {"FRANCE": ["F BRE B", "A PAR B"]},
    }
    found = read_request(request)
    game = Game(found.variant, found.rulebook, found.state)
    game.enter(found.submissions)
    game.advance()
    explanation = game.trace("F BRE")
    assert explanation.refused
    assert (explanation.refused[0].text, explanation.chain) == ("F BRE B", ())
    assert game.trace("A PAR").chain[0].outcome.reason is Reason.BUILT


def test_every_line_of_a_unit_that_was_refused_is_told() -> None:
    game = make_game()
    game.set_orders("FRANCE", ["A PAR - MUN", "A PAR - nowhere", "A PAR - BUR", "A MAR - PAR"])
    game.advance()
    assert [found.text for found in game.trace("A PAR").refused] == ["A PAR - MUN", "A PAR - nowhere"]
    assert [found.text for found in game.trace("A PAR - nowhere").refused] == ["A PAR - nowhere"]
    assert game.trace("A PAR - BUR").refused == ()


def test_the_orders_of_a_phase_are_in_its_record() -> None:
    game = Game.new("standard", modules=["gigaton-bomb"])
    game.set_orders("FRANCE", ["paris - burgundy", "A MAR S A PAR - BUR", "BOMB PAR - MUN"])
    game.set_orders("GERMANY", ["A MUN - BUR", "F KIE H", "A BER - MOS"])
    record = game.advance()
    lines = read_submissions(game.variant.board, record.texts)
    made = make_order_book(game.variant.board, record.before.position, lines, game.rulebook.order_rules)
    again = remake_book(record)
    assert (dict(again.orders), again.launches) == (dict(made.orders), made.launches)
    assert (again.rejections, again.supplied) == (made.rejections, made.supplied)


@pytest.mark.parametrize("hold", ["F PO7 H", "Fleet PO7 holds", "po7 stands"])
def test_a_ship_that_was_ordered_to_hold_in_words_is_known_to_hold(hold: str) -> None:
    """Otherwise every trial would leave the army aboard, and no help would be found for it."""
    game = Game.new("colonial-variant")
    units = ["OCEANIA F PO7", "OCEANIA A NA13", "KHOUFAX A NA10"]
    game.correct(read_changes(game.variant, game.state, game.rulebook, put=units), "the position to try")
    game.set_orders("OCEANIA", ["F PO7 E A NA7", "A NA7 - PO7"])
    game.advance()
    game.set_orders("OCEANIA", [hold, "A PO7 - NA10", "A NA13 H"])
    game.advance()
    remedies = game.trace("A PO7 - NA10").remedies
    assert [format_order(remedy.instead) for remedy in remedies] == ["A NA13 S A PO7 - NA10"]


def test_of_several_orders_that_a_shared_name_can_mean_the_likeliest_is_explained() -> None:
    """In capitals MAN is Manitoba on Colonia VII, whoever else stands in Manila or Manaus."""
    game = Game.new("colonia-vii")
    units = ["SPAIN A MNL", "PORTUGAL A MAN", "CHINA A MNS"]
    changes = read_changes(game.variant, game.state, game.rulebook, put=units, take=["F MNL"])
    game.correct(changes, "the position to try")
    game.advance()
    for text in ("A MAN H", "A MAN"):
        outcome = game.trace(text).chain[0].outcome
        assert (outcome.power, format_order(outcome.order)) == ("PORTUGAL", "A MAN H")


def test_help_that_did_not_come_is_listed_by_power_and_place() -> None:
    """The same position, whose units came on the board in another sequence, is explained in the same words."""
    letters = {"FRANCE": ["A PAR - BUR"], "GERMANY": ["A MAR S A PAR - GAS"], "ENGLAND": ["A BEL S A PAR - PIC"]}
    told = []
    for powers in (list(letters), list(reversed(letters))):
        game = Game.new()
        units = {power: [letters[power][0][:5]] for power in powers}
        game.state = GameState(game.state.phase, make_position({**units, "ITALY": ["A BUR"]}))
        for power, lines in letters.items():
            game.set_orders(power, lines)
        game.advance()
        told.append(game.explain("A PAR - BUR"))
    assert "A BEL S A PAR - PIC" in told[0]
    assert told[0] == told[1]


def make_doubtful_support() -> Game:
    """Germany supports an English attack on its own army, which does not count."""
    request = {
        "phase": "S1901M",
        "units": {"ENGLAND": ["A SIL"], "GERMANY": ["A MUN", "A BER", "F KIE"]},
    }
    state = read_request(request).state
    game = Game.new()
    game = Game(game.variant, game.rulebook, state)
    game.set_orders("ENGLAND", ["A SIL - MUN"])
    game.set_orders("GERMANY", ["A MUN H", "A BER S A SIL - MUN"])
    game.advance()
    return game


def test_a_support_that_did_not_count_is_in_the_chain_of_the_move_that_failed() -> None:
    chain = make_doubtful_support().trace("A SIL").chain
    assert Reason.SUPPORT_NOT_COUNTED in [link.outcome.reason for link in chain]


def test_a_unit_may_be_asked_for_as_people_name_it() -> None:
    game = make_doubtful_support()
    for text in ("A SIL", "sil", "Silesia", "army Silesia", "the army in Silesia"):
        assert format_order(game.trace(text).chain[0].outcome.order) == "A SIL - MUN"


def test_an_order_is_found_as_it_was_written_where_the_judge_filled_in_a_coast() -> None:
    game = Game.new()
    position = make_position({"FRANCE": ["F GAS", "F WES"], "ITALY": ["F LYO"]})
    game.state = GameState(game.state.phase, position)
    game.set_orders("FRANCE", ["F GAS - SPA", "F WES S F LYO - Spain"])
    game.set_orders("ITALY", ["F LYO - SPA"])
    game.advance()
    assert [format_order(game.trace(text).chain[0].outcome.order) for text in ("F GAS - SPA", "gas - spa")] == [
        "F GAS - SPA/NC",
        "F GAS - SPA/NC",
    ]
    assert format_order(game.trace("F LYO - SPA").chain[0].outcome.order) == "F LYO - SPA/SC"


def test_a_retreat_is_found_as_a_move_and_by_the_convoy_of_its_ferry() -> None:
    game = Game.new("colonia-iii")
    put = ["SPAIN A FIJ", "SPAIN F SPC", "RUSSIA F COR", "RUSSIA F BIS"]
    game.correct(read_changes(game.variant, game.state, game.rulebook, put=put), "the position to try")
    game.set_orders("RUSSIA", ["F COR - FIJ", "F BIS S F COR - FIJ"])
    game.advance()
    game.set_orders("SPAIN", ["F SPC C A FIJ - NWZ"])
    game.advance()
    for text in ("F SPC C A FIJ - NWZ", "A FIJ - NWZ", "A FIJ R NWZ", "A FIJ"):
        assert format_order(game.trace(text).chain[0].outcome.order) == "A FIJ R NWZ VIA SPC"


def test_an_order_to_hold_that_was_missing_is_told_of_a_ship_without_one() -> None:
    game = Game.new("colonial-variant")
    put = ["OCEANIA F PO7"]
    game.correct(read_changes(game.variant, game.state, game.rulebook, put=put), "a ship")
    game.set_orders("OCEANIA", ["F PO7 E A NA7", "A NA7 - PO7"])
    game.advance()
    game.set_orders("OCEANIA", ["A PO7 - NA10"])
    game.advance()
    assert "F PO7 H instead of no order" in game.explain("A PO7 - NA10")
