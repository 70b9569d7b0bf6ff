"""Small changes on a page make a new edition of one's own board, or a copy of another one."""

from typing import Any

import pytest

from tests.server.boards.helpers import bring, host, name_bringer
from tests.server.kit import Client, Server


@pytest.fixture
def ann(server: Server) -> Client:
    return name_bringer(server, "Ann")


def read(client: Client, board: str) -> Any:
    answer = client.get(f"/api/v1/boards/{board}/edit")
    assert answer.status_code == 200, answer.text
    return answer.json()


def save(client: Client, board: str, edit: Any, *, status: int = 200) -> Any:
    answer = client.post(f"/api/v1/boards/{board}/edit", json=edit)
    assert answer.status_code == status, answer.text
    return answer.json()


def test_saving_what_was_read_changes_nothing_that_is_played(ann: Client) -> None:
    board = bring(ann)["id"]
    page = read(ann, board)
    assert page["is_own"] is True
    assert [place["location"] for place in page["places"]] == ["HAV", "MIL", "FEN", "TOW", "CAP", "GUL", "SND"]
    assert save(ann, board, page["edit"])["board"]["number"] == 2
    assert read(ann, board)["edit"] == page["edit"]
    assert save(ann, board, page["edit"])["is_new"] is False


def test_everything_that_the_page_offers_is_saved(ann: Client) -> None:
    board = bring(ann)["id"]
    edit = read(ann, board)["edit"]
    edit |= {
        "name": "The Wide Lagoon",
        "rulebook": "1971",
        "victory": {"centres": 3, "last_year": 1860, "at_end": "most_centres", "quiet_years": 5},
        "votes": {"threshold": "2/3", "subjects": ["draw"], "weight": "powers", "counted": "any", "secret": False},
        "switches": {"coastal_crawl": "yes"},
        "modules": ["gigaton-bomb"],
    }
    edit["powers"][0] |= {"name": "Scarlet", "adjective": "Scarlet", "colour": "#aa0011"}
    edit["units"] = [*edit["units"][1:], {"power": "RED", "kind": "F", "location": "HAV"}]
    found = save(ann, board, edit)
    assert found["errors"] == []
    assert found["board"]["name"] == "The Wide Lagoon"
    again = read(ann, board)["edit"]
    assert sorted(map(str, again.pop("units"))) == sorted(map(str, edit.pop("units")))
    assert again == edit
    page = ann.get(f"/api/v1/variants/{board}").json()
    assert (page["rulebook"], page["to_win"], page["switches"]["coastal_crawl"]) == ("1971", 3, "yes")
    assert page["powers"][0]["name"] == "Scarlet"


def follow(client: Client, game: str) -> dict[str, Any]:
    """What a game goes by: of its own edition the votes, a switch, the rules of modules, the goal and a colour."""
    page = client.get(f"/api/v1/games/{game}").json()
    rules = client.get(f"/api/v1/variants/{page['rules_of']}").json()
    board = client.get(page["board"]).json()
    return {
        "votes": (rules["scheme"]["threshold"], rules["scheme"]["secret"]),
        "switch": rules["switches"]["build_in"],
        "module": "bomb" in rules["rules_html"].lower(),
        "victory": rules["to_win"],
        "colour": board["powers"]["RED"]["slot"],
    }


CHANGES: dict[str, dict[str, Any]] = {
    "votes": {
        "votes": {"threshold": "2/3", "subjects": ["draw"], "weight": "powers", "counted": "any", "secret": False}
    },
    "switch": {"switches": {"build_in": "owned"}},
    "module": {"modules": ["gigaton-bomb"]},
    "victory": {"victory": {"centres": 3, "last_year": None, "at_end": "draw", "quiet_years": None}},
    "colour": {"powers": [
        {"id": "RED", "name": "Red", "adjective": "Red", "colour": "#1f5fbf"},
        {"id": "BLUE", "name": "Blue", "adjective": "Blue", "colour": ""},
    ]},
}  # fmt: skip


def test_each_change_is_a_new_edition_that_new_games_follow_and_older_ones_do_not(ann: Client) -> None:
    board = bring(ann)["id"]
    games = [host(ann, board)["id"]]
    expected = [follow(ann, games[0])]
    for number, (what, change) in enumerate(CHANGES.items(), start=2):
        found = save(ann, board, {**read(ann, board)["edit"], **change})
        assert (found["errors"], found["board"]["number"]) == ([], number)
        games.append(host(ann, board)["id"])
        now, before = follow(ann, games[-1]), expected[-1]
        assert now[what] != before[what]
        assert {**now, what: None} == {**before, what: None}
        expected.append(now)
    assert [follow(ann, game) for game in games] == expected


def test_what_is_wrong_is_told_as_for_an_upload(ann: Client) -> None:
    board = bring(ann)["id"]
    edit = read(ann, board)["edit"]
    edit["units"].append({"power": "RED", "kind": "A", "location": "GUL"})
    assert save(ann, board, edit)["errors"] == [{"file": "start.csv", "line": 6, "text": "A GUL cannot stand there"}]
    assert save(ann, board, {**edit, "modules": ["magic"]}, status=422)["error"]["code"] == "unknown_module"


def test_a_copy_of_a_variant_of_the_program_is_a_board_of_ones_own(ann: Client) -> None:
    page = read(ann, "standard")
    assert page["is_own"] is False
    edit = {**page["edit"], "name": "Fleet Rome"}
    units = [unit for unit in edit["units"] if unit["location"] != "ROM"]
    found = save(ann, "standard", {**edit, "units": [*units, {"power": "ITALY", "kind": "F", "location": "ROM"}]})
    board = found["board"]
    assert board["id"].startswith("standard-")
    assert (board["name"], board["is_own"]) == ("Fleet Rome", True)
    assert host(ann, board["id"])["variant_name"] == "Fleet Rome"


def test_others_cannot_edit_it(server: Server, ann: Client) -> None:
    board = bring(ann)["id"]
    edit = read(ann, board)["edit"]
    assert name_bringer(server, "Max").get(f"/api/v1/boards/{board}/edit").status_code == 404
    assert save(name_bringer(server, "Eve"), board, edit, status=404)["error"]["code"] == "not_found"
    assert save(server.sign_up("Bob"), board, edit, status=403)["error"]["code"] == "no_boards"
