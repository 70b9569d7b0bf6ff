"""Every kind of order and a vote without a mouse: move, support, convoy, hold, retreat, build, removal."""

import re

from playwright.sync_api import expect

from tests.browser.acts import Person, own, put
from tests.browser.hosting import host_game, judge, judge_until
from tests.browser.looking import check_barriers
from tests.browser.site import DESKTOP, PHONE, Site

ORDERS = {"A PIC": "- WAL VIA", "F ENG": "C A PIC - WAL", "A BUR": "H", "A PAR": "- GAS", "A MAR": "S A BUR"}


def test_every_kind_of_order_is_given_by_keys(site: Site) -> None:
    remy, gerda = Person.arrive(site, "Remy"), Person.arrive(site, "Gerda")
    gm = host_game(site, {"FRANCE": remy, "GERMANY": gerda})
    gm.correct(
        put("FRANCE A BUR"), put("FRANCE A PIC"), put("FRANCE F ENG"), put("GERMANY A RUH"), put("GERMANY A SIL")
    )
    gerda.save("A MUN - BUR", "A RUH S A MUN - BUR", "A BER S A MUN")
    _order(remy)
    gm.correct({"take": "A MAR"})  # two against one
    assert judge(gm) == "S1901R"
    _retreat(remy)
    assert judge(gm) == "F1901M"
    gm.correct(own("PAR", None), own("MAR", None), own("DEN", "GERMANY"), own("HOL", "GERMANY"), own("BEL", "GERMANY"))
    gm.correct({"take": "A RUH"}, {"take": "A SIL"}, {"take": "A BER"})
    judge_until(gm, "W1901A")
    _remove(remy)
    _build(gerda)
    _vote(remy)


def _order(remy: Person) -> None:
    """Kinds by their letters, units and targets by their codes."""
    remy.read("").await_board()
    _give(remy, "pic", "wal")
    remy.has_order("A PIC", "A Pic - Wal").has_order("F ENG", "F ENG C A Pic - Wal")
    _give(remy, "bur", "h")
    _give(remy, "par", "gas")
    _give(remy, "mar", "s", "bur", "bur")
    remy.has_order("A BUR", "A Bur H").has_order("A PAR", "A Par - Gas").has_order("A MAR", "A Mar S A Bur").is_saved()
    # The convoy once more, from the side of the fleet.
    _give(remy, "eng", "c", "pic", "wal")
    remy.is_saved()
    orders = {line["order"] for line in remy.ask_game("orders")["plan_a"]["orders"]}
    assert orders == {f"{unit} {order}" for unit, order in ORDERS.items()}


def _give(remy: Person, unit: str, *words: str) -> None:
    keys = remy.page.keyboard
    keys.press("/")
    keys.type(unit)
    keys.press("Enter")
    expect(remy.board).to_be_focused()
    for word in words:
        keys.type(word, delay=30)
        remy.page.wait_for_timeout(900)  # a letter alone waits whether a word follows
    keys.press("Enter")


def _retreat(remy: Person) -> None:
    remy.sees("Army Burgundy must retreat")
    remy.tab_to(remy.page.locator('[data-chip="RUH"], #orders .chips button:not([aria-disabled])').first)
    remy.tab_to(remy.button(re.compile("^(Set retreat|Disband it)$"))).is_saved()
    assert len(remy.ask_game("orders")["plan_a"]["orders"]) == 1


def _remove(remy: Person) -> None:
    remy.page.set_viewport_size(PHONE)
    remy.read("").await_board()
    expect(remy.page.get_by_role("heading", name=re.compile("^Remove"))).to_be_visible()
    remy.sees(re.compile("^Without orders these units are removed: A [A-Z][a-z]"))
    check_barriers(remy, "removals-upright")
    due = remy.ask_game("orders")["total"]
    for _ in range(due):
        remy.tab_to(remy.page.locator("[data-remove][aria-pressed=false]").first)
    remy.is_saved()
    assert len(remy.ask_game("orders")["plan_a"]["orders"]) == due > 0
    check_barriers(remy, "removals-chosen-upright")
    remy.page.set_viewport_size(DESKTOP)


def _build(gerda: Person) -> None:
    gerda.read("").await_board().sees(re.compile(r"^Build \d"))
    gerda.tab_to(gerda.page.locator("[data-build][aria-pressed=false]").first)
    gerda.tab_to(gerda.button("Set build")).is_saved()
    assert len(gerda.ask_game("orders")["plan_a"]["orders"]) == 1


def _vote(remy: Person) -> None:
    remy.read("votes").tab_to(remy.button("Propose it"))
    expect(remy.page.get_by_role("article")).to_have_count(1)
    remy.tab_to(remy.button("For"))
    expect(remy.button("For")).to_have_attribute("aria-pressed", "true")
    expect(remy.page.locator("[aria-busy=true]")).to_have_count(0)
    assert remy.ask_game("votes")["proposals"][0]["your_vote"] is True
