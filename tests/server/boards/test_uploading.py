"""Boards that people bring: who may, what is refused and in which words, and what becomes of them."""

from pathlib import Path
from typing import Any

import pytest

from legation.server.base.settings import Boards
from tests.importing.samples import DPJUDGE, INSTALL, NJUDGE_MAP, UNITS, VARIANT, make_picture
from tests.server.admin.helpers import make_admin
from tests.server.boards.helpers import bring, make_lagoon, name_bringer, pack, upload
from tests.server.kit import Client, Server


@pytest.fixture
def ann(server: Server) -> Client:
    return name_bringer(server, "Ann")


def test_a_board_is_checked_kept_and_seen_by_its_owner_alone(server: Server, ann: Client) -> None:
    board = bring(ann)
    assert board["name"] == "The Lagoon"
    assert board["id"].startswith("lagoon-")
    assert (board["state"], board["number"], board["games"], board["is_own"]) == ("private", 1, 0, True)
    assert board["warnings"] == []
    assert board["trial"].startswith("Bots played its first year")
    assert board["card"]["to_win"] == 4
    ids = [one["id"] for one in ann.get("/api/v1/variants").json()["variants"]]
    assert board["id"] in ids
    address = f"/api/v1/variants/{board['id']}"
    assert ann.get(address).json()["name"] == "The Lagoon"
    other, admin = server.sign_up("Bob"), make_admin(server)
    for path in ("", "/start", "/board", "/plate.svg"):
        assert ann.get(address + path).status_code == 200, path
        assert other.get(address + path).status_code == 404, path
        assert server.client().get(address + path).status_code == 404, path
        assert admin.get(address + path).status_code == 200, path
    for path in (f"/api/v1/boards/{board['id']}", f"/api/v1/boards/{board['id']}/files.zip"):
        assert ann.get(path).status_code == 200
        assert other.get(path).status_code == 404
    assert board["id"] not in other.get("/api/v1/variants").text


def test_only_those_who_may_bring_boards(server: Server) -> None:
    bob = server.sign_up("Bob")
    assert bob.get("/api/v1/boards").json() == {"boards": [], "may_bring": False, "most": 20, "most_kilobytes": 4000}
    refused = upload(bob, pack(make_lagoon()), status=403)
    assert refused["error"]["code"] == "no_boards"
    assert make_admin(server).get("/api/v1/boards").json()["may_bring"] is True
    assert upload(server.client(), b"", status=401)["error"]["code"] == "sign_in_first"


@pytest.mark.parametrize(("uploads", "status"), [("everybody", 200), ("nobody", 403)])
def test_the_host_says_who_may(server: Server, monkeypatch: pytest.MonkeyPatch, uploads: Any, status: int) -> None:
    monkeypatch.setattr(type(server.services.settings), "boards", Boards(uploads=uploads), raising=False)
    person = make_admin(server) if uploads == "nobody" else server.sign_up("Bob")
    found = upload(person, b"not a zip", status=status)
    assert ("errors" in found) is (uploads == "everybody")


def test_errors_are_told_with_file_and_line_as_the_command_line_tells_them(ann: Client) -> None:
    files = dict(make_lagoon())
    files["borders.csv"] = files["borders.csv"].replace(b"HAV,MIL", b"HAV,MILL").replace(b"TOW,SND", b"TOW,TOW")
    found = upload(ann, pack(files))
    assert found["board"] is None
    assert found["errors"] == [
        {"file": "borders.csv", "line": 2, "text": "unknown space 'MILL'"},
        {"file": "borders.csv", "line": 10, "text": "TOW borders on itself"},
    ]
    assert ann.get("/api/v1/boards").json()["boards"] == []


def test_what_may_be_meant_is_a_warning(ann: Client) -> None:
    borders = make_lagoon()["borders.csv"] + b"FEN,MIL,no,yes,,,\n"
    board = bring(ann, {"borders.csv": borders})
    assert board["warnings"] == [{"file": "spaces.csv", "line": 3, "text": "MIL takes fleets but touches no sea"}]


def test_a_board_without_a_map_gets_one(ann: Client) -> None:
    files = {name: content for name, content in make_lagoon().items() if name != "shapes.json"}
    board = upload(ann, pack(files))["board"]
    assert board["warnings"][0]["text"] == "the file is missing; a map was made from the borders"
    assert "<svg" in ann.get(board["card"]["plate"]).text


def test_a_board_of_another_program_is_brought_into_our_form(ann: Client) -> None:
    files = {"install.php": INSTALL, "variant.php": VARIANT, "adjudicatorPreGame.php": UNITS}
    board = upload(ann, pack(files, folder="Bay/"), "bay.zip")["board"]
    assert board["name"] == "The Bay"
    assert board["notes"]["kept"]
    assert any("Fog" in line for line in board["notes"]["lost"])


def test_a_zipped_folder_of_another_program_keeps_its_inner_folders(ann: Client) -> None:
    files: dict[str, str | bytes] = {
        "install.php": INSTALL,
        "variant.php": VARIANT,
        "classes/adjudicatorPreGame.php": UNITS,
        "resources/map.png": make_picture(),
        "resources/army.png": b"no picture, and not looked at",
    }
    board = upload(ann, pack(files, folder="variants/Bay/"), "bay.zip")["board"]
    assert "outlines of 7 spaces come from the map" in board["notes"]["kept"]
    assert any("2 powers" in line or "3 powers" in line for line in board["notes"]["kept"])
    assert not any("nobody has a unit" in line for line in board["notes"]["changed"])


def test_the_same_again_makes_no_edition_and_another_one_does(ann: Client) -> None:
    board = bring(ann)
    again = upload(ann, pack(make_lagoon()), board=board["id"])
    assert (again["is_new"], again["board"]["number"]) == (False, 1)
    terms = make_lagoon()["variant.toml"].replace(b"centres = 4", b"centres = 5")
    changed = bring(ann, {"variant.toml": terms}, board=board["id"])
    assert (changed["number"], changed["card"]["to_win"]) == (2, 5)
    assert [one["number"] for one in changed["editions"]] == [2]


def test_what_is_downloaded_can_be_brought_again(ann: Client) -> None:
    board = bring(ann)
    packed = ann.get(f"/api/v1/boards/{board['id']}/files.zip").content
    again = upload(ann, packed)["board"]
    assert again["id"] != board["id"]
    assert again["id"].startswith("lagoon-")
    assert again["id"].count("-") == 1


def test_the_number_of_boards_is_limited(server: Server, ann: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    board = bring(ann)
    monkeypatch.setattr(type(server.services.settings), "boards", Boards(each=1), raising=False)
    refused = upload(ann, pack(make_lagoon()), status=409)
    assert refused["error"]["message"] == "An account may have at most 1 boards here. Delete one first."
    assert ann.delete(f"/api/v1/boards/{board['id']}").status_code == 204
    assert bring(ann)


def test_a_removed_board_leaves_nothing_behind(server: Server, ann: Client) -> None:
    board = bring(ann)
    ann.get(f"/api/v1/variants/{board['id']}")
    assert ann.delete(f"/api/v1/boards/{board['id']}").status_code == 204
    assert ann.get(f"/api/v1/variants/{board['id']}").status_code == 404
    data: Path = server.services.settings.data
    assert [*(data / "plates").iterdir(), *(data / "editions").iterdir()] == []


def test_asking_to_publish_and_taking_it_back(ann: Client) -> None:
    address = f"/api/v1/boards/{bring(ann)['id']}/publishing"
    assert ann.put(address, json={"wanted": True}).json()["state"] == "asked"
    assert ann.put(address, json={"wanted": False}).json()["state"] == "private"


def test_the_picture_has_the_colours_of_the_author(ann: Client) -> None:
    plain = make_lagoon()["variant.toml"].replace(b'colour = "#8b2b2b"\n', b"")
    red, any_colour = (
        ann.get(bring(ann, {"variant.toml": terms})["card"]["plate"]).text
        for terms in (make_lagoon()["variant.toml"], plain)
    )
    assert red != any_colour


@pytest.mark.parametrize(
    ("name", "text", "line", "words"),
    [
        ("map.bay", NJUDGE_MAP.replace("gul-xc: hav", "gul-xc: nowhere"), 18, "unknown province 'nowhere' beside gul"),
        ("bay.map", DPJUDGE.replace("LAND MIL ABUTS", "LAND MIL BESIDE"), 19, "expected LAND PAR ABUTS"),
        ("variants.xml", "<VARIANTS>", None, "not plain XML"),
    ],
)
def test_what_is_wrong_with_a_foreign_file_has_its_line(
    ann: Client, name: str, text: str, line: int | None, words: str
) -> None:
    (found,) = upload(ann, text.encode(), name)["errors"]
    assert (found["file"], found["line"]) == (name, line)
    assert found["text"].startswith(words)
