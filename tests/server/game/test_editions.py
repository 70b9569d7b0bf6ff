import json
from dataclasses import replace
from pathlib import Path

import pytest

from legation.errors import LegationError
from legation.server.base.refusals import HttpRefusal
from legation.server.game import editions
from legation.server.game.editions import (
    digest_of,
    keep_edition,
    load_edition,
    make_digest,
    open_edition_folder,
    pack,
    read_files,
)
from legation.server.game.loaded_game import load_game
from legation.server.game.storage import add_edition, change_game
from legation.variants import data_folder, load_variant
from tests.server.kit import Server
from tests.server.matches import host


def test_the_same_files_have_the_same_digest_and_parcel() -> None:
    files = read_files(data_folder("standard"))
    assert {"variant.toml", "spaces.csv", "borders.csv", "start.csv", "shapes.json"} == set(files)
    assert make_digest(files) == digest_of("standard")
    assert pack(files) == pack(dict(reversed(files.items())))
    assert make_digest({**files, "start.csv": b""}) != digest_of("standard")


def test_a_variant_that_is_the_programs_own_needs_no_copy(server: Server) -> None:
    with server.services.store.write() as connection:
        digest = keep_edition(connection, server.services, load_variant("standard"))
        assert keep_edition(connection, server.services, load_variant("standard")) == digest
        assert load_edition(connection, server.services, digest) is load_variant("standard")
    with pytest.raises(HttpRefusal), server.services.store.write() as connection:
        keep_edition(connection, server.services, replace(load_variant("standard"), id="../standard"))


def test_a_game_keeps_the_variant_it_began_with(server: Server) -> None:
    """The program comes with another edition later: Paris is called Lutetia in the old one."""
    match = host(server, ("FRANCE",))
    files = read_files(data_folder("standard"))
    files["spaces.csv"] = files["spaces.csv"].replace(b"PAR,Paris", b"PAR,Lutetia")
    old = make_digest(files)
    assert old != digest_of("standard")
    with server.services.store.write() as connection:
        add_edition(connection, old, "standard", pack(files), server.clock.now())
        change_game(connection, match.id, edition=old)
        game = load_game(connection, server.services, match.id)
        assert game.variant.board.spaces["PAR"].name == "Lutetia"  # type: ignore[index]
        folder = open_edition_folder(connection, server.services, old)
    assert folder == server.services.settings.data / "editions" / old
    answer = match.read(match.gm)
    assert old in answer["board"]
    board = match.gm.get(answer["board"])
    assert board.status_code == 200
    assert "Lutetia" in json.dumps(board.json())
    assert match.pass_deadline() == 1


def test_files_that_were_changed_are_not_played_with(server: Server) -> None:
    files = {**read_files(data_folder("standard")), "start.csv": b"power,kind,location\n"}
    old = make_digest(files)
    with server.services.store.write() as connection:
        add_edition(connection, old, "standard", pack(files), server.clock.now())
        folder = open_edition_folder(connection, server.services, old)
        (Path(str(folder)) / "start.csv").write_text("changed")
        with pytest.raises(LegationError, match="were changed"):
            open_edition_folder(connection, server.services, old)
    assert editions._LOADED.get(old) is None


def test_an_edition_that_is_not_there_is_not_found(server: Server) -> None:
    with server.services.store.read() as connection, pytest.raises(HttpRefusal):
        open_edition_folder(connection, server.services, "0" * 64)
