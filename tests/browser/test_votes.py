"""An open tally: every shipped variant votes in secret, but a game master who reads orders sees how a count stands."""

import re

from playwright.sync_api import expect

from tests.browser.acts import Person
from tests.browser.hosting import host_game, judge
from tests.browser.looking import check_barriers
from tests.browser.site import PHONE, Site


def test_a_game_master_who_reads_orders_sees_what_a_proposal_is_short_of(site: Site) -> None:
    remy, ana = Person.arrive(site, "Remy"), Person.arrive(site, "Ana")
    people = {"FRANCE": remy, "PORTUGAL": ana}
    gm = host_game(site, people, variant="colonia-vii", terms={"gm_sees_orders": True})
    proposal = remy.ask("POST", f"/games/{remy.game}/votes", {"places": [["FRANCE"], ["PORTUGAL"]]})
    for person in (remy, ana):
        person.ask("PUT", f"/games/{gm.game}/votes/{proposal['proposals'][0]['id']}", {"vote": True})
    tally = gm.ask_game("votes")["proposals"][0]["tally"]
    assert tally["short"] > 0
    gm.read("votes").sees("First France; second Portugal")
    bar = gm.page.locator(".tally")
    expect(bar).to_contain_text(f"{tally['short']} short")
    expect(bar).to_contain_text(re.compile(r"\d+ needed"))
    check_barriers(gm, "tally")
    gm.page.set_viewport_size(PHONE)
    check_barriers(gm, "tally-on-a-phone")
    gm.read("gm")
    expect(gm.page.locator(".tally")).to_contain_text(f"{tally['short']} short")
    remy.read("votes").sees("Votes are secret")
    expect(remy.page.locator(".tally")).to_have_count(0)


def test_a_proposal_is_withdrawn_and_a_draw_shows_the_places_of_all(site: Site) -> None:
    remy, ana = Person.arrive(site, "Remy"), Person.arrive(site, "Ana")
    gm = host_game(site, {"FRANCE": remy, "ENGLAND": ana})
    for power in ("AUSTRIA", "GERMANY", "ITALY", "RUSSIA", "TURKEY"):
        gm.ask(
            "POST",
            f"/games/{gm.game}/gm/acts",
            {"act": "disorder", "power": power, "on": True, "note": "Nobody plays it."},
        )
    remy.read("votes").press("Propose it").sees("As things stand")
    ana.read("votes").sees("A draw among all who share under the rulebook")
    expect(ana.button("Withdraw the proposal")).to_have_count(0)
    check_barriers(remy, "own-proposal")
    remy.press("Withdraw the proposal").sees("There are no proposals.")
    ana.read("votes").sees("There are no proposals.")
    proposal = ana.ask("POST", f"/games/{gm.game}/votes", {"places": []})["proposals"][0]["id"]
    for person in (remy, ana):
        person.ask("PUT", f"/games/{gm.game}/votes/{proposal}", {"vote": True})
    judge(gm)
    remy.open(f"/g/{gm.game}").sees("Final places").sees("Spring 1901, orders")
    check_barriers(remy, "final-places")
    remy.read("results").sees("Final places: 1 Austria, England, France")


def test_a_power_in_civil_disorder_is_not_offered_as_the_winner(site: Site) -> None:
    remy, sol = Person.arrive(site, "Remy"), Person.arrive(site, "Sol")
    gm = host_game(site, {"FRANCE": remy, "SPAIN": sol}, variant="colonia-vii")
    gm.ask(
        "POST",
        f"/games/{gm.game}/gm/acts",
        {"act": "disorder", "power": "SPAIN", "on": True, "note": "Nobody plays it."},
    )
    remy.read("votes").sees("In civil disorder: it cannot be first.")
    spain = remy.page.get_by_role("group", name="Place of Spain")
    expect(spain.get_by_role("button", name="1")).to_have_count(0)
    remy.page.get_by_role("group", name="Place of France").get_by_role("button", name="1").click()
    spain.get_by_role("button", name="2").click()
    remy.sees("First France; second Spain")
    check_barriers(remy, "civil-disorder")
