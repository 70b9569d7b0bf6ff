"""Files of a board with pieces replaced: a board that can be played and drawn, or an error; never anything else."""

import random
from pathlib import Path

import pytest

from legation.errors import LegationError
from legation.game import advance, start_state
from legation.server.boards.unpacking import unpack_upload
from legation.server.variants.catalogue import make_board_file
from legation.variants import review_folder
from tests.server.boards.helpers import make_lagoon, pack

FILES = {
    **make_lagoon(),
    "owners.csv": b"space,power\nMIL,RED\nCAP,\n",
    "clauses.csv": b"clause,text,decides,of\nL1-1,By the book of 2000,rulebook,\nL1-2,They touch,passage,GUL-SND\n",
    "relief.json": b'{"ranges":[[5800,2303,90,-48,85,-64]],"rivers":[[3119,9652,415,139]]}',
}
"""A small board with every file that a board can have."""
PIECES = (
    *(b"", b",", b'"', b"\n", b"/", b"-1", b"0", b"[", b"]", b"{", b"}", b"=", b"null", b"true", b"1e999", b"NaN"),
    *(b"\xff", b"\x00", "é".encode(), b"99999999999999999999", b"RED", b"HAV", b"GUL/NC", b"land", b"sea", b"../x"),
)


def damage(data: bytes, chance: random.Random) -> bytes:
    """The data with one to three pieces of it replaced."""
    for _ in range(chance.randint(1, 3)):
        begin = chance.randrange(len(data) + 1)
        data = data[:begin] + chance.choice(PIECES) + data[begin + chance.choice((0, 1, 3, 12)) :]
    return data


def try_board(name: str, folder: Path, chance: random.Random) -> bool:
    """Read a board with one damaged file; whether it can be played, and then a phase is judged."""
    (folder / name).write_bytes(damage(FILES[name], chance))
    found = review_folder(folder)
    assert (found.variant is None) == bool(found.errors)
    if found.variant is None:
        return False
    state = start_state(found.variant)
    assert advance(found.variant, state, []).after != state
    assert make_board_file(folder).content
    return True


@pytest.mark.parametrize("times", [15, pytest.param(500, marks=pytest.mark.soak)])
@pytest.mark.parametrize("name", FILES)
def test_a_damaged_board_is_sound_or_refused(name: str, times: int, tmp_path: Path) -> None:
    chance = random.Random(times)
    for other, content in FILES.items():
        (tmp_path / other).write_bytes(content)
    assert review_folder(tmp_path).errors == ()
    played = sum(try_board(name, tmp_path, chance) for _ in range(times))
    assert played < times


@pytest.mark.parametrize("times", [100, pytest.param(5000, marks=pytest.mark.soak)])
def test_a_damaged_zip_is_unpacked_or_refused(times: int) -> None:
    chance, whole, refused = random.Random(times), pack(make_lagoon()), 0
    for _ in range(times):
        try:
            assert unpack_upload(damage(whole, chance), "lagoon.zip")
        except LegationError:
            refused += 1
    assert refused > times / 2
