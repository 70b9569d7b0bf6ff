"""Running games that are taken in: from files with their chain, and from what a zine printed."""

import io
import json
import shutil
import tempfile
import zipfile
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest

from legation import Game
from legation.board import PowerId
from legation.game import Message, start_state
from legation.server.game.loaded_game import load_game
from legation.server.game.storage import find_game
from legation.server.judging.integrity import check_game
from legation.server.press.storage import list_messages, list_rooms
from legation.variants import load_variant
from tests.game.games import busy_game
from tests.server.kit import Client, Server, make_server
from tests.server.matches import host

ZINE = """Fall 1905
Austria: A Boh, A Tyr
Centres: home
Germany: A Mun, F Kie, A Ber
Centres: home
"""


def take_file(client: Client, data: bytes, **params: Any) -> Any:
    query = {"title": "The Long Peace", **params}
    return client.post("/api/v1/imports/file", params=query, content=data, headers={"Content-Type": "application/zip"})


def zip_files(files: Mapping[str, bytes]) -> bytes:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as packed:
        for name, content in files.items():
            packed.writestr(name, content)
    return stream.getvalue()


def take_text(client: Client, **wish: Any) -> Any:
    return client.post("/api/v1/imports", json={"title": "Zine", "variant": "standard", "position": ZINE, **wish})


def head_of(server: Server, game: str) -> str:
    with server.services.store.read() as connection:
        row = find_game(connection, game)
        assert row is not None
        return row.head


def export(client: Client, game: str) -> str:
    answer = client.get(f"/api/v1/games/{game}/export")
    assert answer.status_code == 200, answer.text
    return str(answer.text)


def test_server_to_folder_to_server_keeps_the_chain_byte_for_byte(server: Server, tmp_path: Path) -> None:
    match = host(server)
    for _ in range(3):
        match.pass_deadline()
    first = export(match.gm, match.id)
    game = Game.import_json(first)
    game.save(tmp_path / "folder")
    assert game.verify() == ()
    packed = Path(shutil.make_archive(str(tmp_path / "packed"), "zip", tmp_path / "folder"))
    made = take_file(match.gm, packed.read_bytes())
    assert made.status_code == 201, made.text
    again = made.json()["id"]
    assert head_of(server, again) == head_of(server, match.id) == game.history.sign().hashes[-1]
    assert export(match.gm, again) == first
    with server.services.store.read() as connection:
        assert check_game(connection, server.services, again) == ""


def test_a_game_on_an_earlier_edition_of_its_board_goes_on_on_it(server: Server) -> None:
    variant = load_variant("colonia-i@1")
    gm = server.sign_up("Otto")
    made = take_file(gm, Game(variant, variant.rulebook, start_state(variant)).export_json().encode())
    assert made.status_code == 201, made.text
    with server.services.store.read() as connection:
        game = load_game(connection, server.services, made.json()["id"])
    assert game.variant.version == 1
    assert not game.variant.board.is_adjacent("ENG", "MAT", "fleet")
    board = gm.get(made.json()["board"])
    assert board.status_code == 200
    assert board.content != gm.get("/api/v1/variants/colonia-i/board").content


def test_an_export_goes_to_another_server(server: Server, tmp_path: Path, blank_file: Path) -> None:
    match = host(server)
    match.pass_deadline()
    first = export(match.gm, match.id)
    shutil.copy(blank_file, tmp_path / "test.db")
    other = make_server(tmp_path)
    with other.client():
        gm = other.sign_up("Otto")
        made = take_file(gm, first.encode())
        assert made.status_code == 201, made.text
        game = made.json()
        assert (game["status"], game["phase"], game["gm"]) == ("running", "F1901M", "Otto")
        assert export(gm, game["id"]) == first
        results = gm.get(f"/api/v1/games/{game['id']}/results", params={"phase": "S1901M"})
        assert results.status_code == 200, results.text


def test_phases_that_were_undone_stay_undone(server: Server) -> None:
    game = busy_game()
    gm = server.sign_up("Ilse")
    made = take_file(gm, game.export_json().encode())
    assert made.status_code == 201, made.text
    taken = made.json()
    assert taken["phase"] == game.phase
    assert Game.import_json(export(gm, taken["id"])).history == game.pack().history


def test_orders_on_file_come_along(server: Server) -> None:
    game = Game.new()
    game.set_orders("FRANCE", ["A PAR - BUR"])
    gm = server.sign_up("Ilse")
    taken = take_file(gm, game.export_json().encode()).json()
    sheet = gm.get(f"/api/v1/games/{taken['id']}/orders", params={"power": "FRANCE"}).json()
    assert [line["order"] for line in sheet["plan_a"]["orders"]] == ["A PAR - BUR"]


def make_flood(**desk: object) -> bytes:
    """An exported game with more on file than anybody could mean."""
    return json.dumps({**json.loads(busy_game().export_json()), "desk": desk}).encode()


@pytest.mark.parametrize(
    ("orders", "problem"),
    [
        (["A PAR H"] * 401, "more than 400 orders of FRANCE"),
        (["A PAR H;" * 101] * 4, "more than 400 orders of FRANCE"),
        (["A PAR H" + "!" * 20_000], "the orders of FRANCE have more than 20000 characters"),
    ],
)
def test_more_orders_on_file_than_a_player_could_save_are_refused(
    server: Server, orders: list[str], problem: str
) -> None:
    answer = take_file(server.sign_up("Ilse"), make_flood(orders={"FRANCE": orders}))
    assert (answer.status_code, answer.json()["error"]["field"]) == (422, "desk")
    assert problem in answer.json()["error"]["message"]


def test_more_proposals_than_anybody_could_make_are_refused(server: Server) -> None:
    proposals = [{"made": "S1901M", "number": number, "by": "FRANCE"} for number in range(1, 202)]
    answer = take_file(server.sign_up("Ilse"), make_flood(proposals=proposals))
    assert (answer.status_code, answer.json()["error"]["message"]) == (422, "Desk: more than 200 proposals.")


def test_judged_phases_hold_no_more_than_players_could_have_ordered(server: Server) -> None:
    game = Game.new()
    game.set_orders("FRANCE", ["A PAR H", *(f"A X{number} H" for number in range(400))])
    game.advance()
    answer = take_file(server.sign_up("Ilse"), game.export_json().encode())
    assert (answer.status_code, answer.json()["error"]["field"]) == (422, "entry 1")


def test_a_long_note_or_a_chain_without_end_is_refused(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    gm, game = server.sign_up("Ilse"), Game.new()
    game.advance()
    game.back(note="x" * 5001)
    assert take_file(gm, game.export_json().encode()).json()["error"]["field"] == "entry 2"
    monkeypatch.setattr("legation.game.archive.MOST_ENTRIES", 1)
    assert "at most 1 are read" in take_file(gm, busy_game().export_json().encode()).json()["error"]["message"]


def test_a_large_entry_is_refused(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("legation.game.archive.LARGEST_ENTRY", 3000)
    answer = take_file(server.sign_up("Ilse"), busy_game().export_json().encode())
    assert (answer.status_code, answer.json()["error"]["field"]) == (422, "entry 1")


def test_phases_of_files_and_the_room_they_take_are_counted(make_any: Callable[..., Server]) -> None:
    server = make_any(rate_factor=1)
    gm, other = server.sign_up("Ilse"), server.sign_up("Otto")
    rates, now = server.services.rates, server.clock.now()
    data = busy_game().export_json().encode()
    assert gm.account is not None
    rates.take("import_phases", f"account {gm.account['id']}", now, 398)
    refused = take_file(gm, data)
    assert (refused.status_code, refused.json()["error"]["code"]) == (429, "too_many_requests")
    assert take_file(other, data).status_code == 201
    rates.take("import_room", "address testclient", now, 599)  # another account of the same address does not help
    assert take_file(other, data).status_code == 429


def test_a_refusal_does_not_tell_where_the_host_unpacks(server: Server) -> None:
    gm = server.sign_up("Ilse")
    for files in ({"game.json": b"\xff"}, {"game.json": b"{}", "desk.json": b"\xff"}, {}):
        answer = take_file(gm, zip_files(files))
        assert answer.status_code == 422
        assert tempfile.gettempdir() not in answer.text


def test_a_changed_chain_is_refused_with_its_entry(server: Server) -> None:
    data = json.loads(busy_game().export_json())
    data["entries"][2]["event"] = data["entries"][1]["event"]
    answer = take_file(server.sign_up("Ilse"), json.dumps(data).encode())
    assert answer.status_code == 422
    assert answer.json()["error"]["field"] == "entries[2].hash"


@pytest.mark.parametrize(
    ("data", "status"),
    [
        (b"", 422),
        (b"{}", 422),
        (b"PK\x03\x04 no zip", 422),
        (b'{"format":"legation-game","version":1,"setup":{"variant":"/etc","version":1},"entries":[],"desk":{}}', 422),
        (b'{"format":"legation-game","version":1,"setup":{"variant":"../standard"},"entries":[],"desk":{}}', 422),
        (b"[" * 200_000, 422),
        (b"x" * 13_000_000, 413),
    ],
)
def test_a_file_that_is_no_game_is_refused(server: Server, data: bytes, status: int) -> None:
    gm = server.sign_up("Ilse")
    answer = take_file(gm, data)
    assert answer.status_code == status, answer.text
    assert answer.json()["error"]["message"]
    assert gm.get("/api/v1/games?scope=mine").json()["games"] == []


def test_a_bomb_is_refused(server: Server) -> None:
    data = zip_files({f"records/{number}.json": b"0" * 10_000_000 for number in range(8)})
    answer = take_file(server.sign_up("Ilse"), data)
    assert answer.status_code == 422
    assert "are packed in it" in answer.json()["error"]["message"]


def test_a_position_is_checked_before_anything_is_written(server: Server) -> None:
    gm = server.sign_up("Ilse")
    text = ZINE.replace("A Tyr", "A Tyyr")
    found = gm.post("/api/v1/imports/check", json={"variant": "standard", "position": text}).json()
    assert found["can_begin"] is False
    fault = found["findings"][0]
    assert (fault["weight"], fault["line"]) == ("error", 2)
    assert "TYR" in fault["candidates"]
    assert found["lines"][1]["meanings"] == ["AUSTRIA", "AUSTRIA A BOH"]
    assert found["board"]["units"]["GERMANY"] == ["A BER", "F KIE", "A MUN"]
    counts = {count["power"]: (count["units"], count["centres"]) for count in found["counts"]}
    assert counts["GERMANY"] == (3, 3)
    refused = take_text(gm, position=text)
    assert (refused.status_code, refused.json()["error"]["field"]) == (422, "position, line 2")
    assert gm.get("/api/v1/games?scope=mine").json()["games"] == []


def test_a_printed_position_begins_a_game_run_by_its_master(server: Server) -> None:
    gm = server.sign_up("Ilse")
    made = take_text(gm)
    assert made.status_code == 201, made.text
    game = made.json()
    assert (game["status"], game["phase"], game["turn"]) == ("running", "F1905M", 1)
    assert {seat["kind"] for seat in game["seats"]} == {"empty"}
    path = f"/api/v1/games/{game['id']}"
    body = {"turn": 1, "plan": "A", "version": None, "orders": ["A BOH - MUN", "A TYR S A BOH - MUN"]}
    saved = gm.put(f"{path}/orders", params={"power": "AUSTRIA"}, json=body)
    assert saved.status_code == 200, saved.text
    seen = gm.get(f"{path}/orders", params={"power": "AUSTRIA"}).json()
    assert len(seen["plan_a"]["orders"]) == 2
    judged = gm.post(f"{path}/gm/acts", json={"act": "advance", "turn": 1})
    assert judged.status_code == 200, judged.text
    now = gm.get(path).json()
    assert (now["phase"], now["status"]) == ("F1905R", "running")
    log = gm.get(f"{path}/log").json()
    assert any("imports a running game at Fall 1905" in line["text"] for line in log["log"])


def test_players_are_invited_to_the_seats_of_a_running_game(server: Server) -> None:
    gm = server.sign_up("Ilse")
    game = take_text(gm).json()["id"]
    made = gm.post(f"/api/v1/games/{game}/invitations/seats", json={})
    assert made.status_code == 201, made.text
    links = {link["power"]: link["url"] for link in made.json()["links"]}
    assert len(links) == 7
    otto = server.sign_up("Otto")
    token = links["GERMANY"].rsplit("/", 1)[1]
    joined = otto.post(f"/api/v1/invitations/{token}", json={})
    assert joined.status_code == 200, joined.text
    assert joined.json()["you"]["power"] == "GERMANY"
    body = {"turn": 1, "plan": "A", "version": None, "orders": ["A MUN H"]}
    assert otto.put(f"/api/v1/games/{game}/orders", json=body).status_code == 200
    sheet = gm.get(f"/api/v1/games/{game}/orders", params={"power": "GERMANY"}).json()
    assert sheet["plan_a"]["orders"] == []  # what a player writes stays secret from a master who may not see orders
    again = gm.post(f"/api/v1/games/{game}/invitations/seats", json={}).json()["links"]
    assert "GERMANY" not in {link["power"] for link in again}


def test_only_the_master_makes_links_to_seats(server: Server) -> None:
    gm = server.sign_up("Ilse")
    game = take_text(gm).json()["id"]
    assert server.sign_up("Otto").post(f"/api/v1/games/{game}/invitations/seats", json={}).status_code == 403


def test_past_turns_are_compared_and_taken_over_only_if_the_master_says_so(server: Server) -> None:
    gm = server.sign_up("Ilse")
    orders = "Austria: A Boh - Mun, A Tyr S A Boh - Mun"
    printed = "Austria: A Boh, A Tyr\nGermany: A Mun, F Kie, A Ber"
    turn = {"orders": orders, "printed": f"Fall 1905 retreats\n{printed}"}
    wish = {"variant": "standard", "position": ZINE, "turns": [turn]}
    found = gm.post("/api/v1/imports/check", json=wish).json()
    [checked] = found["turns"]
    assert (found["can_begin"], checked["is_open"], checked["leads_to"]) == (False, True, "Fall 1905, retreats")
    assert any(one["text"].startswith("BOH: printed AUSTRIA A BOH, judged none") for one in checked["differences"])
    assert any(one["reasons"] for one in checked["differences"])
    assert take_text(gm, turns=[turn]).status_code == 422
    made = take_text(gm, turns=[{**turn, "takes_printed": True, "note": "issue 12"}])
    assert made.status_code == 201, made.text
    entries = json.loads(export(gm, made.json()["id"]))["entries"]
    assert [next(iter(entry["event"])) for entry in entries] == ["judged", "changed"]
    assert entries[1]["event"]["changed"]["note"] == "issue 12"


@pytest.mark.parametrize(
    ("wish", "status"),
    [
        ({"variant": "atlantis"}, 404),
        ({"title": " "}, 422),
        ({"rules": "1899"}, 422),
        ({"terms": {"clock": {"zone": "Nowhere"}}}, 422),
        ({"position": "x" * 200_000}, 422),
        ({"turns": [{"orders": ""}] * 121}, 422),
        ({"turns": [{"orders": "", "result": ""}]}, 422),
        ({"phase": "Michaelmas"}, 422),
        ({"start": "F1905M"}, 422),
    ],
)
def test_a_wish_that_cannot_be_met_is_refused(server: Server, wish: dict[str, Any], status: int) -> None:
    answer = take_text(server.sign_up("Ilse"), **wish)
    assert answer.status_code == status, answer.text


def test_guests_and_strangers_take_in_no_games(server: Server) -> None:
    guest = server.client()
    guest.post("/api/v1/solo", json={"variant": "standard"})
    guest.get("/api/v1/session")
    assert take_text(guest).status_code == 403
    assert take_file(guest, b"{}").status_code == 403
    assert take_text(server.client()).status_code == 401
    assert server.client().post("/api/v1/imports/check", json={"variant": "standard"}).status_code == 401


def test_a_game_can_wait_for_its_players(server: Server) -> None:
    gm = server.sign_up("Ilse")
    game = take_text(gm, begins=False, terms={}).json()
    assert (game["status"], game["phase"]) == ("open", "F1905M")
    path = f"/api/v1/games/{game['id']}"
    assert gm.post(f"{path}/start").status_code == 409
    assert gm.patch(path, json={"terms": {"is_run_by_master": True}}).status_code == 200
    begun = gm.post(f"{path}/start")
    assert begun.status_code == 200, begun.text
    assert (begun.json()["status"], begun.json()["phase"]) == ("running", "F1905M")


def test_a_new_game_too_can_be_run_by_its_master_alone(server: Server) -> None:
    gm = server.sign_up("Ilse")
    terms = {"is_run_by_master": True, "clock": {"kind": "none"}}
    game = gm.post("/api/v1/games", json={"title": "By post", "variant": "standard", "terms": terms}).json()["id"]
    assert gm.post(f"/api/v1/games/{game}/start").json()["status"] == "running"
    for turn in (1, 2):
        assert gm.post(f"/api/v1/games/{game}/gm/acts", json={"act": "advance", "turn": turn}).status_code == 200
    assert gm.get(f"/api/v1/games/{game}").json()["phase"] == "S1902M"


def test_a_game_that_is_over_is_kept_as_it_ended(server: Server) -> None:
    centres = ", ".join(space.id for space in Game.new().variant.board.spaces.values() if space.centre)
    game = Game.new(position=f"Fall 1909\nFrance: A Par\nCentres: {centres}")
    game.advance()
    taken = take_file(server.sign_up("Ilse"), game.export_json().encode())
    assert taken.status_code == 201, taken.text
    assert taken.json()["status"] == "ended"


def test_open_proposals_come_without_votes_and_are_voted_on_again(server: Server) -> None:
    game = Game.new()
    made = game.propose("FRANCE", "draw")
    data = json.loads(game.export_json())
    assert data["desk"]["proposals"]
    for proposal in data["desk"]["proposals"]:
        proposal.pop("votes", None)
    gm = server.sign_up("Ilse")
    taken = take_file(gm, json.dumps(data).encode())
    assert taken.status_code == 201, taken.text
    votes = gm.get(f"/api/v1/games/{taken.json()['id']}/votes").json()
    assert getattr(made, "id", "") in json.dumps(votes)


def test_a_game_of_another_program_comes_with_its_press(server: Server) -> None:
    played = Game.new("standard")
    played.set_orders("FRANCE", ["A PAR - BUR"])
    played.advance()
    first = played.records[0].phase
    played.press = (
        Message(first, PowerId("FRANCE"), (PowerId("ENGLAND"),), "Shall we?", 1_660_957_918),
        Message(first, PowerId("ENGLAND"), (), "Peace to all."),
    )
    saved = json.loads(played.export_saved_game())
    saved["phases"][1]["state"]["units"]["ITALY"] = ["A VEN", "A ROM"]
    gm = server.sign_up("Ilse")
    taken = take_file(gm, json.dumps(saved).encode())
    assert taken.status_code == 201, taken.text
    game = taken.json()["id"]
    assert taken.json()["phase"] == "F1901M"
    (room,) = [room for room in gm.get(f"/api/v1/games/{game}/press").json()["rooms"] if room["last"]]
    assert (room["last"]["text"], room["unread"]) == ("Peace to all.", 0)  # the game master reads no letters of others
    log = gm.get(f"/api/v1/games/{game}/log").text
    assert "1 differences, 1 of them unexplained" in log
    with server.services.store.read() as connection:
        assert check_game(connection, server.services, game) == ""
        rooms = {
            room.key: list_messages(connection, room.id, before=None, limit=9) for room in list_rooms(connection, game)
        }
        (letter,) = rooms["ENGLAND+FRANCE"]
        assert (letter.sender, letter.phase, letter.text) == ("FRANCE", "S1901M", "Shall we?")
        assert letter.sent_at.year == 2022


def test_a_game_of_another_program_names_its_variant_where_its_file_does_not(server: Server) -> None:
    text = b"PHASE 1901 Spring Movement\nPOSITIONS\n\tFrance: army par\n\tFrance: supply par\nORDERS\n\tpar hold\n"
    gm = server.sign_up("Ilse")
    unnamed = take_file(gm, text)
    assert (unnamed.status_code, "does not name its board" in unnamed.text) == (422, True)
    assert take_file(gm, text, variant="nowhere").status_code in (404, 422)
    assert take_file(gm, text, variant="standard").status_code == 201
    assert take_file(gm, b"PHASE 1901 Spring Movement\nPOSITIONS\n\tFrance: army xxx\n").status_code == 422
