"""What stands above or around orders and makes them none: other dates, conditions, old orders, quotes, strikes."""

import random

import pytest

from legation import Game
from legation.game import read_letter
from legation.orders import format_order, settle_lines
from legation.variants import load_variant

LETTERS = {
    "an old letter": ("Old orders:\nA PAR - PIC\nA MAR H\n\nNew orders:\nA PAR - BUR", ["A PAR - BUR"]),
    "a condition": ("If Italy attacks:\nA MAR H; A PAR H\n\nF BRE - MAO", ["F BRE - MAO"]),
    "a condition in several words": ("In case Italy attacks:\nA MAR H, A PAR H\nOrders:\nF BRE - MAO", ["F BRE - MAO"]),
    "a blank line after it": ("Not these:\n\nA MAR H\n\nF BRE - MAO", ["F BRE - MAO"]),
    "a condition in a note": ("FRANCE (if Italy attacks)\nA MAR H\nFRANCE\nF BRE - MAO", ["F BRE - MAO"]),
    "another date": ("Spring 1901:\nA PAR H\nFall 1901:\nA MAR H\nSpring 1901\nF BRE H", ["A PAR H", "F BRE H"]),
    "another date and a note": ("S1901M (final)\nF BRE H\n\nF1901M (as agreed)\nA MAR H\nA PAR H", ["F BRE H"]),
    "a date and the power": ("Spring 1901 (France):\nF BRE H", ["F BRE H"]),
    "another date with the power": ("France, Fall 1901\nA MAR H\nFrance, Spring 1901\nF BRE H", ["F BRE H"]),
    "another date on the line": ("France, F1901M: A MAR H\nFrance, S1901M: F BRE H", ["F BRE H"]),
    "another season": ("Spring:\nF BRE H\nFall:\nA MAR H", ["F BRE H"]),
    "the date on the line": ("Spring 1901: A PAR - BUR; A MAR H\nFall 1901: F BRE H", ["A PAR - BUR", "A MAR H"]),
    "the date before the power": ("Spring 1901: France\nA PAR H\nSpring '01 - Moves\nA MAR H", ["A PAR H", "A MAR H"]),
    "new orders instead of others": (
        "Ignore my last letter, here are the right orders:\nA PAR H\nThe last ones were wrong. New orders:\nA MAR H",
        ["A PAR H", "A MAR H"],
    ),
    "new orders under a condition": ("If it is not too late, here are my new orders:\nA PAR H", []),
    "old orders and new": ("Old orders, replaced by the new:\nA PAR H", []),
    "headings with a part that is not known": (
        "As I said:\nA PAR H\nLast-minute changes:\nA MAR H\nMoves, no press:\nF BRE H",
        [],
    ),
    "an answer above a letter": ("A PAR H\n-----Original Message-----\nFrom: Jo\n\nA MAR H\n\nF BRE H", ["A PAR H"]),
    "a letter that was forwarded": ("FYI\n--- Forwarded message ---\nFrom: Jo\n\nA MAR H", ["A MAR H"]),
    "somebody's words": ("A PAR H\nOn Monday Jo wrote:\n\nA MAR H", ["A PAR H"]),
    "lines that are struck out": ("~~A MAR H\nA PAR H\nF BRE H~~\nA PAR - BUR", ["A PAR - BUR"]),
    "lines that are struck out in HTML": ("<s>A MAR H\nA PAR H</s>\nF BRE H", ["F BRE H"]),
    "a remark of a program": ("/* A MAR H\nA PAR H */\nF BRE H", ["F BRE H"]),
    "lines in brackets": ("A PAR H\n(A MAR H\nA PAR - BUR\nA PAR - PIC)\nF BRE H", ["A PAR H", "F BRE H"]),
    "numbered lines in brackets": ("(1. A MAR H\n2. A PAR - BUR. A PAR H)\nF BRE H", ["F BRE H"]),
    "signs in a quoted letter": ("A PAR H\n-----Original Message-----\n> A MAR H ~~ F BRE H\n(A MAR H", ["A PAR H"]),
    "a bracket left open": ("A PAR H\n[A MAR H\n\nF BRE H", ["A PAR H", "F BRE H"]),
    "a sign left open": ("A PAR H\n<s>\nFrance, Spring 1901:\nA MAR H", ["A PAR H"]),
    "stars around a heading": ("**Orders:**\nA PAR H\n*Orders*: A MAR H", ["A PAR H", "A MAR H"]),
}  # fmt: skip


HEADS = [
    "If Italy moves:",
    "Old orders:",
    "Jo wrote:",
    "France (Jo's draft)",
    "Fall 1901",
    "Fall:",
    "Not these:",
    "In case:",
    "Old orders -",
    "Plan B:",
    "Backup orders:",
    "My ally's orders:",
    "Their moves:",
    "Rejected:",
    "Your orders:",
    "His orders:",
    "Option 2:",
    "Secret:",
    "Alternative:",
    "What I'd do as Germany:",
    "Old orders",
    "## Plan B",
    "**Plan B**",
    "--- Plan B ---",
    "[b]Plan B[/b]",
    "If Italy attacks,",
    "Otherwise",
    "Dear Italy,",
    "Dear Italy:",
    "GERMANY",
    "Germany -",
    "German orders",
    "Orders for Germany:",
    "France and Germany:",
    "FRANCE (Old)",
    "France (if Italy attacks):",
    "Orders (Jo):",
    "Season: Fall 1901",
    "Here are my Fall 1901 orders",
    "Retreats:",
    "Builds",
    "Summer 1901",
    "Hi Bob, plan B:",
    "Paris:",
    "1902",
    "Old orders\uff1a",
    "&#79;ld orders:",
]
BENEATH = [
    "A PAR H & A MAR + x; A MAR H",
    "A PAR H; A MAR H",
    "par h; mar h",
    "hold A PAR; A MAR",
    "A PAR H, A MAR H",
    "1. A PAR H 2. A MAR H",
    "A PAR H. A MAR H",
]


@pytest.mark.parametrize("head", HEADS)
@pytest.mark.parametrize("line", BENEATH)
def test_no_order_of_a_line_under_a_doubtful_heading_is_followed(head: str, line: str) -> None:
    game = Game.new("standard")
    assert read_orders(game, [head, line]) == []
    assert read_orders(game, f"{head}\n{line}") == []


def read_orders(game: Game, lines: list[str] | str) -> list[str]:
    return [format_order(line.order) for line in game.review("FRANCE", lines).lines if line.counts and line.order]


@pytest.mark.parametrize("case", LETTERS)
def test_orders_under_a_doubtful_heading_are_none(case: str) -> None:
    letter, expected = LETTERS[case]
    game = Game.new("standard")
    assert read_orders(game, letter) == expected
    assert read_orders(game, letter.split("\n")) == expected


@pytest.mark.parametrize("case", LETTERS)
def test_a_letter_may_be_kept_line_by_line(case: str) -> None:
    game = Game.new("standard")
    kept = [line.text for line in game.review("FRANCE", LETTERS[case][0]).lines]
    again = game.review("FRANCE", kept)
    assert [line.text for line in again.lines] == kept
    later = game.review("FRANCE", [*kept, "A PAR H"])
    assert later.lines[-1].text == "A PAR H"
    france = game.variant.parse_power("FRANCE")
    texts = read_letter(game.variant, LETTERS[case][0], france, state=game.state)
    assert texts[france] == tuple(kept)


@pytest.mark.parametrize(
    "line",
    [
        "> A MAR H; A PAR - BUR",
        "| A MAR H; A PAR - BUR",
        "# A MAR H; A PAR - BUR",
        "// A MAR H; A PAR - BUR",
        "/* A MAR H; A PAR - BUR; F BRE H */",
        "(A MAR H; A PAR - BUR; F BRE H)",
        "<s>A MAR H; A PAR - BUR; F BRE H</s>",
        "[s]A MAR H; A PAR - BUR; F BRE H[/s]",
        "~~A MAR H; A PAR - BUR; F BRE H~~",
        "France (if Italy moves): A MAR H; A PAR - BUR",
        "France (cancelled): A MAR H; A PAR - BUR",
        "French orders (provisional): A MAR H; A PAR - BUR",
        "Orders to France: A MAR H; A PAR - BUR",
        "Orders (if Italy moves): A MAR H; A PAR - BUR",
        "In case Italy moves: A MAR H; A PAR - BUR",
        "Assuming Italy moves, A MAR H; A PAR - BUR",
        "Should Italy move, A MAR H; A PAR - BUR",
        "were Italy to move: A MAR H; A PAR - BUR",
        "previous - A MAR H; A PAR - BUR",
        "> France: A PAR - BUR",
        ">> France: A PAR - BUR",
        "&gt; France: A PAR - BUR",
        "> France - A PAR - BUR",
        "> Germany: A PAR - BUR",
        "// France: A PAR - BUR",
        "// Germany: A PAR - BUR",
        "| France: A PAR - BUR",
        "(France: A PAR - BUR)",
        "(Germany: A PAR - BUR)",
        "~~France: A PAR - BUR~~",
        "~~France~~: A PAR - BUR",
        "! France: A PAR - BUR",
        "France?: A PAR - BUR",
        "> Orders: A PAR - BUR",
        "\u00bb A PAR - BUR",
        "!A PAR - BUR",
        "! A PAR - BUR",
        "A PAR - !BUR",
        "A PAR - BUR; cancelled",
        "A PAR - BUR; not",
        "A PAR - BUR; in case Italy moves",
        "A PAR - BUR; as long as Italy holds",
        "A MAR S Eng. A PAR - BUR",
        "Fall 1901: A MAR H; A PAR - BUR",
        "Fall 1901: hold Mar; par - bur",
        "French orders (Jo's draft): mar h; par - bur",
        "Jo wrote: hold A MAR; A PAR",
        "Jo: A MAR H + A PAR; A PAR - BUR",
        "Fall 1901, A MAR H",
    ],
)
def test_no_part_of_a_line_that_is_denied_is_followed(line: str) -> None:
    assert read_orders(Game.new("standard"), line) == []


@pytest.mark.parametrize(
    ("line", "orders"),
    [
        ("A MAR S Fr. A PAR - BUR", ["A MAR S A PAR - BUR"]),
        ("A MAR S Fr. A PAR - BUR. F BRE - MAO", ["A MAR S A PAR - BUR", "F BRE - MAO"]),
        ("a mar s it. f bre - mao", ["F BRE - MAO"]),
        ("A MAR S own A PAR-BUR", ["A MAR S A PAR - BUR"]),
        ("My army in Paris moves to Burgundy", ["A PAR - BUR"]),
        ("move my own army in Paris to Burgundy", ["A PAR - BUR"]),
        ("Pariss - BUR; A MAR H", ["A MAR H"]),
        ("Pariss S A MAR - BUR; F BRE H", ["F BRE H"]),
        ("Hello John; A MAR H", ["A MAR H"]),
        ("A PAR - BUR! A MAR H!", ["A PAR - BUR", "A MAR H"]),
    ],
)
def test_what_is_meant_is_read(line: str, orders: list[str]) -> None:
    assert read_orders(Game.new("standard"), line) == orders


@pytest.mark.parametrize("line", ["# France: A PAR H", "**France**: A PAR H", "(France) A PAR H", "- France: A PAR H"])
def test_a_heading_may_be_decorated(line: str) -> None:
    assert read_orders(Game.new("standard"), line) == ["A PAR H"]


def test_dates_of_winter() -> None:
    """The builds of a year are dated by its Fall or its Winter."""
    names = load_variant("standard").board.names
    for date, is_now in (("Fall 1901", True), ("W01", True), ("Spring 1902", False), ("F1901M", False)):
        settled = settle_lines([f"{date}:", "build A PAR"], names, {}, "W1901A")
        assert settled[-1] == ("build A PAR" if is_now else f"({date}:) build A PAR"), date


ORDERS = [
    "A PAR H",
    "A MAR - SPA",
    "par h",
    "hold A PAR",
    "A MAR S Fr. A PAR - BUR",
    "a par-bur",
    "build A PAR",
    "waive",
]
DIVIDERS = [
    "; ",
    ", ",
    ". ",
    " and ",
    " & ",
    "  ",
    " / ",
    "\t",
    " | ",
    ";;",
    " + ",
    ") ",
    "! ",
    "? ",
    " if ",
    "&nbsp;",
    "> ",
]
MARKS = ["", "", "> ", "- ", "1. ", "* ", "!"]


def scribble(lot: random.Random) -> str:
    """A line as nobody should write it."""
    line = lot.choice(MARKS) + lot.choice(ORDERS)
    for _ in range(lot.randrange(3)):
        line += lot.choice(DIVIDERS) + lot.choice(ORDERS)
    return line


@pytest.mark.parametrize("seed", range(150))
def test_letters_by_lot_are_kept_as_they_are_read_and_nothing_doubtful_is_followed(seed: int) -> None:
    lot = random.Random(seed)
    game = Game.new("standard")
    head = lot.choice([[head] for head in (*HEADS, "~~", "<s>")] + [["A PAR - LON", "-----Original Message-----"]])
    letter = [*head, *(scribble(lot) for _ in range(3))]
    kept = [line.text for line in game.review("FRANCE", letter).lines]
    assert read_orders(game, letter) == []
    assert [line.text for line in game.review("FRANCE", "\n".join(letter)).lines] == kept
    again = game.review("FRANCE", [*kept, "F BRE - PIC"]).lines
    assert [line.text for line in again] == [*kept, "F BRE - PIC"]
