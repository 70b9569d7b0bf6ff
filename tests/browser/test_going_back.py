"""The game master goes back to a phase: its orders are there to be changed, and every difference is shown first."""

from playwright.sync_api import expect

from tests.browser.acts import Person
from tests.browser.hosting import host_game, judge
from tests.browser.looking import check_barriers, measure_overflow
from tests.browser.site import Site

SPRING = ["A PAR - BUR", "A MAR - SPA", "F BRE - MAO"]
FALL = ["A BUR H", "A SPA H", "F MAO H"]


def play_to_spring(site: Site) -> tuple[Person, Person]:
    """A game of France and bots in which three phases were judged, the Spring with a misread order."""
    remy = Person.arrive(site, "Remy")
    gm = host_game(site, {"FRANCE": remy})
    for orders in (SPRING, FALL):
        turn = remy.ask_game()["turn"]
        remy.ask("PUT", f"/games/{gm.game}/orders", {"turn": turn, "plan": "A", "version": None, "orders": orders})
        judge(gm)
    while gm.ask_game()["phase"] != "S1902M":
        judge(gm)
    return gm, remy


def test_an_order_some_phases_back_is_corrected_and_what_followed_judged_again(site: Site) -> None:
    gm, remy = play_to_spring(site)
    gm.read("gm").press("Go back to a phase")
    gm.page.get_by_label("Phase to play again").select_option("S1901M")
    gm.page.locator("summary").filter(has_text="France").click()
    field = gm.page.get_by_label("Orders of France, one per line")
    expect(field).to_have_value("F BRE - MAO\nA MAR - SPA\nA PAR - BUR")
    field.fill("F BRE - MAO\nA MAR - SPA\nA PAR - PIC")
    gm.page.locator("summary").filter(has_text="How far").click()
    gm.page.get_by_label("Continue, and let units without an order hold").check()
    gm.press("Show the differences")
    gm.sees("What would be different").sees("On the board now: France A PIC")
    assert "A PIC" not in gm.ask_game("scene")["units"]["FRANCE"]
    check_barriers(gm, "gm-back")
    assert measure_overflow(gm.page) <= 0
    gm.fill("Note for the players", "The letter said Picardy.")
    line = gm.page.locator("p.line").inner_text()
    gm.press("Go back")
    gm.sees("Orders received").sees(line)
    assert gm.ask_game()["phase"] == "S1902M"
    assert "A PIC" in gm.ask_game("scene")["units"]["FRANCE"]
    remy.read("log").sees("The letter said Picardy.")


def test_what_has_changed_since_it_was_shown_is_not_done(site: Site) -> None:
    gm, _ = play_to_spring(site)
    site.expected.append("409")
    gm.read("gm/back").page.get_by_label("Phase to play again").select_option("F1901M")
    gm.press("Show the differences").sees("There is no difference")
    correction = {"act": "correct", "changes": [{"put": "FRANCE A GAS"}], "note": "forgotten"}
    gm.ask("POST", f"/games/{gm.game}/gm/acts", correction)
    gm.press("Go back").sees("Something has happened in the game")
    assert gm.ask_game()["phase"] != "F1901M"


def test_the_page_fits_a_phone(site: Site) -> None:
    gm, _ = play_to_spring(site)
    gm.page.set_viewport_size({"width": 390, "height": 844})
    gm.read("gm/back").page.get_by_label("Phase to play again").select_option("S1901M")
    gm.press("Show the differences").sees("What would be different")
    assert measure_overflow(gm.page) <= 0
    check_barriers(gm, "gm-back-phone")


def test_the_orders_of_all_powers_are_pasted_reviewed_and_saved(site: Site) -> None:
    remy = Person.arrive(site, "Remy")
    gm = host_game(site, {"FRANCE": remy, "GERMANY": Person.arrive(site, "Gerda")})
    gm.read("gm").follow("Orders of all powers in one text")
    gm.fill("Orders", "FRANCE\nA PAR - BUR\nA MAR - MOS\nA MUN H\n").press("Review")
    gm.sees("1 read, 2 refused, 2 missing")
    gm.fill("Orders", "A PAR - BUR\nA MUN H\nA SPA H").press("Review").sees("No power:")
    gm.fill("Orders", "A PAR - BUR\nA MUN H").press("Review").sees("Without an order")
    check_barriers(gm, "gm-all-orders")
    assert measure_overflow(gm.page) <= 0
    gm.press("Save for all").sees("Orders were entered for France and Germany")
    assert [line["order"] for line in remy.ask_game("orders")["plan_a"]["orders"]] == ["A PAR - BUR"]


def test_one_line_changes_one_unit_of_a_sheet_that_is_not_shown(site: Site) -> None:
    remy = Person.arrive(site, "Remy")
    gm = host_game(site, {"FRANCE": remy})
    turn = remy.ask_game()["turn"]
    remy.ask("PUT", f"/games/{gm.game}/orders", {"turn": turn, "plan": "A", "version": None, "orders": SPRING})
    gm.open(f"/g/{gm.game}?power=FRANCE").sees("You cannot see this sheet.")
    gm.page.get_by_label("Orders as text").fill("A PAR - PIC")
    gm.page.get_by_role("button", name="Add 1").click()
    gm.sees("1 of 3 orders replaced.")
    assert "MAO" not in gm.page.get_by_role("complementary").first.inner_text()
    orders = {line["order"] for line in remy.ask_game("orders")["plan_a"]["orders"]}
    assert orders == {"A PAR - PIC", "A MAR - SPA", "F BRE - MAO"}


def test_letters_are_read_before_they_go_out(site: Site) -> None:
    gm = host_game(site, {"FRANCE": Person.arrive(site, "Remy")})
    gm.read("gm").press("24 h later")
    dialogue = gm.page.get_by_role("dialog")
    dialogue.get_by_label("Note for the players").fill("A holiday.")
    dialogue.locator("summary").filter(has_text="E-mails to be sent").click()
    expect(dialogue.get_by_label("E-mail to")).to_contain_text("Remy, France")
    expect(dialogue.locator("pre")).to_contain_text("A holiday.")
    check_barriers(gm, "gm-letters")
