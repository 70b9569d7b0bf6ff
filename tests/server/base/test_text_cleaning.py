"""Text that people write."""

import pytest

from legation.server.base.refusals import HttpRefusal
from legation.server.base.text_cleaning import clean_line, clean_text


def test_hidden_characters_are_taken_out_and_lines_stay() -> None:
    assert clean_text(" a\x00b\ud800c\r\nd\te \x1b[1m", "text", longest=50) == "abc\nd\te [1m"


def test_a_line_has_no_line_breaks() -> None:
    assert clean_line(" one\n two\t three \u2028four\x85\x00five", "note", longest=50) == "one two three four five"


def test_a_line_does_not_turn_the_words_after_it() -> None:
    assert clean_line("a\u202eb\u2066c\u2069 \u200fא", "title", longest=50) == "abc \u200fא"


def test_what_is_empty_or_too_long_is_refused_with_its_field() -> None:
    with pytest.raises(HttpRefusal, match="must not be empty") as empty:
        clean_text("\x00 ", "text", longest=5)
    with pytest.raises(HttpRefusal, match="At most 5 characters are allowed; this has 6"):
        clean_text("123456", "text", longest=5)
    assert empty.value.field == "text"
    assert clean_text("", "note", longest=5, may_be_empty=True) == ""
