"""Pages show what there is twice: two waived builds of a power, a centre that changes hands twice in a phase."""

import re

from playwright.sync_api import expect

from tests.browser.acts import Person, own, put
from tests.browser.hosting import host_game, judge, judge_until
from tests.browser.site import Site

EARNED = ("DEN", "HOL", "BEL")
WAIVED = re.compile("waive", re.IGNORECASE)


def test_two_waived_builds_are_shown_wherever_orders_are(site: Site) -> None:
    gerda = Person.arrive(site, "Gerda")
    gm = host_game(site, {"GERMANY": gerda}, terms={"gm_sees_orders": True})
    gm.correct({"take": "A MUN"}, {"take": "A BER"}, *(own(space, "GERMANY") for space in EARNED))
    judge_until(gm, "W1901A")
    gerda.save("WAIVE", "WAIVE")
    assert len(gerda.ask_game("orders")["plan_a"]["orders"]) == 2
    gerda.read("").await_board()
    expect(gerda.sheet.get_by_text("one build stays unused")).to_have_count(2)
    judge(gm)
    gerda.read("results/W1901A").await_board()
    expect(gerda.page.get_by_role("complementary", name="Results").get_by_text(WAIVED).nth(1)).to_be_visible()


def test_a_centre_that_changes_hands_twice_in_a_phase_has_its_strip(site: Site) -> None:
    """A game master corrects whose it is, and the phase is judged otherwise."""
    remy = Person.arrive(site, "Remy")
    gm = host_game(site, {"FRANCE": remy})
    judge_until(gm, "F1901M")
    gm.correct(own("BEL", "FRANCE"), put("GERMANY A BEL"))
    while gm.ask_game()["phase"].startswith("F1901"):  # only bots build in this Winter, so it may pass unseen
        judge(gm)
    assert gm.ask_game("statistics")["centres"]
    remy.read("statistics").sees("Who held what when")
    belgium = remy.page.locator('svg[aria-label="nobody; France from F1901M; Germany from F1901M"]')
    expect(belgium).to_be_attached()
    remy.read("centres").sees(re.compile("^Changed hands"))
