"""Results are taken along: the turn sheet, a picture, a report to copy, a link."""

import re

from playwright.sync_api import expect

from tests.browser.acts import Person
from tests.browser.hosting import host_game, judge
from tests.browser.looking import check_barriers, measure_overflow, turn_to
from tests.browser.site import Site


def test_results_are_printed_drawn_and_copied(site: Site) -> None:
    remy = Person.arrive(site, "Remy")
    gm = host_game(site, {"FRANCE": remy})
    remy.save("A PAR - BUR", "A MAR S A PAR - BUR", "F BRE - MAO")
    judge(gm)
    remy.read("results/S1901M").await_board()
    link = remy.page.get_by_role("link", name="Print turn sheet")
    answer = remy.context.request.get(str(link.get_attribute("href")))
    assert (answer.status, answer.headers["content-type"]) == (200, "application/pdf")
    check_barriers(remy, "share-row")
    remy.press("Picture and report")
    dialogue = remy.page.get_by_role("dialog", name="Picture and report")
    dialogue.get_by_label("Part of the board").select_option("West")
    dialogue.get_by_label("Only what concerns France").check()
    dialogue.get_by_label("Black and white").check()
    picture = str(dialogue.get_by_role("link", name="SVG").get_attribute("href"))
    assert re.search(r"theatre=West&power=FRANCE&colours=black-and-white", picture)
    assert "A PAR" not in remy.context.request.get(picture).text()[:200]
    assert remy.context.request.get(picture).headers["content-type"] == "image/svg+xml"
    check_barriers(remy, "share-dialogue")
    dialogue.get_by_label("Part of the board").select_option("")
    dialogue.get_by_label("Form").select_option("markdown")
    dialogue.get_by_role("button", name="Copy", exact=True).first.click()
    expect(dialogue.get_by_role("button", name="Copied", exact=True)).to_be_visible()
    copied = remy.page.evaluate("navigator.clipboard.readText()")
    assert "`+ A PAR - BUR`" in copied
    turn_to(remy.page, "dark")
    check_barriers(remy, "share-dialogue-dark")


def test_the_page_to_print_is_styled_and_shows_its_pictures(site: Site) -> None:
    gm = host_game(site, {"FRANCE": Person.arrive(site, "Remy")})
    judge(gm)
    gm.page.goto(f"/api/v1/games/{gm.game}/zine.html")
    gm.page.wait_for_function("() => document.images[0].complete && document.images[0].naturalWidth > 0")
    assert gm.page.evaluate("getComputedStyle(document.querySelector('.columns')).columnCount") == "2"
    check_barriers(gm, "turn-sheet-page")


def test_a_phone_takes_results_along_too(site: Site) -> None:
    remy = Person.arrive(site, "Remy", phone=True)
    gm = host_game(site, {"FRANCE": remy})
    judge(gm)
    remy.read("results/S1901M").await_board()
    remy.press("Picture and report")
    expect(remy.page.get_by_role("dialog")).to_be_visible()
    check_barriers(remy, "share-phone")
    assert measure_overflow(remy.page) <= 0
    remy.page.keyboard.press("Escape")
    remy.page.set_viewport_size({"width": 844, "height": 390})
    remy.press("Picture and report")
    expect(remy.page.get_by_role("dialog")).to_be_visible()
    assert measure_overflow(remy.page) <= 0


CLOSED = """() => {
  const clipboard = navigator.clipboard;
  window.readClipboard = () => clipboard.readText();
  Object.defineProperty(navigator, "clipboard", { value: undefined });
}"""
"""Browsers give a page without https no clipboard."""


def test_a_host_without_https_copies_too(site: Site) -> None:
    remy = Person.arrive(site, "Remy")
    gm = host_game(site, {"FRANCE": remy})
    remy.save("A PAR - BUR")
    judge(gm)
    remy.page.add_init_script(f"({CLOSED})()")
    remy.read("results/S1901M").await_board()
    remy.page.locator('[data-result-row="A PAR - BUR"]').get_by_role("button").first.click()
    copy = remy.button("Copy link")
    remy.tab_to(copy)
    expect(remy.button("Copied")).to_be_focused()
    assert "results/S1901M" in remy.page.evaluate("readClipboard()")
    remy.press("Picture and report")
    dialogue = remy.page.get_by_role("dialog", name="Picture and report")
    dialogue.get_by_role("button", name="Copy", exact=True).first.click()
    expect(dialogue.get_by_role("button", name="Copied", exact=True)).to_be_focused()
    assert "A PAR - BUR" in remy.page.evaluate("readClipboard()")
    # One that allows not even that says so.
    remy.page.evaluate("document.execCommand = () => false")
    dialogue.get_by_role("button", name="Copy", exact=True).last.click()
    remy.sees("This browser does not let the page copy.")
