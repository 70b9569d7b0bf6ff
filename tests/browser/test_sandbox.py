"""The sandbox: from a game in one step, edited on the board, shared as a link that holds everything."""

import re

from playwright.sync_api import expect

from tests.browser.acts import Person
from tests.browser.hosting import host_game
from tests.browser.looking import check_barriers
from tests.browser.site import Site


def test_a_position_is_taken_edited_and_shared(site: Site) -> None:
    remy = Person.arrive(site, "Remy")
    host_game(site, {"FRANCE": remy})
    remy.save("A PAR - BUR")
    remy.read("").await_board().follow("Try in sandbox")
    remy.await_board().has_order("A PAR", "A Par - Bur")
    site.expected.append("422")  # a fleet in Munich is refused
    _edit_by_click(remy)
    _move_by_key(remy)
    _change_the_phase(remy)
    link = _share(remy)
    _open_signed_out_on_a_phone(Person.arrive(site, "Olga", phone=True), link)


def _edit_by_click(remy: Person) -> None:
    """A unit changes hands, is refused where it cannot stand, and a centre loses its owner."""
    remy.press("Edit")
    remy.tap("MUN").choose("Belongs to", "France")
    munich = remy.board.locator('.unit[data-space="MUN"]').first
    expect(munich).to_have_attribute("data-power", "FRANCE")
    remy.page.get_by_role("group", name="Unit").get_by_role("button", name="Fleet").click()
    expect(remy.page.get_by_role("alert")).to_contain_text("MUN")
    expect(munich).to_have_attribute("data-unit", "A MUN")
    remy.choose("Centre of", "nobody")
    expect(remy.page.get_by_label("Centre of")).to_have_value("")
    check_barriers(remy, "sandbox-edit")


def _move_by_key(remy: Person) -> None:
    """A unit is moved by button and search alone; the change can be taken back."""
    remy.button("Move it").press("Enter")
    remy.go_to("RUH")
    expect(remy.board.locator('.unit[data-unit="A RUH"]').first).to_have_attribute("data-power", "FRANCE")
    remy.press("Undo the last change")
    expect(remy.board.locator('.unit[data-unit="A MUN"]').first).to_be_attached()


def _change_the_phase(remy: Person) -> None:
    remy.choose("Phase", "Fall, orders").fill("Year", "1905").page.keyboard.press("Tab")
    expect(remy.page.locator("header").filter(has_text="Sandbox").last).to_contain_text("Fall 1905")
    remy.press("Done")


def _share(remy: Person) -> str:
    remy.press("Share")
    link = remy.page.get_by_label("Address of this sandbox").input_value()
    assert re.search(r"/sandbox\?position=[\w-]+$", link)
    return link


def _open_signed_out_on_a_phone(olga: Person, link: str) -> None:
    """The link needs no account; a tap edits there too, and one that was cut says so."""
    olga.open(link).await_board()
    for name in ("Edit", "Judge", "Share"):  # seven powers stand in a row that scrolls, and push nothing away
        expect(olga.button(name)).to_be_in_viewport(ratio=1)
    olga.press("Edit")
    olga.page.get_by_role("button", name="Whole board").or_(olga.button("The whole board")).first.click()
    olga.tap("MUN")
    expect(olga.page.get_by_label("Belongs to")).to_have_value("FRANCE")
    check_barriers(olga, "sandbox-edit-phone")
    olga.page.get_by_role("group", name="Unit").get_by_role("button", name="None").click()
    expect(olga.board.locator('.unit[data-space="MUN"]')).to_have_count(0)
    olga.open(link[:-40])
    expect(olga.page.get_by_role("alert")).to_have_text(re.compile("This link contains no position"))
