"""Letters and lines taken apart into single orders."""

import time

import pytest

from legation.orders import split_lines, split_orders
from legation.variants import load_variant
from tests.kit import STANDARD

NAMES = STANDARD.names


def split(text: str) -> list[tuple[str | None, str]]:
    return [(line.power, line.text) for line in split_lines(text, NAMES, load_variant("standard").power_names)]


def test_lines_stand_under_the_heading_of_their_power() -> None:
    letter = "FRANCE\nA PAR - BUR\nF BRE H\n\nGermany:\nA MUN H"
    assert split(letter) == [("FRANCE", "A PAR - BUR"), ("FRANCE", "F BRE H"), ("GERMANY", "A MUN H")]


def test_a_heading_may_stand_on_the_line_of_its_orders() -> None:
    assert split("France: A PAR - BUR; F BRE H\nGreat Britain: F LON H") == [
        ("FRANCE", "A PAR - BUR"),
        ("FRANCE", "F BRE H"),
        ("ENGLAND", "F LON H"),
    ]


def test_lines_before_any_heading_belong_to_nobody() -> None:
    assert split("A PAR H\r\nFRANCE\r\nF BRE H") == [(None, "A PAR H"), ("FRANCE", "F BRE H")]


def test_blank_lines_and_bare_punctuation_are_no_orders() -> None:
    assert split("\n ; ;\n * \n...\n") == []


def test_an_order_after_an_unknown_heading_is_refused_with_it() -> None:
    assert split("Remarks: A PAR H") == [(None, "(Remarks:) A PAR H")]


@pytest.mark.parametrize(
    ("line", "orders"),
    [
        ("A Par-Bur, A Mar-Spa, F Bre-MAO.", ("A Par-Bur", "A Mar-Spa", "F Bre-MAO.")),
        ("A LON - NWY, F NTH C A LON - NWY", ("A LON - NWY", "F NTH C A LON - NWY")),
        ("Army Paris to Burgundy, Fleet Brest holds", ("Army Paris to Burgundy", "Fleet Brest holds")),
        ("Build A PAR, build F BRE", ("Build A PAR", "build F BRE")),
        ("A PAR S A MAR - BUR, A MAR - BUR; F BRE H", ("A PAR S A MAR - BUR", "A MAR - BUR", "F BRE H")),
        ("a par-bur, a mar h", ("a par-bur", "a mar h")),
        ("a par - bur,a mar h,f bre - mao", ("a par - bur", "a mar h", "f bre - mao")),
        ("par-bur, mar h", ("par-bur", "mar h")),
        ("A Par-Bur and A Mar-Spa", ("A Par-Bur", "A Mar-Spa")),
        ("a par h, f bre - mao and a mar - spa", ("a par h", "f bre - mao", "a mar - spa")),
        ("A PAR - BUR, and F BRE H", ("A PAR - BUR", "F BRE H")),
        ("A PAR - BUR & F BRE H", ("A PAR - BUR", "F BRE H")),
        ("A PAR - BUR. F BRE H.", ("A PAR - BUR", "F BRE H.")),
        ("1. A PAR - BUR 2. F BRE H", ("1. A PAR - BUR", "2. F BRE H")),
        ("1.A PAR - BUR 2.F BRE H", ("1.A PAR - BUR", "2.F BRE H")),
        ("1) A PAR - BUR, 2) F BRE H", ("1) A PAR - BUR", "2) F BRE H")),
        ("- A PAR - BUR, - F BRE H", ("- A PAR - BUR", "- F BRE H")),
        ("F St. Petersburg - Bot, A Mos - St. Petersburg", ("F St. Petersburg - Bot", "A Mos - St. Petersburg")),
        ("F St. Petersburg (sc) - Bot. A Mos H", ("F St. Petersburg (sc) - Bot", "A Mos H")),
        ("A Lon - Nwy via NTH, NWG, F Nth C A Lon - Nwy", ("A Lon - Nwy via NTH, NWG", "F Nth C A Lon - Nwy")),
        ("France: a par-bur, a mar h", ("a par-bur", "a mar h")),
        ("the army in Par holds, the fleet in Brest to MAO", ("the army in Par holds", "the fleet in Brest to MAO")),
        ("a fleet in Brest holds, an army in Paris holds", ("a fleet in Brest holds", "an army in Paris holds")),
        ("a par-bur, a mar - xyz", ("a par-bur", "a mar - xyz")),
        ("A XYZ - BUR, A MAR H", ("A XYZ - BUR", "A MAR H")),
        ("bomb par - mos, a mar h", ("bomb par - mos", "a mar h")),
    ],
)  # fmt: skip
def test_commas_and_the_like_divide_whole_orders(line: str, orders: tuple[str, ...]) -> None:
    assert split_orders(line, NAMES) == orders


@pytest.mark.parametrize(
    ("line", "orders"),
    [
        ("build A PAR, F BRE", ("build A PAR", "build F BRE")),
        ("Builds: A Paris, F Brest", ("Builds: A Paris", "Builds F Brest")),
        ("build a par, f bre and a mar", ("build a par", "build f bre", "build a mar")),
        ("build A PAR; F BRE", ("build A PAR", "build F BRE")),
        ("France builds A PAR, F BRE", ("France builds A PAR", "builds F BRE")),
        ("remove A PAR, F BRE", ("remove A PAR", "remove F BRE")),
        ("REMOVE A PAR AND F BRE", ("REMOVE A PAR", "REMOVE F BRE")),
        ("removes: A Paris, F Brest", ("removes: A Paris", "removes F Brest")),
        ("disband par, bre", ("disband par", "disband bre")),
        ("build A PAR, waive", ("build A PAR", "waive")),
        ("build F STP (sc), A MOS", ("build F STP (sc)", "build A MOS")),
        ("build F St. Petersburg, south coast, A MOS", ("build F St. Petersburg, south coast", "build A MOS")),
        ("hold A PAR, A MAR", ("hold A PAR", "hold A MAR")),
        ("hold A PAR, A MAR - SPA", ("hold A PAR", "A MAR - SPA")),
        ("retreat A MUN - BUR, F NTH - LON", ("retreat A MUN - BUR", "retreat F NTH - LON")),
        ("retreats: A MUN to BUR, A SER D", ("A MUN to BUR", "A SER D")),
        ("A MUN R BUR, F NTH R LON, A SER D", ("A MUN R BUR", "F NTH R LON", "A SER D")),
        ("build A PAR, remove F BRE, A MAR", ("build A PAR", "remove F BRE", "remove A MAR")),
        ("A PAR B, F BRE B", ("A PAR B", "F BRE B")),
        ("waive, waive", ("waive", "waive")),
        ("1. Build A PAR, F BRE", ("1. Build A PAR", "Build F BRE")),
    ],
)
def test_a_verb_before_a_list_is_said_of_each_unit(line: str, orders: tuple[str, ...]) -> None:
    assert split_orders(line, NAMES) == orders


@pytest.mark.parametrize(
    "line",
    [
        "F BOT - St. Petersburg, south coast",
        "FRANCE, A PAR - BUR",
        "A PAR - BUR, a lie",
        "a par - bur, a great plan",
        "A PAR, A MAR - BUR",
        "A PAR and A MAR hold",
        "not A PAR - BUR, A MAR H",
        "cancel a par - bur, a mar h",
        "A PAR - BUR, if A MAR holds, F BRE H",
        "A PAR - BUR, A MAR H, unless Italy moves",
        "A PAR - BUR if not attacked, A MAR H",
        "A PAR - BUR and hold",
        "A FIJ R NWZ, convoyed by F COR",
        "~~A PAR - BUR, A MAR H, F BRE H~~",
        "A LON - NWY via NTH, NWG",
    ],
)
def test_a_comma_before_anything_else_divides_nothing(line: str) -> None:
    assert split_orders(line, NAMES) == (line,)


def test_no_name_of_a_space_is_divided() -> None:
    """``and`` and full stops stand in names too."""
    for variant in ("standard", "cline-9-man-vii", "colonia-i", "colonia-iii", "colonia-vii", "colonial-variant"):
        names = load_variant(variant).board.names
        for space, title in names.titles.items():
            line = f"A {title} H"
            assert split_orders(line, names) == (line,), space


def test_every_order_knows_where_it_begins_in_the_letter() -> None:
    letter = "France: build A PAR, F BRE;\n A MAR H"
    found = list(split_lines(letter, NAMES, load_variant("standard").power_names))
    assert [(line.text, letter[line.start :][:5]) for line in found] == [
        ("build A PAR", "build"),
        ("build F BRE", "F BRE"),
        ("A MAR H", "A MAR"),
    ]


def test_a_verb_is_not_carried_to_the_next_line() -> None:
    assert split("build A PAR\nF BRE") == [(None, "build A PAR"), (None, "F BRE")]


@pytest.mark.parametrize(
    "line",
    [
        "A PAR " + "- " * 50_000 + ", A MAR H, x",
        "A PAR H, " * 20_000,
        "a," * 50_000,
        "and " * 50_000,
        "A" + " " * 9_900 + "B",
        "A PAR" + "\t" * 9_900 + "- BUR",
        "A PAR - BUR" + " " * 9_900 + ", x",
    ],
)
def test_a_long_line_is_divided_quickly(line: str) -> None:
    started = time.perf_counter()
    assert all(text in line for text in split_orders(line, NAMES))
    assert time.perf_counter() - started < 1


def test_all_units_of_a_giant_board_may_be_ordered_on_one_line() -> None:
    orders = tuple(f"A PAR - {code}" for code in sorted(NAMES.plain_locations))[:75]
    assert split_orders(", ".join(orders), NAMES) == orders


@pytest.mark.parametrize("line", ["a" + " " * 97 + "b", "A PAR" + " " * 90 + "H", "my " * 33, "a," + "\t" * 96 + "b"])
def test_a_line_is_quickly_known_to_be_no_heading(line: str) -> None:
    started = time.perf_counter()
    assert len(split("\n".join([line] * 100))) == 100
    assert time.perf_counter() - started < 1


def test_dividers_may_follow_each_other() -> None:
    assert split_orders("A PAR - BUR, & A MAR H , ,  F BRE H", NAMES) == ("A PAR - BUR,", "A MAR H", ",  F BRE H")


@pytest.mark.parametrize(
    "heading",
    [
        "FRANCE (John Smith)",
        "France (3):",
        "France [Paul]:",
        "French:",
        "The French orders:",
        "France's orders:",
        "Orders for France:",
        "Moves of the French",
        "France Spring 1901:",
        "France, Spring 1901",
        "FRANCE - FALL 1901",
        "French orders for Fall 1901:",
        "France (S1901M)",
    ],
)
def test_a_heading_may_have_words_round_the_name_of_the_power(heading: str) -> None:
    assert split(f"GERMANY\nA MUN H\n{heading}\nWAIVE") == [("GERMANY", "A MUN H"), ("FRANCE", "WAIVE")]


@pytest.mark.parametrize(
    ("line", "orders"),
    [
        ("FRANCE", ()),
        ("French orders:", ()),
        ("Orders for France: A PAR - BUR", ("A PAR - BUR",)),
        ("France: A PAR - BUR", ("A PAR - BUR",)),
        ("A MAR H; France: A PAR - BUR", ("A MAR H", "A PAR - BUR")),
        ("GERMANY", ("(GERMANY:)",)),
        ("German orders: A PAR - BUR", ("(German orders:) A PAR - BUR",)),
        ("GERMANY: A PAR - BUR; A MAR H", ("(GERMANY:) A PAR - BUR; A MAR H",)),
        ("A PAR H; Germany; A MAR H", ("A PAR H", "(Germany:) A MAR H")),
    ],
)
def test_a_heading_of_ones_own_among_ones_lines_is_no_order(line: str, orders: tuple[str, ...]) -> None:
    assert split_orders(line, NAMES, "FRANCE") == orders


def test_a_power_that_is_a_space_too_may_be_ordered_before_a_colon() -> None:
    assert split_orders("ENG: holds", NAMES, "ENGLAND") == ("ENG: holds",)
    assert split_orders("ENG: F LON - NTH", NAMES, "ENGLAND") == ("F LON - NTH",)


@pytest.mark.parametrize("line", ["ENG (H)", "French army in Paris holds", "France (H"])
def test_what_is_an_order_or_names_nobody_is_no_heading(line: str) -> None:
    assert split(f"GERMANY\n{line}") == [("GERMANY", line)]


def test_no_heading_is_of_two_powers() -> None:
    assert split("GERMANY\nFrance and Germany:\nA MUN H") == [
        ("GERMANY", "(France and Germany:)"),
        ("GERMANY", "(France and Germany:) A MUN H"),
    ]


@pytest.mark.parametrize(
    ("line", "orders"),
    [
        ("A MAR S A&nbsp;PAR - BUR", ("A MAR S A&nbsp;PAR - BUR",)),
        ("A PAR -&gt; BUR; A MAR H", ("A PAR -&gt; BUR", "A MAR H")),
        ("A PAR &#8211; BUR &amp; A MAR H", ("A PAR &#8211; BUR", "A MAR H")),
        ("A PAR - BUR&A MAR H; F BRE H", ("A PAR - BUR", "A MAR H", "F BRE H")),
        ("&gt; A PAR - BUR", ("&gt; A PAR - BUR",)),
    ],
)
def test_the_semicolon_of_a_sign_in_html_divides_nothing(line: str, orders: tuple[str, ...]) -> None:
    assert split_orders(line, NAMES) == orders


@pytest.mark.parametrize(
    "condition", ["unless Germany attacks", "if not, A PAR H", "or A PAR - PIC", "only with support"]
)
def test_a_condition_after_a_semicolon_stays_with_its_order(condition: str) -> None:
    assert split_orders(f"A MAR H; A PAR - BUR; {condition}", NAMES) == ("A MAR H", f"A PAR - BUR; {condition}")


@pytest.mark.parametrize(
    "line",
    [
        "A PAR S UKR A BUR - MUN . F BRE H",
        "bomb PAR; MAR - SPA and bomb MAR PIC - MUN",
        "A PAR H; \ufeff A MAR H",
        "A PAR - BUR . A MAR H, Orders for France: F BRE H",
    ],
)
def test_each_order_that_a_line_is_divided_into_is_one_order_by_itself(line: str) -> None:
    orders = split_orders(line, NAMES, "FRANCE")
    assert [split_orders(order, NAMES, "FRANCE") for order in orders] == [(order,) for order in orders]


def test_a_power_named_in_the_middle_of_a_line_begins_its_orders() -> None:
    letter = "France: A PAR H. Germany: A BER H, A MUN H\nF KIE H"
    orders = split_lines(letter, NAMES, load_variant("standard").power_names)
    found = [(order.power, order.text, letter[order.start :][: len(order.text)]) for order in orders]
    assert found == [
        ("FRANCE", "A PAR H", "A PAR H"),
        *(("GERMANY", text, text) for text in ("A BER H", "A MUN H", "F KIE H")),
    ]


@pytest.mark.parametrize("name", ["ENG", "England", "ENG:"])
def test_a_name_alone_is_a_heading_even_if_a_space_has_it_too(name: str) -> None:
    assert split_orders(name, NAMES, "ENGLAND") == ()
    assert [order.text for order in split_lines(name, NAMES, {"eng": "ENGLAND", "england": "ENGLAND"})] == []


@pytest.mark.parametrize(
    ("line", "orders"),
    [
        ("A LON - NWY via NTH, F NWG - BAR", ("A LON - NWY via NTH", "F NWG - BAR")),
        ("A LON - NWY via NTH. F NWG - BAR", ("A LON - NWY via NTH", "F NWG - BAR")),
        ("A LON - NWY via NTH F NWG - BAR", ("A LON - NWY via NTH", "F NWG - BAR")),
        ("A LON - NWY via NTH, NWG - BAR", ("A LON - NWY via NTH", "NWG - BAR")),
        ("A LON - NWY via convoy, F NTH - NWG", ("A LON - NWY via convoy", "F NTH - NWG")),
        ("A LON - NWY VIA, NTH - NWG", ("A LON - NWY VIA", "NTH - NWG")),
        ("A LON - NWY via convoy, NTH C LON - NWY", ("A LON - NWY via convoy", "NTH C LON - NWY")),
        ("A LON - NWY via NTH, NTH - NWG", ("A LON - NWY via NTH", "NTH - NWG")),
        ("F NTH C A LON - NWY via NWG, F BAR - NWG", ("F NTH C A LON - NWY via NWG", "F BAR - NWG")),
        ("A LON - NWY, move NTH to NWG", ("A LON - NWY", "move NTH to NWG")),
        ("A LVN S ENG, F LYO S F SKA - LVN", ("A LVN S ENG", "F LYO S F SKA - LVN")),
        (
            "A MOS S A SEV, F GAL supports St. Petersburg to VIE",
            ("A MOS S A SEV", "F GAL supports St. Petersburg to VIE"),
        ),
        ("A LON - NWY VIA F NTH - NWG", ("A LON - NWY VIA F NTH - NWG",)),  # two orders, or a route
        ("A LON - NWY via NTH - NWG", ("A LON - NWY via NTH - NWG",)),
        ("A LON - NWY via NTH, NWG and BAR", ("A LON - NWY via NTH, NWG and BAR",)),
        ("A LON - NWY via F NTH - F NWG", ("A LON - NWY via F NTH - F NWG",)),
    ],
)
def test_the_route_of_an_army_swallows_no_other_order(line: str, orders: tuple[str, ...]) -> None:
    assert split_orders(line, NAMES) == orders


def test_a_name_with_a_full_stop_is_not_divided() -> None:
    """The last words would be an order that nobody gave: ``Petersburg to VIE``."""
    line = "A MOS XX A SEV the fleet in GAL supports St. Petersburg to VIE"
    assert split_orders(line, NAMES) == (line,)


@pytest.mark.parametrize("line", ["waive A PAR H, build F BRE", "WAIVE A PAR D, remove F BRE"])
def test_a_verb_after_another_order_is_divided_once(line: str) -> None:
    """Such lines were divided without end."""
    assert split_orders(line, NAMES) == (line,)


@pytest.mark.parametrize(
    ("line", "orders"),
    [
        ("build no A PAR, F BRE", ("build no A PAR, F BRE",)),
        ("build no A PAR; F BRE", ("build no A PAR", "F BRE")),
        ("remove none of A PAR; F BRE", ("remove none of A PAR", "F BRE")),
        ("build 2 armies: PAR, MAR", ("build PAR", "build MAR")),
        ("hold A PAR - BUR; F BRE", ("hold A PAR - BUR", "F BRE")),
        ("remove A MAR; build no A PAR; F BRE", ("remove A MAR", "build no A PAR", "F BRE")),
        ("build A PARS, F BRE", ("build A PARS", "build F BRE")),
        ("Builds: A PARS; F BRE", ("Builds: A PARS", "Builds F BRE")),
    ],
)
def test_the_verb_of_a_line_that_is_not_understood_is_not_carried_on(line: str, orders: tuple[str, ...]) -> None:
    assert split_orders(line, NAMES) == orders


@pytest.mark.parametrize(
    "title",
    [
        "Orders:",
        "My orders:",
        "Here are my orders:",
        "Spring 1901",
        "S1901M:",
        "Fall 1901 orders",
        "Orders for Spring 1901:",
        "Moves:",
        "Spring",
        "Orders - final",
        "Please find below my corrected orders:",
    ],
)
def test_a_heading_without_a_power_only_says_that_orders_follow(title: str) -> None:
    assert split(f"GERMANY\n{title}\nA MUN H") == [("GERMANY", "A MUN H")]
    assert split_orders(title, NAMES, "FRANCE") == ()


def test_an_order_after_a_date_may_be_for_another_phase() -> None:
    assert split("Fall 1901: A MUN H") == [(None, "Fall 1901: A MUN H")]
    assert split("My orders: A MUN H") == [(None, "A MUN H")]


@pytest.mark.parametrize("title", ["No orders:", "Old orders:", "Orders to cancel:"])
def test_a_heading_that_denies_stays_with_each_line_beneath(title: str) -> None:
    assert split(f"{title}\nA MUN H") == [(None, f"({title})"), (None, f"({title}) A MUN H")]


@pytest.mark.parametrize(
    "line",
    [
        "cancel A PAR - BUR; A MAR - BUR",
    ],
)
def test_a_line_that_begins_with_a_word_that_is_not_understood_is_refused_as_a_whole(line: str) -> None:
    assert split_orders(line, NAMES) == (line,)
    assert split(f"{line};\nF LON H; A LVP H") == [(None, line), (None, "F LON H"), (None, "A LVP H")]


@pytest.mark.parametrize(
    ("line", "refused"),
    [
        ("Cancelled: A PAR - BUR; A MAR - BUR; F BRE H", "(Cancelled:) A PAR - BUR; A MAR - BUR; F BRE H"),
        ("If Italy moves: A PAR - BUR; A MAR H", "(If Italy moves:) A PAR - BUR; A MAR H"),
    ],
)
def test_orders_after_a_heading_that_is_not_understood_are_refused_with_it(line: str, refused: str) -> None:
    assert split_orders(line, NAMES) == (refused,)
    assert split_orders(refused, NAMES) == (refused,)
    heading = refused.partition(" A ")[0]
    assert split(f"{line};\nF LON H\n\nA LVP H") == [
        (None, refused),
        (None, f"{heading} F LON H"),
        (None, "A LVP H"),
    ]


@pytest.mark.parametrize("line", ["A PAR S and A MAR - BUR", "F NTH convoys, A LON - NWY", "A PAR -, A MAR - BUR"])
def test_an_order_that_breaks_off_is_not_parted_from_what_follows(line: str) -> None:
    assert split_orders(line, NAMES) == (line,)


def test_a_dash_may_follow_the_name_of_a_power() -> None:
    assert split("FRANCE - A PAR - BUR; A MAR H\nGermany \u2013 Fleet Kiel - DEN") == [
        ("FRANCE", "A PAR - BUR"),
        ("FRANCE", "A MAR H"),
        ("GERMANY", "Fleet Kiel - DEN"),
    ]
    assert split("ENG - F NTH") == [(None, "ENG - F NTH")]  # the Channel
    assert split_orders("FRANCE - A PAR - BUR", NAMES, "FRANCE") == ("A PAR - BUR",)
    assert split_orders("GERMANY - A PAR - BUR", NAMES, "FRANCE") == ("(GERMANY:) A PAR - BUR",)


@pytest.mark.parametrize("line", ["If France attacks, A PAR H", "Unless bounced A PAR - BUR; A MAR H"])
def test_a_line_that_begins_with_a_condition_is_refused_as_a_whole(line: str) -> None:
    assert split_orders(line, NAMES) == (f"({line}:)",)
    assert split(f"A MUN H\n\n{line}\nF LON H") == [(None, "A MUN H"), (None, f"({line}:)"), (None, "F LON H")]
