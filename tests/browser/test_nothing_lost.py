"""Nothing is lost: without a network, over a reload, from two devices, and past the deadline."""

import re

from playwright.sync_api import Route, expect

from tests.browser.acts import Person
from tests.browser.hosting import host_game, judge
from tests.browser.looking import check_barriers
from tests.browser.site import Site

DOWN = r"ERR_(INTERNET_DISCONNECTED|NETWORK_CHANGED|NETWORK_IO_SUSPENDED|CONNECTION|INCOMPLETE_CHUNKED|FAILED)"


def test_orders_given_without_a_network_are_saved_when_it_comes_back(site: Site) -> None:
    site.expected.append(DOWN)
    remy = Person.arrive(site, "Remy")
    host_game(site, {"FRANCE": remy})
    remy.read("").await_board()
    remy.context.set_offline(True)
    remy.go_to("PAR").tap("BUR").set_order().has_order("A PAR", "A Par - Bur")
    remy.sees("Kept on this device, not sent.").sees(re.compile("Offline since"))
    expect(remy.row("A PAR")).to_contain_text("not sent")
    assert remy.ask_game("orders")["plan_a"]["orders"] == []
    _load_again(remy)
    remy.has_order("A PAR", "A Par - Bur").is_saved()
    assert [line["order"] for line in remy.ask_game("orders")["plan_a"]["orders"]] == ["A PAR - BUR"]
    remy.context.set_offline(True)
    remy.go_to("MAR").tap("SPA").set_order().sees("Kept on this device, not sent.")
    remy.context.set_offline(False)
    remy.is_saved()
    assert len(remy.ask_game("orders")["plan_a"]["orders"]) == 2


def _load_again(remy: Person) -> None:
    """The page itself cannot come without a network; it comes with the network, before anything was sent."""
    remy.page.route(
        "**/api/v1/games/*/orders", lambda route: route.abort() if route.request.method == "PUT" else route.continue_()
    )
    remy.context.set_offline(False)
    remy.page.reload()
    remy.await_board().has_order("A PAR", "A Par - Bur")
    remy.page.unroute("**/api/v1/games/*/orders")


def test_two_devices_are_shown_side_by_side(site: Site) -> None:
    site.expected.append("409")
    site.expected.append(DOWN)
    remy = Person.arrive(site, "Remy")
    host_game(site, {"FRANCE": remy})
    remy.read("").await_board()
    remy.context.set_offline(True)
    remy.go_to("PAR").tap("BUR").set_order().sees("Kept on this device, not sent.")
    remy.write_orders("A PAR - GAS").sees("We could not reach the server.")
    remy.save("A PAR - PIC", "A MAR H")
    remy.context.set_offline(False)
    question = remy.page.get_by_role("alertdialog", name="Two versions of your orders")
    expect(question).to_contain_text("A Par \u2013 Bur")
    expect(question).to_contain_text("A Par \u2013 Pic")
    check_barriers(remy, "two-versions")
    # Nothing goes on saying that the server is out of reach.
    expect(remy.page.get_by_text("We could not reach the server.")).to_have_count(0)
    expect(question.get_by_role("button", name="Keep these 1")).to_be_visible()
    question.get_by_label("A Par \u2013 Bur, on this device").check()
    question.get_by_text("1 of 2 lines chosen.").wait_for()
    question.get_by_label("A Mar H, saved elsewhere").check()
    question.get_by_role("button", name="Keep the chosen lines, 2 orders").click()
    expect(question).to_have_count(0)
    remy.is_saved()
    saved = remy.ask_game("orders")["plan_a"]["orders"]
    assert sorted(line["order"] for line in saved) == ["A MAR H", "A PAR - BUR"]


def test_what_came_too_late_is_told(site: Site) -> None:
    site.expected.append("410")
    site.expected.append(DOWN)
    remy = Person.arrive(site, "Remy")
    gm = host_game(site, {"FRANCE": remy})
    remy.read("").await_board().go_to("MAR").tap("SPA").set_order().is_saved()
    remy.context.set_offline(True)
    remy.go_to("PAR").tap("BUR").set_order().sees("Kept on this device, not sent.")
    judge(gm)
    remy.context.set_offline(False)
    notice = remy.page.get_by_role("alert").filter(has_text="came too late")
    expect(notice).to_contain_text("A Par \u2013 Bur")
    expect(notice).not_to_contain_text("A Mar")
    remy.read("results/S1901M")
    expect(remy.page.locator('[data-result-row="A MAR - SPA"]')).to_be_visible()


def test_a_page_that_could_not_be_loaded_says_so_and_is_asked_for_again(site: Site) -> None:
    site.expected.append("status of 500")
    remy = Person.arrive(site, "Remy")
    host_game(site, {"FRANCE": remy})
    pattern = "**/api/v1/games/*/votes"
    remy.page.route(pattern, lambda route: route.fulfill(status=500, json={}))
    remy.read("votes").sees("This page could not be loaded.")
    expect(remy.page.get_by_role("link", name="Board", exact=True)).to_be_visible()
    check_barriers(remy, "failed-page")
    with remy.page.expect_request(pattern):
        remy.press("Try again")
    remy.page.unroute(pattern)
    remy.sees("There are no proposals.")


def test_a_save_whose_answer_was_lost_and_a_change_since_are_no_two_versions(site: Site) -> None:
    site.expected += ["Failed to load resource", "ERR_FAILED"]
    ana = Person.arrive(site, "Ana").open("/").press("Play Diplomacy").await_board()
    ana.game = ana.page.url.rpartition("/")[2]
    arrived: list[str] = []

    def lose(route: Route) -> None:
        if route.request.method != "PUT":
            return route.fallback()
        if not arrived:
            assert route.fetch().ok
            arrived.append(route.request.url)
        return route.abort()

    ana.page.route("**/orders*", lose)
    ana.press(re.compile("^Next unit")).kind("Hold").set_order().sees("Kept on this device, not sent.")
    held = ana.ask_game("orders")["plan_a"]["orders"][0]["unit"]
    ana.press(re.compile("^Undo")).sees("Kept on this device, not sent.")
    ana.page.unroute("**/orders*")
    ana.page.reload()
    ana.await_board().is_saved()
    expect(ana.page.get_by_text("Keep these")).to_have_count(0)
    expect(ana.row(held)).to_contain_text("no order, holds")
    assert ana.ask_game("orders")["plan_a"]["orders"] == []
