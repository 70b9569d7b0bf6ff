"""Writing orders on a desktop: chips in a bar that keeps its height, ships that help, and what a turn leaves behind."""

import re

from playwright.sync_api import expect

from tests.browser.acts import Person, put
from tests.browser.hosting import host_game, judge
from tests.browser.looking import check_barriers
from tests.browser.site import Site


def bar_height(person: Person) -> float:
    box = person.page.locator(".composer").bounding_box()
    assert box
    return box["height"]


def test_targets_are_chips_and_the_bar_keeps_its_height(site: Site) -> None:
    remy = Person.arrive(site, "Remy")
    host_game(site, {"FRANCE": remy})
    remy.read("").await_board()
    heights = [bar_height(remy)]
    remy.go_to("PAR").says("Army Paris moves to").sees("Tap a target on the board or here.")
    heights.append(bar_height(remy))
    # Paris lies inland: no convoy is offered.
    kinds = remy.page.get_by_role("group", name="What it does")
    assert kinds.get_by_role("button").all_inner_texts() == ["Move", "Support", "Hold"]
    remy.kind("Support")
    heights.append(bar_height(remy))
    remy.chip("MAR").chip("BUR").says("Army Paris supports Army Marseilles to Burgundy")
    check_barriers(remy, "chips-on-the-desktop")
    heights.append(bar_height(remy))
    remy.set_order().is_saved()
    heights.append(bar_height(remy))
    assert len(set(heights)) == 1
    # Marseilles comes to hand; what it does to fit is noted, and two that go to one space are followed.
    remy.go_to("MAR").chip("GAS").set_order().sees("No effect as things stand: A Mar has the order A Mar \u2013 Gas.")
    remy.write_orders("A PAR - GAS; A MAR - GAS; A Xyz H\n\nA Qqq H; F Zzz H; F Www H; A Vvv H")
    remy.sees("Line 1, \u2018A Xyz H\u2019:").sees("Line 3, \u2018F Www H\u2019:")
    remy.press("1 more order was not read: show why").sees("Line 3, \u2018A Vvv H\u2019:")
    remy.press("Add 2").sees(re.compile("^Note: A Mar \u2013 Gas goes to the same space."))


def test_standing_orders_are_chosen_and_results_show_where_units_stand(site: Site) -> None:
    remy = Person.arrive(site, "Remy")
    gm = host_game(site, {"FRANCE": remy})
    remy.read("").await_board()
    remy.page.get_by_text("Standing retreats and builds").click()
    remy.choose("Unit, standing retreats", "A Par").choose("Retreats to, standing retreats", "Gascony")
    remy.choose("Centre, standing builds", "Brest").choose("Builds, standing builds", "F Bre").is_saved()
    standing = remy.ask_game("orders")["plan_a"]["standing"]
    assert standing == {"retreats": ["A PAR R GAS"], "builds": ["F BRE B"]}
    remy.save("A PAR - BUR", "F BRE - MAO", "A MAR H")
    judge(gm)
    remy.read("results").await_board()
    moved = remy.board.locator('.unit[data-unit="A BUR"]')
    expect(moved).to_be_attached()
    remy.press("Before")
    expect(remy.board.locator('.unit[data-unit="A PAR"]')).to_be_attached()
    expect(moved).to_have_count(0)
    check_barriers(remy, "results-before")
    remy.read("centres").press("List").sees("Owner")
    check_barriers(remy, "list-of-centres")
    remy.follow(re.compile("^Mar Marseilles")).await_board().takes("A MAR")


def test_a_transport_fleet_is_offered_to_take_an_army_aboard(site: Site) -> None:
    remy = Person.arrive(site, "Remy")
    gm = host_game(site, {"KHOUFAX": remy}, variant="colonial-variant")
    gm.correct(put("KHOUFAX TF PO9"))
    remy.read("").await_board().go_to("MC3").chip("PO9").says("goes aboard in Sea of Khoufax")
    expect(remy.page.get_by_label("Order TF PO9 to take it aboard as well")).to_be_checked()
    remy.set_order().has_order("TF PO9", "TF PO9 E A MC3").is_saved()
