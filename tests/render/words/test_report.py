"""Reports as values, and the forms they are written in."""

import re
from dataclasses import replace
from html.parser import HTMLParser

import pytest
from markdown_it import MarkdownIt

from legation import Game
from legation.board import Position, PowerId, SpaceId
from legation.game import parse_phase
from legation.orders import Fault
from legation.render.words import (
    WRITERS,
    Part,
    PrintedLetter,
    Report,
    Row,
    Section,
    Standing,
    list_due_actions,
    report_concerns,
    report_game,
    report_phase,
    write_bbcode,
    write_html,
    write_markdown,
    write_text,
)
from legation.render.words.report import PowerRow
from tests.kit import Letters, make_position

FRANCE = PowerId("FRANCE")
HOSTILE = Report(
    "<b>Game</b>",
    (
        Section(Part.RESULTS, "[url]", rows=(Row("!", "<script> [b] `*", "A & B | [i] (C7-4b).", "C7-4b"),)),
        Section(Part.SILENT, lines=("**No** orders <i>",), items=("- [x]",)),
    ),
)


def open_game(*, france: list[str] | None = None) -> Game:
    """A game after Spring 1901, with orders of France and Germany."""
    game = Game.new()
    game.set_orders("FRANCE", ["A PAR - BUR", "A MAR - MOS"] if france is None else france)
    game.set_orders("GERMANY", ["A MUN - BUR", "F KIE - HOL"])
    game.advance()
    return game


def test_a_phase_is_told_power_by_power_with_refusals() -> None:
    game = open_game()
    report = report_phase(game.variant, game.rulebook, game.records[-1])
    france = next(section for section in report.sections_about(Part.RESULTS) if section.title == "France")
    assert [(row.mark, row.order) for row in france.rows] == [
        ("+", "F BRE H"),
        ("+", "A MAR H"),
        ("x", "A PAR - BUR"),
        ("!", "A MAR - MOS"),
    ]
    assert [section.title for section in report.sections_about(Part.RESULTS)][:2] == ["Austria", "England"]


def test_powers_that_sent_nothing_are_named_and_joined_with_and() -> None:
    game = open_game()
    report = report_phase(game.variant, game.rulebook, game.records[-1])
    (silent,) = report.sections_about(Part.SILENT)
    assert silent.lines == ("No orders came from Austria, England, Italy, Russia and Turkey.",)


def test_concerns_speak_to_a_player_or_of_a_power() -> None:
    game = open_game()
    record = game.records[-1]
    own = report_concerns(game.variant, record, FRANCE)
    assert own.sections[0].title == "Spring 1901, orders: results of your orders"
    (near,) = own.sections_about(Part.NEAR)
    assert near.title == "What others did to you and near you"
    assert [(row.power, row.order) for row in near.rows] == [("Germany", "A MUN - BUR")]
    other = report_concerns(game.variant, record, FRANCE, is_reader=False)
    assert other.sections[0].title == "Spring 1901, orders: results of the orders of France"
    assert other.sections_about(Part.NEAR)[0].title == "What others did to France and near it"
    assert "F KIE - HOL" not in write_text(own)
    assert own.sections_about(Part.ELSEWHERE)[0].lines == ("Elsewhere: 18 more orders.",)


def test_the_same_sentences_stand_in_every_form() -> None:
    game = open_game()
    report = report_phase(game.variant, game.rulebook, game.records[-1])
    for write in WRITERS.values():
        told = write(report).replace("\\", "")  # before signs that mean something
        for section in report.sections:
            assert all(row.order in told and row.sentence in told for row in section.rows)


def test_the_clause_that_decided_stands_at_the_end_of_the_sentence() -> None:
    game = Game.new("standard", modules=["gigaton-bomb"])
    game.set_orders("FRANCE", ["BOMB PAR - MUN"])
    record = game.advance()
    report = report_phase(game.variant, game.rulebook, record)
    (row,) = [row for section in report.sections for row in section.rows if row.order == "BOMB PAR - MUN"]
    assert row.clause.startswith("GB-")
    assert row.sentence == f"The bomb from Paris struck Munich ({row.clause})."
    assert row.sentence in game.explain("BOMB PAR - MUN")


def test_what_people_wrote_is_escaped_on_the_page() -> None:
    page = write_html(HOSTILE)
    assert "<script>" not in page
    assert "<h1>&lt;b&gt;Game&lt;/b&gt;</h1>" in page
    assert "<code>! &lt;script&gt; [b] `*</code> A &amp; B | [i] (C7-4b)." in page


def test_forum_code_of_players_opens_no_tag() -> None:
    told = write_bbcode(HOSTILE)
    assert "[url]" not in told
    assert "[*][b]! <script> (b) `*[/b] A & B | (i) (C7-4b)." in told


def test_markdown_of_players_marks_nothing() -> None:
    told = write_markdown(HOSTILE)
    assert "- `! <script> [b] '*` A &amp; B \\| \\[i\\] (C7-4b)" in told
    assert "\\*\\*No\\*\\* orders &lt;i&gt;" in told


HOSTILE_TEXTS = [
    "<script>alert(1)</script>",
    "[x](javascript:alert(1))",
    "<javascript:alert(1)>",
    "[x]: javascript:alert(1)",
    "![x](https://example.org/x.png)",
    '<img src=x onerror="alert(1)">',
    "&lt;script&gt; &#60;b&#62;",
    "**bold** _em_ `code` ~~~ | cell |",
    "line\n\n# heading\n\n- item\n\n> quote",
    "line\n---\nline\n===",
    "    four spaces",
    "\ttab",
    "1. one",
    "2) two",
    "+ plus",
    "- minus",
    "> quote",
    "~~~",
    "```",
    "***",
    "===",
    "\\ \\[x] \\<b>",
    "<!-- comment",
    "]]> <![CDATA[",
    "[" * 3000,
    ">" * 3000,
    "*" * 3000,
    "> " * 3000,
    "- " * 3000,
    "<b>" * 3000,
]


class Seen(HTMLParser):
    """What a browser shows of HTML: which tags, with which attributes, and the text."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.tags: set[str] = set()
        self.attributes: list[object] = []
        self.pieces: list[str] = []
        self.feed(html)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        self.attributes += attrs

    def handle_data(self, data: str) -> None:
        self.pieces.append(data)

    @property
    def words(self) -> list[str]:
        return " ".join(self.pieces).replace("`", "'").split()


def fill_report(text: str) -> Report:
    """A report that has the text wherever a person's words can come."""
    row = Row("!", text, text, power=text)
    board = (PowerRow("FRANCE", text, 3, text, text),)
    standings = (Standing("France", text, 3, 1, 3, "+1", text),)
    letters = (PrintedLetter(text, "Sunday", f"{text}\n\n{text}"),)
    results = Section(Part.RESULTS, text, rows=(row,), lines=(text,), items=(text,), board=board)
    turn = Section(Part.PRESS, text, standings=standings, letters=letters)
    return Report(text, (results, turn), subtitle=text)


@pytest.mark.parametrize("text", HOSTILE_TEXTS, ids=range(len(HOSTILE_TEXTS)))
def test_hostile_text_stays_text_in_every_form(text: str) -> None:
    """Markdown is read by another's reader, with tags allowed, as forums do."""
    report = fill_report(text)
    own = Seen(write_html(report))
    read = Seen(MarkdownIt("commonmark", {"html": True}).enable("table").render(write_markdown(report)))
    assert own.tags == {"section", "h1", "h3", "h4", "ul", "li", "code", "p", "table", "tr", "th", "td", "blockquote"}
    assert read.tags - {"thead", "tbody", "strong"} <= own.tags
    assert not own.attributes
    assert not read.attributes
    assert sorted(read.words) == sorted(own.words)
    assert set(text.replace("`", "'").split()) <= set(own.words)
    assert set(re.findall(r"\[[^\]]*\]?", write_bbcode(report))) == {
        "[b]", "[/b]", "[*]", "[list]", "[/list]", "[quote]", "[/quote]",
    }  # fmt: skip


def test_numbers_and_nouns_agree() -> None:
    game = Game.new()
    game.state = replace(game.state, position=Position(owners={SpaceId("PAR"): FRANCE}))
    assert "1 centre  no units" in game.draw()
    assert "1 centres" not in game.draw()


def test_what_is_due_is_told_with_numbers_that_agree() -> None:
    game = Game.new()
    owners = {SpaceId("PAR"): FRANCE, SpaceId("LON"): PowerId("ENGLAND"), SpaceId("LVP"): PowerId("ENGLAND")}
    units = make_position({"FRANCE": ["A PAR", "A MAR"], "ENGLAND": ["F NTH"]}).units
    state = replace(game.state, phase=parse_phase("W1901A"), position=Position(units=units, owners=owners))
    assert list(list_due_actions(game.variant, game.rulebook, state)) == [
        "England may build 1 unit.",
        "France must remove 1 unit.",
    ]


@pytest.mark.clause("CV-10")
def test_transport_fleets_that_are_due_are_told_beside_the_other_units() -> None:
    """Union's two centres feed two units and no transport fleet; Oceania has all that its centres allow but one.

    Khoufax may build one too, and has no open port.
    """
    game = Game.new("colonial-variant")
    board = game.variant.board
    units: Letters = {
        "UNION": ["F PO22", "TF PO32"],
        "OCEANIA": ["F PO7", "F PO10", "F PO6"],
        "KHOUFAX": ["F MC2", "A MC3", "A MC4"],
    }
    centres = {"UNION": ["CC29", "CC30"], "OCEANIA": ["BI2", "BI4", "BI7"], "KHOUFAX": ["MC2", "MC3", "MC4"]}
    state = replace(game.state, phase=parse_phase("W1A"), position=make_position(units, board, centres=centres))
    assert list(list_due_actions(game.variant, game.rulebook, state)) == [
        "Oceania may build 1 transport fleet.",
        "Union may build 1 unit.",
        "Union must remove 1 transport fleet.",
    ]


def test_no_more_builds_are_told_than_there_are_open_sites() -> None:
    game = Game.new()
    position = make_position({"FRANCE": ["A PAR"]}, centres={"FRANCE": ["PAR", "MAR", "SPA"]})
    state = replace(game.state, phase=parse_phase("W1901A"), position=position)
    assert list(list_due_actions(game.variant, game.rulebook, state)) == ["France may build 1 unit."]


def test_only_centres_are_listed_and_counted() -> None:
    """Arkangel builds for Russia but is no supply centre (N9-5a)."""
    game = Game.new("cline-9-man-vii")
    report = report_game(game.variant, game.view(None))
    for row in report.sections_about(Part.BOARD)[0].board:
        counted = row.centres.split(" (")[0].replace("-", "").split()
        assert len(counted) == row.number
        assert "ARK" not in counted


def test_a_destroyed_centre_is_not_free() -> None:
    game = Game.new("standard", modules=["gigaton-bomb"])
    before = report_game(game.variant, game.view(None)).sections_about(Part.BOARD)[0].board[-1]
    game.set_orders("FRANCE", ["BOMB PAR - BEL"])
    game.advance()
    after = report_game(game.variant, game.view(None)).sections_about(Part.BOARD)[0].board[-1]
    assert "BEL" in before.centres.split()
    assert "BEL" not in after.centres.split()
    assert after.number == before.number - 1


def test_captures_are_told_also_those_that_leave_nobody_in_possession() -> None:
    game = Game.new("colonial-variant")
    game.set_orders("OCEANIA", ["A NA7 - NA6", "F BI2 - PO7"])
    game.advance()
    game.set_orders("OCEANIA", ["F PO7 - NA7", "A NA6 - NA7"])
    game.advance()
    (captures,) = report_phase(game.variant, game.rulebook, game.records[-1]).sections_about(Part.CAPTURES)
    assert captures.lines == ("NA7 no longer has an owner.",)


def test_refused_lines_carry_their_reason() -> None:
    game = open_game(france=["A PARS - BUR"])
    assert game.records[-1].rejections[0].fault is Fault.UNREADABLE
    report = report_concerns(game.variant, game.records[-1], FRANCE)
    assert any(row.mark == "!" and row.order == "A PARS - BUR" for row in report.sections[0].rows)


def test_a_unit_that_civil_disorder_keeps_from_retreating_is_told() -> None:
    game = Game.new()
    position = make_position({"FRANCE": ["A BUR", "A PIC"], "GERMANY": ["A BEL"]})
    position = position._replace(in_disorder=frozenset({PowerId("GERMANY")}))
    game = Game(game.variant, game.rulebook, replace(game.state, position=position))
    game.set_orders("FRANCE", ["A BUR - BEL", "A PIC S A BUR - BEL"])
    report = write_text(report_phase(game.variant, game.rulebook, game.advance()))
    driven_out = "was dislodged by the army from Burgundy and disbanded, since its power is in civil disorder"
    assert f"The army in Belgium held but {driven_out}." in report
