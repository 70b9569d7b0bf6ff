"""Everything round the orders: history, sandbox, text board, plans, last turn's orders, and the dark."""

import re

from playwright.sync_api import expect

from tests.browser.acts import Person
from tests.browser.hosting import host_game, judge
from tests.browser.site import Site

RULEBOOKS = ("1971", "2000", "2023")


def test_history_sandbox_and_plans(site: Site) -> None:
    remy = Person.arrive(site, "Remy")
    gm = host_game(site, {"FRANCE": remy})
    remy.save("A PAR - BUR", "A MAR S A PAR - BUR", "F BRE H")
    assert judge(gm) == "F1901M"
    _repeat_last_turn(remy)
    _make_plan_b(remy)
    _order_on_the_text_board(remy)
    gm.ask("POST", f"/games/{gm.game}/gm/acts", {"act": "advance", "note": ""})
    _slide_through_history(remy)
    _try_in_the_sandbox(remy)
    _turn_to_dark(remy)


def _repeat_last_turn(remy: Person) -> None:
    """Holds and supports come again where they make sense; the rest is named with the reason."""
    remy.read("").await_board().press("Repeat last turn").has_order("F BRE", "F Bre H").is_saved()
    expect(remy.page.get_by_text("Not repeated:")).to_be_visible()
    remy.press("Undo the last change")
    expect(remy.row("F BRE").locator(".order")).to_have_text("F Bre")


def _make_plan_b(remy: Person) -> None:
    """B is a copy to think with; only when it is put in force do its orders count."""
    remy.go_to("BRE").tap("ENG").set_order().has_order("F BRE", "F Bre - ENG").is_saved()
    remy.press("Plan B").has_order("F BRE", "F Bre - ENG")
    remy.go_to("BRE").tap("MAO").set_order().has_order("F BRE", "F Bre - MAO").is_saved()
    assert "F BRE - ENG" in _list_orders(remy)
    remy.press("Put B in force")
    expect(remy.button("Plan A, in force")).to_have_attribute("aria-pressed", "true")
    remy.has_order("F BRE", "F Bre - MAO")
    assert "F BRE - MAO" in _list_orders(remy)


def _order_on_the_text_board(remy: Person) -> None:
    """The same choices in select boxes, the same board in words."""
    remy.read("text").fill("Show only matching spaces and their neighbours", "Mar")
    remy.press(re.compile("(Give order|Change) for A Mar"))
    group = remy.page.get_by_role("group", name="Order for Army Marseilles")
    group.get_by_label("To").select_option(label="Spain")
    group.get_by_role("button", name="Set order").click()
    expect(remy.page.get_by_role("row").filter(has_text="Marseilles").first).to_contain_text("A Mar \u2013 Spa")
    remy.is_saved()
    assert "A MAR - SPA" in _list_orders(remy)


def _slide_through_history(remy: Person) -> None:
    """The slider goes by button, key and pointer; the board shows the orders of that phase."""
    remy.read("results").await_board()
    slider = remy.page.get_by_role("slider", name="Phase")
    expect(slider).to_have_attribute("aria-valuetext", "Fall 1901, orders")
    remy.press("Previous phase")
    expect(slider).to_have_attribute("aria-valuetext", "Spring 1901, orders")
    expect(remy.page).to_have_url(re.compile("/results/S1901M$"))
    expect(remy.board.locator('[data-order="A PAR - BUR"]').first).to_be_attached()
    slider.press("ArrowRight")
    expect(slider).to_have_attribute("aria-valuetext", "Fall 1901, orders")
    slider.click(position={"x": 12, "y": 20})
    expect(slider).to_have_attribute("aria-valuetext", "Spring 1901, orders")


def _try_in_the_sandbox(remy: Person) -> None:
    """From a result to a board where one moves for all, with other rulebooks beside, and a link to share."""
    row = remy.page.locator('[data-result-row="A PAR - BUR"]')
    row.get_by_role("button").first.click()
    row.get_by_role("link", name="Try in sandbox").click()
    expect(remy.page.get_by_role("heading", name="Sandbox")).to_be_visible()
    remy.await_board().write_orders("GERMANY\nA MUN - BUR")
    remy.press(re.compile(r"^Add \d")).page.get_by_role("checkbox", name="1971").check()
    remy.press("Judge").sees("By the rulebook of 1971").sees(re.compile("The results would be the same|there"))
    expect(remy.page.get_by_text("A Mun \u2013 Bur").first).to_be_visible()
    remy.press("Share")
    link = remy.page.get_by_label("Address of this sandbox").input_value()
    other = Person.arrive(remy.site, "Olga").open(link).await_board()
    other.press("Germany").has_order("A MUN", "A Mun - Bur")
    remy.press("Next phase")
    expect(remy.page.locator("header").filter(has_text="Sandbox").last).to_contain_text("Fall 1901")


def _turn_to_dark(remy: Person) -> None:
    """The switch is in the menu and is remembered."""
    light = _ground(remy)
    remy.press("Menu").press("Dark")
    assert _ground(remy) != light
    remy.page.reload()
    remy.await_board()
    assert _ground(remy) == "rgb(28, 26, 22)"


def _ground(remy: Person) -> str:
    return str(remy.page.evaluate("getComputedStyle(document.documentElement).backgroundColor"))


def _list_orders(remy: Person) -> list[str]:
    return [line["order"] for line in remy.ask_game("orders")["plan_a"]["orders"]]
