"""Names like a misspelt one are those that Python's own library finds, and few are compared letter by letter."""

import difflib
import random
import string

import pytest

from legation.board.near_names import ALIKE, NearNames
from legation.variants import load_variant

NAMES = tuple(load_variant("colonia-vii").board.names.spaces)
CHANCE = random.Random(7)


def misspell(name: str) -> str:
    """A name with some letters changed, lost or added."""
    letters = list(name)
    for _ in range(CHANCE.randint(0, 4)):
        place = CHANCE.randrange(len(letters) + 1)
        letters[place : place + CHANCE.randint(0, 2)] = CHANCE.choices("aeinrstéß-9", k=CHANCE.randint(0, 2))
    return "".join(letters)


TEXTS = [
    *(misspell(CHANCE.choice(NAMES)) for _ in range(150)),
    *("".join(CHANCE.choices(string.ascii_lowercase, k=CHANCE.randint(1, 60))) for _ in range(50)),
    "", "x", "aaaaaaaaaaaaaaaa", "\U0010ffff", "aeinrst" * 8,
]  # fmt: skip


@pytest.mark.parametrize("count", [1, 3, 6])
def test_the_same_names_are_found_as_by_the_library(count: int) -> None:
    known = NearNames(NAMES)
    for text in TEXTS:
        assert known.find(text, count) == difflib.get_close_matches(text, NAMES, n=count, cutoff=ALIKE), text


def test_names_that_a_text_begins_come_in_their_sequence() -> None:
    known = NearNames(["northsea", "norway", "sea", "nor", "norwegiansea"])
    assert known.find_begun("nor", 3) == ["northsea", "norway", "nor"]
    assert known.find_begun("norw", 3) == ["norway", "norwegiansea"]
    assert known.find_begun("x", 3) == known.find_begun("", 3) == []


def test_there_may_be_no_names() -> None:
    assert NearNames([]).find("paris", 3) == []


def test_few_names_are_compared_letter_by_letter(monkeypatch: pytest.MonkeyPatch) -> None:
    compared = 0
    ratio = difflib.SequenceMatcher.ratio

    def count(matcher: "difflib.SequenceMatcher[str]") -> float:
        nonlocal compared
        compared += 1
        return ratio(matcher)

    monkeypatch.setattr(difflib.SequenceMatcher, "ratio", count)
    known = NearNames(NAMES)
    for text in TEXTS:
        known.find(text, 6)
    assert compared < len(TEXTS) * len(NAMES) / 20
