"""Lists of games: everybody sees all that are open to them, a page at a time."""

from typing import Any

import pytest

from legation.variants import load_variant
from tests.server.kit import Client, Server


def make_games(client: Client, count: int, terms: dict[str, Any] | None = None, title: str = "Game") -> list[str]:
    ids = []
    for number in range(count):
        body = {"title": f"{title} {number}", "variant": "standard", "terms": terms or {}}
        answer = client.post("/api/v1/games", json=body)
        assert answer.status_code == 201, answer.text
        ids.append(answer.json()["id"])
    return ids


def read_all(client: Client, **query: str) -> list[str]:
    """The ids of all games of a list, page by page."""
    found: list[str] = []
    after = ""
    while True:
        answer = client.get("/api/v1/games", params={**query, **({"after": after} if after else {})})
        assert answer.status_code == 200, answer.text
        page = answer.json()
        found += [card["id"] for card in page["games"]]
        if page["next"] is None:
            return found
        after = page["next"]


def test_private_games_do_not_push_open_ones_out_of_the_list(server: Server) -> None:
    shown = make_games(server.sign_up("Open"), 2)
    for name in ("First", "Second"):
        make_games(server.sign_up(name), 30, {"is_private": True})
    page = server.client().get("/api/v1/games", params={"scope": "open"}).json()
    assert {card["id"] for card in page["games"]} == set(shown)
    assert page["next"] is None


def test_all_pages_together_are_the_whole_list(server: Server) -> None:
    made = [game for name in ("One", "Two") for game in make_games(server.sign_up(name), 30)]
    found = read_all(server.client(), scope="open")
    assert len(found) == len(set(found)) == 60
    assert set(found) == set(made)


def test_members_see_their_private_games_in_the_lists(server: Server) -> None:
    gm, other = server.sign_up("Master"), server.sign_up("Other")
    hidden = make_games(gm, 1, {"is_private": True})
    assert read_all(gm, scope="open") == hidden
    assert read_all(gm, scope="mine") == hidden
    assert read_all(other, scope="open") == []


def test_games_leave_the_list_when_the_terms_close_them(server: Server) -> None:
    gm = server.sign_up("Master")
    (game,) = make_games(gm, 1)
    anybody = server.client()
    assert read_all(anybody, scope="open") == [game]
    assert gm.patch(f"/api/v1/games/{game}", json={"terms": {"is_private": True}}).status_code == 200
    assert read_all(anybody, scope="open") == []
    # Whoever may not look on may still join while the game waits for players.
    changes = {"is_private": False, "spectators": {"allowed": False}}
    assert gm.patch(f"/api/v1/games/{game}", json={"terms": changes}).status_code == 200
    assert read_all(anybody, scope="open") == [game]
    assert gm.post(f"/api/v1/games/{game}/start", json={"bots": "easy"}).status_code == 200
    assert read_all(anybody, scope="running") == []
    assert read_all(gm, scope="running") == [game]


@pytest.mark.parametrize("after", ["nonsense", "1_2_3_x", "1_x' OR 1=1", "-_x"])
def test_a_list_does_not_go_on_from_nowhere(server: Server, after: str) -> None:
    answer = server.client().get("/api/v1/games", params={"scope": "open", "after": after})
    assert (answer.status_code, answer.json()["error"]["code"]) == (422, "bad_cursor")


def test_open_games_are_found_by_speed_variant_press_and_free_seats(server: Server) -> None:
    gm = server.sign_up("Master")
    (plain,) = make_games(gm, 1)
    (fast,) = make_games(gm, 1, {"clock": {"hours": 24}})
    (mute,) = make_games(gm, 1, {"press": {"private": False, "rooms": False, "public": False}})
    (full,) = make_games(gm, 1, {"bots": dict.fromkeys(load_variant("standard").powers, "easy")})
    answer = gm.post("/api/v1/games", json={"title": "Large", "variant": "colonia-vii"})
    large = answer.json()["id"]
    anybody = server.client()

    def find(**query: str) -> set[str]:
        return set(read_all(anybody, scope="open", **query))

    assert find() == {plain, fast, mute, full, large}
    assert find(speed="day") == {fast}
    assert find(variant="colonia-vii") == {large}
    assert find(press="none") == {mute}
    assert find(free="true") == {plain, fast, mute, large}
    assert find(speed="days", press="full", free="true", variant="standard") == {plain}
    gm.patch(f"/api/v1/games/{plain}", json={"terms": {"clock": {"hours": 1}}})
    assert find(speed="live") == {plain}
    assert anybody.get("/api/v1/games", params={"speed": "warp"}).status_code == 422


def test_players_who_wait_for_the_draw_need_seats_too(server: Server) -> None:
    gm = server.sign_up("Master")
    bots = {power: "easy" for power in load_variant("standard").powers if power not in ("FRANCE", "ITALY")}
    (game,) = make_games(gm, 1, {"seating": "lot", "bots": bots})
    for name, free in (("One", 1), ("Two", 0)):
        joined = server.sign_up(name).post(f"/api/v1/games/{game}/join", json={"role": "player"})
        assert joined.json()["free_seats"] == free
    assert read_all(server.client(), scope="open", free="true") == []
