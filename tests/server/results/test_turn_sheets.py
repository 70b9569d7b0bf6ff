"""The turn sheet of a hosted game: as PDF, and as a page that prints."""

import io
import sys

import pytest
from pypdf import PdfReader

from tests.server.kit import Client, Server
from tests.server.people import Match, make_match


@pytest.fixture
def match(server: Server) -> Match:
    match = make_match(server, powers=("FRANCE", "ENGLAND"))
    match.post(match.gm, "press", {"to": "all", "text": "Welcome, and good luck."}, status=201)
    match.post(match.players["FRANCE"], "press", {"to": "all", "text": "Peace is near.\n<b>Really</b>"}, status=201)
    match.post(match.players["FRANCE"], "press", {"to": ["ENGLAND"], "text": "Let us share Belgium."}, status=201)
    match.order("FRANCE", ["A PAR - PIC", "A MAR - MUN", "F BRE - MAO"])
    match.judge()
    server.clock.pass_time(minutes=1)
    match.post(match.gm, "press", {"to": "all", "text": "Snow delays the trains."}, status=201)
    return match


def read_page(match: Match, who: Client, **query: str) -> str:
    answer = who.get(match.path("zine.html"), params=query)
    assert answer.status_code == 200, answer.text
    text: str = answer.text
    return text


def read_pdf(match: Match, who: Client, **query: str) -> str:
    answer = who.get(match.path("zine.pdf"), params=query)
    assert answer.status_code == 200, answer.text
    assert answer.headers["content-type"] == "application/pdf"
    return " ".join(" ".join(page.extract_text() for page in PdfReader(io.BytesIO(answer.content)).pages).split())


def test_a_phase_is_printed_with_everything_that_is_public(match: Match) -> None:
    text = read_pdf(match, match.players["ENGLAND"], phase="S1901M")
    assert "The Long Peace" in text
    assert "Diplomacy. Spring 1901, orders" in text
    assert "A PAR - PIC The army in Paris moved to Picardy." in text
    assert "From the game master" in text
    assert "Snow delays the trains." in text
    assert "Peace is near. <b>Really</b>" in text
    assert "Next: Fall 1901, orders, due" in text
    assert "share Belgium" not in text
    assert "France player" in text


def test_the_page_says_the_same_and_runs_nothing(match: Match) -> None:
    answer = match.gm.get(match.path("zine.html"))
    policy = answer.headers["content-security-policy"]
    assert policy.startswith("default-src 'none'; img-src data:; style-src 'sha256-")
    page = answer.text
    assert "<code>+ A PAR - PIC</code> The army in Paris moved to Picardy." in page
    assert "<p>&lt;b&gt;Really&lt;/b&gt;</p>" in page
    assert '<img src="data:image/svg+xml;base64,' in page


def test_each_note_of_the_master_stands_on_one_sheet(match: Match) -> None:
    match.server.clock.pass_time(minutes=1)
    match.judge()
    match.server.clock.pass_time(minutes=1)
    match.post(match.gm, "press", {"to": "all", "text": "The trains run again."}, status=201)
    spring, fall = read_page(match, match.gm, phase="S1901M"), read_page(match, match.gm, phase="F1901M")
    assert ("Welcome" in spring, "Snow delays" in spring, "run again" in spring) == (True, True, False)
    assert ("Welcome" in fall, "Snow delays" in fall, "run again" in fall) == (False, False, True)
    assert ("Peace is near" in spring, "Peace is near" in fall) == (True, False)
    assert "due" not in spring.split("What comes next")[1].split("</section>")[0]


def test_onlookers_get_the_sheet_as_late_as_the_results(match: Match) -> None:
    onlooker = match.join("Spectator", "spectator")
    assert onlooker.get(match.path("zine.pdf")).status_code == 404
    match.judge()
    page = read_page(match, onlooker)
    assert "A PAR - PIC" in page
    assert "Snow delays" not in page, "it was written after what an onlooker sees"
    assert onlooker.get(match.path("zine.html"), params={"phase": "F1901M"}).status_code == 404


def test_names_are_left_out_while_they_are_secret(server: Server) -> None:
    match = make_match(server, powers=("FRANCE", "ENGLAND"), terms={"is_anonymous": True})
    match.judge()
    assert "France player" not in read_page(match, match.players["ENGLAND"])
    assert "France player" in read_page(match, match.gm)


def test_a_sheet_that_somebody_has_is_not_made_again(match: Match) -> None:
    first = match.gm.get(match.path("zine.pdf"), params={"paper": "letter", "colours": "black-and-white"})
    box = PdfReader(io.BytesIO(first.content)).pages[0].mediabox
    assert (round(box.width), round(box.height)) == (612, 792)
    assert first.headers["content-disposition"] == f'inline; filename="{match.id}-S1901M.pdf"'
    again = match.gm.get(
        match.path("zine.pdf"),
        params={"paper": "letter", "colours": "black-and-white"},
        headers={"If-None-Match": first.headers["etag"]},
    )
    assert again.status_code == 304


def test_a_host_without_the_extra_says_so_in_one_sentence(match: Match, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "typst", None)
    refused = match.gm.get(match.path("zine.pdf"))
    assert refused.status_code == 503
    assert "legation[print]" in refused.json()["error"]["message"]
    assert match.gm.get(match.path("zine.html")).status_code == 200


def test_what_cannot_be_printed_is_refused(match: Match) -> None:
    for wrong in ({"paper": "papyrus"}, {"colours": "pink"}, {"phase": "nonsense"}):
        assert match.gm.get(match.path("zine.pdf"), params=wrong).status_code == 422
    assert match.gm.get(match.path("zine.pdf"), params={"phase": "F1950M"}).status_code == 404
