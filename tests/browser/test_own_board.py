"""Somebody brings a board, mends what the report names, runs a game on it and has a year judged."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import expect
from sqlalchemy import update

from legation.server.base.services import make_services
from legation.server.store.tables import accounts
from tests.browser.acts import Person
from tests.browser.hosting import judge_until
from tests.browser.looking import measure_overflow
from tests.browser.site import Site
from tests.importing.samples import DPJUDGE
from tests.server.boards.helpers import make_lagoon, pack
from tests.server.kit import make_settings


def test_a_board_is_brought_hosted_and_judged_for_a_year(site: Site, tmp_path: Path) -> None:
    gm = Person.arrive(site, "Gisela").enrol()
    _let_bring(site, "Gisela")
    files = dict(make_lagoon())
    broken = tmp_path / "broken.zip"
    broken.write_bytes(pack({**files, "start.csv": files["start.csv"] + b"RED,A,GUL\n"}))
    good = tmp_path / "lagoon.zip"
    good.write_bytes(pack(files))
    gm.open("/boards")
    gm.page.get_by_label("File").set_input_files(broken)
    gm.press("Check and save").sees("start.csv, line 6").sees("A GUL cannot stand there")
    gm.page.get_by_label("File").set_input_files(good)
    gm.press("Check and save").sees("found no problems")
    assert measure_overflow(gm.page) == 0
    gm.follow("Run a game on it")
    expect(gm.page.get_by_role("radio", name=re.compile("The Lagoon"))).to_be_checked()
    gm.fill("Title of the game", "On the Lagoon").press("No deadline").press("Set up the game")
    gm.sees("2 seats are free.").choose("Free seats go to", "Easy bots").press("Start the game").await_board()
    gm.game = gm.page.url.split("/g/")[1].split("/")[0]
    assert gm.ask_game()["phase"] == "S1850M"
    gm.read("gm")
    gm.act("Judge now").get_by_role("button", name="Judge now").click()
    gm.await_turn(1)
    judge_until(gm, "S1851M")
    gm.open(f"/g/{gm.game}/results").sees("The Lagoon")


@pytest.mark.parametrize("phone", [False, True], ids=["desktop", "phone"])
def test_a_board_of_another_program_is_brought_and_clicked(site: Site, tmp_path: Path, phone: bool) -> None:
    gm = Person.arrive(site, "Gisela", phone=phone).enrol()
    _let_bring(site, "Gisela")
    file = tmp_path / "bay.map"
    file.write_text(DPJUDGE.replace("FALL 1850 ADJUSTMENTS", "SPRING 1850 MOVEMENT"))
    gm.open("/boards").page.get_by_label("File").set_input_files(file)
    gm.press("Check and save").sees("How the file was converted").sees("the rule NO_CHECK")
    assert measure_overflow(gm.page) == 0
    gm.page.get_by_role("main").get_by_role("link", name="Sandbox").click()
    gm.await_board()
    expect(gm.button("Judge")).to_be_in_viewport(ratio=1)
    expect(gm.button("Share")).to_be_in_viewport(ratio=1)
    gm.tap("TOW").tap("MIL").says("Army Tower moves to Mill").set_order().has_order("A TOW", "A Tow - Mil")
    gm.press("Judge").sees("The army in Tower moved to Mill.")


def _let_bring(site: Site, name: str) -> None:
    services = make_services(make_settings(site.folder, public_url=site.url))
    with services.store.write() as connection:
        connection.execute(update(accounts).where(accounts.c.name == name).values(brings_boards=True))
    services.close()
