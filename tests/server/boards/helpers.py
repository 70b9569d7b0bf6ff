"""A small board of our own, uploads of it, and somebody who may bring it."""

import io
import zipfile
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from sqlalchemy import update

from legation.importing import draw_own_map
from legation.server.store.tables import accounts
from legation.variants import load_variant_folder
from tests.server.kit import Client, Server

TERMS = """\
id = "lagoon"
name = "The Lagoon"
version = 1
rulebook = "2000"
description = "Two powers round a lagoon."

[calendar]
first_year = 1850

[victory]
centres = 4

[credits]
author = "A. Nobody"

[[powers]]
id = "RED"
name = "Red"
colour = "#8b2b2b"

[[powers]]
id = "BLUE"
name = "Blue"
"""
SPACES = """\
code,name,kind,centre,powers,coasts,island,convoy,theatre,aliases
HAV,Haven,land,home,RED,,,,,
MIL,Mill,land,neutral,,,,,,
FEN,Fen,land,home,RED,,,,,
TOW,Tower,land,home,BLUE,,,,,
CAP,Cape,land,home,BLUE,,,,,
GUL,Gulf,sea,,,,,,,
SND,Sound,sea,,,,,,,
"""
BORDERS = """\
from,to,army,fleet,one_way,condition,note
HAV,MIL,yes,no,,,
HAV,FEN,yes,yes,,,
FEN,MIL,yes,no,,,
MIL,TOW,yes,no,,,
TOW,CAP,yes,yes,,,
CAP,MIL,yes,no,,,
HAV,GUL,no,yes,,,
FEN,GUL,no,yes,,,
TOW,SND,no,yes,,,
CAP,SND,no,yes,,,
GUL,SND,no,yes,,,
"""
UNITS = "power,kind,location\nRED,A,HAV\nRED,F,FEN\nBLUE,A,TOW\nBLUE,F,CAP\n"


@cache
def make_lagoon() -> Mapping[str, bytes]:
    """The files of a small board, with its map."""
    texts = {"variant.toml": TERMS, "spaces.csv": SPACES, "borders.csv": BORDERS, "start.csv": UNITS}
    with TemporaryDirectory() as place:
        folder = Path(place)
        for name, text in texts.items():
            (folder / name).write_text(text)
        draw_own_map(load_variant_folder(folder), folder)
        return {name: (folder / name).read_bytes() for name in (*texts, "shapes.json")}


def pack(files: Mapping[str, bytes | str], folder: str = "lagoon/") -> bytes:
    """Files as a zip."""
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(f"{folder}{name}", content)
    return stream.getvalue()


def name_bringer(server: Server, name: str) -> Client:
    """An account that may bring boards."""
    client = server.sign_up(name)
    with server.services.store.write() as connection:
        connection.execute(update(accounts).where(accounts.c.name == name).values(brings_boards=True))
    return client


def upload(
    client: Client, data: bytes, name: str = "lagoon.zip", *, board: str = "", status: int = 200, **more: Any
) -> Any:
    """Send a board, or the next edition of one."""
    path = f"/api/v1/boards/{board}/editions" if board else "/api/v1/boards"
    answer = client.post(path, params={"name": name, **more}, content=data)
    assert answer.status_code == status, answer.text
    return answer.json()


def bring(client: Client, changes: Mapping[str, bytes | str] | None = None, *, board: str = "") -> Any:
    """Bring the small board; it must be taken."""
    found = upload(client, pack({**make_lagoon(), **(changes or {})}), board=board)
    assert found["errors"] == []
    return found["board"]


def host(client: Client, board: str, *, status: int = 201, **terms: Any) -> Any:
    """Set up a game on a board."""
    body = {"title": "On the Lagoon", "variant": board, "terms": terms}
    answer = client.post("/api/v1/games", json=body)
    assert answer.status_code == status, answer.text
    return answer.json()
