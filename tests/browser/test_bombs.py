"""The Gigaton Bomb by tap, by key and by touch: taken like a unit, aimed at any space, drawn, counted, judged."""

import re

from playwright.sync_api import expect

from tests.browser.acts import Person
from tests.browser.hosting import host_game, judge
from tests.browser.looking import check_barriers
from tests.browser.site import Site

BOMBS = ("gigaton-bomb",)
NOBODY_IN_MARSEILLES = {"take": "FRANCE A MAR"}


def test_bombs_are_launched_by_tap_and_by_keyboard(site: Site) -> None:
    remy = Person.arrive(site, "Remy")
    gm = host_game(site, {"FRANCE": remy}, modules=BOMBS)
    gm.correct(NOBODY_IN_MARSEILLES)
    remy.read("").await_board()
    expect(remy.board.locator('[data-mark="bomb"][data-space="MAR"]')).to_be_attached()
    remy.tap("MAR").takes("BOMB MAR").tap("BUR").says("Bomb Marseilles strikes Burgundy")
    check_barriers(remy, "bomb-in-hand")
    remy.set_order().has_order("BOMB MAR", "Bomb Mar - Bur")
    expect(remy.board.locator('[data-order="BOMB MAR - BUR"][data-kind="bomb"]').first).to_be_attached()
    expect(remy.board.locator('[data-mark="bomb"][data-space="LON"]')).to_be_attached()
    _launch_by_keyboard(remy)
    remy.sees("0 ordered, 2 missing, 2 bombs").is_saved()
    assert _list_orders(remy) == {"BOMB MAR - BUR", "BOMB PAR - BER"}
    assert judge(gm) == "F1901M"
    remy.read("results/S1901M")
    expect(remy.page.locator('[data-result-row="BOMB MAR - BUR"]')).to_contain_text("Burgundy")
    assert remy.ask_game("scene")["marks"]["BUR"]["kind"] == "ruined"
    remy.read("").await_board()
    expect(remy.board.locator('[data-mark="burst"][data-space="BUR"]').first).to_be_attached()
    remy.go_to("BUR").sees("Struck by a bomb: destroyed, and closed to all units.")
    remy.read("centres").sees("Struck by bombs")


def test_a_game_master_sets_bombs(site: Site) -> None:
    remy = Person.arrive(site, "Remy")
    gm = host_game(site, {"FRANCE": remy}, modules=BOMBS)
    dialogue = gm.read("gm").act("Correct a fact", note="One was forgotten.")
    dialogue.get_by_label("What").select_option(label="Set the bombs in a space")
    dialogue.get_by_label("Power").select_option("FRANCE")
    dialogue.get_by_label("Space").fill("BUR")
    dialogue.get_by_label("Bombs").fill("2")
    dialogue.get_by_role("button", name="Add this change").click()
    expect(dialogue.locator(".line .text")).to_contain_text("bombs in BUR")
    dialogue.get_by_role("button", name="Correct it").click()
    expect(dialogue).to_be_hidden()
    assert gm.ask_game("scene")["marks"]["BUR"]["text"] == "2 bombs of France."


def _launch_by_keyboard(remy: Person) -> None:
    """The unit by its code, the bomb beside it by B, the target by its code; then the unit comes to hand again."""
    keys = remy.page.keyboard
    keys.press("Escape")
    keys.press("/")
    keys.type("par")
    keys.press("Enter")
    remy.takes("A PAR")
    keys.press("b")
    remy.says("Bomb Paris strikes").takes("BOMB PAR")
    keys.type("ber")
    remy.says("Bomb Paris strikes Berlin")
    keys.press("Enter")
    remy.has_order("BOMB PAR", "Bomb Par - Ber").takes("A PAR")


def test_a_bomb_is_launched_on_the_text_board(site: Site) -> None:
    remy = Person.arrive(site, "Remy")
    gm = host_game(site, {"FRANCE": remy}, modules=BOMBS)
    gm.correct(NOBODY_IN_MARSEILLES)
    remy.read("text").press(re.compile("Give order for the bomb in Marseilles"))
    group = remy.page.get_by_role("group", name="Order for Bomb Marseilles")
    group.get_by_label("To").select_option(label="Tunis")
    group.get_by_role("button", name="Set order").click()
    expect(remy.page.get_by_role("row").filter(has_text="Mar Marseilles")).to_contain_text("Bomb Mar \u2013 Tun")
    remy.sees("France, 0 of 2 ordered, 1 bomb").is_saved()
    assert _list_orders(remy) == {"BOMB MAR - TUN"}


def test_a_bomb_is_launched_on_a_phone(site: Site) -> None:
    remy = Person.arrive(site, "Remy", phone=True)
    host_game(site, {"FRANCE": remy}, modules=BOMBS)
    remy.read("").await_board().tap("PAR").says("Army Paris").kind("Bomb").says("Bomb Paris strikes")
    remy.sees("Tap any space on the board.").tap("BUR").says("Bomb Paris strikes Burgundy")
    remy.go_to("MUN").says("Bomb Paris strikes Munich")
    check_barriers(remy, "bomb-on-a-phone")
    remy.set_order().sees("0 of 3 ordered, 1 bomb")
    remy.kind("Hold").set_order().press("Let go").is_saved()
    assert _list_orders(remy) == {"BOMB PAR - MUN", "A PAR H"}


def _list_orders(remy: Person) -> set[str]:
    return {line["order"] for line in remy.ask_game("orders")["plan_a"]["orders"]}
