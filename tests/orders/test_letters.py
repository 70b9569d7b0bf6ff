"""Letters as people write them: what a careful game master would follow, and nothing else."""

import random
import time

import pytest

from legation import Game
from legation.cli.order_entry import OrderEntry
from legation.game import read_changes, read_letter
from legation.orders import format_order, settle_letter, split_lines
from legation.render.words import word_rejection

STANDARD = Game.new("standard")
BOARD = STANDARD.variant.board
FRANCE = STANDARD.variant.parse_power("FRANCE")


def follow(letter: str | list[str], game: Game = STANDARD) -> list[str]:
    return [format_order(line.order) for line in game.review("FRANCE", letter).lines if line.counts and line.order]


def explain(letter: str) -> list[str]:
    return [word_rejection(line.rejection) for line in STANDARD.review("FRANCE", letter).lines if line.rejection]


UNDERSTOOD = [
    "France:",
    "FRANCE",
    "French orders",
    "FRANCE (John Smith)",
    "France (John):",
    "France [Paul] (3 units), Spring 1901:",
    "France, Spring 1901 - final",
    "S01 France:",
    "France/S01",
    "*FRANCE* - *Spring 1901*",
    "## Orders",
    "[b]France[/b]",
    "<b>France</b>",
    "FRANCE\n======",
    "Orders from France -- Spring 1901",
    "FRANCE'S MOVES ARE AS FOLLOWS",
    "SPRING '01 MOVES",
    "Spring, 1901",
    "Season: Spring 1901\nPower: France",
    "Subject: France Spring 1901",
    "Re: my corrected orders",
    "Armies:",
    "Here are my revised and complete orders for this season:",
    "Please find below my orders:",
    "Corrections:",
    "Dear GM:",
    "Dear GM,",
    "Hi John,",
    "Hi John:",
    "Hello all, here are my orders:",
    "Good evening Mr. Smith, sorry, here are the final French orders:",
    "John,",
    "Thanks, Bob",
    "Sorry for being late. My orders:",
    "Ignore my last letter, here are the right orders:",
    "I hope that this finds you well and that the moves are not late",
    "\ufeffFrance:",
    "\uff26rance\uff1a",
    "France\u00a0orders\u200b:",
    "-- ",
    "***",
    "Pariss hodls",
    "A PARS -",
    "PRESS: Paris to Rome: hello",
    "France: Spring 1901: F BRE H",
    "1. France",
    "- France:",
    "hi bob\norders:",
    "france\norders:",
    "Thanks Bob:",
    "// German: A BER - MUN",
]


@pytest.mark.parametrize("heading", UNDERSTOOD)
def test_lines_under_what_is_understood_or_no_heading_are_followed(heading: str) -> None:
    assert [line for line in follow(f"{heading}\nA MAR - SPA") if line != "F BRE H"] == ["A MAR - SPA"]


def test_the_refusal_names_the_heading_and_says_what_to_write() -> None:
    sentence = (
        "The heading 'Your orders' is not understood, or not of this power and phase, so no order under it is followed;"
        " write 'Orders:' instead."
    )
    assert explain("Your orders:\nA PAR H") == [sentence, sentence]
    assert explain("ingland: A PAR H") == ["Unknown power 'ingland'; did you mean England?"]
    assert explain("If Italy attacks:\nA PAR H")[1] == "'If' begins a condition; an order has none."
    assert explain("Fall 1901\nA PAR H")[1].startswith("'Fall 1901' may be another phase")


def test_the_heading_counts_until_a_blank_line_after_some_lines_or_the_next_heading() -> None:
    assert follow("Plan B:\n\nA PAR H\nA MAR H\n\nF BRE H") == ["F BRE H"]
    assert follow("Plan B:\nA PAR H\nOrders:\nF BRE H") == ["F BRE H"]
    assert follow("Plan B: A PAR H\nA MAR H\n\nF BRE H") == ["F BRE H"]
    assert follow("A PAR H; Plan B: A MAR H; F BRE H\nF BRE - MAO") == ["A PAR H"]


@pytest.mark.parametrize(
    "letter",
    [
        "GERMANY\nA MAR H",
        "Germany: A MAR H",
        "GERMANY - A MAR H",
        "GERMANY; A MAR H",
        "Germany: A MUN H; A MAR H",
        "Germany: A MUN H\nA MAR H",
        "Orders for Germany:\n\nA MAR H",
        "Germany, Spring 1901: A MAR H",
        "| GERMANY | A MAR H |",
    ],
)
def test_orders_of_another_power_are_none_of_the_letters_own(letter: str) -> None:
    assert follow(letter) == []
    assert follow(letter.split("\n")) == []
    texts = read_letter(STANDARD.variant, letter, FRANCE, state=STANDARD.state)
    assert follow(list(texts[FRANCE])) == []


@pytest.mark.parametrize(
    ("letter", "orders"),
    [
        ("A PAR - BUR; no, A PAR - PIC", []),
        ("A PAR - BUR; no, I mean A PAR - PIC; A MAR H", ["A MAR H"]),
        ("A PAR - BUR; sorry, PIC", []),
        ("A PAR - BUR, sorry, PIC", []),
        ("A PAR - BUR. No, A PAR - PIC", []),
        ("A PAR - BUR; scratch that", []),
        ("A PAR - BUR; cancelled; A MAR H", ["A MAR H"]),
        ("A PAR - BUR\nNo, sorry, A PAR - PIC\nA MAR H", ["A MAR H"]),
        ("A PAR - BUR\n\nsorry, A PAR - PIC", []),
        ("A MAR H; cancel A PAR - BUR", ["A MAR H"]),
        ("A PAR - BUR\nThanks, Bob", ["A PAR - BUR"]),
        ("A PAR - BUR or PIC", []),
        ("A PAR - BUR and/or PIC", []),
        ("A PAR - BUR???", []),
        ("A PAR - BUR / A PAR - PIC", []),
        ("A PAR - BUR/PIC", []),
        ("A PAR - BUR | A PAR - PIC", []),
        ("(A PAR - BUR)", []),
        ("A PAR - BUR (or PIC)", []),
        ("A PAR - BUR [or PIC]", []),
        ("A PAR - BUR (maybe)", []),
        ("A PAR - BUR, not PIC", []),
        ("A PAR - BUR instead of PIC", []),
        ("A PAR - BUR!!!", ["A PAR - BUR"]),
        ("A PAR - BUR...", ["A PAR - BUR"]),
    ],
)
def test_neither_an_order_that_is_taken_back_nor_its_correction_is_followed(letter: str, orders: list[str]) -> None:
    assert follow(letter) == orders


@pytest.mark.parametrize(
    ("letter", "orders"),
    [
        ("A PAR - BUR\nunless Italy attacks\nA MAR H", ["A MAR H"]),
        ("A PAR - BUR,\r\n  (unless Italy attacks)\r\nA MAR H", ["A MAR H"]),
        ("A PAR - BUR\n- or A PAR - PIC", []),
        ("A MAR H; A PAR - BUR\nunless Italy attacks", ["A MAR H"]),
        ("France: A PAR - BUR\nunless Italy attacks\nor Germany does", []),
        ("A PAR - BUR\nIf Italy attacks\nA MAR H", []),
        ("A PAR - BUR\nOtherwise,\nA PAR H\n\nA MAR H", ["A MAR H"]),
        ("If Italy attacks\nA MAR H", []),
        ("In case Italy attacks,\nA MAR H", []),
        ("A PAR - BUR if\nItaly attacks", []),
        ("A PAR - BUR\nIf Italy attacks: A MAR H\nA PAR H\n\nF BRE H", ["A PAR - BUR", "F BRE H"]),
        ("A PAR - BUR\n\nIf you have questions, write to me.\nA MAR H", ["A PAR - BUR", "A MAR H"]),
    ],
)
def test_a_condition_on_the_next_line_is_one_of_the_order_above(letter: str, orders: list[str]) -> None:
    assert follow(letter) == orders
    assert follow(letter.splitlines()) == orders


REPLY = "A MAR H\n\n{}\n\nHi,\n\nA PAR - BUR\n\nF BRE H"
FORWARDED = "{}\n\nHi,\n\nA PAR - BUR"


@pytest.mark.parametrize(
    "head",
    [
        "On Mon, 3 Jan 2022 at 10:00, Jo <jo@example.org> wrote:",
        "Am 3.1.22 um 10:00 schrieb Jo:",
        "Le lun. 3 janv. 2022, Jo <jo@example.org> a \u00e9crit :",
        "El lun, 3 ene 2022, Jo escribi\u00f3:",
        "Il giorno lun 3 gen 2022 Jo ha scritto:",
        "-----Original Message-----",
        "-------- Urspr\u00fcngliche Nachricht --------",
        "-----Message d'origine-----",
        "Begin forwarded message:",
        "________________________________\nFrom: Jo <jo@example.org>\nSent: Monday\nTo: me\nSubject: Re: orders",
        "*From:* Jo\n*Date:* Monday",
        "Von: Jo\nGesendet: Montag\nAn: mich\nBetreff: Orders",
    ],
)
def test_a_letter_that_is_quoted_below_an_answer_is_none(head: str) -> None:
    assert follow(REPLY.format(head)) == ["A MAR H"]


@pytest.mark.parametrize("head", ["---- Forwarded message ----\nFrom: Jo\nDate: Monday\nSubject: orders", "FYI"])
def test_a_letter_that_is_only_forwarded_is_meant(head: str) -> None:
    assert follow(FORWARDED.format(head)) == ["A PAR - BUR"]


def test_an_answer_may_stand_under_a_quote_with_marks() -> None:
    letter = "On Monday, Jo Smith <jo@example.org>\nwrote:\n> A PAR H; A MAR H\n> F BRE H\n\nA MAR - SPA"
    assert follow(letter) == ["A MAR - SPA"]


@pytest.mark.parametrize(
    "line",
    [
        "1. A PAR - BUR",
        "- A PAR - BUR",
        "\u2022 A PAR - BUR",
        "`A PAR - BUR`",
        "**A PAR - BUR**",
        "_A PAR - BUR_",
        "\u201cA PAR \u2013 BUR\u201d",
        "\uff21\u3000\uff30\uff21\uff32\u3000\uff0d\u3000\uff22\uff35\uff32",
        "A\u00a0PAR\u00a0\u2192\u00a0BUR",
        "| A PAR - BUR |",
        "| A PAR | - BUR |",
        "Army: PAR - BUR",
        "Orders: A PAR - BUR,",
    ],
)
def test_signs_around_an_order_do_not_matter(line: str) -> None:
    assert [order.removeprefix("A ") for order in follow(line)] == ["PAR - BUR"]


@pytest.mark.parametrize("line", ["- [ ] A PAR - BUR", "[x] A PAR - BUR", "( FRA AMY PAR ) MTO BUR", "(A PAR - BUR)"])
def test_brackets_before_an_order_are_explained(line: str) -> None:
    assert explain(line) == ["What begins with a bracket is not an order; write the order without brackets."]


@pytest.mark.parametrize(
    "title", ["Plan B", "plan b", "Option 2", "Backup plan", "Draft", "Alternative for Italy", "Version A"]
)
def test_other_plans_need_no_colon(title: str) -> None:
    assert follow(f"A PAR - BUR\n\n{title}\nA PAR - PIC\nA MAR H") == ["A PAR - BUR"]
    assert explain(f"{title}\nA PAR - PIC")[0].startswith(f"The heading '{title}' is not understood")


@pytest.mark.parametrize("heading", ["North:", "The west:", "Western front:", "Supports:", "In the rest of the world:"])
def test_orders_may_be_put_in_groups(heading: str) -> None:
    assert follow(f"{heading}\nA PAR - BUR\nOther ideas:\nA MAR - SPA") == ["A PAR - BUR"]


def test_a_group_of_acts_with_a_power_may_be_for_it_or_by_it() -> None:
    letter = "France\nA PAR - BUR\nSupports for Italy:\nA MAR S A PIE - TUS\n\nItaly\nA PIE - TUS"
    found = [(line.power, line.text) for line in split_lines(letter, BOARD.names, BOARD.names.nation_powers)]
    assert found == [
        ("FRANCE", "A PAR - BUR"),
        ("FRANCE", "(Supports for Italy:)"),
        ("FRANCE", "(Supports for Italy:) A MAR S A PIE - TUS"),
        ("ITALY", "A PIE - TUS"),
    ]


@pytest.mark.parametrize(
    "letter", ["A PAR - BUR; EDIT: A PAR - PIC", "A PAR - BUR\nEDIT: A PAR - PIC", "A PAR - BUR\nChange:\nA PAR - PIC"]
)
def test_by_1982_an_order_is_not_followed_beside_its_correction(letter: str) -> None:
    assert follow(f"{letter}\n\nA MAR - SPA", Game.new("standard", rules="1982")) == ["A MAR - SPA"]


def test_theatres_of_the_board_are_groups() -> None:
    letter = "Europe:\nA PAR - BUR\n\nNorth America:\nA ONT H\nEuropean seas:\nF BIS H"
    found = Game.new("colonia-vii").review("FRANCE", letter)
    assert [str(found.rejection.fault) for found in found.lines if found.rejection] == ["no_such_unit"] * 2
    assert follow("Europe:\nA PAR - BUR") == [], "the regular board has no theatre of that name"


def test_in_winter_plan_b_may_be_a_build_of_a_misspelt_place() -> None:
    game = Game.new("standard")
    changes = read_changes(game.variant, game.state, game.rulebook, take=["A PAR", "A MAR"], centres=["SPA=FRANCE"])
    game.correct(changes, "two builds")
    game.advance()
    game.advance()
    assert follow("Plan B\nA MAR B", game) == ["A MAR B"]
    assert follow("Plan C\nA MAR B", game) == []


def test_a_row_of_a_table_without_an_action_is_refused() -> None:
    assert follow("| Unit | Order |\n|---|---|\n| A PAR | BUR |\n| A MAR | H |") == ["A MAR H"]


def test_units_under_the_heading_of_builds_are_built() -> None:
    game = Game.new("standard")
    changes = read_changes(game.variant, game.state, game.rulebook, take=["A PAR", "A MAR"], centres=["SPA=FRANCE"])
    game.correct(changes, "two builds")
    game.advance()
    game.advance()
    for letter in (
        "Builds:\nA PAR\nA MAR",
        "Builds\n- army Paris\n- army Marseilles\n\nThanks",
        "France, Winter 1901 builds: A PAR, A MAR",
        "Builds (2):\n1. A PAR\n2. A MAR B",
        "Fall 1901 adjustments:\nbuild A PAR, A MAR",
    ):
        assert follow(letter, game) == ["A PAR B", "A MAR B"], letter
        kept = [line.text for line in game.review("FRANCE", letter).lines]
        assert follow(kept, game) == ["A PAR B", "A MAR B"], letter
    assert follow("Moves:\nA PAR B\n\nSpring 1902:\nA MAR B", game) == []


def test_lines_typed_one_by_one_are_read_like_a_letter() -> None:
    entry = OrderEntry(STANDARD.variant, STANDARD.rulebook, STANDARD.state, FRANCE)
    for line in ("A MAR H", "A PAR - BUR", "unless Italy attacks", "GERMANY", "A PAR H", "", "F BRE - MAO"):
        entry.take(line)
    assert [line.text for line in entry.lines] == ["A MAR H", "F BRE - MAO"]


@pytest.mark.parametrize(
    "letter",
    [
        "If Italy attacks, use these\norders:\nA MAR H",
        "please ignore my earlier\norders:\nA MAR H",
        "what i'd do as\nfrance:\nA MAR H",
        "Orders (2):\nA MAR H",
        "Are these right:\nA MAR H",
        "2. Germany\nA MAR H",
        "Retreats: A PAR - BUR\nA MAR H",
    ],
)
def test_what_only_seems_to_introduce_orders_does_not(letter: str) -> None:
    assert follow(letter) == []


def test_an_order_in_the_sentence_before_a_heading_is_kept() -> None:
    names, powers = BOARD.names, STANDARD.variant.power_names
    letter = "ENG: F EDI - NTH. England: F LON H\nA LVP H. Orders: F NTH H"
    found = [line.text for line in split_lines(letter, names, powers)]
    assert found == ["F EDI - NTH", "F LON H", "A LVP H. Orders: F NTH H"]


def test_a_letter_of_several_powers() -> None:
    letter = (
        "FRANCE (Jo):\nA PAR - BUR\n\nGermany (if alive):\nA MUN H\n\nRussia - Spring 1901\nA MOS - UKR\n\n"
        "Turkey: A CON - BUL; Old orders: A SMY H\nF ANK H"
    )
    found = [
        (line.power, line.text) for line in split_lines(letter, BOARD.names, STANDARD.variant.power_names, "S1901M")
    ]
    assert found == [
        ("FRANCE", "A PAR - BUR"),
        ("FRANCE", "(Germany (if alive):)"),
        ("FRANCE", "(Germany (if alive):) A MUN H"),
        ("RUSSIA", "A MOS - UKR"),
        ("TURKEY", "A CON - BUL"),
        ("TURKEY", "(Old orders:) A SMY H"),
        ("TURKEY", "(Old orders:) F ANK H"),
    ]


LINES = [
    "A PAR - BUR", "a mar s a par-bur", "F BRE - MAO", "A MAR H; A PAR H", "1. A PAR H 2. A MAR H", "hold A PAR",
    "par h",
    "A PAR - BUR, A MAR H", "build A PAR", "A PARS - BUR", "A PAR BUR", "A PAR -", "A PAR - BUR or PIC",
    "no, A PAR - PIC", "sorry, A MAR - GAS", "A PAR - BUR; no", "A PAR - BUR; cancelled; A MAR H",
    "| A PAR | - BUR |", "- A PAR H", "[x] A PAR H", "(A PAR H)", "(A PAR H", "A MAR H)", "~~A PAR H~~", "~~A PAR H",
    "<s>", "</s>", "> A PAR H", ">> F BRE H", "A PAR H /* no */", "unless Italy moves", "Or A PAR - PIC",
    "if possible", "If Italy moves, A PAR H", "Otherwise", "A PAR - BUR if", "A PAR S", "A MAR - BUR&nbsp;; A PAR H",
    "> A PAR - BUR; cancelled; A MAR H", "A PAR: H", "ENG: holds",
]  # fmt: skip
HEADINGS = [
    "France:", "FRANCE", "Orders:", "Spring 1901", "Fall 1901", "Fall 1901: A MAR H", "Germany", "AH", "ENG",
    "Germany: A MUN H; A MAR H", "Old orders:", "Plan B", "## Plan B", "Plan B\n------", "---", "=====", "***",
    "--- Plan B ---", "Builds:", "Retreats", "Moves:", "Dear GM,", "Dear GM:", "Dear Italy,", "Thanks, Bob", "-- ",
    "Hi Bob, here are my orders:", "Ignore my last letter, here are the right orders:", "On Monday Jo wrote:", "wrote:",
    "-----Original Message-----", "From: Jo", "Sent: Monday", "Subject: Re: orders", "If Italy attacks:",
    "If Italy attacks", "FRANCE (John)", "FRANCE (Old)", "France - A PAR H", "Italy - A VEN H", "PS: hi", "Vote: yes",
    "note: A PAR H; A MAR H", "", "", "", "\t", "\u00a0", "A PAR H. Germany: A MUN H", "[b]Plan[/b]", "Orders",
    "A PAR H; Old: A MAR H; F BRE H", "France: Spring 1901: A PAR H", "Germany: Fall 1901: A PAR H", "(x:) y",
    "Hello :) friends:", "(:) A PAR H", "((a:) b:) A PAR H", "a:b:c: A PAR H", "Builds: A PAR, A MAR",
    "\ufeffFrance:", "\uff26rance\uff1a", "Old\u200b orders:", "Orders\u202e:", "&gt; France: A PAR H",
]  # fmt: skip


@pytest.mark.parametrize("seed", range(300))
def test_a_letter_by_lot_may_be_kept_and_continued(seed: int) -> None:
    lot = random.Random(seed)
    letter = "\n".join(lot.choice(LINES if lot.random() < 0.5 else HEADINGS) for _ in range(lot.randrange(1, 9)))
    kept = list(settle_letter(BOARD, FRANCE, letter.split("\n"), "S1901M"))
    assert list(settle_letter(BOARD, FRANCE, [letter], "S1901M")) == kept
    assert list(settle_letter(BOARD, FRANCE, [*kept, "F BRE - PIC"], "S1901M")) == [*kept, "F BRE - PIC"]
    assert [line.text for line in STANDARD.review("FRANCE", letter).lines] == kept


@pytest.mark.parametrize(
    "line",
    [
        "Old orders: " + "A PAR H; " * 2_000,
        ":" * 20_000,
        "France: " * 3_000,
        "a: " * 6_000,
        "(" * 20_000,
        "# " + "x " * 10_000,
        "*" + " x" * 10_000,
        "=" * 20_000,
        "- " * 10_000,
        "| " * 10_000 + "|",
        "if " * 7_000,
        "no, " * 5_000 + "A PAR H",
        "A PAR H; " + "no; " * 3_000,
        "Dear " * 4_000 + ":",
        "On " * 5_000 + "wrote:",
        "<b>" * 6_000,
        "\u00e9" * 20_000 + ":",
        "&amp;" * 4_000 + ":",
        "(x:) " * 4_000,
    ],
)
def test_a_hostile_line_is_read_in_time(line: str) -> None:
    names, powers = BOARD.names, STANDARD.variant.power_names
    started = time.perf_counter()
    list(split_lines(line, names, powers, "S1901M"))
    assert time.perf_counter() - started < 2


@pytest.mark.parametrize("line", ["Old orders:", "no, A PAR - PIC", "unless x", "Plan B", "France", "(A PAR", "----"])
def test_many_lines_are_read_in_time(line: str) -> None:
    names, powers = BOARD.names, STANDARD.variant.power_names
    started = time.perf_counter()
    list(split_lines(f"A PAR H\n{line}\n" * 1_500, names, powers, "S1901M"))
    assert time.perf_counter() - started < 8
