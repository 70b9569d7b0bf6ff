from legation.server.demo import make_demo
from tests.server.kit import Server


def test_the_demonstration_is_made_once_and_can_be_signed_in_to(server: Server) -> None:
    first = make_demo(server.services)
    again = make_demo(server.services)
    assert (first.game, first.url) == (again.game, again.url)
    assert first.password != again.password
    client = server.client()
    old = client.post("/api/v1/session", json={"login": first.name, "password": first.password})
    assert old.status_code == 401
    assert client.post("/api/v1/session", json={"login": again.name, "password": again.password}).status_code == 200
    game = client.get(f"/api/v1/games/{first.game}").json()
    assert (game["variant"], game["status"], game["you"]["power"]) == ("colonia-vii", "running", "FRANCE")
    assert game["you"]["is_gm"]
    assert game["you"]["due"]
    assert len(client.get(f"/api/v1/games/{first.game}/phases").json()["phases"]) >= 5
    assert client.get(f"/api/v1/games/{first.game}/options").json()["kind"] == "moves"
