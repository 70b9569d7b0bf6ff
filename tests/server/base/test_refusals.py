"""Every refusal of a request has its sentence in the catalogue, and every sentence there belongs to a refusal."""

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest

from legation import server
from legation.render.words import ENGLISH, Catalogue, Language
from legation.render.words.language import list_placeholders, uncapitalize
from legation.server.base.refusals import HttpRefusal, forbidden, no_such_game, not_found, sign_in_first
from legation.server.game.membership import Act
from legation.server.http.errors import answer_refusal

SOURCE = Path(server.__file__).parent
SETTINGS = {"case", "message", "field", "candidates", "extra", "headers"}
BY_CASE = {"forbidden": "forbidden", "not_found": "not_found"}
"""Helpers whose argument is the case, and the code they stand for."""
NAMES = ("HttpRefusal", *BY_CASE)
OF_HELPERS = ("HttpRefusal(404, 'not_found', case=what)", "HttpRefusal(403, 'forbidden', case=case)")
"""What the helpers themselves do."""


class Raised(NamedTuple):
    """A place in the code where a request is refused: the key of its sentence, and the words for it."""

    place: str
    key: str
    words: frozenset[str]


def list_texts(node: ast.expr) -> list[str]:
    """The texts that an argument can be; anything else than a text or a choice of two would hide a key from us."""
    if isinstance(node, ast.IfExp):
        return [*list_texts(node.body), *list_texts(node.orelse)]
    assert isinstance(node, ast.Constant), ast.unparse(node)
    return [str(node.value)]


def read_call(call: ast.Call, place: str) -> Iterator[Raised]:
    """The keys that one refusal can have; none where its sentence comes from elsewhere."""
    assert isinstance(call.func, ast.Name)
    given = {keyword.arg: keyword.value for keyword in call.keywords if keyword.arg}
    if call.func.id in BY_CASE:
        if ast.unparse(call.args[0]) == "act.value":
            cases = [act.value for act in Act if act is not Act.SEE]
        else:
            cases = list_texts(call.args[0])
        yield from (Raised(place, f"http.{BY_CASE[call.func.id]}.{case}", frozenset()) for case in cases)
    elif "message" not in given:
        words = frozenset(given) - SETTINGS
        codes = list_texts(call.args[1])
        cases = [f".{case}" for case in list_texts(given["case"])] if "case" in given else [""]
        yield from (Raised(place, f"http.{code}{case}", words) for code in codes for case in cases)


def find_raised() -> Iterator[Raised]:
    """All refusals in the code of the server."""
    for file in sorted(SOURCE.rglob("*.py")):
        text = file.read_text(encoding="utf-8")
        if not any(f"{name}(" in text for name in NAMES):
            continue
        for node in ast.walk(ast.parse(text)):
            if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in NAMES):
                continue
            if ast.unparse(node) not in OF_HELPERS:
                yield from read_call(node, f"{file.relative_to(SOURCE)}:{node.lineno}")


@cache
def list_raised() -> tuple[Raised, ...]:
    """What was found, for all tests that ask."""
    return tuple(find_raised())


def test_every_refusal_has_a_sentence_and_no_sentence_is_left_over() -> None:
    assert len(list_raised()) > 100
    assert {raised.key for raised in list_raised()} == {key for key in ENGLISH.texts if key.startswith("http.")}


def test_every_refusal_brings_the_words_of_its_sentence_and_the_catalogue_uses_them() -> None:
    used: dict[str, set[str]] = {}
    for raised in list_raised():
        wanted = {uncapitalize(name) for name in list_placeholders(ENGLISH.texts[raised.key])}
        assert wanted <= raised.words, f"{raised.place}: {raised.key}"
        used.setdefault(raised.place, set()).update(wanted)
    for raised in list_raised():
        assert raised.words <= used[raised.place], f"{raised.place}: {raised.key}"


def test_a_second_language_says_the_same_with_its_own_sentences() -> None:
    texts = {key: re.sub(r"[A-Za-z]+(?![^{]*\})", "x", text) for key, text in ENGLISH.texts.items()}
    toy = Language(lambda: Catalogue(texts, {}))
    refusal = HttpRefusal(409, "seat_taken", case="before", field="power", power="France")
    assert refusal.word() == "France is taken. Choose another power."
    assert refusal.word(toy) == "France x x. x x x."
    assert HttpRefusal(422, "bad_webhook", message="Worded elsewhere.").word(toy) == "Worded elsewhere."


def test_the_error_is_the_sentence_in_english() -> None:
    with pytest.raises(HttpRefusal, match=r"^No such variant\.$"):
        raise not_found("variant")


@pytest.mark.parametrize(
    ("refusal", "status", "code", "sentence"),
    [
        (no_such_game(), 404, "no_such_game", "No such game, or it is not open to you."),
        (not_found("sandbox"), 404, "not_found", "No such sandbox."),
        (forbidden("no_power"), 403, "forbidden", "You play no power in this game."),
        (sign_in_first(), 401, "sign_in_first", "Sign in first."),
    ],
)
def test_usual_refusals(refusal: HttpRefusal, status: int, code: str, sentence: str) -> None:
    assert (refusal.status, refusal.code, refusal.word()) == (status, code, sentence)


def test_an_answer_has_the_code_the_sentence_and_what_the_refusal_adds() -> None:
    refusal = HttpRefusal(
        409, "version_conflict", field="version", candidates=["2"], extra={"sheet": 1}, headers={"Retry-After": "3"}
    )
    answer = answer_refusal(refusal)
    assert answer.status_code == 409
    assert answer.headers["Retry-After"] == "3"
    assert bytes(answer.body) == (
        b'{"error":{"code":"version_conflict","message":"This plan has been changed elsewhere.",'
        b'"field":"version","candidates":["2"]},"sheet":1}'
    )


def test_a_sentence_that_is_not_in_the_catalogue_is_a_fault_of_the_program() -> None:
    with pytest.raises(KeyError, match=r"http\.never_heard_of"):
        HttpRefusal(409, "never_heard_of")
