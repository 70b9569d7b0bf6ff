"""Reads literal values in PHP files. The text is never run; anything but literals is skipped."""

import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass

from legation.errors import DataError

Value = str | int | float | bool | None | list[tuple["Value", "Value"]]
"""An array is a list of key and value pairs; a missing key is None."""
MOST_TOKENS = 400_000
DEEPEST = 12
LONGEST_CALL = 60
"""The greatest number of tokens between the parentheses of a call."""
TOKENS = re.compile(
    r"""(?P<space>\s+|//[^\n]*|\#[^\n]*|/\*(?:[^*]|\*(?!/))*+(?:\*/|\Z))"""
    r"""|(?P<block><<<[ \t]*+["']?(?P<mark>[A-Za-z_]\w{0,60})["']?(?=\n)"""
    r"""(?:(?!\n[ \t]*+(?P=mark)\b).)*+(?:\n[ \t]*+(?P=mark)|\Z))"""
    r"""|(?P<single>'(?:[^'\\]|\\.)*+(?:'|\\?\Z))|(?P<double>"(?:[^"\\]|\\.)*+(?:"|\\?\Z))"""
    r"""|(?P<number>-?[0-9]+(?:\.[0-9]+)?)|(?P<variable>\$[A-Za-z_]\w*)|(?P<word>[A-Za-z_]\w*)"""
    r"""|(?P<arrow>=>)|(?P<points>->|::)|(?P<sign>.)""",
    re.DOTALL,
)
"""An unclosed comment or string runs to the end, so that every character is read only once.

A heredoc is a text between two lines with the same mark: ``<<<END``."""
TEXTS = ("single", "double", "block")
SIMPLE = {"n": "\n", "t": "\t", '"': '"', "'": "'", "\\": "\\", "$": "$"}


@dataclass(frozen=True, slots=True)
class Token:
    """A piece of the text."""

    kind: str
    text: str


def read_assignments(text: str, file: str) -> dict[str, list[Value]]:
    """The literals that a file assigns to its variables and properties: for each name, all values in order."""
    tokens = list(_split(text, file))
    found: dict[str, list[Value]] = {}
    place = 0
    while place < len(tokens) - 1:
        name = _read_name(tokens, place)
        if name and tokens[place + 1].text == "=" and place + 2 < len(tokens) and tokens[place + 2].text != "=":
            value, end = _read_value(tokens, place + 2, 0)
            if end is not None:
                found.setdefault(name, []).append(value)
        place += 1
    return found


def read_calls(text: str, file: str, names: Collection[str]) -> list[list[Value]]:
    """The literals in every call of some functions, in order, after the key of the entry whose method is called.

    ``$all['Paris']->touch($all['Brest'], 'Yes')`` gives Paris, Brest and Yes.
    """
    tokens = list(_split(text, file))
    found: list[list[Value]] = []
    for place, token in enumerate(tokens[:-1]):
        if token.kind != "word" or token.text not in names or tokens[place + 1].text != "(":
            continue
        is_method = place > 2 and tokens[place - 1].text == "->" and tokens[place - 2].text == "]"
        row = _read_literals(tokens[place - 3 : place - 2]) if is_method else []
        inside = tokens[place + 2 : place + 2 + LONGEST_CALL]
        end = _skip(inside, 0, ")")
        if end is not None:
            found.append(row + _read_literals(inside[:end]))
    return found


def _read_literals(tokens: list[Token]) -> list[Value]:
    kinds = (*TEXTS, "number")
    return [_read_value(tokens, place, 0)[0] for place, token in enumerate(tokens) if token.kind in kinds]


def _read_name(tokens: list[Token], place: int) -> str:
    """The name that is assigned here: ``$countries``, or ``countries`` in ``$this->countries``."""
    token = tokens[place]
    if token.kind == "variable":
        return token.text[1:]
    is_property = token.kind == "word" and place > 0 and tokens[place - 1].kind == "points"
    return token.text if is_property else ""


def _split(text: str, file: str) -> Iterator[Token]:
    count = 0
    for match in TOKENS.finditer(text):
        if match.lastgroup != "space":
            count += 1
            if count > MOST_TOKENS:
                raise DataError(f"more than {MOST_TOKENS:,} words and signs", file=file)
            yield Token(str(match.lastgroup), match[0])


def _read_value(tokens: list[Token], place: int, depth: int) -> tuple[Value, int | None]:
    """A literal and the place after it; the place is None if there is no literal."""
    if place >= len(tokens) or depth > DEEPEST:
        return None, None
    token = tokens[place]
    match token.kind:
        case "single" | "double" | "block":
            return _join(tokens, _unquote(token), place + 1)
        case "number":
            return (float(token.text) if "." in token.text else int(token.text[:18])), place + 1
        case "word" if token.text.lower() in ("true", "false", "null"):
            return {"true": True, "false": False, "null": None}[token.text.lower()], place + 1
        case "word" if token.text.lower() == "array" and place + 1 < len(tokens) and tokens[place + 1].text == "(":
            return _read_array(tokens, place + 2, ")", depth + 1)
        case "sign" if token.text == "[":
            return _read_array(tokens, place + 1, "]", depth + 1)
    return None, None


def _join(tokens: list[Token], value: str, place: int) -> tuple[Value, int | None]:
    """Strings that are joined by dots."""
    while place + 1 < len(tokens) and tokens[place].text == "." and tokens[place + 1].kind in TEXTS:
        value += _unquote(tokens[place + 1])
        place += 2
    return value, place


def _unquote(token: Token) -> str:
    if token.kind == "block":
        return "\n".join(token.text.split("\n")[1:-1])
    inner = token.text[1:-1]
    if token.kind == "single":
        return re.sub(r"\\([\\'])", r"\1", inner)
    return re.sub(r"\\(.)", lambda match: SIMPLE.get(match[1], match[0]), inner, flags=re.DOTALL)


def _read_array(tokens: list[Token], place: int, close: str, depth: int) -> tuple[Value, int | None]:
    pairs: list[tuple[Value, Value]] = []
    while place < len(tokens):
        if tokens[place].text == close and tokens[place].kind == "sign":
            return pairs, place + 1
        if tokens[place].text == ",":
            place += 1
            continue
        value, end = _read_value(tokens, place, depth)
        key: Value = None
        if end is not None and end < len(tokens) and tokens[end].kind == "arrow":
            key = value
            value, end = _read_value(tokens, end + 1, depth)
        if end is None:
            return pairs, _skip(tokens, place, close)
        pairs.append((key, value))
        place = end
    return pairs, None


def _skip(tokens: list[Token], place: int, close: str) -> int | None:
    """The place after an array that holds something other than literals."""
    open_signs, depth = {")": "(", "]": "["}[close], 0
    for number in range(place, len(tokens)):
        if tokens[number].kind != "sign":
            continue
        if tokens[number].text == open_signs:
            depth += 1
        elif tokens[number].text == close:
            if depth == 0:
                return number + 1
            depth -= 1
    return None


def texts_of(value: Value) -> list[str]:
    """The texts of a plain list."""
    return [item for _, item in value if isinstance(item, str)] if isinstance(value, list) else []


def row_of(value: Value) -> list[Value]:
    """The values of an array, without their keys."""
    return [item for _, item in value] if isinstance(value, list) else []
