"""The Colonial Variant on the pages: years of colonies, ways to victory, armies aboard, disruptions, corrections."""

import re

from playwright.sync_api import expect

from tests.browser.acts import Person, put
from tests.browser.hosting import host_game, judge
from tests.browser.looking import check_barriers
from tests.browser.site import Site


def test_colonies_and_ways_to_victory_are_told_from_the_first_phase(site: Site) -> None:
    olga = Person.arrive(site, "Olga")
    host_game(site, {"OCEANIA": olga}, variant="colonial-variant")
    olga.read("").await_board().sees("To win: 3 of 5 permanent, 1 of 8 colonial.")
    olga.press("What the board shows").sees("Hollow circle: colonial centre").sees("Disc with a hole: permanent colony")
    check_barriers(olga, "legend")
    olga.press("What the board shows").go_to("SA6").sees("Colony of Khoufax: it counts. 1 of 3 years to permanence.")
    olga.read("centres").sees("Ways to victory").sees("3 of 6 permanent, 0 of 5 colonial")
    olga.sees("Colony of Oceania: it counts. 1 of 3 years to permanence.")
    check_barriers(olga, "colonies")
    olga.read("text")
    expect(olga.page.locator("#space-NA7")).to_contain_text("1 of 3 years to permanence")


def test_a_game_master_sets_years_and_puts_an_army_aboard(site: Site) -> None:
    kim = Person.arrive(site, "Kim")
    gm = host_game(site, {"KHOUFAX": kim}, variant="colonial-variant")
    gm.correct({"take": "OCEANIA F BI7"}, put("OCEANIA F PO7"))
    dialogue = gm.read("gm").act("Correct a fact", note="The letters crossed.")
    dialogue.get_by_label("What").select_option(label="Put an army aboard a ship")
    dialogue.get_by_label("Power").select_option("KHOUFAX")
    dialogue.get_by_label("Space of the ship").fill("PO7")
    dialogue.get_by_role("button", name="Add this change").click()
    dialogue.get_by_label("What").select_option(label="Set the years of a colony")
    dialogue.get_by_label("Colony").fill("NA7")
    dialogue.get_by_label("Years held").fill("1")
    dialogue.get_by_label("Years without a battle").fill("2")
    dialogue.get_by_role("button", name="Add this change").click()
    expect(dialogue.locator(".line .text")).to_contain_text("NA7 held for 1 year, 2 without a battle")
    check_barriers(gm, "correction-of-years")
    dialogue.get_by_role("button", name="Correct it").click()
    expect(dialogue).to_be_hidden()
    assert gm.ask_game("scene")["marks"]["NA7"]["age"] == 2
    kim.read("text")
    expect(kim.page.locator("#space-PO7")).to_contain_text("F PO7, Oceania; army of Khoufax aboard")
    kim.read("").await_board()
    expect(kim.row("A PO7")).to_be_visible()


def test_a_disruption_is_told_with_its_clause(site: Site) -> None:
    olga, kim = Person.arrive(site, "Olga"), Person.arrive(site, "Kim")
    gm = host_game(site, {"OCEANIA": olga, "KHOUFAX": kim}, variant="colonial-variant")
    gm.correct({"take": "OCEANIA A NA7"}, put("OCEANIA F PO7"), put("KHOUFAX A NA10"))
    olga.save("F PO7 - NA7")
    kim.save("A NA10 - NA7")
    judge(gm)
    olga.read("results/S1M").sees(re.compile("New Aldermere was fought over and no longer has an owner"))
    olga.page.locator('.said [data-clause="CV-6a"]').click()
    expect(olga.page).to_have_url(re.compile("/rules#CV-6a$"))


def test_refused_lines_are_shown_with_reason_and_rule(site: Site) -> None:
    olga = Person.arrive(site, "Olga")
    gm = host_game(site, {"OCEANIA": olga}, variant="colonial-variant")
    olga.save("F BI2 - NA10", "F PO12 - SA12", "F BI7 - XYZ")
    olga.read("").await_board().sees("Not followed:").sees("No unit stands there. 1971 rulebook (CV-1)")
    olga.sees(re.compile(r"Refused: The unit cannot reach that space\..*1971 rulebook \(CV-1\)"))
    expect(olga.board.locator('[data-order="F PO12 - SA12"]')).to_have_count(0)
    check_barriers(olga, "refused-lines")
    olga.press("Remove F PO12 - SA12").is_saved()
    judge(gm)
    olga.read("results/S1M")
    expect(olga.page.locator('[data-result-row="F BI2 - NA10"]')).to_contain_text("1971 rulebook (CV-1)")
    expect(olga.page.locator('[data-result-row="F BI7 - XYZ"]')).to_contain_text("Refused: Unknown space 'XYZ'.")
    expect(olga.page.locator('[data-result-row="F PO12 - SA12"]')).to_have_count(0)
