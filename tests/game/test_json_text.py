import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from legation.errors import RequestError
from legation.game import BrokenTextError, UnsafeJsonError, is_plainly_safe, load_json
from legation.game.json_text import MAX_DEPTH


@pytest.mark.parametrize("text", ['"\\ud800"', '{"\\udc00": 1}', '[[{"a": ["\\ud83d \\ude00"]}]]', '"\ud800"'])
def test_half_of_a_surrogate_pair_is_refused(text: str) -> None:
    with pytest.raises(BrokenTextError, match="half of a surrogate pair"):
        load_json(text)
    with pytest.raises(BrokenTextError):
        load_json(text.encode("utf-8", "surrogatepass"))


@pytest.mark.parametrize("text", ['"\\ud83d\\ude00"', '"\\\\ud800"', '"caf\\u00e9"', '"\u2028"', '"\\u0000"'])
def test_whole_characters_are_read(text: str) -> None:
    assert load_json(text) == json.loads(text)


@pytest.mark.parametrize(
    "text", ["NaN", "[Infinity]", '{"a": -Infinity}', "1e999", "[-1e400]", "9" * 400 + ".0", "9" * 4300]
)
def test_what_is_no_number_is_refused(text: str) -> None:
    with pytest.raises(UnsafeJsonError):
        load_json(text)


def test_words_that_look_like_no_number_are_read() -> None:
    assert load_json('["NaN", "Infinity", "1e999", 1e9]') == ["NaN", "Infinity", "1e999", 1e9]


@pytest.mark.parametrize("depth", [101, 500, 980, 990, 5000, 200_000])
@pytest.mark.parametrize(("opening", "closing"), [("[", "]"), ('{"a":', "}")])
def test_deep_nesting_is_refused(depth: int, opening: str, closing: str) -> None:
    with pytest.raises(UnsafeJsonError, match="nested more than 100 deep"):
        load_json(opening * depth + "1" + closing * depth)


def test_nesting_up_to_the_limit_is_read_and_brackets_in_texts_are_no_nesting() -> None:
    assert load_json("[" * 100 + "]" * 100)
    assert load_json(json.dumps(["[" * 5000])) == ["[" * 5000]


def test_a_key_that_an_object_has_twice_is_refused() -> None:
    with pytest.raises(RequestError, match="an object has 'FRANCE' twice"):
        load_json('{"orders": {"FRANCE": ["A PAR H"], "ITALY": [], "FRANCE": []}}')


def test_a_byte_order_mark_is_passed_over() -> None:
    assert load_json('\ufeff{"a": 1}') == {"a": 1}
    assert load_json(b'\xef\xbb\xbf{"a": 1}') == {"a": 1}


@pytest.mark.parametrize("text", ["", "{", "good morning", b"\xff"])
def test_other_texts_are_no_json(text: str | bytes) -> None:
    with pytest.raises(RequestError, match="not JSON") as caught:
        load_json(text, "desk.json")
    assert caught.value.field == "desk.json"
    assert not isinstance(caught.value, UnsafeJsonError)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(st.characters(exclude_categories=()), max_size=6),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner, max_size=3),
    max_leaves=12,
)


@settings(max_examples=300, deadline=None, derandomize=True)
@given(JSON, st.booleans())
def test_whatever_is_read_can_be_written_again(value: object, is_ascii: bool) -> None:
    try:
        found = load_json(json.dumps(value, ensure_ascii=is_ascii))
    except UnsafeJsonError:
        return
    assert json.loads(json.dumps(found, ensure_ascii=False, allow_nan=False).encode()) == found


DEEP = "[" * (MAX_DEPTH + 2) + "]" * (MAX_DEPTH + 2)
FLAWED = [r'"\ud800"', DEEP, '{"a":' * 101 + "1" + "}" * 101, "NaN", "-Infinity", "1e999", "1E+0999", "9" * 301]


@pytest.mark.parametrize("text", [*FLAWED, *(f'{{"a": [1, {text}]}}' for text in FLAWED)])
def test_no_flawed_text_is_taken_for_a_safe_one_at_a_glance(text: str) -> None:
    for encoding in ("utf-8", "utf-16-le", "utf-32-be"):
        assert not is_plainly_safe(text.encode(encoding))
        with pytest.raises(UnsafeJsonError):
            load_json(text.encode(encoding))


@pytest.mark.parametrize("text", ['{"units": [["A PAR", "F LON"], {"x": 12e3}]}', "[" * 50 + "]" * 50, "7", '"e2e-01"'])
def test_plain_texts_are_seen_to_be_safe_at_a_glance(text: str) -> None:
    assert is_plainly_safe(text.encode())


@pytest.mark.parametrize("text", ['"["', '"NaN"', '"caf\\u00e9"', '"café"', "[" * 90 + "]" * 90])
def test_others_are_read_to_be_sure(text: str) -> None:
    assert not is_plainly_safe(text.encode())
    load_json(text)
