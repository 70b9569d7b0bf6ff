"""Games that are damaged or would do harm: each gives a game or one clear error, and nothing else."""

import json
import tempfile
from collections.abc import Callable
from copy import deepcopy
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from legation.errors import LegationError, RequestError
from legation.game import Message, parse_phase
from legation.interchange import formats, import_games, list_game_files, read_game_file, replay_game
from legation.library import Game
from legation.variants import load_variant
from tests.game.games import played_game

GODIP = """PHASE 1901 Spring Movement
POSITIONS
\tFrance: army par
\tFrance: fleet bre
\tFrance: supply par
\tGermany: army mun
\tGermany: army/dislodged bur
ORDERS
\tpar move bur
\tbre support par move pic
\tmun hold
PHASE 1901 Fall Movement
POSITIONS
\tFrance: army bur
\tFrance: fleet bre
\tGermany: army mun
ORDERS
\tbur move par
PHASE 1901 Fall Adjustment
POSITIONS
\tFrance: army par
\tFrance: fleet bre
ORDERS
\tbuild Army par
\tremove bre
"""


@cache
def saved_text() -> str:
    """A short game with press in the form of the PyPI package."""
    game = played_game(phases=4)
    game.press = (Message(parse_phase("S1901M"), None, (), "Begin."),)
    saved = json.loads(game.export_saved_game())
    for phase in saved["phases"]:
        for needless in ("influence", "homes", "builds", "civil_disorder", "timestamp", "note"):
            phase["state"].pop(needless)
    return json.dumps(saved)


TEXTS: dict[str, Callable[[], str]] = {"saved-game": saved_text, "godip": lambda: GODIP}


def replay(data: bytes, form: str) -> None:
    """Read and judge a file; only our own errors may come of it, and a game must be sound."""
    try:
        replayed = replay_game(read_game_file(data, "x", form), load_variant("standard"))
    except LegationError:
        return
    assert Game.unpack(replayed.saved).verify() == ()


PIECES = st.one_of(
    st.binary(max_size=6),
    st.sampled_from([b'"', b"{", b"}", b"[", b"]", b",", b"null", b"1e999", b"NaN", b"\\ud800", b"\n", b"/", b"A PAR"]),
)
CUTS = st.lists(st.tuples(st.floats(0, 1), st.floats(0, 1), PIECES), min_size=1, max_size=4)
Cuts = list[tuple[float, float, bytes]]


def damage_bytes(form: str, cuts: Cuts) -> None:
    data = TEXTS[form]().encode()
    for start, length, piece in cuts:
        begin = int(start * len(data))
        data = data[:begin] + piece + data[begin + int(length * 40) :]
    replay(data, form)


def damage_lines(cuts: Cuts) -> None:
    """Import a file with one game a line, of which some are damaged."""
    data = f"{saved_text()}\n\n{saved_text()}\n".encode()
    for start, length, piece in cuts:
        begin = int(start * len(data))
        data = data[:begin] + piece + data[begin + int(length * 40) :]
    with tempfile.TemporaryDirectory() as place:
        file = Path(place) / "games.jsonl"
        file.write_bytes(data)
        found = list(import_games(list_game_files(file), Path(place) / "out"))
        assert found
        assert all(bool(one.problem) is (one.replayed is None) for one in found)
        assert all(one.folder is None or one.folder.is_relative_to(Path(place) / "out") for one in found)


VALUES = st.one_of(
    st.none(), st.booleans(), st.integers(-5, 10**30), st.text(max_size=6), st.just([]), st.just({}), st.just([[]]),
    st.sampled_from(["S1901M", "COMPLETED", "W1901A", "A PAR", "*A PAR", "FRANCE", "GLOBAL", "F STP", "A MUN R BUR"]),
)  # fmt: skip


def list_places(value: Any) -> list[tuple[Any, Any]]:  # noqa: ANN401 - JSON
    """Every container in a value with each of its keys."""
    found: list[tuple[Any, Any]] = []
    if isinstance(value, dict):
        found += [(value, key) for key in value]
    elif isinstance(value, list):
        found += [(value, index) for index in range(len(value))]
    for _, key in list(found):
        found += list_places(value[key])
    return found


def damage_structure(changes: list[tuple[int, Any]]) -> None:
    """Put other values into places of the JSON."""
    saved = json.loads(saved_text())
    for place, value in changes:
        places = list_places(saved)
        container, key = places[place % len(places)]
        container[key] = deepcopy(value)  # a later change goes into one place, never into a value that holds itself
    replay(json.dumps(saved).encode(), "saved-game")


CHANGES = st.lists(st.tuples(st.integers(0, 10**6), VALUES), min_size=1, max_size=3)


@pytest.mark.parametrize("form", TEXTS)
@given(cuts=CUTS)
@settings(max_examples=15, deadline=None)
def test_a_damaged_file_gives_a_game_or_an_error(form: str, cuts: Cuts) -> None:
    damage_bytes(form, cuts)


@given(changes=CHANGES)
@settings(max_examples=15, deadline=None)
def test_other_values_give_a_game_or_an_error(changes: list[tuple[int, Any]]) -> None:
    damage_structure(changes)


@given(cuts=CUTS)
@settings(max_examples=8, deadline=None)
def test_damaged_lines_give_games_or_errors(cuts: Cuts) -> None:
    damage_lines(cuts)


@pytest.mark.soak
@given(cuts=CUTS)
@settings(max_examples=500, deadline=None)
def test_many_damaged_lines_give_games_or_errors(cuts: Cuts) -> None:
    damage_lines(cuts)


@pytest.mark.soak
@pytest.mark.parametrize("form", TEXTS)
@given(cuts=CUTS)
@settings(max_examples=1500, deadline=None)
def test_many_damaged_files_give_games_or_errors(form: str, cuts: Cuts) -> None:
    damage_bytes(form, cuts)


@pytest.mark.soak
@given(changes=CHANGES)
@settings(max_examples=1500, deadline=None)
def test_many_other_values_give_games_or_errors(changes: list[tuple[int, Any]]) -> None:
    damage_structure(changes)


def test_a_huge_file_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(formats, "MOST_BYTES", 100)
    with pytest.raises(RequestError, match="too many for a game"):
        read_game_file(b"{" + b" " * 200, "x")


def test_bytes_are_no_text() -> None:
    with pytest.raises(RequestError, match="UTF-8"):
        read_game_file(b'{"phases": [], "x": "\xff"}', "x", "saved-game")
