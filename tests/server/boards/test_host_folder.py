"""Boards in a folder of the host: each is checked at the start, a bad one is told of, and games keep their editions."""

import logging
import shutil
from pathlib import Path

import pytest

from legation.server.base.refusals import HttpRefusal
from legation.server.base.settings import Boards
from legation.server.boards import host_folder
from legation.server.boards.host_folder import HostFolder
from tests.server.admin.helpers import get, make_admin
from tests.server.boards.helpers import host, make_lagoon
from tests.server.kit import Server


def put(folder: Path, name: str, **changes: bytes) -> Path:
    place = folder / name
    place.mkdir(exist_ok=True)
    for file, content in {**make_lagoon(), **changes}.items():
        (place / file.replace("_", ".")).write_bytes(content)
    return place


@pytest.fixture
def folder(server: Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    place = tmp_path / "variants"
    place.mkdir()
    monkeypatch.setattr(type(server.services.settings), "boards", Boards(folder=place), raising=False)
    return place


def test_boards_of_the_folder_are_there_for_everybody(
    server: Server, folder: Path, caplog: pytest.LogCaptureFixture
) -> None:
    put(folder, "lagoon")
    put(folder, "standard")
    bad = put(folder, "broken", start_csv=b"power,kind,location\nRED,A,GUL\n")
    (folder / "notes.txt").write_text("nothing")
    (folder / "linked").mkdir()
    with caplog.at_level(logging.INFO):
        HostFolder().look(server.services)
    assert "start.csv:2: A GUL cannot stand there" in caplog.text
    visitor, admin = server.client(), make_admin(server)
    ids = [one["id"] for one in visitor.get("/api/v1/variants").json()["variants"] if one["is_brought"]]
    assert ids == ["lagoon"]
    rows = {row["id"]: row for row in get(admin, "boards")["boards"]}
    assert rows["broken"]["fault"] == "start.csv:2: A GUL cannot stand there"
    assert rows["lagoon"]["fault"] == ""
    assert "another board has this name" in rows["standard-folder"]["fault"]
    game = host(admin, "lagoon")
    shutil.rmtree(bad)
    put(folder, "lagoon", variant_toml=make_lagoon()["variant.toml"].replace(b"Lagoon", b"Marsh"))
    HostFolder().look(server.services)
    HostFolder().look(server.services)
    assert host(admin, "lagoon")["variant_name"] == "The Marsh"
    assert admin.get(f"/api/v1/games/{game['id']}").json()["variant_name"] == "The Lagoon"
    assert {row["id"]: row["number"] for row in get(admin, "boards")["boards"]} == {"lagoon": 2, "standard-folder": 0}
    put(folder, "lagoon", variant_toml=b"nonsense")
    HostFolder().look(server.services)
    assert host(admin, "lagoon")["variant_name"] == "The Marsh"
    assert "not a TOML file" in get(admin, "boards")["boards"][0]["fault"]
    shutil.rmtree(folder / "lagoon")
    HostFolder().look(server.services)
    host(admin, "lagoon", status=404)
    assert admin.get(f"/api/v1/games/{game['id']}").status_code == 200


def test_changes_are_taken_in_while_the_server_runs(
    server: Server, folder: Path, caplog: pytest.LogCaptureFixture
) -> None:
    admin, watch = make_admin(server), HostFolder()
    lagoon = put(folder, "lagoon")
    watch.look(server.services)
    game = host(admin, "lagoon")["id"]
    waits = put(folder, "new", start_csv=b"power,kind,location\nRED,A,GUL\n")
    watch.look(server.services)
    assert [row["id"] for row in get(admin, "boards")["boards"]] == ["lagoon"]  # it may still be copied
    watch.look(server.services)
    assert {row["id"]: row["fault"] for row in get(admin, "boards")["boards"]} == {
        "lagoon": "",
        "new": "start.csv:2: A GUL cannot stand there",
    }
    caplog.clear()
    watch.look(server.services)
    assert "cannot be played" not in caplog.text  # it is told once
    (waits / "start.csv").write_bytes(make_lagoon()["start.csv"])
    (lagoon / "variant.toml").rename(lagoon / "away.toml")
    watch.look(server.services)
    host(admin, "lagoon")  # a folder that is away for a moment is not gone
    watch.look(server.services)
    host(admin, "lagoon", status=404)
    host(admin, "new")
    (lagoon / "away.toml").rename(lagoon / "variant.toml")
    watch.look(server.services)
    watch.look(server.services)
    host(admin, "lagoon")
    assert admin.get(f"/api/v1/games/{game}").json()["variant_name"] == "The Lagoon"
    folder.rename(folder.with_name("elsewhere"))
    for _ in range(3):
        watch.look(server.services)
    assert caplog.text.count("the folder of boards cannot be read") == 1
    host(admin, "lagoon")


def test_a_board_for_which_there_is_no_time_is_checked_later(
    server: Server, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    put(folder, "lagoon")
    watch = HostFolder()

    def refuse(*_: object) -> None:
        raise HttpRefusal(503, "busy")

    with monkeypatch.context() as patch:
        patch.setattr(host_folder, "check", refuse)
        watch.look(server.services)
    assert "lagoon" not in server.client().get("/api/v1/variants").text
    watch.look(server.services)
    host(make_admin(server), "lagoon")
