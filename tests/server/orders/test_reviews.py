from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.server.matches import Match, share_match


@pytest.fixture(scope="module")
def match(tmp_path_factory: pytest.TempPathFactory, blank_file: Path) -> Iterator[Match]:
    with share_match(tmp_path_factory.mktemp("letters"), blank_file) as match:
        yield match


def check(match: Match, text: str, power: str = "FRANCE") -> list[dict[str, Any]]:
    answer = match.players[power].post(match.path("/orders/check"), json={"text": text})
    assert answer.status_code == 200, answer.text
    found: list[dict[str, Any]] = answer.json()["lines"]
    return found


def test_any_dialect_is_read_back_in_standard_form(match: Match) -> None:
    lines = check(match, "army paris to burgundy\nmar s par-bur; F BRE hold")
    assert [line["order"] for line in lines] == ["A PAR - BUR", "A MAR S A PAR - BUR", "F BRE H"]
    assert [line["number"] for line in lines] == [1, 2, 3]
    assert {line["state"] for line in lines} == {"read"}


def test_what_was_understood_is_told_part_by_part(match: Match) -> None:
    lines = check(match, "army paris to burgundy via convoy\nmar s par-bur\nA MAR - burgundie")
    first, second, third = (line["understood"] for line in lines)
    assert (first["kind"], first["unit"], first["at"], first["to"], first["carried"]) == (
        "move", "A PAR", "PAR", "BUR", True,
    )  # fmt: skip
    assert (second["kind"], second["unit"], second["other"], second["of"], second["to"]) == (
        "support_move", "A MAR", "A PAR", "PAR", "BUR",
    )  # fmt: skip
    assert third is None


def test_a_refused_line_names_its_unit(match: Match) -> None:
    found = match.save("FRANCE", ["A PAR - MOS", "nonsense"])
    assert [(line["text"], line["unit"]) for line in found["plan_a"]["refused"]] == [
        ("A PAR - MOS", "A PAR"),
        ("nonsense", ""),
    ]


def test_a_misspelt_name_is_asked_back_where_it_stands(match: Match) -> None:
    text = "A PAR - BUR\nA MAR - burgundie"
    line = check(match, text)[1]
    assert line["state"] == "question"
    assert "BUR" in line["candidates"]
    start, end = line["at"]
    assert text[start:end] == "burgundie"
    assert "burgundie" in line["message"]
    assert line["reason"] == "unreadable"


def test_what_can_never_be_done_is_refused_with_the_reason(match: Match) -> None:
    line = check(match, "A PAR - MOS")[0]
    assert (line["state"], line["order"]) == ("refused", "A PAR - MOS")
    assert line["message"].startswith("The unit cannot reach that space.")


def test_a_second_order_for_a_unit_is_told(match: Match) -> None:
    lines = check(match, "A PAR - BUR\nA PAR H")
    assert [line["state"] for line in lines].count("refused") >= 1


def test_what_would_be_replaced_is_shown(match: Match) -> None:
    match.save("FRANCE", ["A PAR - PIC"])
    lines = check(match, "par-bur\nmar h")
    assert [line["replaces"] and line["replaces"]["order"] for line in lines] == ["A PAR - PIC", None]


def test_a_letter_of_one_power_has_no_headings_of_others_whoever_writes_it(match: Match) -> None:
    letter = "FRANCE: A PAR - BUR\nGERMANY\nA BER - KIE"
    answer = match.gm.post(match.path("/orders/check"), params={"power": "FRANCE"}, json={"text": letter})
    for lines in (check(match, letter), answer.json()["lines"]):
        assert [(line["power"], line["text"], line["state"], line["reason"]) for line in lines] == [
            ("FRANCE", "A PAR - BUR", "read", None),
            ("FRANCE", "(GERMANY:)", "question", "unreadable"),
            ("FRANCE", "(GERMANY:) A BER - KIE", "question", "unreadable"),
        ]


def test_another_powers_unit_is_refused(match: Match) -> None:
    line = check(match, "A BER - KIE")[0]
    assert (line["state"], line["message"]) == ("refused", "The unit belongs to another power.")


@pytest.mark.parametrize("text", ["", "   \n;;\n", "🙂 → 🙂", "-" * 500, "A " * 2000, "A PAR - " + "X" * 300])
def test_nothing_breaks_the_reader(match: Match, text: str) -> None:
    assert all(line["state"] != "read" for line in check(match, text))


def test_a_letter_with_too_many_lines_is_refused(match: Match) -> None:
    answer = match.players["FRANCE"].post(match.path("/orders/check"), json={"text": "A PAR H\n" * 500})
    assert answer.status_code == 413
