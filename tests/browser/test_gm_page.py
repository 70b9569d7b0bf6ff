"""The game master's page: every act shows its line of the log first, and exactly that line is written."""

import re
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Locator, expect

from tests.browser.acts import Person
from tests.browser.hosting import host_game
from tests.browser.site import Site

Fill = Callable[[Locator], object]


def test_every_act_writes_the_line_that_it_showed(site: Site) -> None:
    remy, gerda = Person.arrive(site, "Remy"), Person.arrive(site, "Gerda")
    gm = host_game(site, {"FRANCE": remy, "GERMANY": gerda})
    stella = Person.arrive(site, "Stella").enrol()
    stella.ask("POST", f"/games/{gm.game}/join", {"role": "standby"})
    udo = Person.arrive(site, "Udo").enrol()
    udo.ask("POST", f"/games/{gm.game}/join", {"role": "spectator"})
    site.expected.append("403")  # the page is asked once more when it has just been handed over
    gm.read("gm").sees("Orders received")
    _move_the_deadline(gm)
    _run_dry(gm, remy)
    _care_for_seats(gm, stella)
    _judge_and_correct(gm)
    _change_terms_and_hand_over(gm, remy, udo)
    remy.read("log").sees("Gisela")


def _do(gm: Person, button: str | re.Pattern[str], label: str, fill: Fill = lambda _: None) -> str:
    """Do an act: its line is shown, written, and read by all."""
    gm.press(button)
    dialogue = gm.page.get_by_role("dialog")
    fill(dialogue)
    note = dialogue.get_by_label("Note for the players")
    if note.count():
        note.fill("So it was agreed.")
    gm.page.wait_for_timeout(350)
    line = gm.preview(dialogue)
    dialogue.get_by_role("button", name=label, exact=True).click()
    expect(gm.page.get_by_role("dialog")).to_have_count(0)
    assert gm.ask_game("log")["log"][0]["text"] == line
    expect(gm.page.get_by_role("region", name="Log").get_by_role("listitem").first).to_contain_text(line)
    return line


def _move_the_deadline(gm: Person) -> None:
    before = gm.ask_game()["deadline"]
    _do(gm, "24 h later", "Extend it")
    assert gm.ask_game()["deadline"] > before
    _do(gm, "Choose a time", "Set the deadline", lambda at: at.get_by_label("Deadline").fill("2026-12-24T20:00"))
    assert gm.ask_game()["deadline"] == "2026-12-24T19:00:00Z"
    _do(gm, "Pause", "Pause")
    assert gm.ask_game()["status"] == "paused"
    _do(gm, "Resume", "Resume")
    _do(gm, "Lock orders", "Save")
    assert gm.ask_game()["is_locked"]
    _do(gm, "Unlock orders", "Save")
    _do(gm, re.compile("^Remind France"), "Remind")
    # Nothing is on file for France: whoever plays by post needs the master to enter it.
    expect(gm.page.get_by_role("link", name="Enter orders for France")).to_be_visible()


def _run_dry(gm: Person, remy: Person) -> None:
    """Outcomes are seen, nothing is kept, and the log says so."""
    remy.save("A PAR - BUR", "A MAR H")
    gm.press("Dry run")
    dialogue = gm.page.get_by_role("dialog")
    line = gm.preview(dialogue)
    dialogue.get_by_role("button", name="Dry run", exact=True).click()
    expect(dialogue).to_contain_text("A PAR - BUR")
    gm.page.keyboard.press("Escape")
    assert gm.ask_game("log")["log"][0]["text"] == line
    assert gm.ask_game()["phase"] == "S1901M"


def _care_for_seats(gm: Person, stella: Person) -> None:
    """A standby is admitted, a seat is offered and taken, a power is put in disorder, and bots come and go."""
    _do(gm, re.compile("^Admit Stella"), "Save")
    _do(gm, "Offer a seat", "Save", _at("Power", "GERMANY"))
    stella.game = gm.game
    stella.read("").follow("Briefing on Germany").sees("Briefing on").press("Take Germany")
    expect(gm.page.get_by_role("row").filter(has_text="Germany")).to_contain_text("Stella")
    _do(gm, "Civil disorder", "Save", _at("Power", "ITALY"))
    assert _seat(gm, "ITALY")["in_disorder"]
    _do(gm, re.compile("^Seat a standby for Italy"), "Seat", _at("Who plays it from now on", "bot:easy"))
    assert _seat(gm, "ITALY")["kind"] == "bot"
    _do(gm, "Replace a player", "Seat", _both(_at("Power", "TURKEY"), _at("Who plays it from now on", "empty")))
    assert _seat(gm, "TURKEY")["kind"] == "empty"


def _judge_and_correct(gm: Person) -> None:
    """A phase is judged, and a fact is set right."""
    _do(gm, "Judge now", "Judge now")
    assert gm.ask_game()["phase"] == "F1901M"
    _do(gm, "Correct a fact", "Correct it", _change("put", "FRANCE", "A GAS"))
    assert "A GAS" in gm.ask_game("scene")["units"]["FRANCE"]


def _change_terms_and_hand_over(gm: Person, remy: Person, udo: Person) -> None:
    """The last act: the game has another master."""
    _do(gm, "Broadcast", "Send to all", lambda at: at.get_by_label("To all powers").fill("Spring is played again."))
    remy.read("press/all").sees("Spring is played again.")
    whom = str(next(member["id"] for member in gm.ask_game("gm")["members"] if member["name"] == "Udo"))
    _do(gm, "Second game master", "Save", _at("To whom", whom))
    _do(gm, "Second game master", "Save", _both(_at("To whom", whom), _clear("Is a second game master")))
    _do(gm, "Change the terms", "Change them", lambda at: at.get_by_label("Hours for orders").fill("48"))
    assert gm.ask_game()["terms"]["clock"]["hours"] == 48
    gm.press("Hand over the game")
    dialogue = gm.page.get_by_role("dialog")
    dialogue.get_by_label("To whom").select_option(whom)
    line = gm.preview(dialogue)
    dialogue.get_by_role("button", name="Hand it over").click()
    gm.sees("Only the game master can see this page.")
    udo.game = gm.game
    udo.read("gm").sees(line)


def _at(label: str, value: str) -> Fill:
    return lambda dialogue: dialogue.get_by_label(label).select_option(value)


def _tick(label: str) -> Fill:
    return lambda dialogue: dialogue.get_by_label(re.compile(f"^{label}")).check()


def _clear(label: str) -> Fill:
    return lambda dialogue: dialogue.get_by_label(label).uncheck()


def _both(first: Fill, second: Fill) -> Fill:
    return lambda dialogue: (first(dialogue), second(dialogue))


def _change(what: str, power: str, unit: str) -> Fill:
    def fill(dialogue: Locator) -> None:
        dialogue.get_by_label("What").select_option(what)
        dialogue.get_by_label("Power").select_option(power)
        dialogue.get_by_label("Unit").fill(unit)
        dialogue.get_by_role("button", name="Add this change").click()

    return fill


def _seat(gm: Person, power: str) -> dict[str, Any]:
    seats: list[dict[str, Any]] = gm.ask_game()["seats"]
    return next(seat for seat in seats if seat["power"] == power)
