"""Saved games of jDip: read, judged again, and refused where they are broken."""

import gzip
import random
from pathlib import Path

import pytest

from legation.errors import RequestError
from legation.interchange import find_game_format, import_games, read_game_file
from legation.library import Game
from tests.interchange.jdip_sample import Units, make_save

ORDERS: list[Units] = [
    {"ENGLAND": ["F LON - NTH", "A LVP - YOR", "F EDI H"], "RUSSIA": ["F STP/SC - BOT", "A WAR S A MOS"],
     "FRANCE": ["A MAR S A PAR - BUR", "A PAR - BUR"]},
    {"ENGLAND": ["A YOR - NWY VIA", "F NTH C A YOR - NWY"], "RUSSIA": ["F BOT - SWE"]},
    {"ENGLAND": ["F LON B"], "RUSSIA": ["WAIVE"]},
]  # fmt: skip


def list_turns() -> list[tuple[str, Units, Units, Units]]:
    """A year of the regular game."""
    game = Game.new("standard")
    turns: list[tuple[str, Units, Units, Units]] = []
    for orders in [*ORDERS, {}]:
        units, centres = ({str(power): found for power, found in part.items()} for part in (game.units, game.centres))
        turns.append((game.phase, units, centres, orders))
        for power, lines in orders.items():
            game.set_orders(power, lines)
        game.advance()
    return turns


SAVE = make_save(list_turns())


def test_a_saved_game_is_judged_again_without_a_difference(tmp_path: Path) -> None:
    (tmp_path / "mine.jdip").write_bytes(SAVE)
    (found,) = import_games([tmp_path / "mine.jdip"], tmp_path / "out")
    assert found.problem == ""
    assert found.replayed is not None
    assert found.replayed.phases == 3
    assert found.replayed.differences == ()
    state = found.replayed.saved.history.state
    assert {str(unit) for unit in state.position.units_of("ENGLAND")} >= {"A NWY", "F LON"}  # type: ignore[arg-type]


def test_orders_are_written_in_our_notation() -> None:
    game = read_game_file(SAVE, "mine.jdip")
    assert game.board == "standard"
    found = {power: [line.replace("/sc", "/SC") for line in lines] for power, lines in game.phases[0].orders.items()}
    assert found == ORDERS[0]
    assert game.phases[2].name == "W1901A"


def test_a_game_on_another_board_asks_for_it() -> None:
    assert read_game_file(make_save(list_turns(), variant="Loeb9"), "mine.jdip").board == "Loeb9"


def pack(text: str) -> bytes:
    return gzip.compress(text.encode())


DEEP = "<jsx a='b'>" + "<object id='a' class='b'>" * 9000
BOMB = "<!DOCTYPE jsx [<!ENTITY a 'aaaaaaaaaa'>]><jsx a='&a;'/>"
BAD = {
    "cut": (SAVE[:-40], "cut off"),
    "broken": (SAVE[:-900] + bytes(400) + SAVE[-500:], "broken"),
    "unpacks to much": (gzip.compress(b"<jsx a=''>" + b" " * 33_000_000), "when unpacked"),
    "deep": (pack(DEEP), "deep"),
    "entities": (pack(BOMB), "not plain XML"),
    "no XML": (pack("<jsx a='b'><object></jsx>"), "not plain XML"),
    "other root": (pack("<world><jsx a=''/></world>"), "expected <jsx>"),
    "other object": (pack("<jsx a='b'><object id='i0' class='java.lang.Runtime'/></jsx>"), "expected dip.world.World"),
    "no phase": (pack("<jsx a='b'><object id='i0' class='dip.world.World'/></jsx>"), "no phase"),
    "wings": (gzip.compress(gzip.decompress(SAVE).replace(b"'fleet'", b"'wing'")), "wing"),
    "unknown order": (gzip.compress(gzip.decompress(SAVE).replace(b"GUIHold", b"GUIDance")), "not a known order"),
    "unknown season": (gzip.compress(gzip.decompress(SAVE).replace(b"'1000'", b"'1500'")), "not a phase"),
    "itself": (pack("<jsx a='b'><object id='i0' class='dip.world.World'><reference field='turnStates' idref='i0'/>"
                    "<reference field='m' idref='i0'/></object></jsx>"), "no phase"),
}  # fmt: skip


@pytest.mark.parametrize("name", BAD)
def test_a_broken_file_is_refused_in_a_sentence(name: str) -> None:
    data, problem = BAD[name]
    assert find_game_format(data) == "jdip"
    with pytest.raises(RequestError, match=problem):
        read_game_file(data, "mine.jdip")


@pytest.mark.parametrize("times", [25, pytest.param(600, marks=pytest.mark.soak)])
def test_files_with_wrong_bytes_are_read_or_refused(times: int, tmp_path: Path) -> None:
    chance, plain = random.Random(times), gzip.decompress(SAVE)
    problems = []
    for number in range(times):
        data = bytearray(plain)
        for _ in range(chance.randint(1, 12)):
            data[chance.randrange(60, len(data))] = chance.choice(b"'<>/ i019")
        file = tmp_path / f"{number}.jdip"
        file.write_bytes(gzip.compress(bytes(data), 1))
        (found,) = import_games([file], tmp_path / "out")
        problems.append(found.problem)
    assert sum(map(bool, problems)) > times // 3
