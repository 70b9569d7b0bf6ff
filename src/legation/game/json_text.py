"""Reads JSON from outside with one check: values that could not be written again are refused at once.

Python's own reader accepts half of a surrogate pair, lists nested a thousand deep, NaN and Infinity. Each of them
breaks a program later, when an answer is written or a text is stored. If an object has a key twice, it silently keeps
the last value.
"""

import json
import math

from legation.errors import RequestError, quote

MAX_DEPTH = 100
"""The greatest nesting of lists and objects. Python writes about nine times as many before it fails."""
MAX_DIGITS = 300
"""The most digits of a whole number. Python writes no more than 4300, and a rule may count beyond its input."""
BYTE_ORDER_MARK = "\ufeff"


class UnsafeJsonError(RequestError):
    """JSON that Python reads, but that could not be stored or written again."""

    value: object = None
    """Python's value, as far as it was read."""


class BrokenTextError(UnsafeJsonError):
    """JSON with half of a surrogate pair in a text."""


def _refuse_constant(word: str) -> None:
    raise UnsafeJsonError("", f"not JSON: {word} is not a number")


def _read_float(digits: str) -> float:
    number = float(digits)
    if math.isinf(number):
        raise UnsafeJsonError("", f"the number {quote(digits)} is too large")
    return number


def _read_whole_number(digits: str) -> int:
    if len(digits) > MAX_DIGITS:
        raise UnsafeJsonError("", f"the number {quote(digits)} is too large")
    return int(digits)


def _read_object(pairs: list[tuple[str, object]]) -> dict[str, object]:
    """An object; one with a repeated key is refused, since all but the last of its values would be lost."""
    found = dict(pairs)
    if len(found) < len(pairs):
        keys = [key for key, _ in pairs]
        twice = next(key for key in keys if keys.count(key) > 1)
        raise ValueError(f"an object has {quote(twice)} twice")
    return found


DECODER = json.JSONDecoder(
    parse_constant=_refuse_constant,
    parse_float=_read_float,
    parse_int=_read_whole_number,
    object_pairs_hook=_read_object,
)


def load_json(text: str | bytes, name: str = "request") -> object:
    """JSON from a text; raises a ``RequestError`` that names its origin."""
    try:
        if isinstance(text, bytes):
            text = text.decode(json.detect_encoding(text), "surrogatepass")
        text = text.removeprefix(BYTE_ORDER_MARK)
        value = DECODER.decode(text)
    except UnsafeJsonError as error:
        flaw = UnsafeJsonError(name, error.problem)
        flaw.value = _read_leniently(str(text))
        raise flaw from None
    except RecursionError:
        raise UnsafeJsonError(name, _too_deep()) from None
    except ValueError as error:
        raise RequestError(name, f"not JSON: {error}"[:300]) from None
    # A cheap check of the text shows whether its values need one at all.
    if not text.isascii() or "\\u" in text or text.count("[") + text.count("{") > MAX_DEPTH:
        _check_value(value, name)
    return value


BRACKETS = b"[]{}"
NOT_BRACKETS = bytes(sign for sign in range(256) if sign not in BRACKETS)
NUMBERS_ALIKE = bytes.maketrans(b"123456789E", b"000000000e")
HUGE = (b"0" * MAX_DIGITS, b"e000", b"e+000", b"e-000")
"""The text of a number that may be too large, with all digits replaced by zeros."""


def is_plainly_safe(text: bytes) -> bool:
    """True if a text, if it is JSON, certainly has no flaw. Much quicker than reading it; other texts must be read."""
    if not text.isascii() or any(sign in text for sign in (b"\0", b"\\u", b"NaN", b"Infinity")):
        return False  # in other encodings than UTF-8 every second byte or more is zero
    numbers = text.translate(NUMBERS_ALIKE)
    if any(sign in numbers for sign in HUGE):
        return False
    # Brackets within a text may seem to be nested too deep; then it must be read.
    brackets = text.translate(None, NOT_BRACKETS)
    for _ in range(MAX_DEPTH // 2):  # each round takes away at most two layers: lists, and objects around them
        if not brackets:
            break
        brackets = brackets.replace(b"[]", b"").replace(b"{}", b"")
    return not brackets


def _read_leniently(text: str) -> object:
    """Python's value of a refused text: callers may need its id."""
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None


def _check_value(value: object, name: str) -> None:
    """Raise if a value cannot be stored or written again."""
    flaw = _find_flaw(value, name)
    if flaw:
        flaw.value = value
        raise flaw


def _find_flaw(value: object, name: str) -> UnsafeJsonError | None:
    """The problem of a value: nested too deep, or half of a surrogate pair in one of its texts."""
    layer = [value]
    for _ in range(MAX_DEPTH + 1):
        inner: list[object] = []
        for item in layer:
            if isinstance(item, str):
                if not is_whole(item):
                    return BrokenTextError(name, f"{quote(ascii(item)[1:-1])} holds half of a surrogate pair")
            elif isinstance(item, dict):
                inner.extend(item)
                inner.extend(item.values())
            elif isinstance(item, list):
                inner.extend(item)
        if not inner:
            return None
        layer = inner
    return UnsafeJsonError(name, _too_deep())


def is_whole(text: str) -> bool:
    """True if a text can be written in UTF-8: it contains no half of a surrogate pair."""
    if text.isascii():
        return True
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def _too_deep() -> str:
    return f"lists and objects are nested more than {MAX_DEPTH} deep"
