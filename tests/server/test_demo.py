import stat

import pytest

from legation.game import PhaseRecord
from legation.server import demo
from legation.server.base.services import Services
from legation.server.demo import make_demo
from legation.server.judging.service import Line, judge_now
from tests.server.kit import Server


def test_the_demonstration_is_made_once_and_can_be_signed_in_to(server: Server) -> None:
    first = make_demo(server.services)
    again = make_demo(server.services)
    assert first == again
    client = server.client()
    assert client.post("/api/v1/session", json={"login": first.name, "password": first.password}).status_code == 200
    game = client.get(f"/api/v1/games/{first.game}").json()
    assert (game["variant"], game["status"], game["you"]["power"]) == ("colonia-vii", "running", "FRANCE")
    assert game["you"]["is_gm"]
    assert game["you"]["due"]
    assert len(client.get(f"/api/v1/games/{first.game}/phases").json()["phases"]) >= 5
    assert client.get(f"/api/v1/games/{first.game}/options").json()["kind"] == "moves"


def test_one_click_signs_in_and_shows_the_game(server: Server) -> None:
    made = make_demo(server.services)
    client = server.client()
    answer = client.get(made.link.removeprefix(server.services.settings.public_url), follow_redirects=False)
    assert (answer.status_code, answer.headers["location"]) == (303, f"/g/{made.game}")
    assert client.get("/api/v1/session").json()["account"]["name"] == made.name


def test_starting_again_ends_nobodys_session(server: Server) -> None:
    made = make_demo(server.services)
    client = server.client()
    client.get(made.link.removeprefix(server.services.settings.public_url), follow_redirects=False)
    make_demo(server.services)
    assert client.get("/api/v1/session").json()["account"]["name"] == made.name


def test_a_link_that_is_not_the_demonstrations_lets_nobody_in(server: Server) -> None:
    make_demo(server.services)
    client = server.client()
    assert client.get("/enter/something-else", follow_redirects=False).status_code == 410
    assert client.get("/api/v1/session").json()["account"] is None


def test_the_secrets_of_the_demonstration_are_for_the_host_alone(server: Server) -> None:
    make_demo(server.services)
    file = server.services.settings.data / "demo.json"
    assert stat.S_IMODE(file.stat().st_mode) == 0o600


def test_a_demonstration_whose_making_was_interrupted_is_completed_at_the_next_start(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    judged: list[str] = []

    def stop_at_the_third(services: Services, game: str, line: Line) -> PhaseRecord:
        if len(judged) == 2:
            raise KeyboardInterrupt
        judged.append(game)
        return judge_now(services, game, line)

    with monkeypatch.context() as patch:
        patch.setattr(demo, "judge_now", stop_at_the_third)
        with pytest.raises(KeyboardInterrupt):
            make_demo(server.services)
    made = make_demo(server.services)
    assert made.game == judged[0]
    client = server.client()
    client.get(made.link.removeprefix(server.services.settings.public_url), follow_redirects=False)
    game = client.get(f"/api/v1/games/{made.game}").json()
    assert (game["you"]["power"], bool(game["you"]["due"])) == ("FRANCE", True)
    phases = len(client.get(f"/api/v1/games/{made.game}/phases").json()["phases"])
    assert phases >= 6
    assert make_demo(server.services) == made
    assert len(client.get(f"/api/v1/games/{made.game}/phases").json()["phases"]) == phases
