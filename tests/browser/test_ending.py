"""A game ends: its page, the replay by keys, the statistics, and the link for those who were not there."""

import re

from playwright.sync_api import expect

from tests.browser.acts import Person
from tests.browser.hosting import host_game, judge
from tests.browser.looking import check_barriers
from tests.browser.site import PHONE, Site

BOTS = ("AUSTRIA", "GERMANY", "ITALY", "RUSSIA", "TURKEY")


def test_a_game_ends_is_replayed_and_is_shared_with_a_stranger(site: Site) -> None:
    remy, ana = Person.arrive(site, "Remy"), Person.arrive(site, "Ana", phone=True)
    gm = host_game(site, {"FRANCE": remy, "ENGLAND": ana}, terms={"spectators": {"allowed": False}})
    remy.save("A PAR - BUR", "A MAR S A PAR - BUR", "F BRE - MAO")
    judge(gm)
    remy.read("").await_board()
    _agree_on_a_draw(gm, remy, ana)
    _hear_that_it_is_over(remy)
    _read_the_end(remy, ana)
    _replay_by_keys(remy)
    _replay_on_a_phone(ana)
    _look_at_the_figures(remy)
    _share_with_a_stranger(gm, remy)


def _agree_on_a_draw(gm: Person, *players: Person) -> None:
    for power in BOTS:
        act = {"act": "disorder", "power": power, "on": True, "note": "Nobody plays it."}
        gm.ask("POST", f"/games/{gm.game}/gm/acts", act)
    made = players[0].ask("POST", f"/games/{gm.game}/votes", {"places": []})["proposals"][0]["id"]
    for player in players:
        player.ask("PUT", f"/games/{gm.game}/votes/{made}", {"vote": True})
    judge(gm)


def _hear_that_it_is_over(remy: Person) -> None:
    """The open board says so, and leads to the end."""
    remy.sees("The game is over.").sees("Final places")
    remy.page.locator("aside").get_by_role("link", name="How it went").click()
    expect(remy.page).to_have_url(re.compile("/end$"))


def _read_the_end(remy: Person, ana: Person) -> None:
    heading = remy.page.get_by_role("heading", level=1)
    expect(heading).to_contain_text("The game is drawn between Austria, England")
    remy.sees("You played France: you share first place.")
    row = remy.page.get_by_role("row").filter(has_text="England")
    expect(row.first).to_contain_text("Ana")
    expect(remy.page.get_by_role("row").filter(has_text="Austria").first).to_contain_text("Easy bot")
    remy.sees("Turning points")
    check_barriers(remy, "the-end")
    ana.read("end").sees("You played England")
    check_barriers(ana, "the-end-on-a-phone")


def _replay_by_keys(remy: Person) -> None:
    """From a link into the middle; then by keys alone, and on by itself until the end."""
    remy.open(f"/g/{remy.game}/replay?phase=F1901M").await_board()
    slider = remy.page.get_by_role("slider", name="Phase")
    expect(slider).to_have_attribute("aria-valuetext", "Fall 1901, orders")
    remy.page.keyboard.press("ArrowLeft")
    expect(slider).to_have_attribute("aria-valuetext", "Spring 1901, orders")
    expect(remy.board.locator('[data-order="A PAR - BUR"]').first).to_be_attached()
    expect(remy.page).to_have_url(re.compile(r"phase=S1901M$"))
    remy.page.keyboard.press("End")
    expect(slider).to_have_attribute("aria-valuetext", "The end")
    remy.page.keyboard.press("Home")
    expect(slider).to_have_attribute("aria-valuetext", "Spring 1901, orders")
    remy.page.keyboard.press(">")
    expect(remy.button("Fast")).to_have_attribute("aria-pressed", "true")
    remy.page.keyboard.press("Space")
    expect(remy.button("Pause")).to_be_visible()
    expect(slider).to_have_attribute("aria-valuetext", "The end")
    expect(remy.button("Play again")).to_be_visible()
    check_barriers(remy, "replay")


def _replay_on_a_phone(ana: Person) -> None:
    ana.read("replay").await_board().press("Next phase")
    expect(ana.page.get_by_role("slider", name="Phase")).to_have_attribute("aria-valuetext", "Fall 1901, orders")
    check_barriers(ana, "replay-on-a-phone")


def _look_at_the_figures(remy: Person) -> None:
    remy.read("statistics").sees("Front lines")
    expect(remy.page.get_by_role("img", name=re.compile("^Supports between powers"))).to_be_visible()
    supports = remy.page.locator("section").filter(has=remy.page.get_by_role("heading", name="Supports"))
    supports.get_by_text("The same as a table").click()
    expect(supports.get_by_role("row").filter(has_text="France").last).to_contain_text("1 of 1")
    check_barriers(remy, "statistics")
    remy.page.set_viewport_size(PHONE)
    check_barriers(remy, "statistics-on-a-phone")


def _share_with_a_stranger(gm: Person, remy: Person) -> None:
    """Closed to strangers until the game master opens it; then everything but the letters."""
    stranger = Person.arrive(gm.site, "Stranger")
    gm.site.expected.append("404")
    stranger.open(f"/g/{gm.game}/end").sees("No such game, or it is not open to you.")
    remy.read("end").sees("Only members of the game can open it.")
    gm.read("end").press("Open it to anyone with the link")
    link = gm.page.get_by_label("Link to this page").input_value()
    stranger.open(link).sees("The game is drawn between Austria, England").sees("Ana")
    stranger.page.get_by_role("link", name="Watch the replay").click()
    stranger.await_board()
    expect(stranger.page.get_by_role("slider", name="Phase")).to_have_attribute("aria-valuetext", "Spring 1901, orders")
    remy.read("end").press("Play again with the same people")
    expect(remy.page.get_by_role("heading", name="The Long Peace (2)")).to_be_visible()


def test_who_is_put_out_learns_place_time_and_conqueror(site: Site) -> None:
    remy, ana = Person.arrive(site, "Remy", phone=True), Person.arrive(site, "Ana")
    gm = host_game(site, {"AUSTRIA": remy, "GERMANY": ana})
    taken = [{"take": unit} for unit in ("A VIE", "A BUD", "F TRI", "A VEN", "A WAR")]
    gm.correct(*taken, *({"owner": {"space": space, "power": None}} for space in ("BUD", "TRI")))
    for order in ("A MUN - TYR", "A TYR - VIE"):
        ana.save(order)
        judge(gm)
    remy.read("").await_board().sees("Austria is out of the game")
    remy.sees("Place 7 of 7, since Fall 1901. Its last centres went to Germany.")
    check_barriers(remy, "out-of-the-game")
    remy.page.get_by_role("link", name="The replay so far").click()
    expect(remy.page.get_by_role("slider", name="Phase")).to_be_visible()
