"""Words and ways of writing that letters and sheets have: each means one order, or is refused."""

import pytest

from legation import Game
from legation.errors import LegationError
from legation.game import read_changes
from legation.orders import format_order, read_line, split_orders
from legation.render.words import word_caution, word_rejection
from legation.variants import load_variant
from tests.kit import STANDARD

COLONIAL = load_variant("colonial-variant").board.names


@pytest.mark.parametrize(
    ("text", "order"),
    [
        ("A PAR (S) A MAR - BUR", "A PAR S A MAR - BUR"),
        ("F NTH (C) A LON - NWY", "F NTH C A LON - NWY"),
        ("A PAR (H)", "A PAR H"),
        ("F SPA (s) - LYO", "F SPA/SC - LYO"),  # a coast where there is one
        ("A PAR S A BUR S A MUN", "A PAR S A BUR"),
        ("F NWG S F NTH C A LON - NWY", "F NWG S F NTH"),
        ("A PAR supports the advance of A MAR to BUR", "A PAR S A MAR - BUR"),
        ("A PAR supports the attack by A MAR against BUR", "A PAR S A MAR - BUR"),
        ("a) F BRE H", "F BRE H"),
        ("(b) A PAR - BUR", "A PAR - BUR"),
        ("(A) PAR - BUR", None),
        ("British F LON H", "F LON H"),
        ("A PAR bombs MOS", "BOMB PAR - MOS"),
        ("bomb MOS from PAR", "BOMB PAR - MOS"),
        ("A PAR - BUR carrying three bombs", "A PAR - BUR CARRY 3"),
        ("A PAR - BUR carrying bombs", None),
        ("launch a bomb from Paris at Moscow", "BOMB PAR - MOS"),
        ("Launch PAR - MOS", "BOMB PAR - MOS"),
        ("France launches one gigaton bomb from Paris to Moscow", "BOMB PAR - MOS"),
        ("Paris launches its bomb at Moscow", "BOMB PAR - MOS"),
        ("launch two bombs from Paris at Moscow", None),
        ("A PAR - BUR CARRY 1 launch", None),
        ("A MAR S A PAR - BUR CARRY 1", "A MAR S A PAR - BUR"),  # what the supported unit brings is its own affair
        ("F NTH C A LON - NWY CARRY 2", "F NTH C A LON - NWY"),
        ("A MAR S A PAR - BUR CARRY", None),
        ("F NWG supports F NTH in convoying", "F NWG S F NTH"),
        ("A PAR supports A BUR in supporting", "A PAR S A BUR"),
        ("A PAR S A BUR S", None),
        ("A PAR supports the move of BUR", None),
        ("A MAR supports A PAR in its move to BUR", "A MAR S A PAR - BUR"),
        ("A MAR supports the attack from Par to Bur", "A MAR S PAR - BUR"),
        ("A MAR support move A PAR - BUR", "A MAR S A PAR - BUR"),
        ("A MAR supports attack A PAR on BUR", "A MAR S A PAR - BUR"),
        ("A MAR support-move A PAR - BUR", "A MAR S A PAR - BUR"),
        ("A MAR support-hold A PAR", "A MAR S A PAR"),
        ("A MAR supports holding A PAR", "A MAR S A PAR"),
        ("A MAR supports A PAR in place", "A MAR S A PAR"),
        ("A MAR supports A PAR in BUR", None),
        ("A MAR supports the move A PAR", None),
        ("A PAR holds there", "A PAR H"),
        ("A PAR heads for BUR", "A PAR - BUR"),
        ("F BRE sailing to MAO", "F BRE - MAO"),
        ("A PAR for BUR", None),
        ("A PAR - BUR (S A MAR)", None),
        ("A PAR - BUR (supported by A MAR)", None),
    ],
)
def test_regular_board(text: str, order: str | None) -> None:
    found = read_line(text, STANDARD.names)
    assert (None if isinstance(found, LegationError) else format_order(found)) == order


@pytest.mark.parametrize(
    ("text", "order"),
    [
        ("F BI 4 nc - PO 7", "F BI4/NC - PO7"),
        ("F BI-7 - PO-10", "F BI7 - PO10"),
        ("F PO 22 - PO 5 obb", "F PO22 - OB5"),
        ("A PO7 dis-embarks in NA7", "A PO7 - NA7"),
        ("F PO7 S F PO6 E A NA7", "F PO7 S F PO6"),
        ("TF PO7 supports F PO6 in embarking A NA7", "TF PO7 S F PO6"),
        ("TF PO7 supports F PO6 in embarking", "TF PO7 S F PO6"),
        ("F PO8 supports A NA7 embarking on F PO7", "F PO8 S A NA7 - PO7"),
        ("F PO7 emb A NA7", "F PO7 E A NA7"),
        ("A NA7 embarks on F PO7", "A NA7 E F PO7"),
    ],
)
def test_colonial_variant(text: str, order: str) -> None:
    found = read_line(text, COLONIAL)
    assert not isinstance(found, LegationError)
    assert format_order(found) == order


@pytest.mark.parametrize(
    ("line", "orders"),
    [
        ("A WAR-GAL A MOS-UKR F SEV-BLA", ("A WAR-GAL", "A MOS-UKR", "F SEV-BLA")),
        ("A MAR S A PAR - BUR A PAR - BUR", ("A MAR S A PAR - BUR", "A PAR - BUR")),
        ("F Lon-Nth F Edi-Nwg, A Lvp-Yor.", ("F Lon-Nth", "F Edi-Nwg", "A Lvp-Yor.")),
        ("bomb PAR - MUN, A MAR - SPA", ("bomb PAR - MUN", "A MAR - SPA")),
        ("bomb PAR - MUN, MAR - SPA", ("bomb PAR - MUN, MAR - SPA",)),
        ("A PAR A MAR - BUR", ("A PAR A MAR - BUR",)),
        ("waive A PAR - BUR", ("waive A PAR - BUR",)),
        ("A PAR - BUR if A MAR - SPA", ("A PAR - BUR if A MAR - SPA",)),
        ("A PAR H not A MAR - SPA", ("A PAR H not A MAR - SPA",)),
    ],
)
def test_orders_side_by_side(line: str, orders: tuple[str, ...]) -> None:
    assert split_orders(line, STANDARD.names) == orders


def test_one_letter_is_like_no_name() -> None:
    assert STANDARD.names.nearest("F") == ()


def test_an_army_embarks_on_a_ship_where_the_variant_has_that() -> None:
    game = Game.new("colonial-variant")
    game.set_orders("OCEANIA", ["F BI2 - PO7"])
    game.advance()
    assert game.review("OCEANIA", ["A NA7 boards F PO7"]).texts == ("A NA7 - PO7",)
    refused = Game.new("standard").review("FRANCE", ["A PAR boards F BRE"]).rejections
    assert [word_rejection(found) for found in refused] == ["This variant has no such order."]


@pytest.mark.clause("CV-7a")
def test_boarding_is_no_race_for_a_space() -> None:
    """Who is not taken aboard is told so, and who is taken aboard is told of no rival."""
    game = Game.new("colonial-variant")
    put = ["OCEANIA F PO7", "OCEANIA A NA10"]
    game.correct(read_changes(game.variant, game.state, game.rulebook, put=put), "two armies at the quay")
    cautions = game.review("OCEANIA", ["F PO7 E A NA7", "A NA7 - PO7", "A NA10 - PO7"]).cautions
    assert [(format_order(found.order), word_caution(found)) for found in cautions] == [
        ("A NA10 - PO7", "No effect as things stand: F PO7 has no order to take it aboard. (CV-7a)")
    ]
