"""A game in one file: packed folders and exports keep their chain, and hostile files do no harm."""

import gzip
import io
import json
import tarfile
import zipfile
from dataclasses import replace
from pathlib import Path

import pytest

from legation import Game
from legation.errors import LegationError, RequestError
from legation.game import History, Inbox, SavedGame, archive, export_game, read_saved_game
from tests.game.games import busy_game


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    busy_game().save(tmp_path / "game")
    return tmp_path / "game"


def pack_zip(folder: Path, prefix: str = "") -> bytes:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as packed:
        for file in sorted(folder.rglob("*")):
            packed.write(file, f"{prefix}{file.relative_to(folder)}")
    return stream.getvalue()


def pack_tar(folder: Path, mode: str = "w:gz") -> bytes:
    stream = io.BytesIO()
    with tarfile.open(fileobj=stream, mode=mode) as packed:  # type: ignore[call-overload] # one of two modes
        packed.add(folder, "mygame")
    return stream.getvalue()


def make_zip(files: dict[str, bytes]) -> bytes:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as packed:
        for name, content in files.items():
            packed.writestr(name, content)
    return stream.getvalue()


def test_every_way_of_packing_keeps_the_chain(folder: Path) -> None:
    game = Game.load(folder)
    wanted = game.history.sign().hashes
    export = game.export_json()
    plain = io.BytesIO()
    with tarfile.open(fileobj=plain, mode="w") as packed:
        packed.add(folder, ".")
    for data in (
        pack_zip(folder), pack_zip(folder, "mygame/"), pack_tar(folder), pack_tar(folder, "w"), plain.getvalue(),
        export.encode(), b"\xef\xbb\xbf" + export.encode(),
    ):  # fmt: skip
        saved = read_saved_game(data)
        assert saved.history.sign().hashes == wanted
        assert saved.inbox == game.pack().inbox
        assert Game.unpack(saved).export_json() == export


def test_a_changed_entry_is_refused_by_its_number(folder: Path) -> None:
    data = json.loads(Game.load(folder).export_json())
    data["entries"][2]["event"] = data["entries"][1]["event"]
    with pytest.raises(RequestError, match=r"entries\[2\].hash: does not fit"):
        read_saved_game(json.dumps(data).encode())


def test_a_chain_that_was_judged_otherwise_is_refused_by_its_number() -> None:
    games = []
    for order in ("A PAR - BUR", "A PAR - GAS"):
        game = Game.new()
        game.set_orders("FRANCE", [order])
        game.advance()
        games.append(game)
    told, done = (game.records[0] for game in games)
    forged = History(games[0].history.setup).add_record(replace(told, after=done.after)).sign()
    with pytest.raises(RequestError, match="entry 1: S1901M is judged differently: after differs"):
        read_saved_game(export_game(SavedGame(forged, Inbox())).encode())


def test_a_missing_record_is_refused(folder: Path) -> None:
    records = sorted((folder / "records").iterdir())
    records[1].unlink()
    with pytest.raises(RequestError, match="entry 2 is expected here, not entry 3"):
        read_saved_game(pack_zip(folder))


@pytest.mark.parametrize(
    "name",
    [
        "../game.json",
        "/game.json",
        "a/../../game.json",
        "records\\0001.json",
        "notes.pdf",
        "records/a/b.json",
        "x" * 300,
    ],
)
def test_names_that_are_no_part_of_a_game_are_refused(name: str) -> None:
    with pytest.raises(RequestError, match="does not belong in a game folder"):
        read_saved_game(make_zip({name: b"{}"}))


def test_a_bomb_is_refused_by_its_stated_size(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(archive, "MOST_BYTES", 1_000_000)
    for data in (
        make_zip({"records/0001.json": b"0" * 1_100_000}),
        make_zip({f"records/{number}.json": b"0" * 100_000 for number in range(20)}),
        gzip.compress(tar_of({"records/0001.json": b"0" * 1_100_000})),
    ):
        assert len(data) < 50_000
        with pytest.raises(RequestError, match="more than 5000 files or 1000000 bytes"):
            read_saved_game(data)


def tar_of(files: dict[str, bytes]) -> bytes:
    stream = io.BytesIO()
    with tarfile.open(fileobj=stream, mode="w") as packed:
        for name, content in files.items():
            info = tarfile.TarInfo(name)
            info.size = len(content)
            packed.addfile(info, io.BytesIO(content))
    return stream.getvalue()


def test_too_many_files_are_refused() -> None:
    data = make_zip({f"records/{number}.json": b"" for number in range(archive.MOST_FILES + 1)})
    with pytest.raises(RequestError, match="more than 5000 files"):
        read_saved_game(data)


def test_a_zip_that_lies_about_sizes_is_refused() -> None:
    data = make_zip({"game.json": b"0" * 5000})
    lying = data.replace((5000).to_bytes(4, "little"), (10).to_bytes(4, "little"))
    assert lying != data
    with pytest.raises(LegationError):
        read_saved_game(lying)


def test_links_in_a_tar_are_refused() -> None:
    stream = io.BytesIO()
    with tarfile.open(fileobj=stream, mode="w") as packed:
        info = tarfile.TarInfo("game.json")
        info.type, info.linkname = tarfile.SYMTYPE, "/etc/passwd"
        packed.addfile(info)
    with pytest.raises(RequestError, match="is a link or a device"):
        read_saved_game(stream.getvalue())


@pytest.mark.parametrize(
    "data",
    [
        b"", b"PK", b"PK\x03\x04" + b"\0" * 100, b"\x1f\x8b" + b"\0" * 50, b"{}", b"[]", b"\xff\xfe\xfa", b"null",
        b"[" * 100_000, b'{"format": "legation-game", "version": 1}', b"Spring 1901",
        b'{"format":"legation-game","version":1,"setup":{"variant":"/etc"},"entries":[],"desk":{}}',
        gzip.compress(b"x" * 1000, mtime=0), b"\0" * 257 + b"ustar" + b"\0" * 300,
    ],
)  # fmt: skip
def test_whatever_is_no_game_is_refused(data: bytes) -> None:
    with pytest.raises(LegationError):
        read_saved_game(data)


def test_two_games_in_one_file_are_refused(folder: Path) -> None:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as packed:
        for prefix in ("one/", "two/"):
            packed.write(folder / "game.json", f"{prefix}game.json")
    with pytest.raises(RequestError, match="there are two games in it"):
        read_saved_game(stream.getvalue())
