"""What is shown of a letter that was searched for."""

from hypothesis import given
from hypothesis import strategies as st

from legation.server.press.excerpts import Piece, list_spans, make_excerpt


def test_words_are_found_whatever_their_case_and_length_when_folded() -> None:
    assert list(list_spans("Die Straße ist frei", "STRASSE")) == [(4, 10)]
    assert list(list_spans("aAaA", "aa")) == [(0, 2), (2, 4)]
    assert list(list_spans("nothing", "")) == []


def test_a_short_letter_is_shown_whole() -> None:
    assert make_excerpt("To Burgundy.", "bur") == [Piece("To ", False), Piece("Bur", True), Piece("gundy.", False)]


@given(st.text(max_size=600), st.text(min_size=1, max_size=20))
def test_an_excerpt_is_a_part_of_the_letter(text: str, words: str) -> None:
    shown = "".join(piece.text for piece in make_excerpt(text, words)).removeprefix("…").removesuffix("…")
    assert shown in text
