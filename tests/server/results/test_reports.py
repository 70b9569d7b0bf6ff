"""Reports of a phase in every form."""

import pytest

from legation.library import Game
from legation.render.words import WRITERS, report_game
from tests.server.kit import Client, Server
from tests.server.people import Match, make_match


@pytest.fixture
def match(server: Server) -> Match:
    match = make_match(server, powers=("FRANCE", "ENGLAND"))
    match.order("FRANCE", ["A PAR - PIC", "A MAR - MUN", "F BRE - MAO"])
    match.judge()
    return match


def report(match: Match, who: Client, **query: str) -> str:
    answer = who.get(match.path("report"), params=query)
    assert answer.status_code == 200, answer.text
    text: str = answer.text
    return text


def test_the_world_is_told_in_every_form(match: Match) -> None:
    england = match.players["ENGLAND"]
    assert "A PAR - PIC" in report(match, england)
    assert "### France" in report(match, england, form="markdown")
    assert "[b]France[/b]" in report(match, england, form="bbcode")
    page = england.get(match.path("report"), params={"form": "html"})
    assert page.headers["content-type"].startswith("text/html")
    assert "<h3>France</h3>" in page.text
    assert "<li><code>+ A PAR - PIC</code>" in page.text


def test_what_concerns_a_power_is_told_apart(match: Match) -> None:
    text = report(match, match.players["FRANCE"], power="FRANCE")
    assert text.startswith("Diplomacy\n\nSpring 1901, orders: results of the orders of France\n")
    assert "type results" not in text
    assert "## Spring 1901" in report(match, match.players["FRANCE"], power="france", form="markdown")


def test_a_correction_stands_in_the_report(match: Match) -> None:
    match.act("correct", {"changes": [{"owner": {"space": "BEL", "power": "FRANCE"}}], "note": "It was a slip"})
    assert "Correction: BEL belongs to FRANCE (It was a slip)." in report(match, match.gm)


def test_onlookers_get_the_report_as_late_as_the_results(match: Match) -> None:
    onlooker = match.join("Spectator", "spectator")
    assert onlooker.get(match.path("report")).status_code == 404
    match.judge()
    assert "A PAR - PIC" in report(match, onlooker)
    assert onlooker.get(match.path("report"), params={"phase": "F1901M"}).status_code == 404


def test_what_cannot_be_reported_is_refused(match: Match) -> None:
    assert match.gm.get(match.path("report"), params={"form": "pdf"}).status_code == 422
    assert match.gm.get(match.path("report"), params={"phase": "nonsense"}).status_code == 422
    assert match.gm.get(match.path("report"), params={"power": "ATLANTIS"}).status_code == 422


def test_the_log_is_read_by_all_and_by_onlookers_with_the_delay(match: Match) -> None:
    onlooker = match.join("Spectator", "spectator")
    match.act("pause", {"note": "Snow"})
    lines = match.get(match.players["ENGLAND"], "log")["log"]
    assert (lines[0]["text"], lines[0]["note"], lines[0]["actor"]) == ("The game is paused.", "Snow", "Master")
    assert [line["act"] for line in match.get(onlooker, "log")["log"]][:1] != ["pause"]


def test_a_briefing_tells_position_and_history_of_a_power(match: Match) -> None:
    told = match.get(match.players["FRANCE"], "briefing")
    assert set(told["position"]["units"]) == {"A MAR", "F MAO", "A PIC"}
    assert told["history"][0]["phase"] == "S1901M"
    orders = {line["order"]: line["result"] for line in told["history"][0]["orders"]}
    assert orders["A PAR - PIC"] == "succeeds"
    assert told["press_kept"] is True


def test_a_standby_is_briefed_on_a_free_power_without_what_the_leaver_left(match: Match) -> None:
    standby = match.join("Standby", "standby")
    match.put(match.players["FRANCE"], "notes", {"text": "Do not trust Italy."})
    refused = standby.get(match.path("briefing"), params={"power": "FRANCE"})
    assert refused.json()["error"]["message"] == "Only France can read this."
    match.act("offer", {"power": "FRANCE"})
    told = match.get(standby, "briefing", power="FRANCE")
    assert told["left"] is None
    assert "trust" not in str(told)
    assert match.get(match.gm, "briefing", power="FRANCE")["left"] is None
    assert match.players["ENGLAND"].get(match.path("briefing"), params={"power": "FRANCE"}).status_code == 403


def test_one_theatre_is_reported_by_itself(match: Match) -> None:
    text = report(match, match.gm, theatre="West")
    assert "Spring 1901, orders: West" in text
    assert "A PAR - PIC" in text
    assert "F SEV" not in text
    refused = match.gm.get(match.path("report"), params={"theatre": "Atlantis"})
    assert (refused.status_code, "West" in refused.json()["error"]["candidates"]) == (422, True)


def test_discord_gets_text_that_calls_nobody(match: Match) -> None:
    note = "@everyone <@123> **come** and see [this](http://x)"
    match.act("correct", {"changes": [{"owner": {"space": "BEL", "power": "FRANCE"}}], "note": note})
    text = report(match, match.gm, form="discord")
    assert "- `+ A PAR - PIC` The army in Paris moved to Picardy." in text
    assert "@everyone" not in text
    assert "\\<@\u200b123\\> \\*\\*come\\*\\*" in text


def test_the_command_and_the_server_report_the_same(match: Match) -> None:
    game = Game.import_json(match.gm.get(match.path("export")).text)
    own = report_game(game.variant, game.view(None), "S1901M")
    for form, write in WRITERS.items():
        assert report(match, match.gm, phase="S1901M", form=form) == write(own)
