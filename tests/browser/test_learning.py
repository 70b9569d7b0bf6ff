"""Somebody who does not know the game learns it: lessons, signs, and rules with examples that open in the sandbox."""

import re

from playwright.sync_api import Locator, expect

from tests.browser.acts import Person
from tests.browser.looking import check_barriers, measure_overflow
from tests.browser.site import Site


def find_example(person: Person, name: str) -> Locator:
    """A small board on the page, drawn."""
    example = person.page.locator(f'figure[data-example="{name}"]')
    example.scroll_into_view_if_needed()
    expect(example.locator(".unit").first).to_be_visible()
    return example


def test_a_lesson_is_stepped_through_by_keys_and_goes_on_in_the_sandbox(site: Site) -> None:
    nora = Person.arrive(site, "Nora").open("/")
    nora.page.get_by_role("link", name="How to play").click()
    expect(nora.page.get_by_role("heading", name="How to play", level=1)).to_be_visible()
    example = find_example(nora, "retreat")
    example.get_by_role("button", name="Next").focus()
    expect(example).to_have_attribute("data-step", "position")
    nora.page.keyboard.press("Enter")
    expect(example.locator("[data-order='A PAR - BUR']")).to_have_count(1)
    nora.page.keyboard.press("ArrowRight")
    expect(example).to_have_attribute("data-step", "result")
    expect(example).to_contain_text("the German army is driven out")
    expect(example).to_contain_text("dislodged by the army from Paris")
    nora.page.keyboard.press("ArrowLeft")
    expect(example).to_have_attribute("data-step", "orders")
    check_barriers(nora, "lesson")
    example.get_by_role("link", name="Open in the sandbox").click()
    expect(nora.page).to_have_url(re.compile(r"/sandbox\?example=retreat$"))
    nora.await_board()
    note = nora.page.get_by_role("region", name="Example")
    expect(note).to_contain_text("The orders of the example are set.")
    nora.page.get_by_role("button", name="Judge", exact=True).click()
    expect(note).to_contain_text("the German army is driven out")
    nora.page.get_by_role("button", name="Next phase").click()
    expect(nora.page.locator("[data-order='A BUR R MUN']").first).to_be_attached()
    nora.page.get_by_role("button", name="Judge", exact=True).click()
    expect(note).to_contain_text("goes home to Munich")


def test_a_clause_has_the_sheets_words_and_an_example_on_a_phone(site: Site) -> None:
    olga = Person.arrive(site, "Olga", phone=True).open("/variants/colonia-vii#C7-4b")
    clause = olga.page.locator("#C7-4b")
    expect(clause.get_by_role("blockquote")).to_contain_text("via fleet convoy")
    expect(olga.page.locator("main")).not_to_contain_text("rule module")
    clause.get_by_text("A retreat over the sea").tap()
    example = find_example(olga, "C7-4b")
    for step in ("orders", "result", "position", "orders", "result"):
        example.get_by_role("button", name="Next").tap()
        expect(example).to_have_attribute("data-step", step)
    expect(example).to_contain_text("carried by F COR")
    assert measure_overflow(olga.page) <= 0
    check_barriers(olga, "clause")


def test_the_signs_are_found_from_the_board_and_drawn(site: Site) -> None:
    nora = Person.arrive(site, "Nora").open("/sandbox?example=GB-2")
    nora.await_board()
    nora.page.get_by_role("button", name="What the board shows").click()
    nora.page.get_by_role("link", name="All signs").click()
    expect(nora.page.get_by_role("heading", name="Signs on the board")).to_be_visible()
    expect(nora.page.locator("[data-kind='support_move']").first).to_be_attached()
    crop = nora.page.get_by_role("img", name="Canals and straits")
    crop.or_(nora.page.get_by_text("Canals and straits")).first.scroll_into_view_if_needed()
    expect(crop.locator(".unit").first).to_be_attached()
