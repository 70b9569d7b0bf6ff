"""What people write to a game master is read; what is not an order is not, and above all does not become a move."""

import pytest

from legation.errors import (
    AmbiguousNameError,
    ImpassableSpaceError,
    LegationError,
    MalformedOrderError,
    UnknownNameError,
)
from legation.orders import describe_misreading, format_order, parse_order, read_line, read_piece
from legation.orders.vocabulary import Misreading
from legation.render.words import word_misreading
from legation.variants import load_variant
from tests.kit import STANDARD, make_book, make_position

REVERSED = [
    "cancel", "don't", "do not", "never", "ignore", "Cancelled:", "avoid", "withdraw", "maybe", "not", "no", "and",
    "hold", "Support", "Convoy", "embark", "waive", "to", "attack", "via", "S", "C", "E", "H", "if possible", "please",
    "ingland:", "Martian",
]  # fmt: skip


@pytest.mark.parametrize("word", REVERSED)
def test_a_word_before_a_move_does_not_vanish(word: str) -> None:
    assert isinstance(read_line(f"{word} A PAR - BUR", STANDARD.names), LegationError)
    book = make_book(make_position({"FRANCE": ["A PAR"]}), {"FRANCE": [f"{word} A PAR - BUR"]})
    assert [format_order(order) for order in book.orders.values()] == ["A PAR H"]
    shown = {"if possible": "(if possible A PAR - BUR:)", "ingland:": "(ingland:) A PAR - BUR"}
    shown["Cancelled:"] = "(Cancelled:) A PAR - BUR"
    assert [rejection.text for rejection in book.rejections] == [shown.get(word, f"{word} A PAR - BUR")]


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("perhaps A PAR - BUR", "'perhaps' is not understood; only the name of a power may stand before an order."),
        (
            "cancel A PAR - BUR",
            "A line cannot cancel an order: leave the order out, or write another one for the unit.",
        ),
        (
            "Cancelled: A PAR - BUR",
            "A line cannot cancel an order: leave the order out, or write another one for the unit.",
        ),
        ("hold A PAR - BUR", "Nothing is expected after the order, but there is '- BUR'."),
        ("Support A PAR - BUR", "Which unit should support? Name it first."),
        ("Convoy A PAR - BUR", "Which unit should convoy? Name it first."),
        ("hold", "A unit is expected after 'hold'."),
        ("Remove", "A unit is expected after 'Remove'."),
        ("move A PAR BUR", "'-' and a target are expected before 'BUR'."),
        ("A PAR - BUR?", "The sign '?' has no meaning in an order."),
        ("# A PAR - BUR", "The sign '#' has no meaning in an order."),
        ("~~A PAR - BUR~~", "The line is struck out."),
        ("A\u0336 P\u0336A\u0336R\u0336 - BUR", "The line is struck out."),
        ("A LON - NWY via A PAR", "'A PAR' carries nobody; name a sea or a fleet."),
        ("A LON via A PAR to NWY", "'A PAR' carries nobody; name a sea or a fleet."),
        ("A LON via NTH", "'via NTH' is not an action; write A LON H, or A LON - and a space."),
        ("> A PAR - BUR", "A line that is quoted with '>' is not an order; write it without the sign."),
        ("(A PAR - BUR)", "What begins with a bracket is not an order; write the order without brackets."),
        ("A PAR - BUR (if possible)", "Nothing is expected after the order, but there is '(if possible'."),
        ("A PAR (maybe) - BUR", "'(maybe - BUR' is not an action; write A PAR H, or A PAR - and a space."),
        ("A PAR - BUR/MUN", "After '/' a coast is expected."),
        ("A PAR moves to BUR and holds", "Nothing is expected after the order, but there is 'and holds'."),
        ("A PAR is great", "'is great' is not an action; write A PAR H, or A PAR - and a space."),
        (
            "A PAR will not move to BUR",
            "'will not move to BUR' is not an action; write A PAR H, or A PAR - and a space.",
        ),
        ("A PAR holds in BUR", "Nothing is expected after the order, but there is 'in BUR'."),
        ("A PAR support to A MAR - BUR", "The name of a space is expected before 'to A MAR - BUR'."),
        ("A BUR moves north to PAR", "'north' may be a direction; write the code of the space."),
        ("If Italy moves, A PAR - BUR", "'If' begins a condition; an order has none."),
        ("remove all", "'all' is not one unit; write an order for each."),
        ("build two armies: PAR, MAR", "'two armies' is not one unit; write an order for each."),
        ("All units hold", "'All units' is not one unit; write an order for each."),
        ("Dear GM,", "'Dear GM' is not an order; an order names a unit and what it does."),
    ],
)
def test_what_is_wrong_is_said_in_one_sentence(text: str, problem: str) -> None:
    error = read_line(text, STANDARD.names)
    assert isinstance(error, MalformedOrderError)
    assert word_misreading(describe_misreading(error)) == problem


def test_a_misspelt_power_is_recognised() -> None:
    error = read_line("ingland: a lon holds", STANDARD.names)
    assert isinstance(error, UnknownNameError)
    assert (error.what, error.text, error.candidates) == ("power", "ingland", ("England",))


@pytest.mark.parametrize(
    ("text", "order"),
    [
        ("England: a lon holds", "A LON H"),
        ("English army London holds", "A LON H"),
        ("ENG A LON H", "A LON H"),
        ("France's A PAR - BUR", "A PAR - BUR"),
        ("A PAR S the French army in Marseilles to Burgundy", "A PAR S A MAR - BUR"),
        ("Austria-Hungary: A VIE - BUD", "A VIE - BUD"),
        ("Austro-Hungarian A VIE - BUD", "A VIE - BUD"),
        ("A LON S German F KIE - DEN", "A LON S F KIE - DEN"),
        ("F ENG S ENG F NTH", "F ENG S F NTH"),
        ("ENG - NTH", "ENG - NTH"),
        ("ENG: holds", "ENG H"),
        ("ENG: F LON - NTH", "F LON - NTH"),
        ("France builds an army in Paris", "A PAR B"),
    ],
)
def test_names_of_powers_are_passed_over(text: str, order: str) -> None:
    assert format_order(parse_order(text, STANDARD.names)) == order


@pytest.mark.parametrize(
    ("text", "wrong", "meant"),
    [
        ("F Egnlish Channel H", "Egnlish Channel", ("ENG",)),
        ("F North Atlatic Ocean - IRI", "North Atlatic Ocean", ("NAO",)),
        ("F IRI - North Atlatic Ocean", "North Atlatic Ocean", ("NAO",)),
        ("F Ionian Sae H", "Ionian Sae", ("ION",)),
        ("F Gluf of Bothnia H", "Gluf of Bothnia", ("BOT",)),
        ("F MAO C A North Arfica - POR", "North Arfica", ("NAF",)),
    ],
)
def test_a_misspelt_name_of_several_words_is_quoted_whole(text: str, wrong: str, meant: tuple[str, ...]) -> None:
    """Although ``Channel`` and ``North`` are names, and one word by itself resembles others."""
    found = read_line(text, STANDARD.names)
    assert isinstance(found, UnknownNameError)
    assert (found.text, found.candidates) == (wrong, meant)


@pytest.mark.parametrize(
    ("text", "order"),
    [
        ("The army at Paris support move to Burgundy from Marseilles", "A PAR S MAR - BUR"),  # as webDiplomacy writes
        ("The army at Paris support hold to Burgundy", "A PAR S BUR"),
        ("The fleet at North Sea convoy to Norway from London", "F NTH C LON - NWY"),
        ("The army at London move to Norway via convoy", "A LON - NWY VIA"),
        ("Destroy the unit at Paris", "PAR D"),
        ("the unit in Paris holds", "PAR H"),
        ("A PAR gives support to A MAR - BUR", "A PAR S A MAR - BUR"),
        ("A PAR gives no support to A MAR - BUR", None),
        ("A PAR in support of A MAR - BUR", "A PAR S A MAR - BUR"),
        ("Army in Paris will move to Burgundy", "A PAR - BUR"),
        ("A PAR must hold", "A PAR H"),
        ("A PAR is to move to BUR", "A PAR - BUR"),
        ("A PAR should move to BUR", None),
        ("A PAR is not to move to BUR", None),
        ("A LON is convoyed by F NTH to NWY", "A LON - NWY VIA NTH"),
        ("A LON moves to NWY by way of the North Sea", "A LON - NWY VIA NTH"),
        ("A LON to NWY by way of NTH and NWG", "A LON - NWY VIA NTH NWG"),
        ("A PAR by - BUR", None),
        ("A PAR over to BUR", None),
        ("A PAR holds its position", "A PAR H"),
        ("A PAR stays put", "A PAR H"),
        ("A PAR holds in Paris", "A PAR H"),
        ("A PAR stays put in MAR", None),
        ("A MUN R OTB", "A MUN D"),
        ("A MUN retreats off the board", "A MUN D"),
        ("F NTH S (A BEL - HOL)", "F NTH S A BEL - HOL"),
        ("F NTH S A BEL (GER) - HOL", "F NTH S A BEL - HOL"),
        ("A PAR (French) - BUR", "A PAR - BUR"),
        ("A PAR - BUR (French)", None),
        ("1.A PAR-BUR", "A PAR - BUR"),
        ("Army in Liverpool moves to Edinburgh", "A LVP - EDI"),
        ("the army in Liverpool attacks Edinburgh", "A LVP - EDI"),
        ("A LVP attack EDI", "A LVP - EDI"),
        ("A lvp into edi", "A LVP - EDI"),
        ("A lvp moves into the Edinburgh", "A LVP - EDI"),
        ("A(lvp) - edi", "A LVP - EDI"),
        ("A (Liverpool) to (edi)", None),
        ("army at Liverpool - Edinburgh", "A LVP - EDI"),
        ("move lvp to edi", "LVP - EDI"),
        ("Move A LVP - EDI", "A LVP - EDI"),
        ("move the army from Liverpool to Edinburgh", "A LVP - EDI"),
        ("hold Paris", "PAR H"),
        ("Hold army Paris", "A PAR H"),
        ("the fleet on the Black Sea holds", "F BLA H"),
        ("a fleet in London holds", "F LON H"),
        ("a lon - wal", "A LON - WAL"),
        ("F NTH convoys the army in London to Norway", "F NTH C A LON - NWY"),
        ("F NTH transport A LON - NWY", "F NTH C A LON - NWY"),
        ("A LON to NWY convoyed by F NTH", "A LON - NWY VIA NTH"),
        ("A LON - NWY via the fleet in the North Sea", "A LON - NWY VIA NTH"),
        ("A LON - NWY by fleet convoy", "A LON - NWY VIA"),
        ("A LON - NWY by", None),
        ("A LON - NWY via NTH -", None),
        ("F NWG supports A LON convoyed to NWY", "F NWG S A LON - NWY"),
        ("F NWG S LON convoyed to NWY", "F NWG S LON - NWY"),
        ("F NWG supports A LON's convoyed move to NWY", "F NWG S A LON - NWY"),
        ("A PIC - BEL by land", None),  # not by convoy; whether it walks is the rulebook's to say
        ("A PIC - BEL over land", None),
        ("F NWG - Norwegian Sea (NWG)", "F NWG - NWG"),
        ("Army Paris (PAR) - Burgundy (BUR)", "A PAR - BUR"),
        ("A Paris (BUR) - PIC", None),
        ("F B. of Biscay H", None),  # no such space here
        ("F G. of Lyon - WES", "F LYO - WES"),
        ("F LYO - G. of Bothnia", "F LYO - BOT"),
        ("A LON - NWY across the North Sea", "A LON - NWY VIA NTH"),
        ("A LON to Norway over the fleet in the North Sea", "A LON - NWY VIA NTH"),
        ("A LON - NWY through NTH and beyond", None),
        ("A LON - NWY over", None),
        ("retreat A SER to ALB", "A SER R ALB"),
        ("A ALB R APU via F ADR", "A ALB R APU VIA ADR"),
        ("A ALB retreats to APU by convoying across the Adriatic Sea", "A ALB R APU VIA ADR"),
        ("build an army in Berlin", "A BER B"),
        ("Builds a fleet in St. Petersburg (south coast).", "F STP/SC B"),
        ("Build an English fleet in London", "F LON B"),
        ("remove the fleet in London", "F LON D"),
        ("Removes the fleet in the Norwegian Sea.", "F NWG D"),
        ("bomb Paris at Moscow", "BOMB PAR - MOS"),
        ("- A PAR - BUR", "A PAR - BUR"),
        ("1. A PAR - BUR", "A PAR - BUR"),
        ("(2) A PAR - BUR", "A PAR - BUR"),
        ("**A PAR - BUR**", "A PAR - BUR"),
        ("\ufeffA PAR - BUR", "A PAR - BUR"),
        ("F SPAnc - MAO", "F SPA/NC - MAO"),
        ("F STP\\SC - BOT", "F STP/SC - BOT"),
        ("A Par \u2794 Bur", "A PAR - BUR"),
        ("A Par \u27a1\ufe0f Bur", "A PAR - BUR"),
        ("A Par \u27f6 Bur", "A PAR - BUR"),
        ("\uff21 \uff30\uff41\uff52 \uff0d \uff22\uff55\uff52", "A PAR - BUR"),
        ("A\u00a0Par\u202f\u2013\u2009Bur", "A PAR - BUR"),
        ("\u00abA Par - Bur\u00bb", "A PAR - BUR"),
        ("\u25e6 A Par - Bur", "A PAR - BUR"),
        ("1: A Par - Bur", "A PAR - BUR"),
        ("A.Par-Bur", "A PAR - BUR"),
        ("A.Par S F.Bre-Gas", "A PAR S F BRE - GAS"),
        ("French F.Bre - Mao", "F BRE - MAO"),
        ("A P\u00e1ris - B\u00fargundy", "A PAR - BUR"),
        ("A Pa\u0301ris - Bur", "A PAR - BUR"),
        ("F MAO - Spain NCS", "F MAO - SPA/NC"),
        ("F MAO - Spa-nc", "F MAO - SPA/NC"),
        ("F Spa-sc - Wes", "F SPA/SC - WES"),
        ("F MAO - Spa (n)", "F MAO - SPA/NC"),
        ("F MAO - Spain (northern coast)", "F MAO - SPA/NC"),
        ("F MAO - the north coast of Spain", "F MAO - SPA/NC"),
        ("F MAO - Spain's north coast", "F MAO - SPA/NC"),
        ("F LON - N. Sea", "F LON - NTH"),
        ("F GRE - E. Med", "F GRE - EAS"),
        ("S Pacific H", None),
        ("F AEG S E. Med", "F AEG S EAS"),
        ("A Par stays", "A PAR H"),
        ("A Par to hold", "A PAR H"),
        ("A Par sup A Mar-Bur", "A PAR S A MAR - BUR"),
        ("A Par supports A Mar holding", "A PAR S A MAR"),
        ("A Par supports A Mar to hold", "A PAR S A MAR"),
        ("A Par supports A Mar in holding", "A PAR S A MAR"),
        ("A Par supports A Mar's attack on Bur", "A PAR S A MAR - BUR"),
        ("A Par supports (German) A Mun - Bur", "A PAR S A MUN - BUR"),
        ("(France) A Par - Bur", "A PAR - BUR"),
        ("F Lon sails to the North Sea", "F LON - NTH"),
        ("A Par marches into Burgundy", "A PAR - BUR"),
        ("F Eng C A Lon - Bre via Nth", "F ENG C A LON - BRE"),
        ("A Lon convoyed to Bre", "A LON - BRE VIA"),
        ("A Lon convoys to Bre", "A LON - BRE VIA"),
        ("destroy A Par", "A PAR D"),
        ("A Par destroyed", "A PAR D"),
        ("waive a build", "WAIVE"),
        ("Waive build", "WAIVE"),
        ("waive 1 build", "WAIVE"),
        ("1 build waived", "WAIVE"),
        ("One build waived.", "WAIVE"),
        ("France declines a build", "WAIVE"),
        ("WVE", "WAIVE"),
        ("waive 2 builds", None),
        ("waive builds", None),
        ("Aden - Swe", None),
        ("APar - Bur", None),
        ("delete A Par - Bur", None),
        ("A Par no longer goes to Bur", None),
        ("A Par goes nowhere", None),
        ("A Par stays out of Bur", None),
        ("A Par remains, then - Bur", None),
    ],
)
def test_letters_as_people_write_them_are_read(text: str, order: str | None) -> None:
    found = read_line(text, STANDARD.names)
    assert (None if isinstance(found, LegationError) else format_order(found)) == order


@pytest.mark.parametrize(
    ("text", "why"),
    [
        *[
            (text, Misreading.IDLE)
            for text in ("pass", "No build", "no more builds", "build nothing", "builds no army")
        ],
        *[
            (text, Misreading.WAIVED_TOGETHER)
            for text in ("waive 2 builds", "waive both builds", "WVE WVE", "waive x2")
        ],
        ("A Par passes", Misreading.NO_ACTION),
    ],
)
def test_what_orders_nothing_is_told_what_to_write(text: str, why: Misreading) -> None:
    found = read_line(text, STANDARD.names)
    assert isinstance(found, MalformedOrderError)
    assert found.code == why


@pytest.mark.parametrize(
    ("variant", "text", "order"),
    [
        ("colonial-variant", "FMC22 - PO14", "F MC22 - PO14"),
        ("colonial-variant", "FBI4nc - PO7", "F BI4/NC - PO7"),
        ("colonial-variant", "TFPO7 E ANA7", "TF PO7 E A NA7"),
        ("colonial-variant", "F.PO22 - PO5 obb", "F PO22 - OB5"),
        ("colonia-iii", "A Qu\u00e9bec - Acadia", "A QUE - ACA"),
        ("colonia-iii", "A MAC - MNL VIA ESC SCS", "A MAC - MNL VIA ESC SCS"),
        ("colonia-vii", "F East A.Oc. H", "F EAO H"),
        ("colonia-iii", "S. Pacific - Peru", "SPC - PRU"),
        ("colonia-iii", "F N Pacific S F S Pacific - E Pacific", "F NPC S F SPC - EPC"),
    ],
)
def test_the_sheets_of_other_boards_are_read_as_they_write(variant: str, text: str, order: str) -> None:
    assert format_order(parse_order(text, load_variant(variant).board.names)) == order


@pytest.mark.parametrize(
    ("text", "candidates"),
    [("A liv - edi", ("LVN", "LVP")), ("A MOS - LIV", ("LVN", "LVP")), ("F Gulf H", ("BOT", "LYO"))],
)
def test_the_beginning_of_several_names_is_answered_with_the_question_which_one(
    text: str, candidates: tuple[str, ...]
) -> None:
    error = read_line(text, STANDARD.names)
    assert isinstance(error, AmbiguousNameError)
    assert error.candidates == candidates


def test_the_question_names_the_spaces() -> None:
    error = read_line("A liv - edi", STANDARD.names)
    assert isinstance(error, AmbiguousNameError)
    assert word_misreading(describe_misreading(error)) == "liv could be Livonia (LVN) or Liverpool (LVP)."


@pytest.mark.parametrize("variant", ["standard", "cline-9-man-vii"])
@pytest.mark.parametrize("text", ["A MUN - Switzerland", "A MUN - SWI", "A Switzerland H", "BOMB SWI - PAR"])
def test_an_impassable_space_is_named_as_such(variant: str, text: str) -> None:
    error = read_line(text, load_variant(variant).board.names)
    assert isinstance(error, ImpassableSpaceError)
    assert str(error) == "Switzerland is impassable: no unit can enter it"


@pytest.mark.parametrize("variant", ["standard", "cline-9-man-vii", "colonia-i", "colonia-iii", "colonia-vii"])
def test_the_mediterranean_may_be_called_a_sea(variant: str) -> None:
    names = load_variant(variant).board.names
    for half in ("Western", "Eastern"):
        assert names.parse_space(f"{half} Mediterranean Sea") == names.parse_space(f"{half} Mediterranean")


@pytest.mark.parametrize(
    ("text", "order"),
    [
        ("F PO22 - PO5 obb", "F PO22 - OB5"),
        ("F PO5 - PO22 obb", "F PO5 - OB22"),
        ("F PO22 - PO5obb", "F PO22 - OB5"),
        ("F PO22 - PO5 (obb)", "F PO22 - OB5"),
        ("F PO5 obb - PO5", "F OB5 - PO5"),
        ("F PO22 - obb PO5", "F PO22 - OB5"),
        ("F PO22 - obb of PO5", "F PO22 - OB5"),
        ("F PO22 - off-board box of PO5", "F PO22 - OB5"),
        ("F PO5 S F PO22 - box of PO5", "F PO5 S F PO22 - OB5"),
        ("F PO5-obb - PO5", "F OB5 - PO5"),
        ("F off-board box of PO5 - PO5", "F OB5 - PO5"),
        ("F BI4nc - PO7", "F BI4/NC - PO7"),
        ("F NA11(ec) - NA14", "F NA11/EC - NA14"),
        ("F NA14 - NA11 (wc)", "F NA14 - NA11/WC"),
        ("ELUNIAN EMPIRE: A MC19 H", "A MC19 H"),
        ("GENETTE LAND- F MC52 H", None),
        ("OCEANIA: F NA11(ec) - NA14", "F NA11/EC - NA14"),
        ("F The Gates H", "F PO23 H"),
    ],
)
@pytest.mark.clause("CV-20")
def test_the_colonial_variant_is_read_as_its_sheet_writes(text: str, order: str | None) -> None:
    found = read_line(text, load_variant("colonial-variant").board.names)
    assert (None if isinstance(found, LegationError) else format_order(found)) == order


def test_a_unit_is_read_by_itself_and_a_shared_code_is_the_boards_own() -> None:
    names = load_variant("colonia-vii").board.names
    assert str(read_piece("A man", names)) == "A MAN"
    assert str(read_piece("F STP/SC", STANDARD.names)) == "F STP/SC"


@pytest.mark.parametrize("text", ["", "A", "A PAR H", "A PAR -", "build A PAR", "nonsense"])
def test_what_is_no_unit_is_refused(text: str) -> None:
    with pytest.raises(LegationError):
        read_piece(text, STANDARD.names)


@pytest.mark.parametrize("text", ["x" * 100_000, "A " + "x" * 190, "A PAR - " + "y" * 190, "A PAR - BUR " + "z " * 90])
def test_junk_is_quoted_in_short(text: str) -> None:
    error = read_line(text, STANDARD.names)
    assert isinstance(error, LegationError)
    assert len(str(error)) < 200
