"""Somebody brings a board, mends what the report names, runs a game on it and has a year judged."""

import re
from pathlib import Path

from playwright.sync_api import expect
from sqlalchemy import update

from legation.server.base.services import make_services
from legation.server.store.tables import accounts
from tests.browser.acts import Person
from tests.browser.hosting import judge_until
from tests.browser.looking import measure_overflow
from tests.browser.site import Site
from tests.server.boards.helpers import make_lagoon, pack
from tests.server.kit import make_settings

BOTS = {"RED": "easy", "BLUE": "easy"}


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
    gm.press("Check and keep it").sees("start.csv, line 6").sees("A GUL cannot stand there")
    gm.page.get_by_label("File").set_input_files(good)
    gm.press("Check and keep it").sees("nothing is wrong with it")
    assert measure_overflow(gm.page) == 0
    gm.follow("Run a game on it")
    expect(gm.page.get_by_role("radio", name=re.compile("The Lagoon"))).to_be_checked()
    made = gm.ask("POST", "/games", {
        "title": "On the Lagoon", "variant": gm.page.url.split("variant=")[1], "terms": {"bots": BOTS},
    })  # fmt: skip
    gm.game = made["id"]
    gm.ask("POST", f"/games/{gm.game}/start", {})
    judge_until(gm, "S1851M")
    gm.open(f"/g/{gm.game}/results").sees("The Lagoon")


def _let_bring(site: Site, name: str) -> None:
    services = make_services(make_settings(site.folder, public_url=site.url))
    with services.store.write() as connection:
        connection.execute(update(accounts).where(accounts.c.name == name).values(brings_boards=True))
    services.close()
