"""Pictures of any phase, with the viewer's rights."""

from pathlib import Path

import pytest

from legation.cli.drawn_phase import show_game
from legation.library import Game
from legation.render.files import PictureRequest, write_picture
from legation.render.picture import Shown
from legation.server.base import studio as studios
from legation.server.base.byte_cache import ByteCache
from legation.server.base.helper_process import HelperFailedError
from legation.server.base.refusals import HttpRefusal
from legation.server.base.studio import StudioApart
from legation.server.results import pictures
from tests.server.kit import Client, Server
from tests.server.people import Match, make_match

MOVED = 'class="order move succeeds"'
DRAWN = 'class="order'


@pytest.fixture(autouse=True)
def _forget() -> None:
    pictures.MADE = ByteCache(10_000_000)


@pytest.fixture
def match(server: Server) -> Match:
    match = make_match(server, powers=("FRANCE", "ENGLAND"))
    match.order("FRANCE", ["A PAR - PIC", "A MAR S A PAR - BUR", "F BRE - MAO"])
    match.judge()
    return match


def draw(match: Match, who: Client, **query: str | int) -> str:
    answer = who.get(match.path("picture.svg"), params=query)
    assert answer.status_code == 200, answer.text
    assert answer.headers["content-type"] == "image/svg+xml"
    text: str = answer.text
    return text


def test_the_results_of_a_phase_are_drawn(match: Match) -> None:
    svg = draw(match, match.players["FRANCE"], phase="S1901M")
    assert MOVED in svg
    assert "Spring 1901, orders" in svg


def test_the_position_before_a_phase_and_its_orders_are_drawn_too(match: Match) -> None:
    position = draw(match, match.gm, phase="S1901M", view="position")
    assert DRAWN not in position
    given = draw(match, match.gm, phase="S1901M", view="orders")
    assert 'class="order move"' in given
    assert MOVED not in given


def test_orders_that_are_not_judged_are_drawn_for_their_own_player_only(match: Match) -> None:
    match.order("FRANCE", ["A PIC - BEL"])
    assert 'class="order move"' in draw(match, match.players["FRANCE"], view="orders")
    assert DRAWN not in draw(match, match.players["ENGLAND"], view="orders")
    assert DRAWN not in draw(match, match.gm, view="orders")
    refused = match.players["ENGLAND"].get(match.path("picture.svg"), params={"view": "orders", "power": "FRANCE"})
    assert refused.status_code == 403
    assert refused.json()["error"]["message"] == "Orders of others are shown when they are judged."


def test_a_game_master_who_reads_orders_sees_them_drawn(server: Server) -> None:
    match = make_match(server, powers=("FRANCE",), terms={"gm_sees_orders": True})
    match.order("FRANCE", ["A PAR - BUR"])
    assert 'class="order move"' in draw(match, match.gm, view="orders", power="FRANCE")


def test_one_power_is_drawn_with_what_concerns_it(match: Match) -> None:
    everything = draw(match, match.gm, phase="S1901M")
    own = draw(match, match.gm, phase="S1901M", power="France")
    assert 0 < own.count(DRAWN) < everything.count(DRAWN)


def test_a_theatre_is_drawn_by_itself_and_an_unknown_one_is_refused(match: Match) -> None:
    whole, west = draw(match, match.gm), draw(match, match.gm, theatre="West")
    assert 'id="space-SEV"' in whole
    assert 'id="space-SEV"' not in west
    refused = match.gm.get(match.path("picture.svg"), params={"theatre": "Atlantis"})
    assert refused.status_code == 422
    assert "west" in refused.json()["error"]["candidates"]


def test_onlookers_get_the_picture_as_late_as_the_results(match: Match) -> None:
    onlooker = match.join("Spectator", "spectator")
    assert onlooker.get(match.path("picture.svg"), params={"phase": "S1901M", "view": "results"}).status_code == 404
    assert DRAWN not in draw(match, onlooker)
    assert DRAWN not in draw(match, onlooker, phase="S1901M", view="orders")
    match.judge()
    assert MOVED in draw(match, onlooker, phase="S1901M")
    assert onlooker.get(match.path("picture.svg"), params={"phase": "F1901M"}).status_code == 404


def test_strangers_see_no_picture_of_a_private_game(server: Server) -> None:
    match = make_match(server, powers=("FRANCE",), terms={"is_private": True})
    match.judge()
    assert server.client().get(match.path("picture.svg")).status_code == 404


def test_colours_and_width_are_chosen_within_bounds(match: Match) -> None:
    light, dark = draw(match, match.gm, width=800), draw(match, match.gm, width=800, colours="dark")
    printed = draw(match, match.gm, width=800, colours="black-and-white")
    assert len({light, dark, printed}) == 3
    assert 'width="800"' in light
    for wrong in ({"width": 100}, {"width": 20_000}, {"colours": "pink"}, {"view": "secrets"}):
        assert match.gm.get(match.path("picture.svg"), params=wrong).status_code == 422


def test_a_picture_is_made_once_and_not_sent_again_to_who_has_it(match: Match, monkeypatch: pytest.MonkeyPatch) -> None:
    first = match.gm.get(match.path("picture.png"), params={"width": 400})
    assert first.content.startswith(b"\x89PNG")
    monkeypatch.setattr(pictures, "make_picture", _refuse)
    again = match.gm.get(
        match.path("picture.png"), params={"width": 400}, headers={"If-None-Match": first.headers["etag"]}
    )
    assert (again.status_code, again.content) == (304, b"")
    assert match.players["FRANCE"].get(match.path("picture.png"), params={"width": 400}).content == first.content
    assert first.headers["cache-control"] == "private, no-cache"


def _refuse(*_: object) -> bytes:
    raise AssertionError("drawn again")


def test_the_server_and_the_command_draw_the_same(match: Match, tmp_path: Path) -> None:
    match.order("FRANCE", ["A PIC - BEL"])
    match.act("correct", {"changes": [{"owner": {"space": "SPA", "power": "FRANCE"}}], "note": "A slip"})
    match.judge()
    exported = match.gm.get(match.path("export"))
    game = Game.import_json(exported.text)
    for view in Shown:
        _, situation = show_game(game, "F1901M", shown=view)
        file = tmp_path / f"{view}.svg"
        write_picture(PictureRequest("standard", file, situation, width=900, has_legend=True))
        assert draw(match, match.gm, phase="F1901M", view=view, width=900) == file.read_text(encoding="utf-8")


def test_a_reconstructed_board_says_so_on_every_picture(server: Server) -> None:
    match = make_match(server, powers=("CHINA",), variant="colonia-vii")
    for legend in ("true", "false"):
        assert "A reconstruction: the map is lost." in draw(match, match.gm, legend=legend, width=600)


def say(text: str) -> bytes:
    return text.encode()


def stumble(text: str) -> bytes:
    raise ValueError(text)


def test_pictures_are_made_in_a_process_of_their_own(monkeypatch: pytest.MonkeyPatch) -> None:
    studio = StudioApart()
    try:
        assert studio.make(say, "hello") == b"hello"
        with pytest.raises(HelperFailedError, match="oh no"):
            studio.make(stumble, "oh no")
        assert studio.make(say, "again") == b"again"
        monkeypatch.setattr(studios, "LONGEST", 0.0)
        with pytest.raises(HttpRefusal) as refused:
            studio.make(say, "too late")
        assert refused.value.status == 503
    finally:
        studio.close()


def test_a_picture_opened_as_a_page_may_show_its_own_letters_and_nothing_else(match: Match) -> None:
    answer = match.gm.get(match.path("picture.svg"))
    assert "@font-face" in answer.text
    policy = answer.headers["content-security-policy"].split("; ")
    assert {"default-src 'none'", "style-src 'unsafe-inline'", "font-src data:", "sandbox"} <= set(policy)
    assert "default-src 'self'" in match.gm.get(match.path("picture.png")).headers["content-security-policy"]
