from pathlib import Path

import pytest

from legation.board import LocationId, SpaceId, UnitKind
from legation.errors import AmbiguousNameError, LegationError, MalformedOrderError, UnknownNameError
from legation.orders import (
    Bomb,
    Build,
    Convoy,
    Disband,
    Embark,
    Hold,
    Move,
    Order,
    Piece,
    Retreat,
    SupportHold,
    SupportMove,
    Waive,
    format_order,
    parse_order,
    read_line,
)
from legation.orders.vocabulary import Misreading
from tests.kit import STANDARD, make_tiny_board


def army(place: str) -> Piece:
    return Piece(UnitKind.ARMY, LocationId(place))


def fleet(place: str) -> Piece:
    return Piece(UnitKind.FLEET, LocationId(place))


def some(place: str) -> Piece:
    return Piece(None, LocationId(place))


def move(unit: Piece, target: str, *path: str, via: bool = False, carry: int = 0) -> Move:
    return Move(unit, LocationId(target), via or bool(path), tuple(SpaceId(sea) for sea in path), carry)


def parse(text: str) -> Order:
    return parse_order(text, STANDARD.names)


def refuse(text: str) -> LegationError:
    error = read_line(text, STANDARD.names)
    assert isinstance(error, LegationError)
    return error


BURGUNDY = move(army("PAR"), "BUR")
MOVES = [
    "A PAR - BUR",
    "a par-bur",
    "A PAR -> BUR",
    "A PAR --> BUR",
    "A PAR => BUR",
    "A PAR ~> BUR",
    "A PAR → BUR",
    "A PAR \u2013 BUR",
    "A PAR \u2014 BUR",
    "A PAR \u2212 BUR",
    "A PAR to BUR",
    "A PAR M BUR",
    "A PAR moves to BUR",
    "A Par. - Bur.",
    "  A  PAR  -  BUR  ",
    "A-PAR - BUR",
    "Army Paris to Burgundy",
    "army paris moves to burgundy",
    "ARMY PARIS - BURGUNDY.",
]


@pytest.mark.parametrize("text", MOVES)
def test_a_move_is_read_in_every_spelling(text: str) -> None:
    assert parse(text) == BURGUNDY


@pytest.mark.parametrize(
    ("text", "order"),
    [
        ("A PAR, H", Hold(army("PAR"))),
        ('"A PAR" - BUR!', BURGUNDY),
        ("* A PAR - BUR", BURGUNDY),
        ("A PAR H.", Hold(army("PAR"))),
        ("A. PAR - BUR", BURGUNDY),
        ("A PAR S. A MAR", SupportHold(army("PAR"), army("MAR"))),
        ("WAIVE.", Waive()),
    ],
)
def test_punctuation_does_not_matter(text: str, order: Order) -> None:
    assert parse(text) == order


@pytest.mark.parametrize("text", ["PAR - BUR", "par->bur", "paris to burgundy", "Par-Bur"])
def test_the_letter_of_the_unit_may_be_left_out(text: str) -> None:
    assert parse(text) == move(some("PAR"), "BUR")


@pytest.mark.parametrize("word", ["H", "h", "HOLD", "Holds", "STAND", "stands"])
def test_a_hold_is_read_in_every_spelling(word: str) -> None:
    assert parse(f"A PAR {word}") == Hold(army("PAR"))


@pytest.mark.parametrize(
    ("text", "order"),
    [
        ("F NTH - Norwegian Sea", move(fleet("NTH"), "NWG")),
        ("F English Channel - Mid-Atlantic Ocean", move(fleet("ENG"), "MAO")),
        ("Fleet Mid-Atlantic - North Atlantic Ocean", move(fleet("MAO"), "NAO")),
        ("F Gulf of Bothnia - Gulf of Bothnia", move(fleet("BOT"), "BOT")),
        ("f gulf of lyon to western mediterranean", move(fleet("LYO"), "WES")),
        ("A North Africa - Tunis", move(army("NAF"), "TUN")),
        ("F NORTH SEA - NORWAY", move(fleet("NTH"), "NWY")),
        ("F Western Med - Tyrrhenian Sea", move(fleet("WES"), "TYS")),
    ],
)
def test_names_may_have_several_words_and_hyphens(text: str, order: Order) -> None:
    assert parse(text) == order


@pytest.mark.parametrize(
    ("text", "order"),
    [
        ("a swe - den", move(army("SWE"), "DEN")),
        ("SWE - DEN", move(some("SWE"), "DEN")),
        ("swe-den", move(some("SWE"), "DEN")),
        ("F BAL S SWE - DEN", SupportMove(fleet("BAL"), some("SWE"), LocationId("DEN"))),
        ("F BAL C SWE - DEN", Convoy(fleet("BAL"), some("SWE"), LocationId("DEN"))),
        ("BOMB SWE - DEN", Bomb(SpaceId("SWE"), SpaceId("DEN"))),
        ("a ruh r bel", Retreat(army("RUH"), LocationId("BEL"))),
        ("F ROM E A TUS", Embark(fleet("ROM"), army("TUS"))),
        ("F BRE - St Petersburg", move(fleet("BRE"), "STP")),
        ("F Gulf of Lyon S A MAR", SupportHold(fleet("LYO"), army("MAR"))),
    ],
)
def test_a_code_and_the_word_after_it_are_not_taken_for_another_name(text: str, order: Order) -> None:
    """Sweden is no SWE - DEN, Ruhr no RUH R, Rome no ROM E, Brest no BRE - St, Lyons no Lyon S."""
    assert parse(text) == order


COASTS = [
    "F STP/SC - BOT",
    "F StP(sc) - BOT",
    "F stp (sc) - bot",
    "F STP [SC] - BOT",
    "F STP SC - BOT",
    "F STP s.c. - BOT",
    "F STP/south coast - BOT",
    "F St Petersburg south coast - Gulf of Bothnia",
    "F St. Petersburg (south coast) - Gulf of Bothnia",
    "fleet saint petersburg (South Coast) to gob",
]


@pytest.mark.parametrize("text", COASTS)
def test_the_coast_of_a_fleet_is_read_in_every_spelling(text: str) -> None:
    assert parse(text) == move(fleet("STP/SC"), "BOT")


@pytest.mark.parametrize(
    ("text", "order"),
    [
        ("F MAO - SPA/NC", move(fleet("MAO"), "SPA/NC")),
        ("F MAO - Spain (north coast)", move(fleet("MAO"), "SPA/NC")),
        ("F CON - BUL(ec)", move(fleet("CON"), "BUL/EC")),
        ("F GAS S F MAO - SPA/NC", SupportMove(fleet("GAS"), fleet("MAO"), LocationId("SPA/NC"))),
        ("F POR S F SPA/NC", SupportHold(fleet("POR"), fleet("SPA/NC"))),
        ("F SPA/SC S F WES - LYO", SupportMove(fleet("SPA/SC"), fleet("WES"), LocationId("LYO"))),
        ("F SPA(nc) H", Hold(fleet("SPA/NC"))),
    ],
)
def test_a_coast_is_read_wherever_it_stands(text: str, order: Order) -> None:
    assert parse(text) == order


@pytest.mark.parametrize("text", ["A PAR S A MAR", "A PAR S A MAR H", "Army Paris supports Army Marseilles holds"])
def test_support_to_hold_is_read_in_every_spelling(text: str) -> None:
    assert parse(text) == SupportHold(army("PAR"), army("MAR"))


@pytest.mark.parametrize(
    "text",
    [
        "A PAR S A MAR - BUR",
        "a par s a mar-bur",
        "Army Paris supports Army Marseilles to Burgundy",
        "A PAR SUPPORT A MAR moves to BUR",
        "A PAR supp A MAR -> BUR",
    ],
)
def test_support_to_move_is_read_in_every_spelling(text: str) -> None:
    assert parse(text) == SupportMove(army("PAR"), army("MAR"), LocationId("BUR"))


def test_support_may_leave_out_the_letters_and_say_by_which_way_the_other_goes() -> None:
    assert parse("PAR S MAR - BUR") == SupportMove(some("PAR"), some("MAR"), LocationId("BUR"))
    assert parse("PAR S MAR") == SupportHold(some("PAR"), some("MAR"))
    assert parse("F ENG S A LON - BEL VIA") == SupportMove(fleet("ENG"), army("LON"), LocationId("BEL"))


@pytest.mark.parametrize(
    "text",
    [
        "F NTH C A LON - NWY",
        "f nth c a lon-nwy",
        "F NTH CONVOYS A LON -> NWY",
        "Fleet North Sea convoys Army London to Norway",
        "F NTH convoying A LON to NWY",
    ],
)
def test_a_convoy_is_read_in_every_spelling(text: str) -> None:
    assert parse(text) == Convoy(fleet("NTH"), army("LON"), LocationId("NWY"))


@pytest.mark.parametrize(
    "text",
    [
        "A LON - NWY VIA",
        "a lon-nwy via",
        "A LON - NWY VIA CONVOY",
        "A LON - NWY by convoy",
        "A LON to NWY via convoy",
        "A LON - NWY convoy",
        "A LON - NWY (via convoy)",
        "A LON by convoy to NWY",
        "A LON via convoy - NWY",
        "A LON goes by convoy to NWY",
    ],
)
def test_a_move_by_convoy_is_read_in_every_spelling(text: str) -> None:
    assert parse(text) == move(army("LON"), "NWY", via=True)


@pytest.mark.parametrize(
    ("text", "seas"),
    [
        ("A LON - NWY VIA NTH", ["NTH"]),
        ("A LON - NWY via North Sea", ["NTH"]),
        ("A LON - NTH - NWY", ["NTH"]),
        ("A LON -> North Sea -> NWY", ["NTH"]),
        ("A LON - NWY via NTH, NWG", ["NTH", "NWG"]),
        ("A LON - NWY via NTH - NWG", ["NTH", "NWG"]),
        ("A LON - NTH - NWG - NWY", ["NTH", "NWG"]),
        ("A LON via NTH - NWY", ["NTH"]),
        ("A LON via NTH, NWG to NWY", ["NTH", "NWG"]),
        ("A LON via NTH - NWG - NWY", ["NTH", "NWG"]),
        ("A LON convoyed by F NTH to NWY", ["NTH"]),
        ("the army in London moves across the North Sea to Norway", ["NTH"]),
    ],
)
def test_the_seas_of_a_convoy_may_be_written_out(text: str, seas: list[str]) -> None:
    assert parse(text) == move(army("LON"), "NWY", *seas)


@pytest.mark.parametrize(
    "text",
    ["A LON - NWY VIA NTH NTH", "LON - NWY VIA NTH NTH", "A LON - NTH - NTH - NWY", "A LON via NTH - NWY via NTH"],
)
def test_no_convoy_crosses_a_sea_twice(text: str) -> None:
    with pytest.raises(MalformedOrderError) as refused:
        parse(text)
    assert refused.value.code == Misreading.TOO_MUCH


@pytest.mark.parametrize(
    ("text", "order"),
    [
        ("A SER R ALB", Retreat(army("SER"), LocationId("ALB"))),
        ("army serbia retreats to albania", Retreat(army("SER"), LocationId("ALB"))),
        ("SER retreat ALB", Retreat(some("SER"), LocationId("ALB"))),
        ("A SER R - ALB", Retreat(army("SER"), LocationId("ALB"))),
        ("F GAS R SPA/NC", Retreat(fleet("GAS"), LocationId("SPA/NC"))),
        ("A ALB R APU VIA ADR", Retreat(army("ALB"), LocationId("APU"), SpaceId("ADR"))),
        ("A ALB retreats by convoy to APU", Retreat(army("ALB"), LocationId("APU"))),
        ("A ALB retreats via fleet convoy across ADR to APU", Retreat(army("ALB"), LocationId("APU"), SpaceId("ADR"))),
        ("A SER to retreat to ALB", Retreat(army("SER"), LocationId("ALB"))),
        ("A SER - ALB", move(army("SER"), "ALB")),
        ("A SER to disband", Disband(army("SER"))),
        ("A SER D", Disband(army("SER"))),
        ("A SER DISBAND", Disband(army("SER"))),
        ("A SER disbands", Disband(army("SER"))),
        ("Disband A SER", Disband(army("SER"))),
        ("D SER", Disband(some("SER"))),
    ],
)
def test_retreats_are_read_in_every_spelling(text: str, order: Order) -> None:
    assert parse(text) == order


@pytest.mark.parametrize(
    ("text", "order"),
    [
        ("B A PAR", Build(army("PAR"))),
        ("A PAR B", Build(army("PAR"))),
        ("BUILD A PAR", Build(army("PAR"))),
        ("Build army Paris", Build(army("PAR"))),
        ("A PAR BUILD", Build(army("PAR"))),
        ("F STP/SC B", Build(fleet("STP/SC"))),
        ("Build fleet St Petersburg (north coast)", Build(fleet("STP/NC"))),
        ("PAR B", Build(some("PAR"))),
        ("REMOVE A PAR", Disband(army("PAR"))),
        ("A PAR REMOVE", Disband(army("PAR"))),
        ("Remove fleet English Channel", Disband(fleet("ENG"))),
        ("WAIVE", Waive()),
        ("waive", Waive()),
        ("Build waived", Waive()),
    ],
)
def test_adjustments_are_read_in_every_spelling(text: str, order: Order) -> None:
    assert parse(text) == order


@pytest.mark.parametrize(
    ("text", "order"),
    [
        ("TF NTH - NWY", move(Piece(UnitKind.TRANSPORT, LocationId("NTH")), "NWY")),
        ("tf nth h", Hold(Piece(UnitKind.TRANSPORT, LocationId("NTH")))),
        ("Transport fleet North Sea holds", Hold(Piece(UnitKind.TRANSPORT, LocationId("NTH")))),
        ("F NTH E A NWY", Embark(fleet("NTH"), army("NWY"))),
        ("F NTH EMBARKS A NWY", Embark(fleet("NTH"), army("NWY"))),
        ("TF North Sea embarks army Norway", Embark(Piece(UnitKind.TRANSPORT, LocationId("NTH")), army("NWY"))),
        ("BOMB PAR - MOS", Bomb(SpaceId("PAR"), SpaceId("MOS"))),
        ("bomb Paris to Moscow", Bomb(SpaceId("PAR"), SpaceId("MOS"))),
        ("A PAR - BUR CARRY 2", move(army("PAR"), "BUR", carry=2)),
        ("A LON - NWY via NTH carry 12", move(army("LON"), "NWY", "NTH", carry=12)),
    ],
)
def test_the_orders_of_the_variants_are_read(text: str, order: Order) -> None:
    assert parse(text) == order


@pytest.mark.parametrize(
    ("order", "text"),
    [
        (Hold(army("PAR")), "A PAR H"),
        (BURGUNDY, "A PAR - BUR"),
        (move(army("LON"), "NWY", via=True), "A LON - NWY VIA"),
        (move(army("LON"), "NWY", "NTH", "NWG", carry=1), "A LON - NWY VIA NTH NWG CARRY 1"),
        (SupportHold(army("PAR"), army("BUR")), "A PAR S A BUR"),
        (SupportMove(fleet("GAS"), fleet("MAO"), LocationId("SPA/NC")), "F GAS S F MAO - SPA/NC"),
        (Convoy(fleet("NTH"), army("LON"), LocationId("NWY")), "F NTH C A LON - NWY"),
        (Embark(fleet("NTH"), army("NWY")), "F NTH E A NWY"),
        (Retreat(army("SER"), LocationId("ALB")), "A SER R ALB"),
        (Retreat(army("ALB"), LocationId("APU"), SpaceId("ADR")), "A ALB R APU VIA ADR"),
        (Disband(army("SER")), "A SER D"),
        (Build(fleet("STP/SC")), "F STP/SC B"),
        (Waive(), "WAIVE"),
        (Bomb(SpaceId("PAR"), SpaceId("MOS")), "BOMB PAR - MOS"),
    ],
)
def test_every_kind_of_order_is_written_in_one_form(order: Order, text: str) -> None:
    assert format_order(order) == text


def test_an_unknown_name_is_answered_with_the_nearest() -> None:
    error = refuse("A Pariss - BUR")
    assert isinstance(error, UnknownNameError)
    assert (error.text, error.candidates[0]) == ("Pariss", "PAR")


def test_an_unknown_target_is_quoted_without_the_rest_of_the_line() -> None:
    error = refuse("A PAR S A MAR - Burgundi")
    assert isinstance(error, UnknownNameError)
    assert (error.text, error.candidates[0]) == ("Burgundi", "BUR")


def test_an_ambiguous_name_is_answered_with_all_it_could_mean(tmp_path: Path) -> None:
    spaces = "MNT,Manitoba,land,,,,,,,Man\nMNU,Manaus,land,,,,,,,Man"
    names = make_tiny_board(tmp_path, spaces, "MNT,MNU,yes").names
    error = read_line("A Man H", names)
    assert isinstance(error, AmbiguousNameError)
    assert error.candidates == ("MNT", "MNU")


def test_an_unknown_coast_is_answered_with_the_coasts_there_are() -> None:
    error = refuse("F GAS - SPA/WC")
    assert isinstance(error, UnknownNameError)
    assert (error.what, error.candidates) == ("coast", ("SPA/NC", "SPA/SC"))


@pytest.mark.parametrize("text", ["F MAO - POR/SC", "F MAO - Portugal (north coast)"])
def test_a_coast_of_a_space_that_has_none_does_no_harm(text: str) -> None:
    assert format_order(parse_order(text, STANDARD.names)) == "F MAO - POR"


@pytest.mark.parametrize(
    "text",
    ["A PAR - BUR\u200b", "A\u00a0PAR -\u00adBUR", "\u200eA PAR - BUR", "A PAR\u2060 - BUR", "\ufeffA PAR - BUR"],
)
def test_marks_that_nobody_sees_are_passed_over(text: str) -> None:
    assert format_order(parse_order(text, STANDARD.names)) == "A PAR - BUR"


@pytest.mark.parametrize(
    ("text", "sign"), [("A PAR - BUR\0", "U+0000"), ("A PAR\u202e - BUR", "U+202E"), ("A PAR - B\x07UR", "U+0007")]
)
def test_a_sign_that_may_hide_or_turn_round_others_is_refused_by_its_number(text: str, sign: str) -> None:
    error = refuse(text)
    assert isinstance(error, MalformedOrderError)
    assert error.values == {"quoted": sign}


@pytest.mark.parametrize(
    "text",
    [
        "",
        "   ",
        "A",
        "A PAR",
        "A PAR -",
        "A PAR S",
        "A PAR S A",
        "F NTH C A LON",
        "F NTH C A LON NWY",
        "A PAR - BUR - ",
        "A PAR - BUR please",
        "A PAR VIA",
        "A PAR R",
        "BUILD",
        "DISBAND",
        "WAIVE A PAR",
        "BOMB PAR",
        "BOMB PAR MOS",
        "A PAR - BUR CARRY",
        "A PAR - BUR CARRY many",
        "A PAR - BUR CARRY 1000",
        "hello there",
    ],
)
def test_text_that_is_no_order_is_refused_with_a_reason(text: str) -> None:
    assert str(refuse(text))


def test_a_unit_without_an_action_is_asked_what_it_should_do() -> None:
    error = refuse("A PAR")
    assert isinstance(error, MalformedOrderError)
    assert (error.code, error.values) == ("action_missing", {"quoted": "", "unit": "A PAR"})


def test_what_follows_a_whole_order_is_quoted() -> None:
    error = refuse("A PAR - BUR please")
    assert isinstance(error, MalformedOrderError)
    assert "please" in error.problem


def test_a_line_longer_than_any_order_is_refused() -> None:
    error = refuse("A PAR - BUR" + " " * 200)
    assert isinstance(error, MalformedOrderError)
    assert "200" in error.problem


@pytest.mark.parametrize("text", ["A PAR S French A MAR - BUR", "A PAR S Turkish Army Mar - Bur"])
def test_the_nation_of_a_supported_unit_does_not_matter(text: str) -> None:
    """DATC 4.C.5 and 4.C.6."""
    assert parse(text) == parse("A PAR S A MAR - BUR")
