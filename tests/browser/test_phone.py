"""A phone in the hand: 390 by 844, touch only. Orders, the sheet, retreats, builds and votes."""

import re

from playwright.sync_api import FloatRect, expect

from tests.browser.acts import Person, own, put
from tests.browser.hosting import host_game, judge, judge_until
from tests.browser.looking import check_barriers
from tests.browser.site import PHONE, Site
from tests.browser.test_stranger import ON_ITS_SIDE

FACTS = ("PORTUGAL A NWZ", "PORTUGAL F COR", "FRANCE F SPO", "FRANCE F TAS")
"""An army on an island centre, an own fleet in the sea beside it, and two that drive it out."""


def test_a_year_is_played_on_a_phone(site: Site) -> None:
    remy = Person.arrive(site, "Remy", phone=True)
    gerda = Person.arrive(site, "Gerda")
    gm = host_game(site, {"FRANCE": remy, "GERMANY": gerda})
    gm.correct(put("FRANCE A BUR"), put("GERMANY A RUH"))
    gerda.save("A MUN - BUR", "A RUH S A MUN - BUR")
    remy.read("").await_board()
    _order_by_touch(remy)
    _raise_and_lower_the_sheet(remy)
    assert judge(gm) == "S1901R"
    _retreat(remy)
    assert judge(gm) == "F1901M"
    gm.correct(own("SPA", "FRANCE"), own("POR", "FRANCE"))
    judge_until(gm, "W1901A")
    _build(remy)
    _vote(remy)


def test_a_retreat_by_convoy_and_a_build_in_a_colony_on_a_phone(site: Site) -> None:
    """Colonia VII, rules 4 and 5, with touch only; ``test_whole_game`` has the same at a desk."""
    ana, sol = Person.arrive(site, "Ana", phone=True), Person.arrive(site, "Sol", phone=True)
    remy = Person.arrive(site, "Remy")
    gm = host_game(site, {"PORTUGAL": ana, "SPAIN": sol, "FRANCE": remy}, variant="colonia-vii")
    gm.correct(*(put(fact) for fact in FACTS))
    ana.save("A NWZ H", "F COR H")
    remy.save("F SPO - NWZ", "F TAS S F SPO - NWZ")
    assert judge(gm) == "S1751R"
    ana.read("").await_board().sees("Army New Zealand must retreat")
    expect(ana.page.locator('[data-chip="SOL"]')).to_contain_text("carried by F COR")
    check_barriers(ana, "retreat-by-convoy-on-a-phone")
    ana.page.locator('[data-chip="SOL"]').tap()
    expect(ana.board.locator('[data-order="A NWZ R SOL VIA COR"]').first).to_be_attached()
    ana.button("Set retreat").tap()
    ana.is_saved()
    judge_until(gm, "F1751M")
    assert "A SOL" in gm.ask_game("scene")["units"]["PORTUGAL"]
    gm.correct(own("CUB", "SPAIN"))
    sol.save("A MEX - TEX")
    judge_until(gm, "W1751A")
    _build_in_a_colony(sol)


def _build_in_a_colony(sol: Person) -> None:
    sol.read("").sees("Build 1").sees("1 build has no open centre.")
    sol.page.get_by_role("group", name="Build in Mexico").get_by_role("button", name="A").tap()
    check_barriers(sol, "build-in-a-colony-on-a-phone")
    sol.sees("Build an army in Mexico").button("Set build").tap()
    sol.is_saved()
    assert [line["order"] for line in sol.ask_game("orders")["plan_a"]["orders"]] == ["A MEX B"]
    # On its side the phone has little room; the heading stays in one line.
    sol.page.set_viewport_size(ON_ITS_SIDE)
    heading = sol.page.get_by_role("heading", name="Build 1").bounding_box()
    assert heading
    assert heading["height"] < 40 < heading["width"]


def _order_by_touch(remy: Person) -> None:
    """Tap the unit, tap a chip, set; the next unit comes by itself and is offered the support."""
    remy.tap("PAR").says("Army Paris")
    check_barriers(remy, "order-on-a-phone")
    remy.chip("PIC").says("Army Paris moves to Picardy").set_order()
    remy.sees(re.compile("^Next: ")).sees("A Par \u2013 Pic")
    remy.go_to("MAR").chip("SPA").set_order()
    remy.go_to("BRE").kind("Support").chip("PAR").chip("PIC").says(
        "Fleet Brest supports Army Paris to Picardy"
    ).set_order()
    remy.go_to("BUR").tap("BUR").says("Army Burgundy holds").set_order()
    remy.sees("4 of 4 ordered").is_saved()
    orders = {line["order"] for line in remy.ask_game("orders")["plan_a"]["orders"]}
    assert orders == {"A PAR - PIC", "A MAR - SPA", "F BRE S A PAR - PIC", "A BUR H"}


def _raise_and_lower_the_sheet(remy: Person) -> None:
    """Three heights: full, half, and a peek that leaves the board free; by tap and by drag."""
    sheet = remy.page.get_by_role("region", name="Orders")
    handle = sheet.get_by_role("button", name=re.compile("the panel$"))
    half = sheet.bounding_box()
    handle.tap()
    expect(handle).to_have_accessible_name("Lower the panel")
    full = sheet.bounding_box()
    handle.tap()
    expect(handle).to_have_accessible_name("Raise the panel")
    _drag(remy, handle.bounding_box(), 300)
    expect(handle).to_have_attribute("aria-expanded", "false")
    peek = sheet.bounding_box()
    assert half
    assert full
    assert peek
    assert peek["height"] < 110 < half["height"] < full["height"] < PHONE["height"]
    handle.tap()
    expect(handle).to_have_attribute("aria-expanded", "true")


def _retreat(remy: Person) -> None:
    remy.sees("Army Burgundy must retreat").sees("Disband")
    check_barriers(remy, "retreat-on-a-phone")
    remy.chip("GAS").press("Set retreat").is_saved()
    orders = remy.ask_game("orders")["plan_a"]["orders"]
    assert [line["order"] for line in orders] == ["A BUR R GAS"]


def _build(remy: Person) -> None:
    remy.read("").sees("Build 1").sees("Not here")
    remy.page.get_by_role("group", name="Build in Paris").get_by_role("button", name="A").tap()
    check_barriers(remy, "build-on-a-phone")
    remy.sees("Build an army in Paris").press("Set build").is_saved()
    remy.press("Confirm").sees(re.compile("Receipt"))


def _vote(remy: Person) -> None:
    remy.press("Menu").sees("Run a game")
    check_barriers(remy, "menu-on-a-phone")
    remy.follow("Votes").press("Propose it")
    expect(remy.page.get_by_role("article")).to_have_count(1)
    remy.press("For")
    expect(remy.button("For")).to_have_attribute("aria-pressed", "true")
    expect(remy.page.locator("[aria-busy=true]")).to_have_count(0)
    assert remy.ask_game("votes")["proposals"][0]["your_vote"] is True


def _drag(remy: Person, box: FloatRect | None, down: float) -> None:
    """Drag slowly, as a finger does that wants to stop somewhere."""
    assert box
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    mouse = remy.page.mouse
    mouse.move(x, y)
    mouse.down()
    mouse.move(x, y + down, steps=6)
    remy.page.wait_for_timeout(120)
    mouse.up()


def test_a_fleet_on_a_far_coast_comes_to_the_middle(site: Site) -> None:
    ana = Person.arrive(site, "Ana", phone=True).open("/")
    ana.game = ana.ask("POST", "/solo", {"variant": "colonia-vii", "power": "RUSSIA", "level": "easy"})["game"]["id"]
    ana.read("").await_board().row("F STP/SC").tap()
    ana.says("Fleet St. Petersburg (sc)")
    fleet = ana.board.locator('.unit[data-unit="F STP/SC"]').first
    expect(fleet).to_be_in_viewport(ratio=1)
    box = fleet.bounding_box()
    assert box
    assert 0.4 < (box["x"] + box["width"] / 2) / PHONE["width"] < 0.6
