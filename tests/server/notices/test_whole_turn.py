"""The whole turn by letter, with a picture, for those who want it; a picture for the webhook where all may see it."""

import email
import email.policy
from collections.abc import Callable
from email.message import EmailMessage
from typing import Any

import pytest

from legation.server.mail import outbox
from legation.server.mail.outbox import send_letters, send_webhooks
from legation.server.results.pictures import draw_for_letter
from tests.server.kit import Client, Server
from tests.server.notices.test_service import id_of, told
from tests.server.people import Match, make_match


@pytest.fixture
def match(server: Server) -> Match:
    match = make_match(server, terms={"webhook": "https://hooks.example.org/abc"})
    match.order("FRANCE", ["A PAR - PIC"])
    match.order("ENGLAND", ["F LON - NTH"])
    return match


def choose(client: Client, **letters: bool) -> None:
    answer = client.patch("/api/v1/account", json={"settings": {"mail": letters}})
    assert answer.status_code == 200, answer.text


def body_of(match: Match, client: Client) -> str:
    return next(str(notice.body) for notice in told(match, "judged") if notice.account == id_of(client))


def test_who_wants_it_gets_all_orders_centres_and_the_deadline(match: Match) -> None:
    choose(match.players["FRANCE"], whole_turn=True)
    choose(match.gm, whole_turn=True)
    match.judge()
    for reader in (match.players["FRANCE"], match.gm):
        body = body_of(match, reader)
        assert "+ A PAR - PIC" in body
        assert "+ F LON - NTH" in body
        assert "power    centres  units" in body
        assert "Next: Fall 1901, orders, due Tue 17 Nov 2026, 12:00 (UTC)." in body
        assert body.count("Next: ") == 1
    assert "F LON - NTH" not in body_of(match, match.players["GERMANY"])


def test_onlookers_who_are_kept_back_do_not_get_it_sooner(match: Match) -> None:
    onlooker = match.join("Spectator", "spectator")
    choose(onlooker, whole_turn=True, picture=True)
    match.judge()
    assert id_of(onlooker) not in {notice.account for notice in told(match, "judged")}
    match.judge()
    body = body_of(match, onlooker)
    assert "Spring 1901, orders" in body
    assert "+ F LON - NTH" in body
    assert "results/S1901M" in body
    assert "due Tue" not in body, "the phase that follows is judged already"
    send_letters(match.server.services, draw=draw_for_letter)
    assert list(read_letters(match)["spectator@example.org"].iter_attachments())


def read_letters(match: Match) -> dict[str, EmailMessage]:
    """The letters in the host's folder, by their address."""
    letters: dict[str, EmailMessage] = {}
    for file in match.server.services.settings.letters.glob("*.eml"):
        letter = email.message_from_bytes(file.read_bytes(), policy=email.policy.default)
        assert isinstance(letter, EmailMessage)
        letters[str(letter["To"])] = letter
    return letters


def test_a_picture_goes_along_with_the_letter_of_who_wants_one(match: Match) -> None:
    choose(match.players["FRANCE"], picture=True)
    match.judge()
    send_letters(match.server.services, draw=draw_for_letter)
    letters = read_letters(match)
    parts = list(letters["france.player@example.org"].iter_attachments())
    assert [(part.get_content_type(), part.get_filename()) for part in parts] == [
        ("image/png", f"{match.id}-S1901M.png")
    ]
    assert parts[0].get_content().startswith(b"\x89PNG")
    assert not list(letters["england.player@example.org"].iter_attachments())


def test_a_letter_goes_without_its_picture_where_none_can_be_drawn(match: Match) -> None:
    choose(match.players["FRANCE"], picture=True)
    match.judge()
    send_letters(match.server.services, draw=lambda _services, _notice: None)
    letter = read_letters(match)["france.player@example.org"]
    assert not list(letter.iter_attachments())
    assert "A PAR - PIC" in letter.get_content()


@pytest.fixture
def posted(monkeypatch: pytest.MonkeyPatch) -> list[dict[str, Any]]:
    payloads: list[dict[str, Any]] = []
    keep: Callable[..., None] = lambda _url, payload, **_: payloads.append(payload)  # noqa: E731
    monkeypatch.setattr(outbox, "post_hook", keep)
    return payloads


def post_judged(match: Match) -> None:
    match.judge()
    send_webhooks(match.server.services)


def test_the_webhook_shows_a_picture_that_every_stranger_may_see(match: Match, posted: list[dict[str, Any]]) -> None:
    match.act("terms", {"terms": {"spectators": {"delay_phases": 0}}})
    post_judged(match)
    address = next(payload["embeds"][0]["image"]["url"] for payload in posted if "image" in payload["embeds"][0])
    answer = match.server.client().get(address.removeprefix("http://testserver"))
    assert (answer.status_code, answer.headers["content-type"]) == (200, "image/png")


@pytest.mark.parametrize(
    "terms", [{}, {"is_private": True, "spectators": {"delay_phases": 0}}, {"spectators": {"allowed": False}}]
)
def test_the_webhook_shows_no_picture_that_strangers_may_not_see(
    match: Match, posted: list[dict[str, Any]], terms: dict[str, Any]
) -> None:
    if terms:
        match.act("terms", {"terms": terms})
    post_judged(match)
    assert posted
    assert not [payload for payload in posted if "image" in payload["embeds"][0]]
