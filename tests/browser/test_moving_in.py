"""A game master moves a running postal game onto the server, goes on with it, and mends what was mis-keyed."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import expect

from legation import Game
from tests.browser.acts import Person
from tests.browser.hosting import judge
from tests.browser.looking import check_barriers, measure_overflow, turn_to
from tests.browser.site import Site

ZINE = (Path(__file__).parent / "zines" / "colonia_vii_1754.txt").read_text(encoding="utf-8")
UNITS = {
    "Austria": 10, "China": 10, "England": 16, "France": 13, "Netherlands": 14, "Ottoman Empire": 17, "Portugal": 12,
    "Russia": 12, "Spain": 12,
}  # fmt: skip


def test_a_running_game_moves_in_from_a_zine(site: Site) -> None:
    gm = Person.arrive(site, "Gisela").enrol()
    _paste(gm)
    remy = _invite(gm, site)
    _play_three_phases(gm, remy)
    _correct(gm)
    _print(gm)


def _paste(gm: Person) -> None:
    """Paste the position with a slip of the pen, see it marked, put it right, and go on."""
    gm.open("/new").follow("move a running game here")
    gm.choose("Board", "Colonia VII").fill("Title of the game", "A Long Peace")
    box = gm.page.get_by_label("Position, as the zine prints it")
    box.fill(ZINE.replace("A Hannover", "A Hanover, A Hanoi"))
    gm.sees("'A Hanoi' is not a unit").press("Line 4")
    gm.page.wait_for_function("() => getSelection().toString().includes('AUSTRIA')")
    go_on = gm.button("Continue this game")
    expect(go_on).to_have_attribute("aria-disabled", "true")
    box.fill(ZINE)
    expect(gm.page.get_by_text("is not a unit")).to_have_count(0)
    gm.sees("Fall 1754, orders").await_board()
    for power, count in UNITS.items():
        row = gm.page.get_by_role("row").filter(has_text=power)
        expect(row.get_by_role("cell").first).to_have_text(str(count))
    go_on.click()
    expect(gm.page).to_have_url(re.compile(r"/g/[\w-]+/gm$"))
    gm.game = gm.page.url.split("/")[-2]
    assert gm.ask_game()["phase"] == "F1754M"


def _invite(gm: Person, site: Site) -> Person:
    """Make a link for each seat; France is taken by its player, the others stay with the master."""
    gm.choose("A link for", "One link for each free seat").press("Make a link")
    links = gm.page.get_by_role("region", name="Invite").get_by_role("textbox")
    expect(links).to_have_count(9)
    remy = Person.arrive(site, "Remy", phone=True).enrol()
    remy.open(gm.page.get_by_label("France", exact=True).input_value())
    remy.sees("A Long Peace").press("Accept")
    expect(remy.page).to_have_url(re.compile(r"/g/"))
    remy.game = gm.game
    assert remy.ask_game()["you"]["power"] == "FRANCE"
    return remy


def _play_three_phases(gm: Person, remy: Person) -> None:
    """The master enters Austria's orders on the page, the player of France sends his own; one line is mis-keyed."""
    remy.save("A FLA - PAR", "F BRI - ENG")
    gm.open(f"/g/{gm.game}?power=AUSTRIA").await_board()
    gm.page.get_by_label("Orders as text").fill("A Sil - Pol; A Han - Pru; F Venice - Adr")
    gm.press("Add 3")
    _await_saved(gm, 3)
    assert judge(gm) == "W1754A"
    gm.ask("PUT", f"/games/{gm.game}/orders?power=OTTOMAN", _sheet(gm, "Build A IZM", "Build F JER"))
    assert judge(gm) == "S1755M"
    gm.ask("PUT", f"/games/{gm.game}/orders?power=AUSTRIA", _sheet(gm, "A POL - LIT"))
    judge(gm)
    units = gm.ask("GET", f"/games/{gm.game}/scene")["units"]["AUSTRIA"]
    assert "A PRU" in units


def _await_saved(gm: Person, count: int) -> None:
    """Wait until the page has saved the orders of Austria."""
    for _ in range(100):
        if len(gm.ask_game("orders?power=AUSTRIA")["plan_a"]["orders"]) == count:
            return
        gm.page.wait_for_timeout(100)
    raise AssertionError("the orders were not saved")


def _sheet(gm: Person, *orders: str) -> dict[str, object]:
    return {"turn": gm.ask_game()["turn"], "plan": "A", "version": None, "orders": list(orders)}


def _correct(gm: Person) -> None:
    """The army in Hannover was meant to hold, three phases ago: what that changes is shown first, then done."""
    gm.read("gm/back")
    gm.choose("Phase to play again", "Fall 1754, orders")
    gm.page.get_by_text("Austria", exact=True).locator("visible=true").first.click()
    box = gm.page.get_by_label("Orders of Austria, one per line")
    expect(box).to_have_value(re.compile("A HAN - PRU"))
    box.fill(box.input_value().replace("A HAN - PRU", "A HAN H"))
    gm.press("Show the differences")
    gm.sees("What would be different").sees(re.compile("A HAN"))
    gm.fill("Note for the players", "Mis-keyed: the letter says that Hannover holds.").press("Go back")
    expect(gm.page).to_have_url(re.compile(r"/g/[\w-]+/gm$"))
    units = gm.ask("GET", f"/games/{gm.game}/scene")["units"]["AUSTRIA"]
    assert "A HAN" in units
    assert "A PRU" not in units


def _print(gm: Person) -> None:
    """The turn sheet of the corrected phase is a PDF."""
    gm.read("results/F1754M").await_board()
    link = gm.page.get_by_role("link", name="Print turn sheet")
    answer = gm.context.request.get(str(link.get_attribute("href")), timeout=120_000)
    assert (answer.status, answer.headers["content-type"]) == (200, "application/pdf")
    assert answer.body().startswith(b"%PDF")


def test_a_file_moves_in_with_its_history(site: Site, tmp_path: Path) -> None:
    game = Game.new()
    game.set_orders("FRANCE", ["A PAR - BUR"])
    game.advance()
    (tmp_path / "game.json").write_text(game.export_json(), encoding="utf-8")
    gm = Person.arrive(site, "Gisela").enrol()
    gm.open("/new/import").press("From a file").fill("Title of the game", "A Long Peace")
    gm.page.get_by_label("File").set_input_files(tmp_path / "game.json")
    check_barriers(gm, "import-file")
    gm.press("Continue this game")
    expect(gm.page).to_have_url(re.compile(r"/g/[\w-]+/gm$"))
    gm.game = gm.page.url.split("/")[-2]
    gm.read("results/S1901M").await_board().sees("Fall 1901")
    assert gm.ask_game("export")["entries"][-1]["hash"] == game.history.sign().hashes[-1]


@pytest.mark.parametrize("is_on_phone", [False, True])
def test_the_page_has_no_barriers_and_fits_its_window(site: Site, is_on_phone: bool) -> None:
    gm = Person.arrive(site, "Gisela", phone=is_on_phone).enrol()
    gm.open("/new/import")
    gm.page.get_by_label("Position, as the zine prints it").fill(ZINE.replace("A Hannover", "A Hanoi"))
    gm.sees("'A Hanoi' is not a unit").await_board()
    gm.page.get_by_text("Past turns").click()
    gm.press("Add a turn")
    gm.page.get_by_label("Orders of all powers").fill("AUSTRIA: A Sil - Pol")
    gm.page.get_by_text("Line by line").click()
    where = "phone" if is_on_phone else "desktop"
    check_barriers(gm, f"import-light-{where}")
    turn_to(gm.page, "dark")
    check_barriers(gm, f"import-dark-{where}")
    assert measure_overflow(gm.page) <= 0
